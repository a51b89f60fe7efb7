"""The adapter in a small Foundry, at a real server that goes away and comes back."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

from tests.browser.conftest import Room
from tests.server.hosting import SOON

PLAY = Path(__file__).parent / "play.mjs"


async def test_a_fight_that_is_led_from_foundrys_own_tracker(node: str) -> None:
    room = Room()
    await room.start()
    play = {"address": f"http://127.0.0.1:{room.port}/", "tokens": room.tokens}
    process = await asyncio.create_subprocess_exec(
        node,
        "--experimental-websocket",
        "--no-warnings",
        str(PLAY),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, "TURNKEEPER_PLAY": json.dumps(play)},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    said: list[str] = []
    try:
        async with asyncio.timeout(SOON):
            async for line in process.stdout:
                said.append(line.decode().rstrip())
                if said[-1] == "restart":
                    await room.stop()
                    await room.start()
                    process.stdin.write(b"back\n")
            await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        await room.stop()
    assert said == ["restart", "played"], "\n".join(said)
