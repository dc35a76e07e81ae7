// A phone: the input and private screen of one seat. Choosing is done here, and one answer goes
// out; what only the seat may see is covered until it is held open.

import { Beginning } from './begin.js';
import { Small, drawable, place, said as boardSaid, tapper, words as boardWords, wordy } from './boards.js';
import { acked, beside, checks, dealing, own as ownBytes, receipts, witness } from './deal.js';
import { $, bar, el, icon, icons, keep, laid, none, put } from './dom.js';
import { bring } from './bring.js';
import { film } from './film.js';
import { asks as questions, hold as holdYes } from './hold.js';
import { colours, emblems, picture } from './look.js';
import { exactly, field } from './parts.js';
import { Footing, Presses, named } from './presses.js';
import { chart, made } from './score.js';
import { Line, MOVED, NO_KEY, secretOf } from './seal.js';
import * as sound from './sound.js';
import { die } from './stage-pieces.js';
import { others, story } from './story.js';
import * as voice from './voice.js';
import { apart, captionOf, closed, date, digits, direction, lang, languages, left, list, load, preferred, say } from './words.js';

const QUICK = 350; // ms: a shorter press on the cover is a tap, a longer one holds it
const TWICE = 2000; // ms within which a second tap belongs to the first
const MANY = 8; // choices: of more a tap marks one, and another takes it
const BOTH = 150; // letters that two explanations of one choice have at most
const SHARE = 4; // players on one phone at most
const OPEN_FOR = 30; // seconds without a touch until an open cover closes by itself
const NAG = 20; // seconds without a touch until whoever is awaited is called again
const TOLD_FOR = 3000; // ms: so long a caption stands, whatever comes
const TOLD = 10; // seconds before that in which it is said

// ---- who this is

const code = secretOf(location.hash.slice(1));
// The code goes from the address bar: whoever looks at it, or at the history, does not get it.
history.replaceState(null, '', location.pathname);
if (code) keep.set('code', btoa(String.fromCharCode(...code)));

const kept = (/** @type {string} */ k) => {
  const s = keep.get(k);
  return s ? secretOf(s) : null;
};
const tableCode = code ?? kept('code');

await Promise.all([load(preferred(keep.get('lang'))), icons()]);

// ---- what is known

/** @type {import('../schema').Whole<import('../schema').BoardMessage>} as soon as there is one */
let board = none; // what it says to all
/** @type {{ text: string, lang: string } | null} */
let said = null; // the last caption
let heardAt = 0; // when it came
let waited = ''; // who was awaited then
let open = false; // the cover
/** @type {any[]} */
let lying = []; // what lies on the table

/** A Self is one of those who play on this phone: most phones have one. Each has a seat, a key and a line of its own, so
 * that the box knows nothing of who shares a phone, and nothing of one passes to the other. */
class Self {
  /** @type {import('../schema').Whole<import('../schema').SeatMessage>} as soon as there is one */
  you = none; // what the box says to this seat
  wired = 'new';
  gone = 0; // why the line has ended for good
  sent = 0;
  cuts = 0; // how often the line was cut
  /** @type {any} */
  pending = null; // what was sent and is not answered: it is sent again on a new line
  hears = -1; // the turn that comes after what is being told
  hurried = -1; // the turn for which the seat has not heard that to its end
  /** @type {number[]} */
  path = []; // what was chosen of the ask so far: values, step by step
  /** @type {number | null} */
  marked = null; // what is to be taken of a list that asks once more
  at = 0; // which of the asks
  /** @type {any[]} */
  drafts = [];
  turn = -1;
  slip = ''; // what is wrong
  watching = false; // without a seat
  gave = ''; // to which commitment it gave something, on which line
  unhurried = ''; // to which life of the box, on which line, in which play it said that it needs time
  waiting = false; // for the next game: it gives a name that nobody in this one has

  /** @param {number} slot */
  constructor(slot) {
    this.slot = slot ? `seat.${slot}` : 'seat'; // where the key of its seat is kept
    // The key of the seat first, then the code of the table, then nothing: then one has to knock.
    this.secrets = [kept(this.slot), tableCode].filter(Boolean);
    this.line = new Line({
      secret: this.secrets[0] ?? null,
      hello: () => ({ t: 'hi', n: 0, lang: lang() }),
      state: (w) => as(this, () => {
        if (w === 'off') me.cuts++;
        me.wired = w;
      }),
      ended: (why) => as(this, () => ended(why)),
      heard: (m) => as(this, () => /** @type {Record<string, (m: any) => void>} */ (heard)[m.t]?.(m)),
    });
  }
}

/** @type {Self[]} */
const selves = [];
/** @type {Self} whose page is shown; while one of the others hears something, that one */
let me = none;
let shown = none;
let hearing = false;

/** as does something for one of those who play here, and draws what has come of it. @param {Self} self @param {() => void} f */
function as(self, f) {
  const was = me;
  hearing = true;
  me = self;
  try { f(); } finally {
    hearing = false;
    me = shown ?? was;
  }
  draw();
}

/** add lets one more play here. @param {number} slot */
function add(slot) {
  const s = new Self(slot);
  selves.push(s);
  return s;
}

/** turnTo shows the page of one of those who play here. What another had open is covered. @param {Self} self */
function turnTo(self) {
  cover();
  me = shown = self;
  said = null;
  draw();
  $('deck').focus({ preventScroll: true });
}

/** part lets one of those who play here go, but never the last. @param {Self} self */
function part(self) {
  if (selves.length < 2) return false;
  keep.set(self.slot, '');
  self.line.close();
  selves.splice(selves.indexOf(self), 1);
  if (shown === self) shown = selves[0];
  if (!hearing) me = shown;
  return true;
}

// What is drawn is watched from the first on.
const presses = new Presses(
  () => [...document.querySelectorAll('#deck button, #deck summary, #p-slips button, #p-slips summary')].filter((b) => !b.matches('#cover, .buzz, .hold, .heap *, .slots *, .stepper *')),
  // What is asked is another thing with each turn, though it may stand where the last stood; what else stands there is the same.
  (b) => (b.closest('.ask, #p-take') ? [me.turn, me.at, me.path, b.id || b.textContent] : [b.closest('[aria-label]')?.getAttribute('aria-label'), b.id || b.textContent]).join(),
  () => hint(say('phone.not_taken')),
);
// A buzzer that another of those who play here had is not this one's.
const footing = new Footing(() => [document.querySelector('#p-ask .buzz'), String(shown?.slot)]);
const moved = new ResizeObserver(() => {
  frame();
  presses.look();
  footing.look();
});
for (const e of document.querySelectorAll('body, #main > *, #deck, #deck > div, #roll > div')) moved.observe(e);

/** ended says why the line has ended for good. @param {number} why */
function ended(why) {
  if (why === NO_KEY && me.secrets.length) {
    // The key is none any more: perhaps the code is, and without it one can knock.
    if (me.secrets.shift() === tableCode) {
      me.slip = 'code';
      keep.set('code', '');
    }
    keep.set(me.slot, '');
    me.you = none;
    me.line.restart(me.secrets[0] ?? null);
    return;
  }
  if (why !== MOVED) keep.set(me.slot, '');
  if (why !== MOVED && part(me)) return;
  me.gone = why;
  me.you = none;
}

const heard = {
  pieces: (/** @type {Box.Pieces} */ m) => { lying = laid(lying, m); }, // the board that it belongs to comes next
  board: (/** @type {Box.Board} */ m) => {
    if (board?.desk.lesson && !m.desk.lesson) said = null; // the caption of a lesson goes with it
    if (m.desk.state !== board?.desk.state) {
      sure = '';
      once = board?.desk.state === 'play' && m.desk.left ? closed(board.desk.gameTitle, m.desk.stood) : '';
    }
    if (once && board?.desk.state === 'play') hint(once);
    const begins = m.desk.state === 'play' && board?.desk.state !== 'play';
    board = m;
    board.desk.board = lying;
    board.phones ??= [];
    board.guests ??= [];
    if (begins) beginning.plays(board.guests);
    board.games ??= [];
    for (const k of /** @type {const} */ (['seats', 'lines', 'groups', 'log', 'sheets', 'missing', 'board', 'map'])) board.desk[k] ??= [];
    if (board.desk.reveal) board.desk.reveal.lines ??= [];
    // Once somebody has answered, what was said before is not so any more.
    const whom = awaited(board.desk).join();
    if (whom !== waited) {
      if (Date.now() - heardAt > TOLD_FOR) said = null;
      waited = whom;
    }
    witness(board.desk);
    contribute();
    draw();
  },
  say: (/** @type {Box.Say} */ m) => {
    said = captionOf(m);
    heardAt = Date.now();
    if (me.you?.sounds) voice.speak(said.text, said.lang);
    draw();
  },
  tone: (/** @type {import('../schema').ToneMessage} */ m) => {
    if (me.you?.sounds) sound.tone(m.hz, m.ms); // one device sounds, and no choir
  },
  seat: (/** @type {Box.SeatMessage} */ m) => {
    const before = me.you;
    const owed = owes(me);
    me.you = m;
    if (m.key && m.key !== keep.get(me.slot)) {
      keep.set(me.slot, m.key);
      me.line.take(secretOf(m.key));
      me.secrets = [secretOf(m.key)];
      me.slip = '';
    } else if (!m.key && before?.key) {
      keep.set(me.slot, '');
      if (part(me)) return;
      me.secrets = [kept('code')].filter(Boolean);
      me.line.take(me.secrets[0] ?? null);
    }
    settle(before);
    unhurried();
    if (me === shown && $('settings').open && $('settings').dataset.shows === 'pictures' && me.you.name) pictures();
    if (before && !owed && owes(me)) call();
    contribute();
    draw();
    if (before?.name && before.name === m.name && !before.host && m.host) hint(say('phone.host_now'));
  },
};

/** contribute gives the box what this phone has drawn for a seat, once it is committed to its secret. */
function contribute() {
  const d = board?.desk.deal;
  const name = me.you?.name;
  if (!d || !name || !d.seats.includes(name) || me.gave === d.commitment + me.cuts) return;
  if (tell({ t: 'give', phone: ownBytes(name) })) me.gave = d.commitment + me.cuts;
}

/** owes reports whether something is awaited of one of those who play here. @param {Pick<Self, 'you' | 'hurried'>} o */
const owes = ({ you, hurried }) => !!you && (!!you.desk.undo || you.desk.awaited && !you.desk.telling && !later({ you, hurried }) || you.knocks.length > 0);

/** later reports whether what is asked of a seat is shown after what is being told. @param {Pick<Self, 'you' | 'hurried'>} o */
const later = ({ you, hurried }) => you.desk.after && hurried !== you.desk.turn;

/** settle sees what became of what was sent. @param {Box.SeatMessage} before */
function settle(before) {
  if (me.pending) {
    if (me.you.n >= me.pending.m.n) {
      fault(me.you.fault);
      if (me.pending.m.t === 'give' && me.pending.m.phone && !me.you.fault) acked(me.you.name);
      me.pending = null;
    } else if (me.pending.line !== me.cuts) {
      // The line was cut before an answer came. What names its turn can be said again: the box
      // takes it once. Of the rest nobody knows whether it was done.
      if (me.pending.m.turn !== undefined && me.pending.m.turn === me.you.desk.turn && me.pending.m.life === me.you.life) {
        me.pending.line = me.cuts;
        me.line.send(me.pending.m);
      } else me.pending = null;
    }
  }
  if (me.you.desk.turn !== me.turn || before?.name !== me.you.name || before.life !== me.you.life) {
    me.turn = me.you.desk.turn;
    step([]);
    me.drafts = [];
    me.at = 0;
    cover();
  }
}

/**
 * tell sends a message that the box answers.
 * @param {import('../schema').FromPhone} m
 */
function tell(m) {
  if (me.pending && me.pending.line === me.cuts) return false;
  const turned = 'turn' in m;
  const message = { ...m, n: ++me.sent, ...(turned ? { life: me.you.life } : {}) };
  me.pending = { m: message, line: me.cuts };
  if (!me.line.send(message) && !turned) me.pending = null;
  if (!me.line.on && me.pending) me.pending.line = -1; // with the next line
  draw();
  return true;
}

/** slowly is whether whoever uses this phone needs time: they have said so, or press without a pointer, as with a screen reader. */
const slowly = () => keep.get('unhurried') === '1';

/** unhurried tells the box so, once in each play: short limits of this seat wait then. */
function unhurried() {
  if (board?.desk.state !== 'play' || !me.you?.desk.seat) {
    me.unhurried = '';
    return;
  }
  const sign = [me.you.life, me.cuts, me.you.name, slowly()].join();
  if (me.unhurried === sign || me.pending || !slowly() && !me.unhurried) return;
  if (tell({ t: 'unhurried', on: slowly() })) me.unhurried = sign;
}

let faulted = false; // what was said last is what is wrong

/** @param {string} word */
function fault(word) {
  if (me === shown && (word || faulted)) $('spoken').textContent = word ? say(`phone.fault_${word}`) : ''; // what else was said stays
  faulted = !!word;
  me.slip = word && word !== 'refused' && word !== 'late' ? word : '';
}

// ---- the cover

let closing = 0;
let touch = 0; // when the open cover was touched last
let rests = 0; // seconds until it closes, once they are told
function uncover() {
  open = true;
  $('roll').scrollTop = 0;
  touched();
  draw();
}
function cover() {
  if (!open || me !== shown) return;
  open = false; // what is marked stays so, for whoever only looked away
  clearInterval(closing);
  draw();
}
function touched() {
  clearInterval(closing);
  touch = Date.now();
  if (rests) count(0);
  if (open) closing = setInterval(rest, 250);
}
/** rest says when an open cover is about to close, and closes it. */
function rest() {
  const left = Math.ceil(OPEN_FOR - (Date.now() - touch) / 1000);
  count(left <= TOLD ? Math.max(left, 0) : 0);
  if (left > 0) return;
  cover();
  hint(say('phone.closed'));
}
/** @param {number} n */
function count(n) {
  if (n === rests) return;
  rests = n;
  draw();
}
// Browsers let a page sound from a tap on, and iOS counts the end of one alone.
for (const t of ['pointerdown', 'keydown', 'pointerup', 'touchend', 'click']) addEventListener(t, () => { touched(); sound.wake(); }, { capture: true, passive: true });
for (const t of ['touchmove', 'wheel']) addEventListener(t, touched, { capture: true, passive: true }); // whoever scrolls reads
for (const t of ['blur', 'pagehide']) addEventListener(t, cover);
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' ? awake() : cover());

/** hold makes a button that opens the cover while it is held. A tap leaves it open where there is something to choose below it;
 * else two do, for a phone that was put down after a tap would lie open. It stays where it is, under the finger, whatever opens above it. */
function hold() {
  const b = el('button', { class: 'cover', id: 'cover', type: 'button' }, icon('eye'), el('span', {}));
  b.addEventListener('pointerdown', (e) => {
    if (e.button !== 0) return;
    since = e.timeStamp; // when the finger came, however late the page hears of it
    opened = !open;
    if (open) cover(); else uncover();
  });
  b.addEventListener('contextmenu', (e) => e.preventDefault());
  b.addEventListener('click', (e) => {
    if (!named(e)) return;
    if (!keep.get('unhurried')) {
      keep.set('unhurried', '1');
      unhurried();
    }
    if (open) cover(); else uncover();
  });
  return b;
}
let since = -1000;
let opened = false; // by the press that is down
let tapped = -Infinity; // when a tap came that has left nothing open
for (const t of ['pointerup', 'pointercancel']) {
  addEventListener(t, (e) => {
    const to = opened && open && t === 'pointerup' ? slid(e) : null; // where what is asked has changed since, it is covered again
    if (to) answer(reached(me.you.desk.asks[0]), Number(to.dataset.v));
    const tap = opened && open && e.timeStamp - since <= QUICK;
    const stays = tap && (choosing() || since - tapped <= TWICE);
    tapped = tap && !stays ? e.timeStamp : -Infinity;
    const held = opened && open && !tap && !to && t === 'pointerup' && choosing();
    if (opened && !stays) cover();
    if (tap && !stays && !to) hint(say('phone.hold'));
    if (held) hint(say('phone.held')); // whoever has looked wants to choose
    opened = false;
  });
}

/** slid returns which of the answers the finger has come to that came down on the cover; one gesture uncovers and answers. @param {any} e */
const slid = (e) => /** @type {HTMLElement | null} */ (document.elementFromPoint(e.clientX, e.clientY)?.closest('#p-take .quick button:not(:disabled)') ?? null);
addEventListener('pointermove', (e) => {
  if (!opened) return;
  const on = slid(e);
  for (const b of document.querySelectorAll('#p-take .quick button')) b.classList.toggle('aimed', b === on);
}, { passive: true });

// ---- what a tap means

let hinting = 0;
/** hint says something for a moment, over what stands there: nothing moves. @param {string} text */
function hint(text) {
  clearTimeout(hinting);
  $('hint').textContent = $('spoken').textContent = text;
  $('hint').hidden = false;
  hinting = setTimeout(() => { $('hint').hidden = true; }, Math.max(3000, 60 * text.length));
}

// ---- what the owner hears and feels

let buzzing = keep.get('buzz') !== '0';

/** @param {number | number[]} [pattern] */
function call(pattern = 120) {
  if (buzzing) navigator.vibrate?.(pattern);
  if (document.visibilityState === 'visible' && selves.some((x) => x.you?.sounds)) sound.tone(660, 90); // four phones are no choir
}

let due = 0; // since when something is awaited of one of those who play here; 0: nothing is

/** nag calls again, more and more seldom, whoever is awaited and has not touched the phone: it may lie there, covered. What lies open is being
 * thought about, and has more time. */
function nag() {
  const all = board?.desk.paused || open ? [] : selves.filter(owes);
  due = all.length ? due || Date.now() : 0;
  const after = all.some((x) => x.you.desk.secret) ? NAG : 3 * NAG;
  const late = due && Math.floor((Date.now() - Math.max(due, touch)) / 1000);
  nags = late >= after;
  document.body.classList.toggle('nag', nags);
  if ([1, 2, 4].includes(late / after)) call([200, 100, 200, 100, 400]);
}
let nags = false;
setInterval(nag, 1000);

/** @type {WakeLockSentinel | null | undefined} */
let lock = null;

/** awake keeps the screen on where the browser can: pages that come by TLS alone may ask. */
async function awake() {
  if (lock && !lock.released) return;
  try { lock = await navigator.wakeLock?.request('screen'); } catch { /* not now */ }
}
addEventListener('pointerdown', awake, { passive: true });

// ---- the way back

// The back button of a phone must not leave a game: it closes what is open, and asks to be pressed again. A browser heeds only
// what was there when somebody touched the page.
addEventListener('pointerup', stay);
addEventListener('keyup', stay);
function stay() {
  if (history.state !== 'here') history.pushState('here', '');
}
addEventListener('popstate', () => {
  const dialog = $('settings').open;
  if (dialog) $('settings').close();
  else if (open) cover();
  else if (me.path.length) { step(me.path.slice(0, -1)); draw(); } else hint(say('phone.back'));
});

// ---- drawing

function draw() {
  if (hearing || !shown) return;
  document.documentElement.lang = lang();
  document.documentElement.dir = direction();
  const state = me.gone ? 'gone' : !me.you || !board ? 'wait' : !me.you.name && !me.watching ? 'lobby' : 'seat';
  document.body.className = `${state} ${me.wired}${open ? ' open' : ''}${board?.desk.state === 'menu' ? ' menu' : ''}${nags ? ' nag' : ''}`;
  $('gear').setAttribute('aria-label', say('phone.settings'));
  $('where').setAttribute('aria-label', say('phone.where'));
  $('where').hidden = state !== 'seat' || board.desk.state !== 'play';
  $('acts').setAttribute('aria-label', say('acts.title'));
  $('acts').hidden = !hosting();
  acts();
  $('deck').setAttribute('aria-label', say('phone.deck'));
  const wire = `line ${me.wired}`;
  if ($('line').className !== wire) $('line').className = wire; // a screen reader may read again what is set again
  $('line').hidden = !!me.gone;
  const text = say(`wire.${me.wired}`);
  if ($('line').lastElementChild.textContent !== text) $('line').lastElementChild.textContent = text;
  const now = told(state);
  if ($('told').textContent !== now) $('told').textContent = now;
  document.title = me.you?.name ? `${me.you.name} · Consigliere` : 'Consigliere';
  put($('me'), [lang(), selves.map((x) => [x.you?.name, x.you?.look, x.you?.host, x === me, owes(x)])], who);
  const d = board?.desk;
  put($('p-slips'), [lang(), state, me.slip, me.you?.knocks, me.you?.waits, me.you?.denied, me.you?.desk.why, me.you?.desk.rule, me.you?.desk.note, me.you?.desk.late, me.you?.desk.befell, d?.error, d?.rule, d?.paused, d?.lesson, d?.missing, d?.judge, me.you?.host && gone(d), [...waits.keys()]], () => slips(state));
  put($('p-head'), [lang(), state, once, me.you?.name, me.you?.look, me.you?.host, board?.guests, d?.state, d?.gameTitle, d?.heading, d?.phase, d?.seconds, d?.paused, d?.lesson, said?.text, me.gone, !!me.you?.table?.titles?.length], () => head(state));
  put($('p-scene'), [lang(), state, d?.reveal, d?.lines, d?.seats, d?.groups, d?.log, d?.score, d?.fair, d?.film, d?.state, board?.guests, drawable(d) && wordy()], () => scene(state));
  drawn(state);
  const waited = document.getElementById('on');
  const secrets = state === 'seat' && open && d.state !== 'menu' && !me.you.desk.telling ? mine().desk : null;
  put($('p-own'), [lang(), secrets], () => own(secrets));
  const titles = state === 'seat' && me.you.host && d.state === 'menu' && me.you.table?.titles || [];
  const prepares = titles.length > 0;
  if (prepares) beginning.prepare(titles, board.guests, d.prepared, me.you.name, `${me.slot} ${me.cuts}`);
  put($('p-ask'), [lang(), d?.deal, state, open, me.you?.desk, me.hurried, me.you?.name, me.you?.waits, me.you?.table, prepares && beginning.state, !!me.pending, me.path, me.marked, me.at, d?.state, d?.paused, d?.lesson, d?.canUndo, d?.undo, d?.seats.map((s) => [s.name, s.bot]), pictured(d) && awaited(d), board?.phones, board?.guests, me.gone, me.waiting, passTo()?.slot, sure, once], () => asks(state));
  if (prepares) beginning.drawn();
  put($('p-take'), [lang(), state, open, me.you?.desk, me.hurried, !!me.pending, me.path, me.marked, me.at, d?.state, d?.paused, d?.lesson], () => take(state));
  const covers = state === 'seat' && d.state !== 'menu' && secret();
  put($('p-cover'), covers, () => (covers ? hold() : null));
  frame();
  if (covers) {
    $('cover').disabled = !!me.you.desk.coming && me.you.desk.telling;
    $('cover').setAttribute('aria-pressed', String(open));
    const words = open ? say('phone.hide') + (rests ? ` · ${say('peek.closes', { n: rests })}` : '') : say(!choosing() ? 'phone.show' : looking(me.you.desk) ? 'phone.show_look' : 'phone.show_choice');
    if ($('cover').lastElementChild.textContent !== words) $('cover').lastElementChild.textContent = words;
  }
  presses.look();
  footing.look();
  // Whoever was about to go on would press what is asked.
  if (waited && !document.getElementById('on') && me.hurried !== me.you?.desk.turn) presses.startled();
}

let framed = ''; // for what the board was brought into sight
let lifted = 0; // how far the page was scrolled for that

/** frame brings the board into sight above what is asked, when that has changed: the whole of it, where there is room. While nothing is
 * asked the page stands at its head. */
function frame() {
  fit();
  const at = $('p-board').getBoundingClientRect();
  if (!at.height || !me?.you || aside()) return;
  const sign = [me.slot, me.turn, me.at, me.path, open, board.desk.paused, board.desk.lesson].join('/');
  if (sign === framed) return;
  framed = sign;
  if (board.desk.lesson) scrollTo(0, 0); // it stands at the head, and is read
  if (board.desk.lesson || !$('p-ask').querySelector('.ask:not(.idle)')) {
    if (Math.abs(document.documentElement.scrollTop - lifted) < 2) scrollTo(0, 0);
    return;
  }
  const end = $('deck').getBoundingClientRect().top;
  if (at.bottom > end) scrollBy(0, Math.min(at.top, at.bottom - end) - 4);
  else if (at.top < 0) scrollBy(0, at.top - 4);
  lifted = document.documentElement.scrollTop;
}

/** aside reports whether what is asked stands beside the scene. */
const aside = () => matchMedia('(max-height: 480px) and (min-width: 480px)').matches;

const LEAST = 120; // px: a board is no smaller than that

/** fit shares out the room: what is only for one's own eyes has its part of it, and a board on which nothing is tapped as much as is left. */
function fit() {
  const own = document.getElementById('own');
  const least = innerHeight * (innerHeight < 700 ? .24 : .36);
  $('p-own').style.setProperty('--least', own ? `${Math.round(Math.min(own.classList.contains('even') ? own.offsetHeight : own.scrollHeight + 2, least))}px` : '0');
  const map = /** @type {HTMLElement | null} */ ($('p-board').querySelector('.city, .town'));
  if (map?.checkVisibility()) {
    const tapped = !!$('p-board').querySelector('button');
    $('p-board').classList.toggle('tapped', tapped);
    const asked = !board.desk.lesson && !!$('p-ask').querySelector('.ask:not(.idle)');
    const rest = $('p-board').offsetHeight - map.offsetHeight + $('p-words').offsetHeight; // what stands below it
    const room = aside() ? $('main').clientHeight - 24 : asked ? $('deck').getBoundingClientRect().top - 8 : $('deck').getBoundingClientRect().top - ($('p-board').getBoundingClientRect().top + document.documentElement.scrollTop) - rest - 24;
    const size = tapped ? '' : `${Math.round(Math.max(asked ? LEAST : 2 * LEAST, room))}px`;
    if ($('p-board').style.getPropertyValue('--high') !== size) $('p-board').style.setProperty('--high', size);
  }
  for (const e of [own, $('roll')]) if (e) below(e);
  under();
}

/** below gives what scrolls a sign that there is more of it further down. @param {HTMLElement} e */
function below(e) {
  e.classList.toggle('below', getComputedStyle(e).overflowY !== 'visible' && e.scrollHeight - e.clientHeight - e.scrollTop > 8);
}
/** under says whether the page goes on under what is asked. */
function under() {
  const e = document.documentElement;
  e.classList.toggle('more', !aside() && e.scrollHeight - innerHeight - e.scrollTop > 16 && getComputedStyle($('deck')).position === 'sticky');
}
addEventListener('scroll', (/** @type {any} */ e) => {
  if (e.target === document) under();
  else if (e.target.matches?.('#own, #roll')) below(e.target);
}, { capture: true, passive: true });

/** who says whose page this is; where several play on this phone, each has a tab. */
function who() {
  if (selves.length < 2) return me.you?.name ? [picture(me.you.look), el('bdi', {}, me.you.name), me.you.host ? el('small', {}, say('phone.host')) : null] : el('span', {}, 'Consigliere');
  return el('span', { class: 'selves', role: 'group', 'aria-label': say('phone.selves') }, ...selves.map((x, i) => el('button', {
    type: 'button', id: `self-${i}`, class: owes(x) ? 'owes' : '', 'aria-pressed': String(x === shown), 'aria-label': owes(x) && x !== shown ? say('phone.pass', { name: x.you.name }) : null, onclick: () => turnTo(x),
  }, picture(x.you?.look), el('bdi', {}, x.you?.name || say('phone.somebody')))));
}

/** passTo returns whom this phone is to be passed to: another who plays here is awaited, and this one isn't. */
const passTo = () => (owes(me) ? undefined : selves.find((x) => x !== me && owes(x)));

/** gone returns the players whose phones are away, while that matters. @param {Box.Public} d */
const gone = (d) => (d?.state === 'play' && !d.paused ? d.seats.filter((x) => x.phone === 'away').map((x) => [x.name, x.awaited]) : []);

const waits = new Map(); // for whom the host waits, by name

/**
 * told says in a sentence how it stands with this seat. A screen reader reads it when it changes: that
 * of a region which is always there, for what comes with a region of its own may be missed.
 * @param {string} state
 */
function told(state) {
  if (state === 'gone') return say(me.gone === MOVED ? 'phone.moved' : 'phone.out');
  if (state === 'lobby') return me.you.waits ? say('phone.waits', { name: me.you.waits }) : '';
  if (state === 'wait') return '';
  const d = board.desk;
  const { desk } = me.you;
  if (d.state === 'menu') return `${once ? `${once} ` : ''}${soon()}`;
  if (d.state === 'over') return d.heading || say('over.title');
  const also = [desk.late, desk.befell, desk.note, d.error].filter(Boolean);
  if (d.paused) return [...also, d.lesson || say('paused')].join(' ');
  if (desk.undo) return [...also, say('undo.asked'), desk.undo].join(' ');
  if (d.reveal) return [d.reveal.heading, d.reveal.text].filter(Boolean).join(': ');
  if (!desk.seat || desk.telling) return also.join(' ');
  if (later(me)) return also.join(' ');
  if (!desk.asks.length) return [...also, idle(d)].join(' ');
  return [...also, desk.secret && !open && !quick() ? say(yours(desk)) : subject(desk.asks[Math.min(me.at, desk.asks.length - 1)])].join(' ');
}

/** yours is the word for what waits under the cover. @param {Box.SeatMessage['desk']} desk */
const yours = (desk) => (!desk.awaited ? 'phone.may' : looking(desk) ? 'phone.your_look' : 'phone.your_choice');

/** looking reports whether there is only something to be seen. @param {Box.SeatMessage['desk']} desk */
const looking = (desk) => desk.asks.length > 0 && desk.asks.every((a) => a.confirm);

/** subject is what is asked of an ask: in the step that is open. @param {Box.SeatAsk} a */
const subject = (a) => (a.timed || a.parts.length || !a.rows.length ? a.prompt : reached(a).question);

/** secret reports whether there is anything to cover. */
function secret() {
  if (!me.you?.desk.seat || !board) return false;
  const { desk } = mine();
  return desk.lines.length > 0 || desk.groups.length > 0 || me.you.desk.secret || !!me.you.desk.coming; // so that it is there when what comes opens
}

/** choosing reports whether something secret is asked. */
const choosing = () => !quick() && !!me.you?.desk.secret && me.you.desk.awaited && !later(me) && !board?.desk.lesson;

/** @param {string} state */
function slips(state) {
  const out = [];
  const rule = (/** @type {Box.Rule | null} */ r) => (r ? el('details', {}, el('summary', {}, say('rule.show', { rule: r.number })), el('blockquote', { dir: 'auto', lang: r.lang }, r.text)) : null);
  if (me.slip) out.push(el('p', { class: 'slip wrong', role: 'alert' }, say(`phone.fault_${me.slip}`)));
  questions('let', (me.you?.knocks ?? []).map((k) => String(k.id)));
  for (const k of me.you?.knocks ?? []) {
    out.push(el('div', { class: 'slip knock', role: 'alertdialog', 'aria-label': say('phone.knock', { name: k.name }) },
      el('p', {}, say(k.taken ? 'phone.knock_taken' : 'phone.knock', { name: k.name })),
      el('div', { class: 'pair' },
        el('button', { class: 'key', type: 'button', onclick: () => tell({ t: 'let', id: k.id, yes: false }) }, say('phone.no')),
        holdYes('let', String(k.id), { class: 'key' }, say('phone.let'), () => tell({ t: 'let', id: k.id, yes: true })))));
  }
  if (state === 'lobby' && me.you.denied) out.push(el('p', { class: 'slip wrong', role: 'alert' }, say('phone.denied')));
  if (state !== 'seat') return out;
  if (board.desk.judge) out.push(el('p', { class: 'slip', id: 'judge', role: 'status' }, say(`judge.${board.desk.judge}`)));
  out.push(...away());
  const { desk } = me.you;
  if (desk.why) out.push(el('div', { class: 'slip wrong', role: 'alert' }, el('p', { dir: 'auto' }, desk.why), rule(desk.rule)));
  else if (board.desk.error && (board.desk.state === 'play' || board.desk.state === 'menu' && me.you.host)) out.push(el('div', { class: 'slip wrong' }, el('p', { dir: 'auto' }, board.desk.error), rule(board.desk.rule)));
  if (desk.late && board.desk.state === 'play') out.push(el('p', { class: 'slip', id: 'late', dir: 'auto' }, desk.late));
  if (desk.befell && board.desk.state === 'play') out.push(el('p', { class: 'slip', id: 'befell', dir: 'auto' }, desk.befell));
  if (desk.note) out.push(el('p', { class: 'slip', dir: 'auto' }, desk.note));
  if (board.desk.lesson) out.push(el('p', { class: 'slip', dir: 'auto' }, board.desk.lesson));
  return out;
}

/** away says to a host whose phone is gone, and what can be done. */
function away() {
  const names = me.you.host ? gone(board.desk) : [];
  for (const name of waits.keys()) if (!names.some(([n]) => n === name)) waits.delete(name);
  return names.filter(([name]) => !waits.has(name)).map(([name, awaited], i) => {
    const b = (/** @type {string} */ id, /** @type {string} */ word, /** @type {() => void} */ f) => el('button', { class: 'key quiet', id: `${id}-${i}`, type: 'button', onclick: f }, say(word));
    const act = (/** @type {any} */ m) => () => tell({ t: 'host', do: { ...m, name } });
    return el('section', { class: 'slip', role: 'status', 'aria-label': say('phone.gone', { name }) },
      el('p', {}, icon('asleep'), ' ', say('phone.gone', { name })),
      el('div', { class: 'pair' },
        b('gone-wait', 'phone.gone_wait', () => { waits.set(name, true); draw(); }),
        awaited ? b('gone-skip', 'phone.gone_skip', act({ t: 'skip' })) : null,
        b('gone-bot', 'phone.gone_bot', act({ t: 'bot', on: true })),
        b('gone-panel', 'phone.gone_panel', act({ t: 'stand_in', on: true }))));
  });
}

/** soon says who begins the next game. */
function soon() {
  const host = board.guests.find((g) => g.host && g.here);
  return host && host.name !== me.you.name ? say('phone.host_begins', { name: host.name }) : say(me.you.host ? 'phone.you_begin' : 'phone.soon');
}

/** people are those who have joined, with their pictures. */
const people = () => el('ul', { class: 'people', 'aria-label': say('phone.people') }, ...board.guests.map((g) => el('li', { class: g.here ? '' : 'away' },
  picture(g.look), el('bdi', {}, g.name), g.host ? el('small', {}, say('phone.host')) : null, g.here ? null : el('small', {}, icon('asleep'), say('phones.away')))));

/** @param {string} state */
function head(state) {
  if (state === 'gone') return el('h1', {}, say(me.gone === MOVED ? 'phone.moved' : 'phone.out'));
  if (state === 'wait') return el('h1', {}, say(`wire.${me.wired}`));
  const d = board.desk;
  if (d.state === 'menu' && state === 'lobby') {
    return el('div', { class: 'welcome' }, el('div', { class: 'door' }, icon('look-hat'), el('h1', {}, 'Consigliere'), el('p', { class: 'soft' }, say(board.guests.length ? 'phone.people' : 'phone.first'))), board.guests.length ? people() : null);
  }
  if (d.state === 'menu') {
    const mine = me.you.name ? el('button', { class: 'mine', id: 'mine', type: 'button', 'aria-label': say('phone.look'), onclick: pictures }, picture(me.you.look)) : null;
    return el('div', { class: 'welcome' },
      el('div', { class: 'hello' }, mine, el('div', {}, el('h1', {}, me.you.name ? say('phone.welcome', { name: me.you.name }) : say('phone.watching')), el('p', { class: 'soft', id: 'left' }, once && !me.you.host ? `${once} ` : '', soon()))),
      me.you.host && me.you.table?.titles.length ? null : people()); // a host has them in the order in which they sit
  }
  return el('div', { class: 'heading' },
    el('p', { class: 'soft' }, d.gameTitle),
    el('h1', { dir: 'auto' }, d.heading || (d.state === 'over' ? say('over.title') : d.phase)),
    d.seconds >= 0 ? el('p', { class: 'seconds' }, left(d.seconds)) : null,
    d.paused && !d.lesson ? el('p', { class: 'stamp' }, say('paused')) : null,
    said && d.state === 'play' && !d.lesson && said.text !== (d.heading || d.phase) ? el('p', { class: 'said', dir: direction(said.lang), lang: said.lang }, said.text) : null);
}

const marks = (/** @type {string[]} */ names) => el('span', { class: 'marks' }, ...names.map((i) => icon(i, say(`icon.${i}`))));

/** table returns lines of a scene as a table. @param {Box.Line[]} lines @param {string} title */
function table(lines, title) {
  return el('table', {}, el('caption', { class: 'unseen' }, title), el('tbody', {}, ...lines.map((l) => el('tr', { class: l.called ? 'called' : l.strong ? 'strong' : '' },
    l.seat ? el('th', { scope: 'row' }, picture(board.desk.seats.find((s) => s.name === l.seat)?.look), el('bdi', {}, l.seat), marks(l.icons ?? [])) : null,
    el('td', { colspan: l.seat ? null : 2 }, ...(l.seat || !l.icons?.length ? [] : [marks(l.icons)]), l.bar ? bar(l.bar) : null, apart(l.text), l.help ? el('small', { dir: 'auto' }, l.help) : null, beside(l))))));
}

const played = new Small($('p-board'));

/** drawn is the same as a picture, where the title has one. What is asked can be marked on it, and is taken below. @param {string} state */
function drawn(state) {
  const d = state === 'seat' ? board.desk : null;
  const on = played.show(d, d && !busy() && choosable() ? tapper(...chosen()) : () => undefined);
  if (on) boardWords($('p-words'), draw);
  else $('p-words').replaceChildren();
  $('p-board').setAttribute('aria-label', say('map'));
}

/** choosable reports whether the seat is asked for one thing after the other, and sees it. */
function choosable() {
  const { desk } = me.you;
  const a = desk.asks?.[Math.min(me.at, desk.asks.length - 1)];
  return !!a && !a.timed && !a.parts.length && !board.desk.lesson && !desk.undo && !desk.telling && !later(me) && (!desk.secret || open);
}

/** chosen is what can be chosen now, and what a tap on the board does with it. Where the board has nothing of what is asked first, such as
 * which of two workers, it shows what is open to each of them, and a tap answers both.
 * @returns {[any[], (i: number) => void]} */
function chosen() {
  const a = me.you.desk.asks[Math.min(me.at, me.you.desk.asks.length - 1)];
  const to = reached(a);
  const here = to.values.map((v) => ({ ...to.shown(v), marked: v === me.marked, path: me.path, v }));
  const all = here.some((c) => c.key) ? here : here.flatMap((c) => [c, ...beyond(a, to, c)]);
  return [all, (i) => {
    const { path, v } = all[i];
    if (path !== me.path) step(path);
    const now = reached(a);
    if (now.rows(v).length > 1) { answer(now, v); return; }
    me.marked = v; // it is taken below the list, for the board moves when it is scrolled
    draw();
    $('spoken').textContent = $('take')?.textContent ?? '';
    $('take')?.scrollIntoView({ block: 'nearest' });
  }];
}

/**
 * beyond is what is asked after a value was chosen, as far as it lies on a board.
 * @param {Box.SeatAsk} a
 * @param {Box.Reached} to
 * @param {{label: string, v: number}} first
 */
function beyond(a, to, first) {
  if (to.rows(first.v).length < 2) return [];
  const path = me.path;
  me.path = [...path, first.v];
  const next = reached(a);
  const list = next.values.map((v) => ({ ...next.shown(v), path: me.path, v })).filter((c) => c.key).map((c) => ({ ...c, label: `${first.label}: ${c.label}` }));
  me.path = path;
  return list;
}

/** scene is what all see, in small. @param {string} state */
function scene(state) {
  if (state !== 'seat' || board.desk.state === 'menu') return null;
  const d = board.desk;
  if (d.reveal) return el('section', { class: 'reveal', 'aria-label': d.reveal.heading }, el('h2', { dir: 'auto' }, d.reveal.heading), d.reveal.text ? el('p', {}, d.reveal.text) : null, table(d.reveal.lines, d.reveal.heading));
  if (drawable(d) && !wordy()) return el('div', { class: 'unseen' }, table(d.lines, say('lines.title')), boardSaid(d), film(d.film, 'key quiet'));
  // Whoever has a line that says how it stands needs nothing besides.
  const told = new Map(d.lines.map((l) => [l.seat, l.icons ?? []]));
  const seats = d.seats.filter((s) => d.state === 'play' && (s.phone === 'away' || !told.has(s.name) || s.awaited && !told.get(s.name)?.includes('await') || s.locked && !told.get(s.name)?.includes('locked')));
  return [
    seats.length ? el('ul', { class: 'seats', 'aria-label': say('table.label') }, ...seats.map((s) => el('li', { class: s.awaited ? 'awaited' : s.locked ? 'locked' : '' },
      picture(s.look), el('bdi', {}, s.name), s.bot ? el('small', {}, say('bot')) : null, s.phone === 'away' ? icon('asleep', say('phones.away')) : null, s.awaited ? icon('await', say('icon.await')) : s.locked ? icon('locked', say('icon.locked')) : null))) : null,
    d.lines.length ? table(d.lines, say(d.state === 'over' ? 'over.title' : 'lines.title')) : null,
    ...(d.score ? [chart(d.score, d.seats), d.score.columns.length > 1 ? el('details', { class: 'group' }, el('summary', {}, say('score.made')), made(d.score)) : null] : []),
    ...others(d).map((g, _, all) => el('details', { class: 'group', open: all.length === 1 }, el('summary', { dir: 'auto' }, g.heading), table(g.lines, g.heading))), // what was revealed last stays
    signs(d),
    d.log.length ? happened(d.log) : null,
    receipts(d.fair),
    d.state === 'over' && d.fair ? el('div', { class: 'pair' }, ...checks()) : null,
    film(d.film, 'key quiet'),
  ];
}

let reading = false; // what has happened is unfolded

let explained = false; // the signs are unfolded

/** signs says what the small pictures beside the names mean. @param {Box.Public} d */
function signs(d) {
  const all = [...new Set([d.lines, ...d.groups.map((g) => g.lines)].flat().flatMap((l) => l.icons ?? []))];
  if (!all.length) return null;
  const leaf = el('details', { class: 'group' }, el('summary', { id: 'signs' }, say('phone.signs')),
    el('ul', { class: 'signs' }, ...all.map((i) => el('li', {}, icon(i), el('span', {}, say(`icon.${i}`))))));
  leaf.open = explained;
  leaf.addEventListener('toggle', () => { explained = leaf.open; });
  return leaf;
}

/** happened tells what has happened last. @param {Box.Entry[]} log */
function happened(log) {
  const leaf = el('details', { class: 'group log' }, el('summary', { id: 'log' }, say('log.title')), ...story(log));
  leaf.open = reading;
  leaf.addEventListener('toggle', () => { reading = leaf.open; });
  return leaf;
}

/** mine is what this seat sees and others do not: a list that all see stands above it. What a secret choice is about stands beside it, too. */
function mine() {
  const key = (/** @type {Box.Line} */ l) => JSON.stringify([l.seat, l.text]);
  const seen = new Set([board.desk.lines, ...board.desk.groups.map((g) => g.lines)].flat().map(key));
  const known = (/** @type {Box.Line[]} */ lines) => lines.every((l) => seen.has(key(l)));
  const { desk } = me.you;
  const all = board.desk.lines;
  const at = desk.lines.findIndex((_, i) => all.length && all.every((l, j) => desk.lines[i + j] && key(desk.lines[i + j]) === key(l))); // the list of all, whole
  const lines = at < 0 ? desk.lines : desk.lines.filter((_, i) => i < at || i >= at + all.length);
  return {
    desk: {
      lines: known(lines) ? [] : lines,
      groups: desk.groups.filter((g) => g.lines.length && (g.asked && desk.secret || !known(g.lines))),
    },
  };
}

/** own is what only this seat may see. @param {Box.Own | null} desk */
function own(desk) {
  if (!desk) return null;
  const all = [desk.lines.length ? table(desk.lines, say('phone.yours')) : null, ...desk.groups.map((g) => el('section', { class: 'group' }, el('h3', { dir: 'auto' }, g.heading), table(g.lines, g.heading)))].filter(Boolean);
  const even = me.you.desk.asks.some((/** @type {Box.SeatAsk} */ a) => a.cover); // as tall as everybody's
  return all.length || even ? el('section', { class: even ? 'own even' : 'own', id: 'own', tabindex: '0', 'aria-label': say('phone.yours') }, el('h2', {}, say('phone.yours')), ...all) : null;
}

// ---- what is asked

/** @param {string} state */
function asks(state) {
  if (state === 'gone') return [me.gone === MOVED ? null : el('p', { class: 'soft' }, say('phone.scan')), el('button', { class: 'key go', type: 'button', onclick: again }, say('phone.again'))];
  if (state === 'wait') return null;
  if (state === 'lobby') return lobby();
  const d = board.desk;
  if (d.deal) return el('section', { class: 'ask deal', 'aria-labelledby': 'deal-title' }, ...dealt(d.deal));
  const out = [];
  const next = passTo();
  if (next) out.push(el('button', { class: 'key go', id: 'pass', type: 'button', onclick: () => turnTo(next) }, picture(next.you.look), el('span', {}, say('phone.pass', { name: next.you.name }))));
  if (me.you.desk.undo && !d.paused) {
    out.push(el('section', { class: 'ask', 'aria-labelledby': 'undo-title' }, el('h2', { id: 'undo-title' }, say('undo.asked')), el('p', { dir: 'auto' }, me.you.desk.undo),
      el('div', { class: 'pair' },
        el('button', { class: 'key', id: 'undo-no', type: 'button', disabled: !!me.pending, onclick: () => tell({ t: 'object' }) }, say('phone.no')),
        el('button', { class: 'key', id: 'undo-yes', type: 'button', disabled: !!me.pending, onclick: () => tell({ t: 'agree' }) }, say('phone.yes')))));
  } else if (!d.lesson) { // who pauses still sees what is asked
    if (me.you.host && d.state === 'play' && !me.you.desk.awaited) out.push(hosts(d)); // what the table waits for comes before what is only offered
    out.push(asked(d));
  }
  else if (me.you.desk.seat || me.you.host) {
    me.hears = me.you.desk.turn;
    out.push(el('section', { class: 'ask' }, el('button', { class: 'key go', id: 'read', type: 'button', disabled: !!me.pending, onclick: () => tell(me.you.desk.seat ? { t: 'read' } : { t: 'host', do: { t: 'pause', on: false } }) }, say(d.seats.length > 1 ? 'lesson.all' : 'lesson.go'))));
  }
  if (me.you.host && !out.some((e) => e?.matches?.('.hosts'))) out.push(hosts(d));
  if (d.state === 'menu' && me.you.name && selves.length < SHARE && tableCode) out.push(el('button', { class: 'key quiet', id: 'share', type: 'button', onclick: share }, say('phone.share')));
  return out;
}

/** dealt is what a phone shows while a deal is open. @param {Box.Deal} d */
const dealt = (d) => dealing(d, d.seats.filter((s) => s === me.you.name), (m) => {
  if (m.t === 'typing') return; // the panel waits for those who type there
  if (m.t === 'give') tell({ t: 'give', number: m.number });
  else tell({ t: 'host', do: m });
}, { host: !!me.you.host, slips: d.seats.includes(me.you.name) ? [el('p', { class: 'soft' }, say('deal.own'))] : [] }).filter(Boolean);

/** again opens the line anew after it had ended. */
function again() {
  me.gone = 0;
  me.secrets = [kept(me.slot), kept('code')].filter(Boolean);
  me.line.restart(me.secrets[0] ?? null);
  draw();
}

/** lobby lets somebody take a seat by name. */
function lobby() {
  if (me.you.waits) {
    return el('section', { class: 'ask' }, el('h2', { class: 'waits' }, say('phone.waits', { name: me.you.waits })), el('p', {}, say('phone.waits_how')),
      el('button', { class: 'key quiet', type: 'button', onclick: () => tell({ t: 'leave' }) }, say('phone.cancel')));
  }
  const d = board.desk;
  const free = d.state === 'menu' || me.waiting ? [] : d.seats.filter((s) => !s.bot);
  const second = me !== selves[0];
  const input = el('input', { type: 'text', id: 'name', maxlength: 24, autocomplete: second ? 'off' : 'nickname', spellcheck: 'false', dir: 'auto', enterkeyhint: 'go', 'aria-label': say('phone.name'), placeholder: say('phone.name'), value: second ? '' : keep.get('name') ?? '' });
  const take = (/** @type {string} */ name) => {
    if (!name.trim()) { input.focus(); return; }
    if (!second) keep.set('name', name.trim());
    tell({ t: 'join', name });
  };
  const form = el('form', { class: 'byname' }, input, el('button', { class: 'key go', id: 'join', type: 'submit', disabled: !!me.pending }, say('phone.join')));
  form.addEventListener('submit', (e) => { e.preventDefault(); take(input.value); });
  const quiet = (/** @type {string} */ id, /** @type {string} */ word, /** @type {() => void} */ f) => el('button', { class: 'key quiet', id, type: 'button', onclick: () => { f(); draw(); } }, say(word));
  return el('section', { class: 'ask', 'aria-labelledby': 'who' },
    el('h2', { id: 'who' }, say(free.length ? 'phone.which' : me.waiting ? 'phone.next_who' : second ? 'phone.who_else' : 'phone.who')),
    free.length ? el('div', { class: 'choices' }, ...free.map((s) => {
      const taken = board.phones.includes(s.name);
      return el('button', { class: 'key player', type: 'button', disabled: !!me.pending, onclick: () => take(s.name) }, picture(s.look), el('span', {}, el('bdi', {}, s.name), taken ? el('small', {}, say('phone.taken')) : null));
    })) : form,
    d.state === 'menu' ? null : me.waiting ? quiet('not-next', 'phone.step_back', () => { me.waiting = false; }) : quiet('next', 'phone.next', () => { me.waiting = true; }),
    second ? quiet('alone', 'phone.cancel', () => part(me)) : quiet('watch', 'phone.watch', () => { me.watching = true; }),
    el('label', { class: 'row' }, el('span', {}, say('page_language')), tongues()));
}

function tongues() {
  const pick = el('select', { 'aria-label': say('page_language') }, ...languages());
  pick.value = lang();
  pick.addEventListener('change', async () => {
    await load(pick.value);
    keep.set('lang', pick.value);
    for (const s of selves) s.line.send({ t: 'lang', n: 0, lang: pick.value });
    if ($('settings').open) settings();
    draw();
  });
  return pick;
}

/** pictured reports whether the game is shown as a picture, which doesn't say who is awaited. @param {any} d */
const pictured = (d) => drawable(d) && !wordy();

/** awaited are the names of those who are. @param {import('../schema').Whole<import('../schema').Public>} d @returns {string[]} */
const awaited = (d) => d.seats.filter((x) => x.awaited).map((x) => x.name);

/** busy reports whether nothing can be answered now. */
const busy = () => !!me.pending || board.desk.paused;

/** idle says why the seat is asked nothing: it has chosen, or somebody at the box is to answer. @param {Box.Public} d */
function idle(d) {
  if (me.you.desk.locked) return say('phone.locked');
  const box = d.sheets.find((s) => !s.optional);
  if (!box) return say('phone.idle');
  const host = board.guests.find((g) => g.host && g.here); // who can answer it, too
  return host ? say('phone.at_host', { name: host.name, what: box.prompt }) : say('phone.at_box', { what: box.prompt });
}

/** asked is what the seat is asked now. @param {Box.Public} d */
function asked(d) {
  const { desk } = me.you;
  if (!me.you.name) return el('section', { class: 'ask' }, d.state === 'menu' ? null : el('p', { class: 'soft' }, say('phone.watching')), el('button', { class: 'key quiet', id: 'play', type: 'button', onclick: () => { me.watching = false; draw(); } }, say('phone.play')));
  if (d.state === 'menu') return null;
  if (!desk.seat && d.seats.some((x) => x.bot && x.name === me.you.name)) {
    return el('section', { class: 'ask' }, el('p', {}, say('phone.bot')), el('button', { class: 'key go', id: 'bot-off', type: 'button', disabled: !!me.pending, onclick: () => tell({ t: 'bot', on: false }) }, say('phone.bot_off')));
  }
  if (!desk.seat) return el('section', { class: 'ask' }, el('p', { class: 'soft' }, say('phone.not_in', { name: me.you.name })), el('button', { class: 'key quiet', type: 'button', onclick: () => tell({ t: 'leave' }) }, say('phone.other')));
  if (d.state === 'over') return me.you.host ? null : el('section', { class: 'ask idle' }, el('p', { class: 'soft' }, soon()));
  if (desk.telling && !quick()) return null;
  if (!desk.asks.length) {
    const whom = pictured(d) ? awaited(d) : [];
    const asks = !desk.locked && me.you.host && typed(d).length; // what the table is asked stands here itself
    if (asks && !desk.receipt) return null;
    return el('section', { class: 'ask idle' }, asks ? null : el('p', { dir: 'auto' }, idle(d)),
      whom.length ? el('p', { class: 'soft whom', dir: 'auto' }, `${list(whom)}: ${say('icon.await')}`) : null,
      desk.receipt ? el('p', { class: 'soft', id: 'receipt' }, say('fair.yours', { digits: digits(desk.receipt) })) : null,
      desk.locked ? el('button', { class: 'key quiet', id: 'back', type: 'button', disabled: busy(), onclick: () => tell({ t: 'back' }) }, say('phone.take_back')) : null);
  }
  if (later(me)) {
    me.hears = desk.turn;
    const on = el('button', { class: 'key quiet', id: 'on', type: 'button', onclick: () => { me.hurried = desk.turn; draw(); $('deck').focus({ preventScroll: true }); } }, say('phone.go_on'));
    return el('section', { class: 'ask' }, on);
  }
  if (me.hears === desk.turn) me.hears = -1;
  if (me.at >= desk.asks.length) me.at = 0;
  const a = desk.asks[me.at];
  const others = desk.asks.length < 2 ? null : el('nav', { class: 'tabs', 'aria-label': say('phone.also') }, ...desk.asks.map((b, i) => el('button', { type: 'button', 'aria-pressed': String(i === me.at), onclick: () => { me.at = i; step([]); draw(); } }, b.prompt)));
  if (quick()) return el('section', { class: 'ask', 'aria-labelledby': 'question' }, el('h2', { id: 'question', dir: 'auto' }, a.prompt), purpose(a), expires(a), el('p', { class: 'soft' }, say(desk.coming ? 'phone.coming' : 'phone.quick')));
  if (desk.secret && !open) {
    // What several are asked in secret everybody knows, and the rest is below the cover.
    const known = desk.awaited && d.question && d.seats.some((x) => x.name === me.you.name && x.awaited) ? el('p', { dir: 'auto', id: 'known' }, d.question) : null;
    if (!desk.awaited) return el('section', { class: 'ask covered' }, el('p', { class: 'soft' }, say(yours(desk))));
    return el('section', { class: 'ask covered' }, el('h2', {}, say(yours(desk))), known, el('p', { class: 'soft' }, say(desk.shown ? 'phone.shield_hand' : 'phone.shield')));
  }
  return el('section', { class: 'ask', 'aria-labelledby': 'question' }, others, a.timed ? press(a) : a.parts.length ? parts(a) : steps(a),
    desk.passing ? el('button', { class: 'key quiet', id: 'later', type: 'button', disabled: busy(), onclick: () => tell({ t: 'back' }) }, say('phone.later')) : null);
}

/** press is a button for whoever is first. @param {Box.SeatAsk} a */
function press(a) {
  const b = el('button', { class: `key buzz${me.you.desk.awaited ? '' : ' closed'}`, id: 'question', type: 'button', disabled: board.desk.paused }, a.prompt);
  const buzz = () => tell({ t: 'buzz', turn: me.you.desk.turn });
  b.addEventListener('pointerdown', (e) => {
    if (footing.meant(e)) buzz();
    else hint(say('phone.not_taken')); // it was on its way to what stood there before
  });
  b.addEventListener('click', (e) => { if (named(e)) buzz(); });
  return b;
}

/** step goes to a step of the answer. @param {number[]} to */
function step(to) {
  me.path = to;
  me.marked = null;
  if (me === shown) $('roll').scrollTop = 0;
}

/**
 * reached returns how far an ask is answered: which rows are left, which step is open, with its values, and
 * whether what is chosen now is asked for once more. Steps that leave no choice are passed over.
 * @param {Box.SeatAsk} a
 * @returns {Box.Reached}
 */
function reached(a) {
  let left = a.rows.map((row, i) => ({ row: row ?? [], i }));
  let open = -1;
  let passed = ''; // what was said last that leaves no choice: nobody has read it
  const said = []; // what was chosen before, in words
  for (let s = 0, k = 0; s < a.steps.length; s++) {
    if (new Set(left.map((r) => r.row[s])).size < 2) {
      passed = a.steps[s].values[left[0]?.row[s]]?.label || passed;
      continue;
    }
    if (k === me.path.length) { open = s; break; }
    const v = me.path[k++];
    said.push(a.steps[s].values[v]?.label ?? '');
    left = left.filter((r) => r.row[s] === v);
  }
  const only = open < 0; // there is one answer, and it is named whole
  const asks = only ? [] : a.steps.map((_, i) => i).filter((i) => i >= open && new Set(left.map((r) => r.row[i])).size > 1);
  if (asks.length > 1 && left.length <= MANY && !a.confirm) return few(a, left, asks, said);
  const values = only ? [0] : [...new Set(left.map((r) => r.row[open]))];
  const shown = (/** @type {number} */ v) => {
    if (!only) return a.steps[open].values[v];
    const all = left[0].row.map((w, s) => a.steps[s].values[w]);
    const labels = (all.some((w) => w.label && !w.absent) ? all.filter((w) => !w.absent) : all).map((w) => w.label).filter(Boolean);
    return { label: list(labels.filter((l, i) => i === 0 || !labels[i - 1].endsWith(`: ${l}`))), help: all.map((w) => w.help).find(Boolean) };
  };
  const rows = (/** @type {number} */ v) => (only ? left.slice(0, 1) : left.filter((r) => r.row[open] === v));
  const asked = only ? '' : left.map((r) => a.steps[open].asked?.[r.i]).find(Boolean);
  const own = only ? a.prompt : a.steps[open].question || a.prompt;
  const question = asked || (only || !passed ? own : own === a.prompt ? passed : own.startsWith(passed) ? own : `${passed}: ${own}`);
  return { values, shown, rows, question, said, twice: !a.confirm && (values.length > MANY || a.final && (values.length > 1 || a.optional) || onBoard(values, shown) || me.marked !== null) && values.some((v) => rows(v).length === 1) };
}

/** onBoard reports whether there are places of the board among the values. A tap on the board marks one, which is then taken; so does one in the list,
 * however long that is, for one question is answered in one way. @param {number[]} values @param {Box.Reached["shown"]} shown */
const onBoard = (values, shown) => pictured(board.desk) && values.length > 1 && values.some((v) => !!shown(v).key);

/**
 * few lists so few answers whole that are made in several steps: each is one tap.
 * @param {Box.SeatAsk} a
 * @param {Box.Row[]} left
 * @param {number[]} asks
 * @param {string[]} said
 * @returns {Box.Reached}
 */
function few(a, left, asks, said) {
  const of = (/** @type {number} */ v) => asks.map((i) => a.steps[i].values[left[v].row[i]]).filter((w) => w.label);
  const named = (/** @type {{ label: string }[]} */ all) => all.map((w) => w.label).filter((l, i, ls) => !i || !ls[i - 1].endsWith(`: ${l}`)).join(': ');
  const given = (/** @type {number} */ v) => named(of(v).filter((w) => !w.absent));
  const clear = new Set(left.map((_, v) => given(v) || v)).size === left.length && left.every((_, v) => given(v)); // what is left out need not be said
  const shown = (/** @type {number} */ v) => {
    const all = of(v);
    const key = all.findLast((w) => w.key)?.key;
    const one = left.filter((r) => asks.some((i) => a.steps[i].values[r.row[i]].key === key)).length < 2; // else a tap on the board leaves open which
    // What is chosen says more than what follows from it.
    let rows = left;
    const chosen = asks.filter((i) => {
      const some = new Set(rows.map((r) => r.row[i])).size > 1;
      rows = rows.filter((r) => r.row[i] === left[v].row[i]);
      return some;
    }).map((i) => a.steps[i].values[left[v].row[i]]);
    return { keys: all.map((w) => w.key), label: clear ? given(v) : named(all), help: helps([...all, ...chosen].flatMap((w) => w.help || [])), key: one ? key : undefined };
  };
  const values = left.map((_, i) => i);
  return { values, shown, rows: (/** @type {number} */ v) => left.slice(v, v + 1), question: a.steps[asks[0]].question || a.prompt, said, twice: a.final || onBoard(values, shown) || me.marked !== null };
}

/** helps is what explains an answer that is made in several steps: the last of what its steps say, after the one before where both are short. @param {string[]} all */
function helps(all) {
  const both = [...new Set(all)].slice(-2).join(' ');
  return both.length <= BOTH ? both : all.at(-1);
}

/** answer takes a value of the step that is open. @param {Box.Reached} to @param {number} v */
function answer(to, v) {
  const rows = to.rows(v);
  if (rows.length === 1) {
    sure = ''; // what was asked once more was not meant
    tell({ t: 'answer', turn: me.you.desk.turn, ask: me.at, row: rows[0].i });
    cover();
    return;
  }
  step([...me.path, v]);
  draw();
  $('deck').focus({ preventScroll: true });
}

/** purpose says what an ask is for. @param {{ purpose?: string }} a */
const purpose = (a) => (a.purpose ? el('p', { class: 'soft purpose', dir: 'auto' }, a.purpose) : null);

/** expires says what the box chooses for somebody who lets the time pass. @param {Box.SeatAsk} a */
function expires(a) {
  if (a.late === undefined) return null;
  const rows = a.rows.map((r) => r ?? []);
  const late = rows[a.late];
  const what = a.steps.map((s, i) => (new Set(rows.map((r) => r[i])).size > 1 ? s.values[late[i]].label : '')).filter(Boolean);
  return what.length ? el('p', { class: 'soft', id: 'expires', dir: 'auto' }, say('phone.expires', { what: list(what) })) : null;
}

/** rolled draws the die that a choice is of, if it lies on the table. @param {{ key?: string, keys?: (string | undefined)[] }} value */
function rolled({ key, keys }) {
  const d = board.desk.board.find((x) => x.kind === 'die' && x.at === 'roll' && (keys ?? [key]).includes(x.key));
  return d ? die(d.key.slice(d.key.indexOf('.') + 1), d.n) : null;
}

/** steps asks for one argument after the other. @param {Box.SeatAsk} a */
function steps(a) {
  const to = reached(a);
  const choose = (/** @type {number} */ v) => {
    if (!to.twice || to.rows(v).length > 1) {
      answer(to, v);
      return;
    }
    me.marked = v;
    $('hint').hidden = true;
    draw();
    $('spoken').textContent = $('take').textContent;
  };
  const all = to.values.map(to.shown);
  const same = all.length > 1 ? common(all) : ''; // what is the same of all is said once
  const choice = (/** @type {number} */ v) => {
    const i = to.values.indexOf(v);
    const value = same ? { ...all[i], help: '' } : all[i];
    return el('button', { class: 'key choice', id: `choice-${v}`, type: 'button', disabled: busy(), 'aria-pressed': to.twice ? String(v === me.marked) : null, onclick: () => choose(v) },
      rolled(value), el('b', { dir: 'auto' }, value.label || a.prompt), value.help ? el('small', { dir: 'auto', class: a.idle ? 'blank' : '', 'aria-hidden': a.idle ? 'true' : null }, value.help) : null);
  };
  const on = spots(to);
  const off = to.values.filter((v) => !on.includes(v));
  const about = [...(me.path.length ? [] : [purpose(a), expires(a)]), same ? el('p', { class: 'soft', dir: 'auto' }, same) : null];
  const marked = on.length && me.marked !== null && !listed ? to.shown(me.marked).help : '';
  return el('div', {}, el('h2', { id: 'question', dir: 'auto' }, to.question), ...(a.cover ? [alike(a, about)] : on.length ? [] : about), marked ? el('p', { class: 'soft', dir: 'auto' }, marked) : null,
    on.length ? el('details', { class: 'group', id: 'spots', open: listed || slowly() }, el('summary', {}, say('phone.list')), ...about, el('div', { class: 'choices' }, ...on.map(choice))) : null,
    off.length ? el('div', { class: 'choices' }, ...off.map(choice)) : null,
    me.path.length ? el('button', { class: 'key quiet', id: 'step-back', type: 'button', onclick: () => { step(me.path.slice(0, -1)); draw(); } }, say('phone.step_back')) : null);
}

/**
 * alike is what is said below a question that everybody is asked so that nobody can see who acts: of both things that may be said there it is
 * as tall as the taller, whichever it says, for a phone is seen from across the table.
 * @param {Box.SeatAsk} a
 * @param {(HTMLElement | null)[]} about
 */
const alike = (a, about) => el('div', { class: 'alike' }, el('div', { class: a.idle ? 'blank' : '', 'aria-hidden': a.idle ? 'true' : null }, ...about),
  el('p', { class: a.idle ? 'held' : 'held blank', 'aria-hidden': a.idle ? null : 'true', dir: 'auto' }, a.cover));

let listed = false; // what can be tapped on the board is unfolded as a list, too
addEventListener('toggle', (/** @type {any} */ e) => { if (e.target.id === 'spots' && !slowly()) listed = e.target.open; }, true);

/** spots returns those of the values that are places on the board. Where there are several, the list makes way for the board. @param {Box.Reached} to */
function spots(to) {
  const on = pictured(board.desk) ? to.values.filter((v) => place(to.shown(v).key)) : [];
  return on.length > 2 ? on : [];
}

/** take is where what is marked is taken: it stands still below a list, however that is scrolled. @param {string} state */
function take(state) {
  const { desk } = me.you ?? {};
  if (state === 'seat' && quick()) {
    const to = reached(desk.asks[0]);
    return el('div', { class: 'pair quick', role: 'group', 'aria-labelledby': 'question' }, ...to.values.map((v) => el('button', {
      class: 'key', id: `quick-${v}`, 'data-v': v, type: 'button', disabled: busy() || !!desk.coming, onclick: () => answer(to, v),
    }, el('b', { dir: 'auto' }, to.shown(v).label), to.shown(v).help ? el('small', { dir: 'auto' }, to.shown(v).help) : null)));
  }
  if (state !== 'seat' || board.desk.state !== 'play' || board.desk.lesson || desk.undo || desk.telling || !desk.asks.length || later(me) || desk.secret && !open) return null;
  const a = desk.asks[Math.min(me.at, desk.asks.length - 1)];
  if (a.timed || a.parts.length) return null;
  const to = reached(a);
  if (!to.twice) return null;
  const v = me.marked;
  return el('button', { class: 'key go', id: 'take', type: 'button', disabled: v === null || busy(), onclick: () => { if (v !== null) answer(to, v); } },
    v === null ? say(spots(to).length && !listed ? 'phone.mark_map' : 'phone.mark') : say('phone.take', { what: [...to.said, to.shown(v).label || a.prompt].join(' · ') }));
}

/** quick reports whether a secret is asked whose few choices everybody knows: they stand at hand before anything is uncovered. */
function quick() {
  const { desk } = me.you ?? {};
  const a = desk?.asks?.[0];
  return !!a && desk.asks.length === 1 && a.alike && !a.parts.length && a.rows.length < 4 && reached(a).values.length === a.rows.length
    && board.desk.state === 'play' && !board.desk.lesson && !desk.undo && (!desk.telling || !!desk.coming) && !later(me);
}

/** common is the sentence that explains all of the items alike; '' if there is none. @param {{help?: string}[]} items */
const common = (items) => (items[0]?.help && items.every((x) => x.help === items[0].help) ? items[0].help : '');

/** parts asks for things that are put together. @param {Box.SeatAsk} a */
function parts(a) {
  me.drafts[me.at] ??= a.parts.map(() => ({}));
  const done = el('button', { class: 'key go', type: 'submit', disabled: true }, say('cards.done'));
  /** @type {Box.Field[]} */
  const fields = [];
  const check = () => { done.disabled = busy() || fields.length < a.parts.length || fields.some((f) => f.value() === undefined); };
  const form = el('form', {}, el('h2', { id: 'question', dir: 'auto' }, a.prompt), purpose(a));
  a.parts.forEach((p, i) => {
    p.items ??= [];
    p.keys ??= [];
    const f = field(p, me.drafts[me.at][i], check, a, null);
    fields.push(f);
    const help = p.help || common(p.items);
    if (f.nodes.length) form.append(el('fieldset', {}, a.parts.length > 1 || p.label ? el('legend', { dir: 'auto' }, p.label || say(`part.${p.kind}`)) : '', help ? el('p', { class: 'soft', dir: 'auto' }, help) : '', ...f.nodes, ...(f.acts ?? [])));
  });
  form.append(done);
  form.addEventListener('submit', (e) => {
    e.preventDefault();
    if (done.disabled) return;
    tell({ t: 'answer', turn: me.you.desk.turn, ask: me.at, line: { seat: a.seat, do: a.verb, ...Object.fromEntries(a.parts.map((p, i) => [p.arg, fields[i].value()])) } });
    cover();
  });
  check();
  return form;
}

/** typed is what the table is asked, and a host may type. @param {Box.Public} d */
const typed = (d) => (d.state === 'play' && !d.paused ? (me.you.table?.sheets ?? []).filter((s) => !s.optional) : []);

/** hosts is what a host may do for the table. @param {Box.Public} d */
function hosts(d) {
  const b = (/** @type {string} */ id, /** @type {string} */ word, /** @type {import('../schema').FromHost} */ m, more = {}) => el('button', { class: 'key quiet', id, type: 'button', disabled: !!me.pending, onclick: () => tell({ t: 'host', do: m }), ...more }, say(word));
  if (d.state === 'menu') {
    const titles = me.you.table?.titles ?? [];
    if (!titles.length) return null;
    const form = beginning.form(titles, board.guests, board.games, !!me.pending, draw, (m) => tell({ t: 'host', do: m }));
    return el('section', { class: 'hosts' }, once ? el('section', { class: 'ask' }, el('p', {}, once), twice('rematch', say('over.rematch'), say('over.once'), () => form.requestSubmit())) : null, resume(me.you.table?.plays ?? []), form, bring(me.you.table?.brought, board.guests.map((g) => g.name), 'key quiet', 3600, (m) => tell({ t: 'host', do: m })), me.you.table?.joins ? wifi() : null);
  }
  const all = [...typed(d).map((s, i) => sheet(s, i)), d.paused && !d.lesson ? b('unpause', 'pause.end', { t: 'pause', on: false }, { class: 'key go' }) : null,
    ...(d.state === 'play' ? [] : [twice('rematch', say('over.rematch'), rematching(d.seats.map((x) => x.name)), () => tell({ t: 'host', do: { t: 'rematch' } })), b('again', 'over.again', { t: 'leave' })])];
  return all.some(Boolean) ? el('section', { class: 'hosts', 'aria-label': say('acts.title') }, ...all) : null;
}

/** hosting reports whether one is a host of what is played, who can do something for the whole table. */
const hosting = () => !me.gone && !!me.you?.name && me.you.host && board?.desk.state === 'play' && !board.desk.deal;

/** acts is what a host may do for the whole table, behind a key at the top: nothing of it stands where others confirm what they choose. */
function acts() {
  const box = $('settings');
  if (box.dataset.shows !== 'acts') return;
  if (!hosting()) {
    if (box.open) box.close();
    return;
  }
  const d = board.desk;
  const b = (/** @type {string} */ id, /** @type {string} */ word, /** @type {import('../schema').FromHost} */ m) => el('button', { class: 'key quiet', id, type: 'button', disabled: !!me.pending, onclick: () => { box.close(); tell({ t: 'host', do: m }); } }, say(word));
  put(box, [lang(), 'acts', d.lesson, d.paused, d.canUndo, !!d.undo, d.kept, !!me.pending, sure], () => [el('h2', { id: 'settings-title' }, say('acts.title')),
    d.lesson ? b('no-lessons', 'lesson.end', { t: 'teach', on: false }) : b('pause', d.paused ? 'pause.end' : 'pause', { t: 'pause', on: !d.paused }),
    d.canUndo ? (d.undo ? b('undo', 'undo.cancel', { t: 'undo_cancel' }) : b('undo', 'undo', { t: 'undo' })) : null,
    twice('leave', say('leave'), say('leave.sure'), () => { box.close(); tell({ t: 'host', do: { t: 'leave' } }); }, d.kept ? b('leave-later', 'leave.later', { t: 'stop' }) : null),
    el('button', { class: 'key go', id: 'settings-close', type: 'button', onclick: () => box.close() }, say('help.close'))]);
}
$('settings').addEventListener('close', () => {
  delete $('settings').dataset.sign;
  $('settings').dataset.shows = '';
  unsure();
});

/** unsure takes back the question whether the game is to end for all, which stands as long as it is in sight. */
function unsure() {
  if (sure !== 'leave') return;
  sure = '';
  draw();
}

/** rematching asks whether the same play once more, and says who is first then. @param {string[]} names */
const rematching = (names) => say('over.sure', { name: names[1 % names.length] ?? '' });

/** network is what is typed of a Wi-Fi that the box is to join. */
const network = { open: false, name: '', password: '' };

/** wifi lets a host say which Wi-Fi the box is to join. The password goes to the box sealed, as all does. */
function wifi() {
  const field = (/** @type {'name' | 'password'} */ key, /** @type {string} */ type, /** @type {string} */ word, /** @type {number} */ most) => {
    const input = el('input', { type, id: `wifi-${key}`, maxlength: most, autocomplete: 'off', spellcheck: 'false', dir: 'auto', 'aria-label': say(word), placeholder: say(word), value: network[key] });
    input.addEventListener('input', () => { network[key] = input.value; });
    return input;
  };
  const form = el('form', { class: 'byname' }, field('name', 'text', 'phone.wifi_name', 32), field('password', 'password', 'phone.wifi_password', 63),
    el('button', { class: 'key go', id: 'wifi-join', type: 'submit', disabled: !!me.pending }, say('phone.wifi_join')));
  form.addEventListener('submit', (e) => {
    e.preventDefault();
    if (!network.name.trim()) { $('wifi-name').focus(); return; }
    const password = network.password;
    network.password = '';
    tell({ t: 'host', do: password ? { t: 'join_wifi', name: network.name.trim(), password } : { t: 'join_wifi', name: network.name.trim() } });
  });
  const group = el('details', { class: 'group', id: 'wifi', open: network.open }, el('summary', {}, say('phone.wifi')), el('p', {}, say('phone.wifi_how')), form);
  group.addEventListener('toggle', () => { network.open = group.open; });
  return group;
}

/** resume offers to go on with what was left open, as after a power cut. @param {Box.Saved[]} plays */
function resume(plays) {
  if (!plays.length) return null;
  return el('section', { class: 'ask', 'aria-labelledby': 'resume-title' },
    el('h2', { id: 'resume-title' }, say(plays.length > 1 ? 'resume.many' : 'resume.title')),
    ...plays.map((p, i) => el('div', { class: 'play' },
      el('p', { id: `play-${i}`, dir: 'auto' }, el('b', {}, p.name || p.game || p.text),
        ...[[p.begun && date(p.begun), p.moves ? say('resume.moves', { n: p.moves }) : ''].filter(Boolean), p.seats].filter((x) => x.length).flatMap((x) => [el('br'), list(x)])),
      p.warning ? el('p', { class: 'slip wrong', dir: 'auto' }, p.warning) : null,
      el('button', { class: 'key go', id: `go-on-${i}`, type: 'button', disabled: !!me.pending, 'aria-describedby': `play-${i}`, onclick: () => tell({ t: 'host', do: { t: 'go_on', play: p.id } }) }, say('resume.go')))));
}

// What is about to begin is told at once, and nobody waits for an answer: it comes with the board.
const beginning = new Beginning((m) => me.line.send({ t: 'host', n: 0, do: m }));

/** @type {'' | 'rematch' | 'leave'} */
let sure = ''; // what is asked once more
/**
 * twice is a button that asks once more, in its place.
 * @param {'rematch' | 'leave'} id
 * @param {string} label
 * @param {string} question
 * @param {() => any} go
 * @param {Element | null} [other] something else that can be done instead
 */
function twice(id, label, question, go, other) {
  const to = (/** @type {typeof sure} */ now) => () => {
    sure = now;
    draw();
    $(now ? `${now}-yes` : id)?.scrollIntoView({ block: 'nearest' });
  };
  if (sure !== id) return el('button', { class: id === 'leave' ? 'key quiet' : 'key go', id, type: 'button', disabled: !!me.pending, onclick: to(id) }, label);
  return el('div', { class: 'slip sure', role: 'alertdialog', 'aria-label': label }, el('p', {}, question), el('div', { class: 'pair' },
    el('button', { class: 'key', id: `${id}-no`, type: 'button', onclick: to('') }, say('phone.no')),
    el('button', { class: 'key', id: `${id}-yes`, type: 'button', disabled: !!me.pending, onclick: () => { sure = ''; go(); } }, label)), other);
}

let once = ''; // what came of the game that was ended by hand, while nothing was begun since

const typing = new Map();
let counting = false; // the figures are unfolded

/** sheet is what the table is asked, for a host to type. @param {Box.Sheet} s @param {number} i */
function sheet(s, i) {
  const send = (/** @type {any} */ l) => tell({ t: 'host', do: { t: 'type', line: l } });
  s.parts ??= [];
  if (s.options?.length === 1 && !s.parts.length && !/[?؟]/.test(s.prompt)) { // what is to be done is said once: on its button
    return el('section', { class: 'ask', 'aria-label': s.prompt }, purpose(s), el('div', { class: 'choices' }, el('button', { class: 'key choice go', type: 'button', onclick: () => send(s.options[0].line) }, el('b', { dir: 'auto' }, s.prompt))));
  }
  if (!s.parts.length) {
    return el('section', { class: 'ask' }, el('h2', { dir: 'auto' }, s.prompt), purpose(s), el('div', { class: 'choices' }, ...s.options.map((o) => el('button', { class: 'key choice', type: 'button', onclick: () => send(o.line) },
      el('b', { dir: 'auto' }, o.label), o.help && s.options.length > 1 ? el('small', { dir: 'auto' }, o.help) : null))));
  }
  const key = JSON.stringify([s.verb, s.parts.map((p) => p.arg), me.turn]);
  if (!typing.has(key)) typing.clear();
  if (!typing.has(key)) typing.set(key, s.parts.map(() => ({})));
  const done = el('button', { class: 'key go', type: 'submit', disabled: true }, say('cards.done'));
  /** @type {Box.Field[]} */
  const fields = [];
  const check = () => { done.disabled = fields.length < s.parts.length || fields.some((f) => f.value() === undefined); };
  const form = el('form', { class: 'ask' }, el('h2', { dir: 'auto', id: `sheet-${i}` }, s.prompt), purpose(s));
  s.parts.forEach((p, j) => {
    p.items ??= [];
    p.keys ??= [];
    const f = field(p, typing.get(key)[j], check, s, null);
    fields.push(f);
    if (f.nodes.length) form.append(el('fieldset', {}, s.parts.length > 1 || p.label ? el('legend', { dir: 'auto' }, p.label || say(`part.${p.kind}`)) : '', ...f.nodes, ...(f.acts ?? [])));
  });
  if (s.usual?.length) { // one press says all that most tables need; the parts are for the others
    const more = el('details', { class: 'exactly' }, el('summary', {}, exactly(s.parts)), ...[...form.children].slice(s.purpose ? 2 : 1), done);
    more.open = counting;
    more.addEventListener('toggle', () => { counting = more.open; });
    form.append(el('div', { class: 'choices' }, ...s.usual.map((o, n) => el('button', { class: 'key choice', id: `usual-${i}-${n}`, type: 'button', onclick: () => send(o.line) }, el('b', { dir: 'auto' }, o.label)))), more);
  } else form.append(done);
  form.addEventListener('submit', (e) => {
    e.preventDefault();
    if (!done.disabled) send({ seat: s.seat, do: s.verb, ...Object.fromEntries(s.parts.map((p, j) => [p.arg, fields[j].value()])) });
  });
  check();
  return form;
}

// ---- those who play on this phone

/** share lets one more player play on this phone. */
function share() {
  const used = selves.map((x) => x.slot);
  const slot = Array.from({ length: SHARE }, (_, i) => i).find((i) => i && !used.includes(`seat.${i}`));
  if (slot) turnTo(add(slot));
}

/** pictures lets a player choose a colour and an emblem. What another has is not to be had. */
function pictures() {
  const d = $('settings');
  const mine = me.you.look;
  const others = board.guests.filter((g) => g.name !== me.you.name).map((g) => g.look);
  const pick = (/** @type {'colour' | 'emblem'} */ kind, /** @type {string[]} */ words, /** @type {(w: string) => Box.Look} */ look) => el('div', { class: 'swatches', role: 'radiogroup', 'aria-label': say(`look.${kind}`) }, ...words.map((w) => {
    const taken = kind === 'colour' && others.some((o) => o.colour === w);
    return el('button', { type: 'button', class: 'swatch', id: `look-${w}`, role: 'radio', 'aria-checked': String(mine[kind] === w), 'aria-label': say(`look.${w}`), disabled: taken,
      onclick: () => { tell({ t: 'look', ...mine, [kind]: w }); } }, picture(look(w)));
  }));
  const here = document.activeElement?.id;
  d.replaceChildren(el('h2', { id: 'settings-title' }, say('phone.look')),
    pick('colour', colours, (colour) => ({ ...mine, colour })), pick('emblem', emblems, (emblem) => ({ ...mine, emblem })),
    el('button', { class: 'key go', id: 'settings-close', type: 'button', onclick: () => d.close() }, say('help.close')));
  d.dataset.shows = 'pictures';
  if (!d.open) d.showModal();
  else if (here) $(here)?.focus();
}

// ---- settings

function settings() {
  const d = $('settings');
  const flip = (/** @type {string} */ id, /** @type {string} */ word, /** @type {boolean} */ on, /** @type {(on: boolean) => void} */ set) => {
    const c = el('input', { type: 'checkbox', id });
    c.checked = on;
    c.addEventListener('change', () => set(c.checked));
    return el('label', { class: 'row' }, el('span', {}, say(word)), c);
  };
  const look = el('select', { id: 'theme', 'aria-label': say('phone.theme') }, ...['auto', 'dark', 'light'].map((t) => el('option', { value: t }, say(`phone.theme_${t}`))));
  look.value = document.documentElement.dataset.theme ?? 'auto';
  look.addEventListener('change', () => {
    document.documentElement.dataset.theme = look.value;
    keep.set('theme', look.value);
  });
  d.dataset.shows = 'settings';
  d.replaceChildren(
    el('h2', { id: 'settings-title' }, say('phone.settings')),
    el('label', { class: 'row' }, el('span', {}, say('page_language')), tongues()),
    el('label', { class: 'row' }, el('span', {}, say('phone.theme')), look),
    me.you?.name ? flip('s-sounds', board?.sounds && board.sounds !== me.you.name ? 'phone.sounds_not' : 'phone.sounds', !!me.you.sounds, (on) => { sound.mute(false); sound.wake(); voice.turn(on); tell({ t: 'sounds', on }); }) : '',
    flip('s-unhurried', 'phone.unhurried', slowly(), (on) => { keep.set('unhurried', on ? '1' : '0'); unhurried(); }),
    navigator.vibrate ? flip('s-buzz', 'phone.buzz', buzzing, (on) => { buzzing = on; keep.set('buzz', on ? '1' : '0'); if (on) navigator.vibrate(80); }) : '',
    el('p', { class: 'soft' }, say(isSecureContext && navigator.wakeLock ? 'phone.awake' : 'phone.sleeps')),
    me.you?.name && board?.desk.hub ? el('button', { class: 'key quiet', id: 's-judge', type: 'button', onclick: () => { d.close(); tell({ t: 'judge', on: !board.desk.judge }); } }, say(board.desk.judge ? 'judge.cancel' : 'judge.call')) : '',
    me.you?.name ? el('button', { class: 'key quiet', id: 's-look', type: 'button', onclick: () => { d.close(); pictures(); } }, say('phone.look')) : '',
    me.you?.name && selves.length < SHARE && tableCode ? el('button', { class: 'key quiet', id: 's-share', type: 'button', onclick: () => { d.close(); share(); } }, say('phone.share')) : '',
    me.you?.name ? el('button', { class: 'key quiet', type: 'button', onclick: () => { d.close(); tell({ t: 'leave' }); } }, say('phone.leave', { name: me.you.name })) : '',
    el('button', { class: 'key go', id: 'settings-close', type: 'button', onclick: () => d.close() }, say('help.close')));
  if (!d.open) d.showModal();
}
// What was said last is said again, and then where the play is: for whoever does not see the page, or did not hear.
$('where').addEventListener('click', () => {
  const d = board.desk;
  const whom = awaited(d);
  const parts = [said?.text, d.heading || d.phase, told('seat'), whom.length && !d.reveal ? `${list(whom)}: ${say('icon.await')}` : ''];
  const all = [...new Set(parts.flatMap((p) => p || []))].map((p) => (/[.!?؟]$/.test(p) ? p : `${p}.`)).join(' ');
  hint(all);
  if (me.you?.sounds) voice.speak(all, lang());
});
$('gear').addEventListener('click', settings);
$('acts').addEventListener('click', () => {
  $('settings').dataset.shows = 'acts';
  acts();
  $('settings').showModal();
});
$('settings').addEventListener('click', (/** @type {MouseEvent} */ e) => { if (e.target === $('settings')) $('settings').close(); });

document.documentElement.dataset.theme = ['dark', 'light'].find((t) => t === keep.get('theme')) ?? 'auto';
for (let slot = 0; slot < SHARE; slot++) if (!slot || kept(`seat.${slot}`)) add(slot);
me = shown = selves[0];
draw();
