// Sounds of what happens, made here and quiet. They are off until somebody switches them on.

import { one } from "../../infra/scripts/dom.js";
import { board } from "./state.js";
import { say } from "../../infra/scripts/words.js";

/** @typedef {import("../../infra/scripts/messages.d.ts").GameEvent} GameEvent */
/** @typedef {"tile" | "piece" | "drop" | "plane" | "turn"} Sound */

const VOLUME = 0.25;
const APART = 0.12; // seconds from one sound to the next
const MOST = 6; // sounds of one move

const isOn = () => localStorage.getItem("sounds") === "on";

/** @type {AudioContext | null} */
let context = null;
/** @type {GainNode | null} */
let speaker = null;

/** Return where sounds go; null while they are off, or the browser allows none because nobody has touched the page. */
function output() {
  if (!isOn() || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  speaker ??= new GainNode(context, { gain: VOLUME });
  speaker.connect(context.destination);
  return { context, speaker };
}

/** Play the sounds of what happened, one after the other. @param {GameEvent[]} events @param {number} delay milliseconds before the first */
export function playSounds(events, delay) {
  const sounds = events
    .map(({ type }) => (board.page.sounds ?? {})[type] ?? (board.page.sounds ? null : "tile"))
    .filter((sound) => sound !== null);
  for (const [index, sound] of sounds.slice(0, MOST).entries()) play(sound, delay / 1000 + APART * index);
}

/** Play a sound. @param {Sound} sound @param {number} [later] seconds */
export function play(sound, later = 0) {
  const out = output();
  if (!out) return;
  const at = out.context.currentTime + later;
  if (sound === "tile") {
    noise(out, at, { type: "bandpass", from: 1100, to: 500, time: 0.08, loud: 0.9 });
    tone(out, at, { from: 180, to: 90, time: 0.13, loud: 0.8 });
  } else if (sound === "piece") {
    noise(out, at, { type: "bandpass", from: 2600, to: 1800, time: 0.03, loud: 0.8 });
    tone(out, at, { from: 540, to: 420, time: 0.07, loud: 0.35 });
  } else if (sound === "drop") {
    tone(out, at, { from: 420, to: 980, time: 0.12, loud: 0.5 });
  } else if (sound === "plane") {
    noise(out, at, { type: "lowpass", from: 900, to: 220, time: 0.28, loud: 0.7, swell: 0.1 });
  } else {
    tone(out, at, { from: 523, to: 523, time: 0.14, loud: 0.3 });
    tone(out, at + 0.1, { from: 659, to: 659, time: 0.19, loud: 0.3 });
  }
}

/** @typedef {{from: number, to: number, time: number, loud: number, swell?: number}} Shape from one frequency to another in `time` seconds; `swell`: seconds until it is loudest */

/** Return a volume that rises and fades. @param {BaseAudioContext} context @param {number} at @param {Shape} shape */
function envelope(context, at, { time, loud, swell = 0.004 }) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + swell);
  gain.gain.exponentialRampToValueAtTime(0.001, at + time);
  return gain;
}

/** @param {{context: AudioContext, speaker: GainNode}} out @param {number} at @param {Shape} shape */
function tone({ context, speaker }, at, shape) {
  const source = new OscillatorNode(context, { frequency: shape.from });
  source.frequency.setValueAtTime(shape.from, at);
  source.frequency.exponentialRampToValueAtTime(shape.to, at + shape.time);
  source.connect(envelope(context, at, shape)).connect(speaker);
  source.start(at);
  source.stop(at + shape.time);
}

/** @param {{context: AudioContext, speaker: GainNode}} out @param {number} at @param {Shape & {type: BiquadFilterType}} shape */
function noise({ context, speaker }, at, shape) {
  const buffer = new AudioBuffer({
    length: Math.ceil(shape.time * context.sampleRate),
    sampleRate: context.sampleRate,
  });
  buffer.getChannelData(0).forEach((_, index, samples) => (samples[index] = 2 * Math.random() - 1));
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: shape.type, frequency: shape.from });
  filter.frequency.exponentialRampToValueAtTime(shape.to, at + shape.time);
  source
    .connect(filter)
    .connect(envelope(context, at, shape))
    .connect(speaker);
  source.start(at);
}

/** Switch sounds on or off. */
export function toggleSounds() {
  localStorage.setItem("sounds", isOn() ? "off" : "on");
  showSwitch();
  play("tile");
}

function showSwitch() {
  one('[data-act="sounds"]').lastChild?.replaceWith(say(isOn() ? "sounds-stop" : "sounds-start"));
}
showSwitch();
