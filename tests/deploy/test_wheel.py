"""What is installed serves by itself: page, tabletops and all, without the checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from server import __version__

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the wheel of this checkout was installed, and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    subprocess.run([*build, "--directory", str(folder / "dist")], cwd=ROOT, check=True)
    (wheel,) = (folder / "dist").glob("*.whl")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", str(folder / "lib"), str(wheel)], cwd=folder, check=True)
    return folder / "lib"


def test_an_installed_server_gives_out_everything(installed: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(installed), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-P", "-m", "server", "serve", "--port", "0", "--data", "data"]
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(
            command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=log, text=True
        )
    try:
        assert process.stdout is not None
        link = next(line.split()[-1] for line in process.stdout if "#table=" in line)
        page = link.partition("#")[0]
        scripts = (
            "adapters/browser/page.js",
            "adapters/roll20/panel.js",
            "roll20/turnkeeper.user.js",
        )
        for path in ("", "foundry/module.json", "owlbear/manifest.json", *scripts):
            with urlopen(page + path) as answer:
                assert answer.status == 200
        with urlopen(page + "owlbear/manifest.json") as answer:
            assert json.load(answer)["version"] == __version__
    finally:
        process.terminate()
        process.communicate(timeout=20)
    loaded = subprocess.run(
        [sys.executable, "-P", "-c", "from server.http.site import shim; print(shim())"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert Path(loaded.stdout.strip()) == installed / "server/shim"
