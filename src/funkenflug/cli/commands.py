"""What the commands of `funkenflug` do."""

from __future__ import annotations

import random
import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.padding import Padding
from rich.status import Status
from rich.text import Text

from funkenflug.cli.terminal import KINDS, PERSON, USUAL_BOT, TerminalMatch, coloured, leaf_through, scenes
from funkenflug.games import GAMES, find_game
from funkenflug.games.base import GameType
from funkenflug.jobs.files import write_whole
from funkenflug.match import fair
from funkenflug.match import game as match
from funkenflug.match.game import Game
from funkenflug.match.record import RecordError, load_all
from funkenflug.match.replay import at_ply, steps
from funkenflug.match.words import clipped, counted, either, printable


class UsageError(Exception):
    """What was typed cannot be done; the message says why, in a line."""


# Setting up and playing ---------------------------------------------------------------------------------------------


def deal_words() -> list[str]:
    """Return the words in which a deal can be given, of all games."""
    return list(dict.fromkeys(word for game_type in GAMES.values() for word in game_type.deal_words))


def new(arguments: Namespace, console: Console) -> None:
    """Write the record of a fresh match."""
    refuse_overwriting(arguments.output)
    write(arguments.output, set_up(arguments, arguments.players).record())


def set_up(arguments: Namespace, players: int) -> Game:
    """Return a fresh match as the arguments wish it."""
    try:
        game_type = find_game(arguments.game)
        return match.new(
            game_type.id,
            players=players,
            mode=arguments.mode,
            options=arguments.option or (),
            seed=arguments.seed,
            names=arguments.names,
            **_deal(game_type, arguments),
        )
    except ValueError as error:
        raise UsageError(str(error)) from None


def _deal(game_type: GameType, arguments: Namespace) -> dict[str, Any]:
    """Return what is given of the deal, written as in a record."""
    given = {word: text for word in deal_words() if (text := getattr(arguments, word)) is not None}
    for word in given:
        if word not in game_type.deal_words:
            raise UsageError(f"{game_type.title} has no {word}")
    return game_type.read_deal_tags({word.title(): text for word, text in given.items()})


def write(name: str, text: str) -> None:
    """Write a text to a file, or to standard output if the name is -."""
    if name == "-":
        sys.stdout.write(text)
    else:
        write_whole(Path(name), text)


def refuse_overwriting(name: str | None) -> None:
    """Complain if a record would take the place of a file."""
    if name is not None and Path(name).is_file():
        raise UsageError(f"{name} is there already: choose another name, or remove it first")


def play(arguments: Namespace, console: Console) -> None:
    """Play in the terminal: a fresh match, or one from a record."""
    if arguments.game is None:
        _ask_and_play(console)
        return
    kinds = _kinds(arguments.seats)
    with getting_ready(console):
        if arguments.game in GAMES:
            game = set_up(arguments, arguments.players or len(kinds) or _usual_players(arguments))
        else:
            game = _resumed(arguments)
        _warm_up(game)
    kinds = kinds or [PERSON] + [arguments.against] * (game.players - 1)
    if len(kinds) != game.players:
        raise UsageError(f"{counted(len(kinds), 'seat')} for {counted(game.players, 'player')}")
    TerminalMatch(game, kinds, console, random.Random(arguments.seed)).run()


def _kinds(seats: str | None) -> list[str]:
    kinds = [] if seats is None else seats.split(",")
    for kind in kinds:
        if kind not in KINDS:
            raise UsageError(f"a seat is for {' or '.join(KINDS)}, not {clipped(repr(kind))}")
    return kinds


def _resumed(arguments: Namespace) -> Game:
    if not Path(arguments.game).exists():
        raise UsageError(
            f"{clipped(repr(arguments.game))} is neither a game nor a file; the games are {', '.join(GAMES)}"
        )
    refuse_set_up(arguments, arguments.game)
    return one_match(arguments.game, None)


def refuse_set_up(arguments: Namespace, file: str) -> None:
    """Complain of words that set up a match where a record gives it."""
    for word in ("players", "mode", "option", "seed", "names", *deal_words()):
        if getattr(arguments, word) is not None:
            raise UsageError(f"--{word} is for a fresh match, and {file} is the record of one")


def _usual_players(arguments: Namespace) -> int:
    modes = GAMES[arguments.game].modes
    return _usual([count for mode in modes if arguments.mode in (None, mode.id) for count in mode.players])


def _usual(counts: Sequence[int]) -> int:
    """Return with how many a match is played if nobody says."""
    return 2 if 2 in counts else min(counts, default=2)


def _ask_and_play(console: Console) -> None:
    """Ask what to play and with how many, and play it."""
    if not sys.stdin.isatty():
        raise UsageError("no game, and no terminal to ask for one; see funkenflug play --help")
    game_types = list(GAMES.values())
    for number, game_type in enumerate(game_types, 1):
        console.print(f"{number} ", Text(game_type.title, "bold"))
        console.print(Padding(game_type.summary, (0, 0, 0, 3)))
    try:
        game_type = game_types[_asked("Which game?", range(1, len(game_types) + 1), 1) - 1]
        counts = _player_counts(game_type)
        players = _asked("How many players?", counts, _usual(counts))
    except EOFError:
        console.print()
        return
    with getting_ready(console):
        game = match.new(game_type.id, players=players)
        _warm_up(game)
    TerminalMatch(game, [PERSON] + [USUAL_BOT] * (players - 1), console, random.Random()).run()


def getting_ready(console: Console) -> Status:
    """Tell whoever waits why."""
    return console.status("Getting the rules ready: this takes a while, but only the first time")


def _warm_up(game: Game) -> None:
    """Have the rules compiled before somebody waits for an answer."""
    twin = game.copy()
    if not twin.over:
        twin.play(twin.legal_moves()[0])
        twin.legal_moves()


def _player_counts(game_type: GameType) -> range:
    counts = [count for mode in game_type.modes for count in mode.players]
    return range(min(counts), max(counts) + 1)


def _asked(question: str, numbers: range, usual: int) -> int:
    span = f"{numbers[0]} to {numbers[-1]}, " if len(numbers) > 1 else ""
    while True:
        answer = input(f"{question} ({span}Enter: {usual}) ").strip()
        if answer == "":
            return usual
        if answer.isdecimal() and int(answer) in numbers:
            return int(answer)


# Looking at records -------------------------------------------------------------------------------------------------


def show(arguments: Namespace, console: Console) -> None:
    """Show a position of a record as text, picture or JSON."""
    _check_picture_words(arguments)
    game = _at_ply(one_match(arguments.file, arguments.game), arguments.ply)
    seat = _checked_seat(game, arguments.seat)
    if arguments.svg:
        write(arguments.svg, _picture(game, seat, arguments))
    elif arguments.json:
        print_json({"view": game.view(seat), "outcome": game.outcome()})
    else:
        console.print(coloured(game.text(seat), game.type), soft_wrap=True)


def _check_picture_words(arguments: Namespace) -> None:
    for word in ("theme", "preview", "wish"):
        if getattr(arguments, word, None) and not arguments.svg:
            raise UsageError(f"--{word} is for a picture: it goes with --svg")
    if arguments.svg and arguments.json:
        raise UsageError("--svg and --json do not go together")


def _picture(game: Game, seat: int | None, arguments: Namespace) -> str:
    wishes: dict[str, Any] = {}
    for wish in arguments.wish or ():
        word, _, value = wish.partition("=")
        if word not in game.type.draw_flags():
            raise UsageError(f"--wish is {either(game.type.draw_flags())} here, not {clipped(word)}")
        wishes[word] = value or True
    preview = getattr(arguments, "preview", None)
    try:
        return game.svg(seat, theme=arguments.theme or "auto", preview=preview, **wishes)
    except ValueError as error:
        raise UsageError(str(error)) from None


def replay(arguments: Namespace, console: Console) -> None:
    """Show all positions of a record: page by page in a terminal, else one after another, or as pictures."""
    _check_picture_words(arguments)
    game = one_match(arguments.file, arguments.game)
    seat = _checked_seat(game, arguments.seat)
    if arguments.svg:
        _draw_all(game, seat, arguments)
        return
    if arguments.json:
        for ply, step in enumerate(steps(game), 1):
            scores = step.after.view(seat).scores
            print_json({"ply": ply, "seat": step.seat, "move": str(step.move), "events": step.events, "scores": scores})
        return
    pages = scenes(game, seat)
    if sys.stdin.isatty() and console.is_terminal:
        leaf_through(pages, game.type, console)
    else:
        console.print(coloured("\n\n".join(pages), game.type), soft_wrap=True)


def _draw_all(game: Game, seat: int | None, arguments: Namespace) -> None:
    """Draw every position into a new folder: 000.svg is the first one."""
    pictures = [_picture(at_ply(game, 0), seat, arguments)]
    pictures += [_picture(step.after, seat, arguments) for step in steps(game)]
    folder = Path(arguments.svg)
    folder.mkdir()
    for ply, picture in enumerate(pictures):
        write_whole(folder / f"{ply:03}.svg", picture)


def verify(arguments: Namespace, console: Console) -> int:
    """Check that the deals of a file of records are those that were promised."""
    status = 0
    for number, game in enumerate(_matches(arguments.file), 1):
        console.print(f"Match {number}, {game.type.title}: ", end="")
        try:
            fair.verify(game)
        except fair.Unfair as unfair:
            console.print(f"NOT SHOWN TO BE FAIR: {unfair}", style="bold red", soft_wrap=True)
            status = 1
            continue
        console.print("the deal follows from the sealed secret and the values.", style="green", soft_wrap=True)
        console.print(f"  seal: {printable(game.tags['Seal'])}", soft_wrap=True)
        for name, value in zip(game.names, fair.values_of(game.tags, game.players), strict=True):
            console.print(f"  value of {name}: {printable(value or 'none')}", soft_wrap=True)
    return status


def _matches(name: str) -> list[Game]:
    try:
        return load_all(sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes())
    except RecordError as error:
        raise UsageError(f"{name}: {error}") from None


def one_match(name: str, number: int | None) -> Game:
    """Return the match of a file of records, or the one of that number."""
    matches = _matches(name)
    if number is None and len(matches) > 1:
        raise UsageError(f"{name} holds {len(matches)} matches: choose one with --game 1 to {len(matches)}")
    if number is not None and not 1 <= number <= len(matches):
        raise UsageError(f"--game is 1 to {len(matches)} here, not {number}")
    return matches[(number or 1) - 1]


def _at_ply(game: Game, ply: int | None) -> Game:
    if ply is None:
        return game
    if not 0 <= ply <= len(game.moves):
        raise UsageError(f"--ply is 0 to {len(game.moves)} here, not {ply}")
    return at_ply(game, ply)


def _checked_seat(game: Game, seat: int | None) -> int | None:
    if seat is not None and not 0 <= seat < game.players:
        raise UsageError(f"--seat is 0 to {game.players - 1} here, not {seat}")
    return seat


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


# What there is ------------------------------------------------------------------------------------------------------


def games(arguments: Namespace, console: Console) -> None:
    """List the games with their modes and options."""
    if arguments.json:
        print_json([_described(game_type) for game_type in GAMES.values()])
        return
    for game_type in GAMES.values():
        console.print(
            Text(game_type.title, "bold"), f"({game_type.designer}, {game_type.year}): funkenflug play {game_type.id}"
        )
        console.print(f"  {game_type.summary}", soft_wrap=True)
        for mode in game_type.modes:
            span = f"{mode.players[0]}-{mode.players[-1]}" if len(mode.players) > 1 else f"{mode.players[0]}"
            console.print(
                f"  {span:>3} player{'s' if len(mode.players) > 1 else ' '}  --mode {mode.id}: {mode.summary}",
                soft_wrap=True,
            )
        for option in game_type.options:
            console.print(f"  --option {option.id}: {option.summary}", soft_wrap=True)
        for choice in game_type.choices:
            names = ", ".join(name for name, _ in choice.values)
            console.print(f"  --{choice.word}: {names}", soft_wrap=True)


def _described(game_type: GameType) -> dict[str, Any]:
    return {
        "id": game_type.id,
        "title": game_type.title,
        "designer": game_type.designer,
        "year": game_type.year,
        "summary": game_type.summary,
        "modes": [{**asdict(mode), "players": list(mode.players)} for mode in game_type.modes],
        "options": [asdict(option) for option in game_type.options],
        "choices": [asdict(choice) for choice in game_type.choices],
        "deal_words": game_type.deal_words,
    }
