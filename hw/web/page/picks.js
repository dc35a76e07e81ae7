// What a seat is asked, as a list of choices. Where the box takes them whole, a tap is the answer.

import { el } from './dom.js';
import { lang, list, say } from './words.js';

const FRESH = 400; // ms in which a tap takes nothing of a new question: it was meant for what stood there before

const since = new Map(); // seat -> the question that it was asked last, and when it came

/** came returns when what a seat is asked came; where its mark stands makes no difference. */
function came(a) {
  const key = JSON.stringify([a.verb, a.question, a.choices.map((c) => c.label)]);
  if (since.get(a.seat)?.key !== key) since.set(a.seat, { key, at: performance.now() });
  return since.get(a.seat).at;
}

/** picks returns the choices of an ask, and how they are taken. send tells the box; still says that the
 * table waits for something else first; taken is called when one was taken. */
export function picks(a, send, still, taken = () => {}) {
  const at = came(a);
  const take = (c, i) => {
    if (performance.now() < at + FRESH) return;
    send({ t: 'pick', name: a.seat, choice: i, label: c.label, lang: lang() });
    taken();
  };
  // What is the same of several is said once.
  const common = a.choices.length > 1 && a.choices.every((c) => c.help === a.choices[0].help) ? a.choices[0].help : '';
  const told = (c, i) => [c.button ? el('kbd', {}, c.button) : null, el('b', {}, el('bdi', {}, c.label)), c.help && !common && c.help !== a.choices[i - 1]?.help ? el('span', { class: 'help', dir: 'auto' }, c.help) : null];
  return [
    common ? el('p', { class: 'help', dir: 'auto' }, common) : null,
    a.choices.length ? el('ul', { class: a.pick ? 'picks' : 'offers' }, ...a.choices.map((c, i) => el('li', { class: c.marked ? 'marked' : '', 'aria-current': c.marked ? 'true' : null },
      ...(a.pick ? [el('button', { class: 'choice', type: 'button', disabled: still, onclick: () => take(c, i) }, ...told(c, i))] : told(c, i))))) : null,
    a.pick && a.back ? el('button', { class: 'pen', type: 'button', disabled: still, onclick: () => send({ t: 'back', name: a.seat }) }, say(`pick.${a.back}`, { what: list(a.others) })) : null,
    a.buttons ? el('p', { class: 'how-to' }, a.pick && a.choices.length ? `${say('pick')} ` : '', say(`buttons.${a.buttons}`, { name: a.seat })) : null,
    a.others.length && !a.pick ? el('p', { class: 'how-to' }, say('buttons.others', { what: list(a.others) })) : null,
  ];
}
