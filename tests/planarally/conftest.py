"""A real PlanarAlly with our mod, and a real Turnkeeper: tests ask for `house`, `room` and `come`."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from server.http.planarally import Mod
from server.http.site import shim
from tests.browser.conftest import QUIET, Room
from tests.conftest import NO_PLANARALLY
from tests.planarally.house import House, Person

Come = Callable[..., Awaitable[Person]]


@pytest.fixture(scope="session")
def starter() -> str:
    named = os.environ.get("TURNKEEPER_PLANARALLY")
    if not named:
        pytest.skip(NO_PLANARALLY)
    return named


@pytest.fixture(scope="session")
def home(starter: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the starter installs; once for all tests."""
    return tmp_path_factory.mktemp("planarally")


@pytest_asyncio.fixture
async def house(starter: str, home: Path, tmp_path: Path) -> AsyncIterator[House]:
    mod = tmp_path / "turnkeeper.pam"
    made = Mod(shim()).content("/planarally/turnkeeper.pam", "")
    assert made is not None
    mod.write_bytes(made[1])
    house = House(starter, home, mod)
    await house.start()
    yield house
    await house.stop()


@pytest_asyncio.fixture
async def room(starter: str) -> AsyncIterator[Room]:
    room = Room()
    await room.start()
    yield room
    await room.stop()


@pytest_asyncio.fixture
async def browser(chromium: str) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=QUIET)
        yield browser
        await browser.close()


@pytest_asyncio.fixture
async def come(house: House, room: Room, browser: Browser) -> AsyncIterator[Come]:
    """Comes into the room: `await come("gm", room.link("gm"))`; without a link nobody sits down."""
    async with AsyncExitStack() as stack:

        async def enter(who: str, link: str = "", **options: Any) -> Person:
            person = await Person.come(browser, house, who, **options)
            stack.push_async_callback(person.page.context.close)
            if link:
                await person.paste(link)
                await person.window.locator(".connection.live").wait_for()
            return person

        yield enter
