// Studies leave the page: as links that contain them, as files, and as pictures.

import { Refused } from "../../infra/scripts/connection.js";
import { make } from "../../infra/scripts/dom.js";

const LONGEST = 6000; // characters of a link that everybody passes on
const WIDTH = 1600; // pixels of a PNG

/** Pass bytes through a stream of the browser. @param {BlobPart} data @param {CompressionStream | DecompressionStream} stream */
const through = async (data, stream) => new Response(new Blob([data]).stream().pipeThrough(stream)).arrayBuffer();

/** Return a text as it is part of links: compressed, as base64 for addresses. @param {string} text */
export async function packed(text) {
  const bytes = new Uint8Array(await through(text, new CompressionStream("deflate-raw")));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** Return the text that a link has. @param {string} link */
export async function unpacked(link) {
  const bytes = Uint8Array.from(atob(link.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

/** Return the link to a position of a study; null if it would be too long. @param {string} game @param {string} record @param {string} address */
export async function linkTo(game, record, address) {
  const link = `${location.origin}/analysis/${game}?s=${await packed(record)}#${address}`;
  return link.length <= LONGEST ? link : null;
}

/** Give the player a file. @param {string} name @param {Blob} content */
export function download(name, content) {
  const link = make("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Return a text that the server makes of a study. @param {"record" | "picture" | "film"} what @param {object} body */
export async function made(what, body) {
  const answer = await fetch(`/api/study/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Refused(answer.status, (await answer.json()).error ?? "");
  return answer.text();
}

/** Return a picture as a PNG. @param {string} svg @returns {Promise<Blob>} */
export async function asPng(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`; // the policy of the page allows no blob
  await image.decode();
  const canvas = make("canvas", {
    width: WIDTH,
    height: Math.round((WIDTH * image.naturalHeight) / image.naturalWidth),
  });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((settle, fail) =>
    canvas.toBlob((png) => (png ? settle(png) : fail(new Error("no PNG"))), "image/png"),
  );
}

/** Return the colours that the page has now. */
export function theme() {
  const { classList } = document.documentElement;
  if (classList.contains("dark") || classList.contains("light")) return classList.contains("dark") ? "dark" : "light";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
