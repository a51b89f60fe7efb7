"""The page in Chromium: whether 60 updates a second on a fight of fifty keep it from its work; and
what of the shim a client of one's own needs, compressed.
"""

from __future__ import annotations

import gzip
import re
import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from bench.crowd import crowd
from bench.fanout import ADVANCE, MARK, opening
from bench.process import ROOT, Running, ours

PEOPLE = 50
RATE = 60
LONG_MS = 50
CORE = ROOT / "clients/js-shim/core"

WATCH = """() => {
    window.seen = { longest: 0, long: 0, frames: 0, begun: performance.now() };
    new PerformanceObserver(list => {
        for (const task of list.getEntries()) {
            seen.long += 1;
            seen.longest = Math.max(seen.longest, task.duration);
        }
    }).observe({ entryTypes: ["longtask"] });
    const frame = () => { seen.frames += 1; requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
}"""
SEEN = "() => ({ ...seen, fps: seen.frames / (performance.now() - seen.begun) * 1000 })"


def smooth(seconds: float = 10, people: int = PEOPLE) -> dict[str, Any]:
    """`long`: tasks above 50 ms, of which the `longest` took so many; `fps`: frames a second."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    if chromium is None:
        return {}
    with ours(1, people) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        _sit_down(page, server)
        rounds = round(seconds * RATE)
        says = opening(server.said["tokens"][0])
        with crowd(server, 1, says, MARK, "rounds", ADVANCE, rounds, RATE) as gm:
            page.evaluate(WATCH)
            result = gm.go()
        found = page.evaluate(SEEN)
        browser.close()
    return {**found, "rate": result["deliveries"] / result["seconds"]}


def _sit_down(page: Page, server: Running) -> None:
    token = server.said["tokens"][0]["observer"]
    page.goto(f"http://127.0.0.1:{server.port}/#table=table-0&token={token}")
    page.get_by_label("What are you called").fill("Obi")
    page.get_by_role("button", name="Sit down").click()
    page.locator("turn-tracker .person").first.wait_for()
    page.wait_for_timeout(1000)


LOADED = re.compile(r"""^(?:import|export)\b[^;]*?["'](\.[^"']+)["']""", re.MULTILINE)
"""What a browser loads; a comment's `@import` is of a type, for whoever writes."""


CLIENT = ("state/client.js", "i18n/language.js", "net/environment.js")
"""What a client of one's own loads first."""


def compressed(*first: str) -> int:
    """Bytes, in one gzip, of what sits down at a table and speaks of it, and all that it imports."""
    found: dict[Path, str] = {}
    waiting = [CORE / name for name in first or CLIENT]
    while waiting:
        path = waiting.pop().resolve()
        if path not in found:
            found[path] = path.read_text("utf-8")
            waiting += [path.parent / name for name in LOADED.findall(found[path])]
    return len(gzip.compress("".join(found.values()).encode(), 9))
