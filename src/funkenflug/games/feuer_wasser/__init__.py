"""Feuer & Wasser (2012): dominoes of influence on a board of fire and water."""

from typing import cast

from funkenflug.games.base import Choice, GameType, Mode
from funkenflug.games.feuer_wasser import arrays, deal, drawing, rules, telling, text, view
from funkenflug.kernel import Arrays, Rules

GAME = GameType(
    id="feuer-wasser",
    title="Feuer & Wasser",
    designer="Jens Bernsdorf",
    year=2012,
    summary="Dominoes spread influence over fire and water. Who surrounds and outweighs a cell owns it.",
    modes=(
        Mode("competitive", range(2, 5), "Against each other", "The most stones win, or the first to lay them all."),
    ),
    options=(),
    colours_of={players: tuple((seat,) for seat in range(players)) for players in range(2, 5)},
    deal_words=("board", "piles"),
    choices=(Choice("board", "Board", (("standard", "Standard"), *((name, name) for name in deal.BOARDS))),),
    rules=cast(Rules, rules),
    arrays=cast(Arrays, arrays),
    leaves_to_chance=deal.leaves_to_chance,
    deal=deal.deal,
    start=deal.start,
    deal_tags=deal.deal_tags,
    read_deal_tags=deal.read_deal_tags,
    imagine=deal.imagine,
    move_texts=text.move_texts,
    read_move=text.read_move,
    turn_begins=view.turn_begins,
    view=view.view,
    events=view.events,
    outcome=view.outcome,
    draw=drawing.draw,
    board=text.board,
    legend=telling.LEGEND,
    inks=telling.INKS,
    task=telling.task,
    holdings=telling.holdings,
    tell=telling.tell,
    reason=telling.reason,
    clicks=text.clicks,
    gain=telling.gain,
    account=telling.account,
    hidden=view.hidden,
    panel=("influence", "elementals", "step", "open_tiles", "face_down", "unseen", "stones_left"),
    closing={},
    on_pages={"cards": False},
    own_hints=True,
)
