"""Studies as messages: a position, and a tree of moves."""

from __future__ import annotations

from typing import cast

from funkenflug.match.replay import at_ply
from funkenflug.match.study import Study
from funkenflug.web.messages.data import events_since
from funkenflug.web.messages.position import Position, Viewer
from funkenflug.web.messages.responses import StudyNode, StudyPosition, StudyTree
from funkenflug.web.messages.snapshot import LiveState, snapshot


def study_position(position: Position, viewer: Viewer, since: int | None) -> StudyPosition:
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
