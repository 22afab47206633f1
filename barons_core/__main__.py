"""Run the command line: `python -m barons_core`."""

import sys

from barons_core.cli import main

if __name__ == "__main__":
    sys.exit(main())
