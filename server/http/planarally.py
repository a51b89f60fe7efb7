"""The mod for PlanarAlly, made from the clients' files: a game master downloads it here and uploads it
there; PlanarAlly then serves its files to everybody in the room.
"""

from __future__ import annotations

from pathlib import Path

from server import __version__
from server.http.archive import pack

ARCHIVE = "/planarally/turnkeeper.pam"
OWN = "adapters/planarally"
TEMPLATE = f"{OWN}/mod.toml"
STYLE = f"{OWN}/planarally.css"
ENTRY = f'export {{ events }} from "./{OWN}/mod.js";\n'
"""PlanarAlly loads `index.js`; all else it finds from there, at the same places as here."""

FOLDERS = (OWN, "adapters/framed", "adapters/browser", "core", "lang")
SHIPPED = {".js", ".css", ".json"}
OTHERS = {"foundry", "owlbear", "roll20"}
"""Tabletops whose texts are of no use here."""


class Mod:
    """Answers for `/planarally/`. `files`: the folder of the clients' files."""

    def __init__(self, files: Path) -> None:
        self._files = files

    def content(self, path: str, page: str) -> tuple[str, bytes] | None:
        """The media type and bytes at a path, or None. The same for whoever asks: PlanarAlly knows
        a mod by the hash of its bytes, and whose server it is the link says that people enter."""
        return ("application/octet-stream", self._pack()) if path == ARCHIVE else None

    def _pack(self) -> bytes:
        made = [
            ("mod.toml", self._read(TEMPLATE) + f'version = "{__version__}"\n'.encode()),
            ("index.js", ENTRY.encode()),
            ("index.css", self._read(STYLE)),
        ]
        return pack([*made, *((name, self._read(name)) for name in self._shipped())])

    def _read(self, name: str) -> bytes:
        return (self._files / name).read_bytes()

    def _shipped(self) -> list[str]:
        every = (file for folder in FOLDERS for file in (self._files / folder).rglob("*"))
        names = (f.relative_to(self._files) for f in every if f.suffix in SHIPPED and f.is_file())
        return sorted(
            n.as_posix()
            for n in names
            if not OTHERS & {*n.parts, n.stem} and n.name != "planarally.css"
        )
