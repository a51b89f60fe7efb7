"""`python -m bench [NAME …]`: measure all, or what is named, and put it into the README.

Figures that are not measured anew stay as they were (`results.json`). `--quick` measures little,
prints, and keeps nothing.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from bench import commands, fanout, floods, holds, opening, page, report, rules_cost, tables
from bench.process import HERE, PEERS, PEERS_PYTHON

FULL: dict[str, Callable[[], Any]] = {
    "fanout": fanout.run,
    "latency": lambda: fanout.run(rounds=150, names=("ours", "broadcast"), rate=25),
    "rules": rules_cost.run,
    "holds": holds.run,
    "commands": commands.run,
    "neighbours": tables.neighbours,
    "ticking": tables.ticking,
    "weight": tables.weight,
    "opening": opening.tables,
    "start": opening.start,
    "page": page.smooth,
    "shim": page.compressed,
    "growth": fanout.growth,
    "floods": floods.run,
}
QUICK: dict[str, Callable[[], Any]] = {
    **FULL,
    "fanout": lambda: fanout.run(rounds=50, repeats=1),
    "latency": lambda: fanout.run(rounds=50, repeats=1, names=("ours", "broadcast"), rate=25),
    "rules": lambda: rules_cost.run((20, 500), 30, 1),
    "holds": lambda: holds.run((20, 100), 1),
    "commands": lambda: commands.run((1, 50), 1, 1),
    "neighbours": lambda: tables.neighbours(seconds=2, repeats=1),
    "ticking": lambda: tables.ticking(100, 6, 4, repeats=1),
    "opening": lambda: opening.tables((1000, 5000), 1),
    "growth": lambda: fanout.growth((10, 100)),
    "floods": lambda: floods.run(2, 1),
}


def install_peers() -> None:
    """What we are compared with, as it is pinned; nowhere else is any of it used."""
    if not PEERS_PYTHON.exists():
        subprocess.run([sys.executable, "-m", "venv", PEERS / ".venv"], check=True)
        pip = [PEERS_PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--require-hashes", "-r", PEERS / "requirements.lock"], check=True)
    if not (PEERS / "node_modules").exists():
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit("npm is missing: the peers on Node are installed with it")
        subprocess.run([npm, "ci", "--ignore-scripts", "--no-audit"], cwd=PEERS, check=True)


def main(arguments: list[str]) -> None:
    quick = "--quick" in arguments
    names = [name for name in arguments if name != "--quick"] or list(FULL)
    install_peers()
    file = HERE / "results.json"
    results = json.loads(file.read_text()) if file.exists() and not quick else {}
    for name in names:
        print(f"{name} …", flush=True)
        results[name] = (QUICK if quick else FULL)[name]()
        print(json.dumps(results[name]), flush=True)
        if not quick:
            file.write_text(
                json.dumps({key: results[key] for key in FULL if key in results}, indent=1)
            )
    print(report.table(results))
    if not quick:
        report.write(results)


if __name__ == "__main__":
    main(sys.argv[1:])
