// The types of the API under the names that the browser code uses, and the messages of the stream.

import type { Acknowledgement, ChatLine, Endpoints, Own, Snapshot, Update } from "./api.d.ts";

export type {
  BoardPosition,
  ChatLine,
  ComparedMove,
  Difference,
  FairDeal,
  GameDescription,
  GoalState as Goal,
  Hint,
  JudgedMove,
  ListedTable,
  LogLine,
  NewTableRequest,
  OptionDescription,
  OutcomeState as Outcome,
  Own,
  Picture,
  PreviewResponse as Preview,
  ReviewResponse as Review,
  SeatRequest,
  SeatState as Seat,
  TableLink,
  TurningPointResponse as TurningPoint,
  Snapshot as Table,
  Update,
  Words,
} from "./api.d.ts";

/** A method and a path of the API. */
export type Endpoint = keyof Endpoints;
export type RequestOf<E extends Endpoint> = Omit<Endpoints[E], "response">;
export type ResponseOf<E extends Endpoint> = Endpoints[E]["response"];

/** The endpoints that change a table: they are acknowledged, and the stream tells what happened. */
export type Command = { [E in Endpoint]: ResponseOf<E> extends Acknowledgement ? (E extends `POST ${string}` | `DELETE ${string}` ? E : never) : never }[Endpoint];

/** Something that happened in the match: `type` is the name of the game's event, the other fields are the game's. */
export interface GameEvent {
  type: string;
  [key: string]: unknown;
}

export type StreamMessage =
  | ({ type: "snapshot" } & Snapshot)
  | ({ type: "own" } & Own)
  | ({ type: "update" } & Update)
  | { type: "presence"; seats: boolean[]; patience: number | null }
  | { type: "chat"; number: number; line: ChatLine }
  | { type: "saving"; works: boolean }
  | { type: "closing" };
