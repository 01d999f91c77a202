"""Vulkan! (2004): fire-fighting planes cut the forest off from a volcano."""

from typing import cast

from funkenflug.games.base import Choice, GameType, Mode
from funkenflug.games.hexes import COLOURS_OF, INKS
from funkenflug.games.vulkan import arrays, deal, drawing, rules, solver, telling, text, view
from funkenflug.kernel import Arrays, Rules

GAME = GameType(
    id="vulkan",
    title="Vulkan!",
    designer="Heinrich Glumpler",
    year=2004,
    summary="Planes fly straight rows and drop water. Put fires out, and cut the forest off from the volcano.",
    modes=(
        Mode("competitive", range(2, 5), "Against each other", "The highest sum of collected tiles wins."),
        Mode("solitaire", range(1, 2), "Solitaire", "Collect all 35 tiles, and lose none."),
        Mode("cooperative", range(2, 5), "Together", "The goal of the solitaire, reached in turn."),
    ),
    options=(),
    colours_of=COLOURS_OF,
    deal_words=("layout",),
    choices=(
        Choice(
            "layout",
            "Layout",
            (("random", "Ragged forest"), ("hexagon", "Hexagon"), ("parallelogram", "Parallelogram")),
        ),
    ),
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
    panel=("step", "stocks", "collected"),
    closing={},
    on_pages={"cards": False},
    goals=telling.goals,
    solve=solver.solve,
)
