// What a game begins with, the same on the panel's page and on the phone of a host: how its options stand until
// somebody chooses, who plays, and what is missing.

import { el } from './dom.js';
import { num, say } from './words.js';

/** LONG is how many letters can be typed of a text: LongText of the engine. */
export const LONG = 100;

/** phonesAlone reports whether all who play have phones. @param {string[]} names @param {string[]} phones */
export const phonesAlone = (names, phones) => names.length > 0 && names.every((n) => phones.includes(n));

/** usual returns how an option stands until somebody chooses: as last time, or as the box has it. @param {Box.Option} o @param {boolean} [alone] */
export function usual(o, alone) {
  const word = o.last || (alone && o.alone) || o.default;
  return o.kind === 'bool' ? word === 'true' : word;
}

/**
 * stands returns how an option stands. chosen are the values that were chosen, by key.
 * @param {Box.Option} o
 * @param {Box.Chosen} chosen
 * @param {boolean} [alone]
 * @param {number} [bots]
 */
export const stands = (o, chosen, alone, bots) => (o.draws && bots ? 'box' : chosen[o.key] ?? usual(o, alone));

/**
 * dealt says that the box deals, and why, where nobody has chosen it; else ''.
 * @param {Box.Option} o
 * @param {Box.Chosen} chosen
 * @param {boolean} alone
 * @param {number} bots
 */
export const dealt = (o, chosen, alone, bots) => (o.alone && alone && !bots && chosen[o.key] === undefined && !o.last ? say('menu.deals_alone') : '');

/**
 * laid says with which option all cards and dice lie on the table as it stands, so that the box deals nothing; else ''.
 * @param {Box.Title} t
 * @param {Box.Chosen} chosen
 */
const laid = (t, chosen) => t.options.flatMap((o) => o.values.filter((v) => v.laid && v.word === stands(o, chosen)).map((v) => `${o.label}: ${v.label}`))[0] ?? '';

/**
 * clash says why what is chosen does not go with bots; '' if it does.
 * @param {Box.Title} t
 * @param {Box.Chosen} chosen
 * @param {number} bots
 */
export function clash(t, chosen, bots) {
  const what = bots ? laid(t, chosen) : '';
  return what && say('menu.bots_laid', { what });
}

/**
 * whose returns who has the cards and dice, and why that is not to be chosen or was not; '' where neither is so.
 * @param {Box.Title} t
 * @param {Box.Option} o
 * @param {Box.Chosen} chosen
 * @param {boolean} alone
 * @param {number} bots
 */
export function whose(t, o, chosen, alone, bots) {
  const lies = laid(t, chosen);
  if (bots && !lies) return { word: 'box', set: true, says: say('menu.bots_draw') };
  if (lies) return { word: 'table', set: true, says: say('menu.cards_laid', { what: lies }) };
  return { word: stands(o, chosen, alone, bots), set: false, says: dealt(o, chosen, alone, bots) };
}

/** toolOf returns the tool that is chosen, or undefined. @param {Box.Title} t @param {Box.Chosen} chosen */
export function toolOf(t, chosen) {
  const words = t.options.map((o) => (o.kind === 'choice' ? stands(o, chosen) : ''));
  return t.tools?.find((x) => words.includes(x.word));
}

/**
 * settingsOf returns the settings of an option that the tool or the script has, and how each stands; chosen gets those that the
 * tool was used with last.
 * @param {Box.Title} t
 * @param {Box.Option} o
 * @param {Box.Chosen} chosen
 */
export function settingsOf(t, o, chosen) {
  const tool = toolOf(t, chosen);
  const words = t.options.filter((x) => x.kind === 'choice').map((x) => stands(x, chosen));
  const own = (o.of ?? []).filter((x) => x.for?.some((w) => words.includes(w)));
  if (!own.length) return [];
  if (tool?.options[o.key]) chosen[o.key] ??= { ...tool.options[o.key] };
  const set = chosen[o.key] ?? {}; // of a script that has none set, nothing is sent until there is
  return own.map((x) => ({
    option: x,
    word: String(set[x.key] ?? x.default),
    set: (/** @type {any} */ word) => { (chosen[o.key] ??= set)[x.key] = x.kind === 'bool' ? word : x.kind === 'int' ? Number(word) : word; },
  }));
}

/**
 * typedOnce takes what was typed for one play, such as the question of a vote, out of what was chosen, once that play has begun.
 * @param {Box.Title[]} titles
 * @param {Box.Chosen} chosen
 */
export function typedOnce(titles, chosen) {
  for (const o of titles.flatMap((t) => t.options)) {
    for (const x of o.of ?? []) if (x.kind === 'text' && chosen[o.key]) delete chosen[o.key][x.key];
  }
}

/**
 * firsts returns what is asked before all that depends on it: which of several games a title is, and whose cards and dice
 * are played with.
 * @param {Box.Title} t
 */
export const firsts = (t) => ({
  which: t.options.find((o) => o.values.some((v) => v.word === t.tools?.[0]?.word)),
  cards: t.options.find((o) => o.draws && o.kind === 'choice' && ['table', 'box'].every((w) => o.values.some((v) => v.word === w))),
});

/**
 * listed returns what a list of games offers: the titles, and before one that is many games those of them that people know by
 * their own names.
 * @param {Box.Title[]} titles
 */
export const listed = (titles) => titles.flatMap((t) => [
  ...t.options.flatMap((o) => (o.values ?? []).filter((v) => v.front).map((v) => ({ id: `${t.id}-${v.word}`, title: v.label, of: t, key: o.key, word: v.word }))),
  { id: t.id, title: t.title, of: t, key: '', word: '' }]);

/**
 * choice returns what is chosen with one of these: a game by its own name, or a title of many, which then is none of those.
 * @param {ReturnType<typeof listed>[number]} x
 * @returns {Box.Chosen}
 */
export const choice = (x) => (x.key ? { [x.key]: x.word }
  : Object.fromEntries(x.of.options.filter((o) => o.values.some((v) => v.front && v.word === stands(o, {}))).map((o) => [o.key, o.default])));

/** frontOf returns the game of its own name that is chosen of a title, if it is one. @param {Box.Title} t @param {Box.Chosen} chosen */
export const frontOf = (t, chosen) => t.options.flatMap((o) => o.values.filter((v) => v.front && v.word === stands(o, chosen)))[0];

/** chosenOf returns which of these is chosen. @param {Box.Title} t @param {Box.Chosen} chosen */
export const chosenOf = (t, chosen) => listed([t]).find((x) => x.key && stands(/** @type {Box.Option} */ (t.options.find((o) => o.key === x.key)), chosen) === x.word)?.id ?? t.id;

/**
 * entries are the entries of a list; those of one kind, whose names begin with the same word, stand together at its head, below that word.
 * @param {{ word: string, label: string }[]} values
 */
export function entries(values) {
  const entry = (/** @type {{ word: string, label: string }} */ v) => el('option', { value: v.word }, v.label);
  const kind = (/** @type {{ label: string }} */ v) => v.label.split(' ')[0];
  const kinds = [...new Set(values.map(kind))].filter((k) => k && values.length > 9 && values.filter((v) => kind(v) === k).length > 2);
  return [...kinds.map((k) => el('optgroup', { label: k }, ...values.filter((v) => kind(v) === k).map(entry))), ...values.filter((v) => !kinds.includes(kind(v))).map(entry)];
}

let unfolded = false; // what each of the games of a title is

/** plays says of each game that an option chooses what it is, unfolded by those who want to know; null where there are none. @param {Box.Option} o */
export function plays(o) {
  const all = o.values.filter((v) => v.least && v.help);
  if (all.length < 2) return null;
  const leaf = el('details', { class: 'explain group' }, el('summary', { id: 'plays' }, say('menu.plays')),
    el('dl', {}, ...all.flatMap((v) => [el('dt', { dir: 'auto' }, v.label), el('dd', { dir: 'auto' }, v.help)])));
  leaf.open = unfolded;
  leaf.addEventListener('toggle', () => { unfolded = leaf.open; });
  return leaf;
}

/** CARDS are the answers to whose cards and dice are played with. */
export const CARDS = ['table', 'box'];

/**
 * begun says how a title was begun last; it changes when it is begun anew, on whatever page.
 * @param {Box.Title | undefined} t
 */
export const begun = (t) => JSON.stringify(t ? [t.id, t.seats, t.bots, t.options.map((o) => o.last)] : []);

/**
 * after returns who plays next: whoever has just played, and who has joined since.
 * @param {Box.Title} t
 * @param {string[]} before
 * @param {string[]} phones
 */
export const after = (t, before, phones) => [...t.seats.filter((n) => !before.includes(n) || phones.includes(n)), ...phones.filter((n) => !before.includes(n) && !t.seats.includes(n))];

/**
 * options returns the options of a start: what was chosen, now or last time, and what is not as the rules have it.
 * @param {Box.Title} t
 * @param {Box.Chosen} chosen
 * @param {boolean} alone
 * @param {number} bots
 */
export function options(t, chosen, alone, bots) {
  /** @type {Box.Chosen} */
  const out = {};
  for (const o of t.options) {
    const v = o.of || o.kind === 'object' ? chosen[o.key] : o.draws && !bots && laid(t, chosen) ? 'table' : stands(o, chosen, alone, bots);
    const told = chosen[o.key] !== undefined || o.last || (o.kind === 'catalogue' && o.values.length) || String(v) !== o.default;
    if (told && v !== undefined && v !== '' && !(v === false && chosen[o.key] === undefined)) out[o.key] = v;
  }
  return out;
}

/** players returns how many can play, and what it is that they can play. @param {Box.Title} t @param {Box.Chosen} chosen @param {any} [file] */
export function players(t, chosen, file) {
  if (file?.seats) return { least: file.seats[0], most: file.seats[1], game: file.name };
  for (const o of t.options) {
    const v = o.values.find((x) => x.least && x.word === stands(o, chosen));
    if (v) return { least: v.least, most: v.most, game: v.label };
  }
  return { least: t.min, most: t.max, game: t.title };
}

/** short says who is missing, or that there are too many; '' if that is not so. */
export function short(/** @type {Box.Range} */ { least, most, game }, /** @type {number} */ n) {
  if (n < least) return say('menu.few', { game, min: least, max: most, n: least - n });
  return n > most ? say('menu.many', { game, min: least, max: most, n: n - most }) : '';
}

/** filling says what a button does that lets bots play for those who are missing. @param {number} n */
export const filling = (n) => say('menu.fill', { n: num(n) });

/**
 * seated returns who plays once phones have joined, in the order in which they joined; or, where just these have
 * played the game last, as they sat then.
 * @param {Box.Title} t
 * @param {string[]} phones
 */
export function seated(t, phones) {
  const same = t.seats.length === phones.length && t.seats.every((n) => phones.includes(n));
  return same ? { names: [...t.seats], bots: t.bots } : { names: [...phones], bots: 0 };
}

/**
 * joined returns a list of players that somebody has made, when phones were before and are now: who has come is
 * added, and who has gone is away.
 * @param {string[]} names
 * @param {string[]} before
 * @param {string[]} phones
 */
export function joined(names, before, phones) {
  const left = names.filter((n) => !before.includes(n) || phones.includes(n));
  return [...left, ...phones.filter((n) => !before.includes(n) && !left.includes(n))];
}

/**
 * A Preparing keeps what a page is about to begin the same as on all others. What this page has changed wins over what comes back
 * until the box has heard it; else what the box has is shown. What nobody has changed is as usual.
 */
export class Preparing {
  #page = Array.from(crypto.getRandomValues(new Uint8Array(9)), (b) => b.toString(36)).join('');
  #said = 0; // how many changes
  /** @type {{ m: import('../schema').PrepareMessage, things: string[] }[]} */
  #under = []; // which the box has not heard
  /** @type {Map<string, string> | undefined} */
  #stood; // how each thing stood last
  #seen = 0; // what the box has had
  #line = '';

  /** @param {(m: import('../schema').PrepareMessage) => boolean} send */
  constructor(send) { this.send = send; }

  /** stands notes how all stands: what has changed until now was nobody's change. @param {Box.Preparation} now */
  stands(now) { this.#stood = things(now); }

  /** chose tells the box that a game was chosen; who plays it is as usual until somebody says so. @param {Box.Preparation} now */
  chose(now) {
    this.#tell({ game: now.game, anew: true, options: now.options }, ['game', ...(now.own ? [] : ['bots'])], now);
  }

  /** changed tells the box what somebody has changed since. @param {Box.Preparation} now */
  changed(now) {
    const before = this.#stood;
    if (!before) return;
    const all = things(now);
    const changes = [...new Set([...before.keys(), ...all.keys()])].filter((k) => before.get(k) !== all.get(k));
    if (!changes.length) return;
    if (changes.includes('game')) { this.chose(now); return; }
    const chosen = changes.filter((k) => k.startsWith('option ')).map((k) => k.slice(7));
    const is = (/** @type {string} */ k) => changes.includes(k);
    this.#tell({
      game: now.game, anew: false,
      ...(chosen.length ? { options: Object.fromEntries(chosen.map((k) => [k, now.options[k] ?? null])) } : {}),
      ...(is('name') ? { name: now.name } : {}), ...(is('teach') ? { teach: now.teach } : {}), ...(is('bots') ? { bots: now.bots } : {}),
      ...(is('seats') ? { seats: now.seats, spare: now.spare } : {}),
    }, changes, now);
  }

  /**
   * heard returns what others have changed, where that is not so here yet, or null. line is another once a line was cut: what was under way
   * is said again.
   * @param {Box.Prepared | null | undefined} p
   * @param {Box.Preparation} now
   * @param {string} line
   */
  heard(p, now, line) {
    this.#under = this.#under.filter((u) => u.m.n > (p?.heard?.[this.#page] ?? 0));
    if (line !== this.#line) this.#under.forEach((u) => this.send(u.m));
    this.#line = line;
    const all = things(now);
    if (!p || p.n === this.#seen && same(all, this.#stood)) return null;
    this.#seen = p.n;
    const other = this.#overlaid(p, now);
    return same(things({ ...now, ...other }), all) ? null : other;
  }

  /** forget is for when a play begins: nothing is under way for the next one. */
  forget() {
    this.#under = [];
    this.#stood = undefined;
  }

  /** @param {Partial<import('../schema').PrepareMessage> & { game: string, anew: boolean }} change @param {string[]} changes @param {Box.Preparation} now */
  #tell(change, changes, now) {
    const m = { t: /** @type {const} */ ('prepare'), page: this.#page, n: ++this.#said, phones: now.phones, ...change };
    this.#under.push({ m, things: changes });
    this.#stood = things(now);
    this.send(m);
  }

  // What the box has, but for what is under way.
  /** @param {Box.Prepared} p @param {Box.Preparation} now @returns {Partial<Box.Preparation>} */
  #overlaid(p, now) {
    const mine = new Set(this.#under.flatMap((u) => u.things));
    /** @type {Partial<Box.Preparation>} */
    const other = {};
    if (p.game && !mine.has('game')) {
      const kept = p.game === now.game ? [...mine].filter((k) => k.startsWith('option ')).map((k) => k.slice(7)) : [];
      other.game = p.game;
      other.options = { ...p.options, ...Object.fromEntries(kept.map((k) => [k, now.options[k]])) };
      if (p.game !== now.game || !mine.has('name')) other.name = p.name ?? '';
    }
    if (p.seats?.length && !mine.has('seats')) Object.assign(other, { seats: p.seats, spare: p.spare ?? [], own: p.seats.some((n) => !p.spare?.includes(n)) });
    if (p.bots !== undefined && p.bots !== null && !mine.has('bots')) other.bots = p.bots;
    if (p.teach !== undefined && p.teach !== null && !mine.has('teach')) other.teach = p.teach;
    return other;
  }
}

/** things are what can be changed apart, each with how it stands. @param {Box.Preparation} p */
const things = (p) => new Map(/** @type {[string, string][]} */ ([['game', p.game], ['seats', JSON.stringify(p.seats)], ['bots', String(p.bots)], ['teach', String(p.teach)], ['name', p.name],
  ...Object.entries(p.options).filter(([, v]) => v !== undefined && v !== null).map(([k, v]) => [`option ${k}`, JSON.stringify(v)])]));

/** same reports whether nothing is different. @param {Map<string, string>} a @param {Map<string, string> | undefined} b */
const same = (a, b) => a.size === b?.size && [...a].every(([k, v]) => b.get(k) === v);

/**
 * told returns those of the options that were chosen which other pages are told: no files, nor settings that a tool has anyway.
 * @param {Box.Title} t
 * @param {Box.Chosen} chosen
 */
export const told = (t, chosen) => Object.fromEntries(t.options.map((o) => [o.key, chosen[o.key], o]).filter(([key, v, o]) => v !== undefined
  && (o.of ? JSON.stringify(v) !== JSON.stringify(toolOf(t, chosen)?.options[key]) : typeof v !== 'object')));

/** changedBy says who has changed last what is about to begin, where that was not whoever reads it. @param {Box.Prepared | null | undefined} p @param {string} [reader] */
export const changedBy = (p, reader = '') => (!p?.game || (p.by ?? '') === reader ? '' : p.by ? say('menu.changed_by', { name: p.by }) : say('menu.changed_here'));
