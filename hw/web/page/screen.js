// The screen for the room: what is public, in letters that can be read at four metres. It shows
// what the box tells, when the box tells it, and has nothing to say.

import { $, bar, el, icon, icons, keep, none, put } from './dom.js';
import { commitment, gave, locked } from './deal.js';
import { qr, wifi } from './hosting.js';
import { where } from './line.js';
import { chart, made } from './score.js';
import { story } from './story.js';
import { Wire } from './wire.js';
import { captionOf, clock, digits, direction, lang, languages, load, preferred, say } from './words.js';


await Promise.all([load(preferred(keep.get('screen_lang'))), icons()]);

/** @type {import('../schema').Whole<import('../schema').Public>} as soon as there is one */
let desk = none;
/** @type {string[]} */
let phones = [];
/** @type {{ text: string, lang: string } | null} */
let said = null;
let wired = 'new';
/** @type {import('../schema').Whole<import('../schema').JoinMessage> | null} */
let join = null; // the address and the code, on the machine of the box alone
let fading = 0;

const heard = {
  board: (m) => {
    if (desk?.lesson && !m.desk.lesson) said = null; // the caption of a lesson goes with it
    desk = m.desk;
    phones = m.phones ?? [];
    for (const k of ['seats', 'lines', 'groups', 'log', 'map', 'sheets']) desk[k] ??= [];
    if (desk.state === 'menu') said = null;
    draw();
  },
  say: (m) => {
    said = captionOf(m);
    clearTimeout(fading);
    fading = setTimeout(() => { said = null; draw(); }, 9000);
    draw();
  },
  join: (m) => {
    join = m;
    draw();
  },
};

// ---- the line

const wire = new Wire({
  path: 'look',
  hello: () => [{ t: 'lang', lang: lang() }],
  heard: (m) => heard[m.t]?.(m),
  state: (s) => {
    wired = s;
    draw();
  },
});

// ---- drawing

const marks = (names) => el('span', { class: 'marks' }, ...(names ?? []).map((i) => icon(i, say(`icon.${i}`))));

function table(lines) {
  return el('table', {}, el('tbody', {}, ...lines.map((l) => el('tr', { class: l.called ? 'called' : l.strong ? 'strong' : '' },
    l.seat ? el('th', { scope: 'row' }, el('bdi', {}, l.seat)) : null,
    el('td', { colspan: l.seat ? null : 2 }, marks(l.icons), l.bar ? bar(l.bar) : null, el('bdi', {}, l.text), l.receipt ? el('small', { class: 'receipt' }, digits(l.receipt)) : null)))));
}

function scene() {
  if (desk.deal) return [el('h2', {}, say('deal.title')), el('p', { class: 'lesson' }, say('deal.how')), desk.deal.given?.length ? el('p', { class: 'here' }, gave(desk.deal)) : null];
  if (desk.state === 'menu') {
    return [el('h2', {}, say('screen.waits')), join?.wifi && join.rows ? el('div', { class: 'codes' }, wifi(join.wifi), code()) : null, phones.length ? el('p', { class: 'here' }, say('screen.here')) : null,
      phones.length ? el('ul', { class: 'names' }, ...phones.map((n) => el('li', {}, icon('phone'), el('bdi', {}, n)))) : null];
  }
  if (desk.reveal) return [el('h2', {}, desk.reveal.text || desk.reveal.heading), table(desk.reveal.lines ?? [])];
  return [
    el('h2', { dir: 'auto' }, desk.state === 'over' ? desk.heading || say('over.title') : desk.heading || desk.phase),
    desk.paused && !desk.lesson ? el('p', { class: 'stamp' }, say('paused')) : null,
    desk.lesson ? el('p', { class: 'lesson', dir: 'auto' }, desk.lesson) : null,
    desk.undo ? el('p', { class: 'lesson', dir: 'auto' }, say('undo.asked'), ' ', desk.undo.text) : null,
    ...desk.sheets.filter((s) => !s.optional).map((s) => el('p', { class: 'asked', dir: 'auto' }, s.prompt)),
    desk.ask ? el('p', { class: 'asked', dir: 'auto' }, el('bdi', {}, desk.ask.seat), ': ', desk.ask.question) : desk.together ? el('p', { class: 'asked', dir: 'auto' }, desk.together) : null,
    desk.lines.length ? table(desk.lines) : null,
    desk.state === 'over' && join && few() ? code() : null,
  ];
}

function side() {
  if (desk.deal) return commitment(desk.deal);
  if (desk.state === 'menu') return join ? join.wifi && join.rows ? null : code() : el('p', { class: 'hint' }, say('screen.hint', { where: where() }));
  const out = [];
  if (desk.state === 'play') {
    out.push(el('ul', { class: desk.seats.length > 5 ? 'seats many' : 'seats' }, ...desk.seats.map((s) => el('li', { class: s.awaited ? 'awaited' : s.locked ? 'locked' : '' },
      el('bdi', {}, s.name), s.bot ? el('small', {}, say('bot')) : null, s.locked && locked(desk, s.name) ? el('small', { class: 'receipt' }, digits(locked(desk, s.name))) : null, s.awaited ? icon('await', say('icon.await')) : s.locked ? icon('locked', say('icon.locked')) : null))));
  }
  if (desk.score) out.push(chart(desk.score), desk.score.columns.length > 1 && few() ? made(desk.score) : null);
  for (const g of desk.groups.slice(0, desk.score ? 2 : 4)) out.push(el('section', { class: 'group' }, el('h3', { dir: 'auto' }, g.heading), table(g.lines)));
  if (desk.log.length && desk.state === 'play') out.push(el('section', { class: 'log' }, el('h3', {}, say('log.title')), ...story(desk.log)));
  if (desk.state === 'over' && join && !few()) out.push(code());
  return out;
}

/** few reports whether there is room for what each score is made of. */
const few = () => !!desk.score && desk.score.rows.length <= 5;

/** code is how to join. */
const code = () => (!join?.rows ? el('p', { class: 'hint' }, say('phones.none')) : el('div', { class: 'code' }, el('p', {}, say(join.wifi ? 'wifi.then' : 'screen.code')), qr(join.rows, say('screen.code')), el('p', { class: 'address', dir: 'ltr' }, join.address)));

/** fit makes the letters of the scene smaller until all of it is on the screen, and leaves out what
 * has no room at the side: groups that are too long, and of what has happened the oldest. */
function fit() {
  const side = $('side');
  const [groups, told] = ['.group', '.happened li'].map((css) => [...side.querySelectorAll(css)]);
  const heads = [...side.querySelectorAll('.happened, .log')];
  for (const e of [...groups, ...told, ...heads]) e.hidden = true;
  const fits = (e) => {
    const shown = [e, ...heads.filter((h) => h.hidden && h.contains(e))]; // a heading alone tells nothing
    for (const x of shown) x.hidden = false;
    if (side.scrollHeight <= side.clientHeight + 1) return true;
    for (const x of shown) x.hidden = true;
    return false;
  };
  groups.forEach(fits);
  told.every(fits);
  const e = $('scene');
  for (let size = 1; size > 0.5; size *= 0.94) {
    e.style.setProperty('--fit', size);
    if (e.scrollHeight <= e.clientHeight + 1) return;
  }
}
addEventListener('resize', fit);
document.fonts.addEventListener('loadingdone', fit);

function draw() {
  document.documentElement.lang = lang();
  document.documentElement.dir = direction();
  $('line').textContent = wired === 'on' ? '' : say(`wire.${wired}`);
  document.body.className = desk?.state ?? 'waiting';
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
  if (!desk) return;
  $('title').textContent = desk.state === 'menu' ? 'Consigliere' : [desk.gameTitle, desk.phase !== desk.heading && desk.state === 'play' ? desk.phase : ''].filter(Boolean).join(' · ');
  document.title = $('title').textContent;
  $('seconds').textContent = desk.seconds >= 0 ? clock(desk.seconds) : '';
  document.body.classList.toggle('alone', (desk.state === 'over' && !desk.groups.length && !desk.score && !join) || desk.state === 'menu' && !desk.deal && !!join?.wifi && !!join.rows);
  put($('scene'), [lang(), desk.deal, desk.state, desk.heading, desk.phase, desk.paused, desk.lesson, desk.undo, desk.sheets.map((s) => s.prompt), desk.ask && [desk.ask.seat, desk.ask.question], desk.together, desk.lines, desk.reveal, desk.state === 'menu' && phones, desk.state !== 'play' && join], scene);
  // What is new at the table, for those who hear it: the scene itself is long.
  const told = $('scene').querySelector('h2')?.textContent ?? '';
  if ($('told').textContent !== told) $('told').textContent = told;
  put($('side'), [lang(), desk.deal, desk.state, desk.seats, desk.fair?.receipts, desk.groups, desk.log, desk.score, join], side);
  fit();
  put($('said'), [said?.text, said?.lang, desk?.lesson], () => (said && !desk?.lesson ? el('span', { lang: said.lang, dir: direction(said.lang) }, said.text) : null));
}

draw();
