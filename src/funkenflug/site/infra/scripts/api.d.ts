// Generated from the OpenAPI document: python docs/make_api_types.py

/** A text of the server, which `translate` of words.js puts into the language of the page. */
export type Words = string | [id: string, values?: Record<string, Words | number>, plural?: string];

export interface Acknowledgement {
  number: number;
}

export interface AnswerRequest {
  answer: string;
}

export interface BotRequest {
  level?: string;
}

export interface Can {
  undo: boolean;
  undo_asks: boolean;
  resign: boolean;
  hint: boolean;
  outlook: boolean;
  rematch: boolean;
  bot: boolean;
  chat: boolean;
  leave: boolean;
  record: boolean;
  replay: boolean;
  open: number[];
}

export interface ChatLine {
  number: number;
  seat: number | null;
  name: Words;
  text: string;
  at: number;
}

export interface ChatRequest {
  text: string;
  id?: string | null;
}

export interface ChoiceDescription {
  word: string;
  title: string;
  values: ChoiceValue[];
}

export interface ChoiceValue {
  id: string;
  title: string;
}

export interface ClockState {
  kind: "none" | "5 minutes" | "a day a move";
  left?: (number | null)[];
  running?: boolean;
  elapsed?: number;
}

export interface CoachNote {
  id: string;
  words: Words;
  cells: string[];
}

export interface CoachResponse {
  notes: CoachNote[];
}

export interface ComparedMove {
  words: Words;
  gain: Words;
  cells: string[];
  difference: Difference;
}

export interface CourseResponse {
  game: string;
  steps: LessonStep[];
}

export interface DailySolitaire {
  day: string;
  ready: true;
  tried: number;
  won: number;
  table: string | null;
  ended: "won" | "lost" | null;
  game: string;
  title: string;
  goal: string;
}

export interface DealValueRequest {
  value: string;
}

export interface Difference {
  box?: [number, number, number, number];
  removed?: string[];
  reshaped?: Record<string, string>;
  inserted?: Record<string, Placed[]>;
  shapes?: Record<string, string>;
}

export interface ErrorResponse {
  error: string;
}

export interface ExplainRequest {
  move?: string | null;
  steps?: string[];
  cell?: string | null;
  seat?: number | null;
  draft?: string[];
}

export interface ExplainResponse {
  words: Words;
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
  title: Words;
  summary: Words;
}

export interface GameDescription {
  id: string;
  title: string;
  designer: string;
  year: number;
  summary: string;
  modes: ModeDescription[];
  options: OptionDescription[];
  choices: ChoiceDescription[];
  colours_of: Record<string, number[][]>;
  usual_players: number;
  levels: string[];
}

export interface GoalState {
  text: Words;
  reached: number;
  wanted: number;
  colours: string[] | null;
}

export interface Hint {
  move: string;
  words: Words;
  gain: Words;
  warning: Words;
  chances: number[];
  points: number[];
}

export interface HintRequest {
  draft?: string[];
}

export interface HintResponse {
  number: number;
  moves: Hint[];
}

export interface JudgedMove {
  ply: number;
  seat: number;
  move: string;
  chance: number;
  best: string;
  best_chance: number;
  mark: "" | "?!" | "?" | "??";
  words: Words;
  reason: Words;
  compared?: [ComparedMove, ComparedMove];
}

export interface LessonChoice {
  id: string;
  words: string;
}

export interface LessonStep {
  id: string;
  task: "move" | "cell" | "choice";
  record: string;
  seat: number;
  rings: string[];
  ring_names: string[];
  text: string;
  why: string;
  choices: LessonChoice[];
  shown: string;
  passed: boolean;
}

export interface LinkRequest {
  token: string;
}

export interface ListedSeat {
  name: string;
  kind: "person" | "bot" | "open";
  level: string | null;
  colours: string[];
}

export interface ListedTable {
  id: string;
  url: string;
  game: string;
  title: string;
  mode: string;
  options: string[];
  state: "open" | "running" | "over";
  day: string | null;
  clock: "none" | "5 minutes" | "a day a move";
  plies: number;
  seats: ListedSeat[];
  to_move: number | null;
  mine: number[];
  my_turn: boolean;
  task: string;
  winners: number[] | null;
  scores: number[];
  changed: number;
}

export interface LogLine {
  number: number;
  seat: number | null;
  text: Words;
  cells: string[];
  ply?: number;
  undone?: boolean;
}

export interface ModeDescription {
  id: string;
  players: number[];
  title: string;
  summary: string;
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
  clock?: "none" | "5 minutes" | "a day a move";
  public?: boolean;
  fair?: boolean;
}

export interface OptionDescription {
  id: string;
  modes: string[];
  title: string;
  summary: string;
}

export interface Outcome {
  winners: number[];
  scores: number[];
  words: Words;
  lines: Words[];
  [key: string]: unknown;
}

export interface OutlookResponse {
  number: number;
  words: Words;
}

export interface Own {
  number: number;
  mine?: number[];
  looking?: number | null;
  cover?: boolean;
  choices?: string[];
  draftable?: boolean;
  can?: Record<string, boolean | number[]>;
}

export interface PendingRequests {
  undo: PendingUndo | null;
  rematch: string | null;
}

export interface PendingSolitaire {
  day: string;
  ready: false;
}

export interface PendingUndo {
  seat: number;
  asked: boolean;
}

export interface Picture {
  box: [number, number, number, number];
  fragments: Placed[];
  shapes: Record<string, string>;
  cell: string;
}

export type Placed = [string, string, number, number, string];

export interface PreviewRequest {
  number: number;
  seat: number;
  draft?: string[];
  move?: string | null;
}

export interface PreviewResponse {
  difference: Difference;
  choices: string[];
  gain: Words;
  warning: Words;
  words: Words;
  task: Words;
  goes_on: boolean;
}

export interface PrivateLink {
  url: string;
  qr_code: string;
}

export interface ProfileResponse {
  name: string;
  language: string;
}

export interface ProgressResponse {
  game: string;
  passed: number;
  steps: number;
}

export interface PuzzleLine {
  words: Words;
  moves: string[];
  chance: number;
  points: number[];
  scores: number[];
}

export interface PuzzleLink {
  url: string;
}

export interface PuzzleOfToday {
  day: string;
  game: string;
  title: string;
  task: Words;
  url: string;
  first_try: "solved" | "failed" | null;
}

export interface PuzzlePosition {
  game: string;
  id: string;
  record: string;
  seat: number;
  task: Words;
  rating: number;
  first_try: "solved" | "failed" | null;
  is_of_today: boolean;
  standing: PuzzleStanding;
}

export interface PuzzleSolution {
  record: string;
  answer: PuzzleLine;
  tempting: PuzzleLine;
}

export interface PuzzleStanding {
  rating: number;
  uncertain: boolean;
  tried: number;
  solved: number;
  streak: number;
  days: number;
}

export interface PuzzleTheme {
  id: string;
  title: string;
  puzzles: number;
}

export interface PuzzleTryRequest {
  move: string;
}

export interface PuzzleTryResponse {
  solved: boolean;
  words: Words;
  brings: Words[];
  change: number;
  standing: PuzzleStanding;
  solution: PuzzleSolution | null;
}

export interface PuzzlesOfGame {
  game: string;
  title: string;
  puzzles: number;
  themes: PuzzleTheme[];
}

export interface PuzzlesResponse {
  games: PuzzlesOfGame[];
  today: PuzzleOfToday | null;
  standing: PuzzleStanding;
}

export interface ReadyRequest {
  seat: number;
}

export interface RecordRequest {
  record: string;
}

export interface RedealRequest {
  record: string;
  path?: string[];
  looking?: number | null;
  since?: number | null;
  seed: string;
}

export interface ReplayResponse {
  id: string;
  ply: number;
  plies: number;
  moves: string[];
  turn_beginnings: boolean[];
  drawing: Picture;
  board_text: string;
  task: Words;
  to_move: number | null;
  scores: number[];
  holdings: Words[];
  panel: Record<string, unknown>;
  score_lines: number[][];
}

export interface ReviewResponse {
  judged: JudgedMove | null;
  next: number | null;
}

export interface SeatRequest {
  kind: "me" | "friend" | "here" | "bot";
  level?: string;
  name?: string;
}

export interface SeatState {
  seat: number;
  name: Words;
  kind: "person" | "bot" | "open";
  level: string | null;
  colours: string[];
  online: boolean;
  score: number | null;
  holdings: Words;
  to_move: boolean;
  mine: boolean;
  kept: boolean;
  invite: string | null;
}

export interface SectionWords {
  question: Words;
  title: Words;
  lines: Words[];
}

export interface SitDownRequest {
  key?: string | null;
  name?: string;
}

export interface Snapshot {
  number: number;
  state: "open" | "running" | "over";
  plies: number;
  to_move: number | null;
  patience: number | null;
  clock: ClockState;
  task: Words;
  panel: Record<string, unknown>;
  goals: GoalState[];
  log: LogLine[];
  outcome: Outcome | null;
  follow_ups: FollowUpOffer[];
  mine: number[];
  looking: number | null;
  cover: boolean;
  choices: string[];
  draftable: boolean;
  can: Can;
  id: string;
  game: string;
  title: string;
  mode: string;
  options: string[];
  players: number;
  public: boolean;
  day: string | null;
  seats: SeatState[];
  wishes: PendingRequests;
  drawing: Picture;
  clicks: Record<string, string[]>;
  chat: ChatLine[];
  fair: FairDeal;
}

export interface StudyDeal {
  players: number;
  mode: string;
  options: string[];
  names: string[];
  deal: Record<string, string>;
}

export interface StudyDraftRequest {
  record: string;
  path?: string[];
  looking?: number | null;
  since?: number | null;
  draft?: string[];
  move?: string | null;
}

export interface StudyExplainRequest {
  record: string;
  path?: string[];
  looking?: number | null;
  since?: number | null;
  draft?: string[];
  move?: string | null;
  steps?: string[];
  cell?: string | null;
}

export interface StudyNode {
  parent: number;
  move: string;
  seat: number;
  begins_turn: boolean;
  nag: string;
  comment: string;
}

export interface StudyNodeRequest {
  parent: number;
  move: string;
  nag?: "" | "!" | "?" | "!!" | "??" | "!?" | "?!";
  comment?: string;
}

export interface StudyPictureRequest {
  record: string;
  path?: string[];
  looking?: number | null;
  since?: number | null;
  theme?: "auto" | "light" | "dark";
}

export interface StudyPosition {
  number: number;
  state: "open" | "running" | "over";
  plies: number;
  to_move: number | null;
  patience: number | null;
  clock: ClockState;
  task: Words;
  panel: Record<string, unknown>;
  goals: GoalState[];
  log: LogLine[];
  outcome: Outcome | null;
  follow_ups: FollowUpOffer[];
  mine: number[];
  looking: number | null;
  cover: boolean;
  choices: string[];
  draftable: boolean;
  can: Can;
  id: string;
  game: string;
  title: string;
  mode: string;
  options: string[];
  players: number;
  public: boolean;
  day: string | null;
  seats: SeatState[];
  wishes: PendingRequests;
  drawing: Picture;
  clicks: Record<string, string[]>;
  chat: ChatLine[];
  fair: FairDeal;
  events: unknown[];
  players_of: number[];
  turn_beginnings: boolean[];
}

export interface StudyPositionRequest {
  record: string;
  path?: string[];
  looking?: number | null;
  since?: number | null;
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

export interface StudyTerritoryRequest {
  record: string;
  path?: string[];
  looking?: number | null;
  since?: number | null;
  seat: number;
}

export interface StudyTree {
  game: string;
  record: string;
  comment: string;
  nodes: StudyNode[];
}

export interface TableLink {
  id: string;
  url: string;
}

export interface TableLists {
  mine: ListedTable[];
  finished: ListedTable[];
  open: ListedTable[];
  running: ListedTable[];
}

export interface TerritoryResponse {
  fragments: Placed[];
  shapes: Record<string, string>;
}

export interface TextRequest {
  number: number;
  seat: number;
  draft: string[];
}

export interface TextResponse {
  number: number;
  text: string;
  cells: Record<string, Words>;
  sections: SectionWords[];
}

export interface ThinkRequest {
  record: string;
  path?: string[];
  looking?: number | null;
  since?: number | null;
  round?: number;
}

export interface Thought {
  move: string;
  words: Words;
  gain: Words;
  warning: Words;
  chances: number[];
  points: number[];
  visits: number;
}

export interface Thoughts {
  moves: Thought[];
  simulations: number;
  seconds: number;
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
  number: number;
  state: "running" | "over";
  plies: number;
  to_move: number | null;
  patience?: number;
  clock?: ClockState;
  task: Words;
  scores: number[];
  holdings?: Record<string, Words>;
  panel: Record<string, unknown>;
  goals?: GoalState[];
  log: LogLine[];
  events: unknown[];
  difference: Difference;
  outcome?: Outcome | null;
  follow_ups?: FollowUpOffer[];
  fair?: FairDeal;
}

export interface VerdictResponse {
  right: boolean;
  words: string;
  move: string | null;
}

export interface WhatIf {
  tree: StudyTree;
  engine: boolean;
}

export interface Endpoints {
  "GET /api/daily": { response: DailySolitaire | PendingSolitaire };
  "POST /api/daily": { response: TableLink };
  "GET /api/games": { response: GameDescription[] };
  "GET /api/lessons": { response: ProgressResponse[] };
  "GET /api/lessons/{game}": { path: { game: string }; response: CourseResponse };
  "POST /api/lessons/{game}/{step}": { path: { game: string; step: string }; body: AnswerRequest; response: VerdictResponse };
  "GET /api/me": { response: ProfileResponse };
  "POST /api/me": { body: NameRequest; response: NameResponse };
  "POST /api/me/arrive": { body: LinkRequest; response: NameResponse };
  "POST /api/me/end": { response: NameResponse };
  "POST /api/me/link": { response: PrivateLink };
  "GET /api/puzzles": { response: PuzzlesResponse };
  "GET /api/puzzles/next": { response: PuzzleLink };
  "GET /api/puzzles/{game}/{id}": { path: { game: string; id: string }; response: PuzzlePosition };
  "POST /api/puzzles/{game}/{id}/answer": { path: { game: string; id: string }; response: PuzzleTryResponse };
  "POST /api/puzzles/{game}/{id}/tries": { path: { game: string; id: string }; body: PuzzleTryRequest; response: PuzzleTryResponse };
  "POST /api/study": { body: StudySetupRequest; response: StudyTree };
  "POST /api/study/deal": { body: RecordRequest; response: StudyDeal };
  "POST /api/study/explain": { body: StudyExplainRequest; response: ExplainResponse };
  "POST /api/study/look": { body: StudyDraftRequest; response: PreviewResponse };
  "POST /api/study/open": { body: RecordRequest; response: StudyTree };
  "POST /api/study/position": { body: StudyPositionRequest; response: StudyPosition };
  "POST /api/study/redeal": { body: RedealRequest; response: StudyTree };
  "POST /api/study/territory": { body: StudyTerritoryRequest; response: TerritoryResponse };
  "POST /api/study/text": { body: StudyDraftRequest; response: TextResponse };
  "POST /api/study/think": { body: ThinkRequest; response: Thoughts };
  "GET /api/tables": { response: TableLists };
  "POST /api/tables": { body: NewTableRequest; response: TableLink };
  "GET /api/tables/{id}": { path: { id: string }; response: Snapshot };
  "POST /api/tables/{id}/chat": { path: { id: string }; body: ChatRequest; response: Acknowledgement };
  "GET /api/tables/{id}/coach": { path: { id: string }; response: CoachResponse };
  "POST /api/tables/{id}/explain": { path: { id: string }; body: ExplainRequest; response: ExplainResponse };
  "POST /api/tables/{id}/hint": { path: { id: string }; body?: HintRequest | null; response: HintResponse };
  "POST /api/tables/{id}/look": { path: { id: string }; body: PreviewRequest; response: PreviewResponse };
  "POST /api/tables/{id}/moves": { path: { id: string }; body: MovesRequest; response: Acknowledgement };
  "POST /api/tables/{id}/outlook": { path: { id: string }; response: OutlookResponse };
  "POST /api/tables/{id}/ready": { path: { id: string }; body: ReadyRequest; response: Acknowledgement };
  "POST /api/tables/{id}/rematch": { path: { id: string }; response: TableLink };
  "GET /api/tables/{id}/replay/{ply}": { path: { ply: number; id: string }; response: ReplayResponse };
  "GET /api/tables/{id}/replay/{ply}/text": { path: { ply: number; id: string }; response: TextResponse };
  "POST /api/tables/{id}/resign": { path: { id: string }; response: Acknowledgement };
  "GET /api/tables/{id}/review/{ply}": { path: { ply: number; id: string }; response: ReviewResponse };
  "POST /api/tables/{id}/seats/{seat}": { path: { seat: number; id: string }; body?: SitDownRequest | null; response: Acknowledgement };
  "DELETE /api/tables/{id}/seats/{seat}": { path: { seat: number; id: string }; response: Acknowledgement };
  "POST /api/tables/{id}/seats/{seat}/bot": { path: { seat: number; id: string }; body: BotRequest; response: Acknowledgement };
  "POST /api/tables/{id}/seats/{seat}/open": { path: { seat: number; id: string }; response: Acknowledgement };
  "GET /api/tables/{id}/territory/{seat}/{ply}": { path: { seat: number; ply: number; id: string }; response: TerritoryResponse };
  "GET /api/tables/{id}/text": { path: { id: string }; response: TextResponse };
  "POST /api/tables/{id}/text": { path: { id: string }; body: TextRequest; response: TextResponse };
  "GET /api/tables/{id}/turning-point": { path: { id: string }; response: TurningPointResponse };
  "POST /api/tables/{id}/undo": { path: { id: string }; body: UndoRequest; response: Acknowledgement };
  "POST /api/tables/{id}/undo/answer": { path: { id: string }; body: UndoAnswerRequest; response: Acknowledgement };
  "POST /api/tables/{id}/value": { path: { id: string }; body: DealValueRequest; response: Acknowledgement };
  "GET /api/tables/{id}/view": { path: { id: string }; response: unknown };
  "GET /api/tables/{id}/what-if": { path: { id: string }; response: WhatIf };
}
