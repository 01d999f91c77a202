"""Our bots as programs, and programs as players of the library."""

import io
import shlex
import sys
from argparse import Namespace
from functools import partial
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

import funkenflug
from funkenflug import engine
from funkenflug.arena.bot import serve_questions
from funkenflug.bots import prepare
from funkenflug.cli import main
from funkenflug.cli.arena import bot_command
from funkenflug.cli.command import UsageError

EXAMPLE = str(Path(__file__).parent.parent / "docs/examples/bot.py")


def asked(kind: str, seconds: float, *, moves: tuple[str, ...] = (), over: bool = False) -> str:
    """Return the lines that begin a match and ask about it."""
    game = funkenflug.new("vulkan", players=2, layout="hexagon", seed=7)
    while over and not game.over:
        game.play(game.legal_moves()[0])
    view = msgspec.structs.replace(game.view(0), moves=moves) if moves else game.view(0)
    legal = list(map(str, game.legal_moves()))
    begin = {"type": "game", "game": "vulkan", "seed": 1}
    question = {"type": kind, "view": view, "legal_moves": legal, "seconds": seconds}
    return "\n".join(msgspec.json.encode(line).decode() for line in (begin, question))


def test_a_level_answers_the_questions_of_an_arena_and_analyses() -> None:
    game = funkenflug.new("vulkan", players=2, layout="hexagon", seed=7)
    view, legal = game.view(game.to_move), list(map(str, game.legal_moves()))
    asked = {"view": view, "legal_moves": legal, "seconds": 0.05}
    questions = [
        {"type": "hello", "protocol": 1},
        {"type": "game", "game": "vulkan", "seed": 1},
        {"type": "choose"} | asked,
        {"type": "analyse"} | asked,
        {"type": "later"},
        {"type": "quit"},
        {"type": "hello", "protocol": 1},
    ]
    answers = io.BytesIO()
    lines = io.BytesIO(b"".join(msgspec.json.encode(question) + b"\n" for question in questions))
    serve_questions("me", partial(funkenflug.level, "ember"), lines, answers, analyses=True)
    hello, chosen, analysed = map(msgspec.json.decode, answers.getvalue().splitlines())
    assert hello == {"name": "me", "analyses": True}
    assert chosen["move"] in legal
    assert analysed["suggestions"][0]["move"] in legal
    assert sum(analysed["suggestions"][0]["chances"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("garbage", "this line is no question of an arena: 'garbage': JSON is malformed"),
        ("{}", "this line is no question of an arena: '{}': Object missing required field `type`"),
        ('{"type": "choose"}', "there is no game yet: choose must come after game"),
        ('{"type": "analyse"}', "there is no game yet: analyse must come after game"),
        ('{"type": "game", "game": "chess", "seed": 1}', "there is no game 'chess'; there are feurio"),
        (
            '{"type": "game", "game": "feurio", "seed": 1}\n{"type": "choose"}',
            """this line is no question of an arena: '{"type": "choose"}': Object missing required field `view`""",
        ),
        (
            '{"type": "game", "game": "feurio", "seed": 1}\n'
            '{"type": "choose", "view": {}, "legal_moves": [], "seconds": 1}',
            "this line is no question of an arena: '{}': Object missing required field",
        ),
        (asked("choose", 0), "seconds must be more than 0, not 0"),
        (asked("analyse", -1), "seconds must be more than 0, not -1"),
        (asked("choose", 1, moves=("nonsense",)), "“nonsense” is not a move in Vulkan!"),
        (asked("analyse", 1, over=True), "the match is over"),
        (asked("choose", 1, over=True), "the match is over"),
    ],
)
def test_a_line_that_is_no_question_ends_the_command_in_a_sentence(
    line: str, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(f'{{"type": "hello"}}\n{line}\n'.encode())))
    answers = io.BytesIO()
    monkeypatch.setattr("funkenflug.cli.arena.own_output", lambda: answers)
    with pytest.raises(UsageError) as refused:
        bot_command.run(Namespace(level="flame"), Console())
    assert str(refused.value).startswith(complaint)
    assert "\n" not in str(refused.value)
    assert answers.getvalue().count(b"\n") == 1, "it has said hello"


def test_what_is_compiled_is_loaded_before_the_first_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    monkeypatch.setattr(prepare, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(prepare, "use_all", loaded.append)
    (tmp_path / "vulkan.ready").touch()
    monkeypatch.setattr("funkenflug.cli.arena.serve_questions", lambda *_, **__: loaded.append("questions"))
    monkeypatch.setattr("funkenflug.cli.arena.own_output", io.BytesIO)
    assert main(["bot", "flame"]) == 0
    assert loaded == ["vulkan", "questions"]


def test_any_program_of_the_arena_can_be_asked() -> None:
    game = funkenflug.new("feurio", players=2, seed=7)
    with engine.start([sys.executable, EXAMPLE], seed=3) as bot:
        assert (bot.name, bot.analyses) == ("example in Python", False)
        while not game.over:
            game.play(bot.play(game))
        with pytest.raises(ValueError, match="the match is over"):
            bot.play(game)
        with pytest.raises(engine.EngineError, match="example in Python does not analyse"):
            bot.analyse(game)
    game.undo()
    with pytest.raises(engine.EngineError, match="example in Python does not run any more: start it again"):
        bot.play(game)


def test_a_command_may_be_one_text() -> None:
    with engine.start(shlex.join([sys.executable, EXAMPLE])) as bot:
        assert bot.name == "example in Python"
    for command in ("", list[str]()):
        with pytest.raises(ValueError, match="the command is empty; it is like"):
            engine.start(command)


@pytest.mark.parametrize(
    ("program", "complaint"),
    [
        ("import sys; sys.exit(3)", "ended with status 3"),
        (
            "input(); print('{}', flush=True); input(); input(); print('hm', flush=True); input()",
            "answered nonsense: hm",
        ),
        (
            """print(input() and '{"name": "me"}', flush=True); print(input() and input() and '{"move": "x"}')""",
            "me chose 'x': “x” is not a move in Feurio!",
        ),
    ],
)
def test_a_program_that_fails_is_named(program: str, complaint: str) -> None:
    game = funkenflug.new("feurio", players=2, seed=7)
    with pytest.raises(engine.EngineError, match=complaint), engine.start([sys.executable, "-c", program]) as bot:
        bot.play(game)


def test_a_move_written_another_way_is_returned_in_canonical_form() -> None:
    game = funkenflug.new("vulkan", players=2, layout="hexagon", seed=7)
    game.play("volcano 0,0")
    program = """print(input() and '{}', flush=True); print(input() and input() and '{"move": "fly green 0,3 0,1"}')"""
    with engine.start([sys.executable, "-c", program]) as bot:
        assert bot.play(game) == "fly green 0,1 0,3"


def test_a_program_that_is_not_there_is_named() -> None:
    with pytest.raises(engine.EngineError, match="nowhere/bot cannot be started: No such file"):
        engine.start(["nowhere/bot"])
