"""A plot of a training: the share of duels that each generation won."""

from __future__ import annotations

from collections.abc import Sequence

from funkenflug.bots.train.generations import Report
from funkenflug.jobs.statistics import share_of

_LEFT, _TOP, _HIGH, _STEP = 60, 20, 200, 60
_COLOURS = {2: "#b5451b", 3: "#2b6a99", 4: "#5b7a2f"}


def plot(reports: Sequence[Report]) -> str:
    """Return an SVG: a point for each generation and number of players, hollow if it was dropped, with its interval."""
    generations = max((report.generation for report in reports), default=0) + 1
    right, bottom = _LEFT + generations * _STEP, _TOP + _HIGH
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right + 100} {bottom + 40}" font-family="sans-serif" '
        'font-size="12"><title>Duels won by each generation</title><rect width="100%" height="100%" fill="#fff"/>'
    ]
    for percent in range(0, 101, 25):
        y = bottom - _HIGH * percent / 100
        parts.append(f'<path d="M{_LEFT} {y:g}H{right}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4:g}" text-anchor="end">{percent} %</text>')
    for generation in range(generations):
        x = _LEFT + (generation + 0.5) * _STEP
        parts.append(f'<text x="{x:g}" y="{bottom + 20}" text-anchor="middle">{generation}</text>')
    for place, players in enumerate(sorted({report.players for report in reports})):
        colour = _COLOURS.get(players, "#444")
        parts.append(f'<text x="{right + 10}" y="{_TOP + 16 * place + 10}" fill="{colour}">{players} players</text>')
    parts += [_point(report, bottom) for report in reports if report.duels > 0]
    return "".join([*parts, "</svg>\n"])


def _point(report: Report, bottom: int) -> str:
    won = share_of(report.won, report.duels)
    colour = _COLOURS.get(report.players, "#444")
    x = _LEFT + (report.generation + 0.5) * _STEP + 10 * (report.players - 3)
    low, y, high = (bottom - _HIGH * share for share in (won.low, won.share, won.high))
    fill = colour if report.kept else "#fff"
    return (
        f'<path d="M{x:g} {low:.1f}V{high:.1f}" stroke="{colour}"/>'
        f'<circle cx="{x:g}" cy="{y:.1f}" r="4" fill="{fill}" stroke="{colour}"/>'
    )
