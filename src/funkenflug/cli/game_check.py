"""Check a game: play it at random through everything that uses it, and say in a sentence what is missing or wrong.

The checks look at a game from the outside, through what it declares and what the library, the records, the pictures,
the interfaces for research and the site make of it.
"""

from __future__ import annotations

import io
import pickle
import random
import re
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, Final
from xml.etree import ElementTree

import msgspec
import numpy as np

import funkenflug
from funkenflug.core.drawing import Drawing
from funkenflug.core.view import View
from funkenflug.core.words import IllegalMove, Message
from funkenflug.games import GAMES, register, unregister
from funkenflug.games.base import GameType, Section
from funkenflug.games.hooks import nearest, room_modules, rooms_of
from funkenflug.kernel import MOST_SEATS, allows, chance, legal, sample, to_move, utilities
from funkenflug.kernel import determinize as determinize_state
from funkenflug.kernel.protocol import PROVIDED
from funkenflug.match.game import Game, determinize
from funkenflug.match.text import outcome_text

_LONGEST: Final = 5000
"""A match with more moves is thought to be endless."""
_MATCHES: Final = 3
"""Matches for each mode and number of players."""
_POSITIONS: Final = 4
"""Positions of each match that are looked at closely."""
_MOVES: Final = 12
"""Moves of each position that are previewed."""

Problems = Iterator[str]


@dataclass
class Subject:
    """A game, and positions of random matches of it."""

    type: GameType
    positions: list[Game] = field(default_factory=list)
    ended: list[Game] = field(default_factory=list)

    @property
    def all(self) -> list[Game]:
        """All these positions."""
        return [*self.positions, *self.ended]


def check_game(game_type: GameType) -> list[str]:
    """Return what is wrong with a game, in sentences; it need not be registered."""
    if (early := [*_guarded(_facts, Subject(game_type)), *_guarded(_rooms, Subject(game_type))]) or (
        early := [*_guarded(_compiled_names, Subject(game_type))]
    ):
        return early
    known = game_type.id in GAMES
    if not known:
        register(game_type)
    try:
        return _check_registered(Subject(game_type))
    finally:
        if not known:
            unregister(game_type.id)


def _check_registered(subject: Subject) -> list[str]:
    problems = list(dict.fromkeys(_guarded(_play, subject)))
    if problems or not subject.all:
        return problems
    for stage in STAGES:  # what is wrong in one of them would go wrong again in the next
        problems = list(dict.fromkeys(problem for check in stage for problem in _guarded(check, subject)))
        if problems:
            break
    return problems


def _guarded(check: Callable[[Subject], Problems], subject: Subject) -> list[str]:
    """Return the first few problems that a check finds; an error that it runs into is one."""
    found: list[str] = []
    try:
        for problem in islice(check(subject), 5):
            found.append(problem)
    except Exception as error:  # whatever a game raises is its problem, not ours
        found.append(f"{check.__doc__}: {_summary(error, subject.type)}")
    return found


def _summary(error: Exception, game_type: GameType) -> str:
    """Return an error with the last place in the game where it passed."""
    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame for frame in frames if Path(frame.filename).is_relative_to(game_type.folder)]
    place = (inside or list(frames))[-1]
    where = f"{Path(place.filename).name}, line {place.lineno}, in {place.name}"
    return f"{type(error).__name__}: {error} ({where})"


# What the game declares ---------------------------------------------------------------------------------------------


def _facts(subject: Subject) -> Problems:
    """The facts in the class"""
    game_type = subject.type
    for name in ("id", "title", "designer", "year", "summary", "modes"):
        if not getattr(game_type, name, None):
            yield f"The class {type(game_type).__name__} lacks the fact `{name}`."
    if not re.fullmatch(r"[a-z][a-z0-9-]*", getattr(game_type, "id", "a")):
        yield f"The id {game_type.id!r} must be lower-case letters, digits and hyphens: it is part of addresses."
    counts = {count for mode in getattr(game_type, "modes", ()) for count in mode.players}
    if counts and game_type.usual_players not in counts:
        yield f"`usual_players` is {game_type.usual_players}, but the modes are for {sorted(counts)} players."
    if not hasattr(game_type, "rules"):
        yield "There are no rules: a module rules.py (or rules/rules.py) with a record type STATE, next to the class."


def _rooms(subject: Subject) -> Problems:
    """Loading the rooms"""
    package = _package(subject.type)
    for room in rooms_of(package):
        for _ in room_modules(package.__name__, room):
            pass
    for name in ("draw", "coach", "solve"):
        getattr(subject.type, name)  # a hook of each room that is loaded late
    yield from ()


def _compiled_names(subject: Subject) -> Problems:
    """The compiled functions"""
    rules, known = subject.type.rules, {function.__name__ for function in PROVIDED}
    for name in ("STATE", "MOVES", "MOST_MOVES", "to_move", "legal", "play", "utilities"):
        if not hasattr(rules, name):
            near = nearest(name, [word for word in vars(rules) if word not in known])
            yield f"The rules lack `{name}`{near.replace('did you mean', 'is it') or '.'}"
    if "players" not in (rules.STATE.names or ()):
        yield "The record STATE lacks the field `players`, the number of seats."
    package = _package(subject.type)
    for room in {"rules", "learn"}.intersection(rooms_of(package)):
        for module in room_modules(package.__name__, room):
            yield from _near_misses(module, known)


def _near_misses(module: ModuleType, known: set[str]) -> Problems:
    for name, function in vars(module).items():
        own = getattr(function, "__module__", "") == module.__name__ and hasattr(function, "py_func")
        if own and name not in known and (near := nearest(name, known - vars(module).keys(), 0.8)):
            yield f"{module.__name__}.{name}: the kernel asks for no such function{near}"


def _package(game_type: GameType) -> ModuleType:
    return sys.modules[type(game_type).__module__]


# Rules --------------------------------------------------------------------------------------------------------------


def _play(subject: Subject) -> Problems:
    """A random match"""
    for mode in subject.type.modes:
        for players in mode.players:
            for seed in range(_MATCHES):
                yield from _play_one(subject, mode.id, players, seed)


def _play_one(subject: Subject, mode: str, players: int, seed: int) -> Problems:
    game, rng = funkenflug.new(subject.type.id, players=players, mode=mode, seed=seed), random.Random(seed)
    if int(game.state["players"]) != players:
        yield f"`start` must set the field `players` of the record to {players}; it is {int(game.state['players'])}."
    passed: list[Game] = []
    while not game.over:
        passed.append(game.copy())
        if problem := next(_legal_moves(subject, game), None):
            yield problem  # to play on could write outside of arrays
            return
        if len(game.moves) >= _LONGEST:
            yield f"A random match has not ended after {_LONGEST} moves: `to_move` must return -1 when it is over."
            return
        game.play(rng.choice(game.legal_moves()))
    if isinstance(subject.type.longest, int) and len(game.moves) > subject.type.longest:
        yield f"A match had {len(game.moves)} moves, more than `longest`, which is {subject.type.longest}."
    subject.positions += rng.sample(passed, min(_POSITIONS, len(passed)))
    subject.ended.append(game)


def _legal_moves(subject: Subject, game: Game) -> Problems:
    rules, state = subject.type.rules, game.state
    moves = np.full(rules.MOST_MOVES + 1, -1, np.int64)
    count = legal(state, moves)
    if not 0 < count <= rules.MOST_MOVES:
        yield f"`legal` returned {count} moves where a seat is to move; it must be 1 to {rules.MOST_MOVES}, MOST_MOVES."
        return
    found = moves[:count].tolist()
    if len(set(found)) < count:
        yield "`legal` lists a move twice."
    if not 0 <= min(found) <= max(found) < rules.MOVES:
        yield f"`legal` lists the move {max(found)}: moves are numbers from 0 to MOVES - 1 ({rules.MOVES - 1})."
    if not 0 <= to_move(state) < game.players:
        yield f"`to_move` returned {to_move(state)} with {game.players} players."
    if hasattr(rules, "allows"):
        others = random.Random(len(game.moves)).sample(range(rules.MOVES), min(40, rules.MOVES))
        for move in {*found, *others}:
            same = subject.type.canonical(state, move)
            if allows(state, same) != (same in found):
                yield f"`allows` and `legal` do not agree about the move {move}."
                return
    if sample(state, chance(len(game.moves))) not in found:
        yield "`sample` returned a move that is not legal."


def _results(subject: Subject) -> Problems:
    """The result of a match"""
    for game in subject.ended:
        values = np.zeros(MOST_SEATS)
        utilities(game.state, values)
        played = values[: game.players]
        if game.mode == "competitive" and abs(played.sum()) > 1e-9:
            yield f"`utilities` must have the sum 0; they are {played.tolist()}."
        if game.mode != "competitive" and set(played.tolist()) not in ({1.0}, {-1.0}):
            yield f"Where all win or lose together, `utilities` are all 1 or all -1, not {played.tolist()}."
        outcome, view = game.outcome(), game.view()
        assert outcome is not None
        if outcome.scores and len(outcome.scores) != game.players:
            yield f"`outcome` has points for {len(outcome.scores)} seats, not for {game.players}."
        if game.mode == "competitive" and outcome.scores != view.scores:
            yield f"The view of a finished match has the scores {view.scores}, its outcome {outcome.scores}."


# Texts --------------------------------------------------------------------------------------------------------------


def _texts(subject: Subject) -> Problems:
    """Moves as text"""
    for game in subject.positions:
        state, moves = game.state, np.empty(subject.type.rules.MOST_MOVES, np.int64)
        numbers = moves[: legal(state, moves)].tolist()
        texts = subject.type.move_texts(state, numbers)
        if len(set(texts)) < len(texts):
            twice = next(text for text in texts if texts.count(text) > 1)
            yield f"Two moves have the same text, {twice!r}."
            return
        for number, text in zip(numbers, texts, strict=True):
            for written in (text, subject.type.name_move(text)):
                read = _read(subject.type, game, written)
                if read is None or subject.type.canonical(state, read) != subject.type.canonical(state, number):
                    yield f"The text {written!r} stands for move {number}, but it is read as {read}."
        for text in ("nonsense", "", f"{texts[0]} more"):
            if (read := _read(subject.type, game, text)) is not None:
                yield f"The text {text!r} is read as move {read}, and should be refused with an `IllegalMove`."
        yield from _refusals(subject, game)


def _read(game_type: GameType, game: Game, text: str) -> int | None:
    try:
        return game_type.read_move(game.state, text)
    except IllegalMove:
        return None


def _refusals(subject: Subject, game: Game) -> Problems:
    """Texts of moves of earlier positions that are not legal any more must be refused with a reason."""
    legal_now = set(game.legal_moves())
    for text in [move for move in game.moves if move not in legal_now][:5]:
        if not isinstance(subject.type.explain_refusal(game.state, text), Message | None):
            yield f"`explain_refusal` must return a `Message`; for {text!r} it returned something else."
        if not str(game.explain(text)):
            yield f"The move {text!r} is refused without a reason."


def _clicks(subject: Subject) -> Problems:
    """Choosing moves on a page"""
    for game in subject.positions:
        drawn = {fragment.cell for fragment in _drawn(game, game.to_move).fragments.values() if fragment.cell}
        chosen: dict[tuple[str, ...], str] = {}
        for move in game.legal_moves():
            for steps in subject.type.ways(move):
                if chosen.setdefault(tuple(steps), move) != move:
                    yield f"{move!r} and {chosen[tuple(steps)]!r} are chosen by the same clicks; see `clicks`."
                for cell in (step[5:] for step in steps if step.startswith("cell:")):
                    if cell not in drawn:
                        yield f"To play {move!r} one clicks the cell {cell}, but the drawing has no such cell."
                        return


def _records(subject: Subject) -> Problems:
    """Records and positions"""
    for game in subject.all:
        if funkenflug.load(game.record()) != game:
            yield "A record, read again, gives another match."
        if pickle.loads(pickle.dumps(game)) != game:
            yield "A pickled match is another one when it is read again."
        again = funkenflug.position(game.position())
        same_moves = sorted(again.legal_moves()) == sorted(game.legal_moves())
        if again.position() != game.position() or not same_moves:
            yield "`read_position` makes another position of the text that `position_text` wrote."


# What may be known --------------------------------------------------------------------------------------------------


def _views(subject: Subject) -> Problems:
    """Views"""
    for game in subject.all:
        for seat in (None, *range(game.players)):
            view = game.view(seat)
            if type(view) is View:
                yield "`view` returns a bare `View`: derive a class from it with what your game shows."
            if subject.type.read_view(msgspec.json.encode(view)) != view:
                yield "A view has changed after it was sent as JSON; does `view` say in its annotation what it returns?"
            if determinize(view).view(seat) != view:
                yield f"A match made up from a view looks different to the viewer ({_who(seat)}): see `possible_deal`."


def _secrets(subject: Subject) -> Problems:
    """What is hidden"""
    changed = False
    for game in subject.positions:
        for seat in (None, *range(game.players)):
            other = game.determinize(seat, seed=1)
            changed |= other.state.tobytes() != game.state.tobytes()
            for what, show in _SHOWN.items():
                if show(game, seat) != show(other, seat):
                    yield f"{what} for {_who(seat)} shows what they may not know: it differs between two deals."
            if game.to_move == seat and game.legal_moves() != other.legal_moves():
                yield f"The legal moves of {_who(seat)} depend on what they may not know."
            states = [game.state, other.state]
            for state in states:
                determinize_state(state, -1 if seat is None else seat, chance(2))
            if states[0].tobytes() != states[1].tobytes():
                yield f"`determinize` depends on more than {_who(seat)} knows: sort what you draw from."
    if changed or hasattr(subject.type.rules, "determinize"):
        if not changed:
            yield "`determinize` never changes anything: leave it out, or shuffle what a seat does not know."
        return
    if any(game.hidden(seat) for game in subject.positions for seat in (None, *range(game.players))):
        yield "`hidden` counts hidden things, but the rules have no `determinize`, so bots would see them."
    if subject.type.deal_words:
        yield from _covered_deal(subject)


def _covered_deal(subject: Subject) -> Problems:
    """Deals that look alike to everybody hide something, so bots need a `determinize`."""
    deals = [funkenflug.new(subject.type.id, players=subject.type.usual_players, seed=seed) for seed in range(4)]
    if len({game.state.tobytes() for game in deals}) > len({str(game.view(None)) for game in deals}):
        yield "Different deals look alike, so something is hidden, but the rules have no `determinize`."


def _who(seat: int | None) -> str:
    return "a spectator" if seat is None else f"seat {seat}"


def _drawn(game: Game, seat: int | None) -> Drawing:
    return game.type.draw(game.view(seat), **game.type.on_pages)


_SHOWN: Final[dict[str, Callable[[Game, int | None], Any]]] = {
    "The view": lambda game, seat: game.view(seat),
    "The drawing": lambda game, seat: game.svg(seat),
    "The text": lambda game, seat: game.text(seat),
    "The position": lambda game, seat: game.seen_position(seat),
    "What is read aloud": lambda game, seat: game.type.describe_board(game.view(seat)),
}


# Words and pictures -------------------------------------------------------------------------------------------------


def _previews(subject: Subject) -> Problems:
    """Previews"""
    for game in subject.positions:
        seat, before = game.to_move, game.state.tobytes()
        view = game.view(seat)
        for move in game.legal_moves()[:_MOVES]:
            preview = game.preview(move, seat)
            yield from _well_formed(subject.type.draw(view, preview=preview).svg(), "The drawing of a preview")
            for name in ("gain", "advise", "warning"):
                words = getattr(subject.type, name)(view, preview)
                yield from _is_message(words, name)
        if game.state.tobytes() != before:
            yield "A preview has changed the match itself."


def _words(subject: Subject) -> Problems:
    """Words"""
    said: list[Message] = []
    for game in subject.positions:
        game_type, view = subject.type, game.view(game.to_move)
        yield from _is_message(game_type.task(view), "task")
        said.append(game_type.task(view))
        if len(holdings := game_type.holdings(view)) != game.players:
            yield f"`holdings` returned {len(holdings)} texts for {game.players} seats."
        after = game.copy()
        for event in after.play(game.legal_moves()[0]):
            yield from _is_message(told := game_type.tell(event, game.names), "tell")
            said.append(told)
        for section in game_type.describe_board(view):
            if not isinstance(section, Section):
                yield "`describe_board` must return sections."
    for game in subject.ended:
        outcome = game.outcome()
        assert outcome is not None
        yield from _is_message(subject.type.reason(outcome), "reason")
        lines = subject.type.account(outcome, game.players)
        if lines and len(lines) != game.players:
            yield f"`account` returned {len(lines)} texts for {game.players} seats."
        said.append(outcome_text(subject.type, outcome, game.names, game.mode))
    yield from _second_person(subject.type, said)


def _is_message(words: object, name: str) -> Problems:
    if not isinstance(words, Message):
        yield f"`{name}` must return a `Message`, so that it can be translated; it returned {words!r}."


_SUBJECT: Final = re.compile(r"\{(name|winner|owner|other)\} [a-z]")


def _second_person(game_type: GameType, said: list[Message]) -> Problems:
    from funkenflug.site.tables.page_words import SECOND_PERSON

    told = {**SECOND_PERSON, **game_type.second_person()}
    for template in dict.fromkeys(message.template for message in said):
        if _SUBJECT.match(template) and template not in told:
            yield f"`second_person` lacks {template!r}: what is a player told about themselves (“You …”)?"
    for template, texts in game_type.second_person().items():
        fields = set(re.findall(r"\{\w+\}", template))
        for text in texts:
            if len(fields - set(re.findall(r"\{\w+\}", text))) != 1 or set(re.findall(r"\{\w+\}", text)) - fields:
                yield f"`second_person`: {text!r} must have the fields of {template!r} but for the player's name."


def _pictures(subject: Subject) -> Problems:
    """The drawing"""
    for game in subject.all:
        yield from _well_formed(game.svg(), "The drawing")
        again = funkenflug.load(game.record())
        if again.svg() != game.svg():
            yield "Two drawings of the same view differ."
        if not game.draw().fragments:
            yield "The drawing is empty: write `cells` for a rectangular board, or `draw`."
    missing = [sheet for sheet in subject.type.style_sheets if Path(sheet).is_absolute() and not Path(sheet).is_file()]
    yield from (f"There is no style sheet {sheet}." for sheet in missing)


def _well_formed(svg: str, what: str) -> Problems:
    try:
        ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        yield f"{what} is not well-formed SVG: {error}."


def _terminal(subject: Subject) -> Problems:
    """The board in a terminal"""
    game = subject.positions[0]
    if not game.text(game.to_move).strip():
        yield "The text of a position is empty: write `cells`, or `board`."
    if not str(subject.type.legend()):
        yield "`legend` is missing: how does one read the board in a terminal?"


# Everything that plays it -------------------------------------------------------------------------------------------


def _bots(subject: Subject) -> Problems:
    """A bot"""
    from funkenflug.bots.players import Clock, level

    for game in subject.positions[:2]:
        assert game.to_move is not None
        move = level("ember").choose(game.view(game.to_move), game.legal_moves(), Clock())
        if move not in game.legal_moves():
            yield f"A bot chose {move!r}, which is not legal."


def _openspiel(subject: Subject) -> Problems:
    """OpenSpiel"""
    if find_spec("pyspiel") is None:
        return
    import pyspiel

    from funkenflug.research import openspiel  # noqa: F401  (it registers the games)

    game = subject.positions[0]
    name = f"funkenflug_{subject.type.id.replace('-', '_')}"
    loaded = pyspiel.load_game(f"{name}(players={game.players},mode={game.mode})")
    kinds = pyspiel.GameType
    perfect = loaded.get_type().information == kinds.Information.PERFECT_INFORMATION
    if perfect and any(each.hidden(seat) for each in subject.positions for seat in range(each.players)):
        yield "OpenSpiel takes it for a game of perfect information, but `hidden` counts hidden things."
    if not perfect and not subject.type.deal_words and not hasattr(subject.type.rules, "determinize"):
        yield "OpenSpiel takes it for a game of imperfect information, but nothing is dealt or hidden."
    with redirect_stdout(io.StringIO()):
        pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)


def _pettingzoo(subject: Subject) -> Problems:
    """PettingZoo"""
    if find_spec("pettingzoo") is None:
        return
    from pettingzoo.test import api_test

    from funkenflug.research import pettingzoo

    game = subject.positions[0]
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        api_test(pettingzoo.env(subject.type.id, players=game.players, mode=game.mode), num_cycles=30)
    yield from ()


def _page(subject: Subject) -> Problems:
    """The page of a table"""
    from funkenflug.site.boards.board import record_position
    from funkenflug.site.boards.records import RecordPosition
    from funkenflug.site.infra.words import encode

    def message(game: Game, seat: int | None) -> bytes:
        return encode(record_position(RecordPosition.of(game), seat))

    fields = {name for game in subject.positions for name in game.view().__struct_fields__}
    for name in set(subject.type.panel) - fields:
        yield f"`panel` names the field {name}, which the view does not have{nearest(name, fields)}"
        return
    for game in subject.all:
        for seat in range(game.players):
            first, second = (message(game.determinize(seat, seed=seed), seat) for seed in (1, 2))
            if first != second:
                yield f"What the page of seat {seat} is sent depends on what they may not know."


STAGES: Final[tuple[tuple[Callable[[Subject], Problems], ...], ...]] = (
    (_results, _texts, _views),
    (_records, _secrets, _words, _pictures, _terminal),
    (_clicks, _previews, _bots, _openspiel, _pettingzoo, _page),
)
