"""What is installed serves by itself: one wheel in an empty environment, without git, make or the checkout.

`make pythons` asks the same of every other Python.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from server import __version__

ROOT = Path(__file__).parents[2]
SCRIPTS = "Scripts" if sys.platform == "win32" else "bin"
PAGES = (
    "",
    "foundry/module.json",
    "owlbear/manifest.json",
    "planarally/turnkeeper.pam",
    "roll20/turnkeeper.user.js",
    "planarally/turnkeeper.pam",
    "adapters/browser/page.js",
    "adapters/roll20/panel.js",
    "lang/systems/adnd1e/foundry.json",
)
NO_INDEX = "no package index can be reached, so the wheel was not installed with what it needs"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment that holds the wheel of this checkout and what it asks for, and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    subprocess.run([*build, "--directory", str(folder / "dist")], cwd=ROOT, check=True)
    (wheel,) = (folder / "dist").glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", folder / "env"], check=True)
    programs = folder / "env" / SCRIPTS
    pip = [programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*pip, wheel], cwd=folder, capture_output=True, text=True)
    if "No matching distribution" in done.stderr and "onnect" in done.stderr:
        pytest.skip(NO_INDEX)
    assert done.returncode == 0, done.stderr
    return programs


def alone(**more: str) -> dict[str, str]:
    """Of this environment what a new user has: nothing that leads to the checkout."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    return {**kept, "PYTHONUNBUFFERED": "1", **more}


@pytest.fixture
def link(installed: Path, tmp_path: Path) -> Iterator[str]:
    """The GM's link, as `turnkeeper serve` prints it at its first start."""
    command = [installed / "turnkeeper", "serve", "--port", "0"]
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(
            command, cwd=tmp_path, env=alone(), stdout=subprocess.PIPE, stderr=log, text=True
        )
    try:
        assert process.stdout is not None
        yield next(line.split()[-1] for line in process.stdout if "#table=" in line)
    finally:
        process.terminate()
        process.communicate(timeout=20)


def test_an_installed_server_gives_out_everything(link: str, tmp_path: Path) -> None:
    page = link.partition("#")[0]
    for path in PAGES:
        with urlopen(page + path) as answer:
            assert answer.status == 200
    with urlopen(page + "owlbear/manifest.json") as answer:
        assert json.load(answer)["version"] == __version__
    assert (tmp_path / "data").is_dir()


def test_its_links_open_the_table_for_which_they_were_made(link: str, installed: Path) -> None:
    done = subprocess.run(
        [installed / "turnkeeper", "doctor", link], env=alone(), capture_output=True, text=True
    )
    assert (done.returncode, "the link opens" in done.stdout) == (0, True), done.stdout


def test_it_reads_the_pages_that_it_brought_along(installed: Path, tmp_path: Path) -> None:
    code = "from server.http.site import shim; print(shim())"
    asked = [installed / "python", "-P", "-c", code]
    done = subprocess.run(
        asked, cwd=tmp_path, env=alone(), capture_output=True, text=True, check=True
    )
    assert Path(done.stdout.strip()).parts[-3:] == ("site-packages", "server", "shim")
