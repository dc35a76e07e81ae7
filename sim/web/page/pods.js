// The pods around the box.

import { el, icon, put } from './dom.js';
import { Pixels } from './pixels.js';
import { NAMES, columnOf, face, makeKey } from './keys.js';
import { say } from './words.js';

const QUICK = 350; // ms: a shorter press on the shutter leaves it open, a longer one closes it again

/** ring returns where n pods stand, clockwise from the upper left, in percent of the table. */
export function ring(n) {
  const at = [];
  const row = (k, y, back) => {
    for (let i = 0; i < k; i++) {
      const x = (100 * (back ? k - i - 0.5 : i + 0.5)) / k;
      at.push({ x: k === 1 ? 50 : 50 + (x - 50) * (k === 2 ? 0.92 : 1), y, side: y < 50 ? 'top' : 'bottom' });
    }
  };
  if (n === 1) row(1, 100, true);
  else if (n === 2) { row(1, 0); row(1, 100, true); }
  else {
    const top = Math.ceil((n - 2) / 2);
    row(top, 0, false);
    at.push({ x: 100, y: 50, side: 'right' });
    row(n - 2 - top, 100, true);
    at.push({ x: 0, y: 50, side: 'left' });
  }
  return at;
}

/** Pod is one pod on the table. */
export class Pod {
  constructor({ n, of, screen, hands, look }) {
    this.n = n;
    this.look = look;
    this.open = false;
    const at = ring(of)[n];
    this.caps = [0, 1, 2].map((b) => makeKey(hands, n, b));
    this.name = el('span', { class: 'name', dir: 'auto' });
    this.marks = el('span', { class: 'marks' });
    this.dome = el('i', { class: 'dome', 'aria-hidden': 'true' });
    this.state = el('span', { class: 'unseen' });
    this.root = el('section', { class: `pod at-${at.side}`, id: `pod${n}`, 'data-pod': n },
      el('i', { class: 'glow', 'aria-hidden': 'true' }),
      el('div', { class: 'body' },
        this.dome,
        el('h2', { class: 'plate' }, this.name, this.marks, this.state),
        screen ? this.#screen(screen) : null,
        el('div', { class: 'keys' }, ...this.caps)),
      el('div', { class: 'legend', 'aria-hidden': 'true' }));
    this.root.style.setProperty('--x', at.x);
    this.root.style.setProperty('--y', at.y);
  }

  #screen([w, h]) {
    this.canvas = el('canvas', { role: 'img' });
    this.pixels = new Pixels(this.canvas, w, h, { lit: '#d8ecff', edge: '#8fa0b0', dim: '#10151a' });
    this.shutter = el('button', { class: 'shutter', type: 'button', 'aria-pressed': 'false' },
      icon('eye'), el('span', { class: 'peektext' }));
    this.lens = el('div', { class: 'lens', hidden: true }, this.canvas, el('p', { class: 'lensnote', dir: 'auto' }));
    let since = 0;
    let opened = false;
    this.shutter.addEventListener('pointerdown', (e) => {
      if (e.button !== 0) return;
      since = performance.now();
      try { this.shutter.setPointerCapture(e.pointerId); } catch { /* already gone */ }
      opened = !this.open;
      this.peek(!this.open);
    });
    for (const t of ['pointerup', 'pointercancel']) {
      this.shutter.addEventListener(t, () => {
        if (opened && performance.now() - since > QUICK) this.peek(false);
        opened = false;
      });
    }
    this.shutter.addEventListener('click', () => { if (performance.now() - since > 3 * QUICK) this.peek(!this.open); });
    this.shutter.addEventListener('contextmenu', (e) => e.preventDefault());
    this.lens.addEventListener('click', () => this.peek(false));
    // The press that is seen here must not be undone by its own click, however long it was.
    this.shutter.addEventListener('pointerup', () => { since = performance.now(); });
    return el('div', { class: 'slot' }, this.shutter, this.lens);
  }

  /** peek opens or covers the private screen. */
  peek(on) {
    if (!this.pixels || on === this.open) return;
    this.open = on;
    this.root.classList.toggle('open', on);
    this.shutter.setAttribute('aria-pressed', String(on));
    this.lens.hidden = !on;
    if (!on) this.pixels.show(null); // nothing of it stays in the page
    this.fit();
    this.look(this.n, on);
  }

  fit() {
    if (!this.pixels || !this.open) return;
    this.pixels.fit(Math.min(272, document.documentElement.clientWidth - 48));
    // The lens is wider than its pod: at the edge of the table it moves inwards.
    const s = this.root.style;
    s.setProperty('--shift', '0px');
    const pod = this.root.getBoundingClientRect();
    const table = this.root.parentElement.getBoundingClientRect();
    const [mid, half] = [pod.left + pod.width / 2, this.lens.offsetWidth / 2 + 6];
    s.setProperty('--shift', `${Math.max(0, table.left + half - mid) - Math.max(0, mid + half - table.right)}px`);
  }

  /** light shows the colour of the light, just as the strip gives it. */
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
    const k = (c) => Math.round(255 * (c / top) ** 0.75);
    s.setProperty('--c', `${k(r)} ${k(g)} ${k(b)}`);
  }

  /** seat shows who sits here. */
  seat(s) {
    const name = s?.name ?? '';
    this.root.classList.toggle('empty', !name);
    const shown = name || say('pod.free', { n: this.n + 1 });
    put(this.name, shown, () => document.createTextNode(shown));
    const icons = s ? [...(s.icons ?? [])] : [];
    put(this.marks, [icons, s?.locked], () => icons.map((i) => icon(i)));
    const told = [
      ...icons.map((i) => say(`icon.${i}`)),
      s?.awaited ? say('pod.awaited') : '',
      s?.locked ? say('pod.locked') : '',
    ].filter(Boolean).join(', ');
    this.root.classList.toggle('awaited', !!s?.awaited);
    this.root.classList.toggle('lockedin', !!s?.locked);
    put(this.state, told, () => document.createTextNode(told ? ` (${told})` : ''));
    this.words(shown);
  }

  words(name) {
    this.root.setAttribute('aria-label', say('pod.label', { n: this.n + 1, name }));
    const column = columnOf(this.n);
    this.caps.forEach((c, i) => c.setAttribute('aria-label', say('key.label', { key: NAMES[i], name })));
    if (this.shutter) {
      this.shutter.querySelector('.peektext').textContent = say('peek');
      this.shutter.setAttribute('aria-label', say('peek.label', { name }));
      this.canvas.setAttribute('aria-label', say('peek.screen', { name }));
      this.lens.querySelector('.lensnote').textContent = say('peek.note', { name });
    }
    put(this.root.querySelector('.legend'), column, () => (column ? column.filter((c, i) => c && (i < 3 || this.pixels)).map((c) => el('kbd', {}, face(c))) : []));
  }
}

