// Generated from the OpenAPI document: python docs/make_api_types.py

export interface BotRequest {
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
}

export interface ChatLine {
  number: number;
  seat: number | null;
  name: string;
  text: string;
  at: number;
}

export interface ChatRequest {
  text: string;
  id?: string | null;
}

export interface Choice {
  move: string;
  path: string[];
}

export interface ClockState {
  kind: "none" | "5 minutes" | "a day a move";
  left?: (number | null)[];
  running?: boolean;
  elapsed?: number;
}

export interface ConflictResponse {
  error: string;
  snapshot?: Snapshot;
}

export interface DealValueRequest {
  value: string;
}

export interface Difference {
  box: [number, number, number, number];
  order: string[] | null;
  set: Record<string, string>;
  gone: string[];
}

export interface ErrorResponse {
  error: string;
}

export interface ExplainRequest {
  move: string;
  seat?: number | null;
  draft?: string[];
}

export interface FairDeal {
  kind: "together" | "site" | "given";
  seal: string | null;
  wanted: boolean;
  values: (string | null)[];
  secret?: string;
  seed?: string;
}

export interface FollowUpOffer {
  game: string;
  title: string;
  summary: string;
}

export interface GoalState {
  text: string;
  reached: number;
  wanted: number;
  colours: string[] | null;
}

export interface HintRequest {
  draft?: string[];
}

export interface JudgedMove {
  ply: number;
  seat: number;
  move: string;
  chance: number;
  best: string;
  best_chance: number;
  mark: "" | "?!" | "?" | "??";
  words: string;
}

export interface LinkRequest {
  token: string;
}

export interface LogLine {
  number: number;
  seat: number | null;
  text: string;
  cells: string[];
  undone: boolean;
}

export interface MovesRequest {
  number: number;
  seat: number;
  moves: string[];
}

export interface NameRequest {
  name: string;
}

export interface NewTableRequest {
  game: "feurio" | "vulkan" | "feuer-wasser";
  players: number;
  mode?: "competitive" | "solitaire" | "cooperative" | null;
  options?: string[];
  choices?: Record<string, string>;
  after?: string | null;
  seats: SeatRequest[];
  clock?: "none" | "5 minutes" | "a day a move";
  public?: boolean;
  fair?: boolean;
}

export interface PendingRequests {
  undo: PendingUndo | null;
  rematch: string | null;
}

export interface PendingUndo {
  seat: number;
  asked: boolean;
}

export interface Picture {
  box: [number, number, number, number];
  fragments: [string, string][];
  symbols: string;
  cell: string;
}

export interface PreviewRequest {
  number: number;
  seat: number;
  draft?: string[];
  move?: string | null;
}

export interface PreviewResponse {
  difference: Difference;
  choices: Choice[];
  gain: string;
  words: string;
  task: string;
  goes_on: boolean;
}

export interface ReadyRequest {
  seat: number;
}

export interface ReplayResponse {
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

export interface ReviewResponse {
  judged: JudgedMove | null;
  next: number | null;
}

export interface SeatRequest {
  kind: "me" | "friend" | "here" | "bot";
  level?: "spark" | "ember" | "flame" | "blaze" | "inferno";
  name?: string;
}

export interface SeatState {
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

export interface SitDownRequest {
  key?: string | null;
  name?: string;
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
  clock: ClockState;
  seats: SeatState[];
  task: string;
  board_text: string;
  panel: Record<string, unknown>;
  goals: GoalState[];
  log: LogLine[];
  choices: Choice[];
  draftable: boolean;
  can: Can;
  wishes: PendingRequests;
  outcome: Record<string, unknown> | null;
  follow_ups: FollowUpOffer[];
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
  fair: FairDeal;
}

export interface TableLink {
  id: string;
  url: string;
}

export interface UndoAnswerRequest {
  yes: boolean;
}

export interface UndoRequest {
  number: number;
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
  clock: ClockState;
  seats: SeatState[];
  task: string;
  board_text: string;
  panel: Record<string, unknown>;
  goals: GoalState[];
  log: LogLine[];
  choices: Choice[];
  draftable: boolean;
  can: Can;
  wishes: PendingRequests;
  outcome: Record<string, unknown> | null;
  follow_ups: FollowUpOffer[];
  difference: Difference;
  events: unknown[];
  fair?: FairDeal;
}
