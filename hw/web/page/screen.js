// The screen for the room: what is public, in letters that can be read at four metres. It shows
// what the box tells, when the box tells it, and has nothing to say.

import { $, el, icon, icons, keep, laid, none, put } from './dom.js';
import { commitment, gave } from './deal.js';
import { code as film } from './film.js';
import { around, qr, wifi } from './hosting.js';
import { where } from './line.js';
import { picture } from './look.js';
import { chart, made } from './score.js';
import { Caption, Stage, beneath, calls, drawn, finished, hosts, opens, part, reads, rows, waits } from './stage.js';
import * as sound from './stage-sound.js';
import { story } from './story.js';
import { Wire } from './wire.js';
import { captionOf, clock, closed, direction, isolated, lang, languages, list, load, preferred, say, unbroken } from './words.js';


await Promise.all([load(preferred(keep.get('screen_lang'))), icons()]);

/** @type {import('../schema').Whole<import('../schema').Public>} as soon as there is one */
let desk = none;
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
/** @type {import('../schema').Whole<import('../schema').Lobby> | undefined} */
let lobby; // what can be begun, and what is about to be
/** @type {Box.Board['guests']} */
let guests = [];
/** @type {{ game: string, text: string, looks: Box.Look[] } | null} how the last game ended, until there is another */
let result = null;
let left = ''; // the game that was ended by hand, and how it stood, while nothing was begun since
let was = ''; // the game that was played last
let played = ''; // that game, until another is chosen: it stands ready once more, and nobody has chosen it
let phase = ''; // as far as it is told
let nights = false; // there was one in this game: what is no night is day
let act = ''; // of which it is a phase
/** @type {(() => void)[]} what has come while it is seen that all have answered */
const later = [];
let resting = 0;

/** LAST is how long it is seen that all have answered a step of a night, in ms. */
const LAST = 900;

/** next does what has come to be done, when its time has come. @param {() => void} go */
function next(go) {
  if (resting) later.push(go);
  else go();
}

/** rest shows a desk for a moment before it goes on. @param {import('../schema').Whole<import('../schema').Public>} done @param {() => void} go */
function rest(done, go) {
  desk = done;
  if (shown) shown = { ...shown, beat: null };
  resting = setTimeout(() => {
    resting = 0;
    go();
    later.splice(0).forEach(next);
  }, LAST);
  draw();
}

/** take shows a board. @param {Box.Board} m */
function take(m) {
  if (desk?.lesson && !m.desk.lesson) said = null; // the caption of a lesson goes with it
  if (desk?.state === 'play') played = was = desk.gameTitle;
  left = m.desk.left && was ? closed(was, m.desk.stood) : '';
  desk = m.desk;
  shown = m.stage;
  if (shown) shown.board = lying;
  sound.yields(!!m.sounds); // a phone was chosen
  guests = m.guests ?? [];
  hosts(host());
  lobby = m.lobby;
  if (lobby?.chosen && lobby.chosen.title !== played) played = '';
  if (desk.state === 'menu') said = null;
  else result = desk.state === 'over' ? ended() : null;
  const b = shown?.beat;
  if (opens(desk, b)) [act, phase] = [part(desk, lying), desk.phase];
  if (desk.state !== 'play') act = phase = '';
  draw();
}

const heard = {
  pieces: (/** @type {Box.Pieces} */ m) => next(() => { lying = laid(lying, m); }), // the board that it belongs to comes next
  board: (/** @type {Box.Board} */ m) => next(() => {
    for (const k of /** @type {const} */ (['seats', 'lines', 'groups', 'log', 'map', 'sheets'])) m.desk[k] ??= [];
    const done = later.length || !desk ? null : finished(desk, shown?.board ?? [], m.desk, lying);
    if (done) rest(done, () => take(m));
    else take(m);
  }),
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

/** goes reports whether the time is one after which it goes on, and nothing is chosen. @param {import('../schema').Whole<import('../schema').Public>} d */
const goes = (d) => d.does === 'ready' || d.sheets.some((s) => !s.optional && s.verb === 'ready');

function scene() {
  if (desk.deal) return [el('h2', {}, say('deal.title')), el('p', { class: 'lesson' }, say('deal.how')), desk.deal.given?.length ? el('p', { class: 'here' }, gave(desk.deal)) : null];
  return [before(), offered(), people(), el('p', { class: 'needed', role: 'status' }, needed())];
}

/** ended is how a game has come out, in a line. */
function ended() {
  const won = desk.score?.rows.filter((r) => r.winner) ?? [];
  const text = won.length ? say('stage.won', { n: won.length, who: list(won.map((r) => isolated(r.seat))) }) : desk.heading;
  return { game: desk.gameTitle, text, looks: won.map((r) => desk.seats.find((p) => p.name === r.seat)?.look).filter((l) => !!l) };
}

/** before is what the last game has come to. */
function before() {
  if (left) return el('p', { class: 'here', id: 'left' }, left);
  return result && el('p', { class: 'last' }, el('span', {}, say('last.title'), ' · ', el('bdi', {}, result.game)), el('b', {}, ...result.looks.map((l) => picture(l)), ' ', unbroken(result.text)));
}

/** chosen is the game that somebody has chosen; the last one stands ready anyway. */
const chosen = () => (lobby?.chosen && lobby.chosen.title !== played ? lobby.chosen : undefined);

/** offered is the game that is chosen: what it is, how long it takes, for how many it is, and with what; or which games there are. */
function offered() {
  const fact = (/** @type {string} */ word, /** @type {string} */ text) => (text ? el('div', {}, el('dt', {}, say(word)), el('dd', { dir: 'auto' }, text)) : null);
  const many = (/** @type {{ least: number, most: number }} */ o) => say('menu.range', { min: o.least, max: o.most });
  const c = chosen();
  if (c) {
    return el('section', { class: 'chosen' }, el('h2', { dir: 'auto' }, c.title), el('p', { class: 'about', dir: 'auto' }, c.about),
      el('dl', {}, fact('menu.long', c.long), fact('menu.for', many(c)), fact('menu.needs', c.needs)));
  }
  return el('section', { class: 'chosen' }, el('h2', {}, say('screen.waits')),
    el('dl', { class: 'games' }, ...(lobby?.games ?? []).map((o) => el('div', {}, el('dt', { dir: 'auto' }, o.title), el('dd', {}, el('span', {}, say('lobby.for', { range: many(o) })), o.long ? el('span', { class: 'long' }, ` · ${o.long}`) : null)))));
}

/** people are those who play, those who are here besides them, and the places that the game still has to have filled. */
function people() {
  const c = chosen();
  const seats = lobby?.seats ?? [];
  const bots = c && lobby ? lobby.bots : 0;
  const free = c ? Math.max(0, c.least - seats.length - bots) : 0;
  const watch = guests.map((g) => g.name).filter((n) => !seats.includes(n));
  if (!seats.length && !watch.length) return null;
  const all = seats.length + watch.length + free + Math.min(1, bots);
  const one = (/** @type {string} */ name) => {
    const g = guests.find((x) => x.name === name);
    return el('li', { class: !g || g.here && seats.includes(name) ? '' : 'asleep' }, picture(g?.look) ?? el('span', { class: 'pic' }), el('span', {}, el('bdi', {}, name),
      g?.host ? el('small', {}, say('phone.host')) : null, g && !g.here ? el('small', {}, icon('asleep'), ' ', say('phones.away')) : null,
      g && !seats.includes(name) ? el('small', {}, say('lobby.watches')) : null));
  };
  return el('ul', { class: 'names', 'aria-label': say('screen.here'), 'data-n': all > 9 ? 'many' : all > 4 ? 'some' : '' },
    ...[...seats, ...watch].map(one),
    bots ? el('li', { class: 'bots' }, el('span', { class: 'pic' }, icon('bot')), el('span', {}, say('lobby.bots', { n: bots }))) : null,
    ...Array.from({ length: free }, () => el('li', { class: 'free', 'aria-hidden': 'true' }, el('span', { class: 'pic' }, '?'))));
}

/** host is whoever begins with a phone. */
const host = () => guests.find((g) => g.host && g.here)?.name;

/** needed is what is missing before a game can begin, or who begins it. */
function needed() {
  const c = chosen();
  const name = host();
  if (!guests.length && (join?.rows || !c || !lobby?.seats.length)) return say(join?.rows ? 'lobby.first' : c ? 'lobby.nobody' : 'lobby.laptop');
  if (!c) return name ? say('lobby.chooses', { name: isolated(name) }) : say('lobby.laptop');
  const n = (lobby?.seats.length ?? 0) + (lobby?.bots ?? 0);
  if (n < c.least) return say('lobby.few', { n: c.least - n });
  if (n > c.most) return say('lobby.many', { min: c.least, max: c.most, n: n - c.most });
  return name ? say('lobby.ready', { name: isolated(name) }) : say('lobby.start');
}

/** onward is what can be done once a game is over. */
function onward() {
  const [name, vars] = [host(), { rematch: say('over.rematch'), again: say('over.again') }];
  return name ? say('lobby.next', { ...vars, name: isolated(name) }) : say('lobby.next_laptop', vars);
}

/** fit leaves out of the lobby what has no room, the least needed first. */
function fit() {
  const place = $('scene');
  for (let n = 0; n < 6; n++) {
    place.dataset.tight = String(n);
    if (place.scrollHeight <= place.clientHeight + 1) return;
  }
}

function side() {
  if (desk.deal) return commitment(desk.deal);
  if (desk.state === 'menu') return !join ? elsewhere() : join.wifi && join.rows ? el('div', { class: 'codes' }, wifi(join.wifi), code()) : code();
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
const code = () => (!join?.rows ? el('p', { class: 'hint' }, say('phones.none')) : el('div', { class: 'code' }, el('p', { class: 'scan' }, say(join.wifi ? 'wifi.then' : 'screen.code')), qr(join.rows, say('screen.code')), desk.state === 'menu' && !join.wifi ? el('p', { class: 'typed' }, say('lobby.address')) : null, el('p', { class: 'address unbroken', dir: 'ltr' }, join.address)));

/** again draws what depends on the size of the window and its letters. */
const again = () => {
  if (!desk) return;
  if (desk.state === 'menu') fit();
  else stage.draw(desk, shown);
};
addEventListener('resize', again);
document.fonts.addEventListener('loadingdone', again);

function draw() {
  document.documentElement.lang = lang();
  document.documentElement.dir = direction();
  $('line').textContent = wired === 'on' ? '' : say(`wire.${wired}`);
  document.body.className = desk?.state ?? 'waiting';
  const night = desk?.state === 'play' && !!shown?.board?.some((p) => p.kind === 'night');
  nights = night || nights && desk?.state === 'play';
  document.body.classList.toggle('night', night);
  document.body.classList.toggle('day', nights && !night);
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
  put($('seconds'), [limit && desk.seconds, desk.state, lang()], () => (limit ? [icon('clock', say('icon.clock')), el('b', {}, clock(desk.seconds)), desk.state === 'play' && !goes(desk) ? el('small', {}, say(desk.seconds < 100 ? 'stage.left' : 'stage.left_time', { n: desk.seconds })) : null] : null));
  document.body.classList.toggle('alone', !menu && (desk.state === 'play' || !join?.rows && !desk.film?.rows));
  $('scene').hidden = !menu;
  $('stage').hidden = menu;
  $('stage').dataset.rests = resting ? 'true' : '';
  if (menu) put($('scene'), [lang(), desk.deal, guests, lobby, join, left, result], scene);
  put($('side'), [lang(), desk.deal, desk.state, desk.film, join], side);
  let now = below.of(desk, shown, resting ? null : said) ?? (desk.state === 'over' ? { text: onward() } : null); // what was said while it rests is of what comes next
  const read = desk.state === 'play' && reads(desk, shown, now?.text ?? '');
  const under = read && beneath(desk, shown?.board ?? [], shown?.beat);
  if (under) now = { text: under };
  $('said').className = (now?.text.length ?? 0) > 76 ? 'longest' : (now?.text.length ?? 0) > 58 ? 'long' : '';
  put($('said'), [now, lang(), desk.lesson, read], () => (now && !desk.lesson && (!read || under) ? el('span', now.lang ? { lang: now.lang, dir: direction(now.lang) } : { dir: 'auto' }, unbroken(now.text)) : null));
  if (menu) fit();
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
