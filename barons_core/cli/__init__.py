"""The command line: one small file a command, loaded when it is used.

`guard` turns every outcome into an exit code, `commands` lists what there is, `options` holds what commands share.
"""


def main() -> int:
    """Run the command line and return its exit code."""
    from barons_core.cli.guard import run

    return run()
