"""What is around the board: leaving and coming back, clocks, wishes, chat, other devices, paper, motion."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.waiting import LONG, wait_until

from .conftest import CLUB, Opener, Server
from .playing import BOT, ME, PHONE, WIDE, close_goal, create, play_turns, settled, sit, wait_for

FRIEND = {"kind": "friend"}


def _api(page: Page) -> str:
    return "/api/tables/" + page.url.split("/t/")[-1].split("#")[0]


def _told(page: Page) -> dict[str, Any]:
    known: dict[str, Any] = page.request.get(_api(page)).json()
    return known


def _menu(page: Page, act: str) -> None:
    page.locator("details.more summary").click()
    page.locator(f'[data-act="{act}"]').click()


def _two(opened: Opener, game: str, site: Server | None = None, **wishes: Any) -> tuple[Page, Page]:
    """Return the pages of two people at a table: first whose turn it is."""
    where = {} if site is None else {"site": site}
    host, guest = opened("Mara", **where, **WIDE), opened("Jonas", **where, **WIDE)
    host.goto(create(host, game, ME, FRIEND, **wishes))
    expect(host.get_by_role("button", name="Copy link")).to_be_visible()
    expect(host.locator(".invite-link")).to_have_value(re.compile(re.escape(_told(host)["seats"][1]["invite"])))
    guest.goto(_told(host)["seats"][1]["invite"])
    guest.get_by_role("button", name="Take this seat").click()
    expect(guest.locator(".seat").nth(1)).to_contain_text("Jonas")
    expect(host.locator(".seat").nth(1)).to_contain_text("Jonas")
    pages = (host, guest) if _told(host)["to_move"] == 0 else (guest, host)
    wait_for(pages[0], "choosing", "over")
    return pages


@pytest.mark.slow
def test_who_resigns_has_lost_and_a_rematch_is_offered(opened: Opener) -> None:
    page, other = _two(opened, "vulkan")
    page.request.post(f"{_api(page)}/chat", data={"text": "I’m lost"})
    line = other.locator(".chat-lines li")
    line.evaluate("(line) => line.classList.add('read')")
    _menu(page, "resign")
    expect(page.locator(".ask-text")).to_have_text("Your opponent wins. You can’t undo this.")
    page.locator(".ask-dialog").get_by_role("button", name="No").click()
    assert _told(page)["state"] == "running"
    _menu(page, "resign")
    page.locator(".ask-yes").click()
    wait_for(page, "over")
    wait_for(other, "over")
    expect(other.locator(".win h2")).to_contain_text("You won")
    expect(other.locator(".announcer p").last).to_have_text(re.compile("^(Mara|Jonas) resigned: (Mara|Jonas) wins.$"))
    expect(line).to_have_class("read")  # the same element: nobody hears it again
    ended = page.url
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: url != ended)
    other.get_by_role("button", name="Join rematch").click()
    other.wait_for_url(page.url)
    wait_for(other, "choosing", "waiting")


@pytest.mark.slow
def test_a_match_is_looked_at_again(opened: Opener) -> None:
    page = opened(**WIDE)
    sit(page, "vulkan", ME, BOT)
    for _ in range(3):  # whatever is offered first is not always best
        play_turns(page)
    wait_for(page, "choosing")
    _menu(page, "resign")
    held: list[Route] = []
    page.route("**/score-lines", lambda route: held.append(route), times=1)
    with page.expect_request("**/score-lines"):
        page.locator(".ask-yes").click()
    wait_for(page, "over")
    page.get_by_role("button", name="Analysis").click()  # before the replay has arrived
    held.pop().continue_()
    expect(page.locator(".remark")).to_have_text(
        re.compile("Better moves were missed here|No mistakes found"), timeout=1000 * LONG
    )
    for mark in page.locator(".review-mark").all()[:1]:
        mark.click()
        expect(mark).to_have_attribute("aria-pressed", "true")
        told = page.locator(".replay-count").inner_text()
        expect(page.locator(".remark")).to_contain_text(told.replace("Before move", "Move"))
        expect(page.locator(".compared-move")).to_have_count(2)
        page.set_viewport_size({"width": 320, "height": 533})
        assert page.locator("svg.board").evaluate("(board) => board.clientHeight") >= 0.45 * 533
        page.set_viewport_size(WIDE["viewport"])
        played, better = page.locator(".compared-move").all()
        for card, title in ((played, "Played"), (better, "Better")):
            expect(card).to_have_text(re.compile(rf"{title}.*(Fly from|Drop 1|volcano).*\d+%\sto win", re.IGNORECASE))
        expect(better).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".marks .mark-ring")).not_to_have_count(0)
        expect(page.locator(".hint-badge")).to_have_count(2)
        ghost = page.locator("svg.board").inner_html()
        played.focus()
        expect(played).to_have_attribute("aria-pressed", "true")
        assert page.locator("svg.board").inner_html() != ghost
        page.get_by_role("button", name="Next move").click()
        expect(page.locator(".marks .mark-ring, .compared-move")).to_have_count(0)


@pytest.mark.slow
def test_analysis_leaves_the_board_room_on_a_phone(opened: Opener) -> None:
    page = opened(**PHONE)
    sit(page, "vulkan", ME, BOT)
    assert page.request.post(f"{_api(page)}/resign").ok
    wait_for(page, "over")
    page.get_by_role("button", name="Analysis").click()
    expect(page.locator(".rank").first).to_be_hidden()
    page.get_by_role("tab", name="Result").click()
    expect(page.locator(".rank").first).to_be_visible()


@pytest.mark.slow
def test_a_move_is_taken_back_if_the_other_agrees(opened: Opener) -> None:
    first, second = _two(opened, "vulkan")
    play_turns(first)
    play_turns(second)
    wait_for(first, "choosing")
    plies = settled(first)["plies"]
    _menu(first, "undo")
    expect(second.locator(".wishes")).to_contain_text("would like to undo a move")
    expect(first.locator(".wishes")).to_contain_text("Waiting for the others")
    second.locator(".wishes").get_by_role("button", name="No").click()
    expect(first.locator(".wishes")).to_be_hidden()
    expect(first.locator(".log-lines li").first).to_have_text("The move stands")
    assert settled(first)["plies"] == plies
    _menu(first, "undo")
    second.locator(".wishes").get_by_role("button", name="Yes").click()
    for page in (first, second):
        expect(page.locator(".log-lines li").first).to_contain_text("undid a move")
        log = page.locator(".log-lines").inner_text()
        page.reload()
        wait_for(page, "choosing", "waiting")
        expect(page.locator(".log-lines li").first).to_contain_text("undid a move")
        assert page.locator(".log-lines").inner_text() == log, "no line was lost"
    assert settled(first)["plies"] < plies


@pytest.mark.slow
def test_a_guest_is_welcomed_gives_a_name_and_reads_the_chat_once(opened: Opener) -> None:
    host, guest = opened("Mara", **WIDE), opened("", viewport={"width": 320, "height": 533})
    host.goto(create(host, "vulkan", ME, FRIEND, BOT, BOT))
    guest.goto(_told(host)["seats"][1]["invite"])
    card = guest.locator(".invitation")
    expect(card.locator("h2")).to_have_text("You’re invited to Vulkan!")
    expect(card.locator("li").first).to_have_text("Mara")
    expect(guest.get_by_text("Mara").locator("visible=true")).to_have_count(1)
    expect(card.locator(".welcome-form")).to_be_in_viewport(ratio=1)
    card.get_by_label("Your name").fill("Jonas")
    card.get_by_role("button", name="Take this seat").click()
    expect(card).to_be_hidden()
    guest.set_viewport_size({"width": 1024, "height": 768})
    expect(host.locator(".seat").nth(1)).to_contain_text("Jonas")
    late = opened("Lena", **WIDE)
    late.goto(guest.url)
    expect(late.locator(".why")).to_have_text("This seat is already taken. You can watch the game.")
    expect(late).to_have_url(host.url)
    host.request.post(f"{_api(host)}/chat", data={"text": "Hello"})
    expect(guest.locator(".chat-new")).to_have_text("1 new")
    guest.locator(".chat-fold").click()
    for part in (".chat-lines li", ".chat-form", ".log-lines li >> nth=0"):
        expect(guest.locator(part)).to_be_in_viewport(ratio=1)
    expect(guest.locator(".chat-new")).to_be_hidden()
    guest.reload()
    expect(guest.locator(".chat-lines li")).to_have_count(1)
    expect(guest.locator(".chat-new")).to_be_hidden()
    assert guest.request.get("/api/me").json()["name"] == "Jonas"
    guest.context.set_offline(True)
    expect(guest.locator(".offline")).to_be_visible()
    guest.context.set_offline(False)
    expect(guest.locator(".offline")).to_be_hidden()


@pytest.mark.slow
def test_bots_play_among_themselves_and_a_shared_device_is_no_solitaire(opened: Opener) -> None:
    page = opened("Mara", **WIDE)
    create(page, "feurio", ME, {"kind": "here", "name": "Lena"})
    page.goto("/")
    expect(page.locator(".mine li")).to_have_text(re.compile("Feurio! with Lena"))
    page.locator('[data-game="vulkan"]').get_by_role("button", name="Set up…").click()
    dialog = page.locator(".set-up-dialog")
    dialog.get_by_role("radio", name="2").check()
    dialog.get_by_label("Seat 1").select_option("bot")
    expect(dialog.get_by_label("Level")).to_have_count(2)
    dialog.get_by_role("button", name="Start").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".seat", has_text="Computer")).to_have_count(2)
    # a quick match is over before one looks, and then its result lies over the log
    expect(page.locator(".log-lines li").nth(2)).to_be_attached(timeout=1000 * LONG)
    assert page.locator(".target").count() == 0


@pytest.mark.slow
def test_who_leaves_is_replaced_by_a_bot_of_a_chosen_level(opened: Opener) -> None:
    stays, leaves = _two(opened, "vulkan")
    _menu(leaves, "leave")
    leaves.locator(".ask-yes").click()
    expect(leaves.locator(".game-card")).to_have_count(3)
    stays.get_by_role("button", name="Let the computer play").click()
    dialog = stays.locator(".bot-dialog")
    dialog.get_by_label("Level").select_option("spark")
    dialog.get_by_role("button", name="Let it play").click()
    expect(stays.locator(".seat .seat-name", has_text="Spark")).to_be_visible()
    play_turns(stays, 2)


@pytest.fixture
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A site with a clock of a few seconds, where nobody is waited for."""
    imported = "from funkenflug.site.tables import commands, table"
    hurry = f"{imported}; table.CLOCKS['5 minutes'] = 2.0; commands.AWAY_SECONDS = 0.5"
    server = Server(tmp_path_factory.mktemp("hasty"), hurry)
    yield server
    server.stop()


@pytest.mark.slow
def test_nobody_is_waited_for_for_ever(opened: Opener, hasty: Server) -> None:
    stays, away = _two(opened, "vulkan", hasty)
    if _told(stays)["to_move"] in _told(stays)["mine"]:
        play_turns(stays)
    wait_for(away, "choosing")
    address = away.url
    away.goto("/")
    stays.get_by_role("button", name="Let the computer play").click()
    expect(stays.locator(".bot-text")).to_contain_text("has been away for a while")
    stays.locator(".bot-dialog").get_by_role("button", name="Let it play").click()
    wait_for(stays, "choosing")
    away.goto(address)
    away.get_by_role("button", name="Take this seat").click()
    expect(away.locator(".seat", has_text="You")).to_have_count(1)
    for page in _two(opened, "feurio", hasty, clock="5 minutes"):
        wait_for(page, "over")  # the flag has fallen
        expect(page.locator(".win p")).to_contain_text("time")
    late, other = opened("Mara", site=hasty, **WIDE), opened("Jonas", site=hasty, **WIDE)
    late.goto(create(late, "feurio", ME, FRIEND, BOT, clock="5 minutes"))
    other.goto(_told(late)["seats"][1]["invite"])
    other.get_by_role("button", name="Take this seat").click()
    expect(late.locator(".wishes")).to_contain_text("Your time is up. The computer is playing for you.")
    late.get_by_role("button", name="Take my seat back").click()
    expect(late.locator(".seat", has_text="You")).to_have_count(1)
    expect(late.locator(".log-lines")).to_contain_text("plays for Mara")


@pytest.mark.slow
def test_clocks_are_shown_and_run(opened: Opener) -> None:
    first, second = _two(opened, "feurio", clock="5 minutes")
    second.set_viewport_size(PHONE["viewport"])
    expect(second.locator(".seat-clock:visible")).to_have_count(2)
    expect(first.locator(".seat.turn .seat-clock")).to_have_text(re.compile(r"4:[0-5]\d"))
    expect(first.locator(".seat:not(.turn) .seat-clock")).to_have_text("5:00")


@pytest.mark.slow
def test_clocks_stand_still_while_moves_cannot_be_saved(opened: Opener, server: Server) -> None:
    page, _ = _two(opened, "feurio", clock="5 minutes")
    clock, warning = page.locator(".seat.turn .seat-clock"), page.locator(".unsaved")
    expect(clock).to_have_text(re.compile(r"4:[0-5]\d"))
    expect(warning).to_be_hidden()
    with server.full_disk():
        assert page.request.post(f"{_api(page)}/chat", data={"text": "Hello"}).status == 507
        expect(warning).to_have_text("The site can’t save moves right now. All clocks have stopped.")
        expect(warning).to_be_visible()
        page.reload()
        expect(warning).to_be_visible()
        stopped = str(clock.text_content())
        since = page.evaluate("performance.now()")
        wait_until(lambda: page.evaluate("performance.now()") > since + 3000)  # it would have been shown again
        expect(clock).to_have_text(stopped)
    expect(warning).to_be_hidden()
    expect(clock).not_to_have_text(stopped)


@pytest.mark.slow
def test_a_long_name_leaves_room_for_the_rest_of_a_phone(opened: Opener) -> None:
    host, guest = opened("Maximiliane von und zu Hohenf", **WIDE), opened("Jonas", **PHONE)
    guest.goto(sit(host, "vulkan", ME, BOT, public=True))
    wait_for(guest, "waiting")
    close_goal(guest)
    guest.click(".handle")
    expect(guest.get_by_role("tab", name="Chat")).to_be_in_viewport(ratio=1)
    assert guest.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]


@pytest.mark.slow
def test_a_phone_changes_language_and_theme_at_the_table(opened: Opener) -> None:
    page = opened(**PHONE)
    sit(page, "vulkan", ME, BOT)
    page.locator("details.more summary").click()
    expect(page.locator('[data-act="keys"]')).to_be_hidden()
    page.locator(".menu-item.theme").click()
    page.locator(".menu-item.theme").click()
    expect(page.locator("html")).to_have_class(re.compile(r"\bdark\b"))
    page.locator(".menu-languages").get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")


@pytest.mark.slow
def test_chat_can_be_folded_and_muted(opened: Opener) -> None:
    page, other = opened("Mara", **WIDE), opened("Lena", **PHONE)
    other.goto(sit(page, "vulkan", ME, BOT, public=True))
    wait_for(other, "waiting")
    page.locator(".chat-fold").click()
    expect(page.locator("#chat-body")).to_be_visible()
    page.locator(".chat-fold").click()
    expect(page.locator("#chat-body")).to_be_hidden()
    close_goal(other)
    other.click(".handle")
    other.get_by_role("tab", name="Chat").click()
    other.get_by_label("Message the table").fill("Good luck")
    other.keyboard.press("Enter")
    expect(page.locator(".announcer")).to_contain_text("Lena: Good luck.")
    page.request.post(f"{_api(page)}/chat", data={"text": "Thanks"})
    expect(page.locator(".chat-lines li")).to_have_count(2)
    expect(page.locator(".chat-new")).to_have_text("1 new")
    _menu(page, "mute")
    expect(page.locator(".chat-new")).to_be_hidden()
    other.get_by_label("Message the table").fill("Hello?")
    other.keyboard.press("Enter")
    expect(page.locator(".chat-lines li")).to_have_count(3)
    expect(page.locator(".chat-new")).to_be_hidden()
    expect(page.locator(".chat-lines li:not([hidden])")).to_have_count(0)
    page.locator("details.more summary").click()
    page.get_by_role("button", name="Unmute chat").click()
    expect(page.locator(".chat-lines li:not([hidden])")).to_have_count(3)


ONLY_HERE = {
    "en": "Only this computer can open this link.",
    "de": "Diesen Link kann nur dieser Computer öffnen.",
    "nl": "Alleen deze computer kan deze link openen.",
    "it": "Solo questo computer può aprire questo link.",
}


@pytest.mark.slow
@pytest.mark.parametrize("language", ONLY_HERE)
def test_an_invitation_says_that_only_this_computer_can_open_it(opened: Opener, language: str) -> None:
    """The site is at 127.0.0.1, where everybody else finds their own computer."""
    page = opened(locale=language, permissions=["clipboard-read", "clipboard-write"], **PHONE)
    page.goto(create(page, "feurio", ME, FRIEND))
    card = page.locator(".invitation")
    expect(card).to_contain_text(ONLY_HERE[language])
    expect(card.locator("code")).to_have_text("funkenflug --host 0.0.0.0")
    expect(card).not_to_contain_text(re.compile("Send the link|Schick|Stuur de link|Manda il link"))
    card.locator(".btn.main").click()
    computer = re.compile("only this computer|nur dieser Computer|alleen deze computer|solo questo computer", re.I)
    expect(page.locator(".why")).to_contain_text(computer)
    assert page.evaluate("navigator.clipboard.readText()") == page.locator(".invite-link").input_value()


def test_under_a_name_that_others_know_a_link_is_sent(opened: Opener, server: Server) -> None:
    proxy = {"X-Forwarded-For": "203.0.113.7"}  # a site on this machine alone takes other names from a proxy only
    page = opened(base_url=server.url.replace("127.0.0.1", CLUB), extra_http_headers=proxy, **WIDE)
    page.goto("/")
    wishes = {"game": "feurio", "players": 2, "seats": [ME, FRIEND]}
    table = page.evaluate(
        """(wishes) => fetch("/api/tables", {
            method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(wishes)
        }).then((answer) => answer.json())""",
        wishes,
    )
    page.goto(table["url"])
    card = page.locator(".invitation")
    expect(card).to_contain_text("Send the link.")
    expect(card).not_to_contain_text(ONLY_HERE["en"])
    expect(card.locator("code")).to_have_count(0)
    link = card.locator(".invite-link").input_value()
    assert link.startswith(f"http://{CLUB}:")
    card.get_by_role("button", name="Copy link").click()
    expect(page.locator(".why")).to_have_text("Link copied")
    page.evaluate("document.body.append(Object.assign(document.createElement('input'), { id: 'pasted' }))")
    page.locator("#pasted").focus()
    page.keyboard.press("Control+V")
    expect(page.locator("#pasted")).to_have_value(link)  # although sites without https have no clipboard
    page.goto("/")
    page.locator(".me").click()
    page.get_by_role("button", name="Continue on another device").click()
    expect(page.locator(".link-out")).to_contain_text("Open this link on your other device.")
    expect(page.get_by_label("The link as a QR code").locator("svg")).to_be_visible()


@pytest.mark.slow
def test_a_private_link_moves_somebody_to_another_device(opened: Opener) -> None:
    desk, phone = opened("Mara", permissions=["clipboard-read", "clipboard-write"], **WIDE), opened("", **PHONE)
    url = sit(desk, "vulkan", ME, BOT)
    desk.goto("/")
    desk.locator(".me").click()
    desk.get_by_role("button", name="Continue on another device").click()
    expect(desk.locator(".link-out")).to_contain_text("Only this computer can open this link")
    expect(desk.get_by_label("The link as a QR code")).to_have_count(0)
    link = desk.locator(".private-link").input_value()
    desk.get_by_role("button", name="Copy link").click()
    expect(desk.locator(".toast")).to_have_text("Link copied. Only this computer can open it.")
    assert desk.evaluate("navigator.clipboard.readText()") == link
    phone.goto(link)
    phone.get_by_role("button", name="That’s me").click()
    phone.locator(f'.mine a[href="{url}"]').first.click()
    wait_for(phone, "choosing")
    again = opened("", **PHONE)
    again.goto(link)
    again.get_by_role("button", name="That’s me").click()
    expect(again.locator(".arrive-words")).to_have_text("This link has been used or has expired")
    again.goto("/me")
    expect(again.locator(".arrive-words")).to_have_text("This link has been used or has expired")
    expect(again.get_by_role("button", name="That’s me")).to_be_hidden()
    desk.on("dialog", lambda dialog: dialog.accept())
    desk.get_by_role("button", name="Sign out on all devices").click()
    expect(desk.locator(".name-dialog")).to_be_hidden()
    for device in (desk, phone):
        assert device.request.get("/api/me").json()["name"] == ""


_LOOK_AWAY = """
    Object.defineProperty(document, "hidden", { get: () => window.away ?? false });
    window.notes = [];
    window.Notification = class {
      static get permission() { return sessionStorage.permission ?? "granted"; }
      static async requestPermission() { return this.permission; }
      constructor(title, options) {
        if (sessionStorage.permission === "android") throw new TypeError("Illegal constructor");
        window.notes.push(`${title}: ${options?.body}`);
      }
      close() {}
    };
"""


@pytest.mark.slow
def test_whose_turn_it_is_is_told_to_who_looks_elsewhere(opened: Opener) -> None:
    page = opened(**WIDE)
    page.add_init_script(_LOOK_AWAY)
    sit(page, "vulkan", ME, BOT)
    expect(page).to_have_title("Vulkan! · Funkenflug")
    play_turns(page)
    page.evaluate("window.away = true")
    play_turns(page)
    wait_for(page, "choosing")
    expect(page).to_have_title("● Your turn · Vulkan! · Funkenflug")
    assert page.evaluate("window.notes.at(-1)").startswith("Vulkan!: your turn: ")
    item = page.locator('[data-act="notify"]')
    _menu(page, "notify")
    expect(page.locator(".why")).to_have_text("Notifications are off.")
    told = page.evaluate("window.notes.length")
    play_turns(page)
    wait_for(page, "choosing", "over")
    assert page.evaluate("window.notes.length") == told
    _menu(page, "notify")
    expect(page.locator(".why")).to_have_text("You’ll be notified when it’s your turn.")
    expect(item).to_have_text("Stop notifications")
    page.evaluate("sessionStorage.permission = 'denied'")
    page.reload()
    wait_for(page, "choosing", "over")
    _menu(page, "notify")
    expect(page.locator(".why")).to_contain_text("Your browser blocks notifications.")
    page.evaluate("sessionStorage.permission = 'android'")
    page.reload()
    wait_for(page, "choosing", "over")
    expect(item).to_be_disabled()
    expect(item).to_have_text("This browser can’t show notifications.")


@pytest.mark.slow
def test_the_solitaire_of_the_day(opened: Opener) -> None:
    page = opened(**WIDE)
    page.goto("/")
    page.locator(".solitaire-today").get_by_role("button", name="Play it").click()
    page.wait_for_url("**/t/*")
    wait_for(page, "choosing")
    expect(page.locator(".seat")).to_have_count(1)
    play_turns(page, 2)
    page.goto("/")
    page.locator(".solitaire-today").get_by_role("button", name="Continue").click()
    page.wait_for_url("**/t/*")
    wait_for(page, "choosing")
    _menu(page, "resign")
    page.locator(".ask-yes").click()
    wait_for(page, "over")
    assert page.locator(".track svg").count() == 0, "there are no points to draw lines of"
    page.goto("/")
    expect(page.locator(".solitaire-today")).to_contain_text("Not this time. You lost. 0 of 1 solved it today.")
    page.locator(".solitaire-today").get_by_role("link", name="View the game").click()
    wait_for(page, "over")
    ended = page.url
    page.get_by_role("button", name="New solitaire").click()
    page.wait_for_url(lambda url: url != ended)
    wait_for(page, "choosing")
    page.goto("/")
    expect(page.locator(".finished li")).to_have_count(1)
    expect(page.locator(".finished li")).to_contain_text("Lost")
    page.locator(".finished li a").click()
    page.wait_for_url(ended)


@pytest.mark.slow
def test_whether_a_solitaire_can_be_won_and_where_it_was_lost(opened: Opener) -> None:
    page = opened(**WIDE)
    sit(page, "vulkan", ME, mode="solitaire")
    _menu(page, "outlook")
    expect(page.locator(".why")).to_have_text("This can still be won.")
    play_turns(page, 2)
    _menu(page, "resign")
    page.locator(".ask-yes").click()
    wait_for(page, "over")
    page.get_by_role("button", name="Where was it lost?").click()
    expect(page.locator(".remark")).to_have_text("This could still have been won at the end.")


@pytest.mark.slow
def test_the_goal_is_told_until_one_knows_it(opened: Opener) -> None:
    page = opened(**WIDE)
    sit(page, "feurio", ME, mode="solitaire")
    expect(page.locator(".aim")).to_contain_text("Place all 48 firefighters")
    expect(page.locator(".tray .goal").first).to_have_text("Firefighters placed0 / 48")
    page.locator(".aim-close").click()
    play_turns(page)
    expect(page.locator(".tray .goal").first).to_have_text("Firefighters placed1 / 48")
    page.reload()
    wait_for(page, "choosing")
    expect(page.locator(".aim")).to_be_hidden()
    sit(page, "vulkan", ME, BOT)
    expect(page.locator(".aim")).to_contain_text("The highest total of their numbers wins.")


def test_the_log_points_to_the_board_and_strikes_out_what_was_taken_back(opened: Opener) -> None:
    page = opened(**WIDE)
    sit(page, "feurio", ME, mode="solitaire")
    play_turns(page, 2)
    page.locator(".log-scroll").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".marks .mark-ring")).to_have_count(1)
    _menu(page, "undo")
    expect(page.locator(".log-lines li").first).to_contain_text("undid a move")
    expect(page.locator(".log-lines del")).to_have_count(1)
    page.reload()
    expect(page.locator(".log-lines del")).to_have_count(1)


def test_the_board_is_described_to_players_and_listed_while_somebody_reads_it(opened: Opener) -> None:
    page = opened("Mara", **WIDE)
    sit(page, "feurio", ME, {"kind": "here"})
    expect(page.locator(".targets .cell").first).to_have_attribute("aria-label", re.compile("^[a-z]+\\d+: "))
    play_turns(page)
    page.locator(".board-as-text summary").press("Enter")
    text = page.locator(".board-lists")
    expect(text).to_contain_text("heat")
    before = text.inner_text()
    page.locator(".board-as-text summary").blur()  # a screen reader reads on; the panel covers the board no more
    play_turns(page)
    expect(text).not_to_have_text(before, use_inner_text=True)
    page.reload()
    expect(text).to_contain_text("heat")


@pytest.mark.slow
def test_influence_is_shown_where_one_points(opened: Opener) -> None:
    page = opened(**WIDE)
    sit(page, "feuer-wasser", ME, BOT)
    play_turns(page, 4)
    panel = settled(page)["panel"]
    influence = next(known for known in panel["influence"] if known["cell"] not in panel["elementals"])
    free = [cell for cell in ("a1", "d4", "e5", "h8") if not page.locator(f'[data-token="cell:{cell}"]').count()]
    for cell in free:  # no tile is chosen yet: the reason names the touched cell and no other
        page.locator(f'.fragments [data-cell="{cell}"]').first.dispatch_event("click")
        expect(page.locator(".why")).to_contain_text(cell)
        assert set(re.findall(r"\b[a-h][1-8]\b", page.locator(".why").inner_text())) == {cell}
    title = f"Influence on {influence['cell']}"

    def inspected() -> bool:  # the board may still move while the mouse is on its way
        page.mouse.move(0, 0)  # a mouse that rests on the cell points at nothing new
        page.locator(f'.board [data-cell="{influence["cell"]}"]').first.hover(force=True)
        return page.locator(".inspector h2").all_inner_texts() == [title]

    wait_until(inspected)
    assert page.locator(".inspector li b").all_inner_texts() == [str(power) for power in influence["by_seat"]]
    assert page.locator(".power .numeral").all_text_contents() == [str(power) for power in influence["by_seat"]]
    page.mouse.move(0, 0)
    expect(page.locator(".task-text")).to_contain_text("place your leader")
    known = settled(page)
    leader = next(move for move in known["choices"] if move.startswith("leader"))
    wish = {"number": known["number"], "seat": known["looking"], "moves": [leader]}
    assert page.request.post(f"{_api(page)}/moves", data=wish).ok
    expect(page.locator(".log-lines")).to_contain_text("placed their leader")
    settled(page)
    expect(page.locator(".task-text")).not_to_contain_text("leader")


@pytest.mark.slow
def test_the_board_makes_room_for_the_rules(opened: Opener) -> None:
    page = opened(**WIDE)
    sit(page, "feurio", ME, BOT)
    page.keyboard.press("r")
    expect(page.locator(".beside h1")).to_have_text("Feurio!")
    rules, tray, board = (page.locator(part).bounding_box() for part in (".beside", ".tray", "svg.board"))
    assert rules
    assert tray
    assert board
    assert board["x"] + board["width"] <= tray["x"] < tray["x"] + tray["width"] <= rules["x"]
    play_turns(page)
    page.keyboard.press("Escape")
    expect(page.locator(".seats")).to_be_visible()


@pytest.mark.slow
def test_a_printed_page_shows_the_board_and_the_players(opened: Opener) -> None:
    page = opened(**WIDE)
    page.add_init_script("localStorage.setItem('theme', 'dark')")
    sit(page, "feurio", ME, BOT)
    play_turns(page, 3)
    wait_for(page, "choosing")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 794, "height": 1123})  # A4
    for shown in ("svg.board", ".seat-list", ".log-lines"):
        expect(page.locator(shown)).to_be_visible()
    for hidden in (".tray", ".tools", ".targets"):
        expect(page.locator(hidden)).to_be_hidden()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("html")).to_have_class(re.compile(r"\blight\b"))
    assert page.pdf().startswith(b"%PDF")


_STILL = "() => Promise.allSettled(document.getAnimations().map((motion) => motion.finished))"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["feurio", "vulkan", "feuer-wasser"])
def test_motion_never_blocks_and_ends_in_the_right_place(opened: Opener, game: str) -> None:
    page = opened(reduced_motion="no-preference", **WIDE)
    page.add_init_script(
        "const still = Element.prototype.animate; window.moved = 0;"
        "Element.prototype.animate = function (...how) { window.moved += 1; return still.apply(this, how); };"
    )
    sit(page, game, ME, BOT)
    play_turns(page, 6)
    settled(page)
    assert page.evaluate("window.moved") > 6
    page.evaluate(_STILL)
    expect(page.locator(".flights > *")).to_have_count(0)
    where = "[...document.querySelectorAll('.fragments > [id]')].map((part) => part.outerHTML)"
    moved = page.evaluate(where)
    page.reload()
    settled(page)
    page.evaluate(_STILL)
    assert page.evaluate(where) == moved
