// What the table receives: the types of the API under the names that the browser code uses, and the stream's messages.

import type { ChatLine, Snapshot, Update } from "./api.d.ts";

export type {
  ChatLine,
  Choice,
  Difference,
  FairDeal,
  GoalState as Goal,
  JudgedMove,
  LogLine,
  Picture,
  PreviewResponse as Preview,
  ReviewResponse as Review,
  SeatState as Seat,
  Update,
} from "./api.d.ts";

/** What is the same for all games about the end of a match; a game's own fields are beside it. */
export interface Outcome {
  winners: number[];
  scores: number[];
  words: string;
  lines: string[];
  [key: string]: unknown;
}

/** Something that happened in the match: `type` is the name of the game's event, the other fields are the game's. */
export interface GameEvent {
  type: string;
  [key: string]: unknown;
}

export interface Table extends Omit<Snapshot, "outcome"> {
  outcome: Outcome | null;
}

export interface Hint {
  move: string;
  path: string[];
  chances: number[];
}

export type StreamMessage =
  | ({ type: "snapshot" } & Table)
  | ({ type: "update" } & Update)
  | { type: "presence"; seats: boolean[]; patience: number | null }
  | { type: "chat"; line: ChatLine }
  | { type: "closing" };

/** The answer to a command: the table or what changed, and where to go on. */
export type Answer = (Partial<Table> & Partial<Update> & { url?: string; moves?: Hint[] }) | null;
