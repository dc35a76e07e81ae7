// The workshop: scripts for any other game, and the data that owners of a game bring, such as catalogues and campaign
// packs. They are checked while they are written, and tried at once on three phones and a screen.

import { $, none } from '../table/dom.js';
import { connect, host } from '../table/line.js';
import { shared, wrong } from '../record.js';
import { format } from './format.js';
import { at, el, lang, num, page, read, say } from '../site.js';

/** @typedef {{ line: number, column: number, text: string }} Wrong a mistake in what is being written */

const SEATS = ['Ava', 'Babak', 'Chiara', 'Dario', 'Elena', 'Farid'];
const PHONES = 3; // at most

/** @type {{ kind: string, game: string, key: string, name: string, over: boolean }[]} what can be written */
let kinds = [];
let kind = localStorage.getItem('consigliere.kind') ?? 'script';
/** @type {any} what the checker made of the text; null while it has mistakes */
let good = null;
/** @type {string[]} what texts of this kind have before a colon, for completion */
let words = [];
let late = 0;
let checked = 0;
/** @type {any} */
let wire = null;
/** @type {import('../schema').Public | null} */
let desk = null;
let join = '';
let opened = location.hash.slice(1); // the link that has not been read yet

/** craft is what is being written. */
const craft = () => kinds.find((k) => k.kind === kind) ?? none;

/** kept is where this browser keeps the text of a kind. */
const kept = () => (kind === 'script' ? 'consigliere.script' : `consigliere.script.${kind}`);

/** check tells what is wrong with the text, or for how many it is. */
async function check() {
  const turn = ++checked;
  const now = $('text').value;
  try { localStorage.setItem(kept(), now); } catch { /* it is kept in the file that one saves */ }
  const r = await read('check', kind, now, lang());
  if (turn !== checked) return;
  good = r.value ? r : null;
  const go = (/** @type {Wrong} */ m) => () => {
    const from = now.split('\n').slice(0, m.line - 1).reduce((/** @type {number} */ n, /** @type {string} */ l) => n + l.length + 1, 0) + Math.max(0, m.column - 1);
    const area = $('text');
    area.focus();
    area.setSelectionRange(from, from + Math.max(1, now.slice(from).search(/[\s:]|$/)));
    // A selection is not scrolled to by itself.
    area.scrollTop = (m.line - 1) * parseFloat(getComputedStyle(area).lineHeight) - area.clientHeight / 3;
    area.scrollIntoView({ block: 'nearest' });
  };
  const list = (/** @type {Wrong[]} */ all) => all.map((m) => el('li', {}, m.line ? el('button', { type: 'button', class: 'quiet', onclick: go(m) }, say('line', { n: m.line })) : null, ' ', el('span', { dir: 'auto' }, m.text)));
  $('found').replaceChildren(r.wrong
    ? el('div', { class: 'wrong', role: 'status' }, el('ul', {}, ...list(r.wrong)))
    : el('div', { class: 'right', role: 'status' }, el('p', {}, say(kind !== 'script' ? 'data_right' : r.min === r.max ? 'script_exact' : 'script_right', { min: r.min, max: r.max })), el('ul', {}, ...list(r.doubts ?? []))));
  $('gutter').textContent = now.split('\n').map((/** @type {string} */ _, /** @type {number} */ i) => (r.wrong?.some((/** @type {Wrong} */ m) => m.line === i + 1) ? `● ${num(i + 1)}` : num(i + 1))).join('\n');
  $('gutter').scrollTop = $('text').scrollTop; // it had too few lines to go as far
  $('try').disabled = !good;
  document.body.dataset.state = good ? 'right' : 'wrong';
}

/** complete offers the words that can go on what stands before the cursor. */
function complete() {
  const t = $('text');
  const line = t.value.slice(0, t.selectionStart).split('\n').at(-1);
  const begun = /^\s*(?:- )?([a-z_]+)$/.exec(line)?.[1] ?? '';
  const fit = begun ? words.filter((w) => w.startsWith(begun) && w !== begun).slice(0, 8) : [];
  $('words').replaceChildren(...fit.map((w) => el('button', { type: 'button', class: 'quiet', dir: 'ltr', onclick: () => insert(w.slice(begun.length) + ': ') }, w)));
  return fit.length ? fit[0].slice(begun.length) + ': ' : '';
}

/** @param {string} more */
function insert(more) {
  const t = $('text');
  t.setRangeText(more, t.selectionStart, t.selectionEnd, 'end');
  t.focus();
  changed();
}

function changed() {
  complete();
  clearTimeout(late);
  late = setTimeout(check, 150 + $('text').value.length / 500); // a whole pack takes a while
}

/** around puts so many phones beside the screen, once it is there: those that stay are not begun anew. @param {number} n */
function around(n) {
  const all = [...document.querySelectorAll('#frames .phone')];
  all.slice(n).forEach((f) => f.remove());
  if (join) for (let i = all.length; i < n; i++) $('frames').append(phone(i));
}

/** begin starts the script on a box of its own, with phones beside each other. */
async function begin() {
  if (!good) return;
  const seats = Math.max(good.min, Math.min(good.max, PHONES));
  const { game, key } = craft();
  const options = { [key]: good.value, ...(kind === 'script' ? {} : { chance: 'box' }) };
  const phones = Math.min(seats, PHONES);
  const start = () => wire.send(JSON.stringify({ t: 'start', game, seats: SEATS.slice(0, phones), options, bots: seats - phones, teach: false }));
  if (wire) {
    if (desk?.state !== 'menu') wire.send(JSON.stringify({ t: 'leave' }));
    start();
    around(phones);
    $('tried').scrollIntoView();
    return;
  }
  $('tried').hidden = false;
  $('tried').scrollIntoView(); // the help above it may be long
  for (const k of ['lang', 'screen_lang']) localStorage.setItem(`consigliere.${k}`, lang()); // they speak as this page does
  host('workshop', '0');
  wire = connect('wire');
  wire.onopen = () => { wire.send(JSON.stringify({ t: 'lang', lang: lang() })); start(); };
  wire.onmessage = (/** @type {{ data: string }} */ { data }) => {
    const m = JSON.parse(data);
    if (m.t === 'desk') { desk = m.desk; document.body.dataset.play = m.desk.state; }
    if (m.t === 'phones' && m.join && !join) {
      join = m.join;
      $('frames').replaceChildren(frame('screen', at('table/screen.html?table=workshop')));
      around(phones);
    }
    if (m.t === 'phones') m.knocks?.forEach((/** @type {{ id: number }} */ k) => setTimeout(() => wire.send(JSON.stringify({ t: 'let', id: k.id, yes: true })), 1100));
  };
}

const frame = (/** @type {string} */ name, /** @type {string} */ src) => el('iframe', { name, src, title: name, class: name === 'screen' ? 'screen' : 'phone' });

/** phone is a window in which a player joins by name. @param {number} i */
function phone(i) {
  const f = frame(`phone${i + 1}`, join);
  f.addEventListener('load', () => {
    let tapped = false;
    const typing = setInterval(() => {
      const seat = [...f.contentDocument?.querySelectorAll('button') ?? []].find((b) => b.textContent.trim() === SEATS[i]);
      if (seat && !seat.disabled) seat.click(); // again, if its line was not open yet
      if (!seat && tapped) clearInterval(typing);
      tapped ||= !!seat;
    }, 400);
  });
  return f;
}

/** given takes what the page was opened with: a text by a link, "KIND/..." where it is no script. Once: a link that is
 * shared from here stands in the address, too, and is older than what is being written. */
async function given() {
  const [, of, packed] = /^(?:(\w+)\/)?(.*)$/.exec(opened) ?? none;
  opened = '';
  if (!packed) return {};
  const r = await read('unpack', packed);
  if (r.fault) return { fault: r };
  kind = kinds.some((k) => k.kind === of) ? of : 'script';
  history.replaceState(null, '', location.pathname);
  return { text: r.text };
}

/** manual unfolds to all that a script can do. */
function manual() {
  const d = el('details', { id: 'format' }, el('summary', {}, say('script_format')));
  d.addEventListener('toggle', async () => {
    if (!d.open || d.children.length > 1) return;
    const text = await (await fetch(at('script/format.md'))).text();
    const take = (/** @type {string} */ code) => (/^(script|pack):/.test(code) ? el('p', {}, el('button', { type: 'button', class: 'quiet', onclick: () => { $('text').value = code; changed(); $('text').scrollIntoView({ block: 'center' }); } }, say('script_format_take'))) : null);
    d.append(el('div', { lang: 'en', dir: 'ltr' }, ...format(text.slice(text.indexOf('\n## ')), take))); // what comes before is about the program
  });
  return d;
}

/** @param {HTMLElement} main */
async function draw(main) {
  document.title = `${say('nav_script')} · Consigliere`;
  kinds = await read('crafts', lang());
  if (!kinds.some((k) => k.kind === kind)) kind = 'script';
  const { text: linked, fault } = await given();
  localStorage.setItem('consigliere.kind', kind);
  /** @type {{ id: string, name: string }[]} */
  const scripts = kind === 'script' ? await read('scripts', lang()) : [];
  const template = await read('template', kind, '');
  const text = linked ?? localStorage.getItem(kept()) ?? template;
  const all = await Promise.all(scripts.map((s) => read('template', kind, s.id)));
  words = [...new Set([template, ...all].flatMap((t) => [...t.matchAll(/^\s*(?:- )?([a-z_]+):/gm)].map((m) => m[1])))].sort();
  const what = el('select', { id: 'kind', 'aria-label': say('script_kind') }, ...kinds.map((k) => el('option', { value: k.kind }, k.name ? say('data_kind', { game: k.name }) : say('script_kind_script'))));
  what.value = kind;
  what.addEventListener('change', () => { kind = what.value; draw(main); });
  const pick = el('select', { id: 'from', 'aria-label': say('script_from') }, el('option', { value: '-' }, say('script_from')),
    el('option', { value: '' }, say(kind === 'script' ? 'script_new' : 'data_new')), ...scripts.map((s) => el('option', { value: s.id }, s.name)));
  pick.addEventListener('change', async () => { $('text').value = await read('template', kind, pick.value); pick.value = '-'; check(); });
  const area = el('textarea', { id: 'text', rows: 26, dir: 'ltr', spellcheck: 'false', autocapitalize: 'off', 'aria-label': say('nav_script') });
  area.value = text;
  area.addEventListener('input', changed);
  area.addEventListener('scroll', () => { $('gutter').scrollTop = area.scrollTop; });
  area.addEventListener('keydown', (e) => {
    if (e.key !== 'Tab' || e.shiftKey) return;
    const more = complete();
    if (more) { e.preventDefault(); insert(more); }
  });
  const share = shared('share', async () => `${at('script/')}#${kind === 'script' ? '' : `${kind}/`}${await read('pack', $('text').value)}`);
  const save = el('a', { class: 'quiet', href: '#', id: 'save', download: 'script.yaml', onclick: () => { save.href = URL.createObjectURL(new Blob([$('text').value], { type: 'application/yaml' })); } }, say('script_save'));
  const tried = $('tried') ?? el('section', { id: 'tried', hidden: true }, el('h2', {}), el('div', { id: 'frames' }));
  tried.querySelector('h2').textContent = say('script_tried');
  main.replaceChildren(el('h1', {}, say('nav_script')), el('p', {}, say('script_about')), fault ? wrong(fault) : '',
    el('p', { class: 'acts' }, what, pick, el('button', { type: 'button', id: 'try', onclick: begin }, say('script_try')), share.button, save), share.code,
    el('div', { class: 'editor', dir: 'ltr' }, el('pre', { id: 'gutter', 'aria-hidden': 'true' }), area),
    el('div', { id: 'words', class: 'acts', 'aria-live': 'polite' }), el('div', { id: 'found' }),
    el('details', {}, el('summary', {}, say('script_help')), el('ul', {}, ...(kind === 'script' ? ['script_help_a', 'script_help_b', 'script_help_c', 'script_help_d', 'script_help_e'] : ['data_help_a', ...(craft().over ? ['data_help_b'] : []), 'script_help_c', 'script_help_d', 'script_help_e']).map((k) => el('li', {}, say(k)))), kind === 'script' ? manual() : null), tried);
  await check();
}

addEventListener('hashchange', () => { opened = location.hash.slice(1); draw(document.querySelector('main') ?? none); });

await page(draw);
