"""The analysis board: branching, going back, links to positions, and studies as files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import funkenflug

from .conftest import Opener
from .playing import BOT, ME, PHONE, WIDE, sit, wait_for


def paste(page: Page, record: str) -> None:
    """Open a record that is pasted into the page that begins an analysis."""
    page.goto("/analysis")
    page.locator("textarea").fill(record)
    page.get_by_role("button", name="Open").click()
    page.wait_for_url("**/analysis/feurio*")
    wait_for(page, "choosing")


def legal_record() -> str:
    """A record with a variation, whose moves are legal whatever the deal."""
    study = funkenflug.Study(funkenflug.new("feurio", players=2, seed=7))
    node = study.root
    for _ in range(6):
        node = node.add(node.game.legal_moves()[0])
    branch = study.root.main_line()[2]
    other = branch.add(branch.game.legal_moves()[1])
    other.nag, other.comment = "?!", "calmer"
    return study.record()


def current(page: Page) -> str:
    return page.locator(".tree-move[aria-current]").get_attribute("data-address") or ""


def play_first(page: Page) -> None:
    """Click the first cell that may be chosen, and send the move."""
    wait_for(page, "choosing")
    page.locator(".target").first.click(force=True)
    page.locator(".send").click()


def test_a_study_branches_and_survives_its_file(opened: Opener, tmp_path: Path) -> None:
    page = opened(**WIDE)
    paste(page, legal_record())
    expect(page.locator(".main-line > .tree-turn > .tree-move")).to_have_count(6)
    expect(page.locator(".variation .tree-comment")).to_have_text("calmer")
    page.locator(".variation .tree-move").click()
    expect(page).to_have_url(re.compile(r"/analysis/feurio#3\.1\.1$"))
    expect(page.locator(".steps li")).to_have_count(1)  # the tile has one place only
    page.get_by_role("button", name="Place nobody").click()
    expect(page).to_have_url(re.compile(r"#3\.1\.3$"))
    page.get_by_role("button", name="brilliant move").click()
    page.get_by_label("Comment").fill("all right: {so} (be it)")
    page.get_by_role("button", name="Make this the main line").click()
    expect(page).to_have_url(re.compile(r"#6$"))

    page.locator(".more summary").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as .ff").click()
    file = tmp_path / "study.ff"
    download.value.save_as(file)
    study = funkenflug.load_study(file.read_bytes())
    last = study.root.main_line()[-1]
    assert (last.ply, last.nag, last.comment) == (6, "!!", "all right: {so} (be it)")
    assert len(study.root.main_line()[2].children) == 2

    page.get_by_role("button", name="Delete from here").click()
    expect(page).to_have_url(re.compile(r"#5$"))
    page.locator(".open-dialog input[type=file]").set_input_files(file)
    expect(page.locator(".tree-nag")).to_have_text(["?!", "!!"])
    page.goto(f"{page.url.split('#')[0]}#6")
    page.reload()
    expect(page.get_by_label("Comment")).to_have_value("all right: {so} (be it)")


def test_the_computer_thinks_about_what_is_to_be_chosen(opened: Opener) -> None:
    page = opened(**WIDE)
    paste(page, legal_record())
    page.locator(".variation .tree-move").click()
    expect(page.locator(".steps li")).to_have_count(1)  # the tile has one place only
    page.locator(".think").click()
    best = page.locator(".best-moves button").first
    expect(best).to_have_attribute("data-move", re.compile(r"^(crew|pass)"))
    chances = [int(text.split("%")[0]) for text in page.locator(".best-moves small").all_inner_texts()]
    assert len(chances) > 1
    assert chances == sorted(chances, reverse=True)
    best.click()
    expect(page.locator(".tree-move[aria-current]")).to_have_attribute("data-address", "3.1.3")


@pytest.mark.slow
def test_every_position_of_a_finished_match_has_a_link(opened: Opener) -> None:
    page = opened(**WIDE)
    paste(page, legal_record())
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile(r"#6$"))
    page.keyboard.press(",")
    expect(page).to_have_url(re.compile(r"#5$"))
    page.evaluate("location.hash = '#2'")
    expect(page.locator(".strip-count")).to_have_text("Move 2 of 6")
    assert current(page) == "2"

    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".more summary").click()
    page.get_by_role("button", name="Copy link to this position").click()
    expect(page.locator(".why")).to_have_text("Link copied. Only this computer can open it.")
    link = page.evaluate("navigator.clipboard.readText()")
    friend = opened("Bruno", **WIDE)
    friend.goto(link)
    wait_for(friend, "choosing")
    expect(friend.locator(".strip-count")).to_have_text("Move 2 of 6")
    expect(friend.locator(".variation .tree-comment")).to_have_text("calmer")
    friend.locator(".more summary").click()
    with friend.expect_download() as download:
        friend.get_by_role("button", name="Picture (PNG)").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_a_study_on_a_phone_and_with_the_keyboard(opened: Opener) -> None:
    page = opened(**PHONE)
    page.goto("/analysis/vulkan")
    wait_for(page, "choosing")
    play_first(page)
    expect(page).to_have_url(re.compile(r"#1$"))
    page.locator(".handle").click()
    expect(page.locator(".tree-move")).to_have_count(1)
    page.locator(".tree-move").click()
    page.get_by_role("button", name="Delete from here").click()
    expect(page.locator(".tree-move")).to_have_count(0)
    page.locator(".handle").click()

    page = opened(**WIDE)
    page.goto("/analysis/vulkan?s=bVTLbtswELzz")
    expect(page.locator(".why")).to_have_text("This link is incomplete or damaged, so here is a new game.")
    wait_for(page, "choosing")
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    expect(page.locator(".send")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#1$"))
    page.keyboard.press("u")
    expect(page).to_have_url(re.compile("#0$"))
    page.locator(".study-tree").focus()
    page.keyboard.press("ArrowDown")
    expect(page).to_have_url(re.compile("#1$"))


@pytest.mark.slow
def test_a_finished_match_and_a_running_one_are_explored(opened: Opener) -> None:
    page = opened(**WIDE)
    url = sit(page, "vulkan", ME, BOT)
    with page.context.expect_page() as opening:
        page.locator(".more summary").click()
        page.get_by_role("button", name="What if …?").click()
    private = opening.value
    wait_for(private, "choosing")
    expect(private.get_by_text("Only you can see this board.")).to_be_visible()
    expect(private).to_have_url(re.compile(r"#\d+$"))
    plies = int(private.url.rpartition("#")[2])
    private.keyboard.press("h")
    expect(private.locator(".best-moves li").first).to_be_visible()
    expect(private.locator(".chances")).to_have_attribute("aria-label", re.compile(r"\d+%"))
    best = private.locator(".best-moves button span").first.inner_text()
    expect(private.locator(".announcer")).to_contain_text(f"{best}: ")
    private.locator(".best-moves button").first.click()
    expect(private).to_have_url(re.compile(f"#{plies + 1}$"))
    private.set_viewport_size({"width": 1366, "height": 640})
    expect(private.locator(".best-moves li").first).to_be_visible()
    moves = private.locator(".study-tree").bounding_box()
    assert moves
    assert moves["height"] >= 96
    private.close()
    table = f"/api/tables/{url.rpartition('/')[2]}"
    assert page.request.get(table).json()["plies"] == plies  # nothing was sent

    page.request.post(f"{table}/resign")
    wait_for(page, "over")
    page.get_by_role("button", name="Explore").first.click()
    page.wait_for_url("**/analysis/vulkan?table=*")
    wait_for(page, "choosing")


@pytest.mark.slow
def test_a_forest_is_drawn_tile_by_tile(opened: Opener) -> None:
    page = opened(**WIDE)
    page.goto("/analysis/vulkan")
    wait_for(page, "choosing")
    page.locator(".more summary").click()
    page.get_by_role("button", name="Set up a position").click()
    six = page.locator(".layout-cell.number-6").first
    moved = six.get_attribute("data-cell")
    page.get_by_role("button", name="Take away").click()
    six.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".layout-cell[class*=number-]")).to_have_count(35)
    page.locator(".layout-palette button").nth(5).click()
    page.locator(f'.layout-cell[data-cell="{moved}"]').click()
    page.get_by_role("button", name="Set up", exact=True).click()
    expect(page.locator(".study-setup-dialog")).to_be_hidden()
    wait_for(page, "choosing")
    expect(page.locator(f'.fragments [data-cell="{moved}"].number-6').first).to_be_attached()
