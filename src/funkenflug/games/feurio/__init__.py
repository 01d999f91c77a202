"""Feurio! (2003): a forest fire spreads where it is hottest."""

from types import MappingProxyType
from typing import cast

from funkenflug.games.base import GameType, Mode, Option
from funkenflug.games.feurio.learn import arrays, extrapolate, features, heuristics, policy, small
from funkenflug.games.feurio.rules import deal, explain, position, rules, text, view
from funkenflug.games.feurio.show import advice, drawing, reading, words
from funkenflug.games.feurio.solve import expectation, solver
from funkenflug.games.feurio.teach import coach, themes
from funkenflug.games.hexes import COLOURS_OF, INKS, find_cell, name_cell
from funkenflug.kernel import Arrays, Rules


class Feurio(
    GameType,
    files=(
        heuristics,
        extrapolate,
        features,
        policy,
        deal,
        view,
        position,
        text,
        explain,
        words,
        advice,
        reading,
        coach,
        drawing,
        solver,
        expectation,
        themes,
        small,
    ),
):
    """See the rules: rules/en.md."""

    id = "feurio"
    title = "Feurio!"
    designer = "Heinrich Glumpler"
    year = 2003
    summary = "A forest fire spreads where it burns hottest. Hold large areas and stay connected to water."
    modes = (
        Mode("competitive", range(2, 5), "Competitive", "The player with the most points wins."),
        Mode(
            "solitaire",
            range(1, 2),
            "Solitaire",
            "Place all 48 firefighters so that each colour forms one region with water.",
        ),
        Mode("cooperative", range(2, 5), "Cooperative", "Reach the goal of the solitaire together."),
    )
    options = (
        Option(
            "firebreak",
            ("competitive",),
            "Firebreaks",
            "Spend a firefighter to lay a tile face down and steer the fire.",
        ),
        Option("hotter", ("competitive",), "Hotter", "Points are rounded down."),
    )
    colours_of = COLOURS_OF
    usual_players = 4
    deal_words = ("deck",)
    deal_types = MappingProxyType({"deck": "Sequence[int]"})
    drafted = True
    clicks = MappingProxyType(
        {
            "arrange": ("tile:1 tile:2 tile:3 tile:4",),
            "tile": ("cell:1",),
            "break": ("verb:break cell:1 colour:2",),
            "crew": ("cell:3 colour:2 count:1",),
        }
    )
    rules = cast(Rules, rules)
    arrays = cast(Arrays, arrays)
    name_cell = staticmethod(name_cell)
    find_cell = staticmethod(find_cell)
    legend = words.LEGEND
    inks = INKS
    closing = MappingProxyType({"regions": True})
    shared_styles = ("games/forest.css",)
    panel = ("step", "drawn", "tiles_left", "unseen", "heat", "hottest", "stocks", "paid")
    page_words = words.PAGE_WORDS
    second_person = words.SECOND_PERSON
    puzzle_themes = themes.PUZZLE_THEMES
    has_daily_deal = True
