"""Lines in a plane with logarithmic axes, as SVG."""

from __future__ import annotations

from html import escape
from math import ceil, floor, log10

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 680, 380, 70, 160, 40, 50
COLOURS = ("#b5442c", "#2c6db5", "#3c8d40", "#8a5ca8", "#b58a2c", "#666666")

Points = list[tuple[float, float]]


class Axis:
    """Whole powers of ten around what is to be shown, from `start` to `end` on the paper."""

    def __init__(self, values: list[float], start: float, end: float) -> None:
        self._low = floor(log10(min(values)))
        self._high = max(self._low + 1, ceil(log10(max(values))))
        self._start, self._end = start, end

    def place(self, value: float) -> float:
        part = (log10(value) - self._low) / (self._high - self._low)
        return self._start + part * (self._end - self._start)

    @property
    def ticks(self) -> list[float]:
        return [10.0**power for power in range(self._low, self._high + 1)]


def chart(title: str, across: str, up: str, lines: dict[str, Points]) -> str:
    """The SVG. `across` and `up` name the axes, units included."""
    points = [point for line in lines.values() for point in line]
    x = Axis([point[0] for point in points], LEFT, WIDTH - RIGHT)
    y = Axis([point[1] for point in points], HEIGHT - BOTTOM, TOP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12" fill="#333">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        _text(LEFT, TOP - 18, title, size=14),
        _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, across, anchor="middle"),
        _text(LEFT, TOP - 4, up, size=11),
        *(_grid(x.place(tick), TOP, x.place(tick), HEIGHT - BOTTOM) for tick in x.ticks),
        *(_grid(LEFT, y.place(tick), WIDTH - RIGHT, y.place(tick)) for tick in y.ticks),
        *(_text(x.place(t), HEIGHT - BOTTOM + 16, f"{t:,g}", anchor="middle") for t in x.ticks),
        *(_text(LEFT - 6, y.place(t) + 4, f"{t:,g}", anchor="end") for t in y.ticks),
    ]
    for number, (name, line) in enumerate(lines.items()):
        parts += _line(name, [(x.place(a), y.place(b)) for a, b in line], number)
    return "\n".join([*parts, "</svg>\n"])


def _line(name: str, line: Points, number: int) -> list[str]:
    colour = COLOURS[number % len(COLOURS)]
    path = " ".join(f"{a:.1f},{b:.1f}" for a, b in line)
    dots = [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{colour}"/>' for a, b in line]
    label = _text(WIDTH - RIGHT + 12, TOP + 14 + number * 18, name, colour=colour)
    return [
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>',
        *dots,
        label,
    ]


def _grid(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#ddd"/>'


def _text(
    x: float, y: float, text: str, *, anchor: str = "start", size: int = 12, colour: str = "#333"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
        f'fill="{colour}">{escape(text)}</text>'
    )
