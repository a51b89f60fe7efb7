"""The clients' own tests, which Node runs."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_node_test_passes(node: str) -> None:
    files = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("tests/**/*.test.mjs"))
    assert files, "there are no *.test.mjs under tests/"
    run = subprocess.run(
        [node, "--test", *files], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert run.returncode == 0, run.stdout + run.stderr
