// The pods around the box.

import { $, el, icon, put } from './dom.js';
import { hold } from './hold.js';
import { Pixels } from './pixels.js';
import { columnOf, face, makeKeys } from './keys.js';
import { lang, list, say } from './words.js';

const QUICK = 350; // ms: a shorter press on the shutter leaves it open, a longer one closes it again

/** ring returns where n pods stand, clockwise from the upper left, in percent of the table. @param {number} n */
export function ring(n) {
  const at = [];
  const row = (/** @type {number} */ k, /** @type {number} */ y, /** @type {boolean} */ back) => {
    for (let i = 0; i < k; i++) {
      const x = (100 * (back ? k - i - 0.5 : i + 0.5)) / k;
      at.push({ x: k === 1 ? 50 : 50 + (x - 50) * (k === 2 ? 0.92 : 1), y, side: y < 50 ? 'top' : 'bottom' });
    }
  };
  if (n === 1) row(1, 100, true);
  else if (n === 2) { row(1, 0, false); row(1, 100, true); }
  else {
    const top = Math.ceil((n - 2) / 2);
    row(top, 0, false);
    at.push({ x: 100, y: 50, side: 'right' });
    row(n - 2 - top, 100, true);
    at.push({ x: 0, y: 50, side: 'left' });
  }
  return at;
}

/** plate returns a seat as its plate has it; marks are the icons of what is told of it. @param {Box.Player} s @param {string[]} marks */
const plate = (s, marks) => el('span', { class: 'seat' },
  el('span', { class: 'name', dir: 'auto', title: s.name }, s.name),
  s.bot || s.away ? el('small', { class: 'bot' }, say(s.bot ? 'bot' : 'places.away')) : null,
  el('span', { class: 'marks' }, ...marks.map((i) => icon(i)), s.bot && marks.includes('target') ? aim(s) : null));

/** aim is at whom a seat aims: an arrow alone tells nothing. @param {Box.Player} s */
function aim(s) {
  const at = s.lines.find((l) => l.icons?.includes('target'));
  return at?.text ? el('bdi', { class: 'aim' }, at.text) : null;
}

/** onPhone reports whether a seat is played on a phone: the page neither shows it nor plays for it. @param {Box.Player} s */
export const onPhone = (s) => s.phone === 'here' || s.phone === 'away';

/** marks returns what is told of a seat where no light tells it. @param {Box.Player} s */
const unlit = (s) => [...new Set([...(s.icons ?? []), ...(s.awaited ? ['await'] : []), ...(s.locked ? ['locked'] : [])])];

/** told puts what is told of a seat into words. @param {Box.Player} s */
const told = (s) => [
  ...(s.icons ?? []).map((i) => say(`icon.${i}`)),
  s.awaited ? say('pod.awaited') : '',
  s.locked ? say('pod.locked') : '',
].filter(Boolean);

/** stand puts a pod or a chair to its place around the box. @param {HTMLElement} root @param {{x: number, y: number}} at */
export function stand(root, at) {
  root.style.setProperty('--x', String(at.x));
  root.style.setProperty('--y', String(at.y));
}

/** OPEN_FOR is how many seconds the box lets a private screen be seen that was opened on the page. */
const OPEN_FOR = 30;

/** Chair is the place of a bot for which the box has no pod that is free. */
export class Chair {
  constructor() {
    this.who = el('span', { class: 'who' });
    this.state = el('span', { class: 'unseen' });
    this.root = el('section', { class: 'pod empty chair' }, el('div', { class: 'body' }, el('h2', { class: 'plate' }, this.who, this.state)));
  }

  /** @param {Box.Player} s */
  sit(s) {
    put(this.who, [s.name, unlit(s), s.lines, say('bot')], () => plate(s, unlit(s)));
    put(this.state, told(s), () => document.createTextNode(told(s).length ? ` (${list(told(s))})` : ''));
    this.root.setAttribute('aria-label', s.name);
  }
}

/** Pod is one pod on the table. */
export class Pod {
  /**
   * @param {{n: number, of: number, screen: [number, number] | null, hands: import('./keys.js').Hands, look: (pod: number, on: boolean) => void, standIn: (name: string) => void}} o
   */
  constructor({ n, of, screen, hands, look, standIn }) {
    this.n = n;
    this.standIn = standIn;
    this.look = look;
    this.open = false;
    this.till = 0; // when it closes
    /** @type {any} */
    this.asked = null; // what is asked on its private screen, while that is open
    this.picked = false; // something of it was taken on the page
    this.caps = makeKeys(hands, n);
    this.who = el('span', { class: 'who' });
    this.dome = el('i', { class: 'dome', 'aria-hidden': 'true' });
    this.state = el('span', { class: 'unseen' });
    this.phone = el('p', { class: 'byphone', dir: 'auto' });
    this.root = el('section', { class: 'pod', id: `pod${n}`, 'data-pod': n },
      el('i', { class: 'glow', 'aria-hidden': 'true' }),
      el('div', { class: 'body' },
        this.dome,
        el('h2', { class: 'plate' }, this.who, this.state),
        screen ? this.#screen(screen) : null,
        this.phone,
        el('div', { class: 'keys' }, ...this.caps)),
      el('div', { class: 'legend', 'aria-hidden': 'true' }));
    stand(this.root, ring(of)[n]);
  }

  // What a pod with a screen has.
  /** @type {any} */ canvas;
  /** @type {any} */ lens;
  /** @type {any} */ shutter;
  /** @type {Pixels | undefined} */ pixels;
  /** @type {string | undefined} */ hex;

  /** @param {[number, number]} o */
  #screen([w, h]) {
    this.canvas = el('canvas', { role: 'img' });
    this.pixels = new Pixels(this.canvas, w, h, { lit: '#d8ecff', edge: '#8fa0b0', dim: '#10151a' });
    this.shutter = el('button', { class: 'shutter', type: 'button', 'aria-pressed': 'false' },
      icon('eye'), el('span', { class: 'peektext' }));
    this.lens = el('div', { class: 'lens', hidden: true }, this.canvas, el('p', { class: 'lensnote', dir: 'auto' }));
    let since = 0;
    let opened = false;
    this.shutter.addEventListener('pointerdown', (/** @type {PointerEvent} */ e) => {
      if (e.button !== 0) return;
      since = e.timeStamp; // when the finger came, however late the page hears of it
      try { this.shutter.setPointerCapture(e.pointerId); } catch { /* already gone */ }
      opened = !this.open;
      this.peek(!this.open);
    });
    for (const t of ['pointerup', 'pointercancel']) {
      this.shutter.addEventListener(t, (/** @type {PointerEvent} */ e) => {
        if (opened && e.timeStamp - since > QUICK) this.peek(false);
        opened = false;
      });
    }
    this.shutter.addEventListener('click', (/** @type {MouseEvent} */ e) => { if (e.timeStamp - since > 3 * QUICK) this.peek(!this.open); });
    this.shutter.addEventListener('contextmenu', (/** @type {MouseEvent} */ e) => e.preventDefault());
    // A finger that taps the shutter is lifted over the lens, and its click comes there: what opens
    // must not close at once.
    let touched = false;
    this.lens.addEventListener('pointerdown', () => { touched = true; });
    this.lens.addEventListener('click', () => {
      if (touched) this.peek(false);
      touched = false;
    });
    // The press that is seen here must not be undone by its own click, however long it was.
    this.shutter.addEventListener('pointerup', (/** @type {PointerEvent} */ e) => { since = e.timeStamp; });
    return el('div', { class: 'slot' }, this.shutter, this.lens);
  }

  /** peek opens or covers the private screen. @param {boolean} on */
  peek(on) {
    if (!this.pixels || on === this.open) return;
    this.open = on;
    this.till = performance.now() + 1000 * OPEN_FOR;
    this.asked = null;
    this.picked = false;
    this.root.classList.toggle('open', on);
    this.shutter.setAttribute('aria-pressed', String(on));
    this.lens.hidden = !on;
    if (!on) this.pixels.show(null); // nothing of it stays in the page
    this.fit();
    this.look(this.n, on);
  }

  /** rest is how many seconds it stays open. */
  rest() { return (this.till - performance.now()) / 1000; }

  /** note says under the private screen who should look at it. @param {string} text */
  note(text) { put(this.lens.querySelector('.lensnote'), text, () => document.createTextNode(text)); }

  fit() {
    if (!this.pixels || !this.open) return;
    this.pixels.fit(Math.min(272, document.documentElement.clientWidth - 48));
    // The lens is wider than its pod: at the edge of the table it moves inwards, but not
    // onto the main screen; where there is no room for both, it is smaller. On a narrow page
    // the box lies above the pods.
    const s = this.root.style;
    const glass = $('main').getBoundingClientRect();
    for (let room = Math.min(272, document.documentElement.clientWidth - 48); ; room /= 2) {
      this.pixels.fit(room);
      s.setProperty('--shift', '0px');
      const pod = this.root.getBoundingClientRect();
      const table = /** @type {Element} */ (this.root.parentElement).getBoundingClientRect();
      const [left, right] = [Math.max(table.left - 8, 3), Math.min(table.right + 8, document.documentElement.clientWidth - 3)];
      const [mid, half] = [pod.left + pod.width / 2, this.lens.offsetWidth / 2];
      s.setProperty('--shift', `${Math.max(0, left + half - mid) - Math.max(0, mid + half - right)}px`);
      const at = this.lens.getBoundingClientRect();
      if (room < 2 * this.pixels.w || getComputedStyle(this.root).position !== 'absolute' || at.right <= glass.left || at.left >= glass.right || at.bottom <= glass.top || at.top >= glass.bottom) return;
    }
  }

  /** light shows the colour of the light, just as the strip gives it. @param {string} hex */
  light(hex) {
    if (this.hex === hex) return;
    this.hex = hex;
    const [r, g, b] = [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16));
    const top = Math.max(r, g, b);
    const s = this.root.style;
    if (!top) {
      s.setProperty('--a', '0');
      return;
    }
    // An LED is linear, an eye is not: half the current looks much brighter than half.
    s.setProperty('--a', ((top / 255) ** 0.6).toFixed(3));
    const k = (/** @type {number} */ c) => Math.round(255 * (c / top) ** 0.75);
    s.setProperty('--c', `${k(r)} ${k(g)} ${k(b)}`);
  }

  /**
   * seats shows whom the pod serves: nobody, one, or several who take turns. Where nobody sits
   * a bot has its plate.
   * @param {any[]} here
   * @param {any} bot
   */
  seats(here, bot = null) {
    this.root.classList.toggle('chair', !!bot);
    this.root.classList.toggle('empty', !here.length);
    this.root.classList.toggle('shared', here.length > 1);
    const away = here.length > 0 && here.every(onPhone);
    this.root.classList.toggle('onphone', away);
    if (away) this.peek(false);
    this.caps.forEach((c) => { c.disabled = away; });
    put(this.phone, [lang(), away && here.map((s) => s.phone)], () => (away ? [icon('phone'), here.some((s) => s.phone === 'here') ? el('span', {}, say('pod.phone')) : this.#standIn(here)] : null));
    if (this.shutter) this.shutter.hidden = away;
    this.root.classList.toggle('awaited', here.some((s) => s.awaited));
    this.root.classList.toggle('lockedin', here.some((s) => s.locked) && !here.some((s) => s.awaited));
    const free = say('pod', { n: this.n + 1 });
    // Of several, and of a bot, each has what the light says of one.
    const named = bot ? [bot] : here;
    const marks = (/** @type {Box.Player} */ s) => (bot || here.length > 1 ? unlit(s) : s.icons ?? []);
    put(this.who, [free, say('bot'), named.map((s) => [s.name, s.bot, s.away, marks(s), s.bot && s.lines])], () => (named.length ? named.map((s) => plate(s, marks(s))) : el('span', { class: 'name', dir: 'auto' }, free)));
    const state = named.map((s) => (told(s).length ? ` (${named.length > 1 ? `${s.name}: ` : ''}${list(told(s))})` : '')).join('');
    put(this.state, state, () => document.createTextNode(state));
    this.words(list(named.map((s) => s.name)), free);
  }

  /** standIn is what is to be done while a phone is away; of several who share a pod the paper has it. @param {Box.Player[]} here */
  #standIn(here) {
    if (here.length > 1) return el('span', {}, say('pod.phone_away'));
    const [{ name }] = here;
    return hold('panel', name, { class: 'standin', title: say('phones.panel_how', { name }) }, say('pod.stand_in'), () => this.standIn(name));
  }

  /** @param {string} names @param {string} free */
  words(names, free) {
    const name = names || free;
    this.root.setAttribute('aria-label', names ? say('pod.label', { n: this.n + 1, name }) : free);
    const column = columnOf(this.n);
    this.caps.forEach((c) => c.setAttribute('aria-label', say('key.label', { key: c.dataset.button, name })));
    if (this.shutter) {
      this.shutter.querySelector('.peektext').textContent = say('peek');
      this.shutter.setAttribute('aria-label', say('peek.label', { name }));
      this.canvas.setAttribute('aria-label', say('peek.screen', { name }));
    }
    put(/** @type {HTMLElement} */ (this.root.querySelector('.legend')), column, () => (column ? column.filter((c, i) => c && (i < 3 || this.pixels)).map((c) => el('kbd', {}, face(c))) : []));
  }
}

