// A finished game as a film: what lay on the table after each move, as everybody saw it or as one seat did.

import { $, icons, none } from '../table/dom.js';
import { chart, made } from '../table/score.js';
import { load } from '../table/words.js';
import { asking, board, fromLink, known, shared, wrong } from '../record.js';
import { at, el, lang, num, page, read, say } from '../site.js';

let text = fromLink();
/** @type {any} what the reader knows of the record */
let film = null;
/** @type {number | null} */
let who = null; // -2 is somebody who knows everything, -1 everybody; null: nobody has chosen
let move = 0;
let speed = 1;
/** @type {object | null} */
let playing = null; // what goes on by itself
let drawn = 0;
/** @type {any} */
let scene = null; // what the picture shows, or will when it is there

/** picture shows a moment in the picture of the table. */
function picture() {
  if (scene) $('picture')?.contentWindow?.postMessage(scene, location.origin);
}
addEventListener('message', ({ source, data }) => { if (data === 'ready' && source === $('picture')?.contentWindow) picture(); });

/** show draws the moment after so many moves; what was called of the last comes before it, each for so many milliseconds. @param {number} n */
async function show(n, beats = 0) {
  move = Math.max(0, Math.min(film.moves, n));
  const turn = ++drawn;
  const m = await read('at', move, who, lang());
  if (turn !== drawn) return;
  /** @type {import('../schema').Whole<import('../schema').Public>} */
  const d = m.desk;
  $('at').value = move;
  $('count').textContent = say('move_of', { n: move, of: film.moves });
  $('told').replaceChildren(...d.log.map((e) => el('p', {}, e.text)));
  const put = (/** @type {any} */ desk, /** @type {any} */ stage) => { scene = { move, desk, stage, lang: lang() }; picture(); };
  for (const b of (beats && m.beats) || []) {
    put({ ...d, state: 'play', reveal: b.reveal, score: null }, b.stage);
    await new Promise((done) => { setTimeout(done, beats); });
    if (turn !== drawn) return;
  }
  put(d, { board: d.board ?? [], beat: null });
  $('board').replaceChildren(...board(d));
  $('own').replaceChildren(...(m.own ? known(m.own, film.seats[who ?? 0]) : []));
  $('score').replaceChildren(...(d.score ? [el('h2', {}, say('score')), el('div', { class: 'scroll' }, made(d.score)), chart(d.score) ?? ''] : []));
  for (const p of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#story p'))) p.toggleAttribute('aria-current', Number(p.dataset.move) === move);
  const now = /** @type {HTMLElement | null} */ (document.querySelector('#story [aria-current]'));
  if (now) $('story').scrollTop = now.offsetTop - $('story').offsetTop - 80; // and the page stays where it is
  for (const [id, off] of /** @type {[string, boolean][]} */ ([['first', !move], ['back', !move], ['next', move === film.moves], ['last', move === film.moves]])) $(id).disabled = off;
  document.body.dataset.move = `${move}`;
}

function stop() {
  playing = null;
  $('play').textContent = say('play');
}

function play() {
  if (playing) { stop(); return; }
  $('play').textContent = say('pause');
  const mine = playing = {};
  const step = async () => {
    if (playing !== mine) return;
    await show(move === film.moves ? 0 : move + 1, 1500 / speed);
    if (playing !== mine) return;
    const long = 700 + 25 * $('told').textContent.length;
    if (move === film.moves) stop();
    else setTimeout(step, Math.min(long, 6000) / speed);
  };
  step();
}

async function story() {
  /** @type {{ round: number, phase: string, lines: { move: number, text: string }[] }[]} */
  const all = await read('story', who, lang());
  $('story').replaceChildren(...all.flatMap((c) => [
    c.phase || c.round ? el('h4', {}, [c.round ? say('round', { n: c.round }) : '', c.phase].filter(Boolean).join(' · ')) : '',
    ...c.lines.map((l) => el('p', { 'data-move': l.move }, el('button', { type: 'button', class: 'quiet', onclick: () => { stop(); show(l.move); } }, num(l.move)), ' ', l.text)),
  ]));
}

/** @param {HTMLElement} main */
async function draw(main) {
  document.title = `${say('nav_replay')} · Consigliere`;
  await load(lang());
  if (!document.querySelector('symbol, #i-eye')) await icons();
  film = text ? await read('open', text, lang()) : null;
  const bring = asking((t) => { text = t; move = 0; who = null; history.replaceState(null, '', location.pathname); draw(main); });
  if (!film || film.moves === undefined) {
    main.replaceChildren(el('h1', {}, say('nav_replay')), el('p', {}, say('replay_about')), film ? wrong(film) : '', bring);
    document.body.dataset.state = film ? 'wrong' : 'empty';
    return;
  }
  who ??= film.over ? -2 : -1;
  const eyes = el('select', { id: 'who' }, film.over ? el('option', { value: -2 }, say('who_god')) : null, el('option', { value: -1 }, say('who_all')), ...(film.over ? film.seats.map((/** @type {string} */ s, /** @type {number} */ i) => el('option', { value: i }, say('who_one', { name: s }))) : []));
  eyes.value = `${who}`;
  eyes.addEventListener('change', async () => { who = +eyes.value; await story(); await show(move); });
  const fast = el('select', { id: 'speed', 'aria-label': say('speed') }, ...[0.5, 1, 2, 4].map((s) => el('option', { value: s }, `${num(s)}×`)));
  fast.value = `${speed}`;
  fast.addEventListener('change', () => { speed = +fast.value; });
  const range = el('input', { type: 'range', id: 'at', min: 0, max: film.moves, 'aria-label': say('move') });
  range.addEventListener('input', () => { stop(); show(+range.value); });
  const button = (/** @type {string} */ id, /** @type {() => void} */ f) => el('button', { type: 'button', class: 'step', id, onclick: () => { stop(); f(); } }, say(id));
  const copy = shared('copy', async () => `${at('replay/')}#${await read('link')}`);
  main.replaceChildren(
    el('h1', {}, film.title), el('p', { class: 'soft' }, film.seats.join(' · ')),
    el('div', { class: 'reel' }, el('div', { class: 'acts' }, button('first', () => show(0)), button('back', () => show(move - 1)),
      el('button', { type: 'button', id: 'play', onclick: play }, say('play')), button('next', () => show(move + 1)), button('last', () => show(film.moves)), fast, el('label', {}, say('who'), ' ', eyes), el('span', { id: 'count', role: 'status' })),
    range),
    el('div', { class: 'scene' }, el('section', { id: 'told', 'aria-live': 'polite' }), el('iframe', { id: 'picture', src: 'board.html', title: say('picture'), tabindex: -1 }),
      el('section', { id: 'own' }), el('section', { id: 'score' })),
    el('details', {}, el('summary', {}, say('in_words')), el('section', { id: 'board' })),
    el('details', { open: true }, el('summary', {}, say('story')), el('div', { id: 'story' })),
    el('p', { class: 'acts' }, copy.button, el('a', { href: '../verify/', onclick: (/** @type {Event} */ e) => { e.preventDefault(); read('link').then((l) => { location.href = `${at('verify/')}#${l}`; }); } }, say('nav_verify'))), copy.code,
    el('details', {}, el('summary', {}, say('status')), el('pre', { id: 'status', dir: 'ltr' })),
    el('details', {}, el('summary', {}, say('another')), bring));
  $('status').textContent = await read('status');
  await story();
  await show(move);
  document.body.dataset.state = 'film';
}

addEventListener('keydown', (e) => {
  if (!film?.moves || /** @type {Element} */ (e.target).closest?.('input, select, textarea, button')) return;
  const way = document.documentElement.dir === 'rtl' ? -1 : 1;
  if (e.key === 'ArrowRight') { stop(); show(move + way); }
  if (e.key === 'ArrowLeft') { stop(); show(move - way); }
  if (e.key === ' ') { e.preventDefault(); play(); }
});
addEventListener('hashchange', () => { text = fromLink(); move = 0; who = null; draw(document.querySelector('main') ?? none); });

await page(draw);
