// Generated from the OpenAPI document: python docs/make_api_types.py

export interface Answer {
  yes: boolean;
}

export interface Arrival {
  token: string;
}

export interface Begun {
  draft?: string[];
}

export interface BotWish {
  level?: "spark" | "ember" | "flame" | "blaze" | "inferno";
}

export interface Can {
  undo: boolean;
  undo_asks: boolean;
  resign: boolean;
  hint: boolean;
  rematch: boolean;
  bot: boolean;
  chat: boolean;
  leave: boolean;
  record: boolean;
  replay: boolean;
  forest: boolean;
}

export interface ChatLine {
  number: number;
  seat: number | null;
  name: string;
  text: string;
  at: number;
}

export interface ChatText {
  text: string;
  id?: string | null;
}

export interface Choice {
  move: string;
  path: string[];
}

export interface Difference {
  box: [number, number, number, number];
  order: string[] | null;
  set: Record<string, string>;
  gone: string[];
}

export interface Draft {
  number: number;
  seat: number;
  draft?: string[];
  move?: string | null;
}

export interface Fairness {
  kind: "together" | "site" | "given";
  seal: string | null;
  wanted: boolean;
  values: (string | null)[];
  secret?: string;
  seed?: string;
}

export interface Judged {
  ply: number;
  seat: number;
  move: string;
  chance: number;
  best: string;
  best_chance: number;
  mark: "" | "?!" | "?" | "??";
  words: string;
}

export interface Key {
  key?: string | null;
  name?: string;
}

export interface LateRefusal {
  error: string;
  snapshot?: Snapshot;
}

export interface LogLine {
  number: number;
  seat: number | null;
  text: string;
  cells: string[];
  undone: boolean;
}

export interface Look {
  difference: Difference;
  choices: Choice[];
  gain: string;
  words: string;
  task: string;
  goes_on: boolean;
}

export interface Me {
  name: string;
}

export interface Moves {
  number: number;
  seat: number;
  moves: string[];
}

export interface NewTable {
  game: "feurio" | "vulkan" | "feuer-wasser";
  players: number;
  mode?: "competitive" | "solitaire" | "cooperative" | null;
  options?: string[];
  choices?: Record<string, string>;
  forest?: string | null;
  seats: SeatWish[];
  clock?: "none" | "5 minutes" | "a day a move";
  public?: boolean;
  fair?: boolean;
}

export interface Picture {
  box: [number, number, number, number];
  fragments: [string, string][];
  symbols: string;
}

export interface Question {
  move: string;
  seat?: number | null;
  draft?: string[];
}

export interface Ready {
  seat: number;
}

export interface Refusal {
  error: string;
}

export interface Replayed {
  id: string;
  ply: number;
  plies: number;
  moves: string[];
  turn_beginnings: boolean[];
  drawing: Picture;
  board_text: string;
  task: string;
  scores: number[];
  holdings: string[];
  panel: Record<string, unknown>;
  score_lines: number[][];
}

export interface Reviewed {
  judged: Judged | null;
  next: number | null;
}

export interface SeatWish {
  kind: "me" | "friend" | "here" | "bot";
  level?: "spark" | "ember" | "flame" | "blaze" | "inferno";
  name?: string;
}

export interface Seen {
  number: number;
}

export interface ShownClock {
  kind: "none" | "5 minutes" | "a day a move";
  left?: (number | null)[];
  running?: boolean;
  elapsed?: number;
}

export interface ShownGoal {
  text: string;
  reached: number;
  wanted: number;
  colours: string[] | null;
}

export interface ShownSeat {
  seat: number;
  name: string;
  kind: "person" | "bot" | "open";
  level: string | null;
  colours: string[];
  online: boolean;
  score: number | null;
  holdings: string;
  to_move: boolean;
  mine: boolean;
  kept: boolean;
  invite: string | null;
}

export interface Snapshot {
  number: number;
  state: "open" | "running" | "over";
  plies: number;
  mine: number[];
  looking: number | null;
  cover: boolean;
  to_move: number | null;
  patience: number | null;
  clock: ShownClock;
  seats: ShownSeat[];
  task: string;
  board_text: string;
  panel: Record<string, unknown>;
  goals: ShownGoal[];
  log: LogLine[];
  choices: Choice[];
  draftable: boolean;
  can: Can;
  wishes: Wishes;
  outcome: Record<string, unknown> | null;
  id: string;
  game: string;
  title: string;
  mode: string;
  options: string[];
  players: number;
  public: boolean;
  day: string | null;
  drawing: Picture;
  legend: string;
  chat: ChatLine[];
  fair: Fairness;
}

export interface TableLink {
  id: string;
  url: string;
}

export interface UndoWish {
  seat: number;
  asked: boolean;
}

export interface Update {
  number: number;
  state: "open" | "running" | "over";
  plies: number;
  mine: number[];
  looking: number | null;
  cover: boolean;
  to_move: number | null;
  patience: number | null;
  clock: ShownClock;
  seats: ShownSeat[];
  task: string;
  board_text: string;
  panel: Record<string, unknown>;
  goals: ShownGoal[];
  log: LogLine[];
  choices: Choice[];
  draftable: boolean;
  can: Can;
  wishes: Wishes;
  outcome: Record<string, unknown> | null;
  difference: Difference;
  events: unknown[];
  fair?: Fairness;
}

export interface Value {
  value: string;
}

export interface Wishes {
  undo: UndoWish | null;
  rematch: string | null;
}
