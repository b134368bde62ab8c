"""What odds and advice ask of each kind of battle, each a module with the functions of ``desk.oracle.Oracle``."""
