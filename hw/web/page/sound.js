// The tones of the box. A browser plays nothing before the first gesture, and nothing at all
// while it is muted.

import { keep } from './dom.js';

/** @type {AudioContext | null} */
let ctx = null;
let quiet = keep.get('quiet') === '1';

/** muted reports whether tones are off. */
export const muted = () => quiet;

/** mute turns the tones off or on. @param {boolean} on */
export function mute(on) {
  quiet = on;
  keep.set('quiet', on ? '1' : '0');
}

/** wake lets tones be heard; browsers allow it only from within a gesture. */
export function wake() {
  if (quiet) return;
  ctx ??= new AudioContext();
  if (ctx.state === 'suspended') ctx.resume();
}

/** tone plays one tone, soft at both ends so that it does not click. @param {number} hz @param {number} ms */
export function tone(hz, ms) {
  if (quiet || !ctx || ctx.state !== 'running' || !(hz > 0)) return;
  const t = ctx.currentTime;
  const d = Math.min(Math.max(ms, 20), 4000) / 1000;
  const o = ctx.createOscillator();
  const g = ctx.createGain();
  o.type = 'triangle';
  o.frequency.value = hz;
  g.gain.setValueAtTime(0, t);
  g.gain.linearRampToValueAtTime(0.16, t + 0.008);
  g.gain.setValueAtTime(0.16, t + Math.max(0.01, d - 0.03));
  g.gain.linearRampToValueAtTime(0, t + d);
  o.connect(g).connect(ctx.destination);
  o.start(t);
  o.stop(t + d + 0.02);
}
