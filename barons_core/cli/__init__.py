"""The command line: one small file a command, loaded when it is used.

`guard` turns every outcome into an exit code, `commands` lists what there is, `options` holds what commands share.
"""

import sys


def main() -> int:
    """Run the command line and return its exit code."""
    try:
        from barons_core.cli.guard import run
    except KeyboardInterrupt:
        # Even before it can do anything it may be stopped.
        print("stopped", file=sys.stderr)
        return 130

    return run()
