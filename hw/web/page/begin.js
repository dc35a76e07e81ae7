// The phone of a host begins a game: which, who plays in which order, and with what options.

import { el, icon, named } from './dom.js';
import { picture } from './look.js';
import { order } from './order.js';
import { CARDS, LONG, Preparing, after, begun, changedBy, choice, chosenOf, clash, dealt, entries, filling, firsts, joined, listed, options, phonesAlone, players, plays, seated, settingsOf, short, stands, told, typedOnce, whose } from './setup.js';
import { num, say } from './words.js';

/** whole gives an option what is left out of it where it is empty. @param {Box.Option} o */
function whole(o) {
  o.values ??= [];
  o.default ??= '';
  o.last ??= '';
  o.of?.forEach(whole);
}

/** typing is what somebody types. @param {string} id @param {ReturnType<typeof settingsOf>[number]} x */
function typing(id, x) {
  const c = el('input', { type: 'text', id, value: x.word, maxlength: LONG, autocomplete: 'off', dir: 'auto' });
  c.addEventListener('input', () => x.set(c.value));
  return el('label', { class: 'row typed-in' }, named(x.option), c);
}

/** Beginning is what a host has chosen so far. */
export class Beginning {
  #game = '';
  /** @type {string[]} */
  #names = [];
  #own = false; // the host has set the names
  #bots = 0;
  #teach = false;
  /** @type {string | undefined} */
  #called; // what the play is called
  /** @type {Box.Chosen} */
  #options = {};
  /** @type {string[]} */
  #phones = []; // that were there when the names were set
  #refused = 0; // how often it was to begin and could not
  #begun = ''; // how a game was begun last
  /** @type {string[] | undefined} */
  #there; // who was there then

  #by = ''; // who has changed it last
  /** @type {Box.Title[]} */
  #titles = [];

  /** @param {(m: import('../schema').PrepareMessage) => boolean} send */
  constructor(send) { this.preparing = new Preparing(send); }

  /** plays notes who is there as a game begins: whoever comes later plays the next one. @param {import('../schema').Guest[]} guests */
  plays(guests) {
    this.#there = guests.map((g) => g.name);
    typedOnce(this.#titles, this.#options);
    this.preparing.forget();
  }

  /**
   * prepare has what is about to begin as usual, or as somebody has chosen, here or on another page. me is whose phone this is, line
   * another once a line was cut.
   * @param {Box.Title[]} titles
   * @param {import('../schema').Guest[]} guests
   * @param {Box.Prepared | null | undefined} prepared
   * @param {string} me
   * @param {string} line
   */
  prepare(titles, guests, prepared, me, line) {
    const phones = guests.map((g) => g.name);
    titles.forEach((x) => x.options.forEach(whole));
    this.#titles = titles;
    this.tell();
    // What was begun since, here or on another page, is offered anew on all of them.
    const last = titles.find((x) => x.last);
    if (last && this.#begun && this.#begun !== begun(last)) {
      const before = this.#there ?? this.#phones;
      this.#choose(last, phones);
      this.#names = after(last, before, phones);
      this.#bots = last.bots;
      this.#teach = false;
      this.#phones = [...phones];
    }
    this.#begun = begun(last);
    let t = this.#title();
    if (!t) {
      t = last ?? titles[0];
      this.#choose(t, phones);
    }
    if (JSON.stringify(this.#phones) !== JSON.stringify(phones)) this.#seat(t, phones);
    const other = this.preparing.heard(prepared, this.#prepared(t), line);
    if (other) this.#takeOver(other, phones);
    this.#by = changedBy(prepared, me);
    this.drawn();
  }

  /** drawn says that what has changed until now was nobody's change. */
  drawn() {
    const t = this.#title();
    if (t) this.preparing.stands(this.#prepared(t));
  }

  /** tell tells the box what somebody has changed here. */
  tell() {
    const t = this.#title();
    if (t) this.preparing.changed(this.#prepared(t));
  }

  #title() { return this.#titles.find((x) => x.id === this.#game); }

  /** @param {Box.Title} t @returns {Box.Preparation} */
  #prepared(t) {
    return { game: t.id, options: told(t, this.#options), name: (this.#called ?? '').trim(), teach: this.#teach, bots: this.#bots, own: this.#own, seats: [...this.#names], spare: [], phones: [...this.#phones] };
  }

  // What somebody has changed on another page is so here, too.
  /** @param {Partial<Box.Preparation>} p @param {string[]} phones */
  #takeOver(p, phones) {
    if (p.seats) this.#own = !!p.own;
    const t = this.#titles.find((x) => x.id === p.game);
    if (t && t.id !== this.#game) this.#choose(t, phones);
    if (p.seats) this.#names = [...p.seats];
    if (p.bots !== undefined) this.#bots = p.bots;
    if (p.teach !== undefined) this.#teach = p.teach;
    if (p.options) this.#options = { ...p.options };
    if (p.name !== undefined) this.#called = p.name || undefined;
  }

  /**
   * form asks for what was prepared. titles are the games, about says what they are, guests those who have a phone, in the order in which
   * they joined; draw draws it anew, begin sends the message of a start.
   * @param {Box.Title[]} titles
   * @param {boolean} busy
   * @param {() => void} draw
   * @param {import('../schema').Guest[]} guests
   * @param {import('../schema').Card[]} about
   * @param {(m: import('../schema').FromHost) => any} begin
   */
  form(titles, guests, about, busy, draw, begin) {
    const phones = this.#phones;
    const asleep = new Set(guests.filter((g) => !g.here).map((g) => g.name));
    const looks = new Map(guests.map((g) => [g.name, g.look]));
    const t = this.#title() ?? titles[0];
    const names = this.#names;
    const range = players(t, this.#options);
    const room = Math.max(0, range.most - names.length);
    this.#bots = Math.min(this.#bots, room);
    const alone = phonesAlone(names, phones);
    const { which, cards } = firsts(t);
    const change = (/** @type {(x: any) => void} */ f) => (/** @type {Event} */ e) => { this.#refused = 0; f(e.target); draw(); };
    const pick = (/** @type {string} */ id, /** @type {any} */ label, /** @type {string} */ value, /** @type {string[][]} */ values, /** @type {(value: string) => void} */ set, more = {}) => {
      const s = el('select', { id, ...more }, ...entries(values.map(([word, label]) => ({ word, label }))));
      s.value = value;
      s.addEventListener('change', change((x) => set(x.value)));
      return el('label', { class: `row${label.childElementCount > 1 ? ' tall' : ''}` }, typeof label === 'string' ? el('span', {}, label) : label, s);
    };
    const check = (/** @type {string} */ id, /** @type {any} */ label, /** @type {boolean} */ on, /** @type {(on: boolean) => void} */ set) => {
      const c = el('input', { type: 'checkbox', id });
      c.checked = on;
      c.addEventListener('change', change((x) => set(x.checked)));
      return el('label', { class: 'row' }, typeof label === 'string' ? el('span', {}, label) : label, c);
    };
    const missing = range.least - names.length - this.#bots;
    const wrong = short(range, names.length + this.#bots) || clash(t, this.#options, this.#bots);
    const name = el('input', { type: 'text', id: 'more-name', maxlength: 24, autocomplete: 'off', spellcheck: 'false', dir: 'auto', 'aria-label': say('menu.more'), placeholder: say('menu.more') });
    const add = () => {
      const n = name.value.trim();
      if (!n) { name.focus(); return; }
      this.#own = true;
      if (!names.includes(n)) names.push(n);
      name.value = '';
      draw();
    };
    name.addEventListener('keydown', (e) => { if (e.key === 'Enter') { e.preventDefault(); add(); } });
    const away = phones.filter((n) => !names.includes(n)); // who has joined and does not play
    const move = (/** @type {() => any} */ f) => () => { this.#own = true; f(); draw(); };
    const called = t.name ? el('input', { type: 'text', id: 'begin-called', value: this.#called ?? t.name, maxlength: 24, autocomplete: 'off', spellcheck: 'false', dir: 'auto' }) : null;
    called?.addEventListener('input', () => { this.#called = called.value; });
    called?.addEventListener('change', () => this.tell());
    const form = el('form', { class: 'ask begin', 'aria-labelledby': 'begin-title' },
      el('h2', { id: 'begin-title' }, say('menu.title')),
      el('p', { class: 'soft', id: 'changed', role: 'status' }, this.#by),
      pick('begin-game', say('menu.game'), chosenOf(t, this.#options), listed(titles).map((x) => [x.id, x.title]), (id) => {
        const x = listed(titles).find((y) => y.id === id);
        this.#choose(x?.of ?? t, phones);
        if (x) Object.assign(this.#options, choice(x));
        this.preparing.chose(this.#prepared(x?.of ?? t));
      }),
      this.#about(t, range, about.find((c) => c.id === t.id)),
      ...(which ? this.#option(t, which, alone, pick, check) : []),
      cards ? this.#cards(t, cards, alone, pick) : null,
      ...t.options.filter((o) => o.early).flatMap((o) => this.#option(t, o, alone, pick, check)),
      t.teaches ? check('begin-teach', el('span', {}, say('menu.teach'), el('small', {}, say('menu.teach_what'))), this.#teach, (on) => { this.#teach = on; }) : null,
      el('fieldset', {}, el('legend', {}, say('menu.seats'), ' ', el('small', {}, say('menu.range', { min: range.least, max: range.most }))),
        order('grip', names, (n, i) => [
          picture(looks.get(n)), el('span', {}, el('bdi', {}, n), asleep.has(n) ? icon('asleep', say('phones.away')) : null),
          el('button', { class: 'tool', id: `off-${i}`, type: 'button', 'aria-label': say('menu.away', { name: n }), onclick: move(() => names.splice(i, 1)) }, '×'),
        ], (from, to) => move(() => names.splice(to, 0, ...names.splice(from, 1)))()),
        this.#bots ? el('ul', { class: 'added' }, ...Array.from({ length: this.#bots }, (_, i) => {
          const bot = say('menu.bot', { n: i + 1 });
          return el('li', {}, el('span', { class: 'pic' }, icon('bot')), el('bdi', {}, bot),
            el('button', { class: 'tool', id: `bot-off-${i}`, type: 'button', 'aria-label': say('menu.away', { name: bot }), onclick: change(() => { this.#bots--; }) }, '×'));
        })) : null,
        away.length ? el('div', { class: 'choices' }, ...away.map((n, i) => el('button', { class: 'key quiet', id: `on-${i}`, type: 'button', onclick: move(() => names.push(n)) }, say('menu.plays_too', { name: n })))) : null,
        el('div', { class: 'byname more' }, name, el('button', { class: 'key quiet', id: 'more', type: 'button', onclick: add }, say('menu.more')))),
      pick('begin-bots', say('menu.bots'), String(this.#bots), Array.from({ length: room + 1 }, (_, n) => [String(n), num(n)]), (n) => { this.#bots = Number(n); }),
      called ? el('label', { class: 'row' }, el('span', {}, say('menu.called'), el('small', {}, say('menu.called_what'))), called) : null,
      ...t.options.filter((o) => o !== which && o !== cards && !o.early).flatMap((o) => this.#option(t, o, alone, pick, check)),
      el('div', { class: 'foot' }, // as on the panel's page: what is missing, and what fills it, beside what starts
        wrong ? el('p', { class: this.#refused ? 'wrong again' : 'wrong', id: 'begin-wrong', role: 'status' }, wrong) : null,
        missing > 0 ? el('button', { class: 'key quiet', id: 'begin-fill', type: 'button', onclick: () => { this.#bots += missing; draw(); } }, filling(missing)) : null,
        el('button', { class: 'key go', id: 'begin', type: 'submit', disabled: busy, 'aria-disabled': String(!!wrong) }, say('menu.start'))));
    form.addEventListener('submit', (e) => {
      e.preventDefault();
      if (busy) return;
      if (wrong) {
        this.#refused++;
        draw();
        return;
      }
      begin({
        t: 'start', game: t.id, seats: names, options: options(t, this.#options, alone, this.#bots), bots: this.#bots, teach: this.#teach && t.teaches,
        ...(t.name ? { name: (this.#called ?? '').trim() } : {}),
      });
    });
    return form;
  }

  /** state is what the form depends on besides what it is handed. */
  get state() { return [this.#game, this.#names, this.#bots, this.#teach, this.#options, this.#refused, this.#by]; }

  /**
   * about says what a game is, how long it takes, for how many it is and what it needs.
   * @param {Box.Title} t
   * @param {Box.Range} range
   * @param {Box.Card | undefined} card
   */
  #about(t, range, card) {
    const play = t.options.flatMap((o) => o.values.filter((v) => v.least && v.word === stands(o, this.#options)))[0];
    const fact = (/** @type {string} */ word, /** @type {string | undefined} */ text) => (text ? el('div', {}, el('dt', {}, say(word)), el('dd', { dir: 'auto' }, text)) : null);
    return el('div', { class: 'about', id: 'begin-about' }, el('p', { dir: 'auto' }, play?.help || card?.about || ''),
      el('dl', {}, fact('menu.long', card?.long), fact('menu.for', say('menu.range', { min: range.least, max: range.most })), fact('menu.needs', card?.needs)));
  }

  /**
   * cards asks whose cards and dice are played with, in the words of the panel's page.
   * @param {Box.Title} t
   * @param {Box.Option} o
   * @param {boolean} alone
   * @param {Function} pick
   */
  #cards(t, o, alone, pick) {
    const { word, set, says } = whose(t, o, this.#options, alone, this.#bots);
    return pick(`begin-${o.key}`, el('span', {}, el('bdi', {}, say('menu.cards')), says ? el('small', { class: 'dealt', dir: 'auto' }, says) : null), word,
      CARDS.map((w) => [w, say(`menu.cards_${w}`)]), (/** @type {string} */ w) => { this.#options[o.key] = w; }, { disabled: set });
  }

  /**
   * option returns what sets an option: nothing for one that stands in files alone.
   * @param {Box.Title} t
   * @param {Box.Option} o
   * @param {boolean} alone
   * @param {Function} pick
   * @param {Function} check
   */
  #option(t, o, alone, pick, check) {
    const id = `begin-${o.key}`;
    const set = (/** @type {any} */ v) => { this.#options[o.key] = v; };
    const value = stands(o, this.#options, alone, this.#bots);
    if (o.kind === 'bool') return [check(id, named(o), value, set)];
    if (o.of) {
      return settingsOf(t, o, this.#options).map((x) => (x.option.kind === 'bool'
        ? check(`${id}-${x.option.key}`, named(x.option), x.word === 'true', x.set)
        : x.option.kind === 'text' ? typing(`${id}-${x.option.key}`, x)
        : pick(`${id}-${x.option.key}`, named(x.option), x.word, x.option.values.map((v) => [v.word, v.label]), x.set)));
    }
    if (o.kind === 'int') {
      const c = el('input', { type: 'number', id, inputmode: 'numeric', value: value === o.default ? '' : value });
      c.addEventListener('change', () => { set(c.value === '' ? undefined : Number(c.value)); this.tell(); });
      return [el('label', { class: 'row' }, named(o), c)];
    }
    if (o.kind === 'seat') return [pick(id, named(o), this.#names.includes(value) ? value : '', [['', say('menu.default')], ...this.#names.map((n) => [n, n])], set)];
    if (o.kind !== 'choice' && !o.values.length) return o.kind === 'catalogue' ? [el('div', { class: 'row' }, named(o)), el('p', { class: 'soft' }, say('menu.file_there'))] : [];
    const says = dealt(o, this.#options, alone, this.#bots);
    const words = o.values.map((v) => [v.word, v.label]);
    const told = o.values.some((v) => v.least && v.word === value); // above, with what the game is
    return [pick(id, told ? el('span', {}, el('bdi', {}, o.label)) : says ? el('span', {}, el('bdi', {}, o.label), el('small', { class: 'dealt', dir: 'auto' }, says)) : named(o, value), value,
      o.kind === 'choice' && !o.default ? [['', say('menu.default')], ...words] : words, (/** @type {string} */ v) => {
        set(v);
        if (t.tools?.some((x) => o.values.some((w) => w.word === x.word))) delete this.#options[t.options.find((x) => x.of)?.key ?? '']; // of another tool
      }, { disabled: !!(o.draws && this.#bots) }), plays(o)];
  }

  /** choose takes a game as it was begun last. @param {Box.Title} t @param {string[]} phones */
  #choose(t, phones) {
    this.#game = t.id;
    this.#options = {};
    this.#called = undefined;
    if (!this.#own) this.#seat(t, phones);
  }

  /** seat lets those play who have joined. @param {Box.Title} t @param {string[]} phones */
  #seat(t, phones) {
    if (this.#own) this.#names = joined(this.#names, this.#phones, phones);
    else ({ names: this.#names, bots: this.#bots } = seated(t, phones));
    this.#phones = [...phones];
  }
}
