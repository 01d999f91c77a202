"""Vulkan! (2004): fire-fighting planes cut the forest off from a volcano."""

from types import MappingProxyType
from typing import cast

from funkenflug.games.base import Choice, GameType, Mode
from funkenflug.games.hexes import COLOURS_OF, INKS, find_cell, name_cell
from funkenflug.games.vulkan.learn import arrays, features, heuristics, policy, small
from funkenflug.games.vulkan.rules import deal, explain, position, rules, text, view
from funkenflug.games.vulkan.show import advice, drawing, reading, words
from funkenflug.games.vulkan.solve import solver
from funkenflug.games.vulkan.teach import coach, themes
from funkenflug.kernel import Arrays, Rules


class Vulkan(
    GameType,
    files=(
        heuristics,
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
        themes,
        small,
    ),
):
    """See the rules: rules/en.md."""

    id = "vulkan"
    title = "Vulkan!"
    designer = "Heinrich Glumpler"
    year = 2004
    summary = "Fly in straight lines and drop water. Put out fires and cut the forest off from the volcano."
    modes = (
        Mode("competitive", range(2, 5), "Competitive", "The highest total of collected tiles wins."),
        Mode("solitaire", range(1, 2), "Solitaire", "Collect all 35 tiles without losing any."),
        Mode("cooperative", range(2, 5), "Cooperative", "Reach the goal of the solitaire together."),
    )
    colours_of = COLOURS_OF
    usual_players = 4
    deal_words = ("layout",)
    deal_types = MappingProxyType({"layout": "Mapping[tuple[int, int], int]"})
    choices = (
        Choice(
            "layout",
            "Forest",
            (("random", "Irregular"), ("hexagon", "Hexagon"), ("parallelogram", "Parallelogram")),
        ),
    )
    clicks = MappingProxyType(
        {"volcano": ("cell:1",), "fly": ("cell:2 cell:3 colour:1", "cell:3 cell:2 colour:1")}  # from either end
    )
    rules = cast(Rules, rules)
    arrays = cast(Arrays, arrays)
    name_cell = staticmethod(name_cell)
    find_cell = staticmethod(find_cell)
    legend = words.LEGEND
    inks = INKS
    on_pages = MappingProxyType({"cards": False})
    shared_styles = ("games/forest.css",)
    panel = ("step", "stocks", "collected")
    page_words = words.PAGE_WORDS
    second_person = words.SECOND_PERSON
    puzzle_themes = themes.PUZZLE_THEMES
    has_daily_deal = True
