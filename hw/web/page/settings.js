// How the table likes to play, with the values that stand and what each does.

import { el } from './dom.js';
import { num, say } from './words.js';

const PACES = ['brisk', 'normal', 'calm'];
const CLOCKS = [0, 50, 100, 200, 400];

/** clock says how long limits of time are. @param {number} percent */
const clock = (percent) => (percent === 0 ? say('settings.clocks_off') : percent === 100 ? say('settings.clocks_usual')
  : percent < 100 && 100 % percent === 0 ? say('settings.clocks_part', { n: num(percent), of: num(100 / percent) }) : say('settings.clocks_times', { n: num(percent), of: num(percent / 100) }));

let open = false;

/**
 * settings returns what shows and changes them; send tells the box.
 * @param {(m: import('../schema').PaceMessage | import('../schema').ClocksMessage | import('../schema').FastBotsMessage) => any} send
 * @param {import('../schema').Public['settings']} s
 */
export function settings(s, send) {
  const row = (/** @type {string} */ id, /** @type {string} */ label, /** @type {string | number} */ value, /** @type {string[][]} */ values, /** @type {(value: string) => void} */ set) => {
    const pick = el('select', { id }, ...values.map(([v, text]) => el('option', { value: v }, text)));
    pick.value = String(value);
    pick.addEventListener('change', () => set(pick.value));
    return el('label', { class: 'row' }, el('span', {}, label), pick);
  };
  const clocks = CLOCKS.includes(s.clocks) ? CLOCKS : [...CLOCKS, s.clocks].sort((a, b) => a - b);
  const leaf = el('details', { class: 'settings places' },
    el('summary', { id: 'settings' }, say('settings'), el('small', {}, ' ', [say(`settings.pace_${s.pace}`), clock(s.clocks)].join(' · '))),
    el('div', { class: 'rows' },
      row('set-pace', say('settings.pace'), s.pace, PACES.map((p) => [p, say(`settings.pace_${p}`)]), (v) => send({ t: 'pace', pace: v })),
      row('set-clocks', say('settings.clocks'), s.clocks, clocks.map((n) => [String(n), clock(n)]), (v) => send({ t: 'clocks', percent: Number(v) })),
      row('set-bots', say('settings.bots'), String(s.fastBots), [['false', say('settings.bots_usual')], ['true', say('settings.bots_fast')]], (v) => send({ t: 'fast_bots', on: v === 'true' }))));
  leaf.open = open;
  leaf.addEventListener('toggle', () => { open = leaf.open; });
  return leaf;
}
