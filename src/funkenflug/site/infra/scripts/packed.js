// Messages of the server that are compressed with a dictionary: typical messages of the game, which browsers keep.

const link = /** @type {HTMLLinkElement | null} */ (document.getElementById("dictionary"));
const content = link && canInflate() ? await fetched(link.href) : null;
/** The name of the dictionary; empty if the page has none, or cannot use it. */
export const dictionary = content && link ? (link.dataset.name ?? "") : "";

/** Whether the browser can decompress the format. */
function canInflate() {
  try {
    return Boolean(new DecompressionStream("deflate-raw"));
  } catch {
    return false;
  }
}

/** @param {string} url @returns {Promise<Uint8Array<ArrayBuffer> | null>} */
async function fetched(url) {
  try {
    const response = await fetch(url);
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/** Return the text of a packed message. @param {ArrayBuffer} packed @returns {Promise<string>} */
export async function unpacked(packed) {
  const known = content ?? new Uint8Array();
  // browsers take no preset dictionary: they are given its content as a stored block before the message
  const length = [known.length & 255, known.length >> 8];
  const head = new Uint8Array([0, ...length, ...length.map((byte) => byte ^ 255)]);
  const stream = new Blob([head, known, packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new TextDecoder().decode(new Uint8Array(await new Response(stream).arrayBuffer(), known.length));
}
