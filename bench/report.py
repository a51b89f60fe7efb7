"""What was measured as tables and charts: figures, the target of each, and whether it is reached."""

from __future__ import annotations

import platform
import re
import subprocess
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench.chart import chart
from bench.process import HERE, PEERS_PYTHON

Results = dict[str, Any]
Row = tuple[str, str, str, bool]
"""What it is, what was measured, what was to be reached, whether it was."""

RATIOS = {"ws": 1.2, "socket.io": 1.6, "python-socketio": 4.0, "prebuilt": 0.9}
"""Deliveries per processor second of ours, as a part of the peer's."""

NAMES = {
    "ours": "Turnkeeper", "ws": "Node ws", "socket.io": "socket.io",
    "python-socketio": "python-socketio on aiohttp", "broadcast": "websockets.broadcast",
    "prebuilt": "one frame to each uvloop transport",
}  # fmt: skip


def fanout(found: Results) -> list[Row]:
    rows = []
    for name, target in RATIOS.items():
        if name in found:
            ratio = found[name]["us"] / found["ours"]["us"]
            rows.append(
                (f"deliveries a CPU second, against {NAMES[name]}", f"{ratio:.2f} ×",
                 f"≥ {target:g} ×", ratio >= target)
            )  # fmt: skip
    return rows


def latency(found: Results) -> list[Row]:
    rows = []
    for key, name in (("p50_ms", "p50"), ("p99_ms", "p99")):
        mine, bare = found["ours"][key], found["broadcast"][key]
        rows.append(
            (f"`advance` to the last of 200, {name}, against websockets.broadcast",
             f"{mine:.2f} ms, {mine / bare:.2f} ×", "≤ 1.5 ×", mine / bare <= 1.5)
        )  # fmt: skip
    return rows


def neighbours(found: Results) -> list[Row]:
    alone, beside = found["alone"], found["crowd"]
    blocked = beside["p99_ms"] - alone["p50_ms"]
    text = f"{blocked:.2f} ms at p99, {beside['max_ms']:.1f} ms at most (alone {alone['max_ms']:.1f} ms)"
    reached = beside["max_ms"] - alone["p50_ms"] <= 5
    return [("another table waits for one of 1,000 connections", text, "≤ 5 ms", reached)]


def ticking(found: Results) -> list[Row]:
    late, ping = found["p99_ms"], found["ping"]["p99_ms"]
    return [
        ("1,000 tables of 6: p99 of a tick from its time", f"{late:.1f} ms", "≤ 50 ms", late <= 50),
        ("… a round trip beside them, p99", f"{ping:.1f} ms", "≤ 50 ms", ping <= 50),
        ("… gaps in what was sent", str(found["gaps"]), "0", found["gaps"] == 0),
    ]


def weight(found: Results) -> list[Row]:
    played = f"{found['table']:.1f} KiB (just played at: {found['played']:.0f} KiB)"
    figures = {"connection": f"{found['connection']:.1f} KiB", "table": played}
    return [
        (name, figures[key], f"≤ {most} KiB", found[key] <= most)
        for key, name, most in (
            ("connection", "an idle connection", 20),
            ("table", "a table that rests", 30),
        )
    ]


def rules(found: Results, delivery: float) -> list[Row]:
    small, large = found["20"], found["500"]
    times, growth = small["us"] / delivery, large["us"] / small["us"]
    first, began = small["first_us"] / delivery, large["first_us"] / small["first_us"]
    size = max(small["bytes"], large["bytes"])
    return [
        ("an `advance` at 20 combatants before it is sent",
         f"{small['us']:.0f} µs, {times:.0f} deliveries", "< 5", times < 5),
        ("… at 500 against 20", f"{growth:.1f} ×", "≤ 4 ×", growth <= 4),
        ("… in the first round, at 20", f"{small['first_us']:.0f} µs, {first:.0f} deliveries", "< 5",
         first < 5),
        ("… in the first round, at 500 against 20", f"{began:.1f} ×", "≤ 4 ×", began <= 4),
        ("… bytes of a tick with one actor, at 20 and 500", f"{size:.0f}", "≤ 400", size <= 400),
    ]  # fmt: skip


HELD = {
    "roll": "a roll for all", "round": "a round of turns", "end": "the end of a fight with 500 effects",
}  # fmt: skip


def holds(found: Results) -> list[Row]:
    """The longest stretch at ten times the people, which may not be much above ten times as long."""
    rows = []
    for name, sizes in found.items():
        (few, small), (many, large) = sorted(sizes.items(), key=lambda one: int(one[0]))
        growth = large[1] / small[1] / (int(many) / int(few))
        rows.append(
            (f"{HELD[name]}, {many} combatants: the longest stretch, and the whole",
             f"{large[0]:.1f} ms of {large[1]:.0f} ms; a head costs {growth:.1f} × what it does at {few}",
             "≤ 2 ×", growth <= 2)
        )  # fmt: skip
    return rows


def commands(found: Results) -> list[Row]:
    rows = []
    for clients, rates in found.items():
        mine, bare = rates["ours"]["rate"], rates["echo"]["rate"]
        rows.append(
            (f"durable commands a second, {clients} clients, against the echo",
             f"{mine:.0f}, {mine / bare:.2f} ×", "≥ 0.5 ×", mine / bare >= 0.5)
        )  # fmt: skip
    return rows


def opening(found: Results) -> list[Row]:
    shortest, longest = min(found.values()), max(found.values())
    text = " / ".join(f"{one:.0f}" for one in found.values())
    names = " / ".join(f"{int(length):,}" for length in found)
    flat = longest <= 1.5 * shortest
    return [(f"opening a table of {names} commands", f"{text} ms", "flat", flat)]


def start(found: float) -> list[Row]:
    return [("start to the first connection", f"{found:.0f} ms", "≤ 500 ms", found <= 500)]


def page(found: Results) -> list[Row]:
    return [
        ("60 updates a second on 50 combatants, tasks above 50 ms",
         f"{found['long']} (longest {found['longest']:.0f} ms, {found['fps']:.0f} frames a second)",
         "0", found["long"] == 0),
    ] if "long" in found else []  # fmt: skip


def shim(found: int) -> list[Row]:
    return [
        (
            "the core: a seat, its words, and what they import, gzip",
            f"{found / 1000:.1f} kB",
            "≤ 10 kB",
            found <= 10_000,
        )
    ]


def floods(found: Results) -> list[Row]:
    alone = found["alone"]["p50_ms"]
    return [
        (f"a round trip beside a flood of {kind}, p99 above the median alone",
         f"{one['p99_ms']:.1f} ms, {one['p99_ms'] / alone:.0f} ×", "≤ 50 ms",
         one["p99_ms"] - alone <= 50)
        for kind, one in found.items() if kind != "alone"
    ]  # fmt: skip


def rows(results: Results) -> list[Row]:
    delivery = results["fanout"].get("prebuilt", {}).get("us", 0) if "fanout" in results else 0
    found: list[Row] = []
    for name, made in results.items():
        if name == "rules":
            found += rules(made, delivery) if delivery and "500" in made else []
        elif name in SHOWN:
            found += SHOWN[name](made)
    return found


SHOWN = {
    "fanout": fanout, "latency": latency, "neighbours": neighbours, "ticking": ticking,
    "weight": weight, "holds": holds, "commands": commands, "opening": opening, "start": start, "page": page,
    "shim": shim, "floods": floods,
}  # fmt: skip


def table(results: Results) -> str:
    lines = ["| what | measured | target | |", "| --- | --- | --- | --- |"]
    lines += [
        f"| {name} | {figure} | {target} | {'reached' if reached else '**missed**'} |"
        for name, figure, target, reached in rows(results)
    ]
    return "\n".join(lines)


def relays(found: Results) -> str:
    lines = [
        "| server | µs of CPU a delivery | spread | p50 ms | p99 ms |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, one in sorted(found.items(), key=lambda item: item[1]["us"]):
        low, high = one["spread"]
        lines.append(
            f"| {NAMES[name]} | {one['us']:.1f} | {low:.1f}–{high:.1f} "
            f"| {one['p50_ms']:.2f} | {one['p99_ms']:.2f} |"
        )
    return "\n".join(lines)


def machine() -> str:
    """What it was measured on, and the versions."""
    names = re.findall(r"model name\s*: (.+)", Path("/proc/cpuinfo").read_text())
    ask = "from importlib.metadata import version as v; print(v('aiohttp'), v('python-socketio'))"
    peers = _said([str(PEERS_PYTHON), "-c", ask]).split() or ["?", "?"]
    own = {name: version(name) for name in ("websockets", "uvloop", "msgspec")}
    return (
        f"{time.strftime('%Y-%m-%d')}; {len(names)} × {names[0]}, {platform.system()} "
        f"{platform.release()}; Python {platform.python_version()}, "
        + ", ".join(f"{name} {number}" for name, number in own.items())
        + f", Node {_said(['node', '--version']).strip()[1:]}, aiohttp {peers[0]}, "
        f"python-socketio {peers[1]}; ws and socket.io as `peers/package-lock.json` pins them. "
        "Loopback, no TLS, no compression."
    )


def _said(command: list[str]) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def write(results: Results) -> None:
    """Puts the tables into the README and draws the charts beside it."""
    readme = HERE / "README.md"
    parts = [machine(), table(results)]
    if "fanout" in results:
        parts.append(relays(results["fanout"]))
    made = "<!-- measured -->\n" + "\n\n".join(parts) + "\n<!-- end -->"
    text = re.sub("<!-- measured -->.*<!-- end -->", lambda _: made, readme.read_text(), flags=re.S)
    readme.write_text(text)
    draw(results)


def draw(results: Results) -> None:
    if "rules" in results:
        lines = {
            title: [(int(n), one[key]) for n, one in results["rules"].items() if key in one]
            for key, title in MOMENTS.items()
        }
        _save("rules", chart("An advance before it is sent", "combatants", "µs of CPU", lines))
    if "growth" in results:
        lines = {NAMES[name]: [tuple(p) for p in line] for name, line in results["growth"].items()}
        lines = {name[:22]: line for name, line in lines.items()}
        _save("fanout", chart("A delivery", "connections at the table", "µs of CPU", lines))
    if "opening" in results:
        lines = {"opening": [(int(n), ms) for n, ms in results["opening"].items()]}
        _save("opening", chart("Opening a table", "commands in its log", "ms", lines))


MOMENTS = {
    "us": "an ordinary moment", "first_us": "… in round 1", "round_us": "a round's first",
}  # fmt: skip


def _save(name: str, svg: str) -> None:
    (HERE / f"{name}.svg").write_text(svg, "utf-8")
