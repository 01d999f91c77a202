"""Studies as messages: a position, and a tree of moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from funkenflug.match.game import Game, Suggestion, new
from funkenflug.match.replay import at_ply
from funkenflug.match.study import Study
from funkenflug.site.boards.position import Position, Viewer
from funkenflug.site.boards.preview import hints
from funkenflug.site.studies.responses import StudyDeal, StudyNode, StudyPosition, StudyTree, Thought, Thoughts
from funkenflug.site.tables.data import events_since
from funkenflug.site.tables.snapshot import LiveState, snapshot
from funkenflug.site.tables.table import Table


def study_position(position: Position[Table], viewer: Viewer, since: int | None) -> StudyPosition:
    """Return a position of a study, with the events since a ply."""
    table = position.table
    state = snapshot(LiveState(position, frozenset(), 0.0, {}), viewer)
    can = state["can"] | {"rematch": False, "resign": False, "leave": False, "chat": False, "undo": False}
    more = {
        "can": can,
        "follow_ups": [],
        "events": [] if since is None else events_since(table, since),
        "players_of": list(table.players_of),
        "turn_beginnings": position.game.turn_beginnings,
    }
    return cast(StudyPosition, state | more)


def study_tree(study: Study) -> StudyTree:
    """Return a study with all its moves."""
    start = at_ply(study.root.game, 0)
    nodes: list[StudyNode] = []
    places = {id(study.root): -1}
    for node in study:
        if node.parent is None:
            continue
        places[id(node)] = len(nodes)
        nodes.append(
            StudyNode(
                parent=places[id(node.parent)],
                move=str(node.move),
                seat=node.seat or 0,
                begins_turn=node.begins_turn,
                nag=node.nag,
                comment=node.comment,
            )
        )
    return StudyTree(game=start.type.id, record=start.record(), comment=study.root.comment, nodes=nodes)


def thoughts(position: Position[Table], viewer: Viewer, found: Sequence[Suggestion], seconds: float) -> Thoughts:
    """Return what a search has found."""
    tried = found[:_MOST_THOUGHTS]
    moves = [
        cast(Thought, hint | {"visits": suggestion.visits})
        for hint, suggestion in zip(hints(position, viewer, (), tried), tried, strict=True)
    ]
    simulations = sum(suggestion.visits for suggestion in found)
    return Thoughts(moves=moves, simulations=simulations, seconds=round(seconds, 2))


def study_deal(game: Game) -> StudyDeal:
    """Return the whole deal of a match, also of one that was dealt by a seed."""
    game_type = game.type
    words = game_type.deal_of(at_ply(game, 0).state)
    given = new(game_type.id, players=game.players, mode=game.mode, options=game.options, seed=0, **words)
    deal = {tag.lower(): value for tag, value in game_type.deal_tags(given.setup).items()}
    return StudyDeal(players=game.players, mode=game.mode, options=game.options, names=game.names, deal=deal)


_MOST_THOUGHTS = 8
"""More moves are not worth telling."""
