"""A deal that nobody could choose, and how everybody can check it."""

from __future__ import annotations

import hashlib

import pytest

import funkenflug
from funkenflug.cli import main
from funkenflug.games import GAMES
from funkenflug.match import fair

SECRET = "5f" * 32
VALUES = ["00112233445566778899aabbccddeeff", "", "f" * 32]


def test_vectors() -> None:
    """Whoever writes a checker of their own can compare it with these."""
    assert fair.seal(SECRET) == hashlib.sha256(SECRET.encode()).hexdigest()
    assert fair.seal("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert fair.seal(SECRET) == "ce63c4ebf143f2aade4d14b4e5d941832c7af9ef9a000df459c9b6a07f155486"
    assert fair.seed_of(SECRET, VALUES) == "0f63e50bded4a9905f6215812fed6dba75bc1b28167ec585d75b8da6463cdf43"
    assert fair.seed_of(SECRET, VALUES[:1]) == "d7810541982778af98d5e776c9be321627419919b239ee78194d09ad053eee45"


@pytest.mark.parametrize("game_id", GAMES)
def test_a_record_tells_how_its_deal_came_about(game_id: str) -> None:
    game = fair.dealt(funkenflug.new(game_id, players=3, names=["Ann", "Bob", "Cid"]), SECRET, VALUES)
    game.play(game.legal_moves()[0])
    again = funkenflug.load(game.record())
    assert again == game
    fair.verify(again)
    assert fair.values_of(again.tags, 3) == [VALUES[0], None, VALUES[2]]


def test_the_deal_depends_on_the_secret_and_on_every_value() -> None:
    game = funkenflug.new("feurio", players=3)
    decks = {
        fair.dealt(game, secret, values).setup.deal
        for secret in (SECRET, "5e" * 32)
        for values in (VALUES, VALUES[::-1], [*VALUES[:2], "e" * 32], ["", "", ""])
    }
    assert len(decks) == 8


def test_the_kind_of_match_stays() -> None:
    game = funkenflug.new("vulkan", players=2, layout="hexagon", names=["Ann", "Bob"])
    fresh = fair.dealt(game, SECRET, ["", ""])
    assert (fresh.setup.deal[0], fresh.names, fresh.date) == ("hexagon", game.names, game.date)


@pytest.mark.parametrize(
    ("tag", "value"), [("Secret", "5e" * 32), ("Seal", "0" * 64), ("Value0", "0" * 32), ("Value1", "0" * 32)]
)
def test_whatever_is_changed_is_found_out(tag: str, value: str) -> None:
    game = fair.dealt(funkenflug.new("feurio", players=3), SECRET, VALUES)
    game.tags[tag] = value
    with pytest.raises(fair.Unfair):
        fair.verify(game)


def test_parts_cannot_be_moved_from_one_value_to_another() -> None:
    with pytest.raises(fair.Unfair, match="slash"):
        fair.seed_of(SECRET, ["a/b", ""])


def test_another_deal_than_the_seeds_is_found_out() -> None:
    game = fair.dealt(funkenflug.new("feurio", players=3), SECRET, VALUES)
    other = game.record().replace(game.setup.seed or "", "7")
    with pytest.raises(fair.Unfair, match="seed"):
        fair.verify(funkenflug.load(other))


def test_the_command(tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]) -> None:
    good = fair.dealt(funkenflug.new("feurio", players=3), SECRET, VALUES)
    file = tmp_path_factory.mktemp("records") / "game.ff"
    file.write_text(good.record())
    assert main(["verify", "--help"]) == 0
    assert "a file with one or more records" in capsys.readouterr().out
    assert main(["verify", str(file)]) == 0
    told = capsys.readouterr().out
    assert fair.seal(SECRET) in told
    assert f"value of Green: {VALUES[0]}" in told
    file.write_text(good.record() + funkenflug.new("feurio", players=2).record())
    assert main(["verify", str(file)]) == 1
    assert "nothing was promised" in capsys.readouterr().out
