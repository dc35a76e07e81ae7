// Der Pate as a picture: the town along the way of the car, who owns what, jail and river, how far all are on the two
// tracks of which one will eliminate, and the dice. engine/derpate/face/board.go says which pieces there are.

import { el, svg } from './dom.js';
import { picture } from './look.js';
import { Changes, changed, die, glyph, keyed, line, lit, ours, redraw, several, tight } from './stage-pieces.js';
import { num, say } from './words.js';

/** Where the twelve spaces are, in percent: clockwise along the edge, three to a district. */
const LINE = [11, 37, 63, 89];
const RING = [[0, 0], [1, 0], [2, 0], [3, 0], [3, 1], [3, 2], [3, 3], [2, 3], [1, 3], [0, 3], [0, 2], [0, 1]];
const at = (/** @type {number} */ n) => RING[(n - 1) % 12].map((i) => LINE[i]);
/** road is where the car stands before a space. @param {number} n */
const road = (n) => at(n).map((x) => Math.min(73.5, Math.max(26.5, x)));
/** The grounds of the districts. */
const GROUNDS = ['1,1 75,1 75,21 1,21', '79,1 99,1 99,75 79,75', '99,79 99,99 25,99 25,79', '1,25 21,25 21,99 1,99'];

/** SIGNS of the boxes of the action board. @type {Record<string, string>} */
const SIGNS = { takings: 'coin', press: 'manual', reputation: 'crown', influence: 'senator', visit: 'car', betting: 'coin', meeting: 'debt', raid: 'policeman', takeover: 'flag', friend: 'friend', consigliere: 'family', prosecutor: 'judge', spy: 'kill', banker: 'income' };

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
  #dice;

  /** @type {Changes | undefined} */
  changes;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.#ground = svg('svg', { class: 'land', viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    [this.#houses, this.#middle, this.#car, this.#heads, this.#rows, this.#dice] = ['houses', 'middle', 'cars', 'heads', 'lanes', 'throw'].map((c) => el('div', { class: c }));
    this.#root = el('div', { class: 'board derpate' },
      el('div', { class: 'town', dir: 'ltr' }, this.#ground, this.#houses, this.#middle, this.#car),
      el('div', { class: 'ledger' }, this.#heads, this.#rows, this.#dice));
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
      svg('rect', { class: 'road', x: 26.5, y: 26.5, width: 47, height: 47, rx: 5 }), svg('rect', { class: 'dashes', x: 26.5, y: 26.5, width: 47, height: 47, rx: 5 }),
      ...districts.map((d, i) => svg('polygon', { class: d.is.includes('safe') ? 'ground safe' : 'ground', points: GROUNDS[i % 4] }))]);
    keyed(this.#houses, of('business').map((b) => this.#house(b, of('business'), seats, tap)));
    const [car] = of('car');
    const left = beat?.key === 'cue.car' ? of('business').find((b) => b.key === beat.what[0]) : null;
    /** @type {(key: string, cls: string, n: number) => [string, () => HTMLElement, (e: any) => void]} */
    const ride = (key, cls, n) => [key, () => el('span', { class: cls }, glyph('car')), (e) => {
      const [x, y] = road(n);
      Object.assign(e.style, { left: `${x}%`, top: `${y}%` });
    }];
    keyed(this.#car, [...(left ? [ride(`left${left.of}`, 'ride left', left.of)] : []), ...(car ? [ride('car', 'ride', car.n)] : [])]);
    const members = of('members').filter((m) => m.n > 0);
    const away = Object.fromEntries(['jail', 'river'].map((where) => [where, this.changes?.by(where, members.filter((m) => m.at === where).reduce((a, m) => a + m.n, 0)) ?? 0]));
    redraw(this.#middle, [districts, members, away, seats.map((s) => s.look), districts.map((d) => tap(d.key)?.label)], () => this.#centre(districts, members, away, seats, tap));
    const [round] = of('round');
    redraw(this.#heads, [round, of('track'), of('cards'), of('token')], () => [el('p', { class: 'round', dir: 'auto' }, round?.n ? round.text : ''), ...of('track').map((t) => this.#head(t, of('cards', t.at)[0], of('token', t.at)))]);
    keyed(this.#rows, seats.map((s, i) => [s.name, () => el('div', { class: 'lane' }), (e) => this.#lane(e, s, i, board, seats, beat?.seats ?? [])]));
    this.#throw(board, tap, deed);
    tight(this.#root, /** @type {HTMLElement} */ (this.#dice.parentElement), this.#dice);
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

  // In the middle: the districts by name, beside their grounds, and who is in jail or in the river.
  /** @param {Box.Piece[]} districts @param {Box.Piece[]} members @param {Record<string, number>} moved @param {Box.Player[]} seats @param {Box.Tapper} tap */
  #centre(districts, members, moved, seats, tap) {
    const name = (/** @type {number} */ i) => {
      const d = districts[i];
      if (!d) return null;
      const can = tap(d.key);
      const inner = [d.is.includes('safe') ? glyph('shield') : null, el('bdi', {}, d.name)].filter(Boolean);
      const e = can ? el('button', { type: 'button', class: 'can', 'aria-label': can.label, onclick: can.take }, ...inner) : el('p', {}, ...inner);
      e.classList.add('ward', `ward-${i}`);
      e.classList.toggle('safe', d.is.includes('safe'));
      e.dataset.key = d.key;
      return e;
    };
    const held = (/** @type {string} */ where, /** @type {string} */ sign) => el('div', { class: where }, glyph(sign), changed(moved[where]), el('span', {}, ...members.filter((m) => m.at === where).flatMap((m) => several('family', m.n).map((g) => ours(el('i', {}, g), seats, m.seat)))));
    return [name(0), name(3), el('div', { class: 'away' }, held('jail', 'jail'), held('river', 'river')), name(1), name(2)];
  }

  /** @param {Box.Piece} t @param {Box.Piece | undefined} cards @param {Box.Piece[]} tokens */
  #head(t, cards, tokens) {
    const ko = t.is.includes('ko');
    return el('div', { class: ko ? 'head-of ko' : 'head-of', 'data-key': t.key },
      el('p', {}, el('bdi', {}, t.name), ko ? glyph('kill') : cards ? el('span', { class: 'pips' }, ...Array.from({ length: cards.of }, (_, i) => el('i', { class: i < cards.n ? 'filled' : '' }))) : null),
      el('div', { class: 'marks-at' }, ...tokens.map((x) => {
        const e = el('span', { title: x.name }, glyph(word(x.key)));
        e.style.insetInlineStart = `${(x.n - .5) / t.of * 100}%`;
        return e;
      })));
  }

  /** @param {any} e @param {Box.Player} s @param {number} i @param {Box.Piece[]} board @param {Box.Player[]} seats @param {number[]} told whom it is told of */
  #lane(e, s, i, board, seats, told) {
    /** @param {string} kind @param {string} [where] */
    const of = (kind, where) => board.filter((x) => x.kind === kind && x.seat === i && (where === undefined || x.at === where));
    /** @param {string} kind @param {string} [where] */
    const one = (kind, where) => of(kind, where)[0];
    ours(e, seats, i);
    e.dataset.seat = String(i);
    e.classList.toggle('turn', told.length ? told[0] === i : !!one('seat')?.is.includes('turn'));
    const by = (/** @type {string} */ what, /** @type {number} */ x) => /** @type {Changes} */ (this.changes).by(`${what}.${i}`, x);
    const steps = ['reputation', 'influence'].map((t) => one('step', t)).filter(Boolean);
    const ko = board.find((x) => x.kind === 'track' && x.is.includes('ko'))?.at;
    if (e.children.length !== steps.length + 2) e.replaceChildren(el('div', { class: 'whose' }), ...steps.map(() => el('div', { class: 'steps' }, el('i', { class: 'fill' }), el('b', {}))), el('div', { class: 'has' })); // the board may come after the players
    const [whose, ...rest] = [...e.children];
    redraw(whose, [s.name, s.look, one('seat')?.is], () => [picture(s.look), el('bdi', {}, s.name), one('seat')?.is.includes('start') ? glyph('move', 'horse') : null]);
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
    /** @param {string} name @param {number} [x] @param {string} [more] */
    const n = (name, x, more = '') => (x || moved[name] ? el('span', { class: `tally ${more}` }, glyph(name), el('b', {}, num(x ?? 0)), changed(moved[name] ?? 0)) : null);
    const tokens = of('token', 'held');
    const debts = of('debt');
    const owed = board.filter((x) => x.kind === 'debt' && x.to === i).reduce((a, x) => a + x.n, 0);
    const row = board.find((x) => x.kind === 'row');
    const placed = board.filter((x) => x.kind === 'die' && x.at === 'row');
    const men = one('members', 'reserve')?.n ?? 0;
    /** @type {[string, number | undefined][]} */
    const figures = [['house', one('seat')?.n], ['family', men], ['friend', one('friends')?.n ?? 0], ['debt', debts.reduce((a, d) => a + d.n, 0)], ['income', one('income')?.n ?? 0], ['shake', one('step', 'favours')?.n ?? 0], ['coin', one('money')?.n]];
    /** @type {Record<string, number>} */
    const moved = Object.fromEntries(figures.map(([k, x]) => [k, x === undefined ? 0 : by(k, x)]));
    redraw(rest[rest.length - 1], [moved, row?.seat === i && [row, placed], one('members', 'reserve')?.n, one('seat')?.n, one('income')?.n, one('step', 'favours')?.n, one('friends')?.n, one('money')?.n, one('paid')?.n, tokens, debts.map((d) => d.n), owed], () => [
      n('house', one('seat')?.n), el('span', { class: 'men-left' }, ...several('family', men)), changed(moved.family, 'family'), n('friend', one('friends')?.n),
      ...tokens.map((t) => glyph(word(t.key), 'token-won')), n('debt', debts.reduce((a, d) => a + d.n, 0), 'owes'), n('income', one('income')?.n), n('shake', one('step', 'favours')?.n), n('coin', one('money')?.n),
      ...(row && row.seat === i ? [el('span', { class: 'placed' }, ...Array.from({ length: row.of }, (_, k) => this.#cell(placed.find((d) => d.of === k + 1), k + 1 === row.n)))] : []),
      one('paid') ? el('span', { class: 'tally paid' }, '+', glyph('coin'), el('b', {}, num(one('paid').n))) : null]);
  }

  // A row of the action board, with the die that lies there and what it did.
  /** @param {Box.Piece | undefined} d @param {boolean} now */
  #cell(d, now) {
    return el('span', { class: d ? 'cell' : now ? 'cell now' : 'cell bare', title: d?.text ?? '' }, ...(d ? [die(word(d.key), d.n), glyph(SIGNS[d.is[0]] ?? 'manual')] : []));
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
      return keyed(this.#dice, [[`deed.${deed.key}.${deed.text}`, () => el('div', { class: `event of-${card ? deed.at : 'deed'}` }, el('p', { dir: 'auto' }, sign, ' ', el('b', {}, el('bdi', {}, deed.name), ':'), ' ', deed.text))]]);
    }
    /** @type {[string, () => HTMLElement, ((e: any) => void)?][]} */
    const items = [];
    if (!row && event) {
      items.push([event.key, () => el('div', { class: `event of-${event.at}` }, el('p', { dir: 'auto' }, glyph('card'), ' ', el('b', {}, el('bdi', {}, event.name)), ' ', event.text))]);
    }
    if (row) {
      items.push(['roll', () => el('div', { class: 'rolled' }), (e) => {
        const rolled = dice.filter((d) => d.at === 'roll');
        redraw(e, [row.n, rolled, rolled.map((d) => tap(d.key)?.label)], () => rolled.map((d) => {
          const can = tap(d.key);
          const inner = [die(word(d.key), d.n), d.text ? el('span', { dir: 'auto' }, d.text) : null].filter(Boolean);
          const x = can ? el('button', { type: 'button', class: 'cast can', 'aria-label': can.label, onclick: can.take }, ...inner) : el('div', { class: 'cast' }, ...inner);
          x.dataset.key = d.key;
          return x;
        }));
      }]);
      if (event) items.push([`aside.${event.key}`, () => el('p', { class: `aside of-${event.at}` }, glyph('card'), el('bdi', {}, event.name))]);
    }
    keyed(this.#dice, items);
  }
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
/** ALL are the texts of cards that move the marker of everybody on a track, and on which. @type {Record<string, string>} */
const ALL = { 'text.family_feast': 'reputation' };
/** OWNERS are those after which another may have the most businesses. */
const OWNERS = ['cue.begins', 'cue.begins_neutral', 'cue.moved_in', 'cue.emptied', 'cue.emptied_neutral', 'cue.takeover', 'cue.takeover_from', 'cue.river', 'cue.river_neutral', 'cue.jail', 'cue.jail_neutral'];

/**
 * held returns the board as far as it is told.
 * @param {import('./stage.js').Show} s
 * @param {Box.Piece[]} board
 */
function held(s, board) {
  const place = /** @type {any} */ (s.root);
  const was = place.derpate ??= { n: -1, board, told: [] };
  const b = s.beat;
  const first = !!b && FIRST.includes(b.key);
  if (b && b.n !== was.n && first) {
    if (b.key !== 'cue.text' || !was.cause) was.cause = b.text;
    was.deed = deedOf(b, board, was.board);
    was.hit = ['cue.takings', 'cue.raid'].includes(b.key) ? b.ns[0] : 0;
  }
  if (!b || !first && !EFFECTS.includes(b.key)) was.cause = was.deed = was.hit = null;
  if (!b || !first && !EFFECTS.includes(b.key)) {
    was.told = [];
    was.board = board;
    return board;
  }
  if (b.n !== was.n && first && b.key !== 'cue.text') was.told = [];
  if (b.n !== was.n && ALL[b.what[0]]) was.told.push(...s.desk.seats.map((_, i) => `${ALL[b.what[0]]}.${i}`)); // the tracks move with the sentence
  if (b.n !== was.n && !first) {
    was.told.push(b.key, ...b.seats, ...(b.key === 'cue.car' ? [] : b.what)); // where the car stops something happens only then
    if (b.key === 'cue.advance') was.told.push(`${word(b.what[0])}.${b.seats[0]}`);
    if (b.key.startsWith('cue.begins')) was.told.push(`settled.${b.seats[0] ?? -1}`);
    if (OWNERS.includes(b.key)) was.told.push('owners');
  }
  was.n = b.n;
  const told = (/** @type {Box.Piece} */ p) => (p.kind === 'step' ? was.told.includes(`${p.at}.${p.seat}`)
    : p.kind === 'business' || p.kind === 'token' && p.seat >= 0 ? was.told.includes(p.key) || p.kind === 'business' && was.told.includes(`settled.${p.seat}`)
      : p.kind === 'car' ? was.told.includes('cue.car') || was.told.includes('cue.car_at') || was.told.includes('cue.protected') : p.kind === 'district' ? was.told.includes('cue.protected')
        : p.kind === 'cards' || p.kind === 'track' ? was.told.includes('cue.marker') || was.told.includes('cue.ko')
          : p.kind === 'legend' ? p.key !== 'legend.businesses' || was.told.includes('owners') : !['seat', 'members', 'friends', 'income', 'debt'].includes(p.kind) || p.seat < 0 || was.told.includes(p.seat));
  was.board = board.flatMap((p) => {
    if (told(p)) return [p];
    const old = was.board.find((/** @type {Box.Piece} */ o) => o.kind === p.kind && o.key === p.key && o.seat === p.seat && o.at === p.at && o.to === p.to || o.kind === p.kind && p.kind === 'business' && o.key === p.key || o.kind === p.kind && p.kind === 'car');
    return old ? [old] : p.kind === 'token' ? [] : [p];
  });
  return was.board;
}

/** hit is how a business stands whose number is called: it pays, or is raided where the car does not protect it. @param {import('./stage.js').Show} s @param {Box.Piece} p */
const hit = (s, p) => (s.beat?.key === 'cue.raid' ? (s.board.some((d) => d.kind === 'district' && d.at === p.at && d.is.includes('safe')) ? [] : ['raided'])
  : /** @type {any} */ (s.root).derpate.deed?.key === 'box.takings' ? ['pays'] : []);

/** @type {import('./stage.js').Scene} */
export const scene = {
  players: true,
  heading: true,
  tells: (b, board, seats, cause) => {
    const track = board.find((p) => p.kind === 'track' && b.what.includes(p.key))?.name ?? '';
    if (b.key === 'cue.marker' && track) return say('derpate.marker', { what: track, n: num(b.ns[0]), of: num(b.ns[1]) });
    const known = b.key === 'cue.advance' && cause?.key === 'cue.text' && !!ALL[cause.what[0]]; // it was told of everybody
    return known ? say('derpate.now', { who: `\u2068${seats[b.seats[0]]?.name}\u2069`, what: track, n: num(b.ns[1]), of: num(b.ns[2]) }) : '';
  },
  draw(s) {
    const asking = s.part('asking', () => el('div', { class: 'asking' }));
    asking.classList.toggle('spare', s.desk.seats.length <= 4); // more rows need its room
    const before = s.board;
    s.board = held(s, s.board);
    const told = /** @type {any} */ (s.root).derpate;
    if (told.cause && told.cause !== s.beat?.text) s.fill(asking, told.cause, el('p', { class: 'asked', dir: 'auto' }, told.cause)); // why it happens, as long as it is told what happens
    else s.ask(asking);
    const deed = s.beat?.key.startsWith('cue.token_') ? deedOf(s.beat, before, s.board) : told.deed;
    if (told.hit) s.board = s.board.map((p) => (p.kind === 'business' && p.n === told.hit && (p.seat >= 0 || p.is.includes('neutral')) ? { ...p, is: [...p.is, ...hit(s, p)] } : p));
    const place = /** @type {any} */ (s.part('board', () => el('div', { class: 'whole' })));
    place.drawn ??= new Board(place);
    s.legend((name) => glyph(name));
    const legend = s.parts.get('legend');
    if (legend) line(legend);
    const had = s.parts.get('key');
    if (had) had.hidden = true; // the rest has the room first
    place.drawn.show(s.board, s.desk.seats, undefined, s.beat, s.changes, deed);
    const side = /** @type {HTMLElement} */ (place.querySelector('.ledger'));
    const key = s.part('key', () => el('ul', { class: 'meanings' }), side);
    const all = s.all('key');
    s.fill(key, [all, document.documentElement.lang], ...all.map((p) => el('li', {}, ...p.is.map((x) => (x === 'number' ? el('b', { class: 'no' }, num(1)) : glyph(x))), el('span', { dir: 'auto' }, p.name))));
    const rows = /** @type {HTMLElement[]} */ ([...key.children]);
    for (const r of rows) r.hidden = false;
    key.hidden = false;
    for (let r; side.scrollHeight > side.clientHeight + 1 && (r = rows.pop());) r.hidden = true; // as many as there is room for
    key.hidden = !rows.length;
  },
};
