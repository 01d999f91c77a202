// Signs at the edges of the board: something may be chosen that is out of view. A press shows it.

import { icon, make } from "../../infra/scripts/dom.js";

/** @typedef {{x: number, y: number, far: number}} Hidden a target out of view: where it is on the board, and by how many pixels */

const SIDES = ["left", "right", "up", "down"];

export class Signs {
  /** @param {import("./element.js").BoardElement} board */
  constructor(board) {
    this.of = board;
    /** @type {Map<string, Hidden[]>} what is out of view, by side */
    this.hidden = new Map();
    this.signs = SIDES.map((side) => {
      const count = make("span", {});
      const traits = { type: "button", class: `sign ${side}`, hidden: true, onclick: () => this.bring(side) };
      return { side, sign: make("button", traits, icon("right", 20), count), count };
    });
    board.append(...this.signs.map(({ sign }) => sign));
    board.scene.zoom.moved = () => this.show();
  }

  /** Show which targets are out of view. */
  show() {
    const { svg, zoom } = this.of.scene;
    this.hidden = new Map(SIDES.map((side) => [side, []]));
    const matrix = svg.getScreenCTM();
    const frame = svg.getBoundingClientRect();
    if (matrix && !zoom.free) {
      for (const target of this.of.turn.targets.choices) {
        this.note(target, new DOMPoint(target.x, target.y).matrixTransform(matrix), frame);
      }
    }
    for (const { side, sign, count } of this.signs) {
      const many = this.hidden.get(side)?.length ?? 0;
      sign.hidden = !many;
      sign.setAttribute("aria-label", this.of.words.say("out-of-view", { count: many }));
      count.textContent = String(many);
    }
  }

  /** @param {{x: number, y: number}} target @param {DOMPoint} at on the screen @param {DOMRect} frame */
  note({ x, y }, at, frame) {
    const far = [frame.left - at.x, at.x - frame.right, frame.top - at.y, at.y - frame.bottom];
    const most = Math.max(...far);
    if (most > 0) this.hidden.get(SIDES[far.indexOf(most)])?.push({ x, y, far: most });
  }

  /** Bring the nearest target on a side into view. @param {string} side */
  bring(side) {
    const [nearest] = (this.hidden.get(side) ?? []).toSorted((a, b) => a.far - b.far);
    if (nearest) this.of.scene.zoom.centre(nearest.x, nearest.y);
  }
}
