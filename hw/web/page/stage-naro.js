// Naro on the stage: a ring of players with guns, and the loot between them. engine/naro/face/board.go lists the pieces.

import { el, icon } from './dom.js';
import { changed, ours } from './stage-pieces.js';
import { picture } from './look.js';
import { play } from './stage-sound.js';
import { asks, count, question, waits } from './stage.js';
import { isolated, list, num, say, unbroken } from './words.js';

/** @typedef {import('./stage.js').Show} Show */

/**
 * circle is where the pictures of n players are, in px: the first at the top, and on clockwise. Names stand on the outside of
 * the ring, so that no arrow between two pictures crosses them: above the pictures of the upper half, else below.
 * @param {number} n @param {number} w @param {number} h @param {number} r how large a picture is, from its middle
 * @param {number} room how much room a name takes, with what is known of its player
 */
function circle(n, w, h, r, room) {
  const angles = Array.from({ length: n }, (_, i) => (2 * Math.PI * (i + (n % 2 ? 0 : 0.5))) / n - Math.PI / 2);
  const high = Math.max(...angles.map(Math.sin));
  const [top, foot] = [r + room, h - r - room - .12 * room]; // what has changed is higher than a line
  const tall = Math.max(3 * r, foot - top) / Math.max(.5, high - Math.min(...angles.map(Math.sin)));
  return angles.map((a) => {
    const up = Math.sin(a) < -.05;
    const s = up ? Math.sin(a) : Math.max(Math.sin(a), .45 * high); // whoever would sit in the middle sits lower: the way to the next one is past the name
    return { x: w * (0.5 + 0.37 * Math.cos(a)), y: foot + (s - high) * tall, up };
  });
}

/** BESIDE is how far towards a name, as an angle, an arrow may touch a picture. */
const BESIDE = .45;

/**
 * touch is where an arrow touches a picture, on its rim, and not below the name.
 * @param {{ x: number, y: number, up: boolean }} at @param {number} angle from where it comes @param {number} r
 */
function touch(at, angle, r) {
  const side = at.up ? -1 : 1;
  const low = Math.sin(angle) * side > Math.sin(BESIDE);
  const to = low ? (Math.cos(angle) < 0 ? Math.PI - BESIDE * side : BESIDE * side) : angle;
  return [at.x + r * Math.cos(to), at.y + r * Math.sin(to)];
}

const svg = (/** @type {string} */ cls, /** @type {string} */ box, /** @type {string} */ inner) => {
  const d = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" class="${cls}" aria-hidden="true">${inner}</svg>`, 'image/svg+xml');
  return /** @type {HTMLElement} */ (/** @type {unknown} */ (document.importNode(d.documentElement, true)));
};

const gun = () => svg('gun', '0 0 120 60', '<path class="steel" d="M26 12h80q6 0 6 6v8h-14v6H62l-4 8H44l-3-6q-5 2-7 10l-4 12H10l8-34q2-10 8-10z"/><path class="hole" d="M47 33q0 8 8 5l3-5z"/><path class="shine" d="M32 17h70"/>');
const plaster = () => svg('plaster', '0 0 40 40', '<g transform="rotate(-35 20 20)"><rect x="2" y="12" width="36" height="16" rx="8"/><rect class="pad" x="13" y="12" width="14" height="16"/></g>');
const burst = () => svg('burst', '-50 -50 100 100', '<path d="M0-48l10 22 20-18-4 26 24-6-14 20 14 14-24 0 6 24-20-12-10 22-9-22-21 12 6-24-25-2 16-14-14-18 24 4-3-26 18 18z"/>');

/** DRAWN are the drawings of the legend that are no icons. @type {Record<string, () => Node | null>} */
const DRAWN = { wound: plaster, loot: () => icon('card') };

/** fights are the sentences of the fight: who aims at whom; who stands and who ducks; who has shot whom, and, once it is told, who was hit. */
const fights = (/** @type {Show} */ s, /** @type {ReturnType<typeof held>} */ { order }) => [...s.all('aim'), ...s.all('guts'), ...s.all('shot')].map((x) => {
  const hit = x.kind === 'shot' && (s.called('wound', x.to) || s.called('dead', x.to)) ? s.of('struck', x.seat) : undefined;
  const told = x.kind === 'aim' && order?.seat === x.seat && s.of('seat', x.seat)?.to === order.to; // by whose order it aims there
  return { text: told ? order.text : (hit ?? x).text, cls: told ? 'took' : hit ? 'hit' : x.kind === 'shot' ? x.key.slice(5) || 'none' : x.kind };
});

/** shared are the sentences of the share-out so far, as the log has them. */
const shared = (/** @type {Show} */ s) => (s.all('round')[0]?.key === 'phase.share' ? s.desk.log.filter((e) => e.at === s.desk.log[s.desk.log.length - 1].at).map((e) => e.text) : []);

/** whole is a text whose names stay on one line. @param {Show} s @param {string} text */
const whole = (s, text) => s.desk.seats.reduce((t, p) => t.replaceAll(p.name, p.name.replaceAll(' ', '\u00a0')), unbroken(text));

/** asked reports whether the signs beside the players say who is to choose: not while something is told that came before, nor while it is counted. */
const asked = (/** @type {Show} */ s) => !s.desk.reveal && (!s.beat || s.beat.asks || s.beat.key === 'cue.turn_gun');

/** CALLS are the phases in which all choose, and the beats that call upon them to. */
const CALLS = ['load', 'aim', 'courage'];
const CALLED = ['cue.load', 'cue.aim', 'cue.courage', 'cue.courage_late'];

/** chosen is what there is to choose in a phase: for whoever is to, and for whoever has. @param {string} what */
function chosen(what) {
  switch (what) {
    case 'load': return [say('naro.loads'), say('naro.loaded')];
    case 'aim': return [say('naro.aims'), say('naro.aimed')];
    case 'courage': return [say('naro.dares'), say('icon.locked')];
  }
  return [say('icon.await'), say('icon.locked')];
}

/**
 * choosing says who is to choose and who has chosen. Those who have stay marked until something else is called: the game may be a
 * phase further.
 * @param {Show} s
 * @param {number[]} due who was asked last
 */
function choosing(s, due) {
  if (CALLED.includes(s.beat?.key ?? '')) { // it is just being said
    return s.desk.seats.map((p, i) => ({ awaited: !p.locked && !s.of('seat', i)?.is.includes('dead'), locked: p.locked }));
  }
  if (s.beat?.count && s.all('round')[0]?.key === 'phase.courage') return s.desk.seats.map((_, i) => ({ awaited: !s.of('seat', i)?.is.includes('dead'), locked: false })); // all choose when it ends
  const over = !s.desk.reveal && (s.beat ? s.beat.count > 0 : s.desk.seats.every((p) => !p.awaited) && !s.desk.paused);
  return s.desk.seats.map((p, i) => (over && due.length ? { awaited: false, locked: due.includes(i) } : asked(s) ? p : { awaited: false, locked: false }));
}

/** SHARING are the beats of the share-out, which the game may be ahead of: cards are taken, and the next lie open, faster than told. */
const SHARING = ['cue.take', 'cue.take_boss', 'cue.stay_boss', 'cue.take_rest', 'cue.clip', 'cue.clip_none', 'cue.forbid', 'cue.forbidden', 'cue.nobody', 'cue.boss', 'cue.boss_next'];

/** TAKEN are those of a card that is taken. */
const TAKEN = ['cue.take', 'cue.take_boss', 'cue.stay_boss', 'cue.take_rest'];

/** USED is what nobody keeps: it is used at once. */
const USED = ['card.new_boss', 'card.first_aid', 'card.clip'];

/**
 * held returns the table as it is told.
 * @param {import('./stage.js').Show} s
 */
function held(s) {
  const place = /** @type {any} */ (s.root);
  /** @type {{ n: number, board: import('./stage.js').Piece[], told: string[], cues: string[], shots: { text: string, cls: string }[], late: string, due: number[], does: string, takes: { seat: number, key: string, name: string }[] | null, order: { seat: number, to: number, text: string } | null, rest: number, at: string, bare: boolean }} */
  const was = place.naro ??= { n: -1, board: s.board, told: [], cues: [], shots: [], late: '', due: [], does: '', takes: null, order: null, rest: -1, at: '', bare: false };
  const b = s.beat;
  if (b?.key.startsWith('ui.time')) was.late = b.seats.length ? say('naro.late', { who: list(b.seats.map((i) => isolated(s.desk.seats[i]?.name))) }) : say('naro.late_all');
  else if (b?.key && !b.count) was.late = '';
  if (b?.key === 'cue.turned') was.order = { seat: b.seats[0], to: b.seats[1], text: turn(b, s.desk.seats) };
  else if (b && CALLED.slice(0, 2).includes(b.key)) was.order = null;
  if (!['phase.courage', 'phase.salvage', 'phase.rob', 'phase.scavenge', 'phase.share'].includes(s.all('round')[0]?.key) && !s.desk.reveal) was.shots = [];
  if (!b?.count) was.does = CALLS.find((x) => (b ? b.key.startsWith(`cue.${x}`) : s.all('round')[0]?.key === `phase.${x}`)) ?? '';
  const due = s.desk.seats.flatMap((p, i) => (p.awaited || p.locked ? [i] : []));
  if (!b?.count && s.desk.seats.some((p) => p.awaited)) was.due = due;
  else if (s.desk.reveal || b && !b.asks && !b.count) was.due = [];
  if (!b || s.desk.reveal || !SHARING.includes(b.key)) {
    const log = shared(s);
    if (s.all('round')[0]?.key !== 'phase.share') [was.cues, was.takes] = [[], []];
    was.board = s.board;
    if (was.rest >= 0) was.takes = lessLying(was.takes, was.rest, s.board); // a clip among all that is left is used before the rest is taken
    was.rest = -1;
    was.told = b ? [] : !was.shots.length && log.length > was.cues.length || !log.length ? log : was.cues; // the log may be ahead of what is told, and says it in other words
  } else if (b.n !== was.n) {
    was.cues = was.told = [...was.cues, b.text];
    const who = b.seats[0];
    if (TAKEN.includes(b.key)) {
      if (b.key === 'cue.take_rest') was.rest = was.takes?.length ?? -1;
      const lay = was.board.filter((p) => (p.kind === 'loot' && b.key === 'cue.take_rest' || (p.kind === 'loot' || p.kind === 'token') && b.what.includes(p.key)));
      if (!lay.length) was.takes = null; // it has not been seen from the beginning
      for (const p of lay) for (let i = b.key === 'cue.take_rest' ? p.n || 1 : 1; i > 0; i--) was.takes?.push({ seat: who, key: p.key, name: p.name });
    }
    let all = 0;
    if (b.key === 'cue.take_rest') for (const p of was.board) all += p.kind === 'loot' && !USED.includes(p.key) ? p.n : 0;
    was.board = was.board.flatMap((p) => {
      if (b.key.startsWith('cue.boss')) { // the round is over, and what happened to anybody in it
        if (p.kind === 'badge') return s.of('seat', p.seat)?.is.includes('dead') ? [p] : [];
        if (p.kind === 'seat') return [{ ...p, is: [...p.is.filter((x) => !['boss', 'turn', 'ducked', 'hit'].includes(x)), ...(p.seat === who ? ['boss'] : [])] }];
      }
      if (p.kind === 'seat' && p.seat === who && b.key === 'cue.take' && b.what[0] === 'card.first_aid') return [{ ...p, n: 0, text: '', is: [...p.is, 'turn'] }]; // NARO-10.5
      if (p.kind === 'seat') return [{ ...p, is: [...p.is.filter((x) => x !== 'turn'), ...(p.seat === who ? ['turn'] : [])] }];
      if (p.kind === 'bag' && p.seat === who) return [{ ...p, n: p.n + (b.key !== 'cue.take' ? all : USED.includes(b.what[0]) ? 0 : 1) }];
      if (p.kind === 'loot' && b.key === 'cue.take_rest' || p.kind === 'token' && b.what.includes(p.key)) return [];
      if (p.kind !== 'loot' || b.key !== 'cue.take' || !b.what.includes(p.key)) return [p];
      return p.n > 1 ? [{ ...p, n: p.n - 1 }] : [];
    });
  }
  if (b) was.n = b.n;
  return was;
}

/**
 * lessLying is what was taken without what still lies there, of all that was taken from a place on.
 * @param {{ seat: number, key: string, name: string }[] | null} takes @param {number} from @param {import('./stage.js').Piece[]} board
 */
function lessLying(takes, from, board) {
  const lies = new Map(board.filter((p) => p.kind === 'loot').map((p) => [p.key, p.n || 1]));
  return takes && takes.filter((x, i) => {
    const n = i >= from ? lies.get(x.key) ?? 0 : 0;
    if (n) lies.set(x.key, n - 1);
    return !n;
  });
}

/** amount is how many of something there are, where there are several. @param {number} n @param {string} name */
const amount = (n, name) => (n > 1 ? `${num(n)}\u00a0×\u00a0${name}` : name);

/** PAINTINGS is what so many paintings are worth together (NARO-11.5). */
const PAINTINGS = [0, 4000, 12000, 30000, 60000, 100000, 150000, 200000, 300000];

/** sum is what cards are worth together, without what the most diamonds bring. @param {string[]} keys */
const sum = (keys) => PAINTINGS[keys.filter((k) => k === 'card.painting').length] + keys.reduce((n, k) => n + Number(/_(\d+)$/.exec(k)?.[1] ?? 0), 0);

/** @typedef {{ text: string, cls: string, sum?: string }} Row */

/**
 * shares are the rows of who has taken what in this round, as far as it is told, with what that is worth: whoever took last is
 * marked; and who is ahead by it. What was taken in the rounds before is secret (NARO-9.13), and so is what the broker has traded.
 * @param {Show} s @param {{ seat: number, key: string, name: string }[]} takes
 * @returns {Row[]}
 */
function shares(s, takes) {
  const last = takes[takes.length - 1].seat;
  const used = (/** @type {{ key: string, name: string }} */ x) => (x.key === 'card.new_boss' ? say('naro.title_of', { what: x.name }) : USED.includes(x.key) ? say('naro.used', { what: x.name }) : x.name);
  const all = [...new Set(takes.map((x) => x.seat))].map((seat) => {
    const own = takes.filter((x) => x.seat === seat);
    const names = own.map(used);
    return { seat, secret: s.of('power', seat)?.key === 'power.broker', n: sum(own.map((x) => x.key)), text: `${isolated(s.desk.seats[seat]?.name)}: ${list([...new Set(names)].map((name) => amount(names.filter((x) => x === name).length, name)))}` };
  });
  const most = Math.max(...all.map((x) => x.n));
  const lead = !most || all.some((x) => x.secret) ? '' : say((s.all('round')[0]?.n ?? 1) > 1 ? 'naro.ahead_round' : 'naro.ahead', { who: list(all.filter((x) => x.n === most).map((x) => isolated(s.desk.seats[x.seat]?.name))), n: num(most) });
  return [...all.map((x) => ({ text: x.text, cls: x.seat === last && TAKEN.includes(s.beat?.key ?? '') ? 'took' : 'none', sum: x.secret ? say('naro.secret') : say('naro.dollars', { n: num(x.n) }) })), ...(lead ? [{ text: lead, cls: 'lead' }] : [])];
}

/** worth says what those cards are worth that do not say it themselves (NARO-11.3, 11.5). @param {string[]} keys of the cards */
const worth = (keys) => [
  keys.includes('card.painting') && say('naro.worth_painting', { a: num(4000), b: num(12000) }),
  keys.some((k) => k.startsWith('card.diamond')) && say('naro.worth_diamond', { n: num(60000) }),
  keys.includes('card.first_aid') && say('naro.worth_kit'),
  keys.includes('card.clip') && say('naro.worth_clip'),
].filter((x) => !!x);

/** panel is what is told beside the ring: who has shot whom, else what is called or asked, and the loot that lies open. @param {Show} s @param {ReturnType<typeof held>} was */
function panel(s, was) {
  const before = was.told;
  const side = s.part('panel', () => el('div', { class: 'panel' }));
  count(s, side, true);
  const told = s.beat && s.beat.count === 0 && s.beat.act !== 'told' ? (s.beat.key === 'cue.fire' ? say('naro.fire') : s.beat.text) || (s.desk.reveal?.heading ?? '') : '';
  const all = fights(s, was);
  const fired = all.filter((x) => !['aim', 'guts', 'none', 'took'].includes(x.cls));
  if (fired.length) was.shots = fired; // they stay while the loot is shared
  const telling = before.lastIndexOf(told || s.beat?.text || ''); // it stands large, or below; what was told before in the same words stays
  const lines = before.filter((_, i) => i !== telling).map((text) => ({ text, cls: 'none' }));
  const took = was.takes?.length ? shares(s, was.takes) : null;
  const past = was.shots.map((x) => ({ ...x, cls: `${x.cls} past` }));
  /** @type {Row[]} */
  const rows = took ? [...took, ...past] : all.length ? [...(was.late && s.all('guts').length ? [{ text: was.late, cls: 'late' }] : []), ...all] : [...past, ...lines.slice(-Math.max(2, 5 - was.shots.length))];
  const cry = s.part('cry', () => el('div', { class: 'cry' }), side);
  s.fill(cry, [told, asks(s.desk), document.documentElement.lang], told ? el('p', { class: 'told', dir: 'auto' }, unbroken(told)) : question(s.desk));
  if (rows.length) {
    const fight = s.part('fights', () => el('ul', { class: 'fights' }), side);
    s.fill(fight, [rows, document.documentElement.lang], ...rows.map((x) => (x.sum ? el('li', { class: x.cls }, el('span', { dir: 'auto' }, whole(s, x.text)), el('b', { class: 'sum' }, x.sum)) : el('li', { class: x.cls, dir: 'auto' }, whole(s, x.text)))));
  }
  const pile = s.part('pile', () => el('ul', { class: 'pile' }), side);
  const open = [...s.all('token'), ...s.all('loot')];
  if (open.length || took) s.text('pile.head', 'li', 'pile-head', say(open.length ? 'naro.loot' : 'naro.loot_gone'), pile);
  for (const p of open) {
    const card = s.part(`loot.${p.kind}.${p.key}`, () => el('li', { class: `lootcard ${p.key.slice(5)}` }), pile);
    s.fill(card, [p.n, p.name], p.n > 1 ? el('b', {}, `${num(p.n)} ×`) : p.kind === 'token' ? icon('boss') : null, el('span', {}, p.name));
  }
  const means = worth([...open.map((p) => p.key), ...(took ? (was.takes ?? []).map((x) => x.key).filter((k) => !USED.includes(k)) : [])]);
  const value = s.part('worth', () => el('ul', { class: 'worth' }), side);
  s.fill(value, [means], ...means.map((text) => el('li', { dir: 'auto' }, text)));
  // What the signs beside the players mean that the legend has no room for.
  const marks = choosing(s, was.due);
  const [due, has] = chosen(was.does);
  const meant = /** @type {[Node, string][]} */ ([marks.some((x) => x.locked) && [icon('locked'), has], marks.some((x) => x.awaited) && [icon('await'), due],
    s.all('seat').some((x) => turning(s, x)) && [el('i', { class: 'turning' }), say('naro.turn')]].filter(Boolean));
  const signs = s.part('signs', () => el('ul', { class: 'signs' }), side);
  s.fill(signs, [meant.map((x) => x[1])], ...meant.map(([x, text]) => el('li', {}, x, el('span', {}, text))));
  signs.hidden = !meant.length;
  s.swept(side);
  const tight = () => side.scrollHeight > side.clientHeight + 1;
  side.classList.remove('small', 'dense', 'late');
  const at = `${s.all('round')[0]?.n} ${s.all('round')[0]?.key} ${!all.length}`; // the game may be ahead of what is told
  if (was.at !== at) [was.at, was.bare] = [at, false];
  pile.hidden = false;
  value.hidden = was.bare; // it does not come and go
  const bare = () => { if (tight()) value.hidden = was.bare = true; };
  side.classList.toggle('late', tight()); // without what was shot before
  if (took || s.beat?.count) signs.hidden ||= tight(); // the caption says as much, and prices count
  else bare();
  side.classList.toggle('small', tight()); // the loot is always in sight, with smaller letters where there is little room
  if (!took) bare();
  side.classList.toggle('dense', tight());
  bare(); // what is taken has its price beside it as long as that has room
  if (tight()) signs.hidden = true;
  pile.hidden = tight() && rows.length > 0;
  for (const c of pile.hidden ? ['dense', 'small'] : []) { // the rest is no smaller than it has to be
    side.classList.remove(c);
    if (tight()) { side.classList.add(c); break; }
  }
}

/**
 * fighter is a player with what is known: loot, wounds, and a word for what happened to it. It says whether the player is dead.
 * @param {Show} s
 * @param {HTMLElement} ring
 * @param {import('./stage.js').Piece} p
 * @param {{ x: number, y: number, up: boolean }} at
 * @param {{ awaited: boolean, locked: boolean }} mark
 */
function fighter(s, ring, p, at, mark, got = '') {
  const hit = s.called('wound', p.seat) || s.called('dead', p.seat) ? s.of('hit', p.seat) : undefined;
  const dead = p.is.includes('dead') || !!hit?.is.includes('dead') && s.called('dead', p.seat);
  const ducked = !dead && p.is.includes('ducked');
  const desk = { ...s.desk.seats[p.seat], ...mark };
  const badge = (hit ? s.all('fate').find((x) => x.seat === p.seat && x.key === (dead ? 'scene.dead' : 'scene.hit')) : s.of('badge', p.seat))?.name ?? '';
  const bag = s.of('bag', p.seat);
  const e = s.part(`seat${p.seat}`, () => el('div', { class: 'fighter' }), ring);
  e.style.left = `${at.x}px`;
  e.style.top = `${at.y}px`;
  e.dataset.seat = String(p.seat);
  e.className = ['fighter', at.up && 'up', dead && 'dead', ducked && 'ducked', !dead && (hit || p.is.includes('hit')) && 'hit', turning(s, p) && 'turn', desk.awaited && 'awaited', desk.locked && 'locked'].filter(Boolean).join(' ');
  const wounds = dead ? '' : (hit ?? p).text;
  const [loot, hurt] = [s.changes.by(`bag.${p.seat}`, bag?.n ?? 0), s.changes.by(`wounds.${p.seat}`, (hit ?? p).n)];
  const worse = changed(hurt);
  if (worse) worse.className = `change ${hurt < 0 ? 'more' : 'less'}`; // nobody wants more of them
  const target = aims(s, p) ? s.desk.seats[p.to] : undefined;
  s.fill(e, [desk.name, desk.look, p.is, turning(s, p), dead, badge, wounds, bag, desk.awaited, desk.locked, loot, hurt, target, got],
    el('div', { class: 'body' }, s.name(p.seat)[0], p.is.includes('boss') ? icon('boss') : null, dead ? icon('dead') : null, badge ? el('b', { class: 'badge', dir: 'auto' }, badge) : null),
    el('div', { class: 'label' }, s.name(p.seat)[1], target ? el('span', { class: 'at' }, el('span', { class: 'to' }, '→'), picture(target.look)) : null, desk.awaited ? icon('await') : desk.locked ? icon('locked') : null),
    dead ? null : el('div', { class: 'state' }, bag?.n ? el('span', {}, icon('card'), el('b', {}, num(bag.n)), changed(loot)) : changed(loot), wounds ? el('span', {}, plaster(), wounds, worse) : null, got ? el('b', { class: 'change more' }, got) : null));
  return dead;
}

/** got is what a player takes and does not keep, or what a clip has brought. @param {Show} s @param {ReturnType<typeof held>} was @param {number} seat */
function got(s, { takes }, seat) {
  const b = s.beat;
  if (!b || b.seats[0] !== seat) return '';
  if (b.key === 'cue.clip') return say('naro.back');
  const last = TAKEN.includes(b.key) ? takes?.[takes.length - 1] : undefined;
  return last && USED.includes(last.key) ? last.name : '';
}

/** turning reports whether a player's turn is what is told or waited for: the game may be further. @param {Show} s @param {import('./stage.js').Piece} p */
const turning = (s, p) => p.is.includes('turn') && !s.desk.reveal && (!s.beat || SHARING.includes(s.beat.key) || (s.beat.asks || s.beat.key === 'cue.share') && s.beat.seats.includes(p.seat));

/** aims reports whether a player aims at another: whoever does not shoot lowers the gun. @param {Show} s @param {import('./stage.js').Piece} p */
const aims = (s, p) => p.to >= 0 && !p.is.includes('dead') && !p.is.includes('ducked') && (!s.of('shot', p.seat) || s.all('shot').some((x) => x.seat === p.seat && !!x.key));

/**
 * asks is what somebody is asked whom the Boss has ordered to aim at another: that gun still points where it did; or what it means to stand.
 * @param {import('./stage.js').Desk} d
 * @param {import('./stage.js').Piece[]} board
 */
function ordered(d, board) {
  const due = d.seats.flatMap((p, i) => (p.awaited ? [i] : []));
  const p = board.find((x) => x.kind === 'seat' && x.seat === due[0]);
  if (board.some((x) => x.key === 'phase.courage')) return `${waits(d)} ${say('naro.guts')}`;
  if (due.length !== 1 || !p || p.to < 0 || p.is.includes('boss') || board.find((x) => x.kind === 'round')?.key !== 'phase.order') return '';
  return turned(board, d.seats, p.seat);
}

/** turn says who has turned from whom to whom: the Boss gives the order, and does not choose the target (NARO-6.3). @param {Box.Beat} b @param {Box.Player[]} seats */
const turn = (b, seats) => say('naro.turned', { who: isolated(seats[b.seats[0]]?.name), whom: isolated(seats[b.seats[1]]?.name), from: isolated(b.what[0]) });

/** turned says who has to turn from whom. @param {import('./stage.js').Piece[]} board @param {Box.Player[]} seats @param {number} seat */
function turned(board, seats, seat) {
  const p = board.find((x) => x.kind === 'seat' && x.seat === seat);
  return p && p.to >= 0 ? say('naro.ordered', { who: isolated(seats[seat]?.name), from: isolated(seats[p.to]?.name) }) : '';
}

/**
 * tells is what a beat means to whoever does not know the game.
 * @param {Box.Beat} b
 * @param {import('./stage.js').Piece[]} board
 * @param {Box.Player[]} seats
 */
function tells(b, board, seats) {
  switch (b.key) {
    case 'cue.fire': return fired(board, seats);
    case 'cue.turn_gun': return turned(board, seats, b.seats.find((i) => !board.find((p) => p.kind === 'seat' && p.seat === i)?.is.includes('boss')) ?? -1);
    case 'cue.turned': return b.seats.length > 1 ? turn(b, seats) : '';
    case 'cue.round': return b.ns[0] > 1 ? say('naro.rounds', { told: b.text }) : say('naro.first', { told: b.text });
    case 'cue.share': return say('naro.share', { told: b.text });
    case 'cue.no_shots': return say('naro.unfired', { told: b.text });
    case 'cue.courage_late': return say('naro.courage_late', { told: b.text });
    case '': return board.some((p) => p.kind === 'guts') ? say('naro.guts') : board.some((p) => p.kind === 'aim') ? say('naro.shown') : '';
    case 'cue.load': return say('naro.load', { told: b.text });
    case 'cue.order': return say('naro.order', { told: b.text });
    case 'cue.courage': return `${b.text} ${say('naro.guts')}`;
    case 'cue.aim': return say('naro.aim', { told: b.text });
    case 'cue.take_boss': case 'cue.stay_boss': return say('naro.title');
    case 'cue.hit': case 'cue.dead': {
      const [by, now] = [shooters(board, seats, b.seats[0]), board.find((p) => p.kind === 'hit' && p.seat === b.seats[0])?.text];
      const whom = isolated(seats[b.seats[0]]?.name);
      if (b.key === 'cue.dead') return by ? say('naro.killed', { who: by, whom }) : '';
      return by && now ? say('naro.wounded', { who: by, whom, n: now }) : say('naro.hit');
    }
    case 'cue.boss': return say('naro.boss', { who: isolated(seats[b.seats[0]]?.name) });
    case 'cue.take': return b.what[0] === 'card.first_aid' ? say('naro.first_aid') : b.what[0] === 'card.clip' ? say('naro.clip') : say('naro.kept', { who: isolated(seats[b.seats[0]]?.name) });
  }
  return '';
}

/** fired says whom all that was turned up has hit. @param {import('./stage.js').Piece[]} board @param {Box.Player[]} seats */
function fired(board, seats) {
  const shots = board.filter((p) => p.kind === 'shot' && p.key);
  if (!shots.length) return '';
  const hit = [...new Set(board.filter((p) => p.kind === 'struck').map((p) => p.to))].map((i) => isolated(seats[i]?.name));
  const what = hit.length ? say('naro.struck', { n: hit.length, who: list(hit) }) : say('naro.unhit');
  return [...shots.length < 3 ? shots.map((p) => p.text) : [], what].join(' ');
}

/** shooters are those who have hit a seat. @param {import('./stage.js').Piece[]} board @param {Box.Player[]} seats @param {number} seat */
const shooters = (board, seats, seat) => list(board.filter((p) => p.kind === 'struck' && p.to === seat).map((p) => isolated(seats[p.seat]?.name)));

/** @type {import('./stage.js').Scene} */
export const scene = {
  players: true,
  heading: true,
  counts: true,
  reads: (b) => !b.count && b.act !== 'told',
  answered: () => say('naro.answered'),
  phase: (b) => (SHARING.includes(b.key) ? say('naro.phase_share') : b.key === 'cue.round' ? b.text : ''),
  asks: ordered,
  tells,
  counting: (board) => say(board.some((p) => p.key === 'phase.courage') ? 'naro.count_guts' : 'naro.count_aim'),
  draw(s) {
    const was = held(s);
    s.board = was.board;
    const n = s.desk.seats.length;
    s.root.style.setProperty('--head', n < 6 ? '10.5cqh' : n < 8 ? '9cqh' : '7.5cqh');
    const ring = s.part('ring', () => el('div', { class: 'ring' }));
    panel(s, was);
    s.legend((name) => (DRAWN[name] ?? (() => icon(name)))());
    const marks = choosing(s, was.due).map(({ awaited, locked }) => ({ awaited, locked }));
    const tall = s.root.clientHeight;
    const t = parseFloat(getComputedStyle(ring).fontSize);
    const r = .85 * Math.min((n < 6 ? .105 : n < 8 ? .09 : .075) * tall, .06 * s.root.clientWidth);
    const places = circle(n, ring.clientWidth, ring.clientHeight, r, 2.9 * t);
    for (const p of s.all('seat')) {
      const at = places[p.seat];
      if (fighter(s, ring, p, at, marks[p.seat], got(s, was, p.seat))) continue;
      const to = p.to >= 0 ? places[p.to] : null;
      const g = s.part(`gun${p.seat}`, () => el('div', { class: 'arm' }, gun()), ring);
      const shot = s.all('shot').find((x) => x.seat === p.seat && x.key);
      const aimed = aims(s, p);
      const other = to ? s.of('seat', p.to) : undefined;
      const back = other?.to === p.seat && aims(s, other) ? .3 * t / r : 0; // beside the line of whoever aims back
      const straight = to ? Math.atan2(to.y - at.y, to.x - at.x) : Math.PI / 2;
      const [x, y] = touch(at, straight + back, r);
      const [tx, ty] = to ? touch(to, straight + Math.PI - back, r) : [x, y + r];
      const [angle, far] = [Math.atan2(ty - y, tx - x), Math.hypot(tx - x, ty - y)];
      g.className = `arm${to ? ' aims' : ''}${Math.cos(angle) < 0 ? ' left' : ''}${aimed || !to ? '' : ' away'}`;
      ours(g, s.desk.seats, p.seat);
      g.dataset.seat = String(p.seat);
      g.style.left = `${x}px`;
      g.style.top = `${y}px`;
      g.style.setProperty('--angle', `${angle}rad`);
      g.style.setProperty('--off', back ? '1em' : '.1em'); // it covers no tip
      const size = Math.max(.4, Math.min(1, .6 * far / (.14 * tall)));
      g.style.setProperty('--size', String(size)); // the arrow shows between two who sit close
      if (to && aimed) { // who aims at whom, who has shot whom
        const beam = s.part(`beam${p.seat}`, () => el('i', { class: 'beam' }), ring);
        beam.className = `beam ${shot ? shot.key.slice(5) : ''}`;
        ours(beam, s.desk.seats, p.seat); // whose it is
        beam.dataset.to = String(p.to);
        beam.style.left = `${x}px`;
        beam.style.top = `${y}px`;
        beam.style.inlineSize = `${far}px`;
        beam.style.transform = `rotate(${angle}rad)`;
      }
      if (!shot || !to) continue;
      const card = s.part(`shot${p.seat}.${shot.key}`, () => el('div', { class: `shot ${shot.key.slice(5)}` }, shot.key === 'card.bang' ? burst() : null, el('b', {}, shot.name)), ring);
      const end = .15 * tall * size + 2.4 * t; // past the gun
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const out = end < far - 2 * t ? 0 : (2.4 * Math.abs(sin) + 1.2 * Math.abs(cos)) * t * ((ring.clientWidth / 2 - x) * sin > (ring.clientHeight / 2 - y) * cos ? 1 : -1); // beside a line that is too short, on the outside
      const along = out ? far / 2 : end;
      card.style.left = `${x + along * cos - out * sin}px`;
      card.style.top = `${y + along * sin + out * cos}px`;
    }
  },
  beat(s, b) {
    if (b.act === 'reveal') {
      const fired = s.all('shot').filter((x) => x.key);
      fired.forEach((x) => play(x.key === 'card.bang' ? 'shot' : 'click', 120 * x.seat + 150));
      for (const x of fired) s.move(s.parts.get(`shot${x.seat}.${x.key}`), [{ transform: 'translate(-50%,-50%) scale(.1) rotate(-40deg)', opacity: 0 }, { transform: 'translate(-50%,-50%) scale(1.35) rotate(6deg)', opacity: 1, offset: 0.6 }, { transform: 'translate(-50%,-50%)', opacity: 1 }], 500, { delay: 120 * x.seat, fill: 'backwards' });
    } else if (b.act === 'consequence' && b.seats.length) {
      s.move(s.parts.get(`seat${b.seats[0]}`), [{ translate: '0' }, { translate: '-6%' }, { translate: '6%' }, { translate: '0' }], 350);
    }
  },
};
