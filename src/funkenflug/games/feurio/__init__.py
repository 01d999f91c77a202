"""Feurio! (2003): a forest fire spreads where it is hottest."""

from types import MappingProxyType

from funkenflug.games.base import GameType, Mode, Option
from funkenflug.games.hexes import COLOURS_OF, find_cell, name_cell


class Feurio(GameType):
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
    name_cell = staticmethod(name_cell)
    find_cell = staticmethod(find_cell)
    closing = MappingProxyType({"regions": True})
    shared_styles = ("games/forest.css",)
    panel = ("step", "drawn", "tiles_left", "unseen", "heat", "hottest", "stocks", "paid")
    has_daily_deal = True
