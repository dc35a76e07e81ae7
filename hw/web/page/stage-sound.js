// The sounds of the stage: effects made here, a quiet bed below them, and the box's sentences read aloud. All of it is off until
// somebody at the screen asks for it, for the box sounds already; captions stay. Where one phone was chosen to sound for
// all, the stage says nothing.

import { keep } from './dom.js';
import * as voice from './voice.js';

/** @type {AudioContext | null} */
let ctx = null;
let wanted = keep.get('stage_sound') === '1';
let bedded = keep.get('stage_bed') !== '0';
let elsewhere = false; // another device sounds for all
/** @type {GainNode | null} */
let bed = null;

/** on reports whether the stage sounds, lies whether there is a bed. */
export const on = () => wanted;
export const lies = () => bedded;

/** turn lets the stage sound, or not; from within a gesture, or a browser plays nothing. @param {boolean} to */
export function turn(to) {
  wanted = to;
  keep.set('stage_sound', to ? '1' : '0');
  voice.turn(to);
  wake();
}

/** lay lets the bed be heard, or not. @param {boolean} to */
export function lay(to) {
  bedded = to;
  keep.set('stage_bed', to ? '1' : '0');
  wake();
}

/** yields says whether another device was chosen to sound. @param {boolean} to */
export function yields(to) {
  if (elsewhere === to) return;
  elsewhere = to;
  if (to) voice.stop();
  level();
}

/** wake begins to sound, as a browser allows it in a gesture. */
export function wake() {
  if (wanted) {
    ctx ??= new AudioContext();
    if (ctx.state === 'suspended') ctx.resume();
  }
  level();
}

/** speak reads a sentence of the box aloud. @param {string} text @param {string} lang */
export const speak = (text, lang) => { if (wanted && !elsewhere) voice.speak(text, lang); };

/** level brings the bed to where it should be: a fifth, low and soft. */
function level() {
  if (!ctx) return;
  if (!bed) {
    bed = ctx.createGain();
    bed.gain.value = 0;
    bed.connect(ctx.destination);
    for (const hz of [55, 82.6, 110.3]) {
      const o = ctx.createOscillator();
      o.frequency.value = hz;
      o.connect(bed);
      o.start();
    }
  }
  bed.gain.linearRampToValueAtTime(wanted && bedded && !elsewhere ? 0.012 : 0, ctx.currentTime + 0.8);
}

/** note plays one note that dies away. @param {number} hz @param {number} at @param {number} long @param {number} loud */
function note(hz, at, long, loud, type = 'triangle', to = hz) {
  const c = /** @type {AudioContext} */ (ctx);
  const o = c.createOscillator();
  const g = c.createGain();
  const t = c.currentTime + at;
  o.type = /** @type {OscillatorType} */ (type);
  o.frequency.setValueAtTime(hz, t);
  o.frequency.exponentialRampToValueAtTime(to, t + long);
  g.gain.setValueAtTime(0.0001, t);
  g.gain.linearRampToValueAtTime(loud, t + 0.01);
  g.gain.exponentialRampToValueAtTime(0.0001, t + long);
  o.connect(g).connect(c.destination);
  o.start(t);
  o.stop(t + long + 0.05);
}

/**
 * burst plays noise that dies away, below a height: a shot, a sheet of paper.
 * @param {number} at
 * @param {number} long
 * @param {number} loud
 * @param {number} below
 */
function burst(at, long, loud, below) {
  const c = /** @type {AudioContext} */ (ctx);
  const b = c.createBuffer(1, Math.ceil(c.sampleRate * long), c.sampleRate);
  const d = b.getChannelData(0);
  for (let i = 0; i < d.length; i++) d[i] = (Math.random() * 2 - 1) * (1 - i / d.length) ** 3;
  const s = c.createBufferSource();
  const f = c.createBiquadFilter();
  const g = c.createGain();
  s.buffer = b;
  f.type = 'lowpass';
  f.frequency.value = below;
  g.gain.value = loud;
  s.connect(f).connect(g).connect(c.destination);
  s.start(c.currentTime + at);
}

/** effects by name: what a scene can ask for. @type {Record<string, () => void>} */
const effects = {
  tension: () => note(98, 0, 0.5, 0.12, 'sine'),
  reveal: () => { burst(0, 0.18, 0.2, 2400); note(392, 0.05, 0.5, 0.08); note(523, 0.12, 0.7, 0.08); },
  shot: () => { burst(0, 0.5, 0.7, 1500); note(140, 0, 0.3, 0.3, 'sine', 40); },
  click: () => burst(0, 0.05, 0.3, 6000),
  hit: () => note(120, 0, 0.45, 0.3, 'sine', 45),
  gain: () => [660, 880, 1175].forEach((hz, i) => note(hz, i * 0.07, 0.25, 0.07)),
  score: () => [392, 523, 659, 784].forEach((hz, i) => note(hz, i * 0.13, 0.7, 0.1)),
};

/** play plays an effect, after so many milliseconds. @param {string} name */
export function play(name, after = 0) {
  if (!wanted || elsewhere || ctx?.state !== 'running') return;
  if (after) setTimeout(() => play(name), after);
  else effects[name]?.();
}

/** beat plays what belongs to a beat of any title. @param {Box.Beat} b */
export function beat(b) {
  if (b.act === 'tension' && b.count) play('tension');
  else if (b.act === 'reveal') play('reveal');
  else if (b.act === 'consequence') play(b.kind === 'gain' ? 'gain' : 'hit');
  else if (b.act === 'score') play('score');
}
