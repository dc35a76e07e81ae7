// The phone of a host begins a game: which, who plays in which order, and with what options.

import { el, icon, named } from './dom.js';
import { num, say } from './words.js';

/** Beginning is what a host has chosen so far. */
export class Beginning {
  #game = '';
  #names = null;
  #bots = 0;
  #teach = false;
  #options = {};
  #known = '';

  /** form asks for it. titles are the games, phones the names that have a phone; draw draws it anew,
   * begin sends the message of a start. */
  form(titles, phones, busy, draw, begin) {
    const known = JSON.stringify(phones);
    let t = titles.find((x) => x.id === this.#game);
    if (!t) {
      t = titles.find((x) => x.last) ?? titles[0];
      this.#choose(t);
    }
    if (!this.#names || this.#known !== known) this.#names = this.#around(t, phones);
    this.#known = known;
    const names = this.#names;
    const room = Math.max(0, t.max - names.length);
    this.#bots = Math.min(this.#bots, room);
    const change = (f) => (e) => { f(e.target); draw(); };
    const pick = (id, label, value, values, set) => {
      const s = el('select', { id }, ...values.map(([v, text]) => el('option', { value: v }, text)));
      s.value = value;
      s.addEventListener('change', change((x) => set(x.value)));
      return el('label', { class: 'row' }, el('span', {}, label), s);
    };
    const check = (id, label, on, set) => {
      const c = el('input', { type: 'checkbox', id });
      c.checked = on;
      c.addEventListener('change', change((x) => set(x.checked)));
      return el('label', { class: 'row' }, el('span', {}, label), c);
    };
    const wrong = names.length + this.#bots < t.min ? say('menu.few', { n: t.min }) : names.length > t.max ? say('host.many', { n: t.max }) : '';
    const name = el('input', { type: 'text', id: 'more-name', maxlength: 24, autocomplete: 'off', spellcheck: 'false', dir: 'auto', 'aria-label': say('menu.more'), placeholder: say('menu.more') });
    const add = () => {
      const n = name.value.trim();
      if (!n) { name.focus(); return; }
      if (!names.includes(n)) names.push(n);
      name.value = '';
      draw();
    };
    name.addEventListener('keydown', (e) => { if (e.key === 'Enter') { e.preventDefault(); add(); } });
    const form = el('form', { class: 'ask begin', 'aria-labelledby': 'begin-title' },
      el('h2', { id: 'begin-title' }, say('menu.title')),
      pick('begin-game', say('menu.game'), t.id, titles.map((x) => [x.id, x.title]), (id) => { this.#choose(titles.find((x) => x.id === id)); this.#known = ''; }),
      el('fieldset', {}, el('legend', {}, say('menu.seats'), ' ', el('small', {}, say('menu.range', { min: t.min, max: t.max }))),
        el('ol', { class: 'order' }, ...names.map((n, i) => el('li', {}, el('bdi', {}, n),
          el('button', { class: 'tool', id: `up-${i}`, type: 'button', disabled: i === 0, 'aria-label': say('host.up', { name: n }), onclick: () => { names.splice(i - 1, 0, ...names.splice(i, 1)); draw(); } }, icon('up')),
          el('button', { class: 'tool', id: `off-${i}`, type: 'button', 'aria-label': say('menu.away', { name: n }), onclick: () => { names.splice(i, 1); draw(); } }, '×')))),
        el('div', { class: 'byname more' }, name, el('button', { class: 'key quiet', id: 'more', type: 'button', onclick: add }, say('menu.more')))),
      pick('begin-bots', say('menu.bots'), String(this.#bots), Array.from({ length: room + 1 }, (_, n) => [String(n), num(n)]), (n) => { this.#bots = Number(n); }),
      t.teaches ? check('begin-teach', say('menu.teach'), this.#teach, (on) => { this.#teach = on; }) : null,
      ...t.options.map((o) => (o.kind === 'bool'
        ? check(`begin-${o.key}`, named(o), this.#options[o.key] === true, (on) => { this.#options[o.key] = on || undefined; })
        : pick(`begin-${o.key}`, named(o, this.#options[o.key] ?? o.default), this.#options[o.key] ?? o.default, o.values.map((v) => [v.word, v.label]), (v) => { this.#options[o.key] = v; }))),
      wrong ? el('p', { class: 'slip wrong', role: 'status' }, wrong) : null,
      el('button', { class: 'key go', id: 'begin', type: 'submit', disabled: busy || !!wrong }, say('menu.start')));
    form.addEventListener('submit', (e) => {
      e.preventDefault();
      if (busy || wrong) return;
      const options = Object.fromEntries(Object.entries(this.#options).filter(([, v]) => v !== undefined));
      begin({ t: 'start', game: t.id, seats: names, options, bots: this.#bots, teach: this.#teach && t.teaches });
    });
    return form;
  }

  /** state is what the form depends on besides what it is handed. */
  get state() { return [this.#game, this.#names, this.#bots, this.#teach, this.#options]; }

  /** choose takes a game as it was begun last. */
  #choose(t) {
    this.#game = t.id;
    this.#bots = t.bots;
    this.#options = Object.fromEntries(t.options.filter((o) => o.last).map((o) => [o.key, o.kind === 'bool' ? o.last === 'true' : o.last]));
  }

  /** around returns who plays: the phones, in the order in which they sat last. */
  #around(t, phones) {
    const last = t.seats.filter((n) => phones.includes(n));
    return [...last, ...phones.filter((n) => !last.includes(n))];
  }
}
