// Khandan-ha on the stage: the realm with its gauges, the proposal, and the council's arms. engine/khandan/face/board.go lists
// the pieces.

import { el, icon } from './dom.js';
import { picture } from './look.js';
import { grow, heading, rows } from './stage.js';
import { changed, glyph, line, ours, signed } from './stage-pieces.js';
import { isolated, list as names, num, say } from './words.js';

/**
 * scale is a gauge: a bar, what it stands for and where it stands.
 * @param {import('./stage.js').Show} s
 * @param {HTMLElement} place
 * @param {Box.Piece} p
 * @param {string} name
 * @param {string} cls
 * @param {Box.Piece | null | undefined} moved
 */
function scale(s, place, p, name, cls, moved) {
  const deeds = s.all('history').filter((h) => h.key === p.key);
  const e = s.part(`${p.kind}.${p.key}`, () => el('li', { class: cls }, el('span', { class: 'name' }, el('bdi', {}), el('span', { class: 'deeds' })), el('span', { class: 'moved', dir: 'ltr' }), el('span', { class: 'slope' }), el('b', { class: 'value' }), el('i', { class: 'track' }, el('i'))), place);
  const [label, by, slope, value, track] = /** @type {HTMLElement[]} */ ([...e.children]);
  const [title, signs] = /** @type {HTMLElement[]} */ ([...label.children]);
  title.textContent = name;
  s.fill(signs, [deeds, s.desk.seats.map((x) => x.look)], ...deeds.map((h) => deed(s, h)));
  slope.textContent = p.is.includes('up') ? '▲' : p.is.includes('down') ? '▼' : '';
  slope.className = `slope ${p.is.join(' ')}${drawnNow(s) ? ' drawn' : ''}`;
  const was = proposed(s) ? undefined : lately(s).find((m) => m.key === p.key);
  const now = s.beat && outcome(s.beat) ? moved : was;
  const newest = !!s.beat && outcome(s.beat) && s.beat.what.some((x) => x === p.key || x === 'past.stability' && p.kind === 'stability'); // what was told before stands there still, and not out
  by.textContent = now ? signed(now.n) : '';
  by.className = `moved ${now?.n ? `${newest ? 'change' : 'was'} ${now.n < 0 ? 'less' : 'more'}` : ''}`;
  value.textContent = num(p.n);
  const bar = /** @type {HTMLElement} */ (track.firstElementChild);
  bar.style.transform = `scaleX(${Math.max(0.012, p.n / Math.max(1, p.of))})`;
  e.classList.toggle('edge', p.n <= 1 || p.n >= p.of - 1);
}

/** outcome reports whether a beat tells what an outcome moves. @param {Box.Beat} b */
const outcome = (b) => TELLING.includes(b.key) || b.key.startsWith('cue.points');

/** lately are the resources and the points that the outcome before has moved: they stay until the next vote. @param {import('./stage.js').Show} s @returns {Box.Piece[]} */
const lately = (s) => /** @type {any} */ (s.root).khandan?.lately ?? [];

/** proposed reports whether the next proposal is on the table: what the one before has moved is no news of it. @param {import('./stage.js').Show} s */
const proposed = (s) => s.all('proposal').length > 0 && !s.all('result').length && !(s.beat && SETTLING.includes(s.beat.key)) && !s.all('record').length;

/** drawnNow reports whether the slopes have only just been drawn: the first role is being chosen. @param {import('./stage.js').Show} s */
const drawnNow = (s) => s.all('house').some((h) => h.is.includes('turn')) && !s.all('house').some((h) => h.is.includes('chosen'));

/** deed is the sign of an event of history, in the colour of the house that signed it. @param {import('./stage.js').Show} s @param {Box.Piece} h */
const deed = (s, h) => ours(el('b', { class: 'deed' }, h.is.includes('plus') ? '+' : h.is.includes('minus') ? '−' : icon('marker')), s.desk.seats, h.seat);

/** TELLING are the beats that tell what came of a decision, one thing after another. */
const TELLING = ['cue.expected', 'cue.unexpected', 'cue.rises', 'cue.falls', 'cue.stays'];

/** SETTLING are the beats that tell what becomes of the power on the votes. */
const SETTLING = ['cue.passed', 'cue.rejected', 'cue.passed_tie', 'cue.rejected_tie', 'cue.tie', 'cue.leader', 'cue.share', 'cue.back', 'cue.shares', 'cue.pooled'];

/** SIGNING are the beats after a signature. */
const SIGNING = ['cue.signed', 'cue.event', 'cue.story', 'cue.line_ends', 'cue.reward', 'cue.achievement'];

/** POWER are the beats in which a seat gives power away, or gets some; COINS those in which it gets coins. @type {Record<string, number>} */
const POWER = { 'cue.voted_yes': -1, 'cue.voted_no': -1, 'cue.added': -1, 'cue.share': 1, 'cue.back': 1 };
const COINS = ['cue.strengthens', 'cue.new_moderator'];

/**
 * hands is what changes hands of a seat at a beat: what it has in all may be a secret.
 * @param {import('./stage.js').Show} s
 * @param {number} seat
 */
function hands(s, seat) {
  const b = s.beat;
  const at = b ? b.seats.indexOf(seat) : -1;
  if (!b || at < 0) return [];
  const change = (/** @type {string} */ key, /** @type {number} */ by) => (by ? [el('span', { class: `change ${by < 0 ? 'less' : 'more'}` }, say(key, { n: Math.abs(by), by: `\u2066${signed(by)}\u2069` }))] : []);
  if (POWER[b.key]) return change('stage.power', POWER[b.key] * b.ns[0]);
  if (COINS.includes(b.key)) return change('stage.coins', b.ns[0]);
  if (b.key !== 'cue.deal') return [];
  const d = s.all('deal').find((x) => x.is.includes('bound') && x.seat === b.seats[0] && x.to === b.seats[1]);
  return d ? change('stage.coins', (at ? 1 : -1) * (d.n - d.of)) : [];
}

/**
 * passes is how an office goes from one to another, and why.
 * @param {import('./stage.js').Show} s
 * @param {string} office
 */
function passes(s, office) {
  const seat = s.beat?.seats[0] ?? -1;
  const had = /** @type {any} */ (s.root).khandan.had[office];
  const why = office === 'leader' ? s.all('because')[0]?.text : s.all('legend').find((l) => l.key === 'legend.moderator')?.name;
  const who = (/** @type {number} */ i) => el('span', { class: 'who' }, ...s.name(i));
  return [icon(office === 'leader' ? 'boss' : 'safe'), had >= 0 && had !== seat ? [who(had), el('span', { class: 'to' }, '→')] : [], who(seat), el('span', { class: 'what', dir: 'auto' }, why ?? '')].flat();
}

/**
 * held returns the board with what its beats have yet to tell as it was before: the game itself is further by then.
 * @param {import('./stage.js').Show} s
 */
function held(s) {
  const b = s.beat;
  const place = /** @type {any} */ (s.root);
  const was = place.khandan ?? { told: [], board: s.board, shares: {}, signed: [], had: {} };
  place.khandan = was;
  const kept = (/** @type {string} */ kind) => was.board.filter((/** @type {any} */ p) => p.kind === kind);
  if (b?.n !== was.n) for (const o of ['leader', 'moderator']) was.had[o] = kept('house').find((/** @type {any} */ h) => h.is.includes(o))?.seat ?? -1; // before this beat
  was.n = b?.n;
  if (b && outcome(b)) was.lately = s.board.filter((p) => p.kind === 'moved' && p.n || p.kind === 'points' && p.of);
  else if (b && VOTED.test(b.key)) was.lately = [];
  const chosen = kept('house').find((/** @type {any} */ h) => h.is.includes('chosen'))?.text; // the last who chose is seen to have, until the lots are drawn
  const picked = !!chosen && !s.board.some((p) => p.kind === 'role' || p.kind === 'proposal' || p.is.includes('turn') || p.is.includes('chosen'));
  const telling = !!b && TELLING.includes(b.key);
  const crowning = !!b && ['cue.passed', 'cue.rejected', 'cue.passed_tie', 'cue.rejected_tie', 'cue.tie'].includes(b.key);
  const settling = !!b && SETTLING.includes(b.key);
  was.settled = settling ? [...(was.settled ?? []), b.key, ...b.seats.map((x) => `${b.key}.${x}`)] : [];
  if (b?.key === 'cue.share') was.shares[b.seats[0]] = b.ns[0];
  else if (!settling) was.shares = {};
  const poured = was.settled.some((/** @type {string} */ x) => x === 'cue.shares' || x === 'cue.pooled');
  if (telling) was.told.push(...b.what.map((x) => (x === 'past.stability' ? 'board.stability' : x)));
  else was.told = [];
  const signing = !!b && SIGNING.includes(b.key);
  if (signing) was.signed.push(...b.what);
  else was.signed = [];
  const early = telling || settling || !!b && (b.key.startsWith('cue.points') || VOTING.test(b.key)); // what there is to sign is told later
  const waits = (/** @type {any} */ p) => telling && (['points', 'role', 'legend'].includes(p.kind) || ['gauge', 'stability', 'moved'].includes(p.kind) && !was.told.includes(p.key));
  const lies = signing && kept('record').length > 0; // what was signed lies there still
  const board = s.board.flatMap((p) => {
    if (picked && p.kind === 'house') return [{ ...p, is: [...p.is, 'chosen'], text: chosen }];
    if (p.kind === 'house' && crowning) { // who leads is told next
      const old = was.board.find((/** @type {any} */ o) => o.kind === 'house' && o.seat === p.seat);
      return [{ ...p, is: [...p.is.filter((x) => x !== 'leader'), ...(old?.is.includes('leader') ? ['leader'] : [])] }];
    }
    if (settling && p.kind === 'pool' && !poured) {
      const old = was.pool ??= kept('pool')[0] ?? p; // before anybody took of it
      return [{ ...old, n: old.n - Object.values(was.shares).reduce((a, n) => a + n, 0) }];
    }
    if (p.kind === 'record' && early) return [];
    if (p.kind === 'because' && b?.key !== 'cue.leader') return [];
    if (signing && (p.kind === 'history' && !was.signed.includes(p.key) || lies && LIES.includes(p.kind))) return [];
    if (settling && p.kind === 'share' && !was.settled.includes(`cue.${p.is[0]}.${p.seat}`) && !(p.is[0] === 'paid' && poured)) return [];
    if (!waits(p)) return [p];
    if (p.kind === 'moved') return [];
    const old = was.board.find((/** @type {any} */ o) => p.kind === 'legend' ? o.kind === p.kind && o.is[0] === p.is[0] : o.kind === p.kind && o.key === p.key && o.seat === p.seat);
    return [old ?? p];
  });
  if (signing) board.push(...was.board.filter((/** @type {any} */ p) => p.kind === 'history' && !was.signed.includes(p.key) || lies && LIES.includes(p.kind)));
  if (!settling || poured) was.pool = undefined;
  was.board = board;
  return board;
}

/** LIES are the pieces that lie on the paper. */
const LIES = ['proposal', 'result', 'omen', 'tally', 'record', 'deal'];

/** VOTING are the beats before it is known what was decided; the game may be further. */
const VOTING = /^cue\.(vote|added|strengthens|new_moderator|shown|offer|deal|declined|withdrawn|tie$|card|proposal)/;

/** VOTED are the beats of votes: what was before is over then. */
const VOTED = /^cue\.(voted|added|strengthens|new_moderator|new_reign|draft|discard)/;

/** why are the public roles that a beat tells of: what they bring, and why. @param {Box.Piece[]} board @param {Box.Beat | null | undefined} b */
const why = (board, b) => (b?.key === 'cue.roles' ? board.filter((p) => p.kind === 'role') : b?.key.startsWith('cue.points') && board.some((p) => p.kind === 'role' && p.of) ? board.filter((p) => p.kind === 'role') : []);

/** power is so much power, in words. @param {number} n */
const power = (n) => say('stage.power', { n, by: num(n) });

/** running is how a vote stands, with what it is counted in until it is decided. @param {Box.Piece} p @param {(n: number) => string} of */
const running = (p, of = power) => el('span', { class: 'tally' }, el('span', { class: 'yes' }, icon('yes', say('icon.yes')), el('b', {}, of(p.n))), ':', el('span', { class: 'no' }, el('b', {}, of(p.of)), icon('no', say('icon.no'))));

/** before is what the outcome before has moved, and the points with it. @param {import('./stage.js').Show} s */
function before(s) {
  const all = lately(s);
  const moved = all.filter((p) => p.kind === 'moved').map((p) => `${s.board.find((g) => g.key === p.key && g.kind !== 'moved')?.name ?? ''} \u2066${signed(p.n)}\u2069`);
  const points = all.filter((p) => p.kind === 'points').map((p) => `${isolated(s.desk.seats[p.seat]?.name)} \u2066${signed(p.of)}\u2069`);
  return !moved.length || s.beat && !['cue.proposal', 'cue.card', 'cue.vote', 'cue.round'].includes(s.beat.key) ? '' : points.length ? say('khandan.before_points', { what: names(moved), which: names(points) }) : say('khandan.before', { what: names(moved) });
}

/** voted is the vote that was told last, while the others are waited for. @param {import('./stage.js').Show} s */
function voted(s) {
  const was = /** @type {any} */ (s.root).khandan;
  const b = s.beat;
  if (b && b.key !== 'cue.vote') was.voted = /^cue\.(voted|added|strengthens|new_moderator)/.test(b.key) ? b.text : '';
  return b ? '' : was.voted ?? '';
}

/** points are so many points, with their sign. @param {number} n */
const points = (n) => el('b', { class: n < 0 ? 'bad' : n > 0 ? 'good' : '', dir: 'ltr' }, signed(n));

/** fromTo are points that have just changed: from what to what. @param {Box.Piece} p */
const fromTo = (p) => (p.of ? el('span', { class: 'from-to' }, el('bdi', { dir: 'ltr' }, signed(p.n - p.of)), el('span', { class: 'to' }, '→'), points(p.n)) : points(p.n));

/**
 * given are the public roles of each house in a row, with what they come to; those of whom it is told of each with its reason, where there is room.
 * @param {import('./stage.js').Show} s
 * @param {Box.Piece[]} roles
 * @param {boolean} reasons
 */
function given(s, roles, reasons) {
  const sum = (/** @type {Box.Piece[]} */ all) => all.reduce((n, p) => n + p.n, 0);
  return s.desk.seats.flatMap((_, i) => {
    const own = roles.filter((p) => p.seat === i);
    if (reasons && s.beat?.seats.includes(i)) return own.map((p) => el('li', { 'data-seat': String(i), class: 'called' }, s.name(i)[0], el('span', { class: 'what', dir: 'auto' }, el('b', {}, p.name), ': ', p.text), fromTo(p)));
    return own.length ? [el('li', { 'data-seat': String(i) }, s.name(i)[0], el('span', { class: 'what' }, ...own.map((p) => el('span', { class: 'role' }, p.name, ' ', fromTo(p)))), el('span', { class: 'to' }, '='), points(sum(own)))] : [];
  });
}

/** due are those who are to vote; none, where all who are awaited have voted and may still add power. @param {import('./stage.js').Desk} d @param {Box.Piece[]} board */
const due = (d, board) => board.filter((h) => h.kind === 'house' && d.seats[h.seat].awaited && !h.is.some((x) => ['yes', 'no', 'abstains', 'voted'].includes(x))).map((h) => isolated(d.seats[h.seat].name));

/** large reports whether what is called stands large where the proposal would. @param {Box.Piece[]} board @param {Box.Beat | null | undefined} b */
const large = (board, b) => !!b?.text && !b.count && !b.asks && !b.key.startsWith('cue.points') && !SIGNING.includes(b.key) && !why(board, b).length && !board.some((p) => p.kind === 'proposal') && (b.act !== 'told' || b.kind === 'say');

/**
 * tells is what a beat means: why roles bring points, what was foreseen before it is told what comes true, and why history is written.
 * @param {Box.Beat} b
 * @param {Box.Piece[]} board
 * @param {Box.Player[]} seats
 */
function tells(b, board, seats) {
  const of = (/** @type {string} */ key) => board.find((p) => p.kind === 'gauge' && p.key === key)?.name ?? '';
  const n = b.ns[0];
  switch (b.key) {
    case 'cue.roles': {
      const own = board.filter((p) => p.kind === 'role' && p.seat === b.seats[0]);
      const sum = own.reduce((all, p) => all + p.n, 0);
      return own.length ? say('khandan.roles', { who: isolated(seats[b.seats[0]]?.name), what: names(own.map((p) => p.name)), n: Math.abs(sum), by: `\u2066${signed(sum)}\u2069` }) : '';
    }
    case 'cue.strengthens': return say('khandan.abstains_share', { who: isolated(seats[b.seats[0]]?.name), n });
    case 'cue.new_moderator': return say('khandan.abstains_ties', { who: isolated(seats[b.seats[0]]?.name), n });
    case 'cue.discard': return say('khandan.discards', { who: isolated(seats[b.seats[0]]?.name) });
    case 'cue.draft': return say('khandan.draft', { who: isolated(seats[b.seats[0]]?.name) });
    case 'cue.passed':
    case 'cue.rejected': return board.some((p) => p.kind === 'pool' && p.is.includes('sealed')) || !n && !b.ns[1] ? '' : say('khandan.closed', { told: b.text });
    case 'cue.proposal': return say('khandan.card');
    case 'cue.vote': return say('khandan.vote');
    case 'cue.card': return say('khandan.read');
    case 'cue.expected':
    case 'cue.unexpected': {
      const side = board.find((p) => p.kind === 'tally')?.is[0];
      const what = board.filter((p) => p.kind === 'omen' && p.is[0] === side && p.is[1]).map((p) => `${p.name}\u00a0${p.is[1] === 'up' ? '↑' : '↓'}`);
      return what.length ? say(b.key === 'cue.expected' ? 'khandan.foreseen' : 'khandan.unforeseen', { what: names(what) }) : '';
    }
    case 'cue.rises':
    case 'cue.falls': return moves(b, board);
    case 'cue.sign': return b.seats[0] === b.seats[1] ? say('khandan.sign', { who: isolated(seats[b.seats[0]]?.name) }) : say('khandan.sign_for', { who: isolated(seats[b.seats[0]]?.name), whom: isolated(seats[b.seats[1]]?.name) });
    case 'cue.event': {
      const deed = board.find((p) => p.kind === 'history' && p.key === b.what[0] && p.seat === b.seats[0]);
      return deed ? say(deed.is.includes('plus') ? 'khandan.event_plus' : 'khandan.event_minus', { what: of(deed.key), who: isolated(seats[deed.seat]?.name) }) : '';
    }
  }
  return '';
}

/** moves is why a resource moves as far as it does, or turns its slope; and of the stability, of what it is the sum. @param {Box.Beat} b @param {Box.Piece[]} board */
function moves(b, board) {
  const up = b.key === 'cue.rises';
  const throne = b.what[0] === 'past.stability';
  const key = throne ? 'board.stability' : b.what[0];
  const moved = board.filter((p) => p.kind === 'moved' && p.n);
  const p = moved.find((x) => x.key === key);
  const name = board.find((x) => x.key === key && x.kind !== 'moved')?.name;
  if (!p || !name) return '';
  const n = { what: name, n: num(b.ns[0]), to: num(b.ns[1]), more: num(p.of) };
  if (throne) return moved.length < 3 ? '' : up ? say('khandan.rises_sum', n) : say('khandan.falls_sum', n);
  if (p.is.includes('turned')) return up ? say('khandan.rises_turned', n) : say('khandan.falls_turned', n);
  return p.of <= 0 || p.of > b.ns[0] ? '' : up ? say('khandan.rises', n) : say('khandan.falls', n);
}

/** flows is what goes into the pool, and what is taken of it, once all of it is told. @param {import('./stage.js').Show} s */
function flows(s) {
  if (s.beat?.key !== 'cue.pooled') return [];
  const sum = (/** @type {string} */ word) => s.all('share').filter((p) => p.is[0] === word).reduce((a, p) => a + p.n, 0);
  return [sum('paid'), -sum('share')].filter(Boolean);
}

/** LASTING are the signs that stand in the realm, and what they mean with them. */
const LASTING = ['up', 'deed'];

/** sign is the drawing of a word of the legend. @param {string} name */
const sign = (name) => (name === 'up' || name === 'down' ? el('span', { class: `slope ${name}` }, name === 'up' ? '▲' : '▼') : name === 'lock' ? glyph(name) : name === 'gavel' ? icon('boss') : name === 'deed' ? el('b', { class: 'deed any' }, '±') : icon(name));

/** @type {import('./stage.js').Scene} */
export const scene = {
  players: true,
  heading: true,
  tells,
  asks: (d, board) => {
    const all = d.seats.filter((p) => p.awaited).map((p) => isolated(p.name));
    const votes = due(d, board);
    if (all.length > 2 && board.some((p) => p.kind === 'proposal')) return votes.length ? say('khandan.due', { n: votes.length, who: names(votes) }) : say('khandan.add', { who: names(all) }); // by name, where the question counts them
    if (d.sheets.some((x) => x.verb === 'draw_lots' && !x.optional)) return say('khandan.lots');
    const h = board.find((p) => p.kind === 'house' && p.is.includes('turn'));
    return h && d.seats[h.seat]?.awaited ? say('khandan.takes', { who: isolated(d.seats[h.seat].name) }) : '';
  },
  phase: (b) => (['cue.roles', 'cue.lots'].includes(b.key) ? say('khandan.phase_roles') : TELLING.includes(b.key) || b.key.startsWith('cue.points') ? say('khandan.phase_outcome') : b.key === 'cue.sign' || SIGNING.includes(b.key) ? say('khandan.phase_sign') : ''),
  reads: (b, board) => ['cue.expected', 'cue.unexpected'].includes(b.key) || large(board, b),
  draw(s) {
    s.board = held(s);
    const realm = s.part('realm', () => el('ul', { class: 'realm' }));
    for (const p of s.all('gauge')) scale(s, realm, p, p.name, 'gauge', s.board.find((m) => m.kind === 'moved' && m.key === p.key));
    for (const p of s.all('stability')) {
      scale(s, realm, p, p.name, 'gauge throne', s.board.find((m) => m.kind === 'moved' && m.key === p.key));
      const ends = s.text('ends', 'li', 'note', p.text, realm);
      ends?.classList.toggle('near', p.n <= 1 || p.n >= p.of - 1);
    }
    const explained = s.all('legend').filter((l) => !l.is.includes('deed') || s.all('history').length); // no sign before it stands there
    const [signs, offices] = [true, false].map((x) => explained.filter((l) => l.is.some((w) => LASTING.includes(w)) === x));
    if (offices.length && !s.all('holds').length) offices.push({ ...offices[0], key: 'hands', is: ['lock'], name: say('khandan.hands'), text: '' });
    s.legend(sign, offices);
    const pool = s.all('pool')[0];
    const [flow, by] = [flows(s), pool && s.changes.by('pool', pool.n)];
    if (pool) s.fill(s.part('pool', () => el('li', { class: 'pool' }), realm), [pool, by, flow, s.beat?.key, document.documentElement.lang], el('span', {}, pool.name), ...(flow.length ? flow : s.beat && SETTLING.includes(s.beat.key) ? [by] : []).map((n) => changed(n)), el('b', {}, num(pool.n)));

    if (signs.length) s.fill(s.part('signs', () => el('li', { class: 'signs' }), realm), [signs, document.documentElement.lang], ...signs.map((l) => el('span', {}, ...l.is.map(sign), el('span', { dir: 'auto' }, l.name))));

    const hall = s.part('hall', () => el('div', { class: 'hall' }));
    const fall = s.all('fall')[0];
    const roles = why(s.board, s.beat);
    const card = roles.length ? undefined : s.all('proposal')[0];
    const foretold = ['cue.expected', 'cue.unexpected'].includes(s.beat?.key ?? '') ? s.beat?.text : ''; // it stands on the paper
    const dealt = s.beat?.key === 'cue.roles'; // the rows name the roles, and need the room
    const loud = large(s.board, s.beat) ? s.beat?.text : '';
    if (fall) s.fill(s.part('king', () => el('div', { class: 'king' }), hall), [fall.key, document.documentElement.lang], el('span', { class: 'crown' }, icon('boss')), el('p', { class: 'told', dir: 'auto' }, fall.name));
    if (loud) s.text('told', 'p', 'told', loud, hall);
    else if (!card && !roles.length || s.desk.paused || s.desk.undo || s.desk.lesson) {
      const place = s.part('asks', () => el('div', { class: 'asks' }), hall);
      heading(s, place);
    }
    if (drawnNow(s) && !card) s.text('drawn', 'p', 'drawn-at', say('khandan.slopes', { what: names(s.all('gauge').map((p) => `${p.name} ${p.is.includes('up') ? '▲' : '▼'}`)) }), hall);
    if (!s.beat && !card && !fall && s.all('role').length && !lately(s).length) s.text('drawn', 'p', 'drawn-at', say('khandan.dealt'), hall);
    const result = s.all('result')[0];
    const records = roles.length ? [] : s.all('record');
    const paper = card || records.length ? s.part('paper', () => el('article', { class: 'paper' }), hall) : null;
    const votes = s.all('tally')[0];
    const side = !s.beat || !VOTING.test(s.beat.key) ? votes?.is[0] : ''; // before that the game may be further
    if (paper) {
      const deals = s.all('deal');
      const came = result?.text || foretold;
      const signs = !s.beat || !SIGNING.includes(s.beat.key) ? 'await' : 'yes';
      const omens = (/** @type {string} */ side) => el('ul', { class: side }, ...s.all('omen').filter((o) => o.is[0] === side).map((o) => el('li', { dir: 'auto' }, o.text)));
      const brought = s.beat && TELLING.includes(s.beat.key) ? s.all('moved').map((m) => [s.board.find((g) => g.key === m.key && g.kind !== 'moved')?.name, signed(m.n)]) : [];
      s.fill(paper, [card, came, brought, s.all('omen'), deals, side, votes, records, signs, s.beat?.key === 'cue.event' && s.beat.what, document.documentElement.lang], el('div', {},
        el('h3', { dir: 'auto' }, card?.name ?? '', votes && card ? side ? el('span', { class: `answer ${side}` }, icon(side), say(`icon.${side}`)) : null : null, votes && card ? running(votes, side ? num : power) : null),
        el('p', { class: came ? 'came' : '', dir: 'auto' }, came || card?.text || ''),
        came && brought.length ? el('p', { class: 'brings' }, el('span', { class: 'to' }, '→'), ...brought.map(([name, by]) => el('span', {}, `${name} `, el('bdi', { dir: 'ltr' }, by)))) : null,
        came || !s.all('omen').length ? null : el('div', { class: 'omens' }, omens('yes'), omens('no')),
        records.length ? el('ul', { class: 'records' }, ...records.map((r) => el('li', { class: s.beat?.what.includes(r.key) ? 'named' : '' }, deed(s, r), el('span', { class: 'what', dir: 'auto' }, el('b', {}, r.name), ': ', r.text), el('span', { class: 'seal' }, picture(s.desk.seats[r.seat]?.look), icon(signs, say(`icon.${signs}`)))))) : null,
        ...deals.map((d) => el('p', { class: `deal ${d.is.join(' ')}`, dir: 'auto' }, picture(s.desk.seats[d.seat]?.look), ' ', d.text, d.is.includes('bound') ? icon('locked') : null))));
    }
    const office = s.beat?.key === 'cue.leader' ? 'leader' : s.beat?.key === 'cue.new_moderator' ? 'moderator' : '';
    if (office && paper) s.part('passes', () => el('p', { class: 'passes' }), hall).replaceChildren(...passes(s, office));
    const news = voted(s) || before(s);
    const last = card && !office ? s.text('before', 'p', 'before', news, hall) : null;
    const list = fall ? s.desk.lines.filter((l) => l.seat) : []; // the rest is to be seen
    hall.classList.toggle('bare', !card && !list.length && !roles.length);
    const text = card || !list.length && !roles.length ? null : s.part('text', () => el('div', { class: 'lines' }), hall);
    const told = (/** @type {boolean} */ reasons) => {
      if (text) s.fill(text, [roles, reasons, s.beat?.seats, s.desk.seats.map((p) => p.look), document.documentElement.lang], el('ul', { class: dealt ? 'rows why dealt' : 'rows why' }, ...given(s, roles, reasons)));
    };
    if (roles.length) told(true);
    else if (text) s.fill(text, [list, s.desk.seats.map((p) => p.look), document.documentElement.lang], rows(s, list));

    if (fall && s.desk.seats.every((p) => list.some((l) => l.seat === p.name))) { // these are the players, then
      if (text) grow(text, 1.4);
      return;
    }
    const council = s.part('council', () => el('ul', {}));
    council.className = `council${s.desk.seats.length > 4 ? '' : ' few'}${dealt ? ' low' : ''}`;
    council.style.setProperty('--n', String(s.desk.seats.length));
    const done = !due(s.desk, s.board).length;
    for (const h of s.all('house')) {
      const p = s.desk.seats[h.seat];
      const e = s.part(`house${h.seat}`, () => el('li', {}), council);
      const vote = h.is.includes('yes') ? 'yes' : h.is.includes('no') ? 'no' : h.is.includes('abstains') ? 'abstains' : h.is.includes('voted') ? 'voted' : '';
      e.className = ['house', vote, h.is.includes('leader') && 'leader', (p.awaited && (!vote || done && !s.beat) || !vote && h.is.includes('turn')) && (!s.beat || s.beat.asks || s.beat.count > 0 || VOTING.test(s.beat.key)) && 'awaited', s.beat?.seats.includes(h.seat) && !TELLING.includes(s.beat.key) && 'named'].filter(Boolean).join(' ');
      const [share, stars, holds] = ['share', 'points', 'holds'].map((k) => s.of(k, h.seat));
      const mine = s.all('role').filter((r) => r.seat === h.seat);
      const moved = hands(s, h.seat);
      const old = roles.length > 0 || records.length > 0; // the votes are, and what came of them
      const scoring = !!s.beat?.key.startsWith('cue.points'); // the rows have the roles
      const terse = !!card || dealt || s.desk.seats.length > 4; // else the roles stand there, which make up the points
      s.fill(e, [p, h, share, stars, scoring, holds, mine, terse, old, !!card, moved.map((x) => x.textContent), document.documentElement.lang],
        el('div', { class: 'arms' }, picture(p.look), h.is.includes('leader') ? icon('boss', say('icon.boss')) : null, h.is.includes('moderator') ? icon('safe', say('icon.safe')) : null,
          stars ? el('span', { class: stars.is.includes('first') ? 'points first' : 'points' }, icon('star'), el('b', { dir: 'ltr' }, stars.n < 0 ? signed(stars.n) : num(stars.n))) : null),
        el('bdi', { class: 'name' }, p.name),
        scoring && stars?.of ? fromTo(stars) : null,
        terse || scoring ? null : el('div', { class: 'roles' }, ...mine.map((r) => el('span', { dir: 'auto' }, r.name, ' ', points(r.n)))),
        old ? null : el('div', { class: 'vote' }, ...(vote === 'yes' || vote === 'no' ? [icon(vote, say(`icon.${vote}`)), el('b', {}, s.desk.seats.length > 4 ? num(h.n) : power(h.n))]
          : vote === 'abstains' ? [el('span', {}, h.text)] : vote === 'voted' ? [icon('locked', say('icon.locked'))] : h.is.includes('chosen') ? [icon('locked'), el('span', {}, h.text)] : p.awaited ? [icon('await', say('icon.await'))] : p.locked ? [icon('locked', say('icon.locked'))] : []),
        ...moved,
        share && !moved.length && !old ? el('span', { class: 'share', dir: 'auto' }, share.text) : null,
        card && !old && !moved.length && !share ? el('span', { class: 'gap' }) : null, // what is above stays where it is
        holds ? el('span', { class: 'holds', dir: 'auto' }, holds.text) : null));
    }
    const tally = roles.length || card ? undefined : votes; // else it stands on the paper
    if (tally) {
      const t = s.part('tally', () => el('div', {}));
      t.className = `row ${tally.is[0] ?? ''}`;
      s.fill(t, [tally, document.documentElement.lang], running(tally));
    }
    s.swept(hall);
    if (!s.asked.has('tally')) s.parts.get('tally')?.remove();
    const legend = s.parts.get('legend');
    const [first, secret] = /** @type {HTMLElement[]} */ ([legend?.firstElementChild, legend?.lastElementChild]);
    if (secret) {
      secret.hidden = false;
      secret.hidden = secret.offsetTop > first.offsetTop + first.offsetHeight / 2; // it explains no sign, and makes no second line
    }
    if (legend && s.desk.seats.length > 4) line(legend);
    paper?.classList.remove('bare');
    const kept = /** @type {any} */ (s.root).khandan;
    const of = `${card?.key} ${document.documentElement.lang} ${innerWidth} ${innerHeight}`;
    const was = card && kept.size?.of === of ? kept.size : { fit: 1.5, less: 0 }; // its letters do not grow again
    const less = [() => {}, () => paper?.classList.add('bare'), () => last?.remove(), () => { if (legend) line(legend); }, () => s.parts.get('tally')?.remove()]; // the proposal is whole, before what may come of it; the votes themselves stay
    let n = 0;
    while (n < less.length) {
      less[n++]();
      if (!paper || n > was.less && grow(paper, was.fit)) break;
    }
    if (paper && card) kept.size = { of, fit: Number(paper.style.getPropertyValue('--fit')) || 1, less: Math.min(n > 2 ? n - 2 : n - 1, 2) };
    const fits = !text || grow(text, 1.4);
    if (text && !fits && roles.length) {
      if (legend) line(legend);
      if (!grow(text, 1.4)) { // in rows without reasons they add up still
        told(false);
        grow(text, 1.4);
      }
    }
    const [throne, ends] = [s.all('stability')[0], s.parts.get('ends')];
    if (!throne || !ends) return;
    ends.hidden = false;
    let all = 0;
    for (const e of /** @type {HTMLElement[]} */ ([...realm.children])) all += e.offsetHeight;
    const meanings = s.parts.get('signs');
    if (meanings) meanings.hidden = false;
    ends.hidden = throne.n > 3 && throne.n < throne.of - 3 && all > realm.clientHeight * 0.93; // as long as it matters little
    if (meanings) meanings.hidden = realm.scrollHeight > realm.clientHeight + 1; // how it ends comes first
  },
  beat(s, b) {
    const pulse = [{ transform: 'scale(1)' }, { transform: 'scale(1.18)' }, { transform: 'scale(1)' }];
    if (b.key === 'cue.shown' || b.act === 'score') for (const h of s.all('house')) s.move(s.parts.get(`house${h.seat}`)?.querySelector('.vote'), [{ transform: 'translateY(60%) scale(.3)', opacity: 0 }, { transform: 'translateY(-20%) scale(1.3)', opacity: 1 }, { transform: 'none' }], 600, { delay: 90 * h.seat, fill: 'backwards' });
    else if (b.act === 'reveal') s.move(s.parts.get('told'), [{ transform: 'scale(.5)', opacity: 0 }, { transform: 'none', opacity: 1 }], 400);
    for (const i of b.seats) s.move(s.parts.get(`house${i}`), pulse, 500);
  },
};
