"""Games played on purpose: random play never wins these, so the won branch needs them."""

# players, mode, deck, moves
FEURIO_WON: list[tuple[int, str, str, str]] = [
    (
        1,
        "solitaire",
        "666666555554544444333323232211212111",
        """
        tile 0,1; crew 3 red 0,1; tile -1,1; crew 3 green -1,1; tile 1,0; crew 3 red 1,0; tile 1,1;
        crew 3 blue 0,0; tile 2,0; crew 3 red 2,0; tile 1,-1; crew 3 blue 1,-1; tile 2,-1; crew 3 blue 2,-1;
        tile -1,0; crew 3 yellow 1,1; tile 0,-1; crew 3 green -1,0; tile 2,1; crew 3 yellow 2,1; tile -1,2;
        crew 3 green 0,-1; tile 0,2; crew 3 yellow 0,2; tile 1,2; crew 2 yellow 1,2; tile -2,1; crew 2 red -1,2;
        tile -2,2; crew 2 green -2,1; tile 3,-1; crew 2 blue 3,-1; tile 3,0; pass; tile 2,-2; pass; tile 1,-2;
        pass; tile 3,-2; pass; tile -1,-1; pass; tile -2,0; pass; tile 0,-2; pass; tile 2,2; pass; tile 3,1;
        pass; tile 0,3; pass; tile -1,3; pass; tile -2,3; crew 1 red -2,3; tile -3,2; crew 1 green -3,2;
        tile 4,-1; pass; tile 4,-2; crew 1 blue 4,-2; tile 4,0; pass; tile 1,3; crew 1 yellow 1,3; tile -3,1;
        pass; tile 1,-3; pass""",
    ),
    (
        2,
        "cooperative",
        "666665655545544343434332232211221111",
        """
        tile 0,1; crew 3 blue 1,0; tile 1,-1; crew 3 red 0,1; tile 1,1; crew 3 green 0,0; tile 0,-1;
        crew 3 red 1,1; tile 0,2; crew 3 blue 1,-1; tile 1,2; crew 3 yellow 0,2; tile -1,1; crew 3 green 0,-1;
        tile -1,2; crew 3 yellow -1,2; tile -1,0; crew 2 green -1,1; tile 2,0; crew 3 red 2,0; tile 2,-1;
        crew 3 blue 2,-1; tile 2,1; crew 2 yellow 1,2; tile 2,-2; crew 2 blue 2,-2; tile 1,-2;
        crew 2 yellow 2,1; tile -1,3; crew 2 green 1,-2; tile 0,3; crew 1 yellow -1,3; tile 3,-1;
        crew 1 green -1,0; tile 3,0; crew 2 red 3,0; tile 3,-2; pass; tile -2,2; pass; tile -2,1; pass;
        tile -2,3; pass; tile 2,2; pass; tile 1,3; pass; tile -1,-1; pass; tile 0,-2; pass; tile -2,0;
        crew 1 green -2,0; tile 3,1; crew 1 red 3,1; tile 4,-2; pass; tile 4,-1; pass; tile 3,-3;
        crew 1 blue 3,-3; tile 2,-3; pass; tile 4,-3; pass; tile -1,4; crew 1 yellow -1,4""",
    ),
    (
        3,
        "cooperative",
        "666666555555444444333233322221211111",
        """
        tile -1,0; crew 3 red -1,0; tile -1,1; crew 3 blue 1,-1; tile 1,-2; crew 3 red -1,1; tile 2,-2;
        crew 3 green 1,-2; tile -2,1; crew 3 red -2,1; tile -1,-1; crew 2 yellow -1,-1; tile 0,-2;
        crew 2 green 2,-2; tile -2,0; crew 2 blue 0,0; tile 1,0; crew 3 yellow 0,-2; tile 0,1;
        crew 1 green 2,-2; tile 2,-1; crew 2 blue 1,0; tile 2,-3; crew 3 yellow -2,0; tile 1,-3;
        crew 2 green 1,-3; tile -2,2; crew 2 blue 0,1; tile -1,2; crew 1 red -2,2; tile -2,-1;
        crew 2 green 2,-3; tile -1,-2; crew 2 blue 2,-1; tile 0,-3; crew 2 yellow 0,-3; tile -3,1;
        crew 1 red -2,2; tile -3,2; pass; tile -3,0; crew 1 yellow -3,1; tile 2,0; pass; tile 1,1; pass;
        tile 0,2; pass; tile 3,-3; crew 1 green 3,-3; tile 3,-2; pass; tile 3,-1; pass; tile 2,-4; pass;
        tile 1,-4; crew 1 blue 3,-1; tile 3,-4; crew 1 yellow 1,-4; tile -2,3; crew 1 green 3,-4; tile -3,3;
        crew 1 red -2,3; tile -1,3; pass""",
    ),
    (
        4,
        "cooperative",
        "666666555554454443433332321211212121",
        """
        arrange 6 6 6 6; tile 2,-1; crew 3 green 2,-1; tile 2,0; crew 3 blue 2,0; tile 1,1; crew 3 yellow 1,1;
        tile 0,1; crew 3 red 0,-1; tile 2,-2; crew 3 green 2,-2; tile 1,-2; pass; tile -1,0; crew 3 yellow 0,1;
        tile -1,1; crew 3 red -1,0; tile 3,-1; crew 3 green 1,-2; tile 3,-2; crew 2 blue 3,-1; tile -1,-1;
        crew 2 yellow -1,1; tile 0,-2; crew 2 red -1,-1; tile 2,1; crew 2 green 0,-2; tile 3,0; crew 2 blue 2,1;
        tile 3,-3; pass; tile 2,-3; pass; tile 1,-3; pass; tile 0,2; crew 2 blue 3,-2; tile -1,2;
        crew 2 yellow 0,2; tile 1,2; pass; tile -2,0; pass; tile -2,1; crew 2 blue 3,-3; tile 4,-2;
        crew 1 yellow -1,2; tile 4,-3; crew 2 red -2,0; tile -2,2; pass; tile -1,-2; crew 1 blue 4,-2;
        tile -2,-1; crew 1 yellow -2,2; tile 0,-3; crew 1 red -1,-2; tile 4,-1; crew 1 green 0,-3; tile 3,-4;
        pass; tile 2,-4; pass; tile 4,-4; crew 1 red -2,-1""",
    ),
]

# players, mode, numbers of the hexagon's cells in (q, r) order, moves
VULKAN_WON: list[tuple[int, str, str, str]] = [
    (
        1,
        "solitaire",
        "553124664561624366423154121343122553",
        """
        volcano 2,-1; fly yellow 0,-3 0,3; fly yellow -2,1 2,1; fly green -1,0 2,0; fly red -2,2 1,2;
        fly blue -3,0 -3,3; fly blue -2,-1 -2,0; fly red 1,-3 1,-1; fly green 3,-2 3,-1; fly green 2,-3 3,-3;
        fly blue -1,-2 -1,-1; fly red 2,-2 2,-2; fly green -2,3 -1,3; fly red 0,-3 0,-3; fly red -2,3 -2,3;
        fly green -3,2 -3,2; fly yellow 3,-1 3,-1; fly blue 2,-3 2,-3; fly red 0,-1 0,-1; fly blue 0,-1 1,-2;
        fly blue 2,-2 2,-2; fly green 3,-2 3,-2; fly red 3,-2 3,-2""",
    ),
    (
        2,
        "cooperative",
        "452216153435435226121413235514463666",
        """
        volcano 0,-1; fly green -3,0 0,-3; fly yellow -3,1 1,-3; fly green -3,3 3,-3; fly yellow -2,3 3,-2;
        fly blue -3,2 -1,0; fly red -1,3 2,0; fly blue 1,2 2,1; fly red 1,-2 2,-3; fly blue 1,-2 2,-2;
        fly red 1,0 2,-1; fly blue -1,1 -1,2; fly yellow 3,-1 3,-1; fly blue -2,3 0,3; fly red -1,-2 -1,-2;
        fly green -1,-1 -1,-1; fly red -3,0 -3,0; fly red -1,0 -1,0; fly red -1,0 -1,0""",
    ),
    (
        3,
        "cooperative",
        "625425332311364246214355661414513526",
        """
        volcano -1,2; fly green -3,2 2,-3; fly blue 0,-3 0,3; fly yellow -3,3 3,-3; fly green -3,1 -1,-1;
        fly blue -2,3 -1,3; fly red -3,0 -1,-2; fly red 1,0 3,-2; fly blue 2,0 3,-1; fly red -1,-2 -1,-2;
        fly green 1,2 2,1; fly red 1,1 2,1; fly yellow 0,-2 0,-1; fly red 0,3 0,3; fly red 1,-3 1,-3;
        fly yellow -3,3 -1,1; fly green 0,2 0,2; fly blue -1,3 -1,3""",
    ),
    (
        4,
        "cooperative",
        "452216153435435226121413235514463666",
        """
        volcano 0,-1; fly green 0,-3 3,-3; fly blue -1,-2 3,-2; fly yellow -3,0 -3,3; fly red -2,-1 -2,3;
        fly green -1,-2 -1,3; fly blue 0,2 3,-1; fly yellow 0,1 2,-1; fly red 0,3 2,1; fly green 0,0 1,-1;
        fly blue 1,-2 2,-2; fly yellow -1,2 2,-1; fly red -1,1 -1,1; fly blue -2,3 -2,3; fly yellow -1,-1 -1,-1;
        fly red -3,0 -3,0; fly yellow -1,0 -1,0; fly red -1,0 -1,0""",
    ),
]
