"""What is looked at in a page of ours that stands in a tabletop's frame."""

from __future__ import annotations

from playwright.async_api import Page


async def faults(page: Page, path: str, axe: str) -> list[str]:
    """What axe-core finds in the frame whose address has `path` in it: the rule, and where."""
    (frame,) = [one for one in page.frames if path in one.url.partition("?")[0]]
    await frame.evaluate(axe)
    found = await frame.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]
