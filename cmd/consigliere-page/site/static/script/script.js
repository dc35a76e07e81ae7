// The workshop: a script for any other game, checked while it is written, tried at once on three phones and a screen.

import { connect, host } from '../table/line.js';
import { wrong } from '../record.js';
import { at, el, lang, num, page, read, say } from '../site.js';

const SEATS = ['Ava', 'Babak', 'Chiara', 'Dario', 'Elena', 'Farid'];
const PHONES = 3;

let text = localStorage.getItem('consigliere.script');
let good = null; // what the checker made of the text; null while it has mistakes
let words = []; // that scripts have before a colon, for completion
let late = 0;
let checked = 0;
let wire = null;
let desk = null;
let join = '';

const $ = (id) => document.getElementById(id);

/** check tells what is wrong with the text, or for how many it is. */
async function check() {
  const turn = ++checked;
  const now = $('text').value;
  localStorage.setItem('consigliere.script', now);
  const r = await read('check', now, lang());
  if (turn !== checked) return;
  good = r.script ? r : null;
  const go = (m) => () => {
    const from = now.split('\n').slice(0, m.line - 1).reduce((n, l) => n + l.length + 1, 0) + Math.max(0, m.column - 1);
    $('text').focus();
    $('text').setSelectionRange(from, from + Math.max(1, now.slice(from).search(/[\s:]|$/)));
  };
  const list = (all) => all.map((m) => el('li', {}, m.line ? el('button', { type: 'button', class: 'quiet', onclick: go(m) }, say('line', { n: m.line })) : null, ' ', el('span', { dir: 'auto' }, m.text)));
  $('found').replaceChildren(r.wrong
    ? el('div', { class: 'wrong', role: 'status' }, el('ul', {}, ...list(r.wrong)))
    : el('div', { class: 'right', role: 'status' }, el('p', {}, say('script_right', { min: r.min, max: r.max })), el('ul', {}, ...list(r.doubts ?? []))));
  $('gutter').textContent = now.split('\n').map((_, i) => (r.wrong?.some((m) => m.line === i + 1) ? `● ${num(i + 1)}` : num(i + 1))).join('\n');
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

function insert(more) {
  const t = $('text');
  t.setRangeText(more, t.selectionStart, t.selectionEnd, 'end');
  t.focus();
  changed();
}

function changed() {
  complete();
  clearTimeout(late);
  late = setTimeout(check, 150);
}

/** begin starts the script on a box of its own, with phones beside each other. */
async function begin() {
  if (!good) return;
  const seats = Math.max(good.min, Math.min(good.max, PHONES));
  const start = () => wire.send(JSON.stringify({ t: 'start', game: 'anygame', seats: SEATS.slice(0, Math.min(seats, PHONES)), options: { script: good.script }, bots: Math.max(0, seats - PHONES), teach: false }));
  if (wire) {
    if (desk?.state !== 'menu') wire.send(JSON.stringify({ t: 'leave' }));
    start();
    return;
  }
  $('tried').hidden = false;
  host('workshop', '0');
  wire = connect('wire');
  wire.onopen = () => { wire.send(JSON.stringify({ t: 'lang', lang: lang() })); start(); };
  wire.onmessage = ({ data }) => {
    const m = JSON.parse(data);
    if (m.t === 'desk') { desk = m.desk; document.body.dataset.play = desk.state; }
    if (m.t === 'phones' && m.join && !join) {
      join = m.join;
      $('frames').replaceChildren(frame('screen', at('table/screen.html?table=workshop')), ...Array.from({ length: PHONES }, (_, i) => phone(i)));
    }
    if (m.t === 'phones') m.knocks?.forEach((k) => setTimeout(() => wire.send(JSON.stringify({ t: 'let', id: k.id, yes: true })), 1100));
  };
}

const frame = (name, src) => el('iframe', { name, src, title: name, class: name === 'screen' ? 'screen' : 'phone' });

/** phone is a window in which a player joins by name. */
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

async function draw(main) {
  document.title = `${say('nav_script')} · Consigliere`;
  const given = location.hash.slice(1);
  let fault = null;
  if (given) {
    const r = await read('unpack', given);
    if (r.fault) fault = r;
    else { text = r.text; history.replaceState(null, '', location.pathname); }
  }
  const scripts = await read('scripts', lang());
  const template = await read('script', '');
  text ??= template;
  if (!words.length) {
    const all = await Promise.all(scripts.map((s) => read('script', s.id)));
    words = [...new Set([template, ...all].flatMap((t) => [...t.matchAll(/^\s*(?:- )?([a-z_]+):/gm)].map((m) => m[1])))].sort();
  }
  const pick = el('select', { id: 'from' }, el('option', { value: '-' }, say('script_from')), el('option', { value: '' }, say('script_new')), ...scripts.map((s) => el('option', { value: s.id }, s.name)));
  pick.addEventListener('change', async () => { $('text').value = await read('script', pick.value); pick.value = '-'; check(); });
  const area = el('textarea', { id: 'text', rows: 26, dir: 'ltr', spellcheck: 'false', autocapitalize: 'off', 'aria-label': say('nav_script') });
  area.value = text;
  area.addEventListener('input', changed);
  area.addEventListener('scroll', () => { $('gutter').scrollTop = area.scrollTop; });
  area.addEventListener('keydown', (e) => {
    if (e.key !== 'Tab' || e.shiftKey) return;
    const more = complete();
    if (more) { e.preventDefault(); insert(more); }
  });
  const share = el('button', { type: 'button', class: 'quiet', id: 'share', onclick: async () => {
    const url = `${at('script/')}#${await read('pack', $('text').value)}`;
    history.replaceState(null, '', url);
    await navigator.clipboard?.writeText(url).catch(() => {});
    share.textContent = say('copied');
  } }, say('copy'));
  const save = el('a', { class: 'quiet', href: '#', id: 'save', download: 'script.yaml', onclick: () => { save.href = URL.createObjectURL(new Blob([$('text').value], { type: 'application/yaml' })); } }, say('script_save'));
  const tried = $('tried') ?? el('section', { id: 'tried', hidden: true }, el('h2', {}), el('div', { id: 'frames' }));
  tried.querySelector('h2').textContent = say('script_tried');
  main.replaceChildren(el('h1', {}, say('nav_script')), el('p', {}, say('script_about')), fault ? wrong(fault) : '',
    el('p', { class: 'acts' }, pick, el('button', { type: 'button', id: 'try', onclick: begin }, say('script_try')), share, save),
    el('div', { class: 'editor', dir: 'ltr' }, el('pre', { id: 'gutter', 'aria-hidden': 'true' }), area),
    el('div', { id: 'words', class: 'acts', 'aria-live': 'polite' }), el('div', { id: 'found' }),
    el('details', {}, el('summary', {}, say('script_help')), el('ul', {}, ...['a', 'b', 'c', 'd', 'e'].map((k) => el('li', {}, say(`script_help_${k}`))))), tried);
  await check();
}

await page(draw);
