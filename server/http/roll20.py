"""What a game master puts into the browser for Roll20: a userscript, or an extension unpacked from
a zip. Both are the same small script, and know where this server is.
"""

from __future__ import annotations

import json
from pathlib import Path

from server import __version__
from server.http.archive import pack

SCRIPT = "/roll20/turnkeeper.user.js"
FOLDER = "adapters/roll20"
LANGUAGES = "lang/roll20"
PARTS = ("auras.js", "page.js")
SPOKEN = ("refused", "silent", "own_window")
"""What the script itself says, where the panel cannot."""

PAGES = "/adapters/roll20/"
ORIGINS = "https://app.roll20.net"
"""Where the panel is shown in a frame."""

MATCHES = f"{ORIGINS}/editor/*"


class Roll20Extension:
    """Answers for `/roll20/`. `files`: the folder of the clients' files."""

    def __init__(self, files: Path) -> None:
        self._files = files / FOLDER
        self._languages = files / LANGUAGES

    @property
    def archive(self) -> str:
        """The path of the zip; with the version, so that no cache hands out an old one."""
        return f"/roll20/turnkeeper-{__version__}.zip"

    def content(self, path: str, page: str) -> tuple[str, bytes] | None:
        """The media type and bytes at a path, or None. `page`: where people reach this server."""
        if path == SCRIPT:
            return "text/javascript; charset=utf-8", self._userscript(page)
        if path == self.archive:
            return "application/zip", self._pack(page)
        return None

    def _userscript(self, page: str) -> bytes:
        head = {
            "name": "Turnkeeper",
            "namespace": page,
            "version": __version__,
            "description": "Turnkeeper's order of the round in Roll20's turn tracker.",
            "match": MATCHES,
            "grant": "none",
            "run-at": "document-idle",
            "noframes": "",
            "updateURL": page + SCRIPT[1:],
            "downloadURL": page + SCRIPT[1:],
        }
        lines = [f"// @{name} {value}".rstrip() for name, value in head.items()]
        block = "\n".join(["// ==UserScript==", *lines, "// ==/UserScript=="])
        return f"{block}\n\n{self._settings(page)}".encode() + b"".join(map(self._read, PARTS))

    def _pack(self, page: str) -> bytes:
        manifest = json.loads(self._read("extension.json"))
        made = json.dumps(manifest | {"version": __version__}, ensure_ascii=False, indent=2)
        return pack(
            [
                ("manifest.json", made.encode()),
                ("address.js", self._settings(page).encode()),
                *((part, self._read(part)) for part in PARTS),
            ]
        )

    def _settings(self, page: str) -> str:
        texts = {
            file.stem: {key: json.loads(file.read_text("utf-8"))["roll20"][key] for key in SPOKEN}
            for file in sorted(self._languages.glob("*.json"))
        }
        values = {"turnkeeperServer": page, "turnkeeperTexts": texts}
        return "".join(f"window.{name} = {json.dumps(value)};\n" for name, value in values.items())

    def _read(self, name: str) -> bytes:
        return (self._files / name).read_bytes()
