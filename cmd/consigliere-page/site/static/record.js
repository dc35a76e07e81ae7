// How a page comes to a record: from the link that it was opened by, a file, or a text that somebody pastes.

import { el, say } from './site.js';

/** fromLink returns the record of the page's address, "" if there is none. It stays in the address, and goes nowhere. */
export const fromLink = () => decodeURIComponent(location.hash.slice(1));

/** asking makes the form by which somebody brings a record; take is called with its text. */
export function asking(take) {
  const file = el('input', { type: 'file', id: 'file', accept: '.jsonl,.json,.txt,application/jsonl' });
  file.addEventListener('change', async () => file.files[0] && take(await file.files[0].text()));
  const text = el('textarea', { id: 'record', rows: 4, dir: 'ltr', spellcheck: 'false', 'aria-label': say('record_paste') });
  return el('section', { class: 'bring' },
    el('p', {}, el('label', {}, say('record_file'), ' ', file)),
    el('p', {}, el('label', {}, say('record_paste'), text)),
    el('p', { class: 'acts' }, el('button', { type: 'button', id: 'take', onclick: () => text.value.trim() && take(text.value.trim()) }, say('record_take'))));
}

/** wrong tells why a record cannot be shown. */
export const wrong = (f) => el('div', { class: 'wrong', role: 'alert' },
  el('p', {}, f.line ? el('b', {}, say('line', { n: f.line }), ' ') : null, f.fault ? say(f.fault) : f.text),
  f.says ? el('p', {}, el('a', { href: `../rules/#${f.game}/${f.rule}` }, f.rule), ' ', el('q', {}, f.says)) : null);
