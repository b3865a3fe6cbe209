"""The command line: becomes the program."""

from __future__ import annotations

import os
import sys

from ._errors import ProcessError
from ._process import executable


def main() -> None:
    """Replaces this process by the program, with the same arguments."""
    try:
        program = executable()
        os.execv(program, [program, *sys.argv[1:]])
    except (OSError, ProcessError) as fault:
        print(f"fhircheck: {fault}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
