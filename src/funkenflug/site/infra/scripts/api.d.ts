// Generated from the OpenAPI document: python docs/make_api_types.py

/** A text of the server, which `translate` of words.js puts into the language of the page. */
export type Words = string | [id: string, values?: Record<string, Words | number>, plural?: string];

export interface Acknowledgement {
  number: number;
}

export interface AnswerRequest {
  answer: string;
}

export interface BoardPosition {
  choices: string[];
  clicks: Record<string, string[]>;
  draftable: boolean;
  drawing: Picture;
  events: unknown[];
  game: string;
  goals: GoalState[];
  log: LogLine[];
  looking: number | null;
  mode: string;
  moves: string[];
  options: string[];
  outcome: OutcomeState | null;
  panel: Record<string, unknown>;
  players: number;
  players_of: number[];
  ply: number;
  seats: BoardSeat[];
  state: "over" | "running";
  task: Words;
  text: TextResponse;
  title: string;
  to_move: number | null;
  turn_beginnings: boolean[];
}

export interface BoardSeat {
  colours: string[];
  holdings: Words;
  name: Words;
  score: number | null;
  seat: number;
  to_move: boolean;
}

export interface BotRequest {
  level?: string;
}

export interface Can {
  bot: boolean;
  chat: boolean;
  hint: boolean;
  leave: boolean;
  open: number[];
  outlook: boolean;
  record: boolean;
  rematch: boolean;
  replay: boolean;
  resign: boolean;
  undo: boolean;
  undo_asks: boolean;
}

export interface ChatLine {
  at: number;
  name: Words;
  number: number;
  seat: number | null;
  text: string;
}

export interface ChatRequest {
  text: string;
  id?: string | null;
}

export interface ChoiceDescription {
  title: string;
  values: ChoiceValue[];
  word: string;
}

export interface ChoiceValue {
  id: string;
  title: string;
}

export interface ClockState {
  elapsed?: number;
  kind: "5 minutes" | "a day a move" | "none";
  left?: (number | null)[];
  running?: boolean;
}

export interface CoachNote {
  cells: string[];
  id: string;
  words: Words;
}

export interface CoachResponse {
  notes: CoachNote[];
}

export interface ComparedMove {
  cells: string[];
  difference: Difference;
  gain: Words;
  words: Words;
}

export interface CourseResponse {
  game: string;
  position: BoardPosition;
  step: string;
  steps: LessonStep[];
}

export interface DailySolitaire {
  before: PublishedDeal | null;
  day: string;
  ended: "lost" | "won" | null;
  game: string;
  goal: string;
  ready: true;
  seal: string;
  table: string | null;
  title: string;
  tried: number;
  won: number;
}

export interface DealValueRequest {
  value: string;
}

export interface Difference {
  box?: [number, number, number, number];
  inserted?: Record<string, [string, string, number, number, string][]>;
  removed?: string[];
  reshaped?: Record<string, string>;
  shapes?: Record<string, string>;
}

export interface ErrorResponse {
  error: string;
}

export interface ExplainRequest {
  board: TableBoard | RecordBoard;
  draft?: string[];
  move?: string | null;
  steps?: string[];
  cell?: string | null;
}

export interface ExplainResponse {
  words: Words;
}

export interface FairDeal {
  kind: "given" | "site" | "together";
  seal: string | null;
  secret?: string;
  seed?: string;
  values: (string | null)[];
  wanted: boolean;
}

export interface FollowUpOffer {
  game: string;
  summary: Words;
  title: Words;
}

export interface GameDescription {
  choices: ChoiceDescription[];
  colours_of: Record<string, number[][]>;
  designer: string;
  id: string;
  levels: string[];
  modes: ModeDescription[];
  options: OptionDescription[];
  summary: string;
  title: string;
  usual_players: number;
  year: number;
}

export interface GoalState {
  colours: string[] | null;
  reached: number;
  text: Words;
  wanted: number;
}

export interface Hint {
  chances: number[];
  gain: Words;
  move: string;
  points: number[];
  warning: Words;
  words: Words;
}

export interface HintRequest {
  draft?: string[];
}

export interface HintResponse {
  moves: Hint[];
  number: number;
}

export interface JudgedMove {
  best: string;
  best_chance: number;
  chance: number;
  compared?: [ComparedMove, ComparedMove];
  mark: "" | "?" | "?!" | "??";
  move: string;
  ply: number;
  reason: Words;
  seat: number;
  words: Words;
}

export interface LessonChoice {
  id: string;
  words: string;
}

export interface LessonStep {
  choices: LessonChoice[];
  id: string;
  passed: boolean;
  record: string;
  ring_names: string[];
  rings: string[];
  seat: number;
  shown: string;
  task: "cell" | "choice" | "move";
  text: string;
  why: string;
}

export interface LinkRequest {
  token: string;
}

export interface ListedSeat {
  colours: string[];
  kind: "bot" | "open" | "person";
  level: string | null;
  name: string;
}

export interface ListedTable {
  changed: number;
  clock: "5 minutes" | "a day a move" | "none";
  day: string | null;
  game: string;
  id: string;
  mine: number[];
  mode: string;
  my_turn: boolean;
  options: string[];
  plies: number;
  scores: number[];
  seats: ListedSeat[];
  state: "open" | "over" | "running";
  task: string;
  title: string;
  to_move: number | null;
  url: string;
  winners: number[] | null;
}

export interface LogLine {
  cells: string[];
  number: number;
  ply?: number;
  seat: number | null;
  text: Words;
  undone?: boolean;
}

export interface ModeDescription {
  id: string;
  players: number[];
  summary: string;
  title: string;
}

export interface MovesRequest {
  number: number;
  seat: number;
  moves: string[];
}

export interface NameRequest {
  name: string;
}

export interface NameResponse {
  name: string;
}

export interface NewTableRequest {
  game: string;
  players: number;
  mode?: string | null;
  options?: string[];
  choices?: Record<string, string>;
  after?: string | null;
  seats: SeatRequest[];
  clock?: "5 minutes" | "a day a move" | "none";
  public?: boolean;
  fair?: boolean;
}

export interface OptionDescription {
  id: string;
  modes: string[];
  summary: string;
  title: string;
}

export interface OutcomeState {
  lines: Words[];
  scores: number[];
  winners: number[];
  words: Words;
  [key: string]: unknown;
}

export interface OutlookResponse {
  number: number;
  words: Words;
}

export interface Own {
  can?: Record<string, boolean | number[]>;
  choices?: string[];
  cover?: boolean;
  draftable?: boolean;
  looking?: number | null;
  mine?: number[];
  number: number;
}

export interface PendingRequests {
  rematch: string | null;
  undo: PendingUndo | null;
}

export interface PendingSolitaire {
  day: string;
  ready: false;
}

export interface PendingUndo {
  asked: boolean;
  seat: number;
}

export interface Picture {
  box: [number, number, number, number];
  cell: string;
  fragments: [string, string, number, number, string][];
  shapes: Record<string, string>;
}

export interface PositionRequest {
  board: TableBoard | RecordBoard;
  since?: number | null;
}

export interface PreviewRequest {
  board: TableBoard | RecordBoard;
  draft?: string[];
  move?: string | null;
}

export interface PreviewResponse {
  choices: string[];
  difference: Difference;
  gain: Words;
  goes_on: boolean;
  task: Words;
  warning: Words;
  words: Words;
}

export interface PrivateLink {
  qr_code: string;
  url: string;
}

export interface ProfileResponse {
  language: string;
  name: string;
}

export interface ProgressResponse {
  game: string;
  passed: number;
  steps: number;
}

export interface PublishedDeal {
  day: string;
  game: string;
  seed: string;
}

export interface PuzzleLine {
  chance: number;
  moves: string[];
  points: number[];
  scores: number[];
  words: Words;
}

export interface PuzzleLink {
  url: string;
}

export interface PuzzleOfToday {
  day: string;
  first_try: "failed" | "solved" | null;
  game: string;
  task: Words;
  title: string;
  url: string;
}

export interface PuzzlePosition {
  first_try: "failed" | "solved" | null;
  game: string;
  id: string;
  is_of_today: boolean;
  position: BoardPosition;
  rating: number;
  record: string;
  seat: number;
  standing: PuzzleStanding;
  task: Words;
}

export interface PuzzleSolution {
  answer: PuzzleLine;
  record: string;
  tempting: PuzzleLine;
}

export interface PuzzleStanding {
  days: number;
  rating: number;
  solved: number;
  streak: number;
  tried: number;
  uncertain: boolean;
}

export interface PuzzleTheme {
  id: string;
  puzzles: number;
  title: string;
}

export interface PuzzleTryRequest {
  move: string;
}

export interface PuzzleTryResponse {
  brings: Words[];
  change: number;
  position: BoardPosition | null;
  solution: PuzzleSolution | null;
  solved: boolean;
  standing: PuzzleStanding;
  words: Words;
}

export interface PuzzlesOfGame {
  game: string;
  puzzles: number;
  themes: PuzzleTheme[];
  title: string;
}

export interface PuzzlesResponse {
  games: PuzzlesOfGame[];
  standing: PuzzleStanding;
  today: PuzzleOfToday | null;
}

export interface ReadyRequest {
  seat: number;
}

export interface RecordBoard {
  kind: "record";
  record: string;
  path?: string[];
  looking?: number | null;
  ply?: number | null;
}

export interface RecordRequest {
  record: string;
}

export interface RedealRequest {
  record: string;
  path?: string[];
  looking?: number | null;
  seed: string;
}

export interface ReviewResponse {
  judged: JudgedMove | null;
  next: number | null;
}

export interface SeatRequest {
  kind: "bot" | "friend" | "here" | "me";
  level?: string;
  name?: string;
}

export interface SeatState {
  colours: string[];
  holdings: Words;
  invite: string | null;
  kept: boolean;
  kind: "bot" | "open" | "person";
  level: string | null;
  mine: boolean;
  name: Words;
  online: boolean;
  score: number | null;
  seat: number;
  to_move: boolean;
}

export interface SectionWords {
  lines: Words[];
  question: Words;
  title: Words;
}

export interface SitDownRequest {
  key?: string | null;
  name?: string;
}

export interface Snapshot {
  can: Can;
  chat: ChatLine[];
  choices: string[];
  clicks: Record<string, string[]>;
  clock: ClockState;
  cover: boolean;
  day: string | null;
  draftable: boolean;
  drawing: Picture;
  fair: FairDeal;
  follow_ups: FollowUpOffer[];
  game: string;
  goals: GoalState[];
  id: string;
  log: LogLine[];
  looking: number | null;
  mine: number[];
  mode: string;
  number: number;
  options: string[];
  outcome: OutcomeState | null;
  panel: Record<string, unknown>;
  patience: number | null;
  players: number;
  plies: number;
  public: boolean;
  seats: SeatState[];
  state: "open" | "over" | "running";
  task: Words;
  title: string;
  to_move: number | null;
  wishes: PendingRequests;
}

export interface StudyDeal {
  deal: Record<string, string>;
  mode: string;
  names: string[];
  options: string[];
  players: number;
}

export interface StudyNode {
  begins_turn: boolean;
  comment: string;
  move: string;
  nag: string;
  parent: number;
  seat: number;
}

export interface StudyNodeRequest {
  parent: number;
  move: string;
  nag?: "" | "!" | "!!" | "!?" | "?" | "?!" | "??";
  comment?: string;
}

export interface StudyPictureRequest {
  record: string;
  path?: string[];
  looking?: number | null;
  theme?: "auto" | "dark" | "light";
}

export interface StudyRecordRequest {
  record: string;
  comment?: string;
  nodes?: StudyNodeRequest[];
}

export interface StudySetupRequest {
  game: string;
  players?: number | null;
  mode?: string | null;
  options?: string[];
  seed?: string | null;
  names?: string[] | null;
  deal?: Record<string, string>;
  moves?: string[];
}

export interface StudyTree {
  comment: string;
  game: string;
  nodes: StudyNode[];
  record: string;
}

export interface TableBoard {
  kind: "table";
  id: string;
  number?: number | null;
  ply?: number | null;
}

export interface TableLink {
  id: string;
  url: string;
}

export interface TableLists {
  finished: ListedTable[];
  mine: ListedTable[];
  open: ListedTable[];
  running: ListedTable[];
}

export interface TerritoryRequest {
  board: TableBoard | RecordBoard;
  seat: number;
}

export interface TerritoryResponse {
  fragments: [string, string, number, number, string][];
  shapes: Record<string, string>;
}

export interface TextRequest {
  board: TableBoard | RecordBoard;
  draft?: string[];
}

export interface TextResponse {
  cells: Record<string, Words>;
  sections: SectionWords[];
  text: string;
}

export interface ThinkRequest {
  record: string;
  path?: string[];
  looking?: number | null;
  round?: number;
}

export interface Thought {
  chances: number[];
  gain: Words;
  move: string;
  points: number[];
  visits: number;
  warning: Words;
  words: Words;
}

export interface Thoughts {
  moves: Thought[];
  seconds: number;
  simulations: number;
}

export interface TurningPointResponse {
  ply: number | null;
  words: Words;
}

export interface UndoAnswerRequest {
  yes: boolean;
}

export interface UndoRequest {
  number: number;
}

export interface Update {
  clock?: ClockState;
  difference: Difference;
  events: unknown[];
  fair?: FairDeal;
  follow_ups?: FollowUpOffer[];
  goals?: GoalState[];
  holdings?: Record<string, Words>;
  log: LogLine[];
  number: number;
  outcome?: OutcomeState | null;
  panel: Record<string, unknown>;
  patience?: number;
  plies: number;
  scores: number[];
  state: "over" | "running";
  task: Words;
  to_move: number | null;
}

export interface VerdictResponse {
  move: string | null;
  position: BoardPosition | null;
  right: boolean;
  words: string;
}

export interface WhatIf {
  engine: boolean;
  tree: StudyTree;
}

export interface Endpoints {
  "POST /api/board/explain": { query?: { words?: string }; body: ExplainRequest; response: ExplainResponse };
  "POST /api/board/position": { query?: { words?: string }; body: PositionRequest; response: BoardPosition };
  "POST /api/board/preview": { query?: { words?: string }; body: PreviewRequest; response: PreviewResponse };
  "POST /api/board/territory": { query?: { words?: string }; body: TerritoryRequest; response: TerritoryResponse };
  "POST /api/board/text": { query?: { words?: string }; body: TextRequest; response: TextResponse };
  "GET /api/daily": { response: DailySolitaire | PendingSolitaire };
  "POST /api/daily": { response: TableLink };
  "GET /api/games": { response: GameDescription[] };
  "GET /api/lessons": { response: ProgressResponse[] };
  "GET /api/lessons/{game}": { path: { game: string }; query?: { step?: string }; response: CourseResponse };
  "POST /api/lessons/{game}/{step}": { path: { game: string; step: string }; body: AnswerRequest; response: VerdictResponse };
  "GET /api/me": { response: ProfileResponse };
  "POST /api/me": { body: NameRequest; response: NameResponse };
  "POST /api/me/arrive": { body: LinkRequest; response: NameResponse };
  "POST /api/me/end": { response: NameResponse };
  "POST /api/me/link": { response: PrivateLink };
  "GET /api/puzzles": { response: PuzzlesResponse };
  "GET /api/puzzles/next": { query?: { game?: string; theme?: string }; response: PuzzleLink };
  "GET /api/puzzles/{game}/{id}": { path: { game: string; id: string }; response: PuzzlePosition };
  "POST /api/puzzles/{game}/{id}/answer": { path: { game: string; id: string }; response: PuzzleTryResponse };
  "POST /api/puzzles/{game}/{id}/tries": { path: { game: string; id: string }; body: PuzzleTryRequest; response: PuzzleTryResponse };
  "POST /api/study": { body: StudySetupRequest; response: StudyTree };
  "POST /api/study/deal": { body: RecordRequest; response: StudyDeal };
  "POST /api/study/open": { body: RecordRequest; response: StudyTree };
  "POST /api/study/redeal": { body: RedealRequest; response: StudyTree };
  "POST /api/study/think": { body: ThinkRequest; response: Thoughts };
  "GET /api/tables": { response: TableLists };
  "POST /api/tables": { body: NewTableRequest; response: TableLink };
  "GET /api/tables/{id}": { path: { id: string }; query?: { words?: string }; response: Snapshot };
  "POST /api/tables/{id}/chat": { path: { id: string }; query?: { words?: string }; body: ChatRequest; response: Acknowledgement };
  "GET /api/tables/{id}/coach": { path: { id: string }; query?: { words?: string }; response: CoachResponse };
  "POST /api/tables/{id}/hint": { path: { id: string }; query?: { words?: string }; body?: HintRequest | null; response: HintResponse };
  "POST /api/tables/{id}/moves": { path: { id: string }; query?: { words?: string }; body: MovesRequest; response: Acknowledgement };
  "POST /api/tables/{id}/outlook": { path: { id: string }; query?: { words?: string }; response: OutlookResponse };
  "POST /api/tables/{id}/ready": { path: { id: string }; query?: { words?: string }; body: ReadyRequest; response: Acknowledgement };
  "POST /api/tables/{id}/rematch": { path: { id: string }; query?: { words?: string }; response: TableLink };
  "POST /api/tables/{id}/resign": { path: { id: string }; query?: { words?: string }; response: Acknowledgement };
  "GET /api/tables/{id}/review/{ply}": { path: { id: string; ply: number }; query?: { words?: string }; response: ReviewResponse };
  "GET /api/tables/{id}/score-lines": { path: { id: string }; query?: { words?: string }; response: number[][] };
  "POST /api/tables/{id}/seats/{seat}": { path: { id: string; seat: number }; query?: { words?: string }; body?: SitDownRequest | null; response: Acknowledgement };
  "DELETE /api/tables/{id}/seats/{seat}": { path: { id: string; seat: number }; query?: { words?: string }; response: Acknowledgement };
  "POST /api/tables/{id}/seats/{seat}/bot": { path: { id: string; seat: number }; query?: { words?: string }; body: BotRequest; response: Acknowledgement };
  "POST /api/tables/{id}/seats/{seat}/open": { path: { id: string; seat: number }; query?: { words?: string }; response: Acknowledgement };
  "GET /api/tables/{id}/turning-point": { path: { id: string }; query?: { words?: string }; response: TurningPointResponse };
  "POST /api/tables/{id}/undo": { path: { id: string }; query?: { words?: string }; body: UndoRequest; response: Acknowledgement };
  "POST /api/tables/{id}/undo/answer": { path: { id: string }; query?: { words?: string }; body: UndoAnswerRequest; response: Acknowledgement };
  "POST /api/tables/{id}/value": { path: { id: string }; query?: { words?: string }; body: DealValueRequest; response: Acknowledgement };
  "GET /api/tables/{id}/what-if": { path: { id: string }; query?: { words?: string }; response: WhatIf };
}
