// A list that people put into an order: by dragging, or with the arrow keys.

import { $, el, icon } from './dom.js';
import { num, say } from './words.js';

/**
 * order returns the list; id is the beginning of those of its grips. move is told of a row that is to stand elsewhere.
 * @param {string} id
 * @param {string[]} names
 * @param {(name: string, i: number) => any[]} row what a row shows besides its grip
 * @param {(from: number, to: number) => void} move
 */
export function order(id, names, row, move) {
  const list = el('ol', { class: 'order' });
  const go = (/** @type {number} */ from, /** @type {number} */ to) => {
    if (to < 0 || to >= names.length || to === from) return;
    const name = names[from];
    move(from, to);
    $(`${id}-${to}`)?.focus({ preventScroll: true });
    $('spoken').textContent = say('order.moved', { name, n: to + 1, of: num(names.length) });
  };
  names.forEach((name, i) => {
    const grip = el('button', { class: 'tool grip', id: `${id}-${i}`, type: 'button', 'aria-label': say('order.grip', { name }), title: say('order.how') }, icon('grip'));
    const li = el('li', {}, grip, ...row(name, i));
    grip.addEventListener('keydown', (/** @type {KeyboardEvent} */ e) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[e.key];
      if (!by) return;
      e.preventDefault();
      go(i, i + by);
    });
    grip.addEventListener('pointerdown', (e) => {
      if (e.button === 0) drag(e, grip, li, list, i, go);
    });
    list.append(li);
  });
  return list;
}

/**
 * drag lets a row follow the finger, and the others make room.
 * @param {PointerEvent} e
 * @param {HTMLElement} grip
 * @param {HTMLElement} li
 * @param {HTMLElement} list
 * @param {number} from
 * @param {(from: number, to: number) => void} go
 */
function drag(e, grip, li, list, from, go) {
  e.preventDefault();
  grip.setPointerCapture(e.pointerId);
  const rows = /** @type {HTMLElement[]} */ ([...list.children]);
  const tops = rows.map((r) => r.offsetTop);
  const step = rows.length > 1 ? tops[1] - tops[0] : 0;
  const y = e.clientY + window.scrollY;
  let to = from;
  const follow = (/** @type {PointerEvent} */ m) => {
    const by = m.clientY + window.scrollY - y;
    to = Math.max(0, Math.min(rows.length - 1, from + Math.round(by / (step || 1))));
    rows.forEach((r, i) => {
      const room = i > from && i <= to ? -step : i < from && i >= to ? step : 0;
      r.style.transform = r === li ? `translateY(${by}px)` : room ? `translateY(${room}px)` : '';
    });
  };
  const end = (/** @type {PointerEvent} */ m) => {
    grip.removeEventListener('pointermove', follow);
    grip.removeEventListener('pointerup', end);
    grip.removeEventListener('pointercancel', end);
    list.classList.remove('dragged');
    li.classList.remove('drag');
    for (const r of rows) r.style.transform = '';
    if (m.type === 'pointerup') go(from, to);
  };
  list.classList.add('dragged');
  li.classList.add('drag');
  grip.addEventListener('pointermove', follow);
  grip.addEventListener('pointerup', end);
  grip.addEventListener('pointercancel', end);
}
