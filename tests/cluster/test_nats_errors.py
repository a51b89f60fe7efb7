"""What keeps a node from NATS is one sentence, and each cause has its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cluster.nats_servers import Nats
from tests.cluster.processes import ROOT
from tests.conftest import program
from tests.server.hosting import SOON

USER, PASSWORD, WRITTEN = "node@1", "p:/#%w", "node%401:p%3A%2F%23%25w"

Begin = Callable[..., Nats]


@pytest.fixture
def begin(nats_program: str, tmp_path: Path) -> Iterator[Begin]:
    """Starts a NATS server with these arguments, which ends with the test."""
    started: list[Nats] = []

    def start(*arguments: str) -> Nats:
        server = Nats(nats_program, tmp_path / "nats", *arguments)
        started.append(server)
        server.start()
        return server

    yield start
    for server in started:
        server.kill()


def run(address: str, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "server", *(command or ("tables", "--json")), "--nats", address],
        cwd=ROOT, capture_output=True, text=True, timeout=SOON, env={**os.environ, **environment},
    )  # fmt: skip


def sentence(ran: subprocess.CompletedProcess[str]) -> str:
    """The one that it ends with; nothing of it is data, or a trace, or a secret."""
    assert ran.returncode == 1
    assert ran.stdout == ""
    assert "Traceback" not in ran.stderr
    assert "wrong-secret" not in ran.stderr
    return ran.stderr.splitlines()[-1]


def test_a_password_with_signs_is_written_in_percent_and_a_wrong_one_is_said(begin: Begin) -> None:
    server = begin("--user", USER, "--pass", PASSWORD)
    right = run(f"nats://{WRITTEN}@127.0.0.1:{server.port}")
    assert json.loads(right.stdout) == {"tables": []}
    wrong = sentence(run(f"nats://node:wrong-secret@127.0.0.1:{server.port}"))
    assert "refuses this user, password" in wrong
    assert "refuses this user, password" in sentence(run(server.address))


def test_a_dead_server_and_one_that_is_no_nats_are_said(begin: Begin) -> None:
    dead = sentence(run("nats://127.0.0.1:1"))
    assert "No NATS server can be reached at nats://127.0.0.1:1" in dead
    assert "refuses this user" not in dead


def test_a_ca_that_nobody_here_knows_is_said(begin: Begin, tmp_path: Path) -> None:
    openssl = program("openssl")
    subprocess.run(
        [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-keyout", tmp_path / "key.pem", "-out", tmp_path / "cert.pem", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
        check=True, capture_output=True,
    )  # fmt: skip
    server = begin(
        "--tls", "--tlscert", str(tmp_path / "cert.pem"), "--tlskey", str(tmp_path / "key.pem")
    )
    address = f"tls://127.0.0.1:{server.port}"
    told = sentence(run(address))
    assert "is not trusted here" in told
    assert "SSL_CERT_FILE" in told
    known = run(address, SSL_CERT_FILE=str(tmp_path / "cert.pem"))
    assert json.loads(known.stdout) == {"tables": []}


def test_warnings_stay_out_of_the_data_and_an_export_plays_again(begin: Begin) -> None:
    server = begin()
    made = run(server.address, "table", "friday", "--json")
    assert json.loads(made.stdout)["made"] is True
    assert "fewer than three replicas" in made.stderr
    exported = run(server.address, "export", "friday")
    played = subprocess.run(
        [sys.executable, "-m", "server", "replay", "-"],
        cwd=ROOT, input=exported.stdout, capture_output=True, text=True, timeout=SOON,
    )  # fmt: skip
    assert played.returncode == 0, played.stderr
    assert "the same state" in played.stdout


def test_a_move_ends_in_a_sentence(begin: Begin, tmp_path: Path) -> None:
    server, data = begin(), str(tmp_path / "data")
    made = [sys.executable, "-m", "server", "table", "friday", "--data", data]
    subprocess.run(made, cwd=ROOT, check=True, capture_output=True)

    def move(to: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "server", "move", "--to", to, "--data", data]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=SOON)

    moved = move(server.address)
    assert moved.stdout == "friday: 0 entries, 0 of them new\n"
    assert "1 tables are complete at their new place" in moved.stderr.splitlines()[-1]
    assert "No NATS server can be reached" in sentence(move("nats://127.0.0.1:1"))
    assert sentence(move("nats://")).startswith("--nats:")
    assert "Either --to or --from" in sentence(move(""))
