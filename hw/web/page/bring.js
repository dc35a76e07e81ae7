// A script, or data of a game's owner, by a link of the workshop: the box reads it, says what is wrong with it, or
// offers to play it with those who are here.

import { el } from './dom.js';
import { short } from './setup.js';
import { num, say } from './words.js';

const held = { link: '' }; // what is typed survives that the page is drawn anew

/**
 * bring asks for a link, and shows what the last one has brought. names are those who would play.
 * @param {import('../schema').Brought | null | undefined} b
 * @param {string[]} names
 * @param {string} key the class of its buttons
 * @param {number} most how long a link may be on this page
 * @param {(m: import('../schema').BringMessage | import('../schema').StartMessage) => any} act
 */
export function bring(b, names, key, most, act) {
  const field = el('input', { type: 'url', id: 'bring-link', inputmode: 'url', autocomplete: 'off', spellcheck: 'false', dir: 'ltr', 'aria-label': say('bring.link'), placeholder: say('bring.link'), value: held.link });
  const long = el('p', { class: 'wrong', role: 'status' });
  field.addEventListener('input', () => { held.link = field.value; });
  const form = el('form', { class: 'byname' }, field, el('button', { class: key, id: 'bring', type: 'submit' }, say('bring.read')));
  form.addEventListener('submit', (e) => {
    e.preventDefault();
    const link = field.value.trim();
    long.textContent = link.length > most ? say('bring.long') : '';
    if (!link || link.length > most) return;
    held.link = '';
    act({ t: 'bring', link });
  });
  const leaf = el('details', { class: 'group bring', open: !!b || !!held.link }, el('summary', { id: 'bring-title' }, say('bring.title')), form, long, b ? found(b, names, key, act) : null);
  return leaf;
}

/** @param {Box.Brought} b @param {string[]} names @param {string} key @param {(m: any) => any} act */
function found(b, names, key, act) {
  if (b.wrong?.length) {
    return el('div', { class: 'slip refusal', role: 'alert', id: 'brought' }, el('p', {}, say('bring.wrong')),
      el('ul', {}, ...b.wrong.map((m) => el('li', {}, m.line ? el('b', {}, say('file.line', { n: num(m.line) }), ' ') : null, el('bdi', {}, m.text)))));
  }
  const bots = Math.max(0, b.least - names.length);
  const many = names.length > b.most ? short({ least: b.least, most: b.most, game: b.name }, names.length) : '';
  return el('div', { class: 'slip', role: 'status', id: 'brought' }, el('p', {}, el('b', { dir: 'auto' }, b.name), ' ', say('bring.for', { min: num(b.least), max: num(b.most) })),
    el('button', { class: key, id: 'bring-play', type: 'button', disabled: !!many || !names.length, onclick: () => act({ t: 'start', game: b.game, seats: names, options: { [b.option]: 'brought' }, bots, teach: false }) },
      say(bots ? 'bring.play_bots' : 'bring.play', { n: num(bots) })), many ? el('p', { class: 'wrong' }, many) : null);
}
