// Arrows from pod to pod: who aims at whom, who owes whom, as all may know it.

import { svg } from './dom.js';

/** Arrows are drawn over a place, from and to the elements of seats. */
export class Arrows {
  #over;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.#over = svg('svg', { class: 'arrows', 'aria-hidden': 'true' });
    place.append(this.#over);
  }

  /**
   * show draws an arrow for each piece that points at a seat.
   * @param {any[]} board
   * @param {any[]} seats
   * @param {(seat: number) => HTMLElement | undefined} at where a seat is
   */
  show(board, seats, at) {
    const around = this.#over.getBoundingClientRect();
    const lines = board.filter((x) => x.to >= 0 && x.seat >= 0 && x.to !== x.seat).flatMap((x) => {
      const [a, b] = [at(x.seat), at(x.to)].map((e) => e?.getBoundingClientRect());
      if (!a?.width || !b?.width) return [];
      const mid = (/** @type {DOMRect} */ r) => [r.left + r.width / 2 - around.left, r.top + r.height / 2 - around.top];
      const [[x1, y1], [x2, y2]] = [mid(a), mid(b)];
      const far = Math.hypot(x2 - x1, y2 - y1) || 1;
      const [ux, uy] = [(x2 - x1) / far, (y2 - y1) / far];
      // It ends at the edge of the pod, and bends to its own side, so that one back is another line.
      const edge = (/** @type {DOMRect} */ r) => Math.min(r.width / 2 / Math.max(.01, Math.abs(ux)), r.height / 2 / Math.max(.01, Math.abs(uy))) + 6;
      const [sx, sy, ex, ey] = [x1 + ux * edge(a), y1 + uy * edge(a), x2 - ux * edge(b), y2 - uy * edge(b)];
      const bend = Math.min(46, far * .14);
      const [cx, cy] = [(sx + ex) / 2 - uy * bend, (sy + ey) / 2 + ux * bend];
      const turn = Math.atan2(ey - cy, ex - cx) * 180 / Math.PI;
      const g = svg('g', { class: `arrow pic-${seats[x.seat]?.look?.colour ?? 'nobody'}` },
        svg('path', { class: 'under', d: `M${sx} ${sy}Q${cx} ${cy} ${ex} ${ey}` }), svg('path', { d: `M${sx} ${sy}Q${cx} ${cy} ${ex} ${ey}` }),
        svg('path', { class: 'tip', d: 'M2 0L-13 -8L-9 0L-13 8z', transform: `translate(${ex} ${ey}) rotate(${turn})` }));
      return [g];
    });
    this.#over.replaceChildren(...lines);
  }
}
