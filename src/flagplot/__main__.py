"""``python -m flagplot`` opens the same door as the ``flagplot`` command."""

from flagplot.cli.main import main

if __name__ == "__main__":
    main()
