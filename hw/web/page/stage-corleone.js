// Corleone's Empire as a picture: New York with its turfs, who controls each and who stands where, the river, and what
// lies before each family. engine/corleone/face/board.go says which pieces there are.

import { el, svg } from './dom.js';
import { picture } from './look.js';
import { Changes, changed, glyph, keyed, line, lit, ours, redraw, several, tight } from './stage-pieces.js';
import { isolated, list, num, say } from './words.js';

/** @type {Record<string, [number, number, string]>} WHERE the turfs are, in percent of the map: the middle of each, and where its land ends. */
const WHERE = {
  upper_west_side: [18, 17, '2,4 33,2 34,31 33,34 3,33'],
  central_park: [50, 16, '34,2 66,2 66,30 33,34'],
  upper_east_side: [82, 17, '67,2 97,3 98,31 67,30'],
  chelsea: [17.5, 50, '4,34 33,35 32,64 28,68 8,63'],
  midtown: [50, 50, '34,35 66,31 66,66 33,65'],
  queens: [83.5, 51.5, '70,36 99,36 99,66 70,66'],
  wall_street: [50, 83, '30,68 33,66 66,67 63,92 50,99 38,93'],
  brooklyn: [83.5, 83, '70,68 99,68 99,98 72,98 69,90'],
  hudson: [15, 84, ''],
};

/** ICONS of abilities: the drawing, and how often it is there. @type {Record<string, [string, number]>} */
const ICONS = { take_1: ['coin', 1], take_2: ['coin', 2], take_3: ['coin', 3], take_5: ['coin', 5], swap_1: ['swap', 1], swap_2: ['swap', 1], swap_3: ['swap', 1], shake_front: ['shake', 1], shake_back: ['shake', 1], move_thug_shake: ['move', 1], move_family_shake: ['move', 1], move_rival: ['move', 1] };

/** signs are the drawings of abilities. @param {string[]} all @param {number} [used] those that are used up, a bit for each */
const signs = (all, used = 0) => all.map((a, i) => {
  const [name, n] = ICONS[a] ?? [a.startsWith('kill') ? 'kill' : a, 1];
  return el('span', { class: `gain${n > 1 ? ' pile' : ''}${used >> i & 1 ? ' used' : ''}` }, ...several(name, n));
});

/** @typedef {{ kind: string, seat: number, from: string, to: string }} Way from which place to which a figure went */

/** pawn is a figure of a seat, or of nobody. @param {Box.Piece} x @param {Box.Player[]} seats */
const pawn = (x, seats) => ours(el('span', { class: `pawn ${x.kind}` }, glyph(x.kind)), seats, x.seat);

/**
 * spots are where circles lie: between what they touch, and on no name, front or other circle.
 * @param {Box.Piece[]} spaces
 * @param {(turf: string) => number} fronts
 */
function spots(spaces, fronts) {
  const all = spaces.map((s) => {
    const at = s.is.map((t) => WHERE[t]).filter(Boolean);
    const mean = (/** @type {0 | 1} */ i) => at.reduce((n, p) => n + p[i], 0) / Math.max(1, at.length);
    const x = mean(0) + (at.length > 1 && at.every((p) => Math.abs(p[0] - at[0][0]) < 5) ? (mean(0) > 50 ? 12 : -12) : 0); // between two that lie above each other: beside the numbers
    return { id: s.at, x, y: mean(1), x0: x, y0: mean(1) };
  });
  /** @type {[number, number, number, number][]} */
  const full = Object.entries(WHERE).filter(([t]) => t !== 'hudson').flatMap(([t, [x, y]]) => /** @type {[number, number, number, number][]} */ (t === 'central_park' ? [[x, y - 6, 15.5, 14]] : [[x, y - 10, 14.5, 6], [x, y + 4, 4.2 + 6.5 * Math.max(1, fronts(t)), 13]]));
  for (let round = 0; round < 80; round++) {
    for (const a of all) {
      a.x += (a.x0 - a.x) * .1;
      a.y += (a.y0 - a.y) * .1;
      for (const b of all) {
        const [dx, dy] = [a.x - b.x || .01, a.y - b.y || .01];
        const d = Math.hypot(dx, dy);
        if (a === b || d >= 9) continue;
        const push = (9 - d) / 2 / d;
        a.x += dx * push; a.y += dy * push;
        b.x -= dx * push; b.y -= dy * push;
      }
      for (const [x, y, w, h] of full) {
        const [ox, oy] = [w - Math.abs(a.x - x), h - Math.abs(a.y - y)];
        if (ox <= 0 || oy <= 0) continue;
        if (ox < oy) a.x += ox * (a.x < x ? -1 : 1);
        else a.y += oy * (a.y < y ? -1 : 1);
      }
      a.x = Math.min(96.5, Math.max(3.5, a.x));
      a.y = Math.min(95.5, Math.max(4.5, a.y));
    }
  }
  return all;
}

/** Board draws the table into a place. */
export class Board {
  #root;
  #land;
  #way;
  /** @type {HTMLElement} */
  #turfs;
  /** @type {HTMLElement} */
  #spaces;
  /** @type {HTMLElement} */
  #men;
  /** @type {HTMLElement} */
  #war;
  /** @type {HTMLElement} */
  #side;
  /** @type {any[]} */
  #known = []; // the figures on the map as they were: what was moved keeps its element
  #last = 0;
  #worded = true; // there is room for words before each family

  /** @type {Changes | undefined} */
  changes;
  /** @type {string[]} the keys of what a stage tells of now, which is lit */
  said = [];
  wide = false; // it is a stage's
  /** @type {Way | null} */
  way = null; // of a figure that is told to go from one place to another

  /** @param {HTMLElement} place */
  constructor(place) {
    this.#land = svg('svg', { class: 'land', viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    [this.#turfs, this.#spaces, this.#men, this.#war, this.#side] = ['turfs', 'spaces', 'men', 'war', 'families'].map((c) => el('div', { class: c }));
    this.#way = svg('svg', { class: 'way', viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    const map = el('div', { class: 'city', dir: 'ltr' }, this.#land, this.#turfs, this.#spaces, this.#way, this.#men, this.#war);
    this.#root = el('div', { class: 'board corleone' }, map, this.#side);
    place.append(this.#root);
  }

  /**
   * show draws the pieces. seats are those of the desk; tap returns what a tap on the piece with a key does, and
   * what it is called, or nothing.
   * @param {any[]} board
   * @param {any[]} seats
   * @param {(key: string) => ({ label: string, take: () => void, marked?: boolean } | undefined)} [tap]
   * @param {any} [beat] what is called now: whom and what it names is lit
   * @param {Changes} [stage] the changes of the stage that this is on
   */
  show(board, seats, tap = () => undefined, beat = null, stage = undefined) {
    this.changes = Changes.of(this, stage, () => this.show(board, seats, tap));
    /** @param {string} kind @param {string} [at] */
    const of = (kind, at) => board.filter((x) => x.kind === kind && (at === undefined || x.at === at));
    const turfs = of('turf');
    const war = of('war')[0];
    const full = of('space').length > 0;
    this.#root.classList.toggle('light', !full);
    this.#root.classList.toggle('at-war', !!war);
    redraw(this.#land, [turfs.map((t) => [t.at, seats[t.seat]?.look]), war?.at], () => this.#map(turfs, war, seats));
    const shops = new Map(); // where the fronts are
    keyed(this.#turfs, [...turfs, ...of('park'), ...of('river')].map((t) => {
      const fronts = board.filter((x) => (x.kind === 'shop' || x.kind === 'tile') && x.at === t.at);
      const [x, y] = WHERE[t.at] ?? [50, 50];
      fronts.forEach((f, i) => shops.set(f.key.replace('business.', ''), [x + (i ? 1 : -1) * (fronts.length > 1 ? 11.9 : 7.7), y + 3.6])); // at the edge of the front, which stays in sight, and on land
      return [t.at, () => el('div', { class: `turf ${t.kind}` }), (e) => this.#turf(e, t, board, seats, tap, war)];
    }));
    keyed(this.#spaces, full ? this.#circles(of('space'), tap, (t) => board.filter((x) => (x.kind === 'shop' || x.kind === 'tile') && x.at === t).length) : []);
    this.#figures(board, shops, seats);
    const ends = (this.way ? [this.way.from, this.way.to] : []).map((at) => {
      const spot = this.where?.get(at);
      return spot ? [spot.x, spot.y] : shops.get(at);
    });
    redraw(this.#way, ends, () => (ends[0] && ends[1] ? [svg('path', { d: `M${ends[0].join(' ')}L${ends[1].join(' ')}` }), svg('path', { class: 'end', d: `M${ends[0].join(' ')}h.01` })] : []));
    redraw(this.#war, [war, of('force', war?.at), seats.map((s) => [s.name, s.look])], () => (war ? this.#battle(war, of('force', war.at), seats) : []));
    this.#war.classList.toggle('below', !!war && (WHERE[war.at]?.[1] ?? 0) < 60);
    this.#families(board, seats, tap, beat);
    tight(this.#root, this.#side);
    const named = beat && stage ? { ...beat, what: [...beat.what, ...this.said] } : beat;
    const touched = named ? board.filter((x) => named.what.includes(x.key)).flatMap((x) => (x.kind === 'space' ? x.is : this.wide && ['shop', 'tile', 'back'].includes(x.kind) ? [x.at] : [])) : []; // of a circle, the turfs that it touches; of a front, its own
    lit(this.#root, named && { ...named, what: [...named.what, ...touched] });
  }

  // The land, in the colours of those who control it.
  /** @param {Box.Piece[]} turfs @param {Box.Piece | undefined} war @param {Box.Player[]} seats */
  #map(turfs, war, seats) {
    const whose = new Map(turfs.map((t) => [t.at, t.seat]));
    const land = Object.entries(WHERE).filter(([, w]) => w[2]).map(([at, w]) => {
      const e = svg('polygon', { points: w[2], class: `${at === 'central_park' ? 'green' : 'ground'}${(whose.get(at) ?? -1) >= 0 ? ' taken' : ''}${war?.at === at ? ' fought' : ''}` });
      e.dataset.key = `turf.${at}`;
      return ours(e, seats, whose.get(at) ?? -1);
    });
    const waves = [[4, 70], [3, 96], [20, 95], [67.5, 40], [67.5, 56], [68, 74]].map(([x, y]) => svg('path', { class: 'wave', d: `M${x} ${y}q1.2 -1.2 2.4 0t2.4 0` }));
    const bridges = ['M66 50H70', 'M65 82H70', 'M83 31V36', 'M83 66V68', 'M66 66 70 68'].map((d) => svg('path', { class: 'bridge', d }));
    return [...waves, ...land, ...bridges];
  }

  /**
   * @param {HTMLElement} e
   * @param {Box.Piece} t
   * @param {Box.Piece[]} board
   * @param {Box.Player[]} seats
   * @param {Box.Tapper} tap
   * @param {Box.Piece} [war]
   */
  #turf(e, t, board, seats, tap, war) {
    const [x, y] = WHERE[t.at] ?? [50, 50];
    Object.assign(e.style, { left: `${x}%`, top: `${y}%` });
    ours(e, seats, t.seat);
    e.dataset.key = `turf.${t.at}`;
    e.classList.toggle('fought', war?.at === t.at);
    const on = (/** @type {string} */ kind) => board.filter((p) => p.kind === kind && p.at === t.at);
    const [markers, forces, backs] = [on('marker'), on('force'), on('back')];
    const fronts = board.filter((p) => (p.kind === 'shop' || p.kind === 'tile') && p.at === t.at);
    const taps = [tap(`turf.${t.at}`), ...[...fronts, ...backs].map((p) => tap(p.key))];
    const most = Math.max(...forces.map((f) => f.n));
    const even = this.wide && forces.length > 1 && !forces.some((f) => f.is.length) ? forces.filter((f) => f.n === most) : []; // nobody has the most
    const held = fronts.map((f) => board.find((p) => p.kind === 'thug' && p.at === f.key.replace('business.', ''))?.seat);
    redraw(e, [t, markers, forces, backs, fronts, held, taps.map((p) => p && [p.label, p.marked]), seats.map((s) => [s.name, s.look]), war?.at === t.at], () => {
      const name = taps[0] ? this.#place('titled-at', taps[0], el('bdi', {}, t.name)) : el('p', { class: 'titled-at' }, t.seat >= 0 ? picture(seats[t.seat]?.look) : null, el('bdi', {}, this.wide && t.text || t.name));
      name.classList.toggle('taken', t.seat >= 0);
      const shops = (fronts.length ? fronts : backs).map((f) => {
        const back = backs.find((b) => b.key === f.key);
        const face = [back ? el('span', { class: 'back' }, ...signs(back.is, back.of)) : null, f.kind === 'back' ? null : el('span', { class: 'front' }, ...signs(f.is, f.of))].filter(Boolean);
        const can = tap(f.key);
        const s = can ? this.#place('div', can, ...face) : el('div', {}, ...face);
        s.classList.add('shop', f.kind);
        const man = board.find((p) => p.at === f.key.replace('business.', '') && (p.kind === 'thug' || p.kind === 'union_boss'));
        if (man) ours(s, seats, man.seat).classList.add('taken');
        s.title = f.name;
        s.dataset.key = f.key;
        return s;
      });
      return [name, el('div', { class: 'shops' }, ...shops), fronts.length ? el('p', { class: 'called' }, ...fronts.map((f) => el('bdi', {}, f.name))) : null,
        markers.length ? el('div', { class: 'stack' }, ...markers.map((m) => ours(el('i', {}), seats, m.seat))) : null,
        el('div', { class: 'forces' }, ...forces.flatMap((f) => [even.indexOf(f) > 0 ? el('span', { class: 'even' }, '=') : null, ours(el('b', { class: f.is.length ? 'first' : '' }, num(f.n)), seats, f.seat)]).filter((x) => x !== null))];
    });
  }

  // What can be chosen is a button.
  /** @param {string} of @param {Box.Tap} can @param {...any} children */
  #place(of, can, ...children) {
    const e = el('button', { type: 'button', class: can.marked ? `${of} can marked` : `${of} can`, 'aria-label': can.label, title: can.label, onclick: can.take }, ...children);
    return e;
  }

  /**
   * @param {Box.Piece[]} spaces
   * @param {Box.Tapper} tap
   * @param {(turf: string) => number} fronts
   * @returns {Box.Keyed[]}
   */
  #circles(spaces, tap, fronts) {
    const where = new Map(spots(spaces, fronts).map((s) => [s.id, s]));
    this.where = where;
    return spaces.map((s) => {
      const can = tap(s.key);
      const at = where.get(s.at);
      return [`${s.at}${can ? `!${can.label}` : ''}`, () => (can ? this.#place('circle', can) : el('span', { class: 'circle' })), (/** @type {any} */ e) => {
        Object.assign(e.style, { left: `${at?.x}%`, top: `${at?.y}%` });
        if (can) e.onclick = can.take;
        e.dataset.key = s.key;
        e.classList.toggle('marked', !!can?.marked);
      }];
    });
  }

  // Who stands where. A figure that was moved, or killed, goes there from where it was.
  /** @param {Box.Piece[]} board @param {Map<string, [number, number]>} shops @param {Box.Player[]} seats */
  #figures(board, shops, seats) {
    let swim = 0;
    const men = board.filter((x) => ['thug', 'family', 'mayor', 'union_boss', 'police_chief'].includes(x.kind) && x.at !== 'reserve').map((x) => {
      const spot = this.where?.get(x.at);
      const on = shops.get(x.at);
      const turf = WHERE[x.at];
      let [left, top] = spot ? [spot.x, spot.y - 1.6] : on ? [on[0], on[1]] : turf ? [turf[0] + 13, turf[1] + 9] : [15, 84];
      if (x.at === 'hudson') {
        left = 5 + swim % 5 * 5.6;
        top = 84 + Math.floor(swim++ / 5) * 8;
      }
      return { ...x, left, top, id: 0 };
    });
    const free = [...this.#known];
    const claim = (/** @type {(known: any, man: any) => boolean} */ same) => men.filter((m) => !m.id).forEach((m) => {
      const i = free.findIndex((k) => k.kind === m.kind && k.seat === m.seat && same(k, m));
      if (i >= 0) m.id = free.splice(i, 1)[0].id;
    });
    claim((k, m) => k.at === m.at);
    claim(() => true);
    men.forEach((m) => { m.id ||= ++this.#last; });
    this.#known = men;
    keyed(this.#men, men.map((m) => [String(m.id), () => pawn(m, seats), (e) => {
      Object.assign(e.style, { left: `${m.left}%`, top: `${m.top}%` });
      e.classList.toggle('dead', m.at === 'hudson');
    }]));
  }

  // The fight for one turf: who has how many, and who takes it.
  /** @param {Box.Piece} war @param {Box.Piece[]} forces @param {Box.Player[]} seats */
  #battle(war, forces, seats) {
    const all = [...forces].sort((a, b) => b.n - a.n || a.seat - b.seat);
    return [el('p', { class: 'titled-at' }, el('bdi', {}, war.name), war.text ? el('span', { dir: 'auto' }, ' · ', war.text) : null), ...(all.length ? all : [{ seat: -1, n: 0, is: /** @type {string[]} */ ([]) }]).map((f) => ours(el('p', { class: f.is.includes('wins') ? 'wins' : '' },
      f.seat >= 0 ? picture(seats[f.seat]?.look) : glyph('mayor'), el('bdi', {}, f.seat >= 0 ? seats[f.seat]?.name : ''), el('span', { class: 'force' }, ...several(f.seat < 0 ? 'mayor' : 'family', f.n)), el('b', {}, num(f.n)), f.is.includes('wins') ? glyph('flag') : null), seats, f.seat))];
  }

  /** @param {Box.Piece[]} board @param {any[]} seats @param {Box.Tapper} tap @param {any} beat what is told */
  #families(board, seats, tap, beat) {
    const told = /** @type {number[]} */ (beat?.seats ?? []);
    /** @param {string} kind @param {number} seat @param {string} [at] */
    const of = (kind, seat, at) => board.filter((x) => x.kind === kind && x.seat === seat && (at === undefined || x.at === at));
    this.#worded = seats.length < 5;
    /** @type {Box.Keyed[]} */
    const rows = seats.map((s, i) => [s.name, () => el('div', { class: 'family-row' }), (e) => {
      const [seat] = of('seat', i);
      const parts = [seat, of('thug', i, 'reserve')[0], of('family', i, 'reserve')[0], of('marker', i, 'supply')[0], of('case', i)[0], of('bid', i)[0], of('ally', i, 'played'), of('bonus', i), of('total', i)[0], of('gives', i)[0]];
      const turfs = board.filter((x) => x.kind === 'turf' && x.seat === i).length;
      e.classList.toggle('turn', told.length ? told[0] === i : !!seat?.is.includes('turn') || !!s.awaited && !board.some((x) => x.kind === 'war' || x.is.includes('turn')));
      e.classList.toggle('wins', !!s.winner);
      e.classList.toggle('struck', ['cue.kills', 'cue.moves_of'].includes(beat?.key) && told[1] === i);
      ours(e, seats, i);
      e.dataset.seat = String(i);
      const by = this.#by(i, parts, turfs, beat);
      redraw(e, [s.name, s.look, s.locked, turfs, parts, by], () => this.#family(s, i, parts, turfs, by));
    }]);
    const act = board.find((x) => x.kind === 'act');
    rows.push(['acts', () => el('div', { class: 'evening' }), (e) => redraw(e, [act], () => (act ? this.#acts(act) : []))]);
    const cards = board.filter((x) => (x.kind === 'job' || x.kind === 'ally') && x.at === 'row');
    const bribery = board.some((x) => x.kind === 'act' && x.key === 'phase.bribery');
    const shown = bribery ? cards.filter((c) => c.kind === 'ally') : cards;
    rows.push(['cards', () => el('div', { class: 'deals' }), (e) => {
      e.classList.toggle('large', bribery);
      redraw(e, [shown, this.wide, shown.map((c) => tap(c.key)?.label)], () => {
        const of = (/** @type {string} */ kind) => shown.filter((c) => c.kind === kind).map((c) => this.#card(c, bribery, tap(c.key)));
        const row = (/** @type {string} */ kind, /** @type {string} */ word) => (this.wide && of(kind).length ? [el('div', { class: 'kind' }, el('p', { class: 'open' }, say(word)), ...of(kind))] : of(kind));
        return [...row('job', 'corleone.jobs'), ...row('ally', bribery ? 'corleone.allies' : 'corleone.ally')];
      });
    }]);
    this.#side.classList.toggle('many', !this.#worded);
    keyed(this.#side, rows);
  }

  // By how much the figures before a family have just changed, each by its drawing.
  /** @param {number} i @param {any[]} parts @param {number} turfs @param {any} beat @returns {Record<string, number>} */
  #by(i, [seat, thugs, members, markers, suitcase,,,, total], turfs, beat) {
    /** @type {[string, number | undefined][]} */
    const all = total ? [] : [['thug', thugs?.n], ['family', members?.n], ['flag', turfs], ['card', thugs && seat.n], ['case', suitcase?.n], ['shield', thugs ? undefined : markers?.n]];
    // A suitcase is secret, and what goes in or out is called.
    const put = beat?.seats[0] === i ? { 'cue.stash': 1, 'cue.recruited': -1, 'cue.pays': -1 }[/** @type {string} */ (beat.key)] ?? 0 : 0;
    const moved = this.#moved(i, all);
    if (['cue.thug', 'cue.member'].includes(beat?.key)) for (const k of ['thug', 'family']) if (moved[k] < 0) moved[k] = 0; // placed, not lost: the map shows it
    return !suitcase && !total ? { case: put * (beat?.ns[0] ?? 0), ...moved } : moved;
  }

  /** @param {number} i @param {[string, number | undefined][]} all */
  #moved(i, all) {
    return Object.fromEntries(all.flatMap(([name, n]) => (n === undefined ? [] : [[name, /** @type {Changes} */ (this.changes).by(`${name}.${i}`, n)]])));
  }

  /** @param {any[]} parts @param {Box.Player} s @param {number} i @param {number} turfs @param {Record<string, number>} by */
  #family(s, i, parts, turfs, by) {
    const [seat, thugs, members, markers, suitcase, bid, allies, bonus, total, gives] = parts;
    /** @param {string} name @param {number} [x] @param {string} [more] */
    const n = (name, x, more) => (x === undefined ? null : el('span', { class: `tally ${more ?? ''}` }, glyph(name), el('b', {}, num(x)), changed(by[name] ?? 0)));
    const worded = this.#worded; // else the legend has the words
    const told = (/** @type {string} */ name, /** @type {number} */ x) => (worded ? el('span', { class: 'tally', dir: 'auto' }, el('b', {}, say(name === 'flag' ? 'corleone.flag' : 'corleone.card', { n: x })), changed(by[name])) : n(name, x));
    const men = [el('span', { class: 'men-left' }, ...several('thug', thugs?.n ?? 0), ...several('family', members?.n ?? 0)), changed(by.thug, 'thug'), changed(by.family, 'family')];
    return [
      el('div', { class: 'whose' }, picture(s.look), el('bdi', {}, s.name), ...(worded ? men : []), seat?.is.includes('horse') ? glyph('horse_head', 'horse') : null,
        bid?.is.includes('sealed') ? glyph('lock', 'sealed') : null),
      total ? el('div', { class: 'has sums' }, n('case', suitcase?.n), bonus.length ? n('flag', bonus.filter((/** @type {Box.Piece} */ b) => b.at).length * 5 || undefined) : null, bonus.some((/** @type {Box.Piece} */ b) => !b.at) ? n('card', bonus.filter((/** @type {Box.Piece} */ b) => !b.at).length * 5) : null, el('b', { class: 'sum' }, num(total.n)))
        : el('div', { class: 'has' },
          ...(worded ? [] : men),
          told('flag', turfs), thugs ? told('card', seat.n) : null, gives ? el('span', { class: 'tally gives' }, '−', num(gives.n)) : null,
          suitcase ? n('case', suitcase.n) : this.wide && worded && !bid && !gives && !allies.length ? el('span', { class: 'tally secret' }, glyph('case'), by.case ? changed(by.case) : glyph('lock')) : changed(by.case, 'case'), thugs ? null : n('shield', markers?.n),
          ...allies.map(() => glyph('crown', 'ally')),
          bid?.is.includes('open') ? n('coin', bid.n, bid.is.includes('takes') ? 'bid takes' : 'bid') : null)];
  }

  // How far the evening is: the acts, and the phases of this one.
  /** @param {Box.Piece} act */
  #acts(act) {
    const phases = [['open', 'house'], ['family', 'family'], ['turf_war', 'flag'], ['bribery', 'case'], ['tribute', 'crown']];
    const now = phases.findIndex(([p]) => act.key === `phase.${p}`);
    return [el('span', { class: 'pips' }, ...Array.from({ length: act.of }, (_, i) => el('i', { class: i < act.n ? 'filled' : '' }))),
      ...phases.map(([, g], i) => el('span', { class: i === now ? 'stepp now' : 'stepp' }, glyph(g)))];
  }

  /** @param {Box.Piece} c @param {boolean} named @param {Box.Tap | undefined} can */
  #card(c, named, can) {
    const inner = c.kind === 'job'
      ? [el('span', { class: 'cost' }, ...c.is.slice(1).map((g) => glyph(g))), this.wide ? glyph('move', 'for') : null, el('span', { class: 'pays' }, glyph('coin'), el('b', {}, num(c.n)))]
      : [el('span', { class: 'cost' }, ...signs(c.is))];
    const body = [named ? el('bdi', { class: 'titled' }, c.name) : null, ...inner].filter(Boolean);
    const e = can ? this.#place('div', can, ...body) : el('div', {}, ...body);
    e.dataset.key = c.key;
    e.classList.add('deal', c.kind, c.kind === 'job' ? `of-${c.is[0]}` : 'of-ally');
    e.title = [c.name, c.text].filter(Boolean).join(': ');
    return e;
  }
}

/** MOVES are the beats that tell a move, before what comes of it. */
const MOVES = ['cue.thug', 'cue.member', 'cue.ally', 'cue.job'];
/** STEPS are those that are a part of a move, or a move of a share's own. */
const STEPS = ['cue.share', 'cue.front', 'cue.back'];
/** SIGNS are the drawings of who or what a move is made with. @type {Record<string, string>} */
const SIGNS = { 'cue.thug': 'thug', 'cue.member': 'family', 'cue.ally': 'crown', 'cue.job': 'card' };
/** AMONG are the beats that change nothing of a hand, and are told with a move. */
const AMONG = ['cue.draws', 'cue.use', 'cue.done', 'cue.horse', 'cue.moves', 'cue.moves_of', 'cue.kills', 'cue.kills_neutral'];
/** STILL are other beats that change nothing of a hand. */
const STILL = ['cue.turn', 'cue.skip', 'cue.pass', 'cue.war', 'cue.wins', 'cue.wins_turf', 'cue.nobody_wins', 'cue.marker', 'cue.bid', 'cue.reveal', 'cue.bid_of', 'cue.returned', 'cue.recruit', 'cue.tribute'];

/** jobOf is the job that a beat tells of, on the board meanwhile: its card, and what it brings. @param {Box.Beat} b @param {Box.Piece[]} board */
const jobOf = (b, board) => (['cue.job', 'cue.discard'].includes(b.key) ? board.filter((p) => p.at === 'done' && b.what.includes(p.key)) : []);

/** HAND is by how much what a beat tells changes the hand of whom it names. @type {Record<string, (b: Box.Beat, board: Box.Piece[]) => number>} */
const HAND = {
  'cue.note': () => 1, 'cue.good': () => 1, 'cue.goods': (b) => b.ns[0] ?? 1, 'cue.discard': () => 1, 'cue.draws_one': () => 1, 'cue.recruited': () => 1,
  'cue.stash': () => -1, 'cue.smuggle': () => -1, 'cue.swap_one': () => -1, 'cue.swap': (b) => -(b.ns[0] ?? 0), 'cue.ally': () => -1, 'cue.discards': (b) => -(b.ns[0] ?? 0),
  'cue.job': (b, board) => -(jobOf(b, board).find((p) => p.kind === 'job')?.of ?? 0),
};

/** thing is the drawing of a card that a beat names, with its worth if it is money. @param {string} key */
function thing(key) {
  const word = key.slice(key.indexOf('.') + 1);
  return /^\d+$/.test(word) ? coins(Number(word)) : [glyph(['gun', 'booze', 'blood_money', 'narcotics'].includes(word) ? word : 'card')];
}

/** coins is a sum of money. @param {number} n @returns {any[]} */
const coins = (n) => [glyph('coin'), num(n)];

/** chip is something that is got or given. @param {number} by @param {...any} inner */
const chip = (by, ...inner) => el('span', { class: `change ${by > 0 ? 'more' : 'less'}`, dir: 'ltr' }, by > 0 ? '+' : '−', ...inner);

/** CHIPS are what a beat brings or costs, with its sign; where it is. @type {Record<string, (b: Box.Beat, seats: Box.Player[], where: string, job: Box.Piece | undefined, turfs: [string, string] | undefined) => HTMLElement[]>} */
const CHIPS = {
  'cue.note': (b) => [chip(1, ...coins(b.ns[0]))],
  'cue.good': (b) => [chip(1, ...thing(b.what[0]))],
  'cue.goods': (b) => [chip(1, num(b.ns[0]), ...thing(b.what[0]))],
  'cue.stash': (b) => [chip(-1, ...coins(b.ns[0])), chip(1, num(b.ns[0]), glyph('case'))],
  'cue.swap_one': (b) => [chip(-1, ...thing(b.what[0]))],
  'cue.smuggle': (b) => [chip(-1, ...thing(b.what[0]))],
  'cue.swap': (b) => [chip(-1, num(b.ns[0]), glyph('card'))],
  'cue.discard': (b, seats, where, job) => [chip(1, say('corleone.new_job', { n: num(1) })), ...job ? [el('span', { class: 'gone' }, glyph('no'), el('span', { class: 'word' }, say('corleone.discards')), el('b', {}, el('bdi', {}, job.name)))] : []], // no card: those lie open
  'cue.draws_one': () => [chip(1, say('corleone.new_job', { n: num(1) }))],
  'cue.horse': () => [chip(1, glyph('horse_head'))],
  'cue.kills': (b, seats) => [el('span', { class: 'whose' }, picture(seats[b.seats[1]]?.look), chip(-1, glyph(figure(b))))],
  'cue.kills_neutral': (b) => [chip(-1, glyph(figure(b)))],
  'cue.moves': (b, seats, where, job, turfs) => [moves(b, seats, b.seats[0], where, turfs)],
  'cue.moves_of': (b, seats, where, job, turfs) => [moves(b, seats, b.seats[1], where, turfs)],
};

/** named is the place or card that a beat names, in words; of a business the turf, too, for the map has its name alone. @param {Box.Beat} b @param {Box.Piece[]} board */
function named(b, board) {
  const at = board.find((p) => p.name && !p.key.startsWith('figure.') && b.what.includes(p.key));
  const turf = at && ['shop', 'tile', 'back'].includes(at.kind) ? board.find((p) => p.kind === 'turf' && p.at === at.at) : undefined;
  return turf?.name ? `${isolated(at?.name ?? '')} (${isolated(turf.name)})` : at?.name ?? '';
}

/** figure is the figure that a beat names. @param {Box.Beat} b */
const figure = (b) => b.what.find((k) => k.startsWith('figure.'))?.slice(7) ?? 'thug';

/**
 * moves is a figure that goes to another place: what influence that costs and brings, or where to if that is not known.
 * @param {Box.Beat} b
 * @param {Box.Player[]} seats
 * @param {number} of
 * @param {string} where
 * @param {[string, string]} [turfs]
 */
function moves(b, seats, of, where, turfs) {
  const man = ours(glyph(figure(b), 'of'), seats, ['thug', 'family'].includes(figure(b)) ? of : -1);
  if (!turfs) return el('span', { class: 'whose' }, man, glyph('move', 'for'), el('bdi', {}, where));
  return el('span', { class: 'whose' }, man, ...turfs.flatMap((t, i) => (t ? [el('span', { class: `change ${i ? 'more' : 'less'}`, dir: 'ltr' }, i ? '+' : '−', num(1)), el('bdi', {}, t)] : [])), turfs.some((t) => t) ? null : el('bdi', {}, say('corleone.same')));
}

/** went are the turfs in which a figure that goes from one place to another has influence no more, and in which it has some now. @param {Way} way @param {Box.Piece[]} board @returns {[string, string]} */
function went(way, board) {
  const [from, to] = [way.from, way.to].map((at) => {
    const place = board.find((p) => p.kind === 'space' ? p.at === at : ['shop', 'tile'].includes(p.kind) && p.key === `business.${at}`);
    return place?.kind === 'space' ? place.is : [place?.at];
  });
  const names = (/** @type {any[]} */ those) => list(board.filter((p) => p.kind === 'turf' && those.includes(p.at)).map((p) => isolated(p.name)));
  return [names(from.filter((t) => !to.includes(t))), names(to.filter((t) => !from.includes(t)))];
}

/** @typedef {{ seat: number, key: string, text: string, name: string, job: Box.Piece[], came: { b: Box.Beat, seat: number, where: string, job?: Box.Piece, turfs?: [string, string] }[] }} Move */

/** GAINS are abilities that need no decision. */
const GAINS = ['take_1', 'take_2', 'take_3', 'take_5', 'gun', 'booze', 'blood_money', 'narcotics'];

/** USES are the beats that tell that something was used, with how the ability is called or begins; and what a gain is. @type {Record<string, (b: Box.Beat) => string>} */
const USES = {
  'cue.note': (b) => `take_${b.ns[0]}`, 'cue.good': (b) => b.what[0].replace('good.', ''), 'cue.goods': (b) => b.what[0].replace('good.', ''),
  'cue.stash': () => 'stash', 'cue.smuggle': () => 'smuggle', 'cue.swap_one': () => 'swap', 'cue.swap': () => 'swap', 'cue.draws': () => 'job_draw', 'cue.draws_one': () => 'job_draw',
  'cue.horse': () => 'horse_head', 'cue.kills': () => 'kill', 'cue.kills_neutral': () => 'kill', 'cue.moves': () => 'move', 'cue.moves_of': () => 'move',
};

/** gives are the halves of businesses that a move uses, or a part of it. @param {Box.Beat} b @param {Box.Piece[]} board */
function gives(b, board) {
  const circle = b.key === 'cue.member' ? board.find((p) => p.kind === 'space' && b.what.includes(p.key)) : undefined;
  if (circle) return board.filter((p) => p.kind === 'back' && circle.is.includes(p.at));
  const kinds = /** @type {Record<string, string[]>} */ ({ 'cue.thug': ['shop', 'tile'], 'cue.front': ['shop', 'tile'], 'cue.back': ['back'] })[b.key] ?? [];
  return board.filter((p) => kinds.includes(p.kind) && b.what.includes(p.key));
}

/** spend marks the sign that a beat has used up: of equal ones the last, as face/board.go does. @param {Spent} spent @param {Box.Beat} b */
function spend(spent, b) {
  const what = USES[b.key]?.(b);
  if (!what) return;
  for (let n = b.key === 'cue.goods' ? b.ns[0] : 1; n > 0; n--) {
    const at = [...spent].reverse().find((h) => h.is.some((a, i) => a.startsWith(what) && !(h.bits >> i & 1)));
    if (at) at.bits |= 1 << at.is.findLastIndex((a, i) => a.startsWith(what) && !(at.bits >> i & 1));
  }
}

/** @typedef {{ kind: string, key: string, is: string[], bits: number }[]} Spent the halves of businesses of the move that is told, and what of each is used up */

/**
 * deed keeps the move that is told, with what has come of it so far: it stands above the map until the next begins. What it names
 * stays lit as long as it is told. The moves before it stand beside the map.
 * @param {import('./stage.js').Show} s
 */
function deed(s) {
  const place = /** @type {any} */ (s.root);
  if (place.deed?.of !== s.changes) place.deed = { of: s.changes, n: 0, missed: true, what: [], now: null, past: [], spent: [], men: [], way: null };
  /** @type {{ n: number, missed: boolean, what: string[], now: Move | null, past: Move[], spent: Spent, men: Box.Piece[], way: Way | null }} */
  const was = place.deed;
  const b = s.beat;
  const men = s.board.filter((p) => p.at !== 'reserve' && ['thug', 'family'].includes(p.kind));
  const gone = was.men.filter((m) => !men.some((x) => x.at === m.at));
  const come = men.find((m) => m.at !== 'hudson' && !was.men.some((x) => x.at === m.at) && gone.some((x) => x.kind === m.kind && x.seat === m.seat));
  if (come) was.way = { kind: come.kind, seat: come.seat, from: gone.find((x) => x.kind === come.kind && x.seat === come.seat)?.at ?? '', to: come.at };
  was.men = men;
  if (!b && !['use', 'keep'].includes(s.desk.ask?.verb ?? s.desk.does ?? '')) was.spent = []; // whoever moves next uses them anew
  if (!b || b.n === was.n) return was;
  if (was.n && b.n > was.n + 1) was.missed = true; // there was no time to tell all
  was.n = b.n;
  if (MOVES.includes(b.key) || b.key === 'cue.turn') was.spent = [];
  const more = gives(b, s.board);
  if (more.length) was.spent = more.map(({ kind, key, is }) => ({ kind, key, is, bits: 0 }));
  if (b.seats[0] === was.now?.seat) spend(was.spent, b);
  const goes = !!was.now && (AMONG.includes(b.key) || !!CHIPS[b.key] || STEPS.includes(b.key));
  if (MOVES.includes(b.key) || !goes && STEPS.includes(b.key)) {
    if (was.now) was.past = [...was.past.slice(-3), was.now];
    if (MOVES.includes(b.key)) was.missed = false;
    Object.assign(was, { now: { seat: b.seats[0], key: b.key, text: b.text, name: named(b, s.board), job: jobOf(b, s.board), came: [] }, what: b.what });
  } else if (goes) {
    was.now?.came.push({ b, seat: b.seats[0], where: named(b, s.board), job: jobOf(b, s.board).find((p) => p.kind === 'job'), turfs: goesBy(was.way, b) ? went(was.way, s.board) : undefined });
    if (STEPS.includes(b.key)) was.what = b.what;
  } else {
    was.what = [];
    if (!b.asks && !['cue.turn', 'cue.skip', 'cue.pass'].includes(b.key)) Object.assign(was, { now: null, past: [], spent: [] });
  }
  return was;
}

/** goesBy reports whether a beat tells of the way of a figure. @param {Way | null} way @param {Box.Beat} b @returns {way is Way} */
const goesBy = (way, b) => !!way && ['cue.moves', 'cue.moves_of'].includes(b.key) && b.what.some((k) => k.slice(k.indexOf('.') + 1) === way.to);

/** SUMS are the beats of which one chip has the sum. */
const SUMS = ['cue.note', 'cue.stash'];

/** summed is what has come of a move, with sums of money in one, but for what is told now. @param {Move['came']} all @param {Box.Beat | null} b */
function summed(all, b) {
  /** @type {Move['came']} */
  const sums = [];
  for (const x of all) {
    const same = x.b.n !== b?.n && sums.find((y) => y.seat === x.seat && y.b.key === x.b.key && SUMS.includes(x.b.key));
    if (same) same.b = { ...same.b, ns: [same.b.ns[0] + x.b.ns[0]] };
    else sums.push({ ...x });
  }
  return sums;
}

/** came are chips of what has come of a move: what is told now stands out. @param {Move} m @param {Box.Player[]} seats @param {Box.Beat | null} [now] */
const came = (m, seats, now = null) => [
  ...m.job.filter((p) => p.kind === 'job').flatMap((p) => [chip(-1, ...p.is.slice(1).map((g) => glyph(g))), ...p.of >= p.is.length ? [chip(-1, num(1), glyph('card'))] : []]),
  ...summed(m.came, now).flatMap(({ b, seat, where, job, turfs }) => {
    const all = CHIPS[b.key]?.(b, seats, where, job, turfs) ?? [];
    if (now && b.n !== now.n) for (const e of all) e.classList.add('earlier');
    return seat === m.seat || !all.length ? all : [el('span', { class: 'whose' }, picture(seats[seat]?.look), ...all)];
  }),
];

/** short is a move in drawings, with its place. @param {Move} m @param {Box.Player[]} seats */
const short = (m, seats) => [picture(seats[m.seat]?.look), SIGNS[m.key] ? ours(glyph(SIGNS[m.key], 'of'), seats, m.seat) : null, el('bdi', {}, m.name)].filter(Boolean);

/**
 * held returns the board with the cards in hand as far as they are told, one beat after the other: the game itself is further by
 * then. What nothing has told shows once nothing is told any more.
 * @param {import('./stage.js').Show} s
 */
function held(s) {
  const place = /** @type {any} */ (s.root);
  if (place.corleone?.of !== s.changes) place.corleone = { of: s.changes, n: 0, hands: [] };
  const was = place.corleone;
  const b = s.beat;
  const first = !!b && b.n !== was.n;
  was.n = b?.n ?? was.n;
  const known = !!b && (!!HAND[b.key] || [...MOVES, ...STEPS, ...AMONG, ...STILL].includes(b.key));
  return s.board.map((p) => {
    if (p.kind !== 'seat' || !p.of) return p;
    const had = was.hands[p.seat];
    const by = known && first && had !== undefined && b.seats[0] === p.seat ? HAND[b.key]?.(b, s.board) ?? 0 : 0;
    const n = known && had !== undefined ? Math.max(0, had + by) : p.n;
    was.hands[p.seat] = n;
    return n === p.n ? p : { ...p, n };
  });
}

/** using is the circle whose share is asked for now. @param {Box.Public} d @param {Box.Piece[]} board */
const using = (d, board) => (['use', 'keep'].includes(d.ask?.verb ?? d.does ?? '') ? board.find((p) => p.kind === 'space' && p.of) : undefined);

/**
 * uses asks what is used at a circle, or what else is.
 * @param {string} who
 * @param {Box.Piece} at
 * @param {Box.Piece[]} board
 */
function uses(who, at, board) {
  const more = board.some((p) => p.kind === 'back' && at.is.includes(p.at) && p.is.some((a, i) => p.of >> i & 1 && !GAINS.includes(a)));
  return more ? say('corleone.more', { who: isolated(who), what: isolated(at.name) }) : say('corleone.use', { who: isolated(who), what: isolated(at.name) });
}

/**
 * placed says what a figure that comes or goes does: how much influence that is, and where; and what a suitcase is for.
 * @param {Box.Beat} b
 * @param {Box.Piece[]} board
 * @param {Box.Player[]} seats
 */
function placed(b, board, seats) {
  const [who, whom] = [0, 1].map((i) => isolated(seats[b.seats[i]]?.name ?? ''));
  const at = board.find((p) => ['shop', 'tile', 'back', 'space'].includes(p.kind) && b.what.includes(p.key));
  const turfs = board.filter((p) => p.kind === 'turf' && (at?.kind === 'space' ? at.is : [at?.at]).includes(p.at)).map((p) => isolated(p.name));
  const n = { who, whom, at: isolated(at?.name ?? ''), what: list(turfs) };
  if (b.key === 'cue.horse') return say('corleone.horse', { who });
  if (b.key === 'cue.use') return b.what.some((k) => /^(job|ally)\./.test(k)) ? say('corleone.use_card', { who, what: isolated(named(b, board)) }) : at && at.kind !== 'space' ? say('corleone.use', { who, what: named(b, board) }) : '';
  if (b.key === 'cue.stash') return say('corleone.stash', { who, n: num(b.ns[0]) });
  if (!at || !turfs.length) return '';
  if (b.key === 'cue.thug') return say('corleone.thug', n);
  if (b.key === 'cue.member') return say('corleone.member', n);
  if (b.key !== 'cue.kills') return '';
  return figure(b) === 'thug' ? say('corleone.kills_thug', n) : figure(b) === 'family' ? say('corleone.kills_family', n) : '';
}

/**
 * earned says what a swap has brought, and where the card of a job was.
 * @param {Box.Beat} b
 * @param {Box.Piece[]} board
 * @param {Box.Player[]} seats
 * @param {Box.Beat | null} cause
 */
function earned(b, board, seats, cause) {
  const who = isolated(seats[b.seats[0]]?.name ?? '');
  if (b.key === 'cue.note' && ['cue.swap', 'cue.swap_one'].includes(cause?.key ?? '') && cause?.seats[0] === b.seats[0]) return say('corleone.swapped', { who, n: cause.ns[0] ?? 1, sum: num(b.ns[0]) });
  const job = jobOf(b, board).find((p) => p.kind === 'job');
  return b.key !== 'cue.job' || !job ? '' : job.of >= job.is.length ? say('corleone.job_hand', { who, what: isolated(job.name) }) : say('corleone.job_open', { who, what: isolated(job.name) });
}

/** NAMED are the signs that are named before any move is told, in the order of corleone.signs. */
const NAMED = ['coin', 'gun', 'booze', 'blood_money', 'stash', 'job_draw', 'swap', 'horse_head'];

/** before stands above the map before any move is told: what the signs on it mean, or who begins, and what it is all about. @param {import('./stage.js').Show} s */
function before(s, brief = false) {
  if (s.board.some((p) => p.kind === 'total')) return ['\u00a0'];
  const first = s.board.find((p) => p.kind === 'seat' && p.is.includes('horse'));
  const begins = first && s.board.some((p) => p.key === 'phase.family') ? [glyph('horse_head'), say('corleone.begins', { who: isolated(s.desk.seats[first.seat]?.name) })] : [];
  return begins.length && !brief ? say('corleone.signs').split('#').flatMap((x, i) => [i ? glyph(NAMED[i - 1]) : null, x]).filter((x) => x) : [...begins, say('corleone.goal')];
}

/**
 * above tells the move above the map, with what it has brought and cost so far: in words, or in drawings where those have no room.
 * While the move itself is called its words stand below.
 * @param {import('./stage.js').Show} s
 * @param {Move | null} now
 * @param {HTMLElement} asking
 */
function above(s, now, asking) {
  const e = s.part('lastly', () => el('p', { class: 'lastly' }), asking);
  e.dir = document.documentElement.dir; // a name at its beginning does not turn it
  const job = now?.job.find((p) => p.kind === 'job');
  const brings = now?.job.find((p) => p.kind === 'brings')?.is ?? [];
  const card = (/** @type {boolean} */ brief) => (job ? [el('span', { class: 'deal' }, told || brief ? el('b', {}, el('bdi', {}, job.name)) : null, el('span', {}, say('corleone.brings')), ...brief || !job.text ? [...coins(job.n), ...signs(brings)] : [el('bdi', {}, job.text)])] : []);
  const told = !!now && s.beat?.text === now.text;
  const whole = now?.key === 'cue.thug' ? say('corleone.placed', { who: isolated(s.desk.seats[now.seat]?.name), what: now.name }) : now?.text;
  const last = s.beat && now?.came.at(-1)?.b.n === s.beat.n ? s.beat : null;
  for (const size of [0, 1, 2]) { // last, the map alone says where it was
    const brief = size > 0;
    e.classList.toggle('brief', size > 1);
    const text = !now ? before(s, brief) : brief || told ? short(now, s.desk.seats).slice(0, job || size > 1 ? -1 : undefined) : [whole];
    s.fill(e, [now?.text, now?.came, last?.n, told, size, now ? '' : s.board.filter((p) => p.kind === 'act' || p.is.includes('horse')), s.desk.seats.map((p) => p.look), document.documentElement.lang], ...text.map((x) => (typeof x === 'string' ? el('span', {}, x) : x)), ...now ? [...card(brief), ...came(now, s.desk.seats, last)] : []);
    if (e.scrollWidth <= e.clientWidth + 1) return;
  }
  for (const x of e.querySelectorAll(':scope > .change, :scope > .whose, :scope > .gone')) { // what came first goes first
    x.remove();
    if (e.scrollWidth <= e.clientWidth + 1) return;
  }
}

/** @type {import('./stage.js').Scene} */
export const scene = {
  players: true,
  heading: true,
  early: ['cue.act'],
  asks: (d, board) => {
    const [at, who] = [using(d, board), d.ask?.seat ?? d.seats.find((p) => p.awaited)?.name];
    if ((d.ask?.verb ?? d.does) === 'act' && who) return say('corleone.turn', { who: isolated(who) });
    if ((d.ask?.verb ?? d.does) === 'keep' && who) return say('corleone.keep', { who: isolated(who) });
    return at && who && (d.ask?.verb ?? d.does) === 'use' ? uses(who, at, board) : '';
  },
  part: (board) => board.filter((p) => p.kind === 'act' && p.n).map((p) => say('corleone.of', { n: num(p.n), of: num(p.of) })).join(''),
  tells: (b, board, seats, cause) => placed(b, board, seats) || earned(b, board, seats, cause) || (b.key === 'cue.act' ? say('corleone.act', { n: num(b.ns[0]), of: num(board.find((p) => p.kind === 'act')?.of ?? 0) })
    : b.key === 'cue.turn' ? say('corleone.turn', { who: isolated(seats[b.seats[0]]?.name) }) : b.key === 'cue.done' ? say('corleone.done', { who: isolated(seats[b.seats[0]]?.name) })
    : b.key === 'cue.use' && board.some((p) => p.kind === 'space' && p.of && b.what.includes(p.key)) ? board.filter((p) => p.kind === 'space' && p.of).map((p) => uses(seats[b.seats[0]]?.name, p, board))[0]
    : b.key === 'cue.family' ? say('corleone.family') : b.key === 'cue.draws' ? say('corleone.draws', { who: isolated(seats[b.seats[0]]?.name) }) : ''),
  draw(s) {
    const was = deed(s);
    const now = was.now;
    const asking = s.part('asking', () => el('div', { class: 'asking' }));
    s.ask(asking);
    if (![...asking.children].some((x) => x.className !== 'lastly')) above(s, now, asking); // it has the room of a question while none is asked
    const place = /** @type {any} */ (s.part('board', () => el('div', { class: 'whole' })));
    place.drawn ??= new Board(place);
    s.legend((name) => (name === 'force' ? el('b', { class: 'force-sign' }, num(1)) : glyph(name)));
    const legend = s.parts.get('legend');
    if (legend) line(legend);
    place.drawn.wide = true;
    place.drawn.way = s.beat && goesBy(was.way, s.beat) ? was.way : null;
    const at = s.beat ? undefined : using(s.desk, s.board);
    const beat = s.beat && { ...s.beat, what: s.beat.what.filter((k) => !k.startsWith('job.')) }; // another copy may lie in the row
    place.drawn.said = [...beat?.what ?? [], ...was.what.filter((k) => !k.startsWith('job.')), ...at ? [at.key] : []];
    const board = was.missed ? held(s) : held(s).map((p) => (['shop', 'tile', 'back'].includes(p.kind) ? { ...p, of: was.spent.find((h) => h.kind === p.kind && h.key === p.key)?.bits ?? 0 } : p));
    place.drawn.show(board, s.desk.seats, undefined, beat ?? (at ? { seats: s.desk.seats.flatMap((p, i) => (p.awaited ? [i] : [])), what: [at.key], ns: [], key: '' } : null), s.changes);
    if (s.beat?.key === 'cue.act') s.text('act', 'p', 'act-now', say('corleone.of', { n: num(s.beat.ns[0]), of: num(s.all('act')[0]?.of ?? 0) }));
    const side = /** @type {HTMLElement} */ (place.querySelector('.families'));
    const lately = s.part('lately', () => el('ul', { class: 'lately' }), side);
    const log = s.told.filter((x, i) => x !== now?.text && (i < s.told.length - 1 || x !== s.beat?.text)); // once is enough
    const told = was.missed ? log.map((x) => ({ sign: x, make: () => [x] })) : was.past.map((m) => ({ sign: JSON.stringify([m.text, m.came]), make: (/** @type {boolean} */ brief) => [...short(m, s.desk.seats).slice(0, brief ? -1 : undefined), ' ', ...came(m, s.desk.seats)] }));
    for (let n = Math.min(4, told.length); n > 0; n--) { // as many as there is room for, each whole
      for (const brief of [false, true]) {
        s.fill(lately, [brief, told.slice(-n).map((x) => x.sign)], ...told.slice(-n).map((x) => el('li', { dir: was.missed ? 'auto' : document.documentElement.dir }, ...x.make(brief))));
        lately.hidden = false;
        if (side.scrollHeight <= side.clientHeight + 1) return;
        if (n > 1) break; // where each is goes before the last of them
      }
      if (n > 1) continue;
      for (const x of lately.querySelectorAll('li > .change, li > .whose')) { // and what came first of it
        x.remove();
        if (side.scrollHeight <= side.clientHeight + 1) return;
      }
    }
    s.fill(lately, []);
    lately.hidden = true;
  },
};
