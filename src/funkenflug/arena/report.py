"""The report of an arena: one self-contained HTML page with plots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape

from funkenflug.arena.match import MatchResult
from funkenflug.arena.ratings import Rating
from funkenflug.arena.standings import ContestantStanding, Mean, Standings, short_name
from funkenflug.core.words import counted
from funkenflug.games import find_game
from funkenflug.jobs.statistics import Share, duration

_STYLE = """
:root { color-scheme: light dark; --ink: #1c1b19; --soft: #6a665f; --line: #d9d4ca; --paper: #fdfcf9;
  --mark: #0072b2; --warm: #d55e00; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece8e0; --soft: #a39d92; --line: #45413a; --paper: #1a1917;
  --mark: #56b4e9; --warm: #e69f00; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 56rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { margin-bottom: 0; } h1 + p { margin-top: 0; color: var(--soft); }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; } .wide { overflow-x: auto; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child, .words td { text-align: left; } .words td { vertical-align: top; }
small { color: var(--soft); white-space: nowrap; }
figure { margin: 1.5rem 0; } figcaption { color: var(--soft); }
svg { display: block; width: 100%; height: auto; margin: 1rem 0; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; } svg .soft { fill: var(--soft); }
svg .mark { fill: var(--mark); } svg .span { stroke: var(--mark); stroke-width: 3; }
svg .level { stroke: var(--warm); stroke-width: 1.5; stroke-dasharray: 4 3; } svg .grid { stroke: var(--line); }
code { overflow-wrap: anywhere; }
"""


def report(found: Standings, matches: Sequence[MatchResult], command: str) -> str:
    """Return the report of an arena, with the command that repeats it."""
    plan = found.plan
    title = f"{find_game(plan.game).title}: {' · '.join(plan.names)}"
    parts = [
        f"<h1>{escape(title)}</h1><p>{escape(_summary(found))}</p>",
        "<h2>Contestants</h2>",
        _contestants(found),
        _rating_plot(found.contestants),
        _share_plot(found.contestants, plan.seats, "Victories") if found.seats else "",
        _duels(found),
        "<h2>Seats</h2>" + _seats(found) + _share_plot(found.seats, plan.seats, "Victories") if found.seats else "",
        "<h2>Length</h2>" + _lengths(found, matches) if found.length is not None else "",
        "<h2>Forfeits</h2>" + _forfeits(found) if found.forfeits else "",
        "<h2>How it was played</h2>",
        f"<p><code>{escape(command)}</code></p><p>{_method(found)}</p>",
    ]
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    return f'<!doctype html>\n<html lang="en"><head>{head}<style>{_STYLE}</style></head><body>\n' + (
        "\n".join(filter(None, parts)) + "\n</body></html>\n"
    )


def _summary(found: Standings) -> str:
    plan = found.plan
    words = [
        counted(plan.seats, "seat"),
        plan.mode,
        *plan.options,
        *plan.deal.values(),
        f"{counted(found.games, 'game')} of {counted(found.deals, 'deal')}",
        f"begun on {plan.date}",
        *([f"version {plan.version}"] if plan.version else ()),
    ]
    if plan.simulations is not None:
        words.append(f"{plan.simulations * plan.scale:g} simulations stand for a second")
    elif plan.scale != 1:
        words.append(f"levels with {plan.scale:g} of their time")
    return ", ".join(words)


def _method(found: Standings) -> str:
    timed = "" if found.plan.simulations is not None else " Levels that think for a time may choose differently again."
    return (
        "Every deal is played from all seats, in every order of the contestants. Ratings are on the scale of Elo with "
        "0 as the mean, from who finished before whom (Bradley and Terry); their 95% intervals come from "
        "resampling the deals, or from Wilson's bound for those who always finished first or last. How likely it is "
        "that one is stronger than the next comes from the deals in which one of the two did better. The intervals "
        "of shares are Wilson's. A shared victory counts as its part." + timed
    )


# Tables -------------------------------------------------------------------------------------------------------------


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]], style: str = "") -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table class="{style}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _contestants(found: Standings) -> str:
    heads = ("", "rating", "stronger than the next", "won", "points", "games", "forfeits", "a move")
    return _table(
        heads,
        (
            [escape(s.name), _rating(s), _superiority(s), *_achieved(s), duration(s.seconds_a_move)]
            for s in found.contestants
        ),
    )


def _seats(found: Standings) -> str:
    return _table(("", "won", "points", "games", "forfeits"), ([s.name, *_achieved(s)] for s in found.seats))


def _achieved(standing: ContestantStanding) -> list[str]:
    return [_share(standing.wins), _mean(standing.points), str(standing.games), str(standing.forfeits)]


def _rating(standing: ContestantStanding) -> str:
    if (rating := standing.rating) is None:
        return "–"
    value = f"{rating.value:+.0f}"
    return f"{value} <small>({escape(rating.interval)})</small>" if rating.interval else value


def _superiority(standing: ContestantStanding) -> str:
    return "" if standing.superiority is None else f"{standing.superiority:.1%}"


def _share(share: Share) -> str:
    return f"{share.share:.1%} <small>({share.low:.1%} to {share.high:.1%})</small>"


def _mean(points: Mean | None) -> str:
    return "–" if points is None else f"{points.mean:.1f} <small>({points.low:.1f} to {points.high:.1f})</small>"


def _duels(found: Standings) -> str:
    names = [standing.name for standing in found.contestants if found.duels.get(standing.name)]
    if len(names) < 2:
        return ""
    rows = (
        [escape(name), *(_share(found.duels[name][rival]) if rival in found.duels[name] else "" for rival in names)]
        for name in names
    )
    return "<h2>Who finished before whom</h2>" + _table(("", *names), rows)


def _forfeits(found: Standings) -> str:
    rows = (
        [str(index + 1), escape(each.name), str(each.seat), escape(each.reason)]
        for index, each in found.forfeits.items()
    )
    return _table(("game", "contestant", "seat", "reason"), rows, "words")


# Plots --------------------------------------------------------------------------------------------------------------

_LEFT, _RIGHT, _ROW = 170, 620, 30
_WIDTH = 700


def _rating_plot(standings: Sequence[ContestantStanding]) -> str:
    rated = [(s.name, s.rating) for s in standings if s.rating is not None]
    if not rated:
        return ""
    bounds = [bound for _, r in rated for bound in (r.low, r.value, r.high) if bound is not None]
    reach = max(50.0, 1.1 * max(map(abs, bounds)))
    rows = [(name, r.value, *_ends(r, reach), f"{r.value:+.0f}") for name, r in rated]
    return _dots(
        "Ratings with their 95% intervals",
        rows,
        (-reach, reach),
        0.0,
        [(-reach, f"{-reach:.0f}"), (0, "0"), (reach, f"{reach:+.0f}")],
    )


def _ends(rating: Rating, reach: float) -> tuple[float, float]:
    """Return the ends of an interval in the plot, which an open one reaches."""
    if rating.low is None and rating.high is None:
        return rating.value, rating.value
    return -reach if rating.low is None else rating.low, reach if rating.high is None else rating.high


def _share_plot(standings: Sequence[ContestantStanding], seats: int, title: str) -> str:
    rows = [(s.name, s.wins.share, s.wins.low, s.wins.high, f"{s.wins.share:.1%}") for s in standings]
    ticks = [(0.0, "0%"), (1 / seats, f"1 in {seats}"), (1.0, "100%")]
    return _dots(f"{title} with their 95% intervals", rows, (0.0, 1.0), 1 / seats, ticks)


def _dots(
    title: str,
    rows: Sequence[tuple[str, float, float, float, str]],
    span: tuple[float, float],
    level: float,
    ticks: Sequence[tuple[float, str]],
) -> str:
    """Return a plot with a dot and an interval for each row, and a line at equality."""

    def x(value: float) -> float:
        return round(_LEFT + (value - span[0]) / (span[1] - span[0]) * (_RIGHT - _LEFT), 1)

    bottom = _ROW * len(rows) + 6
    parts = [f'<line class="grid" x1="{_LEFT}" y1="{bottom}" x2="{_RIGHT}" y2="{bottom}"/>']
    parts += [
        f'<text class="soft" x="{x(at)}" y="{bottom + 18}" text-anchor="middle">{text}</text>' for at, text in ticks
    ]
    parts.append(f'<line class="level" x1="{x(level)}" y1="4" x2="{x(level)}" y2="{bottom}"/>')
    for row, (name, value, low, high, text) in enumerate(rows):
        y = _ROW * row + 20
        parts.append(f'<text x="{_LEFT - 12}" y="{y + 4}" text-anchor="end">{escape(short_name(name, 23))}</text>')
        parts.append(f'<line class="span" x1="{x(low)}" y1="{y}" x2="{x(high)}" y2="{y}"/>')
        parts.append(f'<circle class="mark" cx="{x(value)}" cy="{y}" r="6"/>')
        parts.append(f'<text x="{_WIDTH}" y="{y + 4}" text-anchor="end">{text}</text>')
    return _svg(title, bottom + 26, parts)


def _svg(title: str, height: int, parts: Iterable[str]) -> str:
    drawn = f'<svg viewBox="0 0 {_WIDTH} {height}" role="img"><title>{title}</title>{"".join(parts)}</svg>'
    return f"<figure><figcaption>{title}</figcaption>{drawn}</figure>"


def _lengths(found: Standings, matches: Sequence[MatchResult]) -> str:
    length = found.length
    assert length is not None
    text = f"{length.mean:.1f} moves on average, half of the games within {length.median:g}"
    counts = Counter(match.moves for match in matches if match.forfeit is None)
    return f"<p>{text}, from {length.shortest} to {length.longest}.</p>{_histogram(counts)}"


def _histogram(counts: Counter[int]) -> str:
    """Return a histogram of match lengths, with at most 40 bars."""
    first, last = min(counts), max(counts)
    step = (last - first) // 40 + 1
    bars = Counter(dict.fromkeys(range(first, last + 1, step), 0))
    for moves, games in counts.items():
        bars[first + (moves - first) // step * step] += games
    most, wide, high = max(bars.values()), (_WIDTH - 20) / len(bars), 140
    parts = [f'<line class="grid" x1="10" y1="{high + 10}" x2="{_WIDTH - 10}" y2="{high + 10}"/>']
    for place, (begin, games) in enumerate(sorted(bars.items())):
        tall = round(high * games / most, 1)
        text = f"{begin} moves" if step == 1 else f"{begin} to {begin + step - 1} moves"
        parts.append(
            f'<rect class="mark" x="{10 + place * wide + 1:.1f}" y="{high + 10 - tall:.1f}" '
            f'width="{max(wide - 2, 1):.1f}" height="{tall}"><title>{text}: {games} games</title></rect>'
        )
    parts.append(f'<text class="soft" x="10" y="{high + 28}">{first}</text>')
    parts.append(f'<text class="soft" x="{_WIDTH - 10}" y="{high + 28}" text-anchor="end">{last} moves</text>')
    return _svg("Moves of the games", high + 34, parts)
