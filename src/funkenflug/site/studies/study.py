"""Studies as messages: a tree of moves, a deal, and what the computer thinks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from funkenflug.match.game import Game, Suggestion, new
from funkenflug.match.replay import at_ply
from funkenflug.match.study import Study
from funkenflug.site.boards.preview import hints
from funkenflug.site.boards.records import RecordPosition
from funkenflug.site.studies.responses import StudyDeal, StudyNode, StudyTree, Thought, Thoughts


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


def thoughts(position: RecordPosition, found: Sequence[Suggestion], seconds: float) -> Thoughts:
    """Return what a search has found."""
    tried = found[:_MOST_THOUGHTS]
    moves = [
        cast(Thought, hint | {"visits": suggestion.visits})
        for hint, suggestion in zip(hints(position, position.seat(), (), tried), tried, strict=True)
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
