"""Vulkan! (2004): fire-fighting planes cut the forest off from a volcano."""

from types import MappingProxyType

from funkenflug.games.base import Choice, GameType, Mode
from funkenflug.games.hexes import COLOURS_OF, find_cell, name_cell


class Vulkan(GameType):
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
    name_cell = staticmethod(name_cell)
    find_cell = staticmethod(find_cell)
    on_pages = MappingProxyType({"cards": False})
    shared_styles = ("games/forest.css",)
    panel = ("step", "stocks", "collected")
    has_daily_deal = True
