"""What the command line does about whoever listens where `server.json` says."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from server.admin import rpc
from server.admin.rpc import Line, Unreachable, ask
from tests.server.hosting import SOON
from tests.server.processes import Served
from tests.server.test_cli import turnkeeper


@contextmanager
def listener(answer: Callable[[bytes], bytes]) -> Iterator[tuple[int, list[bytes]]]:
    """Somebody else at a port of this machine: its number, and what they are told."""
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def listen() -> None:
            with server.accept()[0] as connection:
                connection.settimeout(SOON)
                line = b""
                while more := connection.recv(4096):
                    line += more
                    heard.append(more)
                    if line.endswith(b"\n") and (said := answer(line)):
                        connection.sendall(said)

        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        yield server.getsockname()[1], heard
        thread.join(SOON)


def note(data: Path, port: int) -> None:
    """A server that ended without a farewell has left this behind."""
    stale = {"port": port, "secret": "s" * 43, "process": os.getpid(), "serves": 1}
    (data / "server.json").write_text(json.dumps(stale))


def all_lines(data: Path) -> list[Line]:
    async def gather() -> list[Line]:
        return [line async for line in ask(data, {"do": "tables"})]

    return asyncio.run(gather())


def test_a_stale_server_json_is_not_obeyed_and_the_data_is_opened(tmp_path: Path) -> None:
    turnkeeper("table", "friday", "--data", str(tmp_path))

    def lie(line: bytes) -> bytes:
        lies = [{"proof": "guessed", "nonce": "n"}, {"line": {"tables": []}}, {"done": True}]
        return b"".join(json.dumps(said).encode() + b"\n" for said in lies)

    with listener(lie) as (port, heard):
        note(tmp_path, port)
        told = turnkeeper("tables", "--json", "--data", str(tmp_path))
    assert [table["table"] for table in json.loads(told)["tables"]] == ["friday"]
    assert b"s" * 43 not in b"".join(heard)
    assert b"tables" not in b"".join(heard)


def test_who_answers_the_number_of_another_question_proves_nothing(tmp_path: Path) -> None:
    def mirror(line: bytes) -> bytes:
        return json.dumps({"proof": json.loads(line)["nonce"], "nonce": "n"}).encode() + b"\n"

    with listener(mirror) as (port, _):
        note(tmp_path, port)
        with pytest.raises(Unreachable, match="somebody else"):
            all_lines(tmp_path)


def test_a_silent_listener_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rpc, "PROVE_WITHIN", 0.2)
    with listener(lambda line: b"") as (port, _):
        note(tmp_path, port)
        with pytest.raises(Unreachable):
            all_lines(tmp_path)


@pytest.mark.parametrize("content", ["", "[]", '{"port":"x"}', '{"port":99999,"secret":"s"}'])
def test_a_server_json_that_says_nothing_is_as_none(tmp_path: Path, content: str) -> None:
    (tmp_path / "server.json").write_text(content)
    turnkeeper("table", "friday", "--data", str(tmp_path))
    assert "friday" in turnkeeper("tables", "--data", str(tmp_path))


def test_who_does_not_know_the_secret_is_told_nothing(tmp_path: Path) -> None:
    server = Served(tmp_path)
    try:
        said = json.loads((tmp_path / "server.json").read_text())
        with socket.create_connection(("127.0.0.1", said["port"]), SOON) as stranger:
            lines = stranger.makefile("rwb")
            lines.write(b'{"nonce":"n"}\n')
            lines.flush()
            assert set(json.loads(lines.readline())) == {"proof", "nonce"}
            lines.write(b'{"do":"tables","proof":"guessed"}\n')
            lines.flush()
            assert lines.readline() == b""
        guessed = json.dumps({**said, "secret": "guessed"})
        (tmp_path / "server.json").write_text(guessed)
        refused = turnkeeper("tables", "--data", str(tmp_path), code=1)
        assert "Another Turnkeeper is using" in refused
    finally:
        server.kill()
