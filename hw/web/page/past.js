// What a play of many evenings has been so far: graphs, and what was done and promised, read from the
// box when somebody unfolds it.

import { el, svg } from './dom.js';
import { request } from './line.js';
import { lang, list, num, say } from './words.js';

// The room of a graph, in units of its drawing.
const [WIDE, HIGH, EDGE] = [160, 44, 5];

/**
 * curve draws the values from 0 to most, the first where a line of the language begins.
 * @param {string} label
 * @param {number[]} values
 * @param {number} most
 */
function curve(label, values, most) {
  const step = (WIDE - 2 * EDGE) / Math.max(1, values.length - 1);
  const x = (/** @type {number} */ i) => (document.documentElement.dir === 'rtl' ? WIDE - EDGE - i * step : EDGE + i * step);
  const y = (/** @type {number} */ v) => HIGH - EDGE - (v / most) * (HIGH - 2 * EDGE);
  const at = values.map((v, i) => `${x(i).toFixed(1)},${y(v).toFixed(1)}`);
  const level = (/** @type {number} */ v) => svg('line', { x1: 0, x2: WIDE, y1: y(v), y2: y(v), class: 'level' });
  return svg('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, class: 'curve', role: 'img', 'aria-label': `${label}: ${list(values.map((v) => num(v)))}` },
    level(0), level(most / 2), level(most),
    svg('polyline', { points: at.join(' ') }),
    ...values.map((v, i) => svg('circle', { cx: x(i), cy: y(v), r: values.length > 15 ? 1.5 : 2.6 })));
}

/** graph draws one thing under another, each with where it began and where it stands. @param {Box.Graph} g */
function graph(g) {
  return el('section', { class: 'graph' }, el('h3', { dir: 'auto' }, g.heading),
    el('ul', {}, ...g.rows.map((r) => el('li', {}, el('span', {}, el('bdi', {}, r.label)), curve(r.label, r.values, g.most), el('b', {}, num(r.values.at(-1) ?? 0))))));
}

/** Past is the folded leaf of the paper with all this. */
export class Past {
  #open = false;
  /** @type {import('../schema').Whole<import('../schema').Past> & { at: string } | null} */
  #told = null; // what the box has told last, and at which moment of which play
  #asked = '';

  /**
   * constructor: table draws lines as the paper does, changed is called when there is more to show.
   * @param {(lines: Box.Line[], title: string) => any} table
   * @param {() => void} changed
   */
  constructor(table, changed) {
    this.table = table;
    this.changed = changed;
  }

  /** sign says what is shown. */
  get sign() { return [this.#open, this.#told?.at]; }

  /** show returns what is drawn at a moment of the play, which has a name of its own. @param {any} at */
  show(at) {
    const moment = JSON.stringify([lang(), at]);
    if (this.#open && this.#asked !== moment) this.#ask(moment);
    const t = this.#open ? this.#told : null;
    const leaf = el('details', { class: 'past' }, el('summary', { id: 'past' }, say('past.title')),
      t && !t.graphs.length && !t.groups.some((g) => g.lines.length) ? el('p', {}, say('past.none')) : null,
      ...(t?.graphs ?? []).map(graph),
      ...(t?.groups ?? []).map((g) => el('section', { class: 'group' }, el('h3', { dir: 'auto' }, g.heading), g.lines.length ? this.table(g.lines, g.heading) : el('p', { class: 'none' }, say('past.no_deals')))));
    leaf.open = this.#open;
    leaf.addEventListener('toggle', () => {
      if (this.#open === leaf.open) return;
      this.#open = leaf.open;
      this.changed();
    });
    return leaf;
  }

  /** @param {string} moment */
  async #ask(moment) {
    this.#asked = moment;
    try {
      const r = await request(`past?lang=${lang()}`);
      if (r.status !== 200 || this.#asked !== moment) {
        if (r.status === 204) this.#asked = ''; // while something is revealed: later
        return;
      }
      this.#told = { at: moment, ...await r.json() };
      this.changed();
    } catch { this.#asked = ''; }
  }
}
