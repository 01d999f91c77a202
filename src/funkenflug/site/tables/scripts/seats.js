// The seats: who sits there, what they have, who is away, and who may sit down or let a bot play.

import { copied } from "../../infra/scripts/links.js";
import { showClock, timeLeft } from "./clock.js";
import { icon, keep, make, one } from "../../infra/scripts/dom.js";
import { ask } from "../../infra/scripts/connection.js";
import { invitation, welcome } from "./invite.js";
import { button } from "../../infra/scripts/notices.js";
import { possessions } from "../../boards/scripts/panel.js";
import { board, complain, explain, id, moment, table } from "../../boards/scripts/state.js";
import { act } from "./sync.js";
import { emblems } from "../../boards/scripts/tray.js";
import { isViewer, numeral, say, translate } from "../../infra/scripts/words.js";

/** @typedef {import("../../infra/scripts/messages.d.ts").Seat} Seat */
/** @typedef {import("../../boards/scripts/element.js").Seat} ShownSeat of a table, or of a study */

let patience = 0;
let patienceFrom = 0;

/** Show all seats, and what lies beside them. */
export function showSeats() {
  const { seats, panel } = moment();
  if (id) {
    invite();
    forgetInvitation();
  }
  one(".seat-list").replaceChildren(...seats.map(card));
  one(".players-list").replaceChildren(...seats.map(owner));
  const beside = () => board.page.beside?.(panel) ?? "";
  one(".beside-seats").replaceChildren(beside());
  one(".beside-seats").hidden = !one(".beside-seats").hasChildNodes();
  one(".beside-players").replaceChildren(beside());
}

/** Show who is connected. @param {{seats: boolean[], patience: number | null}} presence */
export function showPresence(presence) {
  if (!board.position) return;
  const seats = table().seats.map((who) => ({ ...who, online: presence.seats[who.seat] }));
  Object.assign(table(), { patience: presence.patience, seats });
  waitForAway();
  showSeats();
}

/** Show the seats again when somebody has been away for so long that a bot may play. */
export function waitForAway() {
  const { patience: seconds } = table();
  clearTimeout(patience);
  patienceFrom = performance.now();
  if (seconds) patience = setTimeout(showSeats, 1000 * seconds + 50);
}

/** Whether people are still invited: nothing has been played, and the links to the seats are in the middle. */
const inviting = () => table().state === "open" && table().plies === 0;

function invite() {
  const { seats, title } = table();
  const free = inviting() ? seats.filter((who) => who.invite) : [];
  const own = inviting() ? seats.find(mayTake) : undefined;
  const box = one(".invitation");
  box.hidden = !free.length && !own;
  one(".board-area").classList.toggle("inviting", !box.hidden);
  const key = own
    ? seats.map((who) => `${who.kind} ${translate(who.name)}`).join()
    : free.map((who) => who.invite).join(" ");
  keep(box, key, () =>
    own ? welcome(title, seats, own, (name) => sit(own, name)) : free.length ? invitation(title, free, explain) : [],
  );
}

/** Return what the address says of an invitation. */
const invited = () => new URLSearchParams(location.hash.slice(1));

/** Tell somebody whose invitation is for a seat that others have taken, and remove it from the address. */
function forgetInvitation() {
  const { seats, mine, outcome } = table();
  const who = invited().has("key") ? seats[Number(invited().get("seat"))] : undefined;
  if (!who || who.kind === "open" || who.kept || mine.length) return;
  history.replaceState(null, "", location.pathname);
  if (!outcome) explain(say("seat-taken"));
}

/** Return the key of the invitation in the address, if it is for this seat. @param {Seat} who */
function keyFor(who) {
  const link = invited();
  return who.kind === "open" && Number(link.get("seat")) === who.seat ? link.get("key") : null;
}

/** Whether the viewer, who has no seat yet, may take this one. @param {Seat} who */
const mayTake = (who) => who.kind === "open" && !table().mine.length && (table().public || keyFor(who) !== null);

/** Take a seat, perhaps with a new name. @param {Seat} who @param {string} [name] */
async function sit(who, name) {
  const key = keyFor(who);
  const seated = await act("POST /api/tables/{id}/seats/{seat}", {
    path: { id, seat: who.seat },
    body: { ...(key && { key }), ...(name && { name }) },
  });
  if (seated && name) await ask("POST /api/me", { body: { name } }).catch(complain);
}

/** What a seat has, for a phone, which has no room for it in the row of seats. @param {ShownSeat} who */
function owner(who) {
  const name = make(
    "div",
    { class: "player-name" },
    make("span", { class: "seat-emblems" }, ...emblems(who, 20)),
    make("b", {}, translate(who.name)),
  );
  return make("li", { class: "player" }, name, ...possessions(moment().panel, who));
}

/** @param {ShownSeat} who */
function card(who) {
  const clock =
    !id || timeLeft(who.seat) === null ? null : make("span", { class: "seat-clock num", "data-seat": who.seat });
  if (clock) showClock(clock);
  const score =
    who.score === null
      ? null
      : make(
          "span",
          { class: "seat-score", "aria-label": say("score", { score: who.score }), role: "img" },
          numeral(who.score),
        );
  const front = make(
    "div",
    { class: "seat-head" },
    make("span", { class: "seat-emblems" }, ...emblems(who, 28)),
    make("div", { class: "seat-who" }, make("p", { class: "seat-name" }, translate(who.name)), kind(who)),
    score,
    clock,
  );
  const classes = `seat${who.to_move ? " turn" : ""}${table().outcome?.winners.includes(who.seat) ? " winner" : ""}`;
  return make(
    "li",
    { class: classes, "data-seat": who.seat, tabindex: 0, "aria-current": who.to_move && "true" },
    front,
    ...possessions(moment().panel, who),
    id ? acts(/** @type {Seat} */ (who)) : null,
  );
}

/** @param {ShownSeat} who */
function kind(who) {
  const line = make("p", { class: "seat-kind" });
  if (who.kind === "bot") line.append(icon("robot", 15), make("span", {}, say("computer")));
  else if (who.kind === "open") line.append(say("open-seat"));
  else if (!id) line.append(coloursOf(who));
  else if (who.mine && table().mine.length > 1) line.append(say("here"));
  else if (who.mine) line.append(who.to_move ? say("you-to-move") : isViewer(who.name) ? coloursOf(who) : say("you"));
  else line.append(who.online ? say("friend") : `${say("friend")}, ${say("away")}`);
  return line;
}

/** @param {ShownSeat} who */
const coloursOf = (who) =>
  new Intl.ListFormat(document.documentElement.lang).format(who.colours.map((colour) => say(colour)));

/** @param {Seat} who */
function acts(who) {
  const { outcome, mine, patience: seconds, can } = table();
  const free = who.kind === "open";
  const waited = mine.length > 0 && seconds !== null && performance.now() >= patienceFrom + 1000 * seconds;
  const left = who.to_move && waited;
  const late = waited && can.open.includes(who.seat);
  if (outcome || !(free || who.kept || left || late)) return null;
  const box = make("div", { class: "seat-acts" });
  const asked = inviting() && who === table().seats.find(mayTake); // in the middle
  if (who.kept || (mayTake(who) && !asked)) box.append(button("main small", say("sit"), () => sit(who)));
  if (who.invite && !inviting()) box.append(button("quiet small", say("copy"), () => copy(who.invite ?? "")));
  if (late) {
    box.append(
      button("quiet small", say("open-again"), () =>
        act("POST /api/tables/{id}/seats/{seat}/open", { path: { id, seat: who.seat } }),
      ),
    );
  }
  if ((free && can.bot) || left) box.append(button("quiet small", say("put-bot"), () => letBotPlay(who)));
  return box;
}

/** @param {string} invite */
async function copy(invite) {
  explain(await copied(new URL(invite, location.href).href));
}

/** Ask for a level, and let a bot play. @param {Seat} who */
function letBotPlay(who) {
  const dialog = /** @type {HTMLDialogElement} */ (one(".bot-dialog"));
  const level = /** @type {HTMLSelectElement} */ (one("select", dialog));
  one(".bot-text").textContent =
    who.kind === "open" ? say("bot-for-free", { name: who.name }) : say("bot-for-away", { name: who.name });
  dialog.returnValue = "no";
  dialog.showModal();
  dialog.addEventListener(
    "close",
    () =>
      dialog.returnValue === "yes" &&
      act("POST /api/tables/{id}/seats/{seat}/bot", { path: { id, seat: who.seat }, body: { level: level.value } }),
    { once: true },
  );
}
