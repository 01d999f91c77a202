"""The plot of docs/lab/solitaire-deals.md: how long the solver takes to decide a deal."""

from __future__ import annotations

import math
from importlib.resources import files
from pathlib import Path

from funkenflug.arena.sweep import Result, final_results
from funkenflug.core.drawing import Drawing, Fragment
from funkenflug.games import find_game
from funkenflug.jobs.journal import Journal

_LEFT, _TOP, _WIDTH, _HEIGHT = 64.0, 76.0, 520.0, 280.0
_SECONDS = (0.001, 0.01, 0.1, 1.0, 10.0, 60.0)
_LOOKS = {"feurio": "red", "vulkan": "blue"}
_STYLE = """
.funkenflug .title { font: 700 18px var(--serif); }
.funkenflug .note { font-size: 13px; fill: var(--ink-2); }
.funkenflug .tick { font-size: 13px; fill: var(--ink-3); }
.funkenflug .label { font-size: 14px; font-weight: 600; }
.funkenflug .grid { stroke: var(--line); }
.funkenflug .axis { stroke: var(--line-2); }
.funkenflug .middle { text-anchor: middle; }
.funkenflug .end { text-anchor: end; }
.funkenflug .curve { fill: none; stroke: var(--own-line); stroke-width: 2.5; stroke-linejoin: round; }
.funkenflug .casing { fill: none; stroke: var(--own-casing); stroke-width: 5.5; stroke-linejoin: round; }
.funkenflug .dot { fill: var(--own-line); stroke: var(--own-casing); stroke-width: 1.5; }
"""


def plot(folder: Path) -> str:
    """Return the share of deals that were decided within a time, from the journals in `folder`, as an SVG picture."""
    journals = [Journal(path, Result).read() for path in sorted(folder.glob("solitaire-*.jsonl"))]
    results = [result for journal in journals for result in journal]
    by_game = {game_id: list(final_results(results, game_id, 1, 0).values()) for game_id in _LOOKS}
    sheet = files("funkenflug.games").joinpath("board.css").read_text(encoding="utf-8")
    shapes = {"frame": _frame(), "budget": _line("axis", _across(60.0), _TOP, _across(60.0), _TOP + _HEIGHT)}
    label = -math.inf
    for game_id, of_game in sorted(by_game.items(), key=lambda item: -_decided(item[1])):
        label = max(_down(_decided(of_game)), label + 22)
        shapes[game_id] = _curve(game_id, of_game, label)
    title = "How long it takes to decide a solitaire deal"
    drawn = {id: Fragment(shape) for id, shape in shapes.items()}
    return Drawing(title, (0, 0, 740, 420), drawn, "", sheet + _STYLE).svg("auto") + "\n"


def _across(seconds: float) -> float:
    first, last = math.log(_SECONDS[0]), math.log(_SECONDS[-1])
    return _LEFT + _WIDTH * (math.log(max(seconds, _SECONDS[0])) - first) / (last - first)


def _down(share: float) -> float:
    return _TOP + _HEIGHT * (1 - share)


def _frame() -> str:
    parts = [
        _text("title", _LEFT, 34, "How long it takes to decide a solitaire deal"),
        _text("note", _LEFT, 56, "Share of deals with a line that wins, or a proof that there is none"),
        _text("note middle", _LEFT + _WIDTH / 2, _TOP + _HEIGHT + 46, "seconds on one core"),
    ]
    for percent in (0, 25, 50, 75, 100):
        y = _down(percent / 100)
        parts.append(_line("grid" if percent else "axis", _LEFT, y, _LEFT + _WIDTH, y))
        parts.append(_text("tick end", _LEFT - 10, y + 4.5, f"{percent}%"))
    for seconds in _SECONDS:
        parts.append(_line("axis", _across(seconds), _TOP + _HEIGHT, _across(seconds), _TOP + _HEIGHT + 6))
        parts.append(_text("tick middle", _across(seconds), _TOP + _HEIGHT + 22, f"{seconds:g}"))
    return f"<g>{''.join(parts)}</g>"


def _decided(results: list[Result]) -> float:
    return sum(result.verdict != "open" for result in results) / max(1, len(results))


def _curve(game_id: str, results: list[Result], label: float) -> str:
    """Return the curve of a game, with its name at height `label`."""
    times = sorted(result.seconds for result in results if result.verdict != "open")
    path = f"M{_across(times[0] if times else _SECONDS[-1]):.1f} {_down(0):.1f}"
    for count, seconds in enumerate(times, 1):
        path += f"H{_across(seconds):.1f}V{_down(count / len(results)):.1f}"
    right = _LEFT + _WIDTH
    name = f"{find_game(game_id).title} {_decided(results):.1%}".replace(".0%", "%").replace("%", " %")
    return (
        f'<g class="{_LOOKS[game_id]}"><path class="casing" d="{path}H{right:.1f}"/>'
        f'<path class="curve" d="{path}H{right:.1f}"/>{_dot(game_id, right + 16, label)}'
        f"{_text('label', right + 28, label + 5, name)}</g>"
    )


def _dot(game_id: str, x: float, y: float) -> str:
    """Return the marker of a game; it differs in shape as well as in colour."""
    if game_id == "vulkan":
        return f'<rect class="dot" x="{x - 5:.1f}" y="{y - 5:.1f}" width="10" height="10"/>'
    return f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="5.5"/>'


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(kind: str, x: float, y: float, words: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{words}</text>'
