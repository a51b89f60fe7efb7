"""What is installed is what the checkout has."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHIM = ROOT / "clients/js-shim"
LOCKS = sorted(ROOT.glob("requirements*.lock"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of the files in a wheel that is built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    subprocess.run([*command, "--directory", str(folder)], cwd=ROOT, check=True)
    (built,) = folder.glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        return set(archive.namelist())


def test_the_wheel_holds_every_file_of_the_shim(wheel: set[str]) -> None:
    files = {
        f"server/shim/{path.relative_to(SHIM).as_posix()}"
        for path in SHIM.rglob("*")
        if path.is_file()
    }
    assert files
    assert files <= wheel


def test_the_wheel_installs_the_three_packages_and_nothing_beside_them(wheel: set[str]) -> None:
    tops = {name.split("/", 1)[0] for name in wheel}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "rules",
        "protocol",
        "server",
    }


def test_the_wheel_holds_what_is_published_of_the_wire(wheel: set[str]) -> None:
    assert {f"protocol/{name}" for name in ("PROTOCOL.md", "schema.json", "asyncapi.json")} <= wheel


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_pins_every_package_with_hashes_and_names_no_address(lock: Path) -> None:
    text = lock.read_text("utf-8")
    packages = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
    assert packages
    assert [
        p for p in packages if not re.match(r"[a-z0-9._-]+==[^ ]+ [^\n]*\n    --hash=", p)
    ] == []
    assert "://" not in text


def test_the_locks_agree_with_each_other() -> None:
    versions: dict[str, set[str]] = {}
    for lock in LOCKS:
        for name, version in re.findall(
            r"^([a-z0-9._-]+)==([^ ]+)", lock.read_text(), re.MULTILINE
        ):
            versions.setdefault(name, set()).add(version)
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}


def test_the_lock_for_node_names_no_address() -> None:
    text = (ROOT / "package-lock.json").read_text("utf-8")
    assert '"integrity": "sha512-' in text
    assert '"resolved"' not in text
