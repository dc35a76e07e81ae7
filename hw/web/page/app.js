// The front panel: it draws what the box shows and tells the box what is pressed. It knows no
// game; all it has is frames, colours, captions and the desk.

import { Arrows } from './arrows.js';
import { Small, said as boardSaid, tapper, words as boardWords, wordy } from './boards.js';
import { $, el, icon, icons, keep, laid, none, put } from './dom.js';
import { Hands, NAMES, columnOf, face, makeKeys, placeOf } from './keys.js';
import { guide, pages } from './guide.js';
import { hosting, knocks } from './hosting.js';
import { came, meant, picks, taker } from './picks.js';
import { Pixels } from './pixels.js';
import { Chair, Pod, onPhone, ring, stand } from './pods.js';
import { Sheet } from './sheet.js';
import * as sound from './sound.js';
import * as voice from './voice.js';
import { Wire } from './wire.js';
import { direction, lang, languages, list, load, say, spoken } from './words.js';


/** @type {any} */
let box = null; // what the box has: pods, screens, language
/** @type {import('../schema').Whole<import('../schema').Public>} as soon as there is one */
let desk = none;
/** @type {any[]} */
let lying = []; // what lies on the table
/** @type {import('../schema').Whole<import('../schema').PhonesMessage> | null} */
let guests = null; // the phones of the table; null where there are none
/** @type {Pod[]} */
let pods = [];
/** @type {Chair[]} */
let chairs = []; // of bots for which no pod is free
/** @type {Pixels} as soon as there is one */
let main = none;
let wired = 'new';
let chosen = keep.get('lang');
if (!spoken(chosen)) chosen = null;
$('lang').append(...languages());
await Promise.all([load(chosen), icons()]); // before the line opens, so that nothing is drawn without words

/** @type {{ pod: number, name: string } | null} */
let timedOut = null; // whose private screen was covered before its seat had answered
setInterval(rest, 500);

const hands = new Hands((pod, button, down) => {
  document.querySelector(`.key[data-pod="${pod}"][data-button="${NAMES[button]}"]`)?.classList.toggle('down', down);
  wire.send({ t: 'press', pod, button: NAMES[button], down });
});
const sheet = new Sheet((m) => wire.send(m), (/** @type {string} */ game) => help(game), (/** @type {number} */ pod) => pods[pod]?.pixels && (() => pods[pod].peek(true)));

$('panel').append(...makeKeys(hands, -1));

sheet.once = () => once();

const wire = new Wire({
  path: 'wire',
  hello: () => [{ t: 'lang', lang: lang() }],
  state: (s) => {
    wired = s;
    if (s === 'off') {
      sheet.cuts++;
      hands.letGo();
      pods.forEach((p) => p.peek(false)); // what was opened is not open when the line is back
    }
    line();
  },
  heard: (m) => /** @type {Record<string, (m: any) => void>} */ (heard)[m.t]?.(m),
});

const heard = {
  hello: async (/** @type {Box.Hello} */ m) => {
    const fresh = JSON.stringify({ ...m, lang: '' }) !== JSON.stringify({ ...box, lang: '' });
    box = m;
    if (fresh) build();
    if (!chosen) await speak(m.lang);
    else draw();
  },
  main: (/** @type {import('../schema').MainMessage} */ m) => main?.show(m.f),
  lights: (/** @type {import('../schema').LightsMessage} */ m) => pods.forEach((p, i) => m.rgb.length >= 6 * (i + 1) && p.light(m.rgb.slice(6 * i, 6 * i + 6))),
  private: (/** @type {import('../schema').PrivateMessage} */ m) => {
    const p = pods[m.pod];
    if (p?.open) p.pixels?.show(m.f);
  },
  covered: (/** @type {import('../schema').CoveredMessage} */ m) => { // what it was opened for is over, or the time
    const p = pods[m.pod];
    if (!p) return;
    const name = p.asked?.ask.seat;
    if (p.open && name && p.rest() < 2) timedOut = { pod: m.pod, name };
    p.peek(false);
    hand();
  },
  asked: (/** @type {Box.Asked} */ m) => {
    const p = pods[m.pod];
    if (!p?.open) return;
    const before = p.asked?.ask;
    p.asked = m.desk;
    if (p.asked) {
      fill(p.asked.ask, 'choices', 'others');
      came(p.asked.ask, before);
    } else if (p.picked) p.peek(false); // it has answered
    hand();
  },
  say: (/** @type {Box.Say} */ m) => {
    caption(m.text, m.lang); // as the box speaks, which this page shows
    voice.speak(m.text, m.lang);
  },
  tone: (/** @type {import('../schema').ToneMessage} */ m) => sound.tone(m.hz, m.ms),
  pieces: (/** @type {Box.Pieces} */ m) => { lying = laid(lying, m); }, // the desk that it belongs to comes next
  desk: (/** @type {import('../schema').DeskMessage} */ m) => {
    // What was said of the last game is not said of the menu, nor a lesson of what comes after it.
    if (desk && desk.state !== 'menu' && m.desk.state === 'menu' || desk?.lesson && !m.desk.lesson) hush();
    const before = desk?.ask;
    desk = whole({ ...m.desk, board: lying });
    if (desk.ask) came(desk.ask, before);
    if (box) box.lang = m.lang;
    draw();
  },
  phones: (/** @type {Box.Phones} */ m) => {
    if (guests?.knocks.length && !m.knocks.length) hush(); // nobody knocks any more
    guests = m;
    sheet.phones = m.phones.map((p) => p.name);
    draw();
  },
  error: (/** @type {import('../schema').ErrorMessage} */ m) => {
    sheet.answered();
    $('spoken').textContent = say(`wire.${m.code}`);
  },
  beat: () => {},
};

/** fill gives an object the lists that it has, for an empty one may come as null. @param {any} o @param {...string} keys */
const fill = (o, ...keys) => keys.forEach((k) => { o[k] ??= []; });

/** whole gives every list of a desk. @param {any} raw */
function whole(raw) {
  /** @type {Omit<Box.Public, 'seats'> & { seats: Box.Player[] }} */
  const d = raw;
  fill(d, 'seats', 'lines', 'groups', 'log', 'map', 'board', 'sheets', 'titles', 'plays', 'people', 'missing');
  d.seats.forEach((s) => { fill(s, 'lines'); s.icons = s.lines.flatMap((l) => l.icons ?? []); });
  d.lines.forEach((l) => fill(l, 'icons'));
  d.sheets.forEach((s) => { fill(s, 'options', 'parts'); s.parts.forEach((p) => fill(p, 'items', 'keys')); });
  d.groups.forEach((g) => fill(g, 'lines'));
  d.map.forEach((a) => { fill(a, 'lines'); a.lines.forEach((n) => fill(n, 'icons')); });
  if (d.reveal) fill(d.reveal, 'lines');
  if (d.ask) fill(d.ask, 'choices', 'others');
  d.plays.forEach((p) => fill(p, 'seats'));
  d.titles.forEach((t) => { fill(t, 'options', 'seats'); t.options.forEach((o) => fill(o, 'values')); });
  const asked = d.ask && d.seats.find((s) => s.name === d.ask?.seat);
  if (d.ask && asked && onPhone(asked)) Object.assign(d.ask, { pick: false, buttons: 'phone' });
  if (d.undo) fill(d.undo, 'needs');
  return d;
}

// ---- building

function build() {
  document.querySelectorAll('.pod').forEach((p) => p.remove());
  chairs = [];
  // A box without a main screen is still a box: the sheet tells what it would.
  box.main ??= [128, 64];
  main = new Pixels($('main'), box.main[0], box.main[1], { bloom: $('bloom') });
  Object.assign($('bloom'), { width: box.main[0], height: box.main[1] });
  pods = Array.from({ length: box.pods }, (_, n) => new Pod({
    n, of: box.pods, screen: box.private[n], hands,
    standIn: (/** @type {string} */ name) => wire.send({ t: 'stand_in', name, on: true }),
    look: (/** @type {number} */ pod, /** @type {boolean} */ on) => {
      wire.send({ t: 'look', pod, on });
      hand();
    },
  }));
  $('table').append(...pods.map((p) => p.root));
  $('table').dataset.pods = box.pods;
  sheet.pods = box.pods;
  fit();
}

const narrow = matchMedia('(max-width: 1180px)');

function fit() {
  if (!main) return;
  const [around, glass] = [$('table').querySelector('.blotter'), $('main').parentElement];
  const pads = [$('box'), glass].map((e) => getComputedStyle(e)).reduce((n, c) => n + parseFloat(c.paddingLeft) + parseFloat(c.paddingRight), 0);
  // The glass may be larger than the screen before that has its size.
  const frame = $('box').offsetHeight - glass.offsetHeight + parseFloat(getComputedStyle(glass).paddingTop) + parseFloat(getComputedStyle(glass).paddingBottom);
  // On a wide page the screen takes what the pods leave it in both directions, on a narrow
  // one the width. The box is as large as its screen.
  const room = narrow.matches || document.body.classList.contains('boarded') ? $('box').clientWidth - pads : Math.min(around.clientWidth - pads,
    (around.clientHeight - frame) * box.main[0] / box.main[1]);
  const css = main.fit(Math.max(room, 200));
  $('box').style.setProperty('--screen', `${css}px`);
  pods.forEach((p) => p.fit());
  fitCaption();
  // The board has the rest of the window.
  if (document.body.classList.contains('boarded') && !narrow.matches) $('board').style.blockSize = `${Math.max(440, innerHeight - $('board').getBoundingClientRect().top - window.scrollY - 14)}px`;
  else $('board').style.blockSize = '';
  point();
}
new ResizeObserver(fit).observe($('table'));
matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', fit);

// ---- drawing

function draw() {
  if (!box) return;
  line();
  document.querySelectorAll('[data-say]').forEach((/** @type {any} */ e) => { e.textContent = say(e.dataset.say); });
  $('table').setAttribute('aria-label', say('table.label'));
  $('box').setAttribute('aria-label', say('box.label'));
  $('panel').setAttribute('aria-label', say('panel.label'));
  $('paper').setAttribute('aria-label', say('paper.label'));
  $('panel').querySelectorAll('.key').forEach((/** @type {HTMLElement} */ k) => k.setAttribute('aria-label', say('key.label', { key: k.dataset.button, name: say('panel.label') })));
  for (const [id, word] of [['ask', 'help.open'], ['sound', sound.muted() ? 'sound.off' : 'sound.on'], ['aloud', voice.on() ? 'voice.on' : 'voice.off'], ['theme', `theme.${theme()}`]]) {
    $(id).setAttribute('aria-label', `${$(id).textContent}. ${say(word)}`); // what is seen is how it is called
    $(id).title = say(word);
  }
  $('sound').setAttribute('aria-pressed', String(!sound.muted()));
  $('sound').querySelector('use').setAttribute('href', sound.muted() ? '#i-mute' : '#i-sound');
  $('aloud').setAttribute('aria-pressed', String(voice.on()));
  $('aloud').querySelector('use').setAttribute('href', voice.on() ? '#i-voice' : '#i-silent');
  $('aloud').hidden = !voice.able();
  $('to-settings').hidden = !desk || !!desk.deal;
  if (!desk) return;
  seat();
  $('main').setAttribute('aria-label', [say('screen.label'), desk.gameTitle, desk.heading, desk.phase].filter(Boolean).join('. '));
  document.body.dataset.state = desk.state;
  document.body.classList.remove('waiting');
  document.title = [desk.phase || desk.heading, 'Consigliere'].filter(Boolean).join(' · ');
  hosting($('s-phones'), guests, desk.state === 'menu', desk.seats, (m) => wire.send(m));
  knocks($('s-knocks'), guests, (m) => wire.send(m));
  sheet.knocks = guests?.knocks.length ?? 0;
  sheet.show(desk);
  hand();
}

const played = new Small($('board'));
const arrows = new Arrows($('table'));

/** podOf is the pod or the chair where a seat is. @param {number} i */
const podOf = (i) => /** @type {any} */ ([...document.querySelectorAll('.pod')].find((e) => e.checkVisibility() && [...e.querySelectorAll('.name')].some((n) => n.textContent === desk.seats[i]?.name)));

/** once draws that what was chosen is asked for once more, and says so. */
function once() {
  draw();
  $('spoken').textContent = say('pick.sure');
}

/** board draws what is played, where its title has a board, and offers on it what can be chosen. The paper has it in
 * words, when they are asked for. */
function board() {
  const p = pods.findLast((x) => x.open && x.asked); // what is asked on a private screen that is open goes first
  const a = p?.asked.ask ?? desk.ask;
  const open = !!a?.pick && !desk.paused;
  const on = played.show(desk, open ? tapper(a.choices.map((/** @type {Box.Choice} */ c, /** @type {number} */ i) => ({ ...c, marked: c.marked || meant(a, i) })), taker(a, (m) => wire.send(m), () => { if (p) p.picked = true; }, once), desk.board) : () => undefined);
  const was = document.body.classList.contains('boarded');
  document.body.classList.toggle('boarded', on);
  document.body.classList.toggle('in-words', !on || wordy());
  if (on) boardWords($('s-words'), draw);
  else $('s-words').replaceChildren();
  $('board').setAttribute('aria-label', say('map'));
  put($('s-heard'), [lang(), on && desk.map], () => (on ? boardSaid(desk) : null));
  if (on !== was) fit();
  point();
}

/** point draws who aims at whom. */
function point() {
  if (desk) arrows.show(desk.state === 'play' ? desk.board : [], desk.seats, podOf);
}

/** hand shows what is asked on the private screen that is open, so that it can be read whole and tapped. */
function hand() {
  if (desk) board();
  const p = pods.findLast((x) => x.open && x.asked);
  const still = !!desk?.paused;
  if (pods.some((x) => x.open)) timedOut = null;
  const over = p ? null : again();
  $('hand').hidden = !p && !over;
  for (const x of pods) if (x.open) x.note(noteOf(x));
  put($('hand'), [lang(), p?.n, p?.asked, still, desk?.ask?.seat, timedOut], () => (p ? [
    el('button', { class: 'pen small close', type: 'button', 'aria-label': say('help.close'), onclick: () => p.peek(false) }, '×'),
    el('p', { class: 'from' }, noteOf(p)), el('p', { class: 'how-to', id: 'closes' }),
    el('h3', { id: 'hand-title', dir: 'auto' }, p.asked.ask.question),
    p.asked.why ? el('p', { class: 'wrong', role: 'alert', dir: 'auto' }, p.asked.why) : null,
    ...picks(p.asked.ask, (m) => wire.send(m), still, () => { p.picked = true; }, once),
    ...p.asked.own.map((/** @type {Box.Group} */ g) => el('p', { class: 'own', dir: 'auto' }, el('b', {}, `${g.heading || say('hand.own')}: `), ...g.lines.map((n) => el('span', {}, ...n.icons.map((i) => icon(i, say(`icon.${i}`))), el('bdi', {}, [n.seat, n.text].filter(Boolean).join(' '))))))] : over ?? []));
  rest();
  if (!p) return;
  // On a narrow page it lies below the pods: the one that it belongs to stays in sight.
  const below = p.root.getBoundingClientRect().bottom + 8 - $('hand').getBoundingClientRect().top;
  if (getComputedStyle($('paper')).position === 'fixed' && below > 0) scrollBy(0, below);
}

/** rest says how long the private screen stays open that is shown, once that matters. */
function rest() {
  const p = pods.findLast((x) => x.open && x.asked);
  const n = p ? Math.max(0, Math.ceil(p.rest())) : 0;
  const text = p && n <= 10 ? say('peek.closes', { n }) : '';
  const at = $('closes');
  if (at && at.textContent !== text) at.textContent = text;
}

/** again says that the time was over, and opens it again. */
function again() {
  if (!timedOut || !desk?.seats.some((s) => s.name === timedOut?.name && s.pod === timedOut?.pod && s.awaited)) timedOut = null;
  const out = timedOut;
  return out && [el('button', { class: 'pen small close', type: 'button', 'aria-label': say('help.close'), onclick: () => { timedOut = null; hand(); } }, '×'),
    el('p', { class: 'from', role: 'status' }, say('peek.closed', { name: out.name })),
    el('div', { class: 'acts' }, el('button', { class: 'pen', id: 'peek-again', type: 'button', 'aria-label': say('peek.label', { name: out.name }), onclick: () => pods[out.pod].peek(true) }, icon('eye'), ' ', el('bdi', {}, out.name)))];
}

/** noteOf says who should look at the private screen of a pod: what is asked openly there, all may see. @param {Pod} p */
function noteOf(p) {
  const name = p.asked?.ask.seat ?? list(seatsAt(p.n).map((s) => s.name));
  const { secrecy } = p.asked?.ask ?? { secrecy: 'secret' };
  return secrecy === 'secret' ? say('peek.note', { name }) : secrecy === 'covered' ? say('peek.covered', { name }) : name;
}

/** seat shows who sits where: people at their pods, bots where nobody sits. */
function seat() {
  const bots = desk.seats.filter((s) => s.bot && s.pod < 0);
  const last = Math.max(-1, ...desk.seats.map((s) => s.pod));
  const free = pods.filter((p) => !seatsAt(p.n).length).sort((a, b) => Number(a.n < last) - Number(b.n < last) || a.n - b.n);
  const more = bots.slice(free.length);
  if (more.length !== chairs.length) {
    chairs.forEach((c) => c.root.remove());
    chairs = more.map(() => new Chair());
    $('table').append(...chairs.map((c) => c.root));
    [...pods, ...chairs].forEach((p, i, all) => stand(p.root, ring(all.length)[i]));
  }
  chairs.forEach((c, i) => c.sit(more[i]));
  pods.forEach((p) => p.seats(seatsAt(p.n), bots[free.indexOf(p)]));
}

/** seatsAt returns the seats that a pod serves. @param {number} pod */
const seatsAt = (pod) => desk?.seats.filter((s) => s.pod === pod) ?? [];

function line() {
  $('line').className = `line ${wired}`;
  const text = wired === 'on' ? say('wire.on') : wired === 'off' ? say('wire.off') : say('wire.new');
  if ($('line').lastElementChild.textContent !== text) $('line').lastElementChild.textContent = text;
  document.body.classList.toggle('cut', wired === 'off');
}

let fading = 0;
/** @param {string} text @param {string} language */
function caption(text, language) {
  const c = $('caption');
  const s = el('span', { lang: language, dir: direction(language) }, text);
  c.replaceChildren(s);
  sheet.say(text, language);
  c.classList.remove('old');
  c.classList.toggle('unseen', text.length > 110); // a lesson: the box and the sheet have it, and it would cover the keys
  fitCaption();
  clearTimeout(fading);
  fading = setTimeout(() => c.classList.add('old'), 7000);
}

/** fitCaption makes what is said as large as its place allows: the place never grows, or the pods below
 * it would move away from the fingers. */
function fitCaption() {
  const [c, s] = [$('caption'), $('caption').firstElementChild];
  for (let size = 1.05; size > .6; size -= .07) {
    s.style.fontSize = `${size}rem`;
    if (s.offsetHeight <= c.clientHeight) return;
  }
}

/** hush ends what is being said. */
function hush() {
  clearTimeout(fading);
  $('caption').replaceChildren(el('span'));
  sheet.say('');
  voice.stop();
}

// ---- the page's own settings

/** @param {string} l */
async function speak(l) {
  await load(l);
  direct(l);
  wire.send({ t: 'lang', lang: l });
  draw();
}

/** @param {string} l */
function direct(l) {
  document.documentElement.lang = l;
  document.documentElement.dir = direction(l);
  $('lang').value = l;
}

$('lang').addEventListener('change', () => {
  const l = $('lang').value;
  chosen = l;
  keep.set('lang', l);
  speak(l);
});

function theme() { return document.documentElement.dataset.theme; }
/** @param {string} t */
function dress(t) {
  document.documentElement.dataset.theme = t;
  keep.set('theme', t);
  draw();
}
document.documentElement.dataset.theme = ['dark', 'light'].find((t) => t === keep.get('theme')) ?? 'auto';
$('theme').addEventListener('click', () => {
  const night = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const seen = theme() === 'auto' ? night : theme();
  const next = seen === 'dark' ? 'light' : 'dark';
  dress(next === night ? 'auto' : next);
});

$('sound').addEventListener('click', () => {
  sound.mute(!sound.muted());
  sound.wake();
  if (!sound.muted()) sound.tone(880, 90);
  draw();
});
$('aloud').addEventListener('click', () => {
  voice.turn(!voice.on());
  const said = $('caption').textContent;
  if (said) voice.speak(said, $('caption').firstElementChild.lang);
  draw();
});
for (const t of ['pointerdown', 'keydown']) addEventListener(t, () => sound.wake(), { capture: true, passive: true });

// ---- the keyboard

const typing = (/** @type {any} */ e) => e.target.closest?.('input, select, textarea, dialog');

// What was last pointed at keeps the focus, without a ring. A key that presses a button of a
// pod would make the browser draw one: it is let go of first.
let pointing = false;
/** @type {any} */
let pointed = null;
addEventListener('pointerdown', () => { pointing = true; }, { capture: true, passive: true });
addEventListener('keydown', (e) => { if (!placeOf(e.code) || typing(e)) pointing = false; }, { capture: true, passive: true });
addEventListener('focusin', (e) => { pointed = pointing ? e.target : null; });

addEventListener('keydown', (e) => {
  if (e.ctrlKey || e.altKey || e.metaKey || typing(e)) return;
  if (e.key === '?') { help(''); return; }
  const at = placeOf(e.code);
  if (!at || e.shiftKey || (at[0] >= pods.length)) return;
  e.preventDefault();
  if (e.repeat) return;
  if (pointed === document.activeElement) pointed?.blur();
  if (at[1] < 3) hands.down(at[0], at[1], e.code);
  else pods[at[0]]?.peek(true);
});
addEventListener('keyup', (e) => {
  const at = placeOf(e.code);
  if (!at) return;
  if (at[1] < 3) hands.up(at[0], at[1], e.code);
  else if (!typing(e)) pods[at[0]]?.peek(false);
});
addEventListener('blur', () => hands.letGo());
addEventListener('pagehide', () => pods.forEach((p) => p.peek(false)));
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') return;
  hands.letGo();
  pods.forEach((p) => p.peek(false));
});

// ---- help

// game is the one that somebody asks about, or "".
/** @param {string} game */
async function help(game) {
  const d = $('help');
  const about = game || sheet.game;
  const sections = about ? await guide(about) : [];
  const kbds = (/** @type {number} */ pod) => columnOf(pod).map((c, i) => (c && (i < 3 || pods[pod]?.pixels) ? el('td', {}, el('kbd', {}, face(c))) : el('td', {})));
  const rows = pods.filter((p) => columnOf(p.n)).map((p) => el('tr', {}, el('th', { scope: 'row', dir: 'auto' }, list(seatsAt(p.n).map((s) => s.name)) || say('pod', { n: p.n + 1 })), ...kbds(p.n)));
  rows.push(el('tr', {}, el('th', { scope: 'row' }, say('panel.label')), ...kbds(-1)));
  const aloud = el('select', { id: 'voice' }, ...languages());
  aloud.value = box?.lang ?? lang();
  aloud.addEventListener('change', () => wire.send({ t: 'voice', lang: aloud.value }));
  d.replaceChildren(
    el('form', { method: 'dialog' }, el('button', { class: 'pen small close', 'aria-label': say('help.close') }, '×')),
    ...(sections.length ? [el('details', { class: 'guide', open: !!game }, el('summary', {}, say('help.game', { game: desk.gameTitle || desk.titles.find((t) => t.id === about)?.title })), ...pages(sections))] : []),
    el('h2', { id: 'help-title' }, say('help.title')),
    el('label', { class: 'row voice' }, say('help.voice'), aloud),
    el('ul', { class: 'how' },
      el('li', {}, say('help.light')), el('li', {}, say('help.choose')), el('li', {}, say('help.number')),
      el('li', {}, say('help.back')), el('li', {}, say('help.peek')), el('li', {}, say('help.trust')), el('li', {}, say('help.panel')), el('li', {}, say('help.pace'))),
    el('h3', {}, say('help.keys')),
    el('p', {}, say('help.columns')),
    el('div', { class: 'scroll' }, el('table', {}, el('thead', {}, el('tr', {}, el('td', {}), ...['A', 'B', 'OK'].map((k) => el('th', { scope: 'col' }, k)), el('th', { scope: 'col' }, icon('eye', say('peek'))))),
      el('tbody', {}, ...rows))),
    el('p', {}, say('help.together')));
  if (!d.open) d.showModal();
}
$('ask').addEventListener('click', () => help(''));
$('to-settings').addEventListener('click', () => {
  sheet.unfold(true);
  const leaf = /** @type {any} */ ($('settings')?.parentElement);
  if (!leaf) return;
  leaf.open = true;
  requestAnimationFrame(() => requestAnimationFrame(() => { leaf.scrollIntoView({ block: 'center' }); $('settings').focus({ preventScroll: true }); }));
});
$('help').addEventListener('click', (/** @type {MouseEvent} */ e) => { if (e.target === $('help')) $('help').close(); });

direct(lang());
