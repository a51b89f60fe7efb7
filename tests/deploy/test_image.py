"""The image of deploy/Dockerfile: built, run as its own user, and stopped, where a program can do it."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conftest import NO_ENGINE, NO_IMAGE

ROOT = Path(__file__).parents[2]
DOCKERFILE = ROOT / "deploy" / "Dockerfile"
BASE = next(
    line.split()[1]
    for line in DOCKERFILE.read_text("utf-8").splitlines()
    if line.startswith("FROM ")
)
PATIENCE = 120.0


class Engine(NamedTuple):
    """`docker` or `podman`, which speak alike; `buildah` builds only."""

    program: str

    def __call__(self, *arguments: str, check: bool = True) -> str:
        done = subprocess.run(
            [self.program, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0 or not check, done.stderr
        return done.stdout.strip()


def _works(program: str) -> bool:
    if shutil.which(program) is None:
        return False
    asked = "info" if program != "buildah" else "images"
    return subprocess.run([program, asked], capture_output=True).returncode == 0


@pytest.fixture(scope="module")
def engine() -> Engine:
    found = next((name for name in ("docker", "podman", "buildah") if _works(name)), None)
    if found is None:
        pytest.skip(NO_ENGINE)
    if subprocess.run([found, "pull", BASE], capture_output=True).returncode != 0:
        pytest.skip(f"{NO_IMAGE}: {BASE}")
    return Engine(found)


@pytest.fixture(scope="module")
def image(engine: Engine) -> Iterator[str]:
    name = f"turnkeeper-test-{uuid.uuid4().hex[:8]}"
    build = "bud" if engine.program == "buildah" else "build"
    engine(build, "-f", str(DOCKERFILE), "-t", name, ".")
    yield name
    engine("rmi", name, check=False)


@pytest.fixture
def container(engine: Engine, image: str) -> Iterator[str]:
    if engine.program == "buildah":
        pytest.skip(NO_ENGINE)
    started = engine("run", "--detach", image)
    yield started
    engine("rm", "--force", "--volumes", started, check=False)


def _ready(engine: Engine, container: str) -> bool:
    asks = "from urllib.request import urlopen; urlopen('http://127.0.0.1:8765/readyz', timeout=5)"
    command = [engine.program, "exec", container, "python", "-c", asks]
    return subprocess.run(command, capture_output=True).returncode == 0


def test_the_image_is_built(engine: Engine, image: str) -> None:
    assert image in engine("images")


def test_it_serves_as_its_own_user_and_keeps_its_data(engine: Engine, container: str) -> None:
    until = time.monotonic() + PATIENCE
    while not _ready(engine, container):
        assert time.monotonic() < until, engine("logs", container, check=False)
        time.sleep(0.2)
    assert engine("exec", container, "id", "-un") == "turnkeeper"
    made = engine("exec", container, "turnkeeper", "table", "sunday", "--json", "--data", "/data")
    assert set(json.loads(made)["links"]) == {"gm", "player", "observer"}
    engine("stop", container)
    assert engine("inspect", "--format", "{{.State.ExitCode}}", container) == "0"
    engine("start", container)
    until = time.monotonic() + PATIENCE
    while not _ready(engine, container):
        assert time.monotonic() < until, engine("logs", container, check=False)
        time.sleep(0.2)
    assert "sunday" in engine("exec", container, "turnkeeper", "tables", "--data", "/data")
