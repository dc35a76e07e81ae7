// What the boards of the stage are drawn with: the drawings of figures, goods and dice, the colours of the seats, and
// how what has changed moves from where it was. The drawings are our own.

import { el, svg } from './dom.js';
import { num } from './words.js';

/** DRAWN are the drawings, on squares of 24: k is cut out, d is darker. @type {Record<string, string>} */
const DRAWN = {
  thug: '<path d="M3 22.5v-4c0-3 3-5 9-5s9 2 9 5v4z"/><path class="d" d="M2 20h20v3H2z"/><circle cx="12" cy="9.4" r="4.4"/><path class="k" d="M7.4 8.2h9.2l-.4 1.4H7.8z"/><path d="M4 8c2-1 3.4-.9 4.2-1.2L9 3c2-.9 4-.9 6 0l.8 3.8C16.6 7.1 18 7 20 8c-4 1.3-12 1.3-16 0z"/>',
  family: '<path d="M5 21c0-5 2-8.5 7-8.5s7 3.5 7 8.5z"/><ellipse class="d" cx="12" cy="21" rx="9.5" ry="2.4"/><path class="k" d="M12 13.5l1.6 1.6-.9 5.4h-1.4l-.9-5.4z"/><circle cx="12" cy="8.6" r="4.2"/><path d="M6 7.3c1.4-.3 1.8-.5 2-1L8.8 2h6.4l.8 4.3c.2.5.6.7 2 1-3 1.2-9 1.2-12 0z"/>',
  mayor: '<path d="M5 21c0-5 2-8.5 7-8.5s7 3.5 7 8.5z"/><path class="k" d="M7 14.5 16 21h-3.4L6 16.2z"/><circle cx="12" cy="9.4" r="4"/><path d="M5.5 7.4h2.8V1h7.4v6.4h2.8v1.4h-13z"/>',
  union_boss: '<path d="M3 22.5v-4c0-3 3-5 9-5s9 2 9 5v4z"/><path class="k" d="M8 14l2 8H7zM16 14l-2 8h3z"/><circle cx="12" cy="9.4" r="4.2"/><path d="M6.5 8.4C7 4.6 10 3.4 13 3.6s5.5 1.6 6.5 4.8z"/>',
  police_chief: '<path d="M3 22.5v-4c0-3 3-5 9-5s9 2 9 5v4z"/><path class="k" d="m12 15 1 2.2 2.4.2-1.9 1.5.7 2.3-2.2-1.3-2.2 1.3.7-2.3-1.9-1.5 2.4-.2z"/><circle cx="12" cy="9.6" r="4.2"/><path d="M5 4.6 12 2l7 2.6-1.6 3.9c-3-1-7.8-1-10.8 0z"/>',
  flag: '<path class="d" d="M5 2h2v20H5z"/><path d="M7 3h13l-3.6 4.5L20 12H7z"/>',
  stash: '<path d="M3 11h18v10H3z"/><path d="M8 11V8.5h8V11h2V6.5H6V11z"/><path class="k" d="M11 12.5h2v3h2.6L12 19.3l-3.6-3.8H11z"/>',
  case: '<path d="M2.5 8h19v13h-19z"/><path d="M7.5 8V4h9v4h-2V6h-5v2z"/><path class="k" d="M2.5 12.5h7.5v2.5h4v-2.5h7.5v1.2H15v2.5H9v-2.5H2.5z"/>',
  coin: '<circle cx="12" cy="12" r="9.5"/><circle class="k" cx="12" cy="12" r="7.4"/><circle cx="12" cy="12" r="6.2"/><path class="k" d="M12.8 7.2V6h-1.6v1.2c-3.6.4-3.7 4.8.2 5.3 2.6.4 2.5 2 .6 2-1.3 0-2-.5-2.4-1.3l-1.7.9c.5 1.2 1.6 2 3.3 2.2v1.5h1.6v-1.5c3.7-.5 3.8-5 0-5.6-2.6-.4-2.4-1.8-.6-1.8 1 0 1.7.4 2 1.1l1.7-.9c-.5-1.1-1.5-1.8-3.1-1.9z"/>',
  gun: '<path d="M2 6h20v4.5h-8.5c0 2.5-1.4 3.7-3.6 3.7L8.5 20H3.6l2-9.5C3.5 10.4 2 9 2 6z"/><path class="k" d="M10.3 10.5h1.9c-.1 1.2-.7 1.9-1.7 2z"/>',
  booze: '<path d="M10 2h4v5.5c2.2 1 3 2.5 3 4.5v10H7V12c0-2 .8-3.5 3-4.5z"/><path class="k" d="M8.5 13h7v5.5h-7z"/>',
  blood_money: '<path d="M1.5 7h21v10h-21z"/><path class="k" d="M3 8.5h18v7H3z"/><path d="M12 6.5c3 3.8 4.2 5.6 4.2 7.6a4.2 4.2 0 0 1-8.4 0c0-2 1.2-3.8 4.2-7.6z"/>',
  narcotics: '<path d="M13.2 3.6a5.1 5.1 0 0 1 7.2 7.2l-9.6 9.6a5.1 5.1 0 0 1-7.2-7.2z"/><path class="k" d="m8.8 9.2 1.2-1.2 6 6-1.2 1.2z"/>',
  job_draw: '<path d="M4 3h11v17H4z"/><path class="k" d="M8.6 6.5h1.8V10h3.5v1.8h-3.5v3.5H8.6v-3.5H5.1V10h3.5z"/><path d="m16.5 6 5 1.5L17.8 21 16.5 20.6z"/>',
  card: '<path d="M5 2h14v20H5z"/><path class="k" d="M7 4h10v16H7z"/><path d="m12 7 3.5 5-3.5 5-3.5-5z"/>',
  swap: '<path d="M2 4h8v12H2z"/><path d="M12 8h3V5l5 4.5L15 14v-3h-3z"/><circle cx="18" cy="18.5" r="4.5"/>',
  smuggle: '<path d="M2 3h7v10H2z"/><path d="M10.5 7h3V4.5L18 8l-4.5 3.5V9h-3z"/><path d="M10 13h12v9H10z"/><path class="k" d="M11.5 14.5h9L16 17.2zM11.5 20.5l3.3-2.6 1.2.8 1.2-.8 3.3 2.6z"/>',
  horse_head: '<path d="M6 22h13c.3-4-.8-6.5-2.4-9 .5-4-1.7-7.3-5.6-8.5L9.5 2 9 5C6.5 7.5 5 10 3.5 13.5L6 16.3l3-1.6c1.5.3 2.5-.2 3.5-1.2-.3 3.5-4 4-6.5 8.5z"/><circle class="k" cx="10" cy="8.6" r="1.1"/>',
  shake: '<path d="M6 9.5 8 7.8V5.5c0-2 3-2 3 0V5c0-2 3-2 3 0v.5c.5-1.6 2.9-1.3 2.9.5v.8c.8-1 2.5-.5 2.5.9V14c0 3.5-2 5.5-4.4 6v2H8v-2.5C5.5 17.5 4 14.5 4 12c0-1.2 1-2.2 2-2.5z"/>',
  kill: '<circle cx="12" cy="12" r="9.5"/><circle class="k" cx="12" cy="12" r="7.3"/><path d="M11 1h2v9h9v2.2h-9V23h-2V12.2H1V10h10z"/>',
  move: '<path d="M2 9h11V4l9 8-9 8v-5H2z"/>',
  manual: '<path d="M4 3h13l3 3v16H4z"/><path class="k" d="M7 8h10v1.8H7zM7 12h10v1.8H7zM7 16h6v1.8H7z"/>',
  crown: '<path d="M3 8l4.5 4L12 5l4.5 7L21 8l-2 11H5z"/>',
  car: '<path d="M1.5 16.5V12l3.3-1L7 6h8.5l3 5 4 1.3v4.2z"/><path class="k" d="M8.3 7.5h3V11H6.8zM12.6 7.5h2.2L17 11h-4.4z"/><circle class="d" cx="6.5" cy="17" r="3"/><circle class="d" cx="17.5" cy="17" r="3"/>',
  house: '<path d="M3 23V6h18v17z"/><path class="d" d="M1.5 3h21v4h-21z"/><path class="k" d="M6 10h3.5v3.5H6zM14.5 10H18v3.5h-3.5zM6 16h3.5v3.5H6zM13.5 16H18v7h-4.5z"/>',
  jail: '<path d="M2 2h20v20H2z"/><path class="k" d="M4.5 4.5h2.3v15H4.5zM8.7 4.5H11v15H8.7zM13 4.5h2.3v15H13zM17.2 4.5h2.3v15h-2.3z"/>',
  river: '<path d="M1 8c3-3 5-3 7.5-.8S13.5 10 16 8s4.5-2.4 7 0v3c-2.5-2.4-4.5-2.4-7 0s-5 2-7.5-.2S4 8 1 11zM1 15c3-3 5-3 7.5-.8s5 2.8 7.5.8 4.5-2.4 7 0v3c-2.5-2.4-4.5-2.4-7 0s-5 2-7.5-.2S4 15 1 18z"/>',
  shield: '<path d="M12 1.5 21 5v6.5c0 5-3.5 8.8-9 11-5.5-2.2-9-6-9-11V5z"/>',
  friend: '<path d="M1.5 21c0-5 2-7.5 5.8-7.5S13 16 13 21zM14 21c0-3-.5-5-1.8-6.7 1-.6 2.5-.8 4.2-.8 4 0 6.1 2.5 6.1 7.5z"/><circle cx="7.3" cy="8.6" r="3.8"/><circle cx="16.5" cy="8.6" r="3.8"/>',
  debt: '<path d="M5 2h14v20l-3.5-2.5L12 22l-3.5-2.5L5 22z"/><path class="k" d="M8 7h8v2H8zM8 11.5h8v2H8z"/>',
  income: '<path d="M12 1.5 19 9h-4v5H9V9H5z"/><path d="M3 16h18v2.5H3zM3 20h18v2.5H3z"/>',
  wedding: '<circle cx="8.5" cy="14" r="7"/><circle class="k" cx="8.5" cy="14" r="4.6"/><path d="M15.5 7a7 7 0 1 1-2.2 13.6l1.6-1.8A4.6 4.6 0 1 0 13 10.2l-1.3-2A7 7 0 0 1 15.5 7z"/>',
  baptism: '<path d="M12 1.5c5 6.5 7.5 9.8 7.5 13.2a7.5 7.5 0 0 1-15 0C4.5 11.3 7 8 12 1.5z"/>',
  birthday: '<path d="M11 2h2v6h-2zM3 9h18v5H3zM4 15.5h16V22H4z"/>',
  policeman: '<path d="m12 1 2.7 6.2L21.5 7l-4 5.3 3.6 5.7-6.6-.8L12 23.3l-2.5-6.1-6.6.8 3.6-5.7-4-5.3 6.8.2z"/><circle class="k" cx="12" cy="12" r="2.6"/>',
  judge: '<path d="m9 2 7.5 7.5-4.3 4.3L4.7 6.3zM13.5 11.5l8.5 8.3-2.2 2.2-8.3-8.5zM2 19h10v3.5H2z"/>',
  senator: '<path d="M12 1.5 22 7v2H2V7zM4 10.5h3V19H4zM10.5 10.5h3V19h-3zM17 10.5h3V19h-3zM2 20h20v2.5H2z"/>',
  lock: '<path d="M4 10.5h16V22H4z"/><path d="M6.5 10.5V8a5.5 5.5 0 0 1 11 0v2.5H15V8a3 3 0 0 0-6 0v2.5z"/><path class="k" d="M11 14h2v4.5h-2z"/>',
  no: '<path d="M4.5 2 12 9.5 19.5 2 22 4.5 14.5 12 22 19.5 19.5 22 12 14.5 4.5 22 2 19.5 9.5 12 2 4.5z"/>',
  puppet: '<path d="M3 3.5h18V6H3zM11 1h2v7h-2z"/><path d="M5 6h1v8H5zM18 6h1v8h-1z"/><circle cx="12" cy="11" r="3"/><path d="M5 13.5 12 15l7-1.5.4 1.6-4.9 1.7.7 6.2h-1.8L12 18.5 10.6 23H8.8l.7-6.2-4.9-1.7z"/>',
};

let drawn = false; // the drawings are in the page

/** glyph is one of the drawings, as large as its font. @param {string} name */
export function glyph(name, more = '') {
  if (!drawn) {
    const all = Object.entries(DRAWN).map(([k, d]) => `<symbol id="g-${k}" viewBox="0 0 24 24">${d}</symbol>`).join('');
    const sprite = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg" class="unseen" aria-hidden="true">${all}</svg>`, 'image/svg+xml').documentElement;
    document.body.append(sprite);
    drawn = true;
  }
  return svg('svg', { class: `g g-${name} ${more}`, viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('use', { href: `#g-${DRAWN[name] ? name : 'manual'}` }));
}

/** several is a drawing n times. @param {string} name @param {number} n @param {string} [more] */
export const several = (name, n, more) => Array.from({ length: n }, () => glyph(name, more));

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8]];

/** die is a die of a colour with what it shows: 1 to 5, 6 for the figure, 0 before it is rolled. @param {string} colour @param {number} face */
export function die(colour, face) {
  const e = el('span', { class: `cube cube-${colour}${face ? '' : ' unrolled'}` });
  if (face === 6) e.append(glyph('puppet'));
  else for (let i = 0; i < 9; i++) e.append(el('i', { class: PIPS[face]?.includes(i) ? 'pip' : '' }));
  return e;
}

/**
 * keyed puts elements for items into a place, and keeps those that are there already, so that they move and do not
 * jump: each item is [key, make, change].
 * @param {any} place
 * @param {[string, () => HTMLElement | SVGElement, ((e: any) => void)?][]} items
 */
export function keyed(place, items) {
  const had = place.had ?? new Map();
  const now = new Map();
  items.forEach(([key, make], i) => {
    const e = had.get(key) ?? make();
    had.delete(key);
    now.set(key, e);
    if (place.children[i] !== e) place.insertBefore(e, place.children[i] ?? null);
  });
  for (const e of had.values()) e.remove();
  place.had = now;
  for (const [key, , change] of items) change?.(now.get(key));
}

/** redraw fills a place anew where what it shows has changed. @param {any} place @param {any} sign @param {() => any[]} make */
export function redraw(place, sign, make) {
  const s = JSON.stringify([document.documentElement.lang, sign]);
  if (place.sign === s) return;
  place.sign = s;
  place.replaceChildren(...make().flat().filter(Boolean));
}

/**
 * ours gives an element the colour of a seat's player; grey is nobody's. look.css has the colours.
 * @param {any} e
 * @param {Box.Player[]} seats
 * @param {number} i
 */
export function ours(e, seats, i) {
  for (const c of [...e.classList]) if (c.startsWith('pic-')) e.classList.remove(c);
  e.classList.add(`pic-${seats[i]?.look?.colour ?? 'nobody'}`);
  return e;
}

/** lit lights what a beat names: players by their seats, places and cards by their words. @param {Element} root @param {Box.Beat | null} beat */
export function lit(root, beat) {
  const words = (beat?.what ?? []).map((k) => k.slice(k.indexOf('.') + 1));
  for (const e of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('[data-key], [data-seat]'))) {
    const { key, seat } = e.dataset;
    e.classList.toggle('named', !!beat && (key ? words.includes(key.slice(key.indexOf('.') + 1)) : beat.seats.includes(Number(seat))));
  }
}

/**
 * tight says whether a column has too little room for all that it shows: what matters least goes then.
 * @param {Element} root
 * @param {...Element} columns
 */
export function tight(root, ...columns) {
  root.classList.remove('tight');
  if (columns.some((c) => c.scrollHeight > c.clientHeight + 1)) root.classList.add('tight');
}

/** line keeps a row on one line, so that what is above it stays where it is: what stands last in it goes first. @param {HTMLElement} e */
export function line(e) {
  const all = /** @type {HTMLElement[]} */ ([...e.children]);
  for (const x of all) x.hidden = false;
  for (let n = all.length - 1; n > 0 && all[n].offsetTop > all[0].offsetTop + all[0].offsetHeight / 2; n--) all[n].hidden = true;
}

/** signed is by how much something has changed, with its sign. @param {number} n */
export const signed = (n) => (n > 0 ? `+${num(n)}` : n < 0 ? `−${num(-n)}` : num(0));

/** changed stands beside a figure that has just changed; nothing where by is 0. @param {number | undefined} by @param {string} [of] the drawing of what it is */
export const changed = (by, of) => (by ? el('span', { class: `change ${by > 0 ? 'more' : 'less'}`, dir: 'ltr' }, signed(by), of ? glyph(of) : null) : null);

/** LASTS is for how long a change stands that nothing tells, in milliseconds. */
const LASTS = 6000;

/**
 * Changes are by how much the figures that a picture shows have just changed. A change stays as long as the beat that shows it;
 * or some seconds where nothing is called. It is of what was drawn, so it tells no more.
 */
export class Changes {
  /** @type {Map<string, number>} as they were drawn last */
  #had = new Map();
  /** @type {Map<string, { by: number, at: number, beat: number }>} */
  #on = new Map();
  #beat = 0;
  #timer = 0;

  /** @param {() => void} [again] draws the picture once more, when a change has stood long enough */
  constructor(again = () => {}) { this.again = again; }

  /**
   * of returns those of a board: the stage's if it has any, else its own.
   * @param {{ changes?: Changes }} board
   * @param {Changes | undefined} stage
   * @param {() => void} again
   */
  static of(board, stage, again) {
    if (stage) return stage;
    const own = board.changes ??= new Changes();
    own.again = again;
    own.begin(null);
    return own;
  }

  /** begin is called before each drawing. @param {{ n: number } | null | undefined} beat */
  begin(beat) {
    const now = performance.now();
    this.#beat = beat?.n ?? 0;
    for (const [id, c] of this.#on) {
      if (!c.beat && this.#beat && now - c.at < 600) Object.assign(c, { beat: this.#beat, at: now }); // which tells it
      else if (c.beat !== this.#beat || !this.#beat && now - c.at >= LASTS) this.#on.delete(id);
    }
    this.#wait(now);
  }

  /** by is how much the figure of an id has changed, which is n now. @param {string} id @param {number} n */
  by(id, n) {
    const had = this.#had.get(id);
    this.#had.set(id, n);
    const c = this.#on.get(id);
    if (had === undefined || had === n) return c?.by ?? 0;
    const now = performance.now();
    const by = n - had + (c && c.beat === this.#beat && (this.#beat || now - c.at < 1500) ? c.by : 0);
    if (by) this.#on.set(id, { by, at: now, beat: this.#beat });
    else this.#on.delete(id);
    this.#wait(now);
    return by;
  }

  /** @param {number} now */
  #wait(now) {
    clearTimeout(this.#timer);
    const ends = [...this.#on.values()].filter((c) => !c.beat).map((c) => c.at + LASTS - now);
    if (ends.length) this.#timer = setTimeout(() => this.again(), Math.max(50, Math.min(...ends)));
  }
}
