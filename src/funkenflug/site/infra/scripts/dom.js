// Finding and making elements.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: never) => void)>} Traits attributes; `on…` are listeners, null and false are left out */

/** @param {Element} element @param {Traits} traits */
function dress(element, traits) {
  for (const [name, value] of Object.entries(traits)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(name === "className" ? "class" : name, value === true ? "" : String(value));
  }
}

/**
 * Return a new HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Traits} [traits]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, traits = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, traits);
  element.append(
    .../** @type {(Node | string)[]} */ (
      children.filter((child) => child !== null && child !== undefined && child !== false)
    ),
  );
  return element;
}

/**
 * Return a new SVG element.
 * @param {string} tag
 * @param {Traits} [traits]
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function draw(tag, traits = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, traits);
  element.append(...children);
  return element;
}

/**
 * Return the element that a piece of SVG text stands for.
 * @param {string} text
 * @returns {SVGGraphicsElement}
 */
export function parse(text) {
  const holder = document.createElementNS(SVG, "g");
  holder.innerHTML = text;
  return /** @type {SVGGraphicsElement} */ (holder.firstElementChild);
}

/** @param {string} name @param {number} [size] */
export function icon(name, size = 18) {
  return draw(
    "svg",
    { class: "icon", width: size, height: size, "aria-hidden": "true" },
    draw("use", { href: `#i-${name}` }),
  );
}

/** @param {string} colour @param {number} [size] @param {string} [more] */
export function emblem(colour, size = 17, more = "") {
  const face = draw("use", { href: `#e-${colour}` });
  return draw(
    "svg",
    { class: `emblem ${colour} ${more}`.trim(), width: size, height: size, "aria-hidden": "true" },
    face,
  );
}

/**
 * Return the one element that a selector finds.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement}
 */
export function one(selector, within = document) {
  const found = within.querySelector(selector);
  if (!found) throw new Error(`there is no ${selector}`);
  return /** @type {HTMLElement} */ (found);
}

/**
 * Fill an element, unless it shows the same already: what is under the pointer or has the focus stays.
 * @param {HTMLElement} holder
 * @param {string} key what the content is made of
 * @param {() => (Node | null)[]} build
 */
export function keep(holder, key, build) {
  if (holder.dataset.key === key) return;
  holder.dataset.key = key;
  const focused = holder.contains(document.activeElement) ? document.activeElement?.getAttribute("data-token") : null;
  holder.replaceChildren(...build().filter((node) => node !== null));
  if (focused) /** @type {HTMLElement | null} */ (holder.querySelector(`[data-token="${focused}"]`))?.focus();
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
