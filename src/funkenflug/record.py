r"""The game record: a text that people can read, mail and keep, in the spirit of PGN.

    [Game "feurio"]
    [Players "2"]
    [Mode "competitive"]
    [Seed "7"]
    [Seat0 "Agnes"]
    [Seat1 "Bruno"]
    [Date "2026-11-15"]
    [Result "*"]

    1. tile 1,-1 + crew 2 green 1,0  # a remark goes to the end of its line
    2. tile 2,-1 + pass

Tags come first, one a line; in their values `\"` and `\\` stand for a quote and a backslash. Then the turns: a number
with a full stop, and the turn's moves with " + " between them. A line that begins with "+ " goes on with the turn.
Instead of a seed the deal can be given outright (Feurio!: Deck). Tags that mean nothing here are kept. Tags after moves
begin the next match of the file.
"""

from __future__ import annotations

import datetime
import re
import textwrap
from collections.abc import Iterator
from typing import Any

from funkenflug.game import Game, new
from funkenflug.games import room as room_of
from funkenflug.view import Outcome
from funkenflug.words import IllegalMove, both, clipped

_LONGEST_LINE = 2000
_REMARK_WIDTH = 100
_TAG = re.compile(r'\[([A-Z][A-Za-z0-9]{0,30}) "((?:[^"\\]|\\["\\])*)"\]')
_NUMBER = re.compile(r"\d{1,6}\.(?: |$)")
_OWN_TAGS = ("Game", "Players", "Mode", "Options", "Seed", "Date", "Result")


class RecordError(ValueError):
    """A record that cannot be read: where and why."""

    line: int
    reason: str

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


# Writing ------------------------------------------------------------------------------------------------------------


def write(game: Game) -> str:
    """Return the record of a match."""
    return f"{_written_tags(game)}\n{_written_moves(game)}"


def _written_tags(game: Game) -> str:
    setup = game.setup
    tags = {"Game": game.room.id, "Players": str(setup.players), "Mode": setup.mode}
    if setup.options:
        tags["Options"] = " ".join(setup.options)
    if setup.seed is not None:
        tags["Seed"] = setup.seed
    tags |= game.room.deal_tags(setup)
    tags |= {f"Seat{seat}": name for seat, name in enumerate(game.names)}
    tags |= {"Date": game.date.isoformat(), "Result": result_text(game.outcome())}
    tags |= {tag: value for tag, value in game.tags.items() if tag not in tags}
    return "".join(f'[{tag} "{_escaped(value)}"]\n' for tag, value in tags.items())


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def result_text(outcome: Outcome | None) -> str:
    """Return a result in a line: the scores and the winning seats, or won, or lost, or * while the match goes on."""
    if outcome is None:
        return "*"
    if not outcome.scores:
        return "won" if outcome.winners else "lost"
    return f"{'-'.join(map(str, outcome.scores))} seat {' and '.join(map(str, outcome.winners))}"


def _written_moves(game: Game) -> str:
    lines = _remark(game, 0)
    turn = 0
    for ply, (move, begins_turn) in enumerate(zip(game.moves, game.turn_beginnings, strict=True), 1):
        turn += begins_turn
        if begins_turn:
            lines.append(f"{turn}. {move}")
        elif "#" in lines[-1]:
            lines.append(f"   + {move}")
        else:
            lines[-1] += f" + {move}"
        if remark := _remark(game, ply):
            lines[-1] += f"  {remark[0]}"
            lines += remark[1:]
    return "".join(f"{line}\n" for line in lines)


def _remark(game: Game, ply: int) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(" ".join(game.comments.get(ply, "").split()), _REMARK_WIDTH)]


# Reading ------------------------------------------------------------------------------------------------------------


def load(text: str | bytes) -> Game:
    """Return the match of a record; `RecordError` tells the line and the reason if it cannot be read.

    >>> from funkenflug.game import new
    >>> game = new("feurio", players=3, seed=7)
    >>> load(game.record()) == game
    True
    """
    matches = load_all(text)
    if len(matches) != 1:
        raise RecordError(1, f"this record holds {len(matches)} matches; load_all reads them all")
    return matches[0]


def load_all(text: str | bytes) -> list[Game]:
    """Return all matches of a file of records."""
    lines = _Lines(_decoded(text) if isinstance(text, bytes) else text)
    matches = []
    while lines.skip_blank():
        matches.append(_read_match(lines))
    if not matches:
        raise RecordError(1, "this record holds no match")
    return matches


def _decoded(text: bytes) -> str:
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise RecordError(line, "this is no text in UTF-8") from None


class _Lines:
    """The lines of a text, with a place."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self.number = 1

    @property
    def current(self) -> str | None:
        if self.number > len(self._lines):
            return None
        line = self._lines[self.number - 1]
        if len(line) > _LONGEST_LINE:
            raise RecordError(self.number, f"a line of {len(line)} characters is too long")
        return line.strip()

    def skip_blank(self) -> bool:
        """Go to the next line with something on it; return whether there is one."""
        while self.current == "":
            self.number += 1
        return self.current is not None


def _read_match(lines: _Lines) -> Game:
    tags, places = _read_tags(lines)
    game = _set_up(tags, places)
    remarks: dict[int, list[str]] = {}
    while (line := lines.current) is not None and not line.startswith("["):
        moves, _, remark = line.partition("#")
        _play_line(game, moves.strip(), lines.number)
        if remark.strip():
            remarks.setdefault(len(game.moves), []).append(remark.strip())
        lines.number += 1
    game.comments = {ply: " ".join(texts) for ply, texts in remarks.items()}
    _check_result(game, tags, places)
    return game


def _read_tags(lines: _Lines) -> tuple[dict[str, str], dict[str, int]]:
    tags: dict[str, str] = {}
    places: dict[str, int] = {}
    while (line := lines.current) is not None and line.startswith("["):
        found = _TAG.fullmatch(line)
        if found is None:
            raise RecordError(lines.number, f'a tag looks like [Game "feurio"], not {clipped(line)}')
        tag, value = found.groups()
        if tag in tags:
            raise RecordError(lines.number, f"the tag {tag} is there twice")
        tags[tag] = re.sub(r'\\(["\\])', r"\1", value)
        places[tag] = lines.number
        lines.number += 1
    if "Game" not in tags:
        raise RecordError(min(places.values(), default=lines.number), "a record begins with tags, Game among them")
    return tags, places


def _set_up(tags: dict[str, str], places: dict[str, int]) -> Game:
    first = min(places.values())
    try:
        players = _whole_number(tags, places, "Players")
        room = room_of(tags["Game"])
        names = _names(tags, players)
        words: dict[str, Any] = room.read_deal_tags(tags)
        if "Seed" not in tags and room.leaves_to_chance(words):
            raise ValueError("the tag Seed is missing, and the deal is not given outright")
        game = new(
            room.id,
            players=players,
            mode=tags.get("Mode"),
            options=tags.get("Options", "").split(),
            seed=tags.get("Seed"),
            names=names,
            **words,
        )
        game.date = datetime.date.fromisoformat(tags["Date"]) if "Date" in tags else game.date
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(first, str(error)) from None
    own = {*_OWN_TAGS, *(f"Seat{seat}" for seat in range(4)), *(word.title() for word in room.deal_words)}
    game.tags = {tag: value for tag, value in tags.items() if tag not in own}
    return game


def _names(tags: dict[str, str], players: int) -> list[str] | None:
    named = [seat for seat in range(4) if f"Seat{seat}" in tags]
    if named and named != list(range(players)):
        raise ValueError(f"{len(named)} names for {players} players, for seat {both(map(str, named))}")
    return [tags[f"Seat{seat}"] for seat in named] or None


def _whole_number(tags: dict[str, str], places: dict[str, int], tag: str) -> int:
    if tag not in tags:
        raise RecordError(min(places.values()), f"the tag {tag} is missing")
    if not re.fullmatch(r"[0-9]{1,3}", tags[tag]):
        raise RecordError(places[tag], f"{tag} is a whole number, not {clipped(tags[tag])!r}")
    return int(tags[tag])


def _play_line(game: Game, line: str, number: int) -> None:
    for move in _moves_of(line):
        try:
            game.play(move)
        except IllegalMove as illegal:
            raise RecordError(number, f"{clipped(move)}: {illegal}") from None


def _moves_of(line: str) -> Iterator[str]:
    line = line.removeprefix("+ ")
    if found := _NUMBER.match(line):
        line = line[found.end() :].strip()
    return iter(line.split(" + ")) if line else iter(())


def _check_result(game: Game, tags: dict[str, str], places: dict[str, int]) -> None:
    claimed = tags.get("Result", "*")
    played = result_text(game.outcome())
    if claimed not in ("*", played):
        raise RecordError(places["Result"], f"the result is {played}, not {clipped(claimed)}")
