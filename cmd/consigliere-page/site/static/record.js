// How a page comes to a record: from the link that it was opened by, a file, or a text that somebody pastes.

import { icon } from './table/dom.js';
import { qr } from './table/hosting.js';
import { el, read, say } from './site.js';

/** fromLink returns the record of the page's address, "" if there is none. It stays in the address, and goes nowhere. */
export const fromLink = () => decodeURIComponent(location.hash.slice(1));

/**
 * asking makes the form by which somebody brings a record; take is called with its text.
 * @param {(text: string) => any} take
 */
export function asking(take) {
  const file = el('input', { type: 'file', id: 'file', accept: '.jsonl,.json,.txt,application/jsonl' });
  file.addEventListener('change', async () => file.files?.[0] && take(await file.files[0].text()));
  const text = el('textarea', { id: 'record', rows: 4, dir: 'ltr', spellcheck: 'false', 'aria-label': say('record_paste') });
  return el('section', { class: 'bring' },
    el('p', {}, el('label', {}, say('record_file'), ' ', file)),
    el('p', {}, el('label', {}, say('record_paste'), text)),
    el('p', { class: 'acts' }, el('button', { type: 'button', id: 'take', onclick: () => text.value.trim() && take(text.value.trim()) }, say('record_take'))));
}

/**
 * wrong tells why a record cannot be shown.
 * @param {any} f what the reader found
 */
export const wrong = (f) => el('div', { class: 'wrong', role: 'alert' },
  el('p', {}, f.line ? el('b', {}, say('line', { n: f.line }), ' ') : null, f.fault ? say(f.fault) : f.text),
  f.says ? el('p', {}, el('a', { href: `../rules/#${f.game}/${f.rule}` }, f.rule), ' ', el('q', {}, f.says)) : null);

/**
 * shared makes a button that copies a link, and the place where its QR code then stands, to be scanned by a phone.
 * @param {string} id
 * @param {() => Promise<string>} make
 */
export function shared(id, make) {
  const code = el('div', { class: 'share', id: `${id}-code`, 'aria-live': 'polite' });
  const button = el('button', { type: 'button', class: 'quiet', id, onclick: async () => {
    const url = await make();
    history.replaceState(null, '', url);
    await navigator.clipboard?.writeText(url).catch(() => {});
    button.textContent = say('copied');
    const rows = await read('code', url);
    code.replaceChildren(rows ? qr(rows, say('code_of')) : '', el('p', { class: 'soft' }, say(rows ? 'code_scan' : url.length > 8000 ? 'code_far' : 'code_long')));
  } }, say('copy'));
  return { button, code };
}

/** @param {import('./schema').Whole<import('./schema').Line>} n */
const line = (n) => el('li', { class: n.strong ? 'strong' : '' }, ...(n.icons ?? []).map((i) => icon(i, i)), ' ', n.seat ? el('b', {}, n.seat, ' ') : null, el('span', {}, n.text));
/** @param {import('./schema').Whole<import('./schema').Line>[]} all */
const lines = (all) => el('ul', { class: 'lines' }, ...all.map(line));

/**
 * known draws what a player knew besides what lay on the table.
 * @param {{ lines: import('./schema').Whole<import('./schema').Line>[], groups: import('./schema').Whole<import('./schema').Group>[] }} own
 * @param {string} name
 */
export const known = (own, name) => [
  el('h2', {}, say('known', { name })),
  lines(own.lines),
  el('div', { class: 'groups' }, ...own.groups.map((g) => el('section', {}, el('h3', {}, g.heading), lines(g.lines)))),
];

/**
 * board draws what lies on the table, from a public desk.
 * @param {import('./schema').Whole<import('./schema').Public>} d
 */
export const board = (d) => [
  el('h2', {}, d.heading || d.phase),
  d.phase && d.heading && d.phase !== d.heading ? el('p', { class: 'soft' }, d.phase) : '',
  lines(d.lines),
  d.map?.length ? el('div', { class: 'map' }, ...d.map.map((a) => el('section', { class: `area row-${a.row} col-${a.col}` }, el('h4', {}, a.heading, a.seat ? ` · ${a.seat}` : ''), lines(a.lines)))) : '',
  el('div', { class: 'groups' }, ...d.groups.map((g) => el('section', {}, el('h3', {}, g.heading), lines(g.lines)))),
];
