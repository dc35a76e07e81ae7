// The rules of the games, by number, to search and to link to.

import { icons, none } from '../table/dom.js';
import { board, wrong } from '../record.js';
import { at, el, lang, page, read, say } from '../site.js';

let shown = '';

/** tried tells a line of a record in a few words, as it stands there. @param {string} line */
function tried(line) {
  const { seat, do: verb, ...args } = JSON.parse(line);
  const word = (/** @type {any} */ v) => (typeof v === 'object' ? JSON.stringify(v) : v);
  return `${seat}: ${[verb, ...Object.values(args).map(word)].join(' ')}`;
}

/** example unfolds to a position that shows a rule. @param {{ record: string, no?: string }} p */
function example(p) {
  const d = el('details', { class: 'example' }, el('summary', {}, say('example')));
  d.addEventListener('toggle', async () => {
    if (!d.open || d.children.length > 1) return;
    const body = el('div', { lang: lang(), dir: document.documentElement.dir });
    d.append(body);
    if (!document.querySelector('symbol')) await icons();
    const s = await read('position', p.record, p.no ?? '', lang());
    body.append(
      ...s.told.map((/** @type {string} */ text) => el('p', {}, text)),
      s.refused ? el('p', {}, say('example_tried'), ' ', el('code', { dir: 'ltr' }, tried(s.tried))) : '', s.refused ? wrong({ ...s.refused, line: 0, says: '' }) : '',
      el('div', { class: 'board' }, ...board(s.desk)),
      el('p', {}, el('a', { href: `${at('replay/')}#${p.record}` }, say('example_film'))));
  });
  return d;
}

/** @param {HTMLElement} main */
async function draw(main) {
  document.title = `${say('nav_rules')} · Consigliere`;
  /** @type {{ id: string, name: string }[]} */
  const games = (await read('games', lang())).filter((/** @type {{ id: string }} */ g) => g.id !== 'anygame');
  const [game = '', number = ''] = decodeURIComponent(location.hash.slice(1)).split('/');
  const id = games.some((g) => g.id === game) ? game : games[0].id;
  /** @type {{ number: string, text: string, lang: string }[]} */
  const rules = await read('rules', id, lang());
  shown = id;
  const positions = await (await fetch(at(`rules/${id}.json`))).json();
  const find = el('input', { type: 'search', id: 'find', placeholder: say('rules_find'), 'aria-label': say('rules_find') });
  const all = rules.map((r) => el('li', { id: r.number, lang: r.lang, dir: 'auto' }, el('a', { href: `#${id}/${r.number}`, dir: 'ltr' }, r.number), ' ', el('span', {}, r.text), positions[r.number] ? example(positions[r.number]) : null));
  const none = el('p', { class: 'soft', hidden: true, role: 'status' }, say('rules_none'));
  find.addEventListener('input', () => {
    const words = find.value.toLocaleLowerCase(lang()).split(/\s+/).filter(Boolean);
    all.forEach((li) => { const t = li.textContent.toLocaleLowerCase(lang()); li.hidden = !words.every((w) => t.includes(w)); });
    none.hidden = all.some((li) => !li.hidden);
  });
  main.replaceChildren(el('h1', {}, say('nav_rules')),
    el('nav', { class: 'tabs', 'aria-label': say('rules_games') }, ...games.map((g) => el('a', { href: `#${g.id}`, 'aria-current': g.id === id ? 'page' : null }, g.name))),
    el('p', {}, find), none, el('ol', { class: 'rules' }, ...all));
  mark(number);
  document.body.dataset.state = 'rules';
}

/** @param {string} number */
function mark(number) {
  document.querySelectorAll('.rules .here').forEach((e) => e.classList.remove('here'));
  const li = number && document.getElementById(number);
  li && (li.classList.add('here'), li.scrollIntoView({ block: 'center' }));
}

addEventListener('hashchange', () => {
  const [game, number = ''] = decodeURIComponent(location.hash.slice(1)).split('/');
  if (game === shown) mark(number);
  else draw(document.querySelector('main') ?? none);
});

await page(draw);
