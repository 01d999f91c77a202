"""A match in a terminal, between people at one keyboard and bots."""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from funkenflug.bots.players import LEVELS, RANDOM, Clock, level
from funkenflug.core.view import COLOURS
from funkenflug.core.words import IllegalMove, clipped
from funkenflug.games.base import GameType
from funkenflug.jobs.files import write_atomically
from funkenflug.match.game import Game
from funkenflug.match.replay import describe_events, steps

try:
    import readline  # input() then has a history, can be edited, and completes moves
except ImportError:  # Windows
    readline = None  # type: ignore[assignment]

PERSON = "me"
DEFAULT_BOT = "ember"
PLAYER_KINDS = (PERSON, RANDOM, *LEVELS)
"""The kinds of players: a person at the keyboard, or a bot."""

_STYLES = {"green": "bold green", "blue": "bold bright_blue", "yellow": "bold yellow", "red": "bold red"}
_INITIALS = {colour[0].upper(): style for colour, style in _STYLES.items()}
_PIECES = re.compile(rf"(?<![A-Za-z])[{''.join(_INITIALS)}]+(?![A-Za-z](?!\d))")


def coloured(text: str, game_type: GameType) -> Text:
    """Return a text about a game in the styles of the game, with the four colours in colour."""
    styled = Text(text)
    for pattern, style in game_type.inks():
        styled.highlight_regex(pattern, style)
    for colour in COLOURS:
        styled.highlight_regex(rf"\b{colour}\b", _STYLES[colour])
    for pieces in _PIECES.finditer(text):
        for place, initial in enumerate(pieces[0], pieces.start()):
            styled.stylize(_INITIALS[initial], place, place + 1)
    return styled


_COMMANDS = ("hint", "undo", "save ", "help", "quit")
_HINT_SECONDS = 1.0


def _complete(texts: Sequence[str]) -> None:
    """Complete these texts with Tab."""
    if readline is None:
        return
    readline.set_completer_delims("")
    readline.set_completer(lambda begun, nth: completion(begun, texts, nth))
    readline.parse_and_bind("tab: complete")


def completion(begun: str, texts: Sequence[str], nth: int) -> str | None:
    """Return the nth text that a line can be completed to.

    >>> completion("tile m", ["tile m12", "tile n14", "pass"], 0), completion("tile m", ["tile m12"], 1)
    ('tile m12', None)
    """
    fitting = [text for text in texts if text.startswith(begun.lower())]
    return fitting[nth] if nth < len(fitting) else None


class TerminalMatch:
    """A match between people at one keyboard and bots."""

    def __init__(self, game: Game, kinds: Sequence[str], console: Console, chance: random.Random) -> None:
        self.game = game
        self.people = [seat for seat, kind in enumerate(kinds) if kind == PERSON]
        self.bots = {seat: level(kind, chance.randrange(2**32)) for seat, kind in enumerate(kinds) if kind != PERSON}
        self.console = console
        self._log: list[tuple[int, str]] = [(step.seat, describe_events(game, step.events)) for step in steps(game)]
        self._at_screen: int | None = None
        """The seat of the person at the screen."""
        self._shown: int | None = None
        """How many moves had been played when the board was last shown."""
        self._saved: tuple[Path, str] | None = None
        """The last file that was saved, with its record."""
        self._left = False
        self._input_ended = False

    def run(self) -> None:
        """Play until the match is over or somebody leaves, then offer to save the record."""
        try:
            self._play_on()
        except KeyboardInterrupt:
            self._end_input()
            self._offer_record()
            raise
        self._offer_record()

    def _play_on(self) -> None:
        self._explain()
        while not self._left and (seat := self.game.to_move) is not None:
            if seat in self.people:
                self._decide(seat)
            else:
                self._play_bot(seat)
        if self.game.over:
            self._show(self.people[0] if len(self.people) == 1 else None)

    def _explain(self) -> None:
        game = self.game
        mode = game.type.mode(game.mode, game.players)
        self.console.print(game.type.title, style="bold")
        self.console.print(f"{mode.title}: {mode.summary}")
        for option in game.type.options:
            if option.id in game.options:
                self.console.print(f"{option.title}: {option.summary}")
        if self.people:
            if legend := game.type.legend():
                self.console.print(f"The board: {legend}", style="dim")
            self.console.print(
                "Type a move (Tab completes it), or ? to list all moves. Other commands: hint, undo, save FILE, quit.",
                style="dim",
            )

    def _play_bot(self, seat: int) -> None:
        with self.console.status(f"{self.game.names[seat]} is thinking…", spinner="dots"):
            move = self.bots[seat].choose(self.game.view(seat), self.game.legal_moves(), Clock())
        self._play(move)

    # A person's turn

    def _decide(self, seat: int) -> None:
        if self._at_screen != seat or self._shown != len(self.game.moves):
            if not self._hand_over(seat):
                return
            self._show(seat)
        moves = self.game.legal_moves()
        names = [self.game.type.name_move(move) for move in moves]
        offer = f" [Enter: {names[0]}]" if len(moves) == 1 else ""
        _complete([*names, *_COMMANDS])
        line = self._ask(f"{self.game.names[seat]}{offer}> ")
        if line == "" and len(moves) == 1 and not self._left:
            self._play(moves[0])
        else:
            self._execute(line, names)

    def _execute(self, line: str, moves: list[str]) -> None:
        word, _, rest = line.partition(" ")
        if line == "":
            self._shown = None
        elif line.startswith("?"):
            self._list(moves, line[1:].strip().lower())
        elif line == "help":
            self._explain()
        elif line == "undo":
            self._undo()
        elif line == "hint":
            self._hint()
        elif word == "save":
            self._save(rest.strip())
        elif line in ("quit", "exit"):
            self._left = True
        else:
            self._try(" ".join(line.lower().split()))

    def _ask(self, question: str) -> str:
        """Return the line that is typed; at the end of the input, leave the match and return an empty one."""
        try:
            return input(question).strip()
        except EOFError:
            self._end_input()
            return ""

    def _end_input(self) -> None:
        """Leave the match; in a terminal, questions can still be asked."""
        self.console.print()
        self._left = True
        self._input_ended = not sys.stdin.isatty()

    def _hand_over(self, seat: int) -> bool:
        """If something is hidden, wait until only this person sees the screen; return whether the match goes on."""
        if self._at_screen != seat and self._views_differ():
            if self._at_screen is not None:
                self._clear_screen()
            self._ask(f"{self.game.names[seat]}, it's your turn. Press Enter when nobody else can see the screen. ")
            self._say("\n".join(self._log_since(seat)))
        self._at_screen = seat
        return not self._left

    def _views_differ(self) -> bool:
        views = [msgspec.structs.replace(self.game.view(seat), seat=None) for seat in self.people]
        return any(view != views[0] for view in views)

    def _clear_screen(self) -> None:
        if self.console.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")  # also the scrollback buffer

    def _log_since(self, seat: int) -> list[str]:
        """Return what happened since the last move of a seat."""
        last = max((place for place, (mover, _) in enumerate(self._log, 1) if mover == seat), default=0)
        return [words for _, words in self._log[last:]]

    def _show(self, seat: int | None) -> None:
        self._shown = len(self.game.moves)
        self._say(f"\n{self.game.text(seat)}\n")

    def _say(self, text: str) -> None:
        if text:
            self.console.print(coloured(text, self.game.type), soft_wrap=True)

    # Commands of a person

    def _try(self, move: str) -> None:
        try:
            self._play(move)
        except IllegalMove as illegal:
            self._complain(f"{illegal}.")

    def _play(self, move: str) -> None:
        seat = self.game.to_move
        assert seat is not None
        events = self.game.play(move)
        words = describe_events(self.game, events)
        self._log.append((seat, words))
        self._say(words)

    def _hint(self) -> None:
        """Say what a search would play, knowing what the person knows."""
        with self.console.status("Thinking…", spinner="dots"):
            best = self.game.suggest(_HINT_SECONDS)[0]
        self._say(f"Hint: {self.game.type.name_move(best.move)}")

    def _complain(self, reason: str) -> None:
        self.console.print(reason, style="red", soft_wrap=True)

    def _list(self, moves: list[str], beginning: str) -> None:
        fitting = [move for move in moves if move.startswith(beginning)]
        if not fitting:
            self._complain(f"No legal move begins with “{clipped(beginning)}”.")
            return
        listed = fitting if len(fitting) <= self._capacity(fitting) else grouped(fitting)
        self.console.print(Columns([coloured(move, self.game.type) for move in listed], padding=(0, 2)))
        if len(listed) < len(fitting):
            example = listed[0].partition(" …")[0]
            self.console.print(
                f"{len(fitting)} moves. Type ? and the beginning of a move to see more, such as: ? {example}",
                style="dim",
            )

    def _capacity(self, moves: list[str]) -> int:
        """Return how many moves fit on the screen."""
        width, height = self.console.size
        return max(1, width // (max(map(len, moves)) + 2)) * max(5, height - 6)

    def _undo(self) -> None:
        """Go back to the last decision of a person."""
        earlier = self.game.copy()
        while earlier.moves:
            earlier.undo()
            if earlier.to_move in self.people:
                break
        else:
            self._complain("You have no move to undo.")
            return
        taken_back = self.game.moves[len(earlier.moves)]
        self.game = earlier
        del self._log[len(earlier.moves) :]
        self._shown = None
        self._say(f"Undone: {self.game.type.name_move(taken_back)}")

    def _save(self, name: str) -> bool:
        """Save the record; return whether it was saved."""
        if not name:
            self._complain("Which file? For example: save evening.ff")
            return False
        path = Path(name).expanduser()
        known = self._saved is not None and self._saved[0] == path
        if path.exists() and not known and self._ask(f"{name} already exists. Overwrite it? [y/N] ").lower() != "y":
            return False
        record = self.game.record()
        try:
            write_atomically(path, record)
        except OSError as error:
            self._complain(f"{name} cannot be written: {error.strerror}.")
            return False
        self._saved = path, record
        self.console.print(f"Saved to {name}", soft_wrap=True)
        return True

    def _offer_record(self) -> None:
        saved = self._saved is not None and self._saved[1] == self.game.record()
        if saved or not self.game.moves:
            return
        if self._input_ended:
            self._complain("The input ended and the game was not saved. Use “save FILE” to continue it another day.")
            return
        while name := self._ask("Save the record? Type a file name, or press Enter to skip: "):
            if self._save(name):
                return


def grouped(moves: list[str]) -> list[str]:
    """Group moves by the fewest first words that tell some of them apart, with the size of each group.

    >>> grouped(["crew 1 green m13", "crew 1 green n13", "crew 2 green m13"])
    ['crew 1 … (2)', 'crew 2 … (1)']
    """
    words = 0
    beginnings: Counter[str] = Counter()
    while len(beginnings) < 2:
        words += 1
        beginnings = Counter(" ".join(move.split()[:words]) for move in moves)
    return [f"{beginning} … ({count})" for beginning, count in beginnings.items()]
