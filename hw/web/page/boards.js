// The boards on the panel's page and on phones: the drawings of the stage, small, with what can be chosen as places
// to tap. What they show is told in words, too: one tap away, and always for those who hear the page.

import { el, put } from './dom.js';
import { lang, say } from './words.js';

/** DRAWN are the titles that have a board, and what draws it. @type {Record<string, () => Promise<any>>} */
const DRAWN = { corleone: () => import('./stage-corleone.js'), derpate: () => import('./stage-derpate.js') };

/** PLACES are the arguments whose words are places: where something comes from is called as where it lies. */
const PLACES = new Set(['at', 'from', 'to', 'business', 'space', 'turf', 'kill']);

/** place reports whether a key is that of a place on a board. @param {string | undefined} key */
export const place = (key) => !!key && PLACES.has(split(key)[0]);

const split = (/** @type {string} */ key) => [key.slice(0, key.indexOf('.')), key.slice(key.indexOf('.') + 1)];

/**
 * tapper returns what a tap on the piece with a key does: what choosing it from the list would.
 * @param {{ label: string, key?: string, marked?: boolean, then?: { at: number, label: string, key?: string }[] }[]} choices
 * @param {(i: number, then?: number) => void} take
 * @param {{ key?: string }[]} [board] its pieces
 */
export function tapper(choices, take, board = []) {
  const at = new Map();
  const put = (/** @type {string | undefined} */ key, /** @type {Box.Tap} */ can) => {
    if (!key) return;
    const [arg, word] = split(key);
    at.set(key, can);
    if (PLACES.has(arg)) at.set(word, can);
  };
  // What the board has nothing of is asked first, such as which of two workers: it shows what is open to each of them, and a tap answers both.
  // Where it is open to two of them, it has to be said to which.
  const lies = new Set(board.map((x) => x.key));
  const open = choices.flatMap((c, i) => (c.then ?? []).map((n) => ({ c, i, n })));
  if (!choices.some((c) => c.key && (lies.has(c.key) || PLACES.has(split(c.key)[0])))) {
    for (const { c, i, n } of open) if (n.key && open.filter((o) => o.n.key === n.key).length === 1) put(n.key, { label: `${c.label}: ${n.label}`, take: () => take(i, n.at) });
  }
  choices.forEach((c, i) => put(c.key, { label: c.label, marked: c.marked, take: () => take(i) }));
  return (/** @type {string} */ key) => {
    if (!key) return undefined;
    const [kind, word] = split(key);
    return at.get(key) ?? (PLACES.has(kind) ? at.get(word) : undefined);
  };
}

/** drawable reports whether what a desk shows has a board. @param {Box.Public | null} desk */
export const drawable = (desk) => desk?.state === 'play' && !!desk.board?.length && !!DRAWN[desk.game];

/** said is a board in words, for those who hear the page: nothing in it can be chosen. @param {Box.Public} desk */
export const said = (desk) => el('ul', {}, ...(desk.map ?? []).map((a) => el('li', { dir: 'auto' }, [a.heading, ...(a.lines ?? []).map((n) => [n.seat, n.text].filter(Boolean).join(' '))].join(': '))));

/** A Small is a board on a page. */
export class Small {
  #place;
  #game = '';
  /** @type {any} */
  #board; // what draws it; nothing until its module is here
  /** @type {any} */
  #waits; // what is to be drawn then

  /** @param {HTMLElement} place */
  constructor(place) { this.#place = place; }

  /**
   * show draws the board of a desk, where it has one.
   * @param {any} desk
   * @param {(key: string) => any} tap
   * @returns {boolean} whether there is one
   */
  show(desk, tap) {
    const on = drawable(desk);
    this.#place.hidden = !on;
    if (!on) return false;
    this.#waits = [desk, tap];
    if (this.#game !== desk.game) {
      this.#game = desk.game;
      this.#board = undefined;
      this.#place.replaceChildren();
      DRAWN[desk.game]().then((m) => {
        if (this.#game !== desk.game) return;
        this.#board = new m.Board(this.#place);
        this.#draw();
      }).catch(() => { this.#game = ''; }); // it is asked for again with the next desk
    }
    this.#draw();
    return true;
  }

  #draw() {
    if (!this.#board) return;
    const [desk, tap] = this.#waits;
    this.#board.show(desk.board, desk.seats, tap);
  }
}

let worded = false; // the words are shown, too

/** words is the switch between picture and words; then is told when it was used. @param {HTMLElement} place @param {() => void} then */
export function words(place, then) {
  put(place, [lang(), worded], () => el('button', { type: 'button', class: 'pen words', id: 'board-words', 'aria-pressed': String(worded), onclick: () => { worded = !worded; then(); } }, say('board.words')));
}

/** wordy reports whether the words are shown. */
export const wordy = () => worded;
