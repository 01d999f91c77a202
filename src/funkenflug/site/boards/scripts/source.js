// What the board asks and whom it tells: the table that the page shows, or a study. Everything else on the page is the same.

/** @typedef {import("../../infra/scripts/messages.d.ts").Preview} Preview */
/** @typedef {import("../../infra/scripts/messages.d.ts").Words} Words */
/** @typedef {{move?: string, cell?: string, steps?: string[], draft: string[]}} Question a move that was tried, or a cell that was touched after some steps of a move */

/**
 * @typedef {object} Source
 * @property {(moves: string[]) => Promise<void>} play play the moves of a turn; throw if they are refused
 * @property {(draft: string[], move: string | null) => Promise<Preview | null>} preview what the board looks like after drafted moves; null if it has gone on
 * @property {(question: Question) => Promise<Words>} explain why a move is not allowed, or a cell cannot be chosen
 * @property {(draft: string[], ply: number | null) => Promise<import("../../infra/scripts/api.d.ts").TextResponse>} text the board in words, with a draft, or after `ply` moves
 * @property {(ply: number) => Promise<import("../../infra/scripts/messages.d.ts").ReplayPosition>} position what the board looked like after `ply` moves
 * @property {(seat: number, ply: number) => Promise<import("../../infra/scripts/api.d.ts").TerritoryResponse>} territory where the points of a seat come from
 * @property {() => void} reload fetch everything again
 * @property {() => void} undo take back the last move
 * @property {(ply: number) => Promise<void>} [goTo] go to a position, instead of looking back at it
 * @property {() => void} [hint] show good moves
 * @property {() => number} [last] how many moves there are, if some come after the position that is shown
 */

/** What the page shows; set before the first position comes. @type {Source} */
export const source = /** @type {Source} */ ({});

/** @param {Source} shown */
export function use(shown) {
  Object.assign(source, shown);
}
