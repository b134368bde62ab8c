"""What becomes of ships, fighters and wrecks once a battle is over, and how damage is mended."""
