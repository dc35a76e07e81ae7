// What has happened in a play, in words.

import { el } from './dom.js';

/**
 * others returns the groups of a desk without what its lines say already, such as how the realm stands.
 * @param {{ lines: Box.Line[], groups: Box.Group[] }} d
 */
export const others = ({ lines, groups }) => groups.map((g) => ({ ...g, lines: g.lines.filter((l) => l.seat || !lines.some((m) => !m.seat && m.text === l.text)) })).filter((g, i) => g.lines.length || !groups[i].lines.length);

/**
 * story makes a list of each round and phase that the entries tell of. The newest stands first, among
 * the phases as among the moves of one; what came of a move stands below it, in its order. A line may
 * begin with a name of another script; it is in the language of the page all the same.
 * @param {Box.Entry[]} log
 */
export function story(log) {
  /** @type {{ at: string, moves: string[][] }[]} */
  const all = [];
  for (const e of log) {
    if (all[0]?.at !== e.at) all.unshift({ at: e.at, moves: [] });
    if (e.more) all[0].moves[0].push(e.text);
    else all[0].moves.unshift([e.text]);
  }
  return all.map((p) => el('div', { class: 'happened' }, p.at ? el('h4', {}, p.at) : null,
    el('ul', {}, ...p.moves.flatMap((m) => m.map((t, i) => el('li', i ? { class: 'then' } : {}, t))))));
}
