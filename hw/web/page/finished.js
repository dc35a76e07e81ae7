// The games that are over: who played, how it came out, the record, and where it can be watched again. The box reads them when somebody
// unfolds them.

import { el, icon } from './dom.js';
import { film } from './film.js';
import { request, saved } from './line.js';
import { chart, made } from './score.js';
import { apart, date, lang, list, num, say } from './words.js';

// AT_HAND is how many are listed unasked.
const AT_HAND = 8;

/** Finished is the folded leaf of the paper with all of them. */
export class Finished {
  #open = false;
  /** @type {import('../schema').Finished[] | null} */
  #all = null;
  #asked = ''; // for what #all was asked
  #at = ''; // which of them is unfolded
  /** @type {import('../schema').Whole<import('../schema').Result> | null} */
  #result = null; // of that

  /** constructor: changed is called when there is more to show. @param {() => void} changed */
  constructor(changed) { this.changed = changed; }

  /** sign says what is shown. */
  get sign() { return [this.#open, this.#asked, !!this.#all, this.#at, !!this.#result]; }

  /** show returns the leaf, where n games are over. @param {number} n */
  show(n) {
    const now = JSON.stringify([lang(), n]);
    if (this.#open && this.#asked !== now) this.#read(now);
    const all = this.#open ? this.#all ?? [] : [];
    const leaf = el('details', { class: 'places finished' }, el('summary', { id: 'finished' }, say('finished.title')),
      el('ul', { class: 'plays' }, ...all.slice(0, AT_HAND).map((p) => this.#play(p))),
      all.length > AT_HAND ? el('details', {}, el('summary', { id: 'finished-more' }, say('resume.more', { n: all.length - AT_HAND })), el('ul', { class: 'plays' }, ...all.slice(AT_HAND).map((p) => this.#play(p)))) : null);
    leaf.open = this.#open;
    leaf.addEventListener('toggle', () => {
      if (this.#open === leaf.open) return;
      this.#open = leaf.open;
      this.changed();
    });
    return leaf;
  }

  /** @param {import('../schema').Finished} p */
  #play(p) {
    const here = p.id === this.#at;
    const told = [p.name ? p.game : '', p.begun && date(p.begun)].filter(Boolean);
    return el('li', { class: 'play' },
      el('p', { dir: 'auto' }, el('b', {}, p.name || p.game), told.length ? el('span', { class: 'when' }, ...told.flatMap((x, j) => [j ? ' · ' : '', el('span', {}, x)])) : null),
      el('p', { class: 'at', dir: 'auto' }, list(p.seats ?? [])),
      el('button', { class: 'pen', id: `ended-${p.id}`, type: 'button', 'aria-expanded': String(here), onclick: () => this.#unfold(p.id) }, say('over.title')),
      ...(here && this.#result ? this.#came(p.id, this.#result) : []));
  }

  /** @param {import('../schema').Whole<import('../schema').Result>} r @param {string} id */
  #came(id, r) {
    const ranks = (/** @type {Box.Score} */ score) => el('table', { class: 'score' }, el('caption', { class: 'unseen' }, say('over.title')), el('tbody', {}, ...score.rows.map((x) => el('tr', { class: x.winner ? 'strong' : '' },
      el('th', { scope: 'row' }, el('small', {}, x.place), ' ', el('bdi', {}, x.seat)), el('td', {}, num(x.total))))));
    const table = (/** @type {Box.Line[]} */ lines) => el('table', { class: 'score' }, el('tbody', {}, ...lines.map((x) => el('tr', { class: x.strong ? 'strong' : '' },
      el('th', { scope: 'row' }, ...x.icons.map((i) => icon(i, say(`icon.${i}`))), ' ', el('bdi', {}, x.seat)), el('td', { dir: 'auto' }, apart(x.text))))));
    const own = r.heading ? [el('p', { class: 'came', dir: 'auto' }, el('b', {}, r.heading)), table(r.lines ?? []),
      ...(r.groups ?? []).map((g) => el('details', { class: 'made-of' }, el('summary', { dir: 'auto' }, g.heading), table(g.lines)))] : [];
    return [...own, ...(r.score ? [ranks(r.score), chart(r.score), el('details', { class: 'made-of' }, el('summary', { id: 'ended-made' }, say('score.made')), made(r.score))] : []), film(r.film, 'pen', 'ended-film'),
      el('div', { class: 'acts' }, el('a', { class: 'pen', id: 'ended-record', ...saved(`finished/${id}/record`), download: 'consigliere.jsonl' }, say('record')))];
  }

  /** @param {string} id */
  async #unfold(id) {
    this.#at = this.#at === id ? '' : id;
    this.#result = null;
    this.changed();
    if (!this.#at) return;
    const r = await this.#get(`finished/${id}`);
    if (this.#at !== id) return;
    this.#result = r;
    this.changed();
  }

  /** @param {string} now */
  async #read(now) {
    this.#asked = now;
    this.#at = '';
    const all = await this.#get('finished');
    if (this.#asked !== now) return;
    this.#all = all;
    this.changed();
  }

  /** @param {string} path */
  async #get(path) {
    try {
      const r = await request(`${path}?lang=${lang()}`);
      return r.status === 200 ? await r.json() : null;
    } catch { return null; }
  }
}
