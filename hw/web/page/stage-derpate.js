// Der Pate as a picture: the town along the way of the car, who owns what, jail and river, how far all are on the two
// tracks of which one will eliminate, and the dice. engine/derpate/face/board.go says which pieces there are.

import { el, svg } from './dom.js';
import { picture } from './look.js';
import { Changes, changed, die, glyph, keyed, line, lit, ours, redraw, several, signed, tight } from './stage-pieces.js';
import { isolated, list, num, say } from './words.js';

/** Where the twelve spaces are, in percent: clockwise along the edge, three to a district. */
const LINE = [11, 37, 63, 89];
const RING = [[0, 0], [1, 0], [2, 0], [3, 0], [3, 1], [3, 2], [3, 3], [2, 3], [1, 3], [0, 3], [0, 2], [0, 1]];
const at = (/** @type {number} */ n) => RING[(n - 1) % 12].map((i) => LINE[i]);
/** How far the road is from the edges, across and down: the middle has room for names along its sides. */
const ROAD = [24.2, 26.5];
/** road is where the car stands before a space. @param {number} n */
const road = (n) => at(n).map((x, i) => Math.min(100 - ROAD[i], Math.max(ROAD[i], x)));
/**
 * put is a drawing at a place of the town, in percent.
 * @param {string} key @param {string} cls @param {string} sign @param {number[]} at
 * @returns {[string, () => HTMLElement, (e: any) => void]}
 */
const put = (key, cls, sign, ...[x, y]) => [key, () => el('span', { class: cls }, glyph(sign)), (e) => Object.assign(e.style, { left: `${x}%`, top: `${y}%` })];
/** Where the sign of protection stands on the ground of each, between its businesses. */
const GUARDS = [[[24, 11], [50, 11]], [[89, 24], [89, 50]], [[50, 89], [76, 89]], [[11, 50], [11, 76]]];
/** The grounds of the districts. */
const GROUNDS = ['1,1 75,1 75,21 1,21', '79,1 99,1 99,75 79,75', '99,79 99,99 25,99 25,79', '1,25 21,25 21,99 1,99'];

const word = (/** @type {string} */ key) => key.slice(key.indexOf('.') + 1);

/** Board draws the table into a place. */
export class Board {
  #root;
  #ground;
  /** @type {HTMLElement} */
  #houses;
  /** @type {HTMLElement} */
  #middle;
  /** @type {HTMLElement} */
  #car;
  /** @type {HTMLElement} */
  #heads;
  /** @type {HTMLElement} */
  #rows;
  /** @type {HTMLElement} */
  #purse;
  /** @type {HTMLElement} */
  #dice;

  #whose = -1; // of the players, whom the purse belongs to

  /** @type {Changes | undefined} */
  changes;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.#ground = svg('svg', { class: 'land', viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    [this.#houses, this.#middle, this.#car, this.#heads, this.#rows, this.#purse, this.#dice] = ['houses', 'middle', 'cars', 'heads', 'lanes', 'purse', 'throw'].map((c) => el('div', { class: c }));
    this.#root = el('div', { class: 'board derpate' },
      el('div', { class: 'town', dir: 'ltr' }, this.#ground, this.#houses, this.#middle, this.#car),
      el('div', { class: 'ledger' }, this.#heads, this.#rows, this.#purse, this.#dice));
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
   * @param {Box.Piece | null} [deed] what is told: a card, or what a die or a token does
   */
  show(board, seats, tap = () => undefined, beat = null, stage = undefined, deed = null) {
    this.changes = Changes.of(this, stage, () => this.show(board, seats, tap));
    /** @param {string} kind @param {string} [where] */
    const of = (kind, where) => board.filter((x) => x.kind === kind && (where === undefined || x.at === where));
    const districts = of('district');
    redraw(this.#ground, [districts.map((d) => [d.key, d.is])], () => [
      ...['road', 'dashes'].map((c) => svg('rect', { class: c, x: ROAD[0], y: ROAD[1], width: 100 - 2 * ROAD[0], height: 100 - 2 * ROAD[1], rx: 5 })),
      ...districts.map((d, i) => svg('polygon', { class: d.is.includes('safe') ? 'ground safe' : 'ground', points: GROUNDS[i % 4] }))]);
    const guards = districts.flatMap((d, i) => (d.is.includes('safe') ? GUARDS[i % 4].map(([x, y]) => put(`guard.${d.key}.${x}.${y}`, 'guard', 'shield', x, y)) : []));
    keyed(this.#houses, [...of('business').map((b) => this.#house(b, of('business'), seats, tap)), ...guards]);
    const words = Object.fromEntries(of('word').map((w) => [w.at, w.name]));
    const [car] = of('car');
    const left = beat?.key === 'cue.car' ? of('business').find((b) => b.key === beat.what[0]) : null;
    const ride = (/** @type {string} */ key, /** @type {string} */ cls, /** @type {number} */ n) => put(key, cls, 'car', ...road(n));
    keyed(this.#car, [...(left ? [ride(`left${left.of}`, 'ride left', left.of)] : []), ...(car ? [ride('car', 'ride', car.n)] : [])]);
    const members = of('members').filter((m) => m.n > 0);
    const away = Object.fromEntries(['jail', 'river'].map((where) => [where, this.changes?.by(where, members.filter((m) => m.at === where).reduce((a, m) => a + m.n, 0)) ?? 0]));
    if (stage) delete words.safe;
    redraw(this.#middle, [districts, members, away, words, seats.map((s) => s.look), districts.map((d) => tap(d.key)?.label)], () => this.#centre(districts, members, away, words, seats, tap));
    const [round] = of('round');
    redraw(this.#heads, [round, words, of('track'), of('cards'), of('token')], () => [el('div', { class: 'head-of' }, el('p', { class: 'round', dir: 'auto' }, round?.n ? round.text : '\u00a0'), el('p', { class: 'tokens', dir: 'auto' }, words.tokens ?? '')), ...of('track').map((t) => this.#head(t, of('cards', t.at)[0], of('token', t.at)))]);
    keyed(this.#rows, seats.map((s, i) => [s.name, () => el('div', { class: 'lane' }), (e) => this.#lane(e, s, i, board, seats, beat)]));
    this.#holds(board, seats, beat?.seats ?? []);
    this.#throw(board, tap, deed);
    this.#root.classList.remove('tighter', 'tightest');
    const side = [/** @type {HTMLElement} */ (this.#dice.parentElement), this.#dice];
    tight(this.#root, ...side);
    const full = () => side.some((c) => c.scrollHeight > c.clientHeight + 1);
    this.#root.classList.toggle('tighter', full());
    this.#root.classList.toggle('tightest', full()); // only then what belongs to whose turn it is makes room
    lit(this.#root, beat);
  }

  /**
   * house is a business, with its number and who owns it.
   * @param {Box.Piece} b
   * @param {Box.Piece[]} all
   * @param {Box.Player[]} seats
   * @param {Box.Tapper} tap
   * @returns {[string, () => HTMLElement, (e: any) => void]}
   */
  #house(b, all, seats, tap) {
    const can = tap(b.key) ?? tap(`space.${b.of}`); // the car is put before it
    return [`${b.key}${can ? `!${can.label}` : ''}`, () => (can ? el('button', { type: 'button', class: 'plot can', 'aria-label': can.label, title: can.label }) : el('div', { class: 'plot' })), (e) => {
      const [x, y] = at(b.of);
      Object.assign(e.style, { left: `${x}%`, top: `${y}%` });
      e.dataset.key = b.key;
      e.title = can?.label ?? b.name;
      if (can) e.onclick = can.take;
      const free = b.seat < 0 && !b.is.includes('neutral');
      ours(e, seats, b.seat);
      e.classList.toggle('marked', !!can?.marked);
      e.classList.toggle('free', free);
      e.classList.toggle('pays', b.is.includes('pays'));
      e.classList.toggle('raided', b.is.includes('raided'));
      redraw(e, [b.n, b.seat, b.is, seats[b.seat]?.look], () => [glyph('house'), el('b', { class: 'no' }, num(b.n)), free ? null : el('span', { class: 'pawn family' }, glyph('family')), b.is.includes('pays') ? el('span', { class: 'pay' }, glyph('coin')) : null]);
    }];
  }

  // In the middle: the districts by name, each beside its ground, who is in jail or in the river, and what the shield stands for.
  /** @param {Box.Piece[]} districts @param {Box.Piece[]} members @param {Record<string, number>} moved @param {Record<string, string>} words @param {Box.Player[]} seats @param {Box.Tapper} tap */
  #centre(districts, members, moved, words, seats, tap) {
    const name = (/** @type {number} */ i) => {
      const d = districts[i];
      if (!d) return null;
      const can = tap(d.key);
      const inner = el('bdi', {}, d.name);
      const e = can ? el('button', { type: 'button', class: 'can', 'aria-label': can.label, onclick: can.take }, inner) : el('p', {}, inner);
      e.classList.add('ward', `ward-${i}`);
      e.classList.toggle('safe', d.is.includes('safe'));
      e.dataset.key = d.key;
      return e;
    };
    const men = (/** @type {string} */ where) => members.filter((m) => m.at === where).flatMap((m) => several('family', m.n).map((g) => ours(el('i', {}, g), seats, m.seat)));
    const held = (/** @type {string} */ where) => el('div', { class: where }, el('p', {}, glyph(where), el('bdi', {}, words[where] ?? '')), changed(moved[where]), el('span', { class: men(where).length + (moved[where] ? 1 : 0) > 2 ? 'many' : '' }, ...men(where)));
    const safe = words.safe && districts.some((d) => d.is.includes('safe')); // on the stage the legend says it, beside no name
    return [name(0), name(3), el('div', { class: 'away' }, held('jail'), held('river'), el('p', { class: safe ? 'safety' : 'safety none' }, glyph('shield'), el('bdi', {}, words.safe ?? ''))), name(1), name(2)];
  }

  /** @param {Box.Piece} t @param {Box.Piece | undefined} cards @param {Box.Piece[]} tokens */
  #head(t, cards, tokens) {
    const ko = t.is.includes('ko');
    return el('div', { class: ko ? 'head-of ko' : 'head-of', 'data-key': t.key },
      el('p', {}, el('bdi', {}, t.name)),
      el('div', { class: 'marks-at' }, ...tokens.map((x) => {
        const e = el('span', { title: x.name }, glyph(word(x.key)));
        e.style.insetInlineStart = `${(x.n - .5) / t.of * 100}%`;
        return e;
      }), ko ? glyph('kill', 'pips') : cards ? el('span', { class: 'pips' }, ...Array.from({ length: cards.of }, (_, i) => el('i', { class: i < cards.n ? 'filled' : '' }))) : null));
  }

  /** @param {any} e @param {Box.Player} s @param {number} i @param {Box.Piece[]} board @param {Box.Player[]} seats @param {any} beat */
  #lane(e, s, i, board, seats, beat) {
    /** @param {string} kind @param {string} [where] */
    const one = (kind, where) => board.find((x) => x.kind === kind && x.seat === i && (where === undefined || x.at === where));
    ours(e, seats, i);
    e.dataset.seat = String(i);
    const turn = board.find((x) => x.kind === 'seat' && x.is.includes('turn'))?.seat ?? (beat && !beat.asks ? -1 : alone(seats));
    e.classList.toggle('turn', (beat?.seats.length ? beat.seats[0] : turn) === i);
    const by = (/** @type {string} */ what, /** @type {number} */ x) => /** @type {Changes} */ (this.changes).by(`${what}.${i}`, x);
    const steps = ['reputation', 'influence'].map((t) => one('step', t)).filter((x) => !!x);
    const ko = board.find((x) => x.kind === 'track' && x.is.includes('ko'))?.at;
    if (e.children.length !== steps.length + 3) e.replaceChildren(...['whose', 'held', ...steps.map(() => 'steps'), 'cash'].map((c) => el('div', { class: c }, ...(c === 'steps' ? [el('i', { class: 'fill' }), el('b', {})] : [])))); // the board may come after the players
    const [whose, house, ...rest] = [...e.children];
    redraw(whose, [s.name, s.look, one('seat')?.is], () => [one('seat')?.is.includes('start') ? glyph('move', 'horse') : null, picture(s.look), el('bdi', {}, s.name)]);
    const n = one('seat')?.n ?? 0;
    const more = by('house', n);
    redraw(house, [n, more], () => [changed(more) ?? glyph('house'), el('b', {}, num(n))]); // beside the name there is no room for both
    steps.forEach((step, k) => {
      const run = rest[k];
      run.style.setProperty('--of', String(step.of));
      run.style.setProperty('--at', String(step.n));
      run.classList.toggle('done', step.n >= step.of);
      run.classList.toggle('ko', ko === step.at && step.n < step.of);
      run.lastElementChild.textContent = num(step.n);
      for (const c of run.querySelectorAll('.change')) c.remove();
      const c = changed(by(step.at, step.n));
      if (c) run.insertBefore(c, run.lastElementChild);
    });
    const cash = paid(beat, i, one('income')?.n ?? 0);
    redraw(rest[rest.length - 1], cash, () => (cash ? [el('span', { class: cash > 0 ? 'paid' : 'paid less', dir: 'ltr' }, signed(cash), glyph('coin'))] : []));
  }

  /**
   * holds shows what belongs to whoever is told of, or whose turn it is, and no track tells: members, friends, debts, money that is open, and the dice placed.
   * @param {Box.Piece[]} board @param {Box.Player[]} seats @param {number[]} told
   */
  #holds(board, seats, told) {
    const row = board.find((x) => x.kind === 'row');
    /** @param {string} kind @param {number} i @param {string} [where] */
    const one = (kind, i, where) => board.find((x) => x.kind === kind && x.seat === i && (where === undefined || x.at === where));
    const debts = (/** @type {number} */ i) => board.filter((x) => x.kind === 'debt' && x.seat === i).reduce((a, d) => a + d.n, 0);
    const all = seats.map((_, i) => {
      /** @type {[string, number | undefined][]} */
      const figures = [['family', one('members', i, 'reserve')?.n ?? 0], ['friend', one('friends', i)?.n ?? 0], ['debt', debts(i)], ['income', one('income', i)?.n ?? 0], ['shake', one('step', i, 'favours')?.n ?? 0], ['coin', one('money', i)?.n]];
      return figures.map(([name, n]) => ({ name, n, by: n === undefined ? 0 : /** @type {Changes} */ (this.changes).by(`${name}.${i}`, n) }));
    });
    const turn = row ? row.seat : seats.findIndex((_, i) => one('seat', i)?.is.includes('turn'));
    const now = told.find((x) => all[x]?.some((f) => f.by)) ?? (row ? row.seat : told[0] ?? turn);
    const i = now >= 0 ? now : this.#whose; // it stays until there is another
    this.#whose = i;
    if (i < 0 || !seats[i]) return redraw(this.#purse, null, () => []);
    ours(this.#purse, seats, i);
    const words = Object.fromEntries(board.filter((x) => x.kind === 'legend').flatMap((x) => x.is.map((w) => [w, x.name])));
    const placed = row?.seat === i ? board.filter((x) => x.kind === 'die' && x.at === 'row') : [];
    const tokens = board.filter((x) => x.kind === 'token' && x.seat === i && x.at === 'held');
    redraw(this.#purse, [seats[i], all[i], words, tokens, row?.seat === i && row, placed], () => [picture(seats[i].look),
      ...all[i].filter((f) => f.n || f.by || f.name === 'family').map((f) => el('span', { class: `tally ${f.name === 'debt' ? 'owes' : f.by ? '' : f.name}` }, glyph(f.name), f.name === 'family' ? null : el('small', {}, words[f.name] ?? ''), el('b', {}, num(f.n ?? 0)), changed(f.by))),
      ...tokens.map((t) => el('span', { class: 'tally' }, glyph(word(t.key), 'token-won'), el('small', {}, t.name))),
      row?.seat === i ? el('span', { class: 'placed' }, ...Array.from({ length: row.of }, (_, k) => this.#cell(placed.find((d) => d.of === k + 1), k + 1 === row.n))) : null]);
    this.#purse.classList.remove('short');
    this.#purse.classList.toggle('short', this.#purse.scrollWidth > this.#purse.clientWidth + 1);
  }

  // A row of the action board, with the die that lies there.
  /** @param {Box.Piece | undefined} d @param {boolean} now */
  #cell(d, now) {
    return el('span', { class: d ? 'cell' : now ? 'cell now' : 'cell bare', title: d?.text ?? '' }, d ? die(word(d.key), d.n) : null);
  }

  // The dice that are still to be placed, with what each would do; the card before they are rolled; or what is told.
  /** @param {Box.Piece[]} board @param {Box.Tapper} tap @param {Box.Piece | null} deed */
  #throw(board, tap, deed) {
    const dice = board.filter((x) => x.kind === 'die');
    const event = board.find((x) => x.kind === 'event');
    const row = board.find((x) => x.kind === 'row');
    this.#dice.classList.toggle('turned', !row || !!deed);
    if (deed) {
      const card = deed.kind === 'event';
      const sign = card ? glyph('card') : deed.kind === 'die' ? die(word(deed.at), deed.n) : glyph(word(deed.key));
      return keyed(this.#dice, [[`deed.${deed.key}.${deed.text}`, () => el('div', { class: `event of-${card ? deed.at : 'deed'}` }, el('p', { dir: 'auto' }, sign, ' ', el('b', {}, el('bdi', {}, deed.name), deed.text ? ':' : ''), ' ', drives(deed), deed.text))]]);
    }
    /** @type {[string, () => HTMLElement, ((e: any) => void)?][]} */
    const items = [];
    if (!row && event) {
      items.push([event.key, () => el('div', { class: `event of-${event.at}` }, el('p', { dir: 'auto' }, glyph('card'), ' ', el('b', {}, el('bdi', {}, event.name), event.text ? ':' : ''), ' ', drives(event), event.text))]);
    }
    if (row) {
      items.push(['roll', () => el('div', { class: 'rolled' }), (e) => {
        const rolled = dice.filter((d) => d.at === 'roll');
        redraw(e, [row.n, rolled, rolled.map((d) => tap(d.key)?.label), board.filter((x) => x.kind === 'cast')], () => (rolled.some((d) => tap(d.key) || !d.is.length) ? rolled.map((d) => this.#cast(d, tap)) : this.#options(rolled, board)));
      }]);
      if (event) items.push([`aside.${event.key}.${document.documentElement.lang}`, () => el('p', { class: `aside of-${event.at}`, dir: 'auto' }, glyph('card'), el('span', {}, say('derpate.aside', { what: event.name })))]);
    }
    keyed(this.#dice, items);
  }

  // A die that is rolled, to be tapped where it can be placed.
  /** @param {Box.Piece} d @param {Box.Tapper} tap */
  #cast(d, tap) {
    const can = tap(d.key);
    const inner = [die(word(d.key), d.n), d.text ? el('span', { dir: 'auto' }, d.text) : null].filter(Boolean);
    const x = can ? el('button', { type: 'button', class: 'cast can', 'aria-label': can.label, onclick: can.take }, ...inner) : el('div', { class: 'cast' }, ...inner);
    x.dataset.key = d.key;
    return x;
  }

  // What each die would do now, in a line; dice that would do the same stand in one.
  /** @param {Box.Piece[]} rolled @param {Box.Piece[]} board */
  #options(rolled, board) {
    return [...new Set(rolled.map((d) => d.is[0]))].map((box) => {
      const same = rolled.filter((d) => d.is[0] === box);
      const does = board.find((x) => x.kind === 'cast' && x.key === `box.${box}` && x.n === same[0].n);
      return el('div', { class: 'option', 'data-key': same[0].key }, ...same.map((d) => die(word(d.key), d.n)), el('p', { dir: 'auto' }, el('b', {}, same[0].text, does ? ':' : ''), ' ', does?.text ?? ''));
    });
  }
}

/** drives says how far a card drives the car, before what else it does. @param {Box.Piece} p */
const drives = (p) => (p.kind === 'event' && p.n ? `${say('derpate.drives', { n: num(p.n) })} ` : '');

/** alone is who alone is asked, or -1. @param {Box.Player[]} seats */
const alone = (seats) => (seats.filter((s) => s.awaited).length === 1 ? seats.findIndex((s) => s.awaited) : -1);

/** MONEY says who gets money in a beat, and who pays: one sign for each of its players. @type {Record<string, number[]>} */
const MONEY = { 'cue.gain': [1], 'cue.overflow': [1], 'cue.pay': [-1], 'cue.pay_to': [-1, 1] };

/** paid is how much a beat brings a seat. @param {Box.Beat | null} b @param {number} seat @param {number} income */
function paid(b, seat, income) {
  if (b?.key === 'cue.income') return income === b.ns[0] ? income : 0;
  return ((b && MONEY[b.key]?.[b.seats.indexOf(seat)]) ?? 0) * (b?.ns[0] ?? 0);
}

/** CARDS are those of a card. */
const CARDS = ['cue.card', 'cue.card_for', 'cue.text'];

/**
 * deed is what a beat tells of before what comes of it: a card, what a die does on its box, what a token does.
 * @param {Box.Beat} b
 * @param {Box.Piece[]} board
 * @param {Box.Piece[]} before
 * @returns {Box.Piece | null}
 */
function deedOf(b, board, before) {
  const find = (/** @type {(p: Box.Piece) => boolean} */ is) => board.findLast(is) ?? before.findLast(is);
  if (CARDS.includes(b.key)) return find((p) => p.kind === 'event') ?? null;
  if (b.key.startsWith('cue.token')) return find((p) => p.kind === 'token' && !!p.text && b.what.includes(p.key)) ?? null;
  const box = { 'cue.takings': 'box.takings', 'cue.raid': 'box.raid' }[b.key] ?? b.what[0];
  const does = find((p) => p.kind === 'does' && p.key === box && (b.key === 'cue.placed' || p.n === b.ns[0]));
  if (!does) return null;
  const placed = find((p) => p.kind === 'die' && p.at === 'row' && p.of === does.of && p.is.includes(word(box)));
  return placed ? { ...does, kind: 'die', at: placed.key, n: placed.n } : does;
}

/** FIRST are the beats that tell a move, before what comes of it. */
const FIRST = ['cue.placed', 'cue.raid', 'cue.takings', 'cue.card', 'cue.card_for', 'cue.text', 'cue.token_used', 'cue.favour'];
/** EFFECTS are those that tell what comes of it, one thing after another: the game is further by then. */
const EFFECTS = ['cue.no_effect', 'cue.begins', 'cue.begins_neutral', 'cue.marker', 'cue.ko', 'cue.car', 'cue.car_at', 'cue.protected', 'cue.advance', 'cue.overflow', 'cue.token_won', 'cue.token_at_once', 'cue.gain', 'cue.pay', 'cue.pay_to', 'cue.friend', 'cue.moved_in', 'cue.emptied', 'cue.emptied_neutral', 'cue.takeover', 'cue.takeover_from', 'cue.river', 'cue.river_neutral', 'cue.jail', 'cue.jail_neutral', 'cue.freed', 'cue.debt', 'cue.debt_bank', 'cue.debt_back', 'cue.debt_back_bank'];
/** IDLE are those that tell why a die does nothing; after a card they are answers of their own. */
const IDLE = ['cue.passes', 'cue.cannot_debts', 'cue.cannot_reserve', 'cue.cannot_friend', 'cue.cannot_jail', 'cue.none_takeover', 'cue.none_jail', 'cue.none_free', 'cue.none_owe', 'cue.none_paid'];
/** DONE are those that tell what somebody has done when the next is asked. */
const DONE = /^cue\.(begins|passes|cannot|friend|freed|debt_back|takeover|advance|pay)/;
/** PLACED are those that tell where a die is placed. */
const PLACED = ['cue.placed', 'cue.raid', 'cue.takings'];
/** every is the track on which a card moves everybody, if it does. @param {Box.Piece[]} board */
const every = (board) => board.findLast((p) => p.kind === 'event')?.is[0] ?? '';
/** everybody reports whether a beat only tells of one what was told of all. @param {Box.Beat} b @param {Box.Beat | null} cause @param {Box.Piece[]} board */
const everybody = (b, cause, board) => b.key === 'cue.advance' && cause?.key === 'cue.text' && `track.${every(board)}` === b.what[0];
/** HURT are those of what one does to another. */
const HURT = ['cue.emptied', 'cue.river', 'cue.jail'];
/** ACTION are the pieces that only the beats of a die bring: those of a card come while the dice wait. */
const ACTION = ['row', 'die', 'does', 'cast'];
/**
 * causes keeps what brings about what is told next, and what that does.
 * @param {any} was
 * @param {Box.Beat} b
 * @param {Box.Piece[]} board
 * @param {Box.Player[]} seats
 */
function causes(was, b, board, seats) {
  if (FIRST.includes(b.key)) {
    if (b.key !== 'cue.text' || !was.cause) was.cause = b.key === 'cue.takings' ? say('derpate.paying', { who: isolated(seats[b.seats[0]]?.name), n: num(b.ns[0]) }) : b.text; // in one line
    was.deed = deedOf(b, board, was.board);
    was.hit = ['cue.takings', 'cue.raid'].includes(b.key) ? b.ns[0] : 0;
    was.placing = !CARDS.includes(b.key);
    if (b.key !== 'cue.text') was.told = [];
    if (CARDS.includes(b.key)) was.told.push('event');
    if (b.key === 'cue.text' && every(board)) was.told.push(...board.filter((p) => p.kind === 'step').map((p) => `${every(board)}.${p.seat}`)); // the tracks move with the sentence
  } else {
    was.told.push(b.key, ...b.seats, ...(b.key === 'cue.car' ? [] : b.what)); // where the car stops something happens only then
    if (b.key === 'cue.advance') was.told.push(`${word(b.what[0])}.${b.seats[0]}`);
    if (b.key.startsWith('cue.begins')) was.told.push(`settled.${b.seats[0] ?? -1}`);
  }
}

/**
 * isTold reports whether a piece stands as it was told.
 * @param {string[]} told
 * @param {Box.Piece} p
 */
function isTold(told, p) {
  const any = (/** @type {string[]} */ ...keys) => keys.some((k) => told.includes(k));
  switch (p.kind) {
    case 'step': return any(`${p.at}.${p.seat}`);
    case 'business': return any(p.key, `settled.${p.seat}`);
    case 'token': return p.seat < 0 || any(p.key);
    case 'car': return any('cue.car', 'cue.car_at', 'cue.protected');
    case 'district': return any('cue.protected');
    case 'cards': case 'track': return any('cue.marker', 'cue.ko');
    case 'friends': return told.includes(/** @type {any} */ (p.seat)) && (any('cue.friend') || !any('cue.pay')); // it is paid first
    case 'seat': case 'members': case 'income': return p.seat < 0 || told.includes(/** @type {any} */ (p.seat));
    case 'debt': return any('cue.debt', 'cue.debt_bank', 'cue.debt_back', 'cue.debt_back_bank');
    default: return true;
  }
}

/**
 * held returns the board as far as it is told.
 * @param {import('./stage.js').Show} s
 * @param {Box.Piece[]} board
 */
function held(s, board) {
  const place = /** @type {any} */ (s.root);
  const was = place.derpate ??= { n: -1, board, told: [] };
  const b = s.beat;
  if (b && !b.asks && !b.count) was.last = DONE.test(b.key) ? b.text : '';
  if (!b || !FIRST.includes(b.key) && !EFFECTS.includes(b.key) && !(was.placing && IDLE.includes(b.key))) {
    Object.assign(was, { cause: null, deed: null, hit: null, placing: false, told: [], board });
    return board;
  }
  if (b.n !== was.n) causes(was, b, board, s.desk.seats);
  was.n = b.n;
  const turn = (/** @type {Box.Piece[]} */ of) => of.find((p) => p.kind === 'row')?.seat ?? -1;
  const over = turn(was.board) >= 0 && turn(was.board) !== turn(board); // it is the next turn already
  const waits = [...(was.placing && !over ? [] : ACTION), ...(was.told.includes('event') ? [] : ['event', 'round'])];
  const now = board.flatMap((p) => {
    if (waits.includes(p.kind)) return [];
    if (isTold(was.told, p)) return [p];
    const old = was.board.find((/** @type {Box.Piece} */ o) => o.kind === p.kind && o.key === p.key && o.seat === p.seat && o.at === p.at && o.to === p.to || o.kind === p.kind && p.kind === 'business' && o.key === p.key || o.kind === p.kind && p.kind === 'car');
    return old ? [old] : p.kind === 'token' ? [] : [p];
  });
  was.board = [...now, ...was.board.filter((/** @type {Box.Piece} */ p) => waits.includes(p.kind))];
  return was.board;
}

/** hit is how a business stands whose number is called: it pays, or is raided where the car does not protect it. @param {import('./stage.js').Show} s @param {Box.Piece} p */
const hit = (s, p) => (s.beat?.key === 'cue.raid' ? (s.board.some((d) => d.kind === 'district' && d.at === p.at && d.is.includes('safe')) ? [] : ['raided'])
  : /** @type {any} */ (s.root).derpate.deed?.key === 'box.takings' ? ['pays'] : []);

/** ahead says who has the most businesses, as far as it is told. @param {import('./stage.js').Show} s */
function ahead(s) {
  const all = s.all('seat').filter((p) => p.seat >= 0);
  const most = Math.max(0, ...all.map((p) => p.n));
  const who = all.filter((p) => p.n === most);
  if (!most) return '';
  return who.length === all.length ? say('derpate.level', { n: num(most) }) : say('derpate.leads', { who: list(who.map((p) => isolated(s.desk.seats[p.seat]?.name))) });
}

/** @type {import('./stage.js').Scene} */
export const scene = {
  players: true,
  heading: true,
  begins: (b) => !EFFECTS.includes(b.key) && !IDLE.includes(b.key) || b.key === 'cue.takeover_from',
  phase: (b) => (['cue.turn', 'cue.throw', 'cue.roll', 'cue.rolled', 'cue.place'].includes(b.key) ? say('derpate.phase_dice') : ''),
  goesOn: everybody,
  tells: (b, board, seats, cause) => {
    const whose = isolated(seats[b.seats[0]]?.name);
    if (b.key === 'cue.protected') {
      const [now, left] = b.what.map((key) => board.find((p) => p.key === key)?.name ?? '');
      return !left ? '' : now === left ? say('derpate.still', { what: now }) : say('derpate.moves', { what: now, which: left });
    }
    if (b.key === 'cue.rolled' && board.some((p) => p.kind === 'row' && p.n === 1)) return say('derpate.rolled', { who: whose });
    const die = b.key === 'cue.last_die' ? board.find((p) => p.kind === 'die' && p.at === 'roll') : null;
    if (die?.text) return say('derpate.last', { who: whose, what: die.text });
    if (PLACED.includes(cause?.key ?? '') && b.key === 'cue.passes') return say('derpate.passes', { who: whose });
    if (PLACED.includes(cause?.key ?? '') && IDLE.includes(b.key)) return say('derpate.idle', { told: b.text });
    if (b.key === 'cue.no_effect' && cause?.what.includes('box.visit')) return say('derpate.own', { who: whose });
    if (b.key === 'cue.throw') return say('derpate.throw', { who: isolated(seats[b.seats[0]]?.name), n: b.ns[0] });
    if (b.key === 'cue.debt') return say('derpate.debt', { told: b.text });
    const track = board.find((p) => p.kind === 'track' && b.what.includes(p.key))?.name ?? '';
    if (b.key === 'cue.marker' && track) return say('derpate.marker', { what: track, n: num(b.ns[0]), of: num(b.ns[1]) });
    if (everybody(b, cause, board) || b.key === 'cue.text' && every(board)) {
      const all = board.filter((p) => p.kind === 'step' && p.at === every(board)).map((p) => `${isolated(seats[p.seat]?.name)} ${num(p.n)}`);
      return all.length ? say('derpate.all', { what: board.find((p) => p.key === `track.${every(board)}`)?.name ?? '', all: list(all) }) : '';
    }
    const who = cause?.seats.length && HURT.includes(b.key) && b.seats.length && b.seats[0] !== cause.seats[0] ? seats[cause.seats[0]]?.name : '';
    return who ? say('derpate.by', { who: isolated(who), told: b.text }) : '';
  },
  draw(s) {
    const top = s.part('top', () => el('div', { class: 'above' }));
    const asking = s.part('asking', () => el('div', { class: 'asking' }), top);
    const before = s.board;
    s.board = held(s, s.board);
    const told = /** @type {any} */ (s.root).derpate;
    if (told.cause && told.cause !== s.beat?.text && !PLACED.includes(s.beat?.key ?? '')) s.fill(asking, told.cause, el('p', { class: 'asked' }, told.cause)); // why it happens, as long as it is told what happens
    else if (!s.all('row').length && (!s.beat || s.beat.asks) && told.last && !s.desk.paused && !s.desk.undo) s.fill(asking, told.last, el('p', { class: 'asked' }, told.last)); // it may have been missed
    else s.ask(asking);
    s.text('leads', 'p', 'leads', ahead(s), top);
    const deed = s.beat?.key.startsWith('cue.token_') ? deedOf(s.beat, before, s.board) : told.deed;
    if (told.hit) s.board = s.board.map((p) => (p.kind === 'business' && p.n === told.hit && (p.seat >= 0 || p.is.includes('neutral')) ? { ...p, is: [...p.is, ...hit(s, p)] } : p));
    const place = /** @type {any} */ (s.part('board', () => el('div', { class: 'whole' })));
    place.drawn ??= new Board(place);
    const guards = s.all('word').filter((p) => p.at === 'safe').map((p) => ({ ...p, is: ['shield'] }));
    const [money, ...rest] = s.all('legend');
    s.legend((name) => glyph(name), [...money ? [money] : [], ...guards, ...rest]);
    const legend = s.parts.get('legend');
    if (legend) line(legend);
    const had = s.parts.get('key');
    if (had) had.hidden = true; // the rest has the room first
    place.drawn.show(s.board, s.desk.seats, undefined, s.same ? null : s.beat, s.changes, deed);
    const side = /** @type {HTMLElement} */ (place.querySelector('.ledger'));
    const key = s.part('key', () => el('ul', { class: 'meanings' }), side);
    const all = s.all('key');
    s.fill(key, [all, document.documentElement.lang], ...all.map((p) => el('li', {}, ...p.is.map((x) => (x === 'number' ? el('b', { class: 'no' }, num(1)) : glyph(x))), el('span', { dir: 'auto' }, p.name))));
    const rows = /** @type {HTMLElement[]} */ ([...key.children]);
    for (const r of rows) r.hidden = false;
    key.hidden = false;
    const full = () => [side, place.querySelector('.throw')].some((e) => e.scrollHeight > e.clientHeight + 1);
    for (let r; full() && (r = rows.pop());) r.hidden = true; // as many as there is room for
    key.hidden = !rows.length;
  },
};
