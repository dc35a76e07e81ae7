// The front door: a game in one click.

import { PAGES, at, el, lang, page, say } from './site.js';

/** GAMES are the games of the front door, each with how many bots it is tried. @type {[string, number][]} */
const GAMES = [['naro', 3], ['derpate', 2], ['corleone', 2], ['khandan', 3]];

/** play is the address of a game that begins at once. @type {(game: string, bots: number, teach: boolean) => string} */
const play = (game, bots, teach) => at(`table/?#${new URLSearchParams({ play: game, bots: `${bots}`, teach: teach ? '1' : '0', name: say('you'), lang: lang() })}`);

await page((main) => {
  document.title = 'Consigliere';
  const teach = el('input', { type: 'checkbox', id: 'teach', checked: true });
  const games = GAMES.map(([game, bots]) => el('li', { class: 'card' },
    el('h3', {}, say(`game_${game}`)), el('p', {}, say(`about_${game}`)),
    el('p', { class: 'acts' },
      el('a', { class: 'go', id: `play-${game}`, href: '#', onclick: (/** @type {Event} */ e) => { e.preventDefault(); location.href = play(game, bots, teach.checked); } }, say('play_bots', { n: bots })),
      PAGES.includes('rules') ? el('a', { class: 'quiet', href: at(`rules/#${game}`) }, say('nav_rules')) : null)));
  main.replaceChildren(
    el('section', { class: 'hero' }, el('h1', {}, 'Consigliere'), el('p', {}, say('hero'))),
    el('section', {}, el('h2', {}, say('try')), el('label', { class: 'teach' }, teach, ' ', say('teach')),
      el('ul', { class: 'cards' }, ...games),
      el('p', { class: 'acts' }, el('a', { class: 'go second', href: at('table/') }, say('table')), el('span', { class: 'note' }, say('table_note')))),
    el('section', { class: 'more' }, ...PAGES.map((w) => el('a', { class: 'card', href: at(`${w}/`) }, el('h3', {}, say(`nav_${w}`)), el('p', {}, say(`${w}_about`))))),
    el('footer', {}, el('p', {}, say('private'))));
});
