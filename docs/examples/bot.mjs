#!/usr/bin/env node
// A bot for `funkenflug arena`: it needs nothing but Node. Write `chosen`, and it plays better.
import { createInterface } from "node:readline";

let number = 0;

/** One of the legal moves; the same number after the same seed. */
function chosen(view, legalMoves) {
  number = (number * 48271 + 11) % 2147483647;
  return legalMoves[number % legalMoves.length];
}

for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line);
  let answer = null;
  if (told.type === "hello") answer = { name: "example in JavaScript" };
  else if (told.type === "game") number = told.seed % 2147483647;
  else if (told.type === "choose") answer = { move: chosen(told.view, told.legal_moves) };
  else if (told.type === "quit") break;
  if (answer) process.stdout.write(JSON.stringify(answer) + "\n");
}
