// The screen for the room: what is public, in letters that can be read at four metres. It shows
// what the box tells, when the box tells it, and has nothing to say.

import { $, el, icon, icons, keep, laid, none, put } from './dom.js';
import { commitment, gave } from './deal.js';
import { code as film } from './film.js';
import { around, qr, wifi } from './hosting.js';
import { where } from './line.js';
import { chart, made } from './score.js';
import { Caption, Stage, beneath, calls, drawn, finished, opens, part, reads, rows, waits } from './stage.js';
import * as sound from './stage-sound.js';
import { story } from './story.js';
import { Wire } from './wire.js';
import { captionOf, clock, direction, lang, languages, load, preferred, say, unbroken } from './words.js';


await Promise.all([load(preferred(keep.get('screen_lang'))), icons()]);

/** @type {import('../schema').Whole<import('../schema').Public>} as soon as there is one */
let desk = none;
/** @type {string[]} */
let phones = [];
/** @type {{ text: string, lang: string, n: number } | null} what was said last, while the beat n was called */
let said = null;
let wired = 'new';
/** @type {import('../schema').Whole<import('../schema').JoinMessage> | null} */
let join = null; // the address and the code, on the machine of the box alone
let fading = 0;
/** @type {import('../schema').Whole<import('../schema').Stage> | undefined} */
let shown; // the table as pictures
/** @type {any[]} */
let lying = []; // what lies on the table
const stage = new Stage($('stage'));
const below = new Caption();
let looking = false; // at what has happened
let left = ''; // the game that was ended without a result, while nothing was begun since
let phase = ''; // as far as it is told
let act = ''; // of which it is a phase
/** @type {(() => void)[]} what has come while it is seen that all have answered */
const later = [];
let resting = 0;

/** LAST is how long it is seen that all have answered a step of a night, in ms. */
const LAST = 900;

/** next takes what has come, when its time has come. @param {() => void} take */
function next(take) {
  if (resting) later.push(take);
  else take();
}

/** rest shows a desk for a moment before it goes on. @param {import('../schema').Whole<import('../schema').Public>} done @param {() => void} take */
function rest(done, take) {
  desk = done;
  if (shown) shown = { ...shown, beat: null };
  resting = setTimeout(() => {
    resting = 0;
    take();
    later.splice(0).forEach(next);
  }, LAST);
  draw();
}

const heard = {
  pieces: (/** @type {Box.Pieces} */ m) => next(() => { lying = laid(lying, m); }), // the board that it belongs to comes next
  board: (/** @type {Box.Board} */ m) => next(() => {
    for (const k of /** @type {const} */ (['seats', 'lines', 'groups', 'log', 'map', 'sheets'])) m.desk[k] ??= [];
    const done = later.length || !desk ? null : finished(desk, shown?.board ?? [], m.desk, lying);
    if (done) rest(done, () => heard.table(m));
    else heard.table(m);
  }),
  table: (/** @type {Box.Board} */ m) => {
    if (desk?.lesson && !m.desk.lesson) said = null; // the caption of a lesson goes with it
    left = m.desk.left ? desk?.state === 'play' ? desk.gameTitle : left : '';
    desk = m.desk;
    shown = m.stage;
    if (shown) shown.board = lying;
    sound.yields(!!m.sounds); // a phone was chosen
    phones = m.phones ?? [];
    if (desk.state === 'menu') said = null;
    const b = shown?.beat;
    if (opens(desk, b)) [act, phase] = [part(desk, lying), desk.phase];
    if (desk.state !== 'play') act = phase = '';
    draw();
  },
  say: (/** @type {Box.Say} */ m) => {
    const heard = captionOf(m);
    sound.speak(heard.text, heard.lang);
    next(() => {
      caption({ ...heard, n: shown?.beat?.n ?? 0 });
      draw();
    });
  },
  join: (/** @type {Box.Join} */ m) => {
    join = m;
    draw();
  },
};

/** caption lets a sentence stand as the caption, until it is old. @param {{ text: string, lang: string, n: number }} now */
function caption(now) {
  said = now;
  clearTimeout(fading);
  fading = setTimeout(() => { said = null; draw(); }, 9000);
}

// ---- the line

const wire = new Wire({
  path: 'look',
  hello: () => [{ t: 'lang', lang: lang() }],
  heard: (m) => /** @type {Record<string, (m: any) => void>} */ (heard)[m.t]?.(m),
  state: (s) => {
    wired = s;
    draw();
  },
});

// ---- drawing

function scene() {
  if (desk.deal) return [el('h2', {}, say('deal.title')), el('p', { class: 'lesson' }, say('deal.how')), desk.deal.given?.length ? el('p', { class: 'here' }, gave(desk.deal)) : null];
  return [left ? el('p', { class: 'here', id: 'left' }, say('last.ended', { game: left })) : null, el('h2', {}, say('screen.waits')), join?.wifi && join.rows ? el('div', { class: 'codes' }, wifi(join.wifi), code()) : null, phones.length ? el('p', { class: 'here' }, say('screen.here')) : null,
    phones.length ? el('ul', { class: 'names' }, ...phones.map((n) => el('li', {}, icon('phone'), el('bdi', {}, n)))) : null];
}

function side() {
  if (desk.deal) return commitment(desk.deal);
  if (desk.state === 'menu') return join ? join.wifi && join.rows ? null : code() : elsewhere();
  return desk.state !== 'over' ? null : film(desk.film) ?? (join?.rows ? code() : null); // whoever joins now waits for the menu anyway
}

/** elsewhere says on a screen of the network, which shows no code, where phones join, and where the code is. */
const elsewhere = () => el('div', { class: 'hint' }, /^(localhost|127\.)/.test(where()) ? null : el('p', { class: 'address' }, ...around('screen.hint', el('bdi', { class: 'unbroken', dir: 'ltr' }, where()))), el('p', {}, say('screen.elsewhere')));

/** past is what has happened, and what else lies on the table: behind one key, for it is read and not watched. */
function past() {
  const show = { desk };
  return [
    desk.score && desk.score.columns.length > 1 ? made(desk.score) : null, desk.score ? chart(desk.score, desk.seats) : null,
    desk.log.length ? el('section', { class: 'log' }, el('h3', {}, say('log.title')), ...story(desk.log)) : null,
    ...desk.groups.map((g) => el('section', { class: 'group' }, el('h3', { dir: 'auto' }, g.heading), rows(show, g.lines))),
  ].filter(Boolean);
}

/** look opens or closes the past. @param {boolean} open */
function look(open) {
  looking = open;
  draw();
}
$('history').addEventListener('click', () => look(!looking));
const flip = { sound: () => sound.turn(!sound.on()), bed: () => sound.lay(!sound.lies()) };
for (const id of /** @type {const} */ (['sound', 'bed'])) $(id).addEventListener('click', () => { flip[id](); draw(); });
addEventListener('pointerdown', sound.wake);
addEventListener('keydown', (e) => {
  if (e.ctrlKey || e.altKey || e.metaKey || /** @type {HTMLElement} */ (e.target).tagName === 'SELECT') return;
  if (e.key.toLowerCase() === 'h') look(!looking);
  if (e.key === 'Escape') look(false);
  if (e.key.toLowerCase() === 's') flip.sound();
  if (e.key.toLowerCase() === 'b') flip.bed();
  sound.wake();
  draw();
});

/** code is how to join. */
const code = () => (!join?.rows ? el('p', { class: 'hint' }, say('phones.none')) : el('div', { class: 'code' }, el('p', {}, say(join.wifi ? 'wifi.then' : 'screen.code')), qr(join.rows, say('screen.code')), el('p', { class: 'address unbroken', dir: 'ltr' }, join.address)));

/** again draws what depends on the size of the window and its letters. */
const again = () => { if (desk && desk.state !== 'menu') stage.draw(desk, shown); };
addEventListener('resize', again);
document.fonts.addEventListener('loadingdone', again);

function draw() {
  document.documentElement.lang = lang();
  document.documentElement.dir = direction();
  $('line').textContent = wired === 'on' ? '' : say(`wire.${wired}`);
  document.body.className = desk?.state ?? 'waiting';
  document.body.classList.toggle('night', desk?.state === 'play' && !!shown?.board?.some((p) => p.kind === 'night'));
  put($('langs'), lang(), () => {
    const pick = el('select', { id: 'lang', 'aria-label': say('page_language') }, ...languages());
    pick.value = lang();
    pick.addEventListener('change', async () => {
      await load(pick.value);
      keep.set('screen_lang', pick.value);
      wire.send({ t: 'lang', lang: pick.value });
      draw();
    });
    return pick;
  });
  $('history').textContent = say('log.title');
  $('sound').textContent = say('stage.sound');
  $('bed').textContent = say('stage.bed');
  $('sound').setAttribute('aria-pressed', String(sound.on()));
  $('bed').setAttribute('aria-pressed', String(sound.lies()));
  if (!desk) return;
  const menu = desk.state === 'menu' || !!desk.deal;
  const of = calls(desk, shown?.beat) || phase;
  $('title').textContent = menu ? 'Consigliere' : [desk.gameTitle, act, drawn(desk) && of !== desk.heading && of.replace(/!$/, '') !== desk.gameTitle ? of : ''].filter(Boolean).join(' · ');
  document.title = $('title').textContent;
  const runs = desk.state !== 'play' || desk.paused || !!desk.undo || !!waits(desk); // for somebody who has yet to choose
  const limit = desk.seconds >= 0 && runs && !shown?.beat?.count; // one count at a time
  put($('seconds'), [limit && desk.seconds, desk.state, lang()], () => (limit ? [icon('clock', say('icon.clock')), el('b', {}, clock(desk.seconds)), desk.state === 'play' ? el('small', {}, say(desk.seconds < 100 ? 'stage.left' : 'stage.left_time', { n: desk.seconds })) : null] : null));
  document.body.classList.toggle('alone', menu ? !desk.deal && !!join?.wifi && !!join.rows : desk.state === 'play' || !join?.rows && !desk.film?.rows);
  $('scene').hidden = !menu;
  $('stage').hidden = menu;
  $('stage').dataset.rests = resting ? 'true' : '';
  if (menu) put($('scene'), [lang(), desk.deal, phones, join, left], scene);
  put($('side'), [lang(), desk.deal, desk.state, desk.film, join], side);
  let now = below.of(desk, shown, said);
  const read = desk.state === 'play' && reads(desk, shown, now?.text ?? '');
  const under = read && beneath(desk, shown?.board ?? [], shown?.beat);
  if (under) now = { text: under };
  $('said').className = (now?.text.length ?? 0) > 76 ? 'longest' : (now?.text.length ?? 0) > 58 ? 'long' : '';
  put($('said'), [now, lang(), desk.lesson, read], () => (now && !desk.lesson && (!read || under) ? el('span', now.lang ? { lang: now.lang, dir: direction(now.lang) } : { dir: 'auto' }, unbroken(now.text)) : null));
  if (menu) stage.rest();
  else stage.draw(desk, shown); // in the room that the caption leaves
  // What is new at the table, for those who hear it: the scene itself is long.
  const told = (menu ? $('scene') : $('stage')).querySelector('h2, .told')?.textContent ?? '';
  if ($('told').textContent !== told) $('told').textContent = told;
  const old = looking && !menu ? past() : [];
  $('history').hidden = menu;
  $('past').hidden = !old.length;
  $('history').setAttribute('aria-expanded', String(!!old.length));
  put($('past'), old.length && [lang(), desk.log, desk.groups, desk.score], () => old);
}

draw();
