// The keys of a board: walking on it, choosing, and stepping through the match.

/** @typedef {import("./element.js").BoardElement} BoardElement */

const ELSEWHERE = ".beside-text, .chat-scroll, [role=tab], .menu-list"; // where arrows scroll or walk

/** @type {Record<string, (board: BoardElement) => void>} */
const KEYS = {
  ",": (board) => board.step(-1),
  ".": (board) => board.step(1),
  0: (board) => board.whole(),
};

/** Do what a key means to a board; return whether it means anything. @param {BoardElement} board @param {KeyboardEvent} event */
export function keys(board, event) {
  if (!board.position || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return false;
  const at = /** @type {HTMLElement} */ (event.target);
  const writing = at.closest("input:not([type=range]), textarea, select");
  const { choosing, targets } = board.turn;
  const key = event.key.toLowerCase();
  if (event.key === "Escape") {
    if (writing) targets.enter();
    if (board.past && !board.table.outcome) board.goTo(board.last);
    else choosing.back();
  } else if (writing) return false;
  else if (event.key.startsWith("Arrow")) return arrow(board, event, at);
  else if (event.key === "Home" || event.key === "End") {
    if (at.closest(ELSEWHERE)) return false;
    board.goTo(event.key === "Home" ? 0 : board.last);
  } else if (/^[1-9]$/.test(event.key)) board.tray.buttons[Number(event.key) - 1]?.click();
  else if (event.key === "Enter" && choosing.pending && (at === document.body || at.closest(".target"))) {
    choosing.finish();
  } else if (key === "n") targets.next(event.shiftKey ? -1 : 1, board.tray.buttons);
  else if (KEYS[key]) KEYS[key](board);
  else return false;
  event.preventDefault();
  return true;
}

/** @param {BoardElement} board @param {KeyboardEvent} event @param {HTMLElement} at */
function arrow(board, event, at) {
  if (at.closest(ELSEWHERE)) return false;
  const across = event.key === "ArrowLeft" || event.key === "ArrowRight";
  if (at.closest(".log-scroll") && !across) return false; // from line to line
  const { choosing, targets } = board.turn;
  const { last } = board;
  if (board.past || at.closest(".log-back") || !choosing.offered.length) {
    if (at.matches("input[type=range]")) return false;
    board.step({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -last, ArrowDown: last }[event.key] ?? 0);
    event.preventDefault();
    return true;
  }
  const group = at.closest(".options");
  if (group && (across || !targets.cells.length)) {
    const all = [...group.querySelectorAll("button")];
    const step = event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 1;
    all[all.indexOf(/** @type {HTMLButtonElement} */ (at)) + step]?.focus();
  } else if (targets.cells.length) targets.walk(event.key);
  else board.tray.buttons[0]?.focus();
  event.preventDefault();
  return true;
}
