// Whether a record keeps the rules.

import { none } from '../table/dom.js';
import { asking, fromLink, wrong } from '../record.js';
import { el, lang, page, read, say } from '../site.js';

let text = fromLink();

/** @param {HTMLElement} main */
async function draw(main) {
  document.title = `${say('nav_verify')} · Consigliere`;
  const found = text ? await read('verify', text, lang()) : null;
  main.replaceChildren(el('h1', {}, say('nav_verify')), el('p', {}, say('verify_about')),
    !found ? '' : found.moves === undefined ? wrong(found) : el('div', { class: 'right', role: 'status' },
      el('p', {}, el('b', {}, found.title), ' · ', found.seats.join(', ')),
      el('p', {}, say('verify_right', { n: found.moves })), el('p', {}, say(found.over ? 'verify_over' : 'verify_open')),
      found.report ? el('ul', { dir: 'ltr', lang: 'en' }, ...found.report.map((/** @type {{ Text: string }} */ f) => el('li', {}, f.Text))) : null),
    asking((t) => { text = t; draw(main); }));
  document.body.dataset.state = !found ? 'empty' : found.moves === undefined ? 'wrong' : 'right';
}

addEventListener('hashchange', () => { text = fromLink(); draw(document.querySelector('main') ?? none); });

await page(draw);
