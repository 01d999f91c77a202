"""`python -m funkenflug` is the command `funkenflug`."""

import sys

from funkenflug.cli import main

if __name__ == "__main__":
    sys.exit(main())
