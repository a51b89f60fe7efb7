"""The module for Foundry VTT, made from the clients' files: its manifest, and the zip that it names.

A game master pastes the address of the manifest into Foundry; there is nothing to build or publish.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from server import __version__
from server.http.archive import pack

MANIFEST = "/foundry/module.json"
TEMPLATE = "adapters/foundry/module.json"
FOLDERS = ("adapters/foundry", "core", "lang")
"""What the module needs, at the same places as here, so that its files find each other."""

SHIPPED = {".js", ".css", ".json", ".svg"}
LANGUAGES = "lang/foundry"
NAMES = {"en": "English", "es": "Español", "it": "Italiano", "pt-BR": "Português (Brasil)"}


class Module:
    """Answers for `/foundry/`. `files`: the folder of the clients' files."""

    def __init__(self, files: Path) -> None:
        self._files = files

    @property
    def archive(self) -> str:
        """The path of the zip; with the version, so that no cache hands out an old one."""
        return f"/foundry/turnkeeper-{__version__}.zip"

    def content(self, path: str, page: str) -> tuple[str, bytes] | None:
        """The media type and bytes at a path, or None. `page`: where people reach this server."""
        if path == MANIFEST:
            return "application/json; charset=utf-8", self._manifest(page)
        if path == self.archive:
            return "application/zip", self._pack(page)
        return None

    def _manifest(self, page: str) -> bytes:
        fixed = json.loads((self._files / TEMPLATE).read_text("utf-8"))
        made = {
            "version": __version__,
            "url": page,
            "manifest": page + MANIFEST[1:],
            "download": page + self.archive[1:],
            "languages": list(self._languages()),
            # The world's setting begins with the server that the module came from.
            "flags": {"turnkeeper": {"server": page}},
        }
        return json.dumps(fixed | made, ensure_ascii=False, indent=2).encode()

    def _languages(self) -> Iterator[dict[str, str]]:
        for file in sorted((self._files / LANGUAGES).glob("*.json")):
            tag = file.stem
            yield {"lang": tag, "name": NAMES.get(tag, tag), "path": f"{LANGUAGES}/{file.name}"}

    def _pack(self, page: str) -> bytes:
        files = ((f.relative_to(self._files).as_posix(), f.read_bytes()) for f in self._shipped())
        return pack([("module.json", self._manifest(page)), *files])

    def _shipped(self) -> list[Path]:
        every = (file for folder in FOLDERS for file in (self._files / folder).rglob("*"))
        template = self._files / TEMPLATE
        return sorted(f for f in every if f.suffix in SHIPPED and f.is_file() and f != template)
