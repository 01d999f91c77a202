"""Four languages: nothing is left untranslated, and what is told of a match is told in one language."""

import json
import random
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

import funkenflug
from docs.make_catalogues import fields, has_words, shown_pictures, texts
from funkenflug.core.view import COLOURS
from funkenflug.core.words import Message, both, either, listed
from funkenflug.games import GAMES
from funkenflug.locale import po
from funkenflug.locale.po import Text, forms
from funkenflug.locale.translate import (
    LANGUAGES,
    SOURCE,
    catalogue,
    plural_forms,
    preferred,
    translate,
    translate_picture,
)
from funkenflug.match.game import Game
from funkenflug.match.text import outcome_text
from funkenflug.site.infra.catalogue import is_sent
from funkenflug.site.infra.words import encode
from funkenflug.site.words import CATALOGUES

OTHERS = [language for language in LANGUAGES if language != SOURCE]

THE_SAME = {
    "de": {"Chat", "Coach", "Computer", "Name", "Normal", "Pause", "Standard", "neutral"},
    "nl": {"Chat", "Coach", "Computer", "Rating", "Score {score}", "Solitaire", "water {number} ({name})"},
    "it": {"Chat", "Computer", "No", "Rating", "Standard"},
}
"""Words that happen to be English too."""
NAMES = {"Spark", "Ember", "Flame", "Blaze", "Inferno"}
"""The bots are called so everywhere."""

each_language = pytest.mark.parametrize("language", OTHERS)


# The catalogues -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def found() -> set[Text]:
    return set(texts())


@cache
def translations(language: str) -> dict[Any, Any]:
    return {entry.text: entry.translation for entry in catalogue(language)}


@each_language
def test_catalogues_are_read_as_babel_reads_them(language: str) -> None:
    path = Path(po.__file__).parent / language / "LC_MESSAGES" / "funkenflug.po"
    with path.open("rb") as file:
        theirs = [message for message in read_po(file, language) if message.id]
    assert not any(message.fuzzy for message in theirs)
    assert catalogue(language) == [
        (message.id, message.string, tuple(file for file, _ in message.locations)) for message in theirs
    ]


def test_a_catalogue_may_break_lines_and_quote(tmp_path: Path) -> None:
    written = Catalog("de")
    long = 'A "quoted" text with a \\ and\na second line, ' * 4
    written.add(long, long.upper(), [("a.py", 1), ("b.py", 2)])
    written.add((long + "1", long + "2"), (long + "3", long + "4"))
    content = BytesIO()
    write_po(content, written, width=40)
    assert list(po.read_po(content.getvalue().decode())) == [
        (long, long.upper(), ("a.py:1", "b.py:2")),
        ((long + "1", long + "2"), (long + "3", long + "4"), ()),
    ]


def translated_forms(language: str) -> list[tuple[str, str]]:
    """Return every text, each form of a plural by itself, with its translation."""
    pairs = translations(language).items()
    return [pair for text, translated in pairs for pair in zip(forms(text), forms(translated), strict=True)]


@each_language
def test_everything_is_translated(language: str, found: set[Text]) -> None:
    translated = {text for text, translated in translations(language).items() if all(forms(translated))}
    assert found - translated == set(), "`python docs/make_catalogues.py` adds what is new"


@each_language
def test_nothing_is_kept_that_nobody_says_any_more(language: str, found: set[Text]) -> None:
    assert set(translations(language)) - found == set(), "`python docs/make_catalogues.py` drops what is gone"


@each_language
def test_pages_know_every_text_that_may_be_sent(language: str) -> None:
    sent = {forms(text)[0] for text, files in texts().items() if any(map(is_sent, files))}
    known = json.loads(CATALOGUES.of(language).content)["messages"]
    assert sent - known.keys() == set(), "`python docs/make_catalogues.py` writes down where a text is said"
    assert len(sent) > 100


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_a_move_can_be_typed_in_the_language(language: str, game: str) -> None:
    game_type = GAMES[game]
    words = {**CATALOGUES.table, **game_type.page_words()}
    typed = {id: translate(str(text), language).split(", ") for id, text in words.items() if id.startswith("typed-")}
    assert typed.keys() >= {f"typed-{word}" for word in (*game_type.clicks, *COLOURS, "pass")}
    asked = [translate(str(text), language).split(", ") for id, text in words.items() if id.startswith("question-")]
    all_typed = [word for some in (*typed.values(), *asked) for word in some]
    assert len(set(all_typed)) == len(all_typed), "two things are called the same"


def test_what_is_typed_is_said_nowhere_else() -> None:
    """Commands are translated as they are typed, with synonyms: a sentence or a list must not have them."""
    words = [
        *CATALOGUES.table.items(),
        *(pair for game_type in GAMES.values() for pair in game_type.page_words().items()),
    ]
    typed = {text for id, text in words if id.startswith("typed-")}
    assert not typed & {text for id, text in words if not id.startswith("typed-")}
    files = texts()
    assert {file for text in typed for file in files[text]} <= {
        "site/boards/page_words.py",
        *(f"games/{game_type.folder.name}/__init__.py" for game_type in GAMES.values()),
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_who_mistypes_a_move_sees_examples_in_words_of_the_language(language: str, game: str) -> None:
    with pytest.raises(funkenflug.IllegalMove) as refused:
        funkenflug.new(game, players=2, seed=1).play("fly away")
    examples = refused.value.reason.template.rpartition(" like ")[2]
    for example in re.split(", | or ", examples):
        assert _typed(example, language, game) in translate(refused.value.reason, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_question_about_the_board_has_words_of_its_own(language: str, game: str) -> None:
    general = [str(text) for id, text in CATALOGUES.table.items() if id.startswith("question-")]
    of_board = [
        section.question for section in GAMES[game].describe_board(funkenflug.new(game, players=2, seed=1).view())
    ]
    assert of_board
    questions = [word for text in (*general, *of_board) for word in translate(text, language).lower().split(", ")]
    assert all(questions)
    assert len(set(questions)) == len(questions), "two questions are asked alike"


def test_texts_to_the_player_whom_they_are_about_belong_to_messages(found: set[Text]) -> None:
    told = dict(CATALOGUES.second_person)
    for game_type in GAMES.values():
        told |= game_type.second_person()
    assert told.keys() <= found, "no message has this template any more"
    sent = {forms(text)[0] for text, files in texts().items() if any(map(is_sent, files))}
    inflected = {text for text in sent if re.search(r" (by|for|of|to) \{(name|names|owner|winner)\}(?!’)", text)}
    assert inflected <= told.keys(), "“you” has another form after a preposition"
    for template, texts_to_player in told.items():
        missing = [set(fields(template)) - set(fields(text)) for text in texts_to_player]
        assert all(
            len(names) == 1 and names < {"{name}", "{names}", "{other}", "{owner}", "{winner}"} for names in missing
        ), template
        assert not any(set(fields(text)) - set(fields(template)) for text in texts_to_player), template


@each_language
def test_translations_have_the_fields_of_the_original(language: str) -> None:
    for text, translated in translated_forms(language):
        assert fields(translated) == fields(text), text


@each_language
def test_a_translation_is_not_the_original(language: str) -> None:
    same = {text for text, translated in translated_forms(language) if text == translated and has_words(text)}
    assert same - NAMES == THE_SAME[language]


@each_language
def test_a_translation_begins_and_ends_like_the_original(language: str) -> None:
    for text, translated in translated_forms(language):
        assert translated == translated.strip(), text
        for sign in ".…?!":
            assert text.endswith(sign) == translated.endswith(sign), (text, translated)


@each_language
def test_quotes_and_apostrophes_are_those_of_the_language(language: str) -> None:
    foreign = {"de": "'\"”«»’", "nl": "'\"„“”«»", "it": "'\"„“”‘"}[language]
    for text, translated in translated_forms(language):
        assert not set(foreign) & set(translated), text


HEX = ("feurio", "vulkan")
OTHER_WORDS = [
    ("de", GAMES, r"\bBretts?\b|\b(?:vom|dem) Plan\b", "Spielplan"),
    ("de", GAMES, "Spielart", "Modus"),
    ("de", GAMES, r"\b(?:Wähl|Setz|Leg|Zähl|Such|Zeig|Flieg|Füll|Besetz)\b", "Wähle, Setze, Lege, …"),
    ("de", ["feuer-wasser"], r"(?<!auf der )\bStellen?\b", "Feld"),
    ("de", ["feuer-wasser"], "Anführer aus", "Anführer legen"),
    ("nl", HEX, r"\b[Tt]egels?\b", "woudtegel"),
    ("nl", HEX, r"\b[Gg]ebied(?:en)?\b", "woudgebied"),
    ("nl", HEX, r"\bschik", "neerleggen"),
    ("nl", GAMES, r"[Mm]eeste (?:punten|stenen) winnen", "wie de meeste punten heeft, wint"),
    ("it", GAMES, "pompier", "uomini"),
    ("it", GAMES, r"\b[Bb]osco\b", "foresta"),
    ("it", GAMES, "[Rr]egistrazion", "trascrizione"),
    ("it", HEX, r"\b[Mm]anda(?:re|ne)?\b", "piazzare"),
    ("it", HEX, "lati (?:liberi )?vicini", "adiacenti"),
    ("en", GAMES, r"\b[Rr]inged\b", "circled"),
    ("en", GAMES, r"\b[Mm]ost (?:points|stones) win\b", "the player with the most points wins"),
]
"""What was once said for a thing that has a word of its own in these games, and that word."""


def _said_in(language: str, games: Sequence[str]) -> Iterator[str]:
    """Yield the lessons, the rules and the texts of these games, and of all pages if these are all games."""
    for game in games:
        folder = GAMES[game].folder
        yield (folder / "teach" / "lessons" / f"{language}.toml").read_text(encoding="utf-8")
        yield (folder / "rules" / f"{language}.md").read_text(encoding="utf-8")
    own = tuple(f"games/{GAMES[game].folder.name}/" for game in games)
    for text, files in _all_texts().items():
        if text not in _TYPED and (len(games) == len(GAMES) or all(file.startswith(own) for file in files)):
            yield from forms(text if language == SOURCE else translations(language)[text])


_all_texts = cache(texts)
_TYPED = {
    text
    for words in (CATALOGUES.table, *(game_type.page_words() for game_type in GAMES.values()))
    for id, text in words.items()
    if id.startswith("typed-")
}
"""Commands, which have synonyms."""


@pytest.mark.parametrize(("language", "games", "other", "word"), OTHER_WORDS)
def test_a_thing_has_one_word_in_a_game(language: str, games: Sequence[str], other: str, word: str) -> None:
    for said in _said_in(language, games):
        found = re.search(f".{{0,40}}(?:{other}).{{0,40}}", said)
        assert found is None, f"{found[0]}: {word}"


# What is told of a match --------------------------------------------------------------------------------------------

PEOPLE = ("Agnes", "Bruno", "Clara", "Dario")
FARTHEST = 38
"""Columns from the first tile to the last cell that has a name."""


def told(game: Game, seed: int) -> Iterator[Message]:
    """Play at random, and yield whatever is said meanwhile."""
    chance, game_type = random.Random(seed), game.type
    while not game.over:
        view = game.view(game.to_move)
        yield game_type.task(view)
        yield from game_type.holdings(view)
        move = chance.choice(game.legal_moves())
        if chance.random() < 0.1:
            preview = game.preview(move, game.to_move)
            yield game_type.gain(view, preview)
            yield game_type.advise(view, preview)
            yield game_type.warning(view, preview)
        yield game.explain(_slightly_wrong(move, chance))
        yield from (game_type.tell(event, game.names) for event in game.play(move))
    outcome = game.outcome()
    assert outcome is not None
    yield outcome_text(game_type, outcome, game.names, game.mode)
    yield from game_type.account(outcome, game.players)


def _slightly_wrong(move: str, chance: random.Random) -> str:
    """Return a move with a number or a letter changed."""
    place = chance.randrange(len(move))
    return move[:place] + chance.choice("0123456789,- abcdefghz") + move[place + 1 :]


def _matches() -> Iterator[Game]:
    for game_type in GAMES.values():
        for mode in game_type.modes:
            options = [option.id for option in game_type.options if mode.id in option.modes]
            players = mode.players[-1]
            yield funkenflug.new(
                game_type.id, players=players, mode=mode.id, options=options, names=PEOPLE[:players], seed=1
            )


@pytest.fixture(scope="module")
def all_told() -> list[Message]:
    return [message for seed, game in enumerate(_matches()) for message in told(game, seed) if message]


def parts(message: Message) -> Iterator[Message]:
    """Yield a message and those in it."""
    yield message
    for value in message.values.values():
        if isinstance(value, Message):
            yield from parts(value)


def test_what_is_told_is_found_in_the_source(all_told: list[Message], found: set[Text]) -> None:
    said = {part for message in all_told for part in parts(message)}
    texts = {part.template if part.plural is None else (part.template, part.plural) for part in said}
    assert texts - found == set()


def test_cells_are_called_by_their_names(all_told: list[Message]) -> None:
    """A coordinate such as 2,0 is on no board, and a decimal number in three languages.

    Only what is quoted has any, and cells so far away that they have no name.
    """
    for message in all_told:
        told = re.findall(r"-?\d+,-?\d+", re.sub("“.*?”", "", message))
        assert all(abs(int(cell.split(",")[0])) > FARTHEST for cell in told), message


def test_words_are_messages_unless_they_are_names_or_quoted(all_told: list[Message]) -> None:
    """A value that is plain text is the same in all languages: it must not be English."""
    for message in all_told:
        for part in parts(message):
            for name, value in part.values.items():
                if isinstance(value, Message) or f"“{{{name}}}”" in part.template:
                    continue
                assert value in PEOPLE or re.fullmatch(r"[a-z]+-?\d+|[^A-Za-z]*", str(value)), (part.template, value)


@each_language
def test_what_is_told_is_told_in_the_language(language: str, all_told: list[Message]) -> None:
    assert len({message.template for message in all_told}) > 50
    for message in all_told:
        if any(has_words(part.template) for part in parts(message)):
            assert translate(message, language) != message


@each_language
def test_names_and_quoted_moves_stay(language: str) -> None:
    game = funkenflug.new("feurio", players=2, seed=1, names=["The red forest", "{name}"])
    assert translate(game.type.task(game.view(0)), language).startswith("The red forest ")
    assert "{cell}" in translate(game.explain("tile {cell}"), language)


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_says_the_same_as_the_server(language: str, all_told: list[Message]) -> None:
    """Send real messages, seats that are called by their colours, and all plurals to the browser's `translate`."""
    unnamed = [message for game in GAMES for message in told(funkenflug.new(game, players=2, seed=2), 2)]
    plurals = [part for message in all_told for part in parts(message) if part.plural is not None]
    counts = (0, 1, 2, 11, 100, 1_000_000)
    counted = [
        Message.counted(part.template, part.plural or "", **part.values | {"count": count})
        for part in {part.template: part for part in plurals}.values()
        for count in counts
    ]
    strange = [Message("{name} wins with {points}", name="$& {points}", points=1.0), Message("no such text")]
    strange += [Message("{a} {b} {c}", a=np.int64(3), b=True, c=None)]
    messages = [*all_told, *unnamed, *counted, *strange]
    given = {"language": language, "catalogue": msgspec.Raw(CATALOGUES.of(language).content), "messages": messages}
    page = subprocess.run(
        ["node", Path(__file__).parent / "javascript" / "translate.js"], input=encode(given), capture_output=True
    )
    assert page.returncode == 0, page.stderr.decode()
    told_by_page = [text.replace("\u00a0", " ") for text in json.loads(page.stdout)]  # pages keep sums on one line
    assert told_by_page == [translate(message, language).replace("\u00a0", " ") for message in messages]


def test_lists_have_the_words_of_the_language() -> None:
    colours = [Message("green"), Message("blue"), Message("red")]
    assert translate(both(colours), "de") == "Grün, Blau und Rot"
    assert translate(either(colours), "nl") == "groen, blauw of rood"
    assert translate(both(colours[:1]), "it") == "verde"
    assert translate(listed([both(colours[:2]), Message("all tiles have been laid")]), "it") == (
        "verde e blu; tutte le tessere sono piazzate"
    )
    assert translate(both(colours), "en") == "green, blue and red"


def test_numbers_have_the_plural_of_the_language() -> None:
    points = [Message.counted("1 point", "{count} points", count) for count in range(3)]
    assert points == ["0 points", "1 point", "2 points"]
    assert [translate(message, "it") for message in points] == ["0 punti", "1 punto", "2 punti"]
    assert translate(Message("{winner} wins with {points}", winner="Mara", points=points[1]), "nl") == (
        "Mara wint met 1 punt"
    )


def test_pages_get_the_forms_of_a_plural_by_their_category() -> None:
    move = ("Finished after 1 move", "Finished after {count} moves")
    assert plural_forms(*move, "en") == {"one": "Finished after 1 move", "other": "Finished after {count} moves"}
    assert plural_forms(*move, "nl") == {"one": "Afgelopen na 1 zet", "other": "Afgelopen na {count} zetten"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_are_those_of_unicode(language: str) -> None:
    category = Locale(language).plural_form
    for count in range(200):
        points = Message.counted("1 point", "{count} points", count)
        form = plural_forms("1 point", "{count} points", language)[category(count)]
        assert translate(points, language) == form.format(count=count)


# Which language -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fr-CH, fr;q=0.9, it;q=0.8, de;q=0.7, *;q=0.5", "it"),
        ("en;q=0.2, nl-BE ; q=0.9", "nl"),
        ("NL", "nl"),
        ("*", "en"),
        ("denglish, deu, ;;;, de;q=x, it;q=0.1", "it"),
        ("ja, ko", "en"),
        ("de;q=0, it;q=nan, nl;q=7", "en"),
        ("aa-a" + 40_000 * " " + "!, de", "en"),  # a regular expression once took 21 seconds for this
    ],
)
def test_accept_language(accepted: str, language: str) -> None:
    assert preferred(None, accepted) == language


def test_the_cookie_comes_first() -> None:
    assert preferred("nl", "de") == "nl"
    assert preferred("xx", "de") == "de"


# Rules and their pictures -------------------------------------------------------------------------------------------


def _outline(language: str, game: str) -> tuple[list[str], list[str]]:
    """Return what the rules of a game are made of: headings, tables, lists and pictures in order, and all moves."""
    text = (GAMES[game].folder / "rules" / f"{language}.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^#+ |^\||^- |^> |pictures/[\w-]+\.svg", text, re.MULTILINE)
    return blocks, re.findall(r"`[^`]+`", text)


def _typed(move: str, language: str, game: str) -> str:
    """Return a move in the words that a player types first."""
    words = {**CATALOGUES.table, **GAMES[game].page_words()}
    return " ".join(
        translate(str(words[f"typed-{word}"]), language).split(", ")[0] if f"typed-{word}" in words else word
        for word in move.split()
    )


@pytest.mark.parametrize("game", GAMES)
@each_language
def test_rules_are_the_same_in_every_language(language: str, game: str) -> None:
    blocks, moves = _outline(SOURCE, game)
    translated = [f"`{_typed(move.strip('`'), language, game)}`" for move in moves]
    here, typed = _outline(language, game)
    assert here == blocks
    assert sorted(typed) == sorted(translated)


def test_pictures_of_the_rules_exist() -> None:
    assert len(shown_pictures()) == 17
    assert all(picture.is_file() for picture in shown_pictures())


@each_language
def test_pictures_speak_the_language(language: str) -> None:
    for picture in shown_pictures():
        lettering = "|".join(
            re.findall(r"<text\b[^>]*>([^<]+)", translate_picture(picture.read_text("utf-8"), language))
        )
        assert not re.search(r"\b(?:Green|Blue|Yellow|Red|what|full|spaces?|players|erupts)\b", lettering), lettering
