"""The SDK that lies in the project is what its maintainers publish, and nothing else."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OWLBEAR = ROOT / "clients/js-shim/adapters/owlbear"


def test_the_sdk_is_the_pinned_package_as_one_file() -> None:
    npm = shutil.which("npm")
    if not npm or not (ROOT / "node_modules/@owlbear-rodeo/sdk").is_dir():
        pytest.skip("npm or @owlbear-rodeo/sdk is not installed (npm ci)")
    command = [npm, "run", "--silent", "owlbear-sdk"]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert (OWLBEAR / "sdk.js").read_text("utf-8") == made


def test_everything_in_the_sdk_comes_with_its_licence() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    sdk = lock["node_modules/@owlbear-rodeo/sdk"]
    licences = (OWLBEAR / "sdk.licences.txt").read_text("utf-8")
    for name in ("@owlbear-rodeo/sdk", *sdk["dependencies"]):
        assert f"{name} {lock[f'node_modules/{name}']['version']}\n" in licences
    assert f"// @owlbear-rodeo/sdk {sdk['version']} " in (OWLBEAR / "sdk.js").read_text("utf-8")
