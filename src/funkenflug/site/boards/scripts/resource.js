// What a board asks the server about a position: of a table, or of a record and moves that follow it. Nothing changes by it.

import { ask } from "../../infra/scripts/connection.js";

/** @typedef {import("../../infra/scripts/api.d.ts").TableBoard} AtTable */
/** @typedef {import("../../infra/scripts/api.d.ts").RecordBoard} OfRecord */
/** @typedef {{move?: string, cell?: string, steps?: string[], draft: string[]}} Question a move that was tried, or a cell that was touched after some steps of a move */

/** The boards of a site. */
export class Resource {
  /** @param {string} server the address of the site; empty: that of the page */
  constructor(server) {
    this.options = { server };
  }

  /** Return a position. @param {AtTable | OfRecord} board @param {number | null} [since] the ply from which on events are wanted; null: none */
  position(board, since = null) {
    return ask("POST /api/board/position", { body: { board, since } }, this.options);
  }

  /** Return what the board looks like after drafted moves and another one. @param {AtTable | OfRecord} board @param {string[]} draft @param {string | null} move */
  preview(board, draft, move) {
    return ask("POST /api/board/preview", { body: { board, draft, move } }, this.options);
  }

  /** Return why a move is not allowed, or a cell cannot be chosen. @param {AtTable | OfRecord} board @param {Question} question */
  explain(board, question) {
    return ask("POST /api/board/explain", { body: { board, ...question } }, this.options);
  }

  /** Return the board in words, after drafted moves. @param {AtTable | OfRecord} board @param {string[]} draft */
  text(board, draft) {
    return ask("POST /api/board/text", { body: { board, draft } }, this.options);
  }

  /** Return what shows where the points of a seat come from. @param {AtTable | OfRecord} board @param {number} seat */
  territory(board, seat) {
    return ask("POST /api/board/territory", { body: { board, seat } }, this.options);
  }
}
