// What has happened in a play, in words.

import { el } from './dom.js';

/** story makes a list of each round and phase that the entries tell of, the newest first. Within one
 * they stand in the order in which they happened. A line may begin with a name of another script; it is
 * in the language of the page all the same. */
export function story(log) {
  const all = [];
  for (const e of log) {
    if (!all.length || all.at(-1).at !== e.at) all.push({ at: e.at, told: [] });
    all.at(-1).told.push(e.text);
  }
  return all.reverse().map((p) => el('div', { class: 'happened' }, p.at ? el('h4', {}, p.at) : null,
    el('ul', {}, ...p.told.map((t) => el('li', {}, t)))));
}
