// Links to this site: who can open them, and copying them.

import { say } from "./words.js";

/**
 * Whether only this computer can open a link with this name: everybody else finds their own computer there.
 * @param {string} hostname
 */
export const opensOnlyHere = (hostname) =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/.test(hostname);

/** Whether only this computer can open links to this site. */
export const onlyHere = opensOnlyHere(location.hostname);

/** Copy a link, and return what to tell about it. @param {string} link */
export async function copied(link) {
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(link);
    else if (!copiedByCommand(link)) return say("failed");
  } catch {
    return say("failed");
  }
  return say(onlyHere ? "copied-here" : "copied");
}

/** Copy a link where browsers have no clipboard, as on a site without https. @param {string} link */
function copiedByCommand(link) {
  const copy = (/** @type {ClipboardEvent} */ event) => {
    event.clipboardData?.setData("text/plain", link);
    event.preventDefault();
  };
  document.addEventListener("copy", copy, { once: true });
  const done = document.execCommand("copy");
  document.removeEventListener("copy", copy);
  return done;
}
