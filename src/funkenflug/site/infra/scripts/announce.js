// What screen readers say: what has happened, whose turn it is, and what to do. All that comes at once is said in one
// piece, news first.

import { make } from "./dom.js";

const KEPT = 3; // a screen reader may not have read an older announcement yet when the next one comes
const TOGETHER = 150; // milliseconds in which announcements are collected

/** @type {string[]} */
let news = [];
/** @type {string[]} */
let turn = [];
let step = "";
let timer = 0;

/** Say something. @param {string} text */
export function announce(text) {
  if (!text || news.includes(text)) return;
  news.push(text);
  plan();
}

/** Say that a turn has begun, or how it goes on, after the news. @param {string} text */
export function announceTurn(text) {
  if (text) turn.push(text);
  plan();
}

/** Say what is to be done now, last of all. @param {string} text */
export function announceStep(text) {
  if (!text) return;
  step = text;
  plan();
}

function plan() {
  clearTimeout(timer);
  timer = setTimeout(speak, TOGETHER);
}

function speak() {
  const text = [...news, ...turn, step].filter(Boolean).map(sentence).join(" ");
  news = [];
  turn = [];
  step = "";
  if (!text) return;
  const region = document.querySelector(".announcer") ?? newRegion();
  region.append(make("p", {}, text));
  while (region.childElementCount > KEPT) region.firstElementChild?.remove();
}

function newRegion() {
  const region = make("div", { class: "announcer hidden-text", role: "status", "aria-atomic": "false" });
  document.body.append(region);
  return region;
}

/** Return a text with a full stop, unless it ends like a sentence. @param {string} text */
export const sentence = (text) => (/[.!?…:]$/.test(text) ? text : `${text}.`);
