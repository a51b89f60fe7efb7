"""The extension for Owlbear Rodeo: a manifest that leads there to this server's own pages."""

from __future__ import annotations

import json
from pathlib import Path

from server import __version__

MANIFEST = "/owlbear/manifest.json"
TEMPLATE = "adapters/owlbear/manifest.json"
PAGES = "/adapters/owlbear/"
ORIGINS = "https://owlbear.rodeo https://www.owlbear.rodeo"
"""Where the pages are shown, each in a frame."""

ADDRESSES = ("icon", "popover")


class OwlbearExtension:
    """Answers for `/owlbear/`. `files`: the folder of the clients' files."""

    def __init__(self, files: Path) -> None:
        self._files = files

    def content(self, path: str, page: str) -> tuple[str, bytes] | None:
        """The media type and bytes at a path, or None. `page`: where people reach this server."""
        if path != MANIFEST:
            return None
        return "application/json; charset=utf-8", self._manifest(page)

    def _manifest(self, page: str) -> bytes:
        """With whole addresses: Owlbear would look for others at the root of the host, which a
        path prefix is not."""
        made = json.loads((self._files / TEMPLATE).read_text("utf-8"))
        made |= {"version": __version__, "homepage_url": page, "icon": page + made["icon"]}
        made["background_url"] = page + made["background_url"]
        made["action"] |= {name: page + made["action"][name] for name in ADDRESSES}
        return json.dumps(made, ensure_ascii=False, indent=2).encode()
