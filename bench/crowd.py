"""The load generator: compiles `load.c` once and runs it. See there for what it can do."""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

from bench.process import HERE, Running

Result = dict[str, Any]


def medians(results: Sequence[Result]) -> Result:
    """The middle of each figure of several runs; of gaps the most: one is one too many."""
    found: Result = {}
    for key, first in results[0].items():
        figures = [one[key] for one in results]
        middle = medians if isinstance(first, dict) else max if key == "gaps" else median
        found[key] = middle(figures)
    return found


@cache
def program() -> Path:
    """The compiled program, in a folder that lives as long as this process."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise SystemExit("a C compiler is missing (Debian: apt install gcc libc6-dev)")
    path = Path(_folder().name) / "load"
    subprocess.run([compiler, "-O2", "-o", path, HERE / "load.c"], check=True)
    return path


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()


class Crowd:
    """Connections to `server`; they are all in, and silent."""

    def __init__(self, process: subprocess.Popen[str], server: Running) -> None:
        self._process = process
        self._server = server

    def go(self) -> Result:
        """Runs what they came for. Adds `cpu`: the seconds that it took the server."""
        before = self._server.cpu
        self.start()
        result = self.result()
        return {**result, "cpu": self._server.cpu - before}

    def start(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("go\n")
        self._process.stdin.flush()

    def result(self) -> Result:
        assert self._process.stdout is not None
        return _checked(self._process.stdout.readline())


@contextlib.contextmanager
def crowd(
    server: Running,
    connections: int,
    says: Sequence[str],
    mark: str,
    *mode: str | float | Sequence[str],
    quiet: float = 0.4,
) -> Iterator[Crowd]:
    """So many connections; `mode` is a word and its arguments, a list among them goes to a file.

    They are all in once nobody has heard anything for `quiet` seconds.
    """
    with contextlib.ExitStack() as stack:

        def file(lines: Sequence[str]) -> str:
            written = stack.enter_context(tempfile.NamedTemporaryFile("w", suffix=".txt"))
            written.write("\n".join(lines) + "\n")
            written.flush()
            return written.name

        arguments = [str(one) if isinstance(one, (str, int, float)) else file(one) for one in mode]
        opening = "sio" if says == ["sio"] else file(says)
        path = "/socket.io/?EIO=4&transport=websocket" if says == ["sio"] else "/ws"
        process = subprocess.Popen(
            [program(), str(server.port), path, str(connections), opening, mark, *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={"QUIET": str(quiet)},
        )  # fmt: skip
        try:
            assert process.stdout is not None
            if (said := process.stdout.readline()) != "ready\n":
                _checked(said)
            yield Crowd(process, server)
        finally:
            process.kill()
            process.communicate()


def _checked(said: str) -> Result:
    result: Result = json.loads(said or '{"error": "the load generator died"}')
    if "error" in result:
        raise RuntimeError(f"{result['error']} ({result.get('errno')})")
    return result
