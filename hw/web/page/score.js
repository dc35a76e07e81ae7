// How a play came out: a table of what each score is made of, and a chart of the rounds. Lines differ
// in their dashes and signs as well as in their colours, and are named at their ends.

import { el, svg } from './dom.js';
import { direction, list, num, say } from './words.js';

const W = 640;
const H = 360;
const SIGNS = ['M-5-5h10v10h-10z', 'M0-6l6 11h-12z', 'M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0', 'M0-7l7 7l-7 7l-7-7z', 'M-6-6l12 12M6-6l-12 12', 'M0-7v14M-7 0h14'];

/**
 * chart draws what each seat owned after each round, in the colours of the players; null where nobody can tell.
 * @param {Box.Score | null} score
 * @param {{ name: string, look: import('../schema').Look }[]} [seats]
 */
export function chart(score, seats = []) {
  const look = new Map(seats.map((s) => [s.name, s.look]));
  const rows = score?.rows.filter((r) => r.rounds.length > 1) ?? [];
  if (!rows.length) return null;
  const most = Math.max(1, ...rows.flatMap((r) => r.rounds));
  const least = Math.min(0, ...rows.flatMap((r) => r.rounds));
  const rounds = rows[0].rounds.length;
  const rtl = direction() === 'rtl';
  const side = (/** @type {number} */ x) => (rtl ? W - x : x); // time goes as one reads
  const x = (/** @type {number} */ i) => side(14 + (i * (W - 170)) / (rounds - 1));
  const y = (/** @type {number} */ v) => H - 34 - ((v - least) * (H - 60)) / (most - least);
  const all = svg('svg', { viewBox: `0 0 ${W} ${H}`, class: 'chart', role: 'img', 'aria-label': `${say('score.chart')}. ${rows.map((r) => `${r.seat}: ${list(r.rounds.map(num))}`).join('; ')}` });
  for (const v of new Set([least, 0, most])) {
    all.append(svg('line', { class: 'grid', x1: side(8), x2: side(W - 150), y1: y(v), y2: y(v) }));
  }
  all.append(svg('text', { class: 'axis', x: side(8), y: y(most) - 8, 'text-anchor': 'start' }, num(most)));
  for (let i = 0; i < rounds; i++) all.append(svg('text', { class: 'axis', x: x(i), y: H - 8, 'text-anchor': 'middle' }, num(i + 1)));
  // Names stand at the ends of their lines, one below the other.
  const ends = rows.map((r, n) => ({ r, n, at: y(r.rounds.at(-1) ?? 0) })).sort((a, b) => a.at - b.at);
  const gap = Math.min(30, (H - 40) / ends.length);
  ends.forEach((e, i) => { e.at = Math.max(e.at, 16 + i * gap, i ? ends[i - 1].at + gap : 0); });
  for (let i = ends.length - 1, low = H - 34; i >= 0; i--, low -= gap) ends[i].at = Math.min(ends[i].at, low);
  for (const { r, n, at } of ends) {
    const colour = look.get(r.seat)?.colour;
    const line = svg('g', { class: `run run-${n % 6}${n > 5 ? ' more' : ''}${colour ? ` own pic-${colour}` : ''}` });
    line.append(svg('polyline', { points: r.rounds.map((v, i) => `${x(i)},${y(v)}`).join(' ') }));
    const last = x(rounds - 1);
    line.append(svg('path', { class: 'sign', d: SIGNS[n % 6], transform: `translate(${last},${y(r.rounds.at(-1) ?? 0)})` }));
    line.append(svg('polyline', { class: 'lead', points: `${last + (rtl ? -10 : 10)},${y(r.rounds.at(-1) ?? 0)} ${side(W - 132)},${at}` }));
    line.append(svg('text', { x: side(W - 126), y: at + 8, 'text-anchor': 'start' }, r.seat.length > 9 ? `${r.seat.slice(0, 8)}…` : r.seat));
    all.append(line);
  }
  return el('figure', { class: 'rounds' }, el('figcaption', { 'aria-hidden': 'true' }, say('score.chart')), all);
}

/**
 * made is the table of what each score is made of. The total comes first, and whatever there is more of, seats or
 * parts, stands below each other: a narrow page has no room for it.
 * @param {Box.Score} score
 */
export function made(score) {
  const name = (/** @type {Box.ScoreRow} */ r) => [el('small', {}, r.place), ' ', el('bdi', {}, r.seat)];
  const parts = [{ what: say('score.total'), of: (/** @type {Box.ScoreRow} */ r) => el('b', {}, num(r.total)) }, ...score.columns.map((c, i) => ({ what: c, of: (/** @type {Box.ScoreRow} */ r) => num(r.values[i]) }))];
  const col = (/** @type {any[]} */ ...what) => el('th', { scope: 'col' }, ...what);
  const row = (/** @type {any[]} */ ...what) => el('th', { scope: 'row' }, ...what);
  const table = parts.length > score.rows.length ? [
    el('thead', {}, el('tr', {}, el('td', {}), ...score.rows.map((r) => col(...name(r))))),
    el('tbody', {}, ...parts.map((p, i) => el('tr', { class: i ? '' : 'strong' }, row(p.what), ...score.rows.map((r) => el('td', {}, p.of(r)))))),
  ] : [
    el('thead', {}, el('tr', {}, el('td', {}), ...parts.map((p) => col(p.what)))),
    el('tbody', {}, ...score.rows.map((r) => el('tr', { class: r.winner ? 'strong' : '' }, row(...name(r)), ...parts.map((p) => el('td', { 'data-of': p.what }, p.of(r)))))),
  ];
  return el('div', { class: parts.length > score.rows.length ? 'made' : 'made by-seat', tabindex: 0, role: 'group', 'aria-label': say('score.made') }, el('table', {}, el('caption', { class: 'unseen' }, say('score.made')), ...table));
}
