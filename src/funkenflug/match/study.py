r"""Studies: a match with variations, comments and nags, in memory and as a record.

In a record they are part of the remarks, so that programs that know nothing of them read the match itself, and keep the
rest as remarks:

    3. tile 1,0 + pass  # ?! too early (3. tile 2,0 ! {threatens the lake} 4. tile 0,2) (3. tile 0,2)

A remark begins with the nag of the move before it. Then comes the comment, and then the variations in parentheses, each
instead of that move. A variation has the number of its turn, moves like the match itself, nags, comments in braces, and
variations of its own. In braces `\}` and `\\` stand for a brace and a backslash. What looks like variations but cannot
be played is part of the comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from funkenflug.core.words import IllegalMove, clipped
from funkenflug.match.game import Game, Move
from funkenflug.match.record import load
from funkenflug.match.replay import at_ply

NAGS: Final = ("!", "?", "!!", "??", "!?", "?!")
"""Marks of a move: good, a mistake, brilliant, a blunder, interesting, dubious."""

_NAG = re.compile(r"(!!|\?\?|!\?|\?!|!|\?)(?=\s|$)\s*")
_BRACED = re.compile(r"\{((?:[^\\}]|\\.)*)\}(?=\s|$)")
_ESCAPED = re.compile(r"\\(.)")
_VARIATION = re.compile(r"(?<!\S)\((?=[0-9]+\.)")
_TOKEN = re.compile(
    r"\s*(?:\{(?P<comment>(?:[^\\}]|\\.)*)\}|(?P<bracket>[()])|(?P<nag>!!|\?\?|!\?|\?!|!|\?)|"
    r"(?P<number>(?:[0-9]+\.|\+)(?=\s))|(?P<word>[^\s(){}!?]+))"
)


class Node:
    """A position of a study, and the move that led to it.

    >>> from funkenflug.match.game import new
    >>> root = Study(new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6)).root
    >>> node = root.add("tile 0,1").add("pass")
    >>> node.move, node.seat, node.ply, node.turn, node.begins_turn
    (Move('pass'), 0, 2, 1, False)
    >>> node.path, node.parent is root.children[0]
    ((Move('tile 0,1'), Move('pass')), True)
    """

    def __init__(self, game: Game, parent: Node | None = None) -> None:
        """Call `Study` or `add` instead."""
        self._game = game
        self.parent = parent
        self.children: list[Node] = []
        """The positions after it: the first continues the main line, the others begin variations."""
        self._comment = ""
        self._nag = ""

    def __repr__(self) -> str:
        return f"<Node {self.ply}: {self.move}{self.nag}>"

    @property
    def game(self) -> Game:
        """A copy of the match at this position."""
        return self._game.copy()

    @property
    def path(self) -> tuple[Move, ...]:
        """All moves that led here."""
        return self._game.moves

    @property
    def ply(self) -> int:
        """The number of moves that led here."""
        return len(self._game.moves)

    @property
    def move(self) -> Move | None:
        """The last move; None at the beginning."""
        return self._game.moves[-1] if self.parent else None

    @property
    def seat(self) -> int | None:
        """The seat that moved; None at the beginning."""
        return self.parent._game.to_move if self.parent else None

    @property
    def begins_turn(self) -> bool:
        """Whether the move began a turn."""
        return bool(self.parent) and self._game.turn_beginnings[-1]

    @property
    def turn(self) -> int:
        """The number of the turn that the move belongs to."""
        return sum(self._game.turn_beginnings)

    @property
    def comment(self) -> str:
        """A comment on the move, in one line; line breaks in assigned text are removed."""
        return self._comment

    @comment.setter
    def comment(self, text: str) -> None:
        self._comment = " ".join(text.split())

    @property
    def nag(self) -> str:
        """One of `NAGS`, or nothing."""
        return self._nag

    @nag.setter
    def nag(self, mark: str) -> None:
        if mark and (mark not in NAGS or not self.parent):
            raise ValueError(f"a move is marked with {', '.join(NAGS)} or nothing, not {clipped(repr(mark))}")
        self._nag = mark

    def __iter__(self) -> Iterator[Node]:
        """Iterate over this position and all after it; each comes before those that follow it."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def main_line(self) -> list[Node]:
        """Return the positions that follow if everybody plays the first move.

        >>> from funkenflug.match.game import new
        >>> root = Study(new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6)).root
        >>> _ = root.add("tile 0,1").add("pass")
        >>> root.main_line()
        [<Node 1: tile 0,1>, <Node 2: pass>]
        """
        line, node = [], self
        while node.children:
            node = node.children[0]
            line.append(node)
        return line

    def add(self, move: str) -> Node:
        """Play a move here, and return the position after it: the one that is known already, or a new variation.

        >>> from funkenflug.match.game import new
        >>> root = Study(new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6)).root
        >>> root.add("tile 0,1").add("pass")
        <Node 2: pass>
        >>> root.add("tile 0,1") is root.children[0]
        True
        """
        after = self._game.copy()
        after.play(move)
        for child in self.children:
            if child.move == after.moves[-1]:
                return child
        self.children.append(Node(after, self))
        return self.children[-1]

    def remove(self) -> None:
        """Take this position, and all after it, out of the study.

        >>> from funkenflug.match.game import new
        >>> root = Study(new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6)).root
        >>> root.add("tile 0,1").remove()
        >>> root.children
        []
        """
        if self.parent is None:
            raise ValueError("the beginning of a study cannot be removed")
        self.parent.children.remove(self)
        self.parent = None

    def promote(self) -> None:
        """Move this position's variation up one level: into the main line, or into the line that it branches from.

        >>> from funkenflug.match.game import new
        >>> root = Study(new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6)).root
        >>> first, second = root.add("tile 0,1"), root.add("tile 1,-1")
        >>> second.promote()
        >>> root.children
        [<Node 1: tile 1,-1>, <Node 1: tile 0,1>]
        """
        node = self
        while node.parent and node.parent.children[0] is node:
            node = node.parent
        if node.parent:
            node.parent.children.remove(node)
            node.parent.children.insert(0, node)


class Study:
    """A tree of moves over a match, with comments and nags.

    >>> from funkenflug.match.game import new
    >>> game = new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6)
    >>> study = Study(game)
    >>> study.root.add("tile 0,1").nag = "!"
    >>> study.root.add("tile 1,-1").comment = "also hot"
    >>> print(study.record().splitlines()[-1])
    1. tile 0,1  # ! (1. tile 1,-1 {also hot})
    >>> load_study(study.record()) == study
    True
    """

    def __init__(self, game: Game) -> None:
        """Study a match. Its moves are the main line, and its remarks the comments."""
        self.root = Node(at_ply(game, 0))
        self.root._game.comments = {}
        node = self.root
        for move in game.moves:
            node = node.add(move)
        for ply, node in enumerate((self.root, *self.root.main_line())):
            _read_remark(node, " ".join(game.comments.get(ply, "").split()))

    @property
    def main(self) -> Game:
        """The main line as a match; what else the study has is in its remarks.

        >>> from funkenflug.match.game import new
        >>> study = Study(new("feurio", players=2, deck=[6, 5, 4] * 6 + [3, 2, 1] * 6))
        >>> study.root.add("tile 0,1").comment = "hot"
        >>> study.main.moves, study.main.comments
        ((Move('tile 0,1'),), {1: 'hot'})
        """
        line = [self.root, *self.root.main_line()]
        game = line[-1].game
        game.comments = {ply: remark for ply, node in enumerate(line) if (remark := _remark(node))}
        return game

    def record(self) -> str:
        """Return the record of the main line with everything else in its remarks. `load_study` reads it.

        >>> from funkenflug.match.game import new
        >>> study = Study(new("feurio", players=2, seed=7))
        >>> load_study(study.record()) == study
        True
        """
        return self.main.record()

    def __iter__(self) -> Iterator[Node]:
        """Iterate over all positions; each comes before those that follow it."""
        return iter(self.root)

    def __eq__(self, other: object) -> bool:
        """Whether deal, names, moves, variations, comments and nags are the same."""
        if not isinstance(other, Study):
            return NotImplemented
        one, two = self.root._game, other.root._game
        return one == two and one.names == two.names and _content(self) == _content(other)

    __hash__ = None  # type: ignore[assignment]  # a study changes


def load_study(text: str | bytes) -> Study:
    """Return the study of a record; raise a `RecordError` if it cannot be read.

    >>> from funkenflug.match.game import new
    >>> load_study(new("feurio", players=2, seed=7).record()).root.children
    []
    """
    return Study(load(text))


def _content(study: Study) -> list[tuple[tuple[Move, ...], str, str]]:
    return [(node.path, node.nag, node.comment) for node in study]


# Writing ------------------------------------------------------------------------------------------------------------


def _remark(node: Node) -> str:
    """Return what a record says after a move of the main line."""
    if node.parent is None:
        return node.comment
    plain = not (_NAG.match(node.comment) or node.comment.startswith("{") or _VARIATION.search(node.comment))
    comment = node.comment if plain else _braced(node.comment)
    variations = (_written_variation(other) for other in node.parent.children[1:])
    return " ".join(filter(None, (node.nag, comment, *variations)))


def _braced(comment: str) -> str:
    escaped = comment.replace("\\", "\\\\").replace("}", "\\}")
    return f"{{{escaped}}}"


def _written_variation(first: Node) -> str:
    """Return a variation with those inside it. Without recursion: they may be nested deeply."""
    parts: list[str] = []
    waiting: list[Node | str] = [")", first, "("]
    opened = ""
    while waiting:
        node = waiting.pop()
        if node == "(":
            opened = "("
        elif isinstance(node, str):
            parts[-1] += node
        else:
            number = f"{node.turn}." if opened or node.begins_turn else "+"
            comment = node.comment and _braced(node.comment)
            parts += filter(None, (f"{opened}{number}", str(node.move), node.nag, comment))
            waiting += reversed(node.children[:1])
            if not opened and node.parent:
                for other in reversed(node.parent.children[1:]):
                    waiting += (")", other, "(")
            opened = ""
    return " ".join(parts)


# Reading ------------------------------------------------------------------------------------------------------------


def _read_remark(node: Node, text: str) -> None:
    """Take over what a record says after a move of the main line."""
    if node.parent is None:
        node.comment = text
        return
    if nag := _NAG.match(text):
        node.nag, text = nag[1], text[nag.end() :]
    braced = _BRACED.match(text)
    begins = _VARIATION.search(text, braced.end() if braced else 0)
    end = begins.start() if begins else len(text)
    if begins:
        try:
            variations = _read_variations(node, text[end:])
        except (IllegalMove, _Unreadable):
            end = len(text)
        else:
            _graft(node.parent, variations)
    comment = text[:end].strip()
    node.comment = _unescaped(braced[1]) if braced and comment == braced[0] else comment


def _unescaped(comment: str) -> str:
    return _ESCAPED.sub(r"\1", comment)


class _Unreadable(Exception):
    """A text does not consist of variations."""


def _read_variations(node: Node, text: str) -> Node:
    """Return the position before a move with the move and the variations of a text, apart from the study."""
    assert node.parent is not None
    assert node.move is not None
    before = Node(node.parent.game)
    at = before.add(node.move)
    branches: list[Node] = []
    place, words, begun = 0, list[str](), True
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None or not (branches or token["bracket"]):
            raise _Unreadable
        place, kind = token.end(), token.lastgroup
        if kind == "word":
            words.append(token["word"])
            continue
        if words:
            at, words, begun = at.add(" ".join(words)), [], True
        if token["bracket"] != "(" and kind != "number" and not begun:
            raise _Unreadable
        if token["bracket"] == "(" and at.parent and begun:
            branches.append(at)
            at, begun = at.parent, False
        elif token["bracket"] == ")" and branches:
            at = branches.pop()
        elif kind == "nag":
            at.nag = token["nag"]
        elif kind == "comment":
            at.comment = f"{at.comment} {_unescaped(token['comment'])}"
        elif kind != "number":
            raise _Unreadable
    if branches or words:
        raise _Unreadable
    return before


def _graft(into: Node, other: Node) -> None:
    """Add what follows a position to the same position of a study."""
    waiting = [(into, other)]
    while waiting:
        into, other = waiting.pop()
        known = {node.move: node for node in into.children}
        for node in other.children:
            if node.move in known:
                waiting.append((known[node.move], node))
            else:
                node.parent = into
                into.children.append(node)
