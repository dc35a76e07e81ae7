// The rules of the games, by number, to search and to link to.

import { el, lang, page, read, say } from '../site.js';

let shown = null;

async function draw(main) {
  document.title = `${say('nav_rules')} · Consigliere`;
  const games = (await read('games', lang())).filter((g) => g.id !== 'anygame');
  const [game = '', number = ''] = decodeURIComponent(location.hash.slice(1)).split('/');
  const id = games.some((g) => g.id === game) ? game : games[0].id;
  const rules = await read('rules', id, lang());
  shown = id;
  const find = el('input', { type: 'search', id: 'find', placeholder: say('rules_find'), 'aria-label': say('rules_find') });
  const all = rules.map((r) => el('li', { id: r.number, lang: r.lang, dir: 'auto' }, el('a', { href: `#${id}/${r.number}`, dir: 'ltr' }, r.number), ' ', el('span', {}, r.text)));
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

function mark(number) {
  document.querySelectorAll('.rules .here').forEach((e) => e.classList.remove('here'));
  const li = number && document.getElementById(number);
  li && (li.classList.add('here'), li.scrollIntoView({ block: 'center' }));
}

addEventListener('hashchange', () => {
  const [game, number = ''] = decodeURIComponent(location.hash.slice(1)).split('/');
  if (game === shown) mark(number);
  else draw(document.querySelector('main'));
});

await page(draw);
