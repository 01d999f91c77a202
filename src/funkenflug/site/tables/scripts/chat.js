// The chat, with a count of lines that were not seen, and a way not to see any.

import { announce } from "../../infra/scripts/announce.js";
import { make, one } from "../../infra/scripts/dom.js";
import { chance } from "./fair.js";
import { board, id } from "../../boards/scripts/state.js";
import { act } from "./sync.js";
import { say, translate } from "../../infra/scripts/words.js";

const MOST_TABLES = 50; // for which a browser keeps what was read

let muted = localStorage.getItem("muted") === id;
/** @type {Record<string, number>} by table: the number of the last line that was read */
const read = JSON.parse(localStorage.getItem("chat-read") ?? "{}");
/** What was sent last: sent again after an uncertain answer it is the same line. */
let saying = { text: "", id: "" };

let begun = false; // whether the lines that were there before the page are shown

/** Show the whole chat. Lines that stay are left alone: screen readers would read them again. @param {import("../../infra/scripts/messages.d.ts").ChatLine[]} lines */
export function showWholeChat(lines) {
  const numbers = new Set(lines.map(({ number }) => String(number)));
  for (const line of document.querySelectorAll(".chat-lines li")) {
    if (!numbers.has(line.getAttribute("data-number") ?? "")) line.remove();
  }
  showChat(lines);
  begun = true;
}

/** Add lines, and announce those of others if nobody can see or hear them. @param {import("../../infra/scripts/messages.d.ts").ChatLine[]} lines */
export function showChat(lines) {
  const list = one(".chat-lines");
  const folded = one("#chat-body").offsetParent === null;
  for (const line of lines) {
    if (list.querySelector(`[data-number="${line.number}"]`)) continue;
    const own = line.seat !== null && board.position?.mine.includes(line.seat);
    const name = translate(line.name);
    list.append(
      make(
        "li",
        { "data-number": line.number, class: own ? "own" : "", hidden: muted },
        make("b", {}, name),
        ` ${line.text}`,
      ),
    );
    if (begun && folded && !own && !muted) announce(`${name}: ${line.text}`);
  }
  one(".chat-scroll").scrollTop = list.scrollHeight;
  if (folded) countNew();
  else readChat();
}

/** Show how many lines of others have not been read. */
function countNew() {
  const lines = [...document.querySelectorAll(".chat-lines li:not(.own)")];
  const count = muted ? 0 : lines.filter((line) => Number(line.getAttribute("data-number")) > (read[id] ?? -1)).length;
  one(".chat-new").hidden = count === 0;
  one("#tab-chat").classList.toggle("news", count > 0);
  one(".chat-new").textContent = say("new", { count });
}

/** All lines have been seen, now and when the page is opened again. */
function readChat() {
  const last = Number(one(".chat-lines").lastElementChild?.getAttribute("data-number") ?? -1);
  if (last > (read[id] ?? -1)) {
    delete read[id]; // the tables that were read last come last
    read[id] = last;
    localStorage.setItem("chat-read", JSON.stringify(Object.fromEntries(Object.entries(read).slice(-MOST_TABLES))));
  }
  countNew();
}

export function toggleMuted() {
  muted = !muted;
  if (muted) localStorage.setItem("muted", id);
  else localStorage.removeItem("muted");
  one('[data-act="mute"]').lastChild?.replaceWith(say(muted ? "unmute" : "mute"));
  for (const line of document.querySelectorAll(".chat-lines li")) /** @type {HTMLElement} */ (line).hidden = muted;
  readChat();
}

document.getElementById("tab-chat")?.addEventListener("click", readChat);
one(".chat-fold").addEventListener("click", () => {
  const body = one("#chat-body");
  body.hidden = !body.hidden;
  one(".chat-fold").setAttribute("aria-expanded", String(!body.hidden));
  if (!body.hidden) readChat();
});
one(".chat-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (one(".chat-form input"));
  const text = input.value.trim();
  if (!text) return;
  if (text !== saying.text) saying = { text, id: chance() };
  if (!(await act("POST /api/tables/{id}/chat", { path: { id }, body: saying }))) return;
  input.value = "";
  saying = { text: "", id: "" };
});
