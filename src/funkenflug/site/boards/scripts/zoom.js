// The visible part of the board. It follows the drawing smoothly; wheel and pinch zoom in, dragging then moves it.

import { calm } from "../../infra/scripts/dom.js";
import { speed } from "./motion.js";

const CLOSEST = 5; // the greatest magnification
const SLACK = 7; // pixels that a pointer may move before it drags
const GLIDE = 380; // milliseconds of a smooth move

export class Zoom {
  /**
   * @param {SVGSVGElement} svg
   * @param {HTMLElement} area gets the class `panned` while the player has zoomed in
   */
  constructor(svg, area) {
    this.svg = svg;
    this.area = area;
    /** @type {number[]} the box that shows the whole drawing */
    this.fitted = [0, 0, 100, 100];
    /** @type {number[]} the visible box */
    this.now = [0, 0, 100, 100];
    this.free = true; // whether the view follows the drawing: the player has not zoomed in
    this.frame = 0;
    this.first = true;
    /** @type {Map<number, PointerEvent>} the pointers that are down, by id, with their last events */
    this.fingers = new Map();
    this.dragged = false;
    /** @type {() => void} called when the view has changed */
    this.moved = () => {};
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    svg.addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("pointermove", (event) => this.move(event));
    for (const kind of ["pointerup", "pointercancel"]) {
      addEventListener(kind, (event) => this.up(/** @type {PointerEvent} */ (event)));
    }
    svg.addEventListener("click", (event) => this.dragged && event.stopPropagation(), true);
    new ResizeObserver(() => this.moved()).observe(svg);
  }

  /** Show the whole drawing, unless the player has zoomed in. @param {number[]} box of the drawing */
  fit(box) {
    const same = box.every((value, index) => Math.abs(value - this.fitted[index]) < 0.5);
    this.fitted = box;
    if (this.first || (this.free && !same)) this.glide(box);
  }

  /** Zoom out to the whole drawing. */
  whole() {
    this.free = true;
    this.area.classList.remove("panned");
    this.glide(this.fitted);
  }

  /** Move the view smoothly. @param {number[]} box */
  glide(box) {
    cancelAnimationFrame(this.frame);
    if (this.first || calm() || document.hidden) {
      this.first = false;
      this.set(box);
      return;
    }
    const from = this.now;
    const start = performance.now();
    const step = (/** @type {number} */ time) => {
      const way = Math.min(1, Math.max(0, ((time - start) * speed()) / GLIDE));
      const eased = 1 - (1 - way) ** 3;
      this.set(from.map((value, index) => value + (box[index] - value) * eased));
      if (way < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  /** Change the view at once. @param {number[]} box */
  set(box) {
    this.now = box;
    this.svg.setAttribute("viewBox", box.map((value) => value.toFixed(2)).join(" "));
    this.moved();
  }

  /**
   * Zoom by a factor; this point of the screen stays where it is.
   * @param {number} factor
   * @param {number} clientX
   * @param {number} clientY
   */
  closer(factor, clientX, clientY) {
    const [left, top, width, height] = this.now;
    const limited = Math.min(this.fitted[2], Math.max(this.fitted[2] / CLOSEST, width / factor));
    const scale = limited / width;
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return;
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    this.look([point.x - (point.x - left) * scale, point.y - (point.y - top) * scale, width * scale, height * scale]);
  }

  /** Show a part of the drawing that the player has chosen, within limits. @param {number[]} box */
  look(box) {
    cancelAnimationFrame(this.frame);
    if (box[2] >= this.fitted[2] * 0.999) {
      this.whole();
      return;
    }
    const [left, top, width, height] = this.fitted;
    this.free = false;
    this.area.classList.add("panned");
    const x = Math.min(left + width - box[2] / 2, Math.max(left - box[2] / 2, box[0]));
    const y = Math.min(top + height - box[3] / 2, Math.max(top - box[3] / 2, box[1]));
    this.set([x, y, box[2], box[3]]);
  }

  /** Bring a point of the drawing into the middle of the view. @param {number} x @param {number} y */
  centre(x, y) {
    const [, , width, height] = this.now;
    this.look([x - width / 2, y - height / 2, width, height]);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    this.closer(Math.exp(-event.deltaY * 0.0016), event.clientX, event.clientY);
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0) return;
    if (this.fingers.size === 0) this.dragged = false;
    this.fingers.set(event.pointerId, event);
    this.start = event;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    if (this.fingers.size === 2) {
      const other = [...this.fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
      if (other) {
        const was = Math.hypot(before.clientX - other.clientX, before.clientY - other.clientY);
        const is = Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY);
        this.dragged = true;
        if (was > 0) this.closer(is / was, (event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2);
      }
    } else if (!this.free) {
      const start = this.start ?? before;
      if (!this.dragged && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < SLACK) return;
      this.dragged = true;
      const scale = this.svg.getScreenCTM()?.a ?? 1;
      const [left, top, width, height] = this.now;
      this.look([
        left - (event.clientX - before.clientX) / scale,
        top - (event.clientY - before.clientY) / scale,
        width,
        height,
      ]);
    }
    this.fingers.set(event.pointerId, event);
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.fingers.delete(event.pointerId);
  }
}
