// The end of a match: the result, its replay and analysis, and what to play next.

import { compare } from "../../boards/scripts/compare.js";
import { ask } from "../../infra/scripts/connection.js";
import { icon, one } from "../../infra/scripts/dom.js";
import { check } from "./fair.js";
import { Replay } from "../../boards/scripts/replay.js";
import { result } from "./result.js";
import { openDrawer } from "../../boards/scripts/sheet.js";
import { board, complain, id, main, table } from "../../boards/scripts/state.js";
import { openTab, showTab } from "../../boards/scripts/tabs.js";
import { say } from "../../infra/scripts/words.js";

/** @type {Replay | null} */
let replay = null;

/** The replay, which may still be on its way. @type {Promise<Replay> | null} */
let opening = null;

board.addEventListener("step", () => replay?.stop());
board.addEventListener("wanted", (event) => replay?.follow(/** @type {CustomEvent} */ (event).detail.ply));

/** Show the result if there is one. @param {() => void} tellDeal show how it was dealt */
export function showEnd(tellDeal) {
  const { outcome, fair, mine } = table();
  const panel = one(".result");
  if (outcome && !main.classList.contains("over")) {
    openDrawer(true);
    showTab("turn");
  }
  main.classList.toggle("over", outcome !== null);
  panel.hidden = !outcome;
  one(".tray").hidden = outcome !== null;
  if (!outcome) {
    one(".replay").hidden = true;
    replay?.stop();
    replay = opening = null;
    showTab(openTab());
    return;
  }
  const { rematch } = table().wishes;
  panel.replaceChildren(
    result(table(), outcome, {
      rematch: () =>
        rematch ? (location.href = `/t/${rematch}`) : goTo(ask("POST /api/tables/{id}/rematch", { path: { id } })),
      replay: () => opening?.then((opened) => opened.toggle()),
      review: () => {
        openDrawer(false); // on a phone the board needs the room
        opening?.then((opened) => opened.review()).catch(complain);
      },
      explore,
      turningPoint: () => {
        openDrawer(false);
        opening?.then((opened) => opened.turningPoint()).catch(complain);
      },
      another: () =>
        goTo(
          ask("POST /api/tables", {
            body: { game: table().game, players: 1, mode: table().mode, seats: [{ kind: "me" }], fair: true },
          }),
        ),
      followUp: (game) =>
        goTo(
          ask("POST /api/tables", {
            body: { game, players: table().players, mode: table().mode, after: id, seats: sameSeats() },
          }),
        ),
      fair: tellDeal,
    }),
  );
  if (fair?.secret) check(id, fair, [...mine]).then(showVerdict);
  opening ??= openReplay();
  showTab(openTab());
}

/** @param {boolean | null} good whether the deal is what was promised; null: unknown */
function showVerdict(good) {
  const line = document.querySelector(".result .fair-line");
  if (line && good !== null) {
    line.replaceChildren(icon(good ? "check" : "close", 16), say(good ? "fair-good" : "fair-bad"));
  }
}

/** Go to a new table. @param {Promise<import("../../infra/scripts/messages.d.ts").TableLink>} asked */
async function goTo(asked) {
  try {
    location.href = (await asked).url;
  } catch (error) {
    complain(error);
  }
}

/** Return the kinds of players at this table, for another one. @returns {import("../../infra/scripts/messages.d.ts").SeatRequest[]} */
function sameSeats() {
  return table().seats.map((who) => {
    if (who.kind === "bot") return { kind: "bot", level: who.level ?? undefined };
    return {
      kind: !who.mine ? "friend" : who.seat === table().mine[0] ? "me" : "here",
      name: typeof who.name === "string" ? who.name : undefined,
    };
  });
}

/** Go to the analysis board, with the position that is shown. */
function explore() {
  location.href = `/analysis/${table().game}?table=${id}#${board.ply}`;
}

/** Fetch the replay and show it. @returns {Promise<Replay>} */
async function openReplay() {
  const { plies, seats } = table();
  let lines = null;
  try {
    lines = await ask("GET /api/tables/{id}/score-lines", { path: { id } });
  } catch (error) {
    complain(error);
  }
  replay = new Replay(one(".replay"), {
    plies,
    scores: lines,
    seats,
    go: (ply) => board.lookAt(ply),
    playing: (on) => (board.playing = on),
    explore: table().can.record ? explore : null,
    judge: (ply) => ask("GET /api/tables/{id}/review/{ply}", { path: { id, ply } }),
    turningPoint: () => ask("GET /api/tables/{id}/turning-point", { path: { id } }),
    compare: (judged) => {
      board.scene.clearLabels();
      return judged ? compare(judged) : [];
    },
  });
  requestAnimationFrame(() => board.scene.fit());
  return replay;
}
