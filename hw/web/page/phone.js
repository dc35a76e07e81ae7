// A phone: the input and private screen of one seat. Choosing is done here, and one answer goes
// out; what only the seat may see is covered until it is held open.

import { Beginning } from './begin.js';
import { $, bar, el, icon, icons, keep, none, put } from './dom.js';
import { asks as questions, hold as holdYes } from './hold.js';
import { picture } from './look.js';
import { field } from './parts.js';
import { Presses } from './presses.js';
import { chart, made } from './score.js';
import { Line, MOVED, NO_KEY, secretOf } from './seal.js';
import * as sound from './sound.js';
import { story } from './story.js';
import { captionOf, date, direction, lang, languages, left, list, load, preferred, say } from './words.js';

const QUICK = 350; // ms: a shorter press on the cover leaves it open, a longer one closes it again
const MANY = 8; // choices: of more a tap marks one, and another takes it
const OPEN_FOR = 30_000; // ms without a touch until an open cover closes by itself

// ---- who this is

const code = secretOf(location.hash.slice(1));
// The code goes from the address bar: whoever looks at it, or at the history, does not get it.
history.replaceState(null, '', location.pathname);
if (code) keep.set('code', btoa(String.fromCharCode(...code)));

const kept = (k) => {
  const s = keep.get(k);
  return s ? secretOf(s) : null;
};
// The key of the seat first, then the code of the table, then nothing: then one has to knock.
let secrets = [kept('seat'), code ?? kept('code')].filter(Boolean);

await Promise.all([load(preferred(keep.get('lang'))), icons()]);

// ---- what is known

/** @type {import('../schema').Whole<import('../schema').SeatMessage>} as soon as there is one */
let you = none; // what the box says to this phone
/** @type {import('../schema').Whole<import('../schema').BoardMessage>} as soon as there is one */
let board = none; // what it says to all
let wired = 'new';
let gone = 0; // why the line has ended for good
/** @type {{ text: string, lang: string } | null} */
let said = null; // the last caption
let n = 0;
let lines = 0; // how many were cut
/** @type {any} */
let pending = null; // what was sent and is not answered: it is sent again on a new line
let open = false; // the cover
let hears = -1; // the turn that comes after what is being told
let hurried = -1; // the turn for which the seat has not heard that to its end
/** @type {number[]} */
let path = []; // what was chosen of the ask so far: values, step by step
/** @type {number | null} */
let marked = null; // what is to be taken of a list that asks once more
let at = 0; // which of the asks
/** @type {any[]} */
let drafts = [];
let turn = -1;

// What is drawn is watched from the first on.
const presses = new Presses(
  () => [...document.querySelectorAll('#deck button, #p-slips button')].filter((b) => !b.matches('#cover, .buzz, .hold, .heap *, .slots *, .stepper *')),
  (b) => [turn, at, path, b.id || b.textContent].join(),
  () => hint(say('phone.not_taken')),
);
new ResizeObserver(() => presses.look()).observe(document.body);

const line = new Line({
  secret: secrets[0] ?? null,
  hello: () => ({ t: 'hi', n: 0, lang: lang() }),
  state: (s) => {
    if (s === 'off') lines++;
    wired = s;
    draw();
  },
  ended: (why) => {
    if (why === NO_KEY && secrets.length) {
      secrets.shift(); // the key is none any more: perhaps the code is, and without it one can knock
      if (!secrets.length) keep.set('code', '');
      keep.set('seat', '');
      you = none;
      line.restart(secrets[0] ?? null);
      return;
    }
    if (why !== MOVED) keep.set('seat', '');
    gone = why;
    you = none;
    draw();
  },
  heard: (m) => heard[m.t]?.(m),
});

const heard = {
  board: (m) => {
    if (board?.desk.lesson && !m.desk.lesson) said = null; // the caption of a lesson goes with it
    board = m;
    board.phones ??= [];
    for (const k of ['seats', 'lines', 'groups', 'log', 'sheets', 'missing']) board.desk[k] ??= [];
    if (board.desk.reveal) board.desk.reveal.lines ??= [];
    draw();
  },
  say: (m) => {
    said = captionOf(m);
    draw();
  },
  tone: (m) => sound.tone(m.hz, m.ms),
  seat: (m) => {
    const before = you;
    you = m;
    if (m.key && m.key !== keep.get('seat')) {
      keep.set('seat', m.key);
      line.take(secretOf(m.key));
      secrets = [secretOf(m.key)];
    } else if (!m.key && before?.key) {
      keep.set('seat', '');
      secrets = [kept('code')].filter(Boolean);
      line.take(secrets[0] ?? null);
    }
    settle(before);
    if (before && !owes(before) && owes(m)) call();
    draw();
    if (before?.name && before.name === m.name && !before.host && m.host) hint(say('phone.host_now'));
  },
};

/** owes reports whether something is awaited of this seat. */
const owes = (y) => !!y.desk.undo || y.desk.awaited && !y.desk.telling && !later(y) || y.knocks.length > 0;

/** later reports whether what is asked of this seat is shown after what is being told. */
const later = (y) => y.desk.after && hurried !== y.desk.turn;

/** settle sees what became of what was sent. */
function settle(before) {
  if (pending) {
    if (you.n >= pending.m.n) {
      fault(you.fault);
      pending = null;
    } else if (pending.line !== lines) {
      // The line was cut before an answer came. What names its turn can be said again: the box
      // takes it once. Of the rest nobody knows whether it was done.
      if (pending.m.turn !== undefined && pending.m.turn === you.desk.turn && pending.m.life === you.life) {
        pending.line = lines;
        line.send(pending.m);
      } else pending = null;
    }
  }
  if (you.desk.turn !== turn || before?.name !== you.name || before.life !== you.life) {
    turn = you.desk.turn;
    step([]);
    drafts = [];
    at = 0;
    cover();
  }
}

/**
 * tell sends a message that the box answers.
 * @param {import('../schema').FromPhone} m
 */
function tell(m) {
  if (pending && pending.line === lines) return false;
  const turned = 'turn' in m;
  const message = { ...m, n: ++n, ...(turned ? { life: you.life } : {}) };
  pending = { m: message, line: lines };
  if (!line.send(message) && !turned) pending = null;
  if (!line.on && pending) pending.line = -1; // with the next line
  draw();
  return true;
}

function fault(word) {
  $('spoken').textContent = word ? say(`phone.fault_${word}`) : '';
  slip = word && word !== 'refused' && word !== 'late' ? word : '';
}
let slip = '';

// ---- the cover

let closing = 0;
function uncover() {
  open = true;
  $('roll').scrollTop = 0;
  touched();
  draw();
}
function cover() {
  if (!open) return;
  open = false;
  marked = null;
  clearTimeout(closing);
  draw();
}
function touched() {
  clearTimeout(closing);
  if (open) closing = setTimeout(cover, OPEN_FOR);
}
addEventListener('pointerdown', () => { touched(); sound.wake(); }, { capture: true, passive: true });
addEventListener('keydown', () => { touched(); sound.wake(); }, { capture: true, passive: true });
for (const t of ['blur', 'pagehide']) addEventListener(t, cover);
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' ? awake() : cover());

/** hold makes a button that opens the cover while it is held; a tap leaves it open. It stays where it is, under
 * the finger, whatever opens above it. */
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
    // A keyboard and a screen reader click without pressing.
    if (e.timeStamp - since < 700) return;
    if (open) cover(); else uncover();
  });
  return b;
}
let since = -1000;
let opened = false; // by the press that is down
for (const t of ['pointerup', 'pointercancel']) {
  addEventListener(t, (e) => {
    if (opened && e.timeStamp - since > QUICK) cover();
    if (opened) since = e.timeStamp;
    opened = false;
  });
}

// ---- what a tap means

let hinting = 0;
/** hint says something for a moment, over what stands there: nothing moves. */
function hint(text) {
  clearTimeout(hinting);
  $('hint').textContent = $('spoken').textContent = text;
  $('hint').hidden = false;
  hinting = setTimeout(() => { $('hint').hidden = true; }, 3000);
}

// ---- what the owner hears and feels

let buzzing = keep.get('buzz') !== '0';

function call() {
  if (buzzing) navigator.vibrate?.(120);
  if (document.visibilityState === 'visible') sound.tone(660, 90);
}

let lock = null;

/** awake keeps the screen on where the browser can: pages that come by TLS alone may ask. */
async function awake() {
  if (lock && !lock.released) return;
  try { lock = await navigator.wakeLock?.request('screen'); } catch { /* not now */ }
}
addEventListener('pointerdown', awake, { passive: true });

// ---- drawing

function draw() {
  document.documentElement.lang = lang();
  document.documentElement.dir = direction();
  const state = gone ? 'gone' : !you || !board ? 'wait' : !you.name ? 'lobby' : 'seat';
  document.body.className = `${state} ${wired}${open ? ' open' : ''}`;
  $('gear').setAttribute('aria-label', say('phone.settings'));
  $('deck').setAttribute('aria-label', say('phone.deck'));
  $('line').className = `line ${wired}`;
  $('line').hidden = !!gone;
  const text = say(`wire.${wired}`);
  if ($('line').lastElementChild.textContent !== text) $('line').lastElementChild.textContent = text;
  const now = told(state);
  if ($('told').textContent !== now) $('told').textContent = now;
  document.title = you?.name ? `${you.name} · Consigliere` : 'Consigliere';
  put($('me'), [lang(), you?.name, you?.host], () => you?.name ? [el('bdi', {}, you.name), you.host ? el('small', {}, say('phone.host')) : null] : [el('span', {}, 'Consigliere')]);
  const d = board?.desk;
  put($('p-slips'), [lang(), state, slip, you?.knocks, you?.waits, you?.denied, you?.desk.why, you?.desk.rule, you?.desk.note, d?.error, d?.rule, d?.paused, d?.lesson, d?.missing], () => slips(state));
  put($('p-head'), [lang(), state, you?.host, d?.state, d?.gameTitle, d?.heading, d?.phase, d?.seconds, d?.paused, d?.lesson, said?.text, gone], () => head(state));
  put($('p-scene'), [lang(), state, d?.reveal, d?.lines, d?.seats, d?.groups, d?.log, d?.score, d?.state, board?.phones], () => scene(state));
  put($('p-own'), [lang(), state, open, you?.desk, d?.state, d?.paused, d?.lines, d?.groups], () => own(state));
  put($('p-ask'), [lang(), state, open, you?.desk, hurried, you?.name, you?.waits, you?.table, state === 'seat' && you.host && d.state === 'menu' && beginning.state, !!pending, path, marked, at, d?.state, d?.paused, d?.lesson, d?.canUndo, d?.undo, d?.seats.map((s) => [s.name, s.bot]), board?.phones, gone], () => asks(state));
  put($('p-take'), [lang(), state, open, you?.desk, hurried, !!pending, path, marked, at, d?.state, d?.paused, d?.lesson], () => take(state));
  const covers = state === 'seat' && d.state !== 'menu' && secret();
  put($('p-cover'), covers, () => (covers ? hold() : null));
  if (covers) {
    $('cover').setAttribute('aria-pressed', String(open));
    const words = say(open ? 'phone.hide' : choosing() ? 'phone.show_choice' : 'phone.show');
    if ($('cover').lastElementChild.textContent !== words) $('cover').lastElementChild.textContent = words;
  }
  presses.look();
}

/** told says in a sentence how it stands with this seat. A screen reader reads it when it changes: that
 * of a region which is always there, for what comes with a region of its own may be missed. */
function told(state) {
  if (state === 'gone') return say(gone === MOVED ? 'phone.moved' : 'phone.out');
  if (state === 'lobby') return you.waits ? say('phone.waits', { name: you.waits }) : '';
  if (state === 'wait') return '';
  const d = board.desk;
  const { desk } = you;
  if (d.state === 'menu') return say('phone.soon');
  if (d.state === 'over') return d.heading || say('over.title');
  const also = [desk.note, d.error].filter(Boolean);
  if (d.paused) return [...also, d.lesson || say('paused')].join(' ');
  if (desk.undo) return [...also, say('undo.asked'), desk.undo].join(' ');
  if (d.reveal) return [d.reveal.heading, d.reveal.text].filter(Boolean).join(': ');
  if (!desk.seat || desk.telling) return also.join(' ');
  if (later(you)) return also.join(' ');
  if (!desk.asks.length) return [...also, idle(d)].join(' ');
  return [...also, desk.secret && !open ? say(desk.awaited ? 'phone.your_choice' : 'phone.may') : desk.asks[Math.min(at, desk.asks.length - 1)].prompt].join(' ');
}

/** secret reports whether there is anything to cover. */
function secret() {
  if (!you?.desk.seat || !board) return false;
  const { desk } = mine();
  return desk.lines.length > 0 || desk.groups.length > 0 || you.desk.secret;
}

/** choosing reports whether something secret is asked. */
const choosing = () => !!you?.desk.secret && you.desk.awaited && !later(you) && !board?.desk.lesson;

function slips(state) {
  const out = [];
  const rule = (r) => (r ? el('details', {}, el('summary', {}, say('rule.show', { rule: r.number })), el('blockquote', { dir: 'auto', lang: r.lang }, r.text)) : null);
  if (slip) out.push(el('p', { class: 'slip wrong', role: 'alert' }, say(`phone.fault_${slip}`)));
  questions('let', (you?.knocks ?? []).map((k) => String(k.id)));
  for (const k of you?.knocks ?? []) {
    out.push(el('div', { class: 'slip knock', role: 'alertdialog', 'aria-label': say('phone.knock', { name: k.name }) },
      el('p', {}, say(k.taken ? 'phone.knock_taken' : 'phone.knock', { name: k.name })),
      el('div', { class: 'pair' },
        el('button', { class: 'key', type: 'button', onclick: () => tell({ t: 'let', id: k.id, yes: false }) }, say('phone.no')),
        holdYes('let', String(k.id), { class: 'key' }, say('phone.let'), () => tell({ t: 'let', id: k.id, yes: true })))));
  }
  if (state === 'lobby' && you.denied) out.push(el('p', { class: 'slip wrong', role: 'alert' }, say('phone.denied')));
  if (state !== 'seat') return out;
  const { desk } = you;
  if (desk.why) out.push(el('div', { class: 'slip wrong', role: 'alert' }, el('p', { dir: 'auto' }, desk.why), rule(desk.rule)));
  else if (board.desk.error && (board.desk.state === 'play' || board.desk.state === 'menu' && you.host)) out.push(el('div', { class: 'slip wrong' }, el('p', { dir: 'auto' }, board.desk.error), rule(board.desk.rule)));
  if (desk.note) out.push(el('p', { class: 'slip', dir: 'auto' }, desk.note));
  if (board.desk.lesson) out.push(el('p', { class: 'slip', dir: 'auto' }, board.desk.lesson));
  return out;
}

function head(state) {
  if (state === 'gone') return el('h1', {}, say(gone === MOVED ? 'phone.moved' : 'phone.out'));
  if (state === 'wait') return el('h1', {}, say(`wire.${wired}`));
  const d = board.desk;
  if (d.state === 'menu') return state === 'lobby' ? el('h1', { class: 'unseen' }, 'Consigliere') : el('div', {}, el('h1', {}, say('phone.welcome', { name: you.name })), you.host ? null : el('p', { class: 'soft' }, say('phone.soon')));
  return el('div', { class: 'heading' },
    el('p', { class: 'soft' }, d.gameTitle),
    el('h1', { dir: 'auto' }, d.heading || (d.state === 'over' ? say('over.title') : d.phase)),
    d.seconds >= 0 ? el('p', { class: 'seconds' }, left(d.seconds)) : null,
    d.paused && !d.lesson ? el('p', { class: 'stamp' }, say('paused')) : null,
    said && d.state === 'play' && !d.lesson ? el('p', { class: 'said', dir: direction(said.lang), lang: said.lang }, said.text) : null);
}

const marks = (names) => el('span', { class: 'marks' }, ...names.map((i) => icon(i, say(`icon.${i}`))));

/** table returns lines of a scene as a table. */
function table(lines, title) {
  return el('table', {}, el('caption', { class: 'unseen' }, title), el('tbody', {}, ...lines.map((l) => el('tr', { class: l.called ? 'called' : l.strong ? 'strong' : '' },
    l.seat ? el('th', { scope: 'row' }, el('bdi', {}, l.seat), marks(l.icons ?? [])) : null,
    el('td', { colspan: l.seat ? null : 2 }, ...(l.seat ? [] : [marks(l.icons ?? [])]), l.bar ? bar(l.bar) : null, el('bdi', {}, l.text))))));
}

/** scene is what all see, in small. */
function scene(state) {
  if (state !== 'seat' || board.desk.state === 'menu') return null;
  const d = board.desk;
  if (d.reveal) return el('section', { class: 'reveal', 'aria-label': d.reveal.heading }, el('h2', { dir: 'auto' }, d.reveal.heading), d.reveal.text ? el('p', {}, d.reveal.text) : null, table(d.reveal.lines, d.reveal.heading));
  const told = new Set(d.lines.map((l) => l.seat));
  const seats = d.seats.filter((s) => d.state === 'play' && (s.awaited || s.locked || !told.has(s.name)));
  return [
    seats.length ? el('ul', { class: 'seats', 'aria-label': say('table.label') }, ...seats.map((s) => el('li', { class: s.awaited ? 'awaited' : s.locked ? 'locked' : '' },
      picture(s.look), el('bdi', {}, s.name), s.bot ? el('small', {}, say('bot')) : null, s.awaited ? icon('await', say('icon.await')) : s.locked ? icon('locked', say('icon.locked')) : null))) : null,
    d.lines.length ? table(d.lines, say(d.state === 'over' ? 'over.title' : 'lines.title')) : null,
    ...(d.score ? [chart(d.score), d.score.columns.length > 1 ? el('details', { class: 'group' }, el('summary', {}, say('score.made')), made(d.score)) : null] : []),
    ...d.groups.map((g) => el('details', { class: 'group' }, el('summary', { dir: 'auto' }, g.heading), table(g.lines, g.heading))),
    d.log.length ? happened(d.log) : null,
  ];
}

let reading = false; // what has happened is unfolded

/** happened tells what has happened last. */
function happened(log) {
  const leaf = el('details', { class: 'group log' }, el('summary', { id: 'log' }, say('log.title')), ...story(log));
  leaf.open = reading;
  leaf.addEventListener('toggle', () => { reading = leaf.open; });
  return leaf;
}

/** mine is what this seat sees and others do not: a list that all see stands above it. */
function mine() {
  const key = (lines) => JSON.stringify(lines.map((l) => [l.seat, l.text]));
  const seen = new Set([board.desk.lines, ...board.desk.groups.map((g) => g.lines)].map(key));
  return {
    desk: {
      lines: seen.has(key(you.desk.lines)) ? [] : you.desk.lines,
      groups: you.desk.groups.filter((g) => g.lines.length && !seen.has(key(g.lines))),
    },
  };
}

/** own is what only this seat may see. */
function own(state) {
  if (state !== 'seat' || !open || board.desk.state === 'menu' || you.desk.telling) return null;
  const { desk } = mine();
  const all = [desk.lines.length ? table(desk.lines, say('phone.yours')) : null, ...desk.groups.map((g) => el('section', { class: 'group' }, el('h3', { dir: 'auto' }, g.heading), table(g.lines, g.heading)))].filter(Boolean);
  return all.length ? el('section', { class: 'own', id: 'own', 'aria-label': say('phone.yours') }, el('h2', {}, say('phone.yours')), ...all) : null;
}

// ---- what is asked

function asks(state) {
  if (state === 'gone') return [gone === MOVED ? null : el('p', { class: 'soft' }, say('phone.scan')), el('button', { class: 'key go', type: 'button', onclick: again }, say('phone.again'))];
  if (state === 'wait') return null;
  if (state === 'lobby') return lobby();
  const d = board.desk;
  const out = [];
  if (you.desk.undo && !d.paused) {
    out.push(el('section', { class: 'ask', 'aria-labelledby': 'undo-title' }, el('h2', { id: 'undo-title' }, say('undo.asked')), el('p', { dir: 'auto' }, you.desk.undo),
      el('div', { class: 'pair' },
        el('button', { class: 'key', id: 'undo-no', type: 'button', disabled: !!pending, onclick: () => tell({ t: 'object' }) }, say('phone.no')),
        el('button', { class: 'key', id: 'undo-yes', type: 'button', disabled: !!pending, onclick: () => tell({ t: 'agree' }) }, say('phone.yes')))));
  } else if (!d.lesson) out.push(asked(d)); // who pauses still sees what is asked
  else if (you.desk.seat || you.host) {
    hears = you.desk.turn;
    out.push(el('section', { class: 'ask' }, el('button', { class: 'key go', id: 'read', type: 'button', disabled: !!pending, onclick: () => tell(you.desk.seat ? { t: 'read' } : { t: 'host', do: { t: 'pause', on: false } }) }, say('lesson.go'))));
  }
  if (you.host) out.push(hosts(d));
  return out;
}

/** again opens the line anew after it had ended. */
function again() {
  gone = 0;
  secrets = [kept('seat'), kept('code')].filter(Boolean);
  line.restart(secrets[0] ?? null);
  draw();
}

/** lobby lets somebody take a seat by name. */
function lobby() {
  if (you.waits) {
    return el('section', { class: 'ask' }, el('h2', { class: 'waits' }, say('phone.waits', { name: you.waits })), el('p', {}, say('phone.waits_how')),
      el('button', { class: 'key quiet', type: 'button', onclick: () => tell({ t: 'leave' }) }, say('phone.cancel')));
  }
  const d = board.desk;
  const free = d.state === 'menu' ? [] : d.seats.filter((s) => !s.bot);
  const input = el('input', { type: 'text', id: 'name', maxlength: 24, autocomplete: 'nickname', spellcheck: 'false', dir: 'auto', 'aria-label': say('phone.name'), placeholder: say('phone.name'), value: keep.get('name') ?? '' });
  const take = (name) => {
    if (!name.trim()) { input.focus(); return; }
    keep.set('name', name.trim());
    tell({ t: 'join', name });
  };
  const form = el('form', { class: 'byname' }, input, el('button', { class: 'key go', id: 'join', type: 'submit', disabled: !!pending }, say('phone.join')));
  form.addEventListener('submit', (e) => { e.preventDefault(); take(input.value); });
  return el('section', { class: 'ask', 'aria-labelledby': 'who' },
    el('h2', { id: 'who' }, say(free.length ? 'phone.which' : 'phone.who')),
    free.length ? el('div', { class: 'choices' }, ...free.map((s) => {
      const taken = board.phones.includes(s.name);
      return el('button', { class: 'key', type: 'button', disabled: !!pending, onclick: () => take(s.name) }, el('bdi', {}, s.name), taken ? el('small', {}, say('phone.taken')) : null);
    })) : form,
    el('label', { class: 'row' }, el('span', {}, say('page_language')), tongues()));
}

function tongues() {
  const pick = el('select', { 'aria-label': say('page_language') }, ...languages());
  pick.value = lang();
  pick.addEventListener('change', async () => {
    await load(pick.value);
    keep.set('lang', pick.value);
    line.send({ t: 'lang', n: 0, lang: pick.value });
    if ($('settings').open) settings();
    draw();
  });
  return pick;
}

/** busy reports whether nothing can be answered now. */
const busy = () => !!pending || board.desk.paused;

/** idle says why the seat is asked nothing: it has chosen, or somebody at the box is to answer. */
function idle(d) {
  if (you.desk.locked) return say('phone.locked');
  const box = d.sheets.find((s) => !s.optional);
  return box ? say('phone.at_box', { what: box.prompt }) : say('phone.idle');
}

/** asked is what the seat is asked now. */
function asked(d) {
  const { desk } = you;
  if (d.state === 'menu') return null;
  if (!desk.seat) return el('section', { class: 'ask' }, el('p', { class: 'soft' }, say('phone.not_in', { name: you.name })), el('button', { class: 'key', type: 'button', onclick: () => tell({ t: 'leave' }) }, say('phone.other')));
  if (d.state === 'over' || desk.telling) return null;
  if (!desk.asks.length) {
    return el('section', { class: 'ask idle' }, el('p', { dir: 'auto' }, idle(d)),
      desk.locked ? el('button', { class: 'key quiet', id: 'back', type: 'button', disabled: busy(), onclick: () => tell({ t: 'back' }) }, say('phone.take_back')) : null);
  }
  if (later(you)) {
    hears = desk.turn;
    const on = el('button', { class: 'key quiet', id: 'on', type: 'button', onclick: () => { hurried = desk.turn; draw(); $('deck').focus({ preventScroll: true }); } }, say('phone.go_on'));
    return el('section', { class: 'ask' }, on);
  }
  if (hears === desk.turn) hears = -1;
  if (at >= desk.asks.length) at = 0;
  const a = desk.asks[at];
  const others = desk.asks.length < 2 ? null : el('nav', { class: 'tabs', 'aria-label': say('phone.also') }, ...desk.asks.map((b, i) => el('button', { type: 'button', 'aria-pressed': String(i === at), onclick: () => { at = i; step([]); draw(); } }, b.prompt)));
  if (desk.secret && !open) {
    return el('section', { class: 'ask covered' }, el('h2', {}, say(desk.awaited ? 'phone.your_choice' : 'phone.may')), el('p', { class: 'soft' }, say('phone.shield')));
  }
  return el('section', { class: 'ask', 'aria-labelledby': 'question' }, others, a.timed ? press(a) : a.parts.length ? parts(a) : steps(a),
    desk.passing ? el('button', { class: 'key quiet', id: 'later', type: 'button', disabled: busy(), onclick: () => tell({ t: 'back' }) }, say('phone.later')) : null);
}

/** press is a button for whoever is first. */
function press(a) {
  const b = el('button', { class: 'key buzz', id: 'question', type: 'button', disabled: board.desk.paused }, a.prompt);
  b.addEventListener('pointerdown', () => tell({ t: 'buzz', turn: you.desk.turn }));
  b.addEventListener('click', () => tell({ t: 'buzz', turn: you.desk.turn }));
  return b;
}

/** step goes to a step of the answer. */
function step(to) {
  path = to;
  marked = null;
  $('roll').scrollTop = 0;
}

/** reached returns how far an ask is answered: which rows are left, which step is open, with its values, and
 * whether what is chosen now is asked for once more. Steps that leave no choice are passed over. */
function reached(a) {
  let left = a.rows.map((row, i) => ({ row, i }));
  let open = -1;
  let passed = ''; // what was said last that leaves no choice: nobody has read it
  for (let s = 0, k = 0; s < a.steps.length; s++) {
    if (new Set(left.map((r) => r.row[s])).size < 2) {
      passed = a.steps[s].values[left[0]?.row[s]]?.label || passed;
      continue;
    }
    if (k === path.length) { open = s; break; }
    const v = path[k++];
    left = left.filter((r) => r.row[s] === v);
  }
  const only = open < 0; // there is one answer, and it is named whole
  const values = only ? [0] : [...new Set(left.map((r) => r.row[open]))];
  const shown = (v) => {
    if (!only) return a.steps[open].values[v];
    const all = left[0].row.map((w, s) => a.steps[s].values[w]);
    const labels = all.map((w) => w.label).filter(Boolean);
    return { label: list(labels.filter((l, i) => i === 0 || !labels[i - 1].endsWith(`: ${l}`))), help: all.map((w) => w.help).find(Boolean) };
  };
  const rows = (v) => (only ? left.slice(0, 1) : left.filter((r) => r.row[open] === v));
  const asked = only ? '' : left.map((r) => a.steps[open].asked?.[r.i]).find(Boolean);
  const own = only ? a.prompt : a.steps[open].question || a.prompt;
  const question = asked || (only || !passed ? own : own === a.prompt ? passed : own.startsWith(passed) ? own : `${passed}: ${own}`);
  return { values, shown, rows, question, twice: !a.confirm && (values.length > MANY || a.final) && values.some((v) => rows(v).length === 1) };
}

/** answer takes a value of the step that is open. */
function answer(to, v) {
  const rows = to.rows(v);
  if (rows.length === 1) {
    tell({ t: 'answer', turn: you.desk.turn, ask: at, row: rows[0].i });
    cover();
    return;
  }
  step([...path, v]);
  draw();
  $('deck').focus({ preventScroll: true });
}

/** steps asks for one argument after the other. */
function steps(a) {
  const to = reached(a);
  const choose = (v) => {
    if (!to.twice || to.rows(v).length > 1) {
      answer(to, v);
      return;
    }
    marked = v;
    $('hint').hidden = true;
    draw();
    $('spoken').textContent = $('take').textContent;
  };
  const all = to.values.map(to.shown);
  const same = all.length > 1 ? common(all) : ''; // what is the same of all is said once
  return el('div', {},
    el('h2', { id: 'question', dir: 'auto' }, to.question), same ? el('p', { class: 'soft', dir: 'auto' }, same) : null,
    el('div', { class: 'choices' }, ...to.values.map((v, i) => {
      const value = same ? { ...all[i], help: '' } : all[i];
      return el('button', { class: 'key choice', id: `choice-${v}`, type: 'button', disabled: busy(), 'aria-pressed': to.twice ? String(v === marked) : null, onclick: () => choose(v) },
        el('b', { dir: 'auto' }, value.label || a.prompt), value.help ? el('small', { dir: 'auto' }, value.help) : null);
    })),
    path.length ? el('button', { class: 'key quiet', type: 'button', onclick: () => { step(path.slice(0, -1)); draw(); } }, say('phone.step_back')) : null);
}

/** take is where what is marked is taken: it stands still below a list, however that is scrolled. */
function take(state) {
  const { desk } = you ?? {};
  if (state !== 'seat' || board.desk.state !== 'play' || board.desk.lesson || desk.undo || desk.telling || !desk.asks.length || later(you) || desk.secret && !open) return null;
  const a = desk.asks[Math.min(at, desk.asks.length - 1)];
  if (a.timed || a.parts.length) return null;
  const to = reached(a);
  if (!to.twice) return null;
  const none = marked === null;
  return el('button', { class: 'key go', id: 'take', type: 'button', disabled: none || busy(), onclick: () => answer(to, marked) },
    none ? say('phone.mark') : say('phone.take', { what: to.shown(marked).label || a.prompt }));
}

/** common is the sentence that explains all of the items alike; '' if there is none. */
const common = (items) => (items[0]?.help && items.every((x) => x.help === items[0].help) ? items[0].help : '');

/** parts asks for things that are put together. */
function parts(a) {
  drafts[at] ??= a.parts.map(() => ({}));
  const done = el('button', { class: 'key go', type: 'submit', disabled: true }, say('cards.done'));
  const fields = [];
  const check = () => { done.disabled = busy() || fields.length < a.parts.length || fields.some((f) => f.value() === undefined); };
  const form = el('form', {}, el('h2', { id: 'question', dir: 'auto' }, a.prompt));
  a.parts.forEach((p, i) => {
    p.items ??= [];
    p.keys ??= [];
    const f = field(p, drafts[at][i], check, a, null);
    fields.push(f);
    const help = p.help || common(p.items);
    if (f.nodes.length) form.append(el('fieldset', {}, a.parts.length > 1 || p.label ? el('legend', { dir: 'auto' }, p.label || say(`part.${p.kind}`)) : '', help ? el('p', { class: 'soft', dir: 'auto' }, help) : '', ...f.nodes, ...(f.acts ?? [])));
  });
  form.append(done);
  form.addEventListener('submit', (e) => {
    e.preventDefault();
    if (done.disabled) return;
    tell({ t: 'answer', turn: you.desk.turn, ask: at, line: { seat: a.seat, do: a.verb, ...Object.fromEntries(a.parts.map((p, i) => [p.arg, fields[i].value()])) } });
    cover();
  });
  check();
  return form;
}

/** hosts is what a host may do for the table. */
function hosts(d) {
  const b = (id, word, m, more = {}) => el('button', { class: 'key quiet', id, type: 'button', disabled: !!pending, onclick: () => tell({ t: 'host', do: m }), ...more }, say(word));
  if (d.state === 'menu') {
    const titles = you.table?.titles ?? [];
    if (!titles.length) return null;
    return el('section', { class: 'hosts' }, resume(you.table?.plays ?? []), beginning.form(titles, board.phones, !!pending, draw, (m) => tell({ t: 'host', do: m })), you.table?.joins ? wifi() : null);
  }
  const acts = d.state === 'play' ? [
    d.lesson ? b('no-lessons', 'lesson.end', { t: 'teach', on: false }) : b('pause', d.paused ? 'pause.end' : 'pause', { t: 'pause', on: !d.paused }),
    d.canUndo ? (d.undo ? b('undo', 'undo.cancel', { t: 'undo_cancel' }) : b('undo', 'undo', { t: 'undo' })) : null,
    sure(),
  ] : [b('rematch', 'over.rematch', { t: 'rematch' }), b('again', 'over.again', { t: 'leave' })];
  return el('section', { class: 'hosts', 'aria-label': say('acts.title') },
    ...(you.table?.sheets ?? []).filter((s) => !s.optional && d.state === 'play' && !d.paused).map((s, i) => sheet(s, i)),
    el('details', { class: 'group', id: 'acts', open: acting }, el('summary', {}, say('acts.title')), el('div', { class: 'pair' }, ...acts.filter(Boolean))));
}

/** network is what is typed of a Wi-Fi that the box is to join. */
const network = { open: false, name: '', password: '' };

/** wifi lets a host say which Wi-Fi the box is to join. The password goes to the box sealed, as all does. */
function wifi() {
  const field = (key, type, word, most) => {
    const input = el('input', { type, id: `wifi-${key}`, maxlength: most, autocomplete: 'off', spellcheck: 'false', dir: 'auto', 'aria-label': say(word), placeholder: say(word), value: network[key] });
    input.addEventListener('input', () => { network[key] = input.value; });
    return input;
  };
  const form = el('form', { class: 'byname' }, field('name', 'text', 'phone.wifi_name', 32), field('password', 'password', 'phone.wifi_password', 63),
    el('button', { class: 'key go', id: 'wifi-join', type: 'submit', disabled: !!pending }, say('phone.wifi_join')));
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

/** resume offers to go on with what was left open, as after a power cut. */
function resume(plays) {
  if (!plays.length) return null;
  return el('section', { class: 'ask', 'aria-labelledby': 'resume-title' },
    el('h2', { id: 'resume-title' }, say(plays.length > 1 ? 'resume.many' : 'resume.title')),
    ...plays.map((p, i) => el('div', { class: 'play' },
      el('p', { id: `play-${i}`, dir: 'auto' }, el('b', {}, p.name || p.game || p.text),
        ...[[p.begun && date(p.begun), p.moves ? say('resume.moves', { n: p.moves }) : ''].filter(Boolean), p.seats].filter((x) => x.length).flatMap((x) => [el('br'), list(x)])),
      p.warning ? el('p', { class: 'slip wrong', dir: 'auto' }, p.warning) : null,
      el('button', { class: 'key go', id: `go-on-${i}`, type: 'button', disabled: !!pending, 'aria-describedby': `play-${i}`, onclick: () => tell({ t: 'host', do: { t: 'go_on', play: p.id } }) }, say('resume.go')))));
}

const beginning = new Beginning();

let leaving = false;
addEventListener('toggle', (/** @type {any} */ e) => { if (e.target.id === 'acts') acting = e.target.open; }, true);
let acting = false;
function sure() {
  return leaving
    ? el('button', { class: 'key quiet warn', type: 'button', onclick: () => { leaving = false; tell({ t: 'host', do: { t: 'leave' } }); } }, say('leave.sure'))
    : el('button', { class: 'key quiet', type: 'button', onclick: (e) => { leaving = true; e.target.textContent = say('leave.sure'); e.target.replaceWith(sure()); setTimeout(() => { leaving = false; }, 4000); } }, say('leave'));
}

const typing = new Map();

/** sheet is what the table is asked, for a host to type. */
function sheet(s, i) {
  const send = (l) => tell({ t: 'host', do: { t: 'type', line: l } });
  s.parts ??= [];
  if (!s.parts.length) {
    return el('section', { class: 'ask' }, el('h2', { dir: 'auto' }, s.prompt), el('div', { class: 'choices' }, ...s.options.map((o) => el('button', { class: 'key choice', type: 'button', onclick: () => send(o.line) }, el('b', { dir: 'auto' }, o.label)))));
  }
  const key = JSON.stringify([s.verb, s.parts.map((p) => p.arg), turn]);
  if (!typing.has(key)) typing.clear();
  if (!typing.has(key)) typing.set(key, s.parts.map(() => ({})));
  const done = el('button', { class: 'key go', type: 'submit', disabled: true }, say('cards.done'));
  const fields = [];
  const check = () => { done.disabled = fields.length < s.parts.length || fields.some((f) => f.value() === undefined); };
  const form = el('form', { class: 'ask' }, el('h2', { dir: 'auto', id: `sheet-${i}` }, s.prompt));
  s.parts.forEach((p, j) => {
    p.items ??= [];
    p.keys ??= [];
    const f = field(p, typing.get(key)[j], check, s, null);
    fields.push(f);
    if (f.nodes.length) form.append(el('fieldset', {}, s.parts.length > 1 || p.label ? el('legend', { dir: 'auto' }, p.label || say(`part.${p.kind}`)) : '', ...f.nodes, ...(f.acts ?? [])));
  });
  form.append(done);
  form.addEventListener('submit', (e) => {
    e.preventDefault();
    if (!done.disabled) send({ seat: s.seat, do: s.verb, ...Object.fromEntries(s.parts.map((p, j) => [p.arg, fields[j].value()])) });
  });
  check();
  return form;
}

// ---- settings

function settings() {
  const d = $('settings');
  const flip = (id, word, on, set) => {
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
  d.replaceChildren(
    el('h2', { id: 'settings-title' }, say('phone.settings')),
    el('label', { class: 'row' }, el('span', {}, say('page_language')), tongues()),
    el('label', { class: 'row' }, el('span', {}, say('phone.theme')), look),
    flip('s-sound', 'phone.sound', !sound.muted(), (on) => { sound.mute(!on); sound.wake(); }),
    navigator.vibrate ? flip('s-buzz', 'phone.buzz', buzzing, (on) => { buzzing = on; keep.set('buzz', on ? '1' : '0'); if (on) navigator.vibrate(80); }) : '',
    el('p', { class: 'soft' }, say(isSecureContext && navigator.wakeLock ? 'phone.awake' : 'phone.sleeps')),
    you?.name ? el('button', { class: 'key quiet', type: 'button', onclick: () => { d.close(); tell({ t: 'leave' }); } }, say('phone.leave', { name: you.name })) : '',
    el('button', { class: 'key go', id: 'settings-close', type: 'button', onclick: () => d.close() }, say('help.close')));
  if (!d.open) d.showModal();
}
$('gear').addEventListener('click', settings);
$('settings').addEventListener('click', (e) => { if (e.target === $('settings')) $('settings').close(); });

document.documentElement.dataset.theme = ['dark', 'light'].find((t) => t === keep.get('theme')) ?? 'auto';
draw();
