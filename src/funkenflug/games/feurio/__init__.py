"""Feurio! (2003): a forest fire spreads where it is hottest."""

from typing import cast

from funkenflug.games.base import GameType, Mode, Option
from funkenflug.games.feurio import arrays, deal, drawing, rules, solver, telling, text, view
from funkenflug.games.hexes import COLOURS_OF, INKS
from funkenflug.kernel import Arrays, Rules

GAME = GameType(
    id="feurio",
    title="Feurio!",
    designer="Heinrich Glumpler",
    year=2003,
    summary="A forest fire spreads where it is hottest. Hold large areas, and stay linked to water.",
    modes=(
        Mode("competitive", range(2, 5), "Against each other", "The most points win."),
        Mode("solitaire", range(1, 2), "Solitaire", "Place all 48 firefighters, each colour in one region with water."),
        Mode("cooperative", range(2, 5), "Together", "The goal of the solitaire, reached in turn."),
    ),
    options=(
        Option(
            "firebreak", ("competitive",), "Firebreaks", "Lay a tile face down to steer the fire, for a firefighter."
        ),
        Option("hotter", ("competitive",), "Hotter", "Points are rounded down."),
    ),
    colours_of=COLOURS_OF,
    deal_words=("deck",),
    choices=(),
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
    inks=INKS,
    task=telling.task,
    holdings=telling.holdings,
    tell=telling.tell,
    reason=telling.reason,
    clicks=text.clicks,
    gain=telling.gain,
    account=telling.account,
    hidden=view.hidden,
    panel=("step", "drawn", "tiles_left", "unseen", "heat", "hottest", "stocks", "paid"),
    closing={"regions": True},
    on_pages={},
    goals=telling.goals,
    drafted=True,
    known=view.known,
    told=view.told,
    solve=solver.solve,
)
