// A document for modules that make elements; import it before them.

import { Window } from "happy-dom";

const window = new Window();
Object.assign(globalThis, { document: window.document, matchMedia: window.matchMedia.bind(window), window });

/** Return an SVG element with this content. @param {string} content @returns {SVGSVGElement} */
export function svg(content) {
  document.body.innerHTML = `<svg>${content}</svg>`;
  return /** @type {SVGSVGElement} */ (document.querySelector("svg"));
}
