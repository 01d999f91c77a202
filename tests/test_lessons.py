"""Lessons and the coach: every step is played with right and wrong answers, in all languages."""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from string import Formatter

import pytest

import funkenflug
from funkenflug.core.words import IllegalMove
from funkenflug.games import find_game, list_games
from funkenflug.games.base import GameType, Note
from funkenflug.games.feurio.rules.view import FeurioView
from funkenflug.games.vulkan.rules.view import Extinguished, Isolated
from funkenflug.lessons import Course, Step, facts_of, next_note, read_course, read_words
from funkenflug.locale.translate import LANGUAGES, translate
from tests.morels import Morels
from tests.oracle import feuer_wasser, feurio, vulkan

LONGEST_TEXT = 240
"""Characters that fit on three lines of the card."""


def courses() -> list[Course]:
    return [course for game_type in list_games() if (course := read_course(game_type))]


def steps() -> Iterator[Step]:
    for course in courses():
        yield from course.steps


def step_of(game_id: str, id: str) -> Step:
    course = read_course(find_game(game_id))
    assert course is not None
    return course.step(id)


EVERY_STEP = [pytest.param(step, id=f"{step.game_type.id}-{step.id}") for step in steps()]
EVERY_MOVE = [pytest.param(step, id=f"{step.game_type.id}-{step.id}") for step in steps() if step.task == "move"]


def test_every_game_of_the_package_has_a_short_course_and_a_small_game_none() -> None:
    assert [course.game_type.id for course in courses()] == [game_type.id for game_type in list_games()]
    for course in courses():
        assert 8 <= len(course.steps) <= 15
        assert len(set(course.ids)) == len(course.steps)
    assert read_course(Morels()) is None
    with pytest.raises(KeyError):
        courses()[0].step("nowhere")


@pytest.mark.parametrize("step", EVERY_STEP)
def test_a_step_is_answered_rightly_and_wrongly_in_all_languages(step: Step) -> None:
    game = step.position()
    tries = answers_to(step)
    rights = {answer for answer in tries if any(fnmatchcase(answer, pattern) for pattern in step.right)}
    assert step.shown in rights
    for language in LANGUAGES:
        words = step.words(language)
        for answer in tries:
            verdict = step.judge(answer, language)
            assert verdict.right is (answer in rights), answer
            assert verdict.legal
            assert verdict.words.strip()
            assert "{" not in verdict.words
        assert step.judge(step.shown, language).words == words.right
        wrong = [answer for answer in tries if answer not in rights]
        assert not wrong or words.wrong, "a wrong answer gets words"
        if step.task == "move":
            refused = step.judge("nothing at all", language)
            assert (refused.right, refused.legal) == (False, False)
            assert refused.words.strip()
    assert set(step.rings) <= set(cells_of(game)), "a ring lies on the board"


def answers_to(step: Step) -> list[str]:
    """All answers that a learner can give, but of many similar moves only some."""
    if step.task == "choice":
        return list(step.choices)
    game = step.position()
    if step.task == "cell":
        return cells_of(game)
    legal = [str(move) for move in game.legal_moves()]
    special = [*step.right, *step.answers]
    told = [move for move in legal if any(fnmatchcase(move, pattern) for pattern in special)]
    return list(dict.fromkeys([*told, *legal[:: max(1, len(legal) // 12)]]))


def oracle_of(step: Step) -> feurio.Oracle | vulkan.Oracle | feuer_wasser.Oracle:
    """Return the position of a step in the second implementation of the rules."""
    players = step.deal["players"]
    oracle: feurio.Oracle | vulkan.Oracle | feuer_wasser.Oracle
    match step.game_type.id:
        case "feurio":
            oracle = feurio.Oracle(players, "competitive", (), [int(number) for number in step.deal["deck"].split()])
        case "vulkan":
            tiles = [re.split("[,=]", tile) for tile in step.deal["layout"].split()]
            oracle = vulkan.Oracle(players, "competitive", {(int(q), int(r)): int(number) for q, r, number in tiles})
        case _:
            piles = [
                [(int(fire), int(water)) for fire, water in pile.split()] for pile in step.deal["piles"].split("/")
            ]
            oracle = feuer_wasser.Oracle(players, feuer_wasser.standard_board(8), piles)
    for move in step.moves:
        accepted = oracle.accepts(move)
        assert accepted is not None, move
        oracle.play(accepted)
    return oracle


FORBIDS = {
    "en": r"\b(?:may|can|must) ?not\b|n’t (?:allowed|legal)|can’t",
    "de": r"\b(?:darf|darfst|kannst) (?:\w+ )?(?:nicht|niemand|kein)",
    "nl": r"\b(?:mag|kun je|kunt) (?:\w+ )?(?:niet|niemand|geen)",
    "it": r"\bnon (?:puoi|si può)\b",
}
"""What forbids a move; in German and Dutch, "you may place nobody" does."""


@pytest.mark.parametrize("step", EVERY_MOVE)
def test_what_is_said_about_a_legal_move_does_not_forbid_it(step: Step) -> None:
    legal = oracle_of(step).legal()
    assert step.shown in legal
    for pattern in step.answers:
        assert any(fnmatchcase(move, pattern) for move in legal), f"the rules allow no move {pattern}"
    assert ("pass" in step.answers.values()) <= ("pass" in legal)
    for language in LANGUAGES:
        words = step.words(language)
        for said in (*words.answers.values(), words.wrong):
            assert not re.search(FORBIDS[language], said), f"{language}: {said}"


def cells_of(game: funkenflug.Game) -> list[str]:
    """The cells that the page lets players point at."""
    drawing = game.draw(game.to_move)
    return list(dict.fromkeys(part.cell for part in drawing.fragments.values() if part.cell))


@pytest.mark.parametrize("step", EVERY_STEP)
def test_illegal_tries_are_explained_by_the_rules(step: Step) -> None:
    if step.task != "move":
        return
    game = step.position()
    first = {f"{way[0]}" for move in game.choices() for way in step.game_type.ways(move)}
    begun = [] if any(item.startswith("cell:") for item in first) else [min(first)]
    for cell in cells_of(game)[:6]:
        try:
            assert step.explain_cell(begun, cell, "de").strip()
        except IllegalMove:
            continue


@pytest.mark.parametrize("course", [pytest.param(course, id=course.game_type.id) for course in courses()])
def test_the_words_of_all_languages_are_complete_short_and_take_their_numbers_from_the_rules(course: Course) -> None:
    english = shape(read_words(course.game_type.folder, "en"))
    for language in LANGUAGES:
        data = read_words(course.game_type.folder, language)
        assert list(data) == list(course.ids)
        assert shape(data).keys() == english.keys()
        for step in course.steps:
            words = data[step.id]
            assert set(words.get("choices", {})) == set(step.choices)
            assert set(words.get("answers", {})) == set(step.answers.values())
            assert len(step.words(language).text) <= LONGEST_TEXT, (language, step.id)
        for place, text in shape(data).items():
            assert not re.search(r"\d", re.sub(r"\{\w+\}", "", text)), (
                f"a number that no rule gives: {language} {place}"
            )
            used = {name for _, name, _, _ in Formatter().parse(text) if name}
            assert used <= set(course.step(place[0]).facts), (language, place)


def shape(data: object, place: tuple[str, ...] = ()) -> dict[tuple[str, ...], str]:
    """The texts of a tree of words, by where they are."""
    if isinstance(data, str):
        return {place: data}
    assert isinstance(data, dict)
    return {key: text for name, part in data.items() for key, text in shape(part, (*place, name)).items()}


@pytest.mark.parametrize("step", EVERY_STEP)
def test_only_the_right_choice_has_the_right_number(step: Step) -> None:
    labels = step.words("en").choices
    assert len(set(labels.values())) == len(labels)
    for id, label in labels.items():
        template = read_words(step.game_type.folder, "en")[step.id]["choices"][id]
        if id in step.right and not re.search(r"[^\W\d_]", re.sub(r"\{\w+\}", "", template)):
            (name,) = (name for _, name, _, _ in Formatter().parse(template) if name)
            assert isinstance(step.facts[name], str), "the right number comes from the rules"
            assert label == str(facts_of(step)[name])


def test_a_course_can_go_on_from_its_own_answers() -> None:
    """Positions that continue a step are played with the answer that is shown."""
    for step in steps():
        assert not step.position().over
        if step.task == "move":
            assert step.shown in step.position().legal_moves()


# The rulebooks' examples


def test_feurio_scoring_picture() -> None:
    view = step_of("feurio", "region").position().view()
    assert view.scores == (12, 6, 4, 5)
    joined = step_of("feurio", "join")
    assert facts_of(joined) == {"before": 5, "points": 12, "total": 12, "divisor": 1, "four": 4}


def test_feurio_the_hottest_cells_of_the_four_turns() -> None:
    heats = [facts_of(step_of("feurio", id))["heat"] for id in ("hottest", "forced", "three")]
    assert heats == [10, 10, 9]


def test_vulkan_the_flight_of_the_rulebook() -> None:
    step = step_of("vulkan", "cut")
    game = step.position()
    gone = [
        (event.number, event.winner) for event in game.play(step.shown) if isinstance(event, Extinguished | Isolated)
    ]
    assert gone == [(5, 1), (4, 1), (4, None), (3, 2), (6, 1)]


def test_vulkan_two_colours_of_a_player_are_tied() -> None:
    game = step_of("vulkan", "colours").position()
    events = game.play("fly green 1,-1 1,-1")
    assert Isolated(seat=0, cell=(3, -2), number=6, winner=0) in events


def test_feuer_wasser_the_pictures_of_the_rulebook() -> None:
    assert facts_of(step_of("feuer-wasser", "stone")) == {
        "mine": 3, "theirs": 2, "number": 3, "before": 6, "left": 3, "four": 4,
    }  # fmt: skip
    tame = step_of("feuer-wasser", "gentle")
    assert list(facts_of(tame).values()) == [1, 2, 4, 1]
    assert "tame c3" in tame.position().legal_moves()


def test_a_wrong_cell_is_described_before_the_remark() -> None:
    said = step_of("feuer-wasser", "fire").judge("c7", "de").words
    assert said.startswith("c7: ")
    assert said.endswith("Feuer zählt nur auf Feuer.")


# The coach


def play_with_coach(game_type: GameType, seed: int, moves: int = 60) -> tuple[list[Note], funkenflug.Game]:
    game = funkenflug.new(game_type.id, players=2, seed=seed)
    said: dict[str, Note] = {}
    for ply in range(moves):
        if game.over:
            break
        note = next_note(game_type, game.view(0), said)
        if note is not None:
            assert note.id not in said
            said[note.id] = note
        legal = game.legal_moves()
        game.play(legal[(ply * 7 + seed) % len(legal)])
    return list(said.values()), game


def test_a_coach_says_each_thing_once_in_all_languages() -> None:
    for game_type in list_games():
        notes = [note for seed in (1, 2) for note in play_with_coach(game_type, seed)[0]]
        assert len({note.id for note in notes}) >= 3
        for note in notes:
            for language in LANGUAGES:
                said = translate(note.words, language)
                assert "{" not in said
                assert language == "en" or said != str(note.words), note.words
    assert next_note(Morels(), funkenflug.new("feurio", players=2, seed=1).view(0)) is None


def test_a_coach_knows_only_the_view() -> None:
    game = funkenflug.new("feurio", players=2, seed=3)
    for _ in range(12):
        for seat in (0, 1, None):
            view = game.view(seat)
            assert list(game.type.coach(view)) == list(game.type.coach(game.determinize(seat).view(seat)))
        game.play(game.legal_moves()[-1])
    assert next_note(game.type, game.view(None)) is None


def test_feurio_says_when_a_region_has_lost_its_water() -> None:
    join = step_of("feurio", "join").position()
    view = join.view(2)
    assert isinstance(view, FeurioView)
    notes = {note.id: note for note in join.type.coach(view)}
    assert notes["shut-in"].cells == ("1,-1",)
    game = step_of("feurio", "region").position()
    assert "hottest" in {note.id for note in game.type.coach(game.view(0))}
