// The chat, with a count of lines that were not seen, and a way not to see any.

import { make, one } from "./dom.js";
import { chance } from "./fair.js";
import { id, state } from "./state.js";
import { act } from "./sync.js";
import { say, translate } from "./words.js";

let muted = localStorage.getItem("muted") === id;
let unread = 0;
/** What was sent last: sent again after an uncertain answer it is the same line. */
let saying = { text: "", id: "" };

export function clearChat() {
  one(".chat-lines").replaceChildren();
  unread = 0;
}

/** @param {import("./messages.d.ts").ChatLine[]} lines */
export function showChat(lines) {
  const list = one(".chat-lines");
  for (const line of lines) {
    if (list.querySelector(`[data-number="${line.number}"]`)) continue;
    list.append(make("li", { "data-number": line.number, hidden: muted }, make("b", {}, translate(line.name)), ` ${line.text}`));
    const own = line.seat !== null && state.table?.mine.includes(line.seat);
    if (one("#chat-body").offsetParent === null && !muted && !own) unread += 1;
  }
  one(".chat-scroll").scrollTop = list.scrollHeight;
  one(".chat-new").hidden = unread === 0;
  one("#tab-chat").classList.toggle("news", unread > 0);
  one(".chat-new").textContent = say("new", { count: unread });
}

/** All lines have been seen. */
export function readChat() {
  unread = 0;
  one(".chat-new").hidden = true;
  one("#tab-chat").classList.remove("news");
}

export function toggleMuted() {
  muted = !muted;
  if (muted) localStorage.setItem("muted", id);
  else localStorage.removeItem("muted");
  one('[data-act="mute"]').lastChild?.replaceWith(say(muted ? "unmute" : "mute"));
  for (const line of document.querySelectorAll(".chat-lines li")) /** @type {HTMLElement} */ (line).hidden = muted;
  readChat();
}

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
