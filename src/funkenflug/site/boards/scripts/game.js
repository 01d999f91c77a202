// The page module of a game: what its table shows besides the board. A game without one is played all the same.
//
// The room `show` of a game may have a `page.js`, whose default export is a function that returns a `GamePage`, and a
// `page.css`. The site serves them at /static/<version>/games/<id>/show/, so `page.js` imports shared modules as
// "../../../infra/scripts/dom.js". The function is given the `Words` of a board: its `say` finds the game's
// `page_words` by their ids, and the board itself looks for these:
//
//   goal-<mode>            what the game is about, above the board until the player has finished a match
//   goal-<mode>-<option>   the same with an option
//   ask-<verb>             what to do, if a move that begins with this verb may be chosen; several are joined by "or"
//   then-<verb>-<cells>    what to do next, after this many cells of such a move
//   colour-<verb>          the question which colour, in such a move
//   do-<verb>              the button that sends such a move; {count} is its second word
//   verb-<verb>            the button of a move that is one word
//   <kind>                 the name of a step of this kind that is not on the board: "Tile {tile}"

/** @typedef {import("./choosing.js").Choice} Choice */
/** @typedef {import("../../infra/scripts/messages.d.ts").GameEvent} GameEvent */
/** @typedef {import("../../infra/scripts/messages.d.ts").Outcome} Outcome */
/** @typedef {import("./element.js").Seat} Seat */
/** @typedef {import("./element.js").Shown} Shown */
/** @typedef {import("./board.js").Place} Place */

/**
 * The board on the screen, for a page module to draw on.
 * @typedef {object} Scene
 * @property {SVGSVGElement} svg
 * @property {SVGGElement} flights a layer above everything, for what moves across the board
 * @property {ReadonlyMap<string, SVGGraphicsElement>} elements the fragments of the drawing by their ids
 * @property {() => Map<string, Place>} places where the cells are
 */

/**
 * How a new fragment of the drawing arrives. Keyframes are added to the element's own place.
 * @typedef {object} Arrival
 * @property {RegExp} id of the fragment
 * @property {number[]} opacity
 * @property {Keyframe[]} [frames]
 * @property {number} time milliseconds
 * @property {number} [wait] milliseconds before it begins
 * @property {number} [each] milliseconds between one such fragment and the next
 * @property {boolean} [played] whether it arrives only with a move that was played, not in a preview
 */

/**
 * What happened on the board: the fragments that went, and where the cells were before.
 * @typedef {object} Change
 * @property {GameEvent[]} events
 * @property {Map<string, Place>} places
 * @property {string[]} sent the moves that this page sent last, as they were chosen
 * @property {SVGGraphicsElement[]} went
 */

/**
 * Everything is optional.
 * @template [Panel=Record<string, unknown>] the fields of the view that `GameType.panel` names
 * @typedef {object} GamePage
 * @property {(cell: string) => string} [cellName] what players call a cell, which moves may write in another way
 * @property {(colour: string, height: number, there?: boolean) => SVGElement} [piece] one piece of a colour, or the place of one that is gone
 * @property {() => SVGElement} [picture] a small picture of the game, for a button
 * @property {(word: string, text: string, changed: (text: string) => void) => HTMLElement | null} [dealEditor] what edits a part of the deal, given as a record has it; null: its text, which `deal-<word>` names
 * @property {(panel: Panel, seat: Seat) => HTMLElement[]} [possessions] what a seat has; else its `holdings` in words
 * @property {(panel: Panel, fragments: ReadonlyMap<string, unknown>) => (Node | string)[]} [progress] how far the match is, in the top bar
 * @property {(panel: Panel) => HTMLElement | null} [beside] a card below the seats
 * @property {(panel: Panel) => {key: string, content: Node[]} | null} [hand] what the player to move holds, in the tray; `key` changes with it
 * @property {(panel: Panel) => Record<string, string | number>} [values] values for the fields of `ask-…` texts
 * @property {(token: string) => string | null} [name] the name of a step that is not on the board; null: the usual one
 * @property {(token: string, colour: string) => Node[] | null} [face] what is on the button of a step; null: its name
 * @property {(tokens: string[], choices: Choice[]) => string} [question] the question that these steps answer, if the usual ones do not fit
 * @property {(cell: string, scene: Scene) => boolean} [marked] whether the drawing itself marks a cell that may be chosen
 * @property {number} [mostMarks] with more cells to choose from none is marked until the pointer is on it
 * @property {(path: string[], colour: string, scene: Scene) => SVGElement[]} [draft] what lies on the board while a move is being chosen
 * @property {(position: Shown, panel: Panel, cell: string, scene: Scene) => {beside: Node[], above: SVGElement[]} | null} [inspect] what there is to know about a cell under the pointer: for a card beside the board, and on the board
 * @property {(id: string) => boolean} [turns] whether a fragment turns with the board, where a phone shows it with a quarter turn; all others stay upright. A board is not turned without it
 * @property {Arrival[]} [arrivals] how new fragments arrive; the first that fits counts
 * @property {Record<string, import("./sounds.js").Sound>} [sounds] the sounds of events by their types; without it everything sounds like a tile that is laid
 * @property {(change: Change, scene: Scene) => number} [motion] show a change; return the milliseconds after which new fragments arrive
 * @property {(outcome: Outcome, seat: number) => number[] | null} [parts] the parts that the points of a seat are made of, for the bars of the ranking
 */

/**
 * Return the page of a game; it is empty without a module.
 * @param {string | null} module its address
 * @param {import("../../infra/scripts/words.js").Words} words
 * @returns {Promise<GamePage>}
 */
export async function loadPage(module, words) {
  return module ? (await import(module)).default(words) : {};
}
