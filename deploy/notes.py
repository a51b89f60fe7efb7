"""The notes of a release, from CHANGELOG.md: `python deploy/notes.py 0.2.0`.

The section of that version, without its heading. A release without one is refused.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

CHANGELOG = Path(__file__).parents[1] / "CHANGELOG.md"


def notes(changelog: str, version: str) -> str:
    """What stands under `## VERSION` or `## VERSION - DATE`; LookupError if there is nothing."""
    heading = rf"^## \[?{re.escape(version)}\]?(?: [^\n]*)?\n(.*?)(?=^## |^\[[^\]]+\]: |\Z)"
    found = re.search(heading, changelog, re.MULTILINE | re.DOTALL)
    if found is None or not found[1].strip():
        raise LookupError(
            f"CHANGELOG.md says nothing of {version}: call its section `## {version} - DATE`, "
            "and begin a new one for what is unreleased"
        )
    return found[1].strip() + "\n"


def main(version: str) -> int:
    try:
        sys.stdout.write(notes(CHANGELOG.read_text("utf-8"), version))
    except LookupError as error:
        sys.stderr.write(f"{error.args[0]}\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
