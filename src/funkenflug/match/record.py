r"""Game records: readable text in the spirit of PGN.

    [Game "feurio"]
    [Players "2"]
    [Mode "competitive"]
    [Seed "7"]
    [Seat0 "Agnes"]
    [Seat1 "Bruno"]
    [Date "2026-11-15"]
    [Result "*"]

    1. tile 1,-1 + crew 2 green 1,0  # a remark ends with its line
    2. tile 2,-1 + pass

Tags come first, one per line; in values `\"` and `\\` stand for a quote and a backslash. Then the turns: a number
with a full stop, and the moves of the turn separated by " + ". A line that begins with "+ " continues the turn. The
deal can be given in full instead of a seed (Feurio!: Deck); a match that was set up in a position has the tag Position
instead of both. Unknown tags are kept. A tag after moves, or another Game
tag, begins the next match of the file. What a clock shows after a move is a part of its remark: [%clock 93.5].
After a backslash, that is plain text.
"""

from __future__ import annotations

import datetime
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from funkenflug.core.seeds import seed_text
from funkenflug.core.view import Outcome
from funkenflug.core.words import IllegalMove, Message, both, clipped, counted, reason_of
from funkenflug.games import find_game, list_games
from funkenflug.games.base import GameType
from funkenflug.match.game import Game, checked_name, checked_names, checked_options, new, wrong_count
from funkenflug.match.position import position

_LONGEST_LINE = 2000
_REMARK_WIDTH = 100
_LONG_WORD = re.compile(r"(\S{1000})(?=\S)")
_TAG = re.compile(r'\[([A-Z][A-Za-z0-9]{0,30}) "((?:[^"\\]|\\["\\])*)"\]')
_NUMBER = re.compile(r"[0-9]+\.\s*")
_BETWEEN_MOVES = re.compile(r"(?<=\S)\s+\+\s+")  # tried once for each gap, not for each space of it
_CLOCK_TEXT = r"\[%clock ([0-9]{1,9}(?:\.[0-9]{1,9})?)\]"
_CLOCK = re.compile(rf"\s*(?<!\\){_CLOCK_TEXT}")
_LIKE_A_CLOCK = re.compile(_CLOCK_TEXT)  # in what somebody said: written with a backslash
_NO_CLOCK = re.compile(rf"\\({_CLOCK_TEXT})")
_SEATS = tuple(f"Seat{seat}" for seat in range(4))


class RecordError(ValueError):
    """A record cannot be read: the line and the reason.

    >>> try:
    ...     load("nonsense")
    ... except RecordError as error:
    ...     print(error.line, error.reason)
    1 a record begins with tags, Game among them
    """

    line: int
    reason: str

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


def _own_tags(game_type: GameType) -> set[str]:
    """Return the tags that describe the match itself; all others are in `game.tags`."""
    deal = (word.title() for word in game_type.deal_words)
    return {"Game", "Players", "Mode", "Options", "Seed", "Position", "Date", "Result", *_SEATS, *deal}


# Writing ------------------------------------------------------------------------------------------------------------


def write(game: Game) -> str:
    """Return the record of a match; raise a `ValueError` if it could not be read back."""
    return f"{_written_tags(game)}\n{_written_moves(game)}"


def _written_tags(game: Game) -> str:
    setup = game.setup
    tags = {"Game": game.type.id, "Players": str(setup.players), "Mode": setup.mode}
    if setup.options:
        tags["Options"] = " ".join(setup.options)
    if setup.position is not None:
        tags["Position"] = setup.position
    else:
        tags |= {"Seed": setup.seed} if setup.seed is not None else {}
        tags |= game.type.deal_tags(setup)
    tags |= dict(zip(_SEATS, checked_names(game.type, game.names, setup.players), strict=False))
    tags |= {"Date": datetime.date.isoformat(game.date), "Result": result_text(game.outcome(), game.mode)}
    for tag in game.tags.keys() & _own_tags(game.type):
        raise ValueError(f"the tag {tag} cannot be written: it is for what the match itself says")
    return "".join(f"{_written_tag(tag, value)}\n" for tag, value in (tags | game.tags).items())


def _written_tag(tag: str, value: str) -> str:
    if _TAG.fullmatch(f'[{tag} ""]') is None:
        raise ValueError(
            f"the tag {clipped(repr(tag))} cannot be written: a name begins with a capital letter and goes on with "
            "letters and digits, 31 characters at most"
        )
    if not isinstance(value, str):
        raise ValueError(f"the tag {tag} cannot be written: its value must be a text, not {type(value).__name__}")
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    line = f'[{tag} "{escaped}"]'
    if len(line.splitlines()) > 1 or len(line) > _LONGEST_LINE:
        raise ValueError(f"the tag {tag} cannot be written: it must fit on a line of {_LONGEST_LINE} characters")
    return line


def result_text(outcome: Outcome | None, mode: str) -> str:
    """Format a result: the scores, if any, and the winning seats, or won, or lost, or * for an unfinished match."""
    if outcome is None:
        return "*"
    if mode != "competitive":
        return "won" if outcome.winners else "lost"
    return f"{'-'.join(map(str, outcome.scores))} seat {' and '.join(map(str, outcome.winners))}".lstrip()


def _written_moves(game: Game) -> str:
    _check_remarks(game)
    lines = _remark(game, 0)
    turn = 0
    for ply, (move, begins_turn) in enumerate(zip(game.moves, game.turn_beginnings, strict=True), 1):
        turn += begins_turn
        if begins_turn:
            lines.append(f"{turn}. {move}")
        elif not lines or "#" in lines[-1]:  # a match can be set up in the middle of a turn
            lines.append(f"   + {move}")
        else:
            lines[-1] += f" + {move}"
        if remark := _remark(game, ply):
            lines[-1] += f"  {remark[0]}"
            lines += remark[1:]
    return "".join(f"{line}\n" for line in lines)


def _check_remarks(game: Game) -> None:
    for ply, remark in game.comments.items():
        if ply not in range(len(game.moves) + 1):
            played = counted(len(game.moves), "move")
            raise ValueError(f"there is a remark at move {clipped(repr(ply))}, and the match has {played}")
        if not isinstance(remark, str):
            raise ValueError(f"a remark must be a text, not {clipped(repr(remark))}")
    for ply, seconds in game.clocks.items():
        if ply not in range(len(game.moves) + 1):
            played = counted(len(game.moves), "move")
            raise ValueError(f"there is a clock at move {clipped(repr(ply))}, and the match has {played}")
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds < 1e8:
            raise ValueError(f"a clock must be a number of seconds, not {clipped(repr(seconds))}")


def _remark(game: Game, ply: int) -> list[str]:
    clock = f"[%clock {round(game.clocks[ply], 3):.12g}]" if ply in game.clocks else ""
    words = _LONG_WORD.sub(r"\1 ", " ".join(game.comments.get(ply, "").split()))
    words = _LIKE_A_CLOCK.sub(r"\\\g<0>", words)
    lines = textwrap.wrap(f"{words} {clock}".strip(), _REMARK_WIDTH, break_long_words=False, break_on_hyphens=False)
    return [f"# {line}" for line in lines]


# Reading ------------------------------------------------------------------------------------------------------------


def load(text: str | bytes) -> Game:
    """Return the match of a record; raise a `RecordError` if it cannot be read.

    >>> from funkenflug.match.game import new
    >>> game = new("feurio", players=3, seed=7)
    >>> load(game.record()) == game
    True
    """
    matches = load_all(text)
    if len(matches) != 1:
        raise RecordError(1, Message("this record has {count} games; load_all reads them all", count=len(matches)))
    return matches[0]


def load_all(text: str | bytes) -> list[Game]:
    """Return all matches of a text with several records.

    >>> import funkenflug
    >>> matches = [funkenflug.new("vulkan", players=2, seed=seed) for seed in (7, 8)]
    >>> load_all("\\n".join(match.record() for match in matches)) == matches
    True
    """
    lines = _Lines(_decoded(text).splitlines())
    lines.go_on()
    matches = [_read_match(lines)]
    while lines.current is not None:
        matches.append(_read_match(lines))
    return matches


def read(
    file: str | Path | Iterable[str | bytes], *, on_error: Callable[[RecordError], object] | None = None
) -> Iterator[Game]:
    """Yield the matches of a file one by one, however large it is.

    `file` is a path, an open file, or any lines, as text or as bytes in UTF-8. A match that cannot be read raises a
    `RecordError`; with `on_error`, that function gets the error, and the match is skipped.

    >>> from funkenflug.match.game import new
    >>> lines = [line for seed in (1, 2) for line in new("feurio", players=2, seed=seed).record().splitlines()]
    >>> [game.setup.seed for game in read(lines)]
    ['1', '2']
    """
    if isinstance(file, str | Path):
        with Path(file).open("rb") as opened:
            yield from read((part for line in opened for part in line.splitlines()), on_error=on_error)
        return
    lines = _Lines(file)
    begun = False
    while not begun or lines.current is not None:
        beginning = lines.number
        try:
            if not begun:
                begun = True
                lines.go_on()
                continue
            match = _read_match(lines)
        except RecordError as error:
            if on_error is None:
                raise
            on_error(error)
            lines.skip_match(beginning)
        else:
            yield match


def _decoded(text: str | bytes, first_line: int = 1) -> str:
    if isinstance(text, str):
        return text
    if not isinstance(text, bytes):
        raise RecordError(first_line, f"a record must be text or bytes, not {type(text).__name__}")
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        line = first_line + text.count(b"\n", 0, error.start)
        raise RecordError(line, "this is no text in UTF-8") from None


class _Lines:
    """The non-blank lines of a text, with a cursor."""

    current: str | None
    """None after the last line."""
    number: int

    def __init__(self, lines: Iterable[str | bytes]) -> None:
        self._lines = enumerate(lines, 1)
        self.number, self.current = 0, ""

    def go_on(self) -> None:
        for number, given in self._lines:
            line = _decoded(given, number)
            if number == 1:
                line = line.removeprefix("\ufeff")
            if len(line) > _LONGEST_LINE:
                raise RecordError(number, Message("a line of {count} characters is too long", count=len(line)))
            if filled := line.strip():
                self.number, self.current = number, filled
                return
        self.current = None

    def skip_match(self, beginning: int) -> None:
        """Go on to the next Game tag after a line."""
        while self.current is not None and (self.number <= beginning or not self.current.startswith("[Game ")):
            with suppress(RecordError):  # one error of a match is enough
                self.go_on()


class _Tags(dict[str, str]):
    """The tags of a match, with their line numbers."""

    def __init__(self) -> None:
        self.lines: dict[str, int] = {}

    def add(self, tag: str, value: str, line: int) -> None:
        if tag in self:
            raise RecordError(line, Message("the tag {tag} occurs twice", tag=tag))
        self[tag] = value
        self.lines[tag] = line

    @contextmanager
    def blamed(self, tag: str) -> Iterator[None]:
        """Report errors at the line of a tag, or at the first tag if it is missing."""
        try:
            yield
        except ValueError as error:
            raise RecordError(self.lines.get(tag, min(self.lines.values())), reason_of(error)) from None


def _read_match(lines: _Lines) -> Game:
    tags, foreword = _read_tags(lines)
    game = _set_up(tags)
    remarks = {0: foreword}
    while (line := lines.current) is not None and not line.startswith("["):
        moves, _, remark = line.partition("#")
        _play_line(game, moves.strip(), lines.number)
        if remark.strip():
            remarks.setdefault(len(game.moves), []).append(remark.strip())
        lines.go_on()
    _note_remarks(game, {ply: " ".join(texts) for ply, texts in remarks.items() if texts})
    with tags.blamed("Result"):
        _check_result(game, tags.get("Result", "*"))
    return game


def _note_remarks(game: Game, remarks: dict[int, str]) -> None:
    for ply, remark in remarks.items():
        if found := _CLOCK.search(remark):
            game.clocks[ply] = float(found[1])
        if comment := _CLOCK.sub("", remark, count=1).strip():
            game.comments[ply] = _NO_CLOCK.sub(r"\1", comment)


def _read_tags(lines: _Lines) -> tuple[_Tags, list[str]]:
    """Return the tags of a match, and the remarks among them."""
    tags, remarks = _Tags(), []
    while (line := lines.current) is not None and line[0] in "[#":
        if line.startswith("["):
            tag, value = _read_tag(line, lines.number)
            if tag == "Game" and tag in tags:
                break
            tags.add(tag, value, lines.number)
        else:
            remarks.append(line[1:].strip())
        lines.go_on()
    if not tags and lines.current is None:
        raise RecordError(1, Message("this record has no game"))
    if "Game" not in tags:
        line_number = min(tags.lines.values(), default=lines.number)
        raise RecordError(line_number, Message("a record begins with tags, Game among them"))
    return tags, [*filter(None, remarks)]


def _read_tag(line: str, number: int) -> tuple[str, str]:
    found = _TAG.fullmatch(line)
    if found is None:
        example = f'[Game "{list_games()[0].id}"]'
        raise RecordError(
            number, Message("a tag looks like {example}, not {line}", example=example, line=clipped(line))
        )
    return found[1], re.sub(r'\\(["\\])', r"\1", found[2])


def _set_up(tags: _Tags) -> Game:
    with tags.blamed("Game"):
        game_type = find_game(tags["Game"])
    with tags.blamed("Players"):
        players = _players(tags)
        game_type.mode(None, players)
    with tags.blamed("Mode"):
        mode = game_type.mode(tags.get("Mode"), players).id
    with tags.blamed("Options"):
        options = checked_options(game_type, mode, tags.get("Options", "").split())
    names = _names(tags, players)
    with tags.blamed("Date"):
        date = _date(tags["Date"]) if "Date" in tags else datetime.date.today()
    if "Position" in tags:
        with tags.blamed("Position"):
            game = position(tags["Position"])
            _check_position(game, game_type.id, players, mode, options)
    else:
        words, seed = _deal(tags, game_type)
        given = [word.title() for word in game_type.deal_words if word.title() in tags]
        with tags.blamed(given[-1] if given else "Game"):
            game = new(game_type.id, players=players, mode=mode, options=options, seed=seed, names=names, **words)
    game.names = checked_names(game_type, names, players)
    game.date = date
    own = _own_tags(game_type)
    game.tags = {tag: value for tag, value in tags.items() if tag not in own}
    return game


def _check_position(game: Game, *expected: object) -> None:
    found = game.type.id, game.players, game.mode, game.options
    for tag, ours, theirs in zip(("Game", "Players", "Mode", "Options"), expected, found, strict=True):
        if ours != theirs:
            said = {"tag": tag, "ours": _tag_text(ours), "theirs": _tag_text(theirs)}
            raise ValueError(Message("the tag {tag} says {ours}, and the position {theirs}", **said))


def _tag_text(value: object) -> str:
    return " ".join(value) or "none" if isinstance(value, tuple) else str(value)


def _players(tags: _Tags) -> int:
    if "Players" not in tags:
        raise ValueError(Message("the tag Players is missing"))
    if not re.fullmatch(r"[0-9]+", tags["Players"]):
        raise ValueError(Message("Players must be a whole number, not {value}", value=repr(clipped(tags["Players"]))))
    return int(tags["Players"])


def _names(tags: _Tags, players: int) -> list[str] | None:
    named = [seat for seat in range(4) if _SEATS[seat] in tags]
    for seat in named:
        with tags.blamed(_SEATS[seat]):
            checked_name(tags[_SEATS[seat]])
            if named != list(range(players)):
                wrong = wrong_count(len(named), players)
                raise ValueError(Message("{wrong}, for seat {seats}", wrong=wrong, seats=both(map(str, named))))
    return [tags[_SEATS[seat]] for seat in named] or None


def _date(text: str) -> datetime.date:
    try:
        date = datetime.date.fromisoformat(text)
    except ValueError:
        date = None
    if date is None or date.isoformat() != text:
        raise ValueError(Message("Date must be a day like 2026-11-15, not {date}", date=repr(clipped(text))))
    return date


def _deal(tags: _Tags, game_type: GameType) -> tuple[dict[str, Any], str | None]:
    """Return the deal as arguments of `new`, including the seed unless the deal is given in full."""
    words: dict[str, Any] = {}
    for word in game_type.deal_words:
        tag = word.title()
        with tags.blamed(tag):
            words |= game_type.read_deal_tags({tag: tags[tag]} if tag in tags else {})
    if not game_type.leaves_to_chance(words):
        return words, None
    with tags.blamed("Seed"):
        if "Seed" not in tags:
            raise ValueError(Message("the tag Seed is missing, and the deal is not given outright"))
        return words, seed_text(tags["Seed"])


def _play_line(game: Game, line: str, number: int) -> None:
    for move in _moves_of(line):
        try:
            game.play(move)
        except IllegalMove as illegal:
            written = _with_names(game.type, move, illegal.reason)
            raise RecordError(number, Message("{move}: {reason}", move=written, reason=illegal.reason)) from None


def _with_names(game_type: GameType, move: str, reason: str) -> str:
    """Return a move as it is written, and what the reason why it is illegal calls its cells."""
    names = []
    for word in move.split():
        with suppress(IllegalMove):  # no cell
            names.append(game_type.name_cell(word))
    named = [name for name in names if name in reason and name not in move]
    return f"{clipped(move)} ({', '.join(named)})" if named else clipped(move)


def _moves_of(line: str) -> list[str]:
    turn = line.removeprefix("+ ").lstrip()
    if found := _NUMBER.match(turn):
        turn = turn[found.end() :]
    return _BETWEEN_MOVES.split(turn) if turn else []


def _check_result(game: Game, claimed: str) -> None:
    played = result_text(game.outcome(), game.mode)
    if claimed not in ("*", played):
        raise ValueError(Message("the result is {played}, not {claimed}", played=played, claimed=clipped(claimed)))
