// What a seat is asked, as a list of choices. Where the box takes them whole, a tap is the answer.

import { el } from './dom.js';
import { list, say } from './words.js';

const FRESH = 400; // ms in which a tap takes nothing of a new question: it was meant for what stood there before

/**
 * came notes in what a seat is asked when it came. before is what was asked until now: the same but for where
 * its mark stands came when that did. The page keeps nothing of a question that is over.
 * @param {Box.Ask} a
 * @param {Box.Ask | null | undefined} before
 */
export function came(a, before) {
  const key = (/** @type {Box.Ask} */ x) => JSON.stringify([x.seat, x.verb, x.question, x.adds || x.choices.map((c) => c.label)]); // what adds up is tapped fast
  const same = before && key(before) === key(a);
  a.came = same ? before.came : performance.now();
  a.meant = same ? before.meant : undefined;
}

/** named is a choice, and what is chosen after it at the same tap. @param {(number | undefined)[]} at */
const named = (...at) => JSON.stringify(at);

/**
 * meant reports whether a choice that is asked for once more was tapped once.
 * @param {Box.Ask} a
 * @param {number} i
 * @param {number} [then]
 * @param {number} [way]
 */
export const meant = (a, i, then, way) => a.meant === named(i, then, way);

/**
 * taker returns what takes a choice of an ask, by its number. again is called when it is asked for once more.
 * @param {Box.Ask} a
 * @param {(m: import('../schema').FromPanel) => any} send
 */
export const taker = (a, send, taken = () => {}, again = () => {}) => /** @type {(i: number, then?: number, way?: number) => void} */ ((i, then, way) => {
  if (performance.now() < (a.came ?? 0) + FRESH) return;
  const last = then !== undefined || way !== undefined || !a.choices[i].more;
  if (a.final && last && !meant(a, i, then, way)) {
    Object.assign(a, { meant: named(i, then, way), came: performance.now() }); // nor does the second of two fast taps
    again();
    return;
  }
  if (a.final && last) a.came = performance.now(); // nor is it taken twice
  send({ t: 'pick', name: a.seat, choice: i, turn: a.turn, ...(then === undefined ? {} : { then }), ...(way === undefined ? {} : { way }) });
  taken();
});

/** choices returns the choices of an ask, and in place of one after which few answers are left, each of these. @param {Box.Ask} a */
const choices = (a) => a.choices.flatMap((c, i) => /** @type {(Box.Choice & { i: number, way?: number })[]} */ (c.ways?.length
  ? c.ways.map((n, way) => ({ label: n.label.startsWith(c.label) ? n.label : `${c.label}: ${n.label}`, help: n.help || c.help, i, way }))
  : [{ ...c, i, way: undefined }]));

/**
 * picks returns the choices of an ask, and how they are taken. send tells the box; still says that the
 * table waits for something else first; taken is called when one was taken, and again when it is asked for once more.
 * @param {Box.Ask} a
 * @param {boolean} still
 * @param {(m: import('../schema').FromPanel) => any} send
 */
export function picks(a, send, still, taken = () => {}, again = () => {}) {
  const take = taker(a, send, taken, again);
  const all = a.pick ? choices(a) : a.choices.map((c, i) => ({ ...c, i, way: undefined }));
  // What is the same of several is said once.
  const helps = all.map((c) => c.help).filter(Boolean);
  const common = helps.length > 1 && helps.every((h) => h === helps[0]) ? helps[0] : '';
  const told = (/** @type {{label: string, help: string, button?: string}} */ c, /** @type {number} */ i) => [c.button ? el('kbd', {}, c.button) : null, el('b', {}, el('bdi', {}, c.label)), c.help && !common && c.help !== all[i - 1]?.help ? el('span', { class: 'help', dir: 'auto' }, c.help) : null];
  return [
    common ? el('p', { class: 'help', dir: 'auto' }, common) : null,
    all.length ? el('ul', { class: a.pick ? 'picks' : 'offers' }, ...all.map((c, i) => el('li', { class: c.marked || meant(a, c.i, undefined, c.way) ? 'marked' : '', 'aria-current': c.marked ? 'true' : null },
      ...(a.pick ? [el('button', { class: 'choice', type: 'button', id: `pick-${a.secrecy || 'open'}-${i}`, disabled: still, 'aria-pressed': a.final && !c.more ? String(meant(a, c.i, undefined, c.way)) : null, onclick: () => take(c.i, undefined, c.way) },
        ...told(c, i), meant(a, c.i, undefined, c.way) ? el('span', { class: 'sure' }, say('pick.sure')) : null)] : told(c, i))))) : null,
    a.pick && a.back ? el('button', { class: 'pen', type: 'button', disabled: still, onclick: () => send({ t: 'back', name: a.seat }) }, say(`pick.${a.back}`, { what: list(a.others) })) : null,
    a.buttons ? el('p', { class: 'how-to' }, a.pick && a.choices.length ? `${a.final ? say('pick.twice') : say('pick')} ` : '', say(`buttons.${a.buttons}`, { name: a.seat })) : null,
    a.others.length && !a.pick ? el('p', { class: 'how-to' }, say('buttons.others', { what: list(a.others) })) : null,
  ];
}
