// Buttons that are held and let go, by mouse, touch, keyboard or screen reader, each alone or
// several at once.

import { el } from './dom.js';

/** @type {('A' | 'B' | 'OK')[]} */
export const NAMES = ['A', 'B', 'OK'];

// A column of the keyboard is a pod: the digit is A, the letter under it B, the next OK, and
// the lowest one looks at the private screen. Keys go by place, so every layout works.
const COLUMNS = [
  ['Digit1', 'KeyQ', 'KeyA', 'KeyZ'],
  ['Digit2', 'KeyW', 'KeyS', 'KeyX'],
  ['Digit3', 'KeyE', 'KeyD', 'KeyC'],
  ['Digit4', 'KeyR', 'KeyF', 'KeyV'],
  ['Digit5', 'KeyT', 'KeyG', 'KeyB'],
  ['Digit6', 'KeyY', 'KeyH', 'KeyN'],
  ['Digit7', 'KeyU', 'KeyJ', 'KeyM'],
  ['Digit8', 'KeyI', 'KeyK', 'Comma'],
  ['Digit9', 'KeyO', 'KeyL', ''],
];
const PANEL = ['Digit0', 'KeyP', 'Semicolon', ''];

/** columnOf returns the keys of a pod (A, B, OK, look), -1 being the panel; null if it has none. @param {number} pod */
export const columnOf = (pod) => (pod < 0 ? PANEL : COLUMNS[pod] ?? null);

/** @type {Record<string, string>} */
const FACE = { Comma: ',', Semicolon: ';' };

/** face returns what is printed on a key. @param {string} code */
export const face = (code) => FACE[code] ?? code.replace(/^(Digit|Key)/, '');

const places = new Map();
for (let p = -1; p < COLUMNS.length; p++) columnOf(p).forEach((code, i) => code && places.set(code, [p, i]));

/** placeOf returns [pod, 0..3] of a key by its code. @param {string} code */
export const placeOf = (code) => places.get(code);

/** Hands knows what is held, by how many fingers, and tells the box only of changes. */
export class Hands {
  #held = new Map(); // "pod/button" -> set of what holds it

  /** @param {(pod: number, button: number, down: boolean) => void} tell */
  constructor(tell) { this.tell = tell; }

  /** @param {number} pod @param {number} button @param {string} by */
  down(pod, button, by) {
    const k = `${pod}/${button}`;
    const s = this.#held.get(k) ?? new Set();
    this.#held.set(k, s);
    if (s.has(by)) return;
    s.add(by);
    if (s.size === 1) this.tell(pod, button, true);
  }

  /** @param {number} pod @param {number} button @param {string} by */
  up(pod, button, by) {
    const k = `${pod}/${button}`;
    const s = this.#held.get(k);
    if (!s?.delete(by) || s.size) return;
    this.#held.delete(k);
    this.tell(pod, button, false);
  }

  /** letGo lets everything go: the window lost the focus, or the line was cut. */
  letGo() {
    for (const k of [...this.#held.keys()]) {
      this.#held.delete(k);
      const [p, b] = k.split('/').map(Number);
      this.tell(p, b, false);
    }
  }
}

/**
 * makeKeys makes the buttons of a pod or of the panel. "A+B" presses both at once, for whoever
 * has one finger or a mouse.
 * @param {Hands} hands
 * @param {number} pod
 */
export const makeKeys = (hands, pod) => Object.entries({ A: [0], 'A+B': [0, 1], B: [1], OK: [2] }).map(([name, buttons]) => makeKey(hands, pod, name, buttons));

/** @param {Hands} hands @param {number} pod @param {string} name @param {number[]} buttons */
function makeKey(hands, pod, name, buttons) {
  const b = el('button', { class: `key key-${name === 'A+B' ? 'both' : name.toLowerCase()}`, type: 'button', 'data-pod': pod, 'data-button': name },
    el('span', { class: 'cap', 'aria-hidden': 'true' }, name));
  let touched = 0;
  const down = (/** @type {string} */ by) => {
    touched = performance.now();
    buttons.forEach((n) => hands.down(pod, n, by));
  };
  const up = (/** @type {string} */ by) => {
    touched = performance.now();
    buttons.forEach((n) => hands.up(pod, n, by));
  };
  b.addEventListener('pointerdown', (e) => {
    if (e.button !== 0) return;
    // The finger may slide off: the button still hears when it is lifted.
    try { b.setPointerCapture(e.pointerId); } catch { /* already gone */ }
    down(`${name} p${e.pointerId}`);
  });
  for (const t of ['pointerup', 'pointercancel', 'lostpointercapture']) b.addEventListener(t, (/** @type {any} */ e) => up(`${name} p${e.pointerId}`));
  b.addEventListener('keydown', (e) => {
    if (e.key !== ' ' && e.key !== 'Enter') return;
    e.preventDefault();
    if (!e.repeat) down(`${name} k${e.code}`);
  });
  b.addEventListener('keyup', (e) => {
    if (e.key !== ' ' && e.key !== 'Enter') return;
    e.preventDefault();
    up(`${name} k${e.code}`);
  });
  b.addEventListener('blur', () => ['Space', 'Enter', 'NumpadEnter'].forEach((code) => buttons.forEach((n) => hands.up(pod, n, `${name} k${code}`))));
  b.addEventListener('click', () => {
    // A screen reader clicks without pressing: one short press.
    if (performance.now() - touched < 700) return;
    down('reader');
    setTimeout(() => up('reader'), 80);
  });
  b.addEventListener('contextmenu', (e) => e.preventDefault());
  return b;
}
