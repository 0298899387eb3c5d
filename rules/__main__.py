"""`python -m rules`."""

import sys

from rules.shell.command_line import main

if __name__ == "__main__":
    sys.exit(main())
