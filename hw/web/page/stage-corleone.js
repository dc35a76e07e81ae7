// Corleone's Empire as a picture: New York with its turfs, who controls each and who stands where, the river, and what
// lies before each family. engine/corleone/face/board.go says which pieces there are.

import { el, svg } from './dom.js';
import { picture } from './look.js';
import { Changes, changed, glyph, keyed, line, lit, ours, redraw, several, tight } from './stage-pieces.js';
import { num, say } from './words.js';

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

/** signs are the drawings of abilities. @param {string[]} all */
const signs = (all) => all.map((a) => {
  const [name, n] = ICONS[a] ?? [a.startsWith('kill') ? 'kill' : a, 1];
  return el('span', { class: `gain${n > 1 ? ' pile' : ''}` }, ...several(name, n));
});

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
  /** @type {string[]} the keys of what a stage tells of now: it has their names on the map */
  said = [];
  wide = false; // it is a stage's

  /** @param {HTMLElement} place */
  constructor(place) {
    this.#land = svg('svg', { class: 'land', viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    [this.#turfs, this.#spaces, this.#men, this.#war, this.#side] = ['turfs', 'spaces', 'men', 'war', 'families'].map((c) => el('div', { class: c }));
    const map = el('div', { class: 'city', dir: 'ltr' }, this.#land, this.#turfs, this.#spaces, this.#men, this.#war);
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
      fronts.forEach((f, i) => shops.set(f.key.replace('business.', ''), [x + (i ? 1 : -1) * (fronts.length * 6.5 + 1.2), y + 3])); // at the edge of the front, which stays in sight
      return [t.at, () => el('div', { class: `turf ${t.kind}` }), (e) => this.#turf(e, t, board, seats, tap, war)];
    }));
    keyed(this.#spaces, full ? this.#circles(of('space'), tap, (t) => board.filter((x) => (x.kind === 'shop' || x.kind === 'tile') && x.at === t).length) : []);
    this.#fronts();
    this.#figures(board, shops, seats);
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
    const said = new Set(this.said);
    const named = [...fronts, ...backs].filter((f) => said.has(f.key)).slice(0, 1);
    const by = forces.map((f) => this.changes?.by(`force.${t.at}.${f.seat}`, f.n) ?? 0);
    const held = fronts.map((f) => board.find((p) => p.kind === 'thug' && p.at === f.key.replace('business.', ''))?.seat);
    redraw(e, [t, markers, forces, backs, fronts, held, taps.map((p) => p && [p.label, p.marked]), seats.map((s) => [s.name, s.look]), war?.at === t.at, named.map((f) => f.key), by], () => {
      const name = taps[0] ? this.#place('titled-at', taps[0], el('bdi', {}, t.name)) : el('p', { class: 'titled-at' }, t.seat >= 0 ? picture(seats[t.seat]?.look) : null, el('bdi', {}, this.wide && t.text || t.name));
      name.classList.toggle('taken', t.seat >= 0);
      const shops = (fronts.length ? fronts : backs).map((f) => {
        const back = backs.find((b) => b.key === f.key);
        const face = [back ? el('span', { class: back.of ? 'back used' : 'back' }, ...signs(back.is)) : null, f.kind === 'back' ? null : el('span', { class: f.of ? 'front used' : 'front' }, ...signs(f.is))].filter(Boolean);
        const can = tap(f.key);
        const s = can ? this.#place('div', can, ...face) : el('div', {}, ...face);
        s.classList.add('shop', f.kind);
        const man = board.find((p) => p.at === f.key.replace('business.', '') && (p.kind === 'thug' || p.kind === 'union_boss'));
        if (man) ours(s, seats, man.seat).classList.add('taken');
        s.title = f.name;
        s.dataset.key = f.key;
        return s;
      });
      return [name, el('div', { class: 'shops' }, ...shops), fronts.length ? el('p', { class: 'called' }, el('bdi', {}, fronts.map((f) => f.name).join(' · '))) : null,
        markers.length ? el('div', { class: 'stack' }, ...markers.map((m) => ours(el('i', {}), seats, m.seat))) : null,
        el('div', { class: 'forces' }, ...forces.map((f, i) => ours(el('b', { class: f.is.length ? 'first' : '' }, num(f.n), this.wide ? changed(by[i]) : null), seats, f.seat))),
        ...named.map((f) => el('p', { class: 'front-name' }, el('bdi', {}, f.name)))];
    });
  }

  // The name of a front stands in place of its turf's, where it covers no circle; its light alone shows which it is elsewhere.
  #fronts() {
    for (const e of this.#turfs.children) {
      const name = /** @type {HTMLElement | null} */ (e.querySelector('.front-name'));
      if (name) name.hidden = false;
      if (name) name.hidden = name.offsetWidth > .29 * this.#turfs.clientWidth;
      e.classList.toggle('naming', !!name && !name.hidden);
    }
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
    if (!suitcase && !total) return { case: put * (beat?.ns[0] ?? 0), ...this.#moved(i, all) };
    return this.#moved(i, all);
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
          suitcase ? n('case', suitcase.n) : changed(by.case, 'case'), thugs ? null : n('shield', markers?.n),
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

/** FIRST are the beats that tell a move, before what comes of it; the cards that it brings are told next. */
const FIRST = ['cue.thug', 'cue.member', 'cue.ally', 'cue.share', 'cue.front', 'cue.back', 'cue.use'];
/** DEEDS are those that stand above the map; what a job costs has left the hand when it is told. */
const DEEDS = [...FIRST.filter((k) => k !== 'cue.use'), 'cue.job'];
/** GAINS are the beats of what comes of a move, which say no place themselves. */
const GAINS = ['cue.note', 'cue.good', 'cue.goods', 'cue.stash', 'cue.draws', 'cue.draws_one', 'cue.discard', 'cue.swap', 'cue.swap_one', 'cue.smuggle', 'cue.horse', 'cue.use', 'cue.done'];

/**
 * deed is the move that is told: its sentence, which stands above the map while what comes of it is told and until the next
 * begins, and what it names, which stays lit as long as it is told.
 * @param {import('./stage.js').Show} s
 */
function deed(s) {
  /** @type {{ n: number, seat: number, text: string, what: string[], after: string }} */
  const was = /** @type {any} */ (s.root).deed ??= { n: 0, seat: -1, text: '', what: [], after: '' };
  const b = s.beat;
  if (b && b.n !== was.n) {
    was.n = b.n;
    const goes = GAINS.includes(b.key) && was.seat === b.seats[0];
    if (DEEDS.includes(b.key)) Object.assign(was, { seat: b.seats[0], text: b.text, what: b.what, after: '' });
    else if (b.key === 'cue.turn') was.what = [];
    else if (!goes && !b.asks) Object.assign(was, { seat: -1, text: '', what: [], after: '' });
    else if (!b.asks) was.after = b.text;
  }
  return was;
}

/** HAND is by how much what a beat tells changes the hand of whom it names. @type {Record<string, (b: Box.Beat) => number>} */
const HAND = { 'cue.swap': (b) => -(b.ns[0] ?? 0), 'cue.swap_one': () => -1, 'cue.smuggle': () => -1, 'cue.note': () => 1, 'cue.good': () => 1, 'cue.goods': (b) => b.ns[0] ?? 1, 'cue.stash': () => -1 };
/** SWAPS are beats after which the hand takes what it gave them for, so that it may end as it was. */
const SWAPS = ['cue.swap', 'cue.swap_one', 'cue.smuggle'];

/**
 * held returns the board with the cards in hand as far as they are told: the game itself is further by then.
 * @param {import('./stage.js').Show} s
 */
function held(s) {
  const was = /** @type {any} */ (s.root).corleone ??= { n: 0, hands: [], holds: false };
  const b = s.beat;
  const step = b && was.holds ? HAND[b.key] : undefined;
  was.holds = !!step || !!b && FIRST.includes(b.key);
  const first = b?.n !== was.n;
  was.n = b?.n ?? was.n;
  return s.board.map((p) => {
    if (p.kind !== 'seat' || !p.of) return p;
    const had = was.hands[p.seat] ?? p.n;
    let n = was.holds ? had : p.n;
    const by = step && b ? step(b) : 0;
    if (by && first && b?.seats[0] === p.seat) n = SWAPS.includes(b.key) ? Math.max(0, had + by) : (p.n - had) * by > 0 ? had + Math.sign(p.n - had) * Math.min(Math.abs(p.n - had), Math.abs(by)) : p.n;
    was.hands[p.seat] = n;
    return n === p.n ? p : { ...p, n };
  });
}

/** using is the circle whose share is asked for now. @param {Box.Public} d @param {Box.Piece[]} board */
const using = (d, board) => ((d.ask?.verb ?? d.does) === 'use' ? board.find((p) => p.kind === 'space' && p.of) : undefined);

/** @type {import('./stage.js').Scene} */
export const scene = {
  players: true,
  heading: true,
  early: ['cue.act'],
  asks: (d, board) => {
    const [at, who] = [using(d, board), d.ask?.seat ?? d.seats.find((p) => p.awaited)?.name];
    return at && who ? say('corleone.use', { who: `\u2068${who}\u2069`, what: `\u2068${at.name}\u2069` }) : '';
  },
  part: (board) => board.filter((p) => p.kind === 'act' && p.n).map((p) => say('corleone.of', { n: num(p.n), of: num(p.of) })).join(''),
  tells: (b, board, seats) => (b.key === 'cue.act' ? say('corleone.act', { n: num(b.ns[0]), of: num(board.find((p) => p.kind === 'act')?.of ?? 0) })
    : b.key === 'cue.family' ? say('corleone.family') : b.key === 'cue.draws' ? say('corleone.draws', { who: `\u2068${seats[b.seats[0]]?.name}\u2069` }) : ''),
  draw(s) {
    const now = deed(s);
    const asking = s.part('asking', () => el('div', { class: 'asking' }));
    s.ask(asking);
    if (![...asking.children].some((x) => x.className !== 'lastly')) { // it has the room of a question while none is asked
      const texts = s.beat?.text === now.text ? ['\u00a0'] : [s.beat?.asks || !s.beat ? [now.text, now.after].filter(Boolean).join(' ') : now.text, now.text];
      for (const text of texts) {
        const e = s.text('lastly', 'p', 'lastly', text || '\u00a0', asking);
        if (e) e.dir = document.documentElement.dir; // a name at its beginning does not turn it
        if (e && e.scrollWidth <= e.clientWidth + 1) break;
      }
    }
    const place = /** @type {any} */ (s.part('board', () => el('div', { class: 'whole' })));
    place.drawn ??= new Board(place);
    s.legend((name) => (name === 'force' ? el('b', { class: 'force-sign' }, num(1)) : glyph(name)));
    const legend = s.parts.get('legend');
    if (legend) line(legend);
    place.drawn.wide = true;
    const at = s.beat ? undefined : using(s.desk, s.board);
    place.drawn.said = [...s.beat?.what ?? [], ...now.what, ...at ? [at.key] : []];
    place.drawn.show(held(s), s.desk.seats, undefined, s.beat ?? (at ? { seats: s.desk.seats.flatMap((p, i) => (p.awaited ? [i] : [])), what: [at.key], ns: [], key: '' } : null), s.changes);
    const side = /** @type {HTMLElement} */ (place.querySelector('.families'));
    const lately = s.part('lately', () => el('ul', { class: 'lately' }), side);
    const above = asking.textContent ?? '';
    const told = s.told.filter((x, i) => !above.includes(x) && (i < s.told.length - 1 || x !== s.beat?.text)); // once is enough
    for (let n = Math.min(4, told.length); n > 0; n--) { // as many as there is room for, each whole
      s.fill(lately, told.slice(-n), ...told.slice(-n).map((x) => el('li', { dir: 'auto' }, x)));
      lately.hidden = false;
      if (side.scrollHeight <= side.clientHeight + 1) return;
    }
    lately.hidden = true;
  },
};
