// The loupe: while a finger rests on cells that are too small for it, a circle above it shows them twice as large. What is
// under the finger when it is lifted is chosen.

import { make } from "../../infra/scripts/dom.js";

const SMALL = 40; // pixels of a cell that a finger hits without help
const SIZE = 120;
const TIMES = 2;
const ABOVE = 84; // from the finger to the centre of the loupe
const REST = 140; // milliseconds

/** Add a loupe to a board. @param {import("./scene.js").Scene} scene @param {HTMLElement} area */
export function addLoupe({ svg, board, zoom }, area) {
  const glass = make("div", { class: "loupe", "aria-hidden": "true", hidden: true, inert: true });
  area.append(glass);
  let resting = 0;

  /** Whether cells are smaller than a fingertip. */
  const small = () => board.size * (svg.getScreenCTM()?.a ?? 1) < SMALL;

  /** @param {Touch} touch */
  function open(touch) {
    glass.replaceChildren(svg.cloneNode(true));
    glass.hidden = false;
    follow(touch);
  }

  /** Show what is under the finger. @param {Touch} touch */
  function follow({ clientX, clientY }) {
    const matrix = svg.getScreenCTM();
    const copy = glass.querySelector("svg");
    if (!matrix || !copy) return;
    const frame = area.getBoundingClientRect();
    const left = Math.min(frame.width - SIZE, Math.max(0, clientX - frame.left - SIZE / 2));
    const above = clientY - frame.top - ABOVE - SIZE / 2;
    glass.style.left = `${left}px`;
    glass.style.top = `${above < -frame.top ? clientY - frame.top + ABOVE - SIZE / 2 : above}px`;
    const at = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const span = SIZE / (TIMES * matrix.a);
    copy.setAttribute("viewBox", `${at.x - span / 2} ${at.y - span / 2} ${span} ${span}`);
  }

  function close() {
    clearTimeout(resting);
    glass.hidden = true;
    glass.replaceChildren();
  }

  svg.addEventListener("touchstart", (event) => {
    close();
    if (event.touches.length > 1 || !small()) return;
    const [touch] = event.touches;
    resting = setTimeout(() => open(touch), REST);
  });
  svg.addEventListener("touchmove", (event) => {
    if (zoom.dragged || event.touches.length > 1) close();
    else if (!glass.hidden) follow(event.touches[0]);
  });
  svg.addEventListener("touchend", (event) => {
    const chosen = !glass.hidden;
    close();
    if (!chosen) return;
    if (event.cancelable) event.preventDefault(); // a finger that has not moved would click once more
    const { clientX, clientY } = event.changedTouches[0];
    const under = document.elementFromPoint(clientX, clientY);
    if (under && svg.contains(under)) under.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX, clientY }));
  });
  svg.addEventListener("touchcancel", close);
  svg.addEventListener("contextmenu", (event) => !glass.hidden && event.preventDefault());
}
