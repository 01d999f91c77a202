#!/usr/bin/env node
// A bot for `funkenflug arena` that needs nothing but Node. Improve `choose` to make it stronger.
import { createInterface } from "node:readline";

let random = 0;

/** Return one of the legal moves. The same seed gives the same choices. */
function choose(view, legalMoves) {
  random = (random * 48271 + 11) % 2147483647;
  return legalMoves[random % legalMoves.length];
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  let answer = null;
  if (message.type === "hello") answer = { name: "example in JavaScript" };
  else if (message.type === "game") random = message.seed % 2147483647;
  else if (message.type === "choose") answer = { move: choose(message.view, message.legal_moves) };
  else if (message.type === "quit") break;
  if (answer) process.stdout.write(JSON.stringify(answer) + "\n");
}
