// Questions that come between what people are doing. A tap that was meant for something else must not
// answer them: a yes counts when the question was in sight for a second, and has to be held.

import { el } from './dom.js';
import { say } from './words.js';

const SEEN = 1000; // ms in which nothing says yes; the box holds to that, too
const HELD = 600; // ms for which the button is held

const came = new Map(); // when each question came into sight

/**
 * asks notes that a page shows these questions now, and none of the others any more; kind is what sort of
 * question they are.
 * @param {string} kind
 * @param {string[]} keys
 */
export function asks(kind, keys) {
  for (const k of came.keys()) if (k.startsWith(`${kind} `) && !keys.includes(k.slice(kind.length + 1))) came.delete(k);
  for (const k of keys) if (!came.has(`${kind} ${k}`)) came.set(`${kind} ${k}`, performance.now());
}

/**
 * hold returns a button that says yes to a question when it is held, by a finger or a key. What a screen
 * reader does is meant as it is.
 * @param {string} kind
 * @param {string} key
 * @param {Record<string, any>} attrs
 * @param {any} label
 * @param {() => void} yes
 */
export function hold(kind, key, attrs, label, yes) {
  let timer = 0;
  const b = el('button', { type: 'button', ...attrs }, el('span', {}, label), el('small', {}, say('hold')));
  b.classList.add('hold');
  const ripe = () => performance.now() >= came.get(`${kind} ${key}`) + SEEN;
  const end = () => {
    clearTimeout(timer);
    b.classList.remove('held');
  };
  const begin = () => {
    end();
    if (!ripe()) return;
    b.classList.add('held');
    timer = setTimeout(() => {
      end();
      if (b.isConnected) yes();
    }, HELD);
  };
  b.addEventListener('pointerdown', (e) => { if (e.button === 0) begin(); });
  for (const t of ['pointerup', 'pointercancel', 'pointerleave', 'blur']) b.addEventListener(t, end);
  b.addEventListener('contextmenu', (e) => e.preventDefault());
  for (const t of ['keydown', 'keyup']) {
    b.addEventListener(t, (/** @type {any} */ e) => {
      if (e.key !== 'Enter' && e.key !== ' ') return;
      e.preventDefault(); // no click
      if (t === 'keyup') end();
      else if (!e.repeat) begin();
    });
  }
  b.addEventListener('click', (e) => { if (e.detail === 0 && ripe()) yes(); });
  return b;
}
