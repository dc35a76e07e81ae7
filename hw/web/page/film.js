// A play that is over as a film: the link and the code by which anybody can watch it again. The play itself is in the
// link, behind its #, which browsers send nowhere.

import { el } from './dom.js';
import { qr } from './hosting.js';
import { say } from './words.js';

/**
 * copied puts a text where it can be pasted from. Pages that come by plain http may not ask the browser for it, and
 * take the old way.
 * @param {string} text
 */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const t = el('textarea', { value: text, readonly: true, class: 'unseen' });
    document.body.append(t);
    t.select();
    document.execCommand('copy');
    t.remove();
  }
}

/**
 * code is the code of a film for those who sit around. A long play has small dots: it is drawn so large that a phone can read them.
 * @param {Box.Film | null | undefined} f
 */
export function code(f) {
  if (!f?.rows) return null;
  const svg = qr(f.rows, say('film.code'));
  svg.style.setProperty('--dots', String(f.rows.length + 8));
  return el('figure', { class: 'film-code' }, svg, el('figcaption', {}, say('film.code')));
}

/**
 * film is what a page offers of a play that is over.
 * @param {import('../schema').Film | null | undefined} f
 * @param {string} key the class of its buttons
 * @param {string} id of the section; its buttons' begin so
 */
export function film(f, key, id = 'film') {
  if (!f) return null;
  const copy = el('button', { class: key, id: `${id}-copy`, type: 'button', onclick: async () => {
    await copied(f.link);
    copy.textContent = say('film.copied');
  } }, say('film.copy'));
  return el('section', { class: 'film', 'aria-labelledby': id }, el('h3', { id }, say('film.title')),
    code(f), el('p', {}, say(f.rows ? 'film.how' : 'film.long')),
    el('div', { class: 'acts' }, el('a', { class: key, id: `${id}-open`, href: f.link, target: '_blank', rel: 'noopener noreferrer' }, say('film.open')), copy));
}
