"""``python -m kilowatt.cli`` is the ``kilowatt`` command."""

import sys

from kilowatt.cli.command import main

if __name__ == "__main__":
    sys.exit(main())
