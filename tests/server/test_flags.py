"""Each flag is looked at before anything is opened, and what is wrong is one sentence."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from server.cli.flags import mistakes
from server.ops.config import Settings
from server.store.jetstream.addresses import NoAddress, Servers
from tests.server.test_cli import turnkeeper


def first(**given: object) -> str:
    return next(mistakes(Settings(**given)), "")  # type: ignore[arg-type]


WRONG = [
    ({"trusted_proxies": ("10.0.0.0/33",)}, "--trust-proxy 10.0.0.0/33 is no network"),
    ({"trusted_proxies": ("proxy.example",)}, "--trust-proxy proxy.example is no network"),
    ({"port": 65536}, "--port 65536"),
    ({"port": -1}, "--port -1"),
    ({"metrics": "9100"}, "--metrics 9100 is no HOST:PORT"),
    ({"metrics": "127.0.0.1:"}, "--metrics 127.0.0.1: is no HOST:PORT"),
    ({"metrics": "127.0.0.1:99999"}, "--metrics 127.0.0.1:99999 is no HOST:PORT"),
    ({"public_url": "example.org/tk"}, "--public-url example.org/tk is no address"),
    ({"public_url": "ws://example.org"}, "--public-url ws://example.org is no address"),
    ({"public_url": "https://"}, "--public-url https:// is no address"),
    ({"public_url": "https://a.example/#x"}, "--public-url https://a.example/#x is no address"),
    ({"public_url": "https://[::1"}, "--public-url https://[::1 is no address"),
    ({"public_url": "https://a.example:x"}, "--public-url https://a.example:x is no address"),
    ({"origins": ("foundry.example",)}, "--origin foundry.example is no origin"),
    ({"origins": ("https://a.example/b",)}, "--origin https://a.example/b is no origin"),
    ({"rate": -1.0}, "--rate -1.0"),
    ({"rate": float("nan")}, "--rate nan"),
    ({"drain": float("inf")}, "--drain inf"),
    ({"tls_cert": Path("a.pem")}, "--tls-cert and --tls-key belong together"),
    ({"nats": ("http://a.example",)}, "--nats: http://a.example is no address"),
    ({"nats": ("nats://u:secret@a.example:x",)}, "--nats: a.example:x is no address"),
    ({"nats": ("nats://u:p@a", "nats://v:p@b")}, "--nats: all servers of one cluster need"),
    ({"nats": ("nats://a",), "nats_replicas": 0}, "--nats-replicas 0"),
    ({"nats": ("nats://a",), "nats_credentials": Path("no.creds")}, "--nats-credentials no.creds"),
]


@pytest.mark.parametrize(("given", "sentence"), WRONG, ids=[sentence for _, sentence in WRONG])
def test_what_a_flag_cannot_be_is_said_with_its_name(
    given: dict[str, object], sentence: str
) -> None:
    assert first(**given).startswith(sentence)
    assert "secret" not in first(**given)


def test_what_flags_can_be_is_taken() -> None:
    assert first() == ""
    assert first(
        port=0, metrics="[::1]:0", public_url="https://example.org:8443/turn/keeper/",
        origins=("https://foundry.example:30000",), trusted_proxies=("::1", "10.1.2.3/8"),
        nats=("nats://10.0.0.1:4222", "10.0.0.2"), rate=0.0,
    ) == ""  # fmt: skip


def test_a_file_that_is_no_certificate_is_named(tmp_path: Path) -> None:
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    assert first(tls_cert=cert, tls_key=key) == f"--tls-cert {cert}: there is no such file."
    cert.write_text("no certificate")
    key.write_text("no key")
    assert first(tls_cert=cert, tls_key=key).startswith(f"--tls-cert {cert} and --tls-key {key}")


@pytest.mark.parametrize(
    "given",
    [("--trust-proxy", "everybody"), ("--port", "70000"), ("--nats", "nats://"),
     ("--public-url", "localhost:8765")],
)  # fmt: skip
def test_a_start_with_a_wrong_flag_ends_in_one_sentence(
    tmp_path: Path, given: tuple[str, str]
) -> None:
    said = turnkeeper("serve", "--data", str(tmp_path / "data"), *given, code=1)
    assert said.startswith(given[0])
    assert said.count("\n") == 1
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("flag", ["--port", "--metrics"])
def test_a_port_that_is_taken_is_named(tmp_path: Path, flag: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        given = {"--port": ("--port", str(port)), "--metrics": (
            "--port", "0", "--metrics", f"127.0.0.1:{port}")}[flag]  # fmt: skip
        said = turnkeeper("serve", "--data", str(tmp_path), *given, code=1).splitlines()[-1]
    assert flag in said
    assert f"{port} cannot be listened on: " in said


def test_credentials_in_an_address_are_percent_encoded_and_shown_nowhere() -> None:
    servers = Servers.of(
        ["tls://u%40x:p%2F%23%3Aw%2C@a.example", "nats://u%40x:p%2F%23%3Aw%2C@[::1]:1"]
    )
    assert servers.addresses == ("tls://a.example:4222", "nats://[::1]:1")
    assert servers.options == {"user": "u@x", "password": "p/#:w,"}
    assert Servers.of(["nats://secret%25@a"]).options == {"token": "secret%"}
    assert "p/" not in servers.trouble([OSError("no")])
    with pytest.raises(NoAddress) as wrong:
        Servers.of(["nats://u:pass/word@a"])
    assert "pass/word" not in str(wrong.value)
