// Naro on the stage: a ring of players with guns, and the loot between them. engine/naro/face/board.go lists the pieces.

import { el, icon } from './dom.js';
import { play } from './stage-sound.js';
import { asks, question } from './stage.js';
import { num } from './words.js';

/** @typedef {import('./stage.js').Show} Show */

/** where is the place of a seat in the ring, in parts of the root: the first at the top, and on clockwise. @param {number} i @param {number} n */
function where(i, n) {
  const a = (2 * Math.PI * (i + (n % 2 ? 0 : 0.5))) / n - Math.PI / 2;
  const [mid, high] = n % 2 ? [0.53, 0.35] : [0.5, 0.37]; // whoever sits alone at the top has room for a crown
  return { x: 0.5 + 0.4 * Math.cos(a), y: mid + high * Math.sin(a) };
}

const svg = (/** @type {string} */ cls, /** @type {string} */ box, /** @type {string} */ inner) => {
  const d = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" class="${cls}" aria-hidden="true">${inner}</svg>`, 'image/svg+xml');
  return /** @type {HTMLElement} */ (/** @type {unknown} */ (document.importNode(d.documentElement, true)));
};

const gun = () => svg('gun', '0 0 120 60', '<path class="steel" d="M26 12h80q6 0 6 6v8h-14v6H62l-4 8H44l-3-6q-5 2-7 10l-4 12H10l8-34q2-10 8-10z"/><path class="hole" d="M47 33q0 8 8 5l3-5z"/><path class="shine" d="M32 17h70"/>');
const plaster = () => svg('plaster', '0 0 40 40', '<g transform="rotate(-35 20 20)"><rect x="2" y="12" width="36" height="16" rx="8"/><rect class="pad" x="13" y="12" width="14" height="16"/></g>');
const burst = () => svg('burst', '-50 -50 100 100', '<path d="M0-48l10 22 20-18-4 26 24-6-14 20 14 14-24 0 6 24-20-12-10 22-9-22-21 12 6-24-25-2 16-14-14-18 24 4-3-26 18 18z"/>');

const centre = (/** @type {Show} */ s) => {
  const mid = s.part('mid', () => el('div', { class: 'mid' }));
  const cry = s.part('cry', () => el('div', { class: 'cry' }), mid);
  // Cards that are turned up say it all; the caption has the words.
  const told = s.beat && s.beat.count === 0 && s.beat.text && s.beat.act !== 'told' && !s.all('shot').length ? s.beat.text : '';
  s.fill(cry, [told, asks(s.desk), document.documentElement.lang], told ? el('p', { class: 'told', dir: 'auto' }, told) : question(s.desk));
  const pile = s.part('pile', () => el('ul', { class: 'pile' }), mid);
  for (const p of [...s.all('token'), ...s.all('loot')]) {
    const card = s.part(`loot.${p.kind}.${p.key}`, () => el('li', { class: `lootcard ${p.key.slice(5)}` }), pile);
    s.fill(card, [p.n, p.name], p.n > 1 ? el('b', {}, `${num(p.n)} ×`) : p.kind === 'token' ? icon('boss') : null, el('span', {}, p.name));
  }
};

/** @type {import('./stage.js').Scene} */
export const scene = {
  players: true,
  heading: true,
  draw(s) {
    const n = s.desk.seats.length;
    const { clientWidth: w, clientHeight: h } = s.root;
    centre(s);
    for (const p of s.all('seat')) {
      const at = where(p.seat, n);
      const hit = s.called('wound', p.seat) || s.called('dead', p.seat) ? s.of('hit', p.seat) : undefined;
      const dead = p.is.includes('dead') || !!hit?.is.includes('dead') && s.called('dead', p.seat);
      const wounds = hit?.n ?? p.n;
      const desk = s.desk.seats[p.seat];
      const e = s.part(`seat${p.seat}`, () => el('div', { class: 'fighter' }));
      e.style.left = `${at.x * 100}%`;
      e.style.top = `${at.y * 100}%`;
      e.className = ['fighter', dead && 'dead', p.is.includes('ducked') && 'ducked', hit && 'hit', p.is.includes('turn') && 'turn', desk.awaited && 'awaited', desk.locked && 'locked'].filter(Boolean).join(' ');
      s.fill(e, [desk.name, desk.look, dead, wounds, p.is, desk.awaited, desk.locked, s.of('bag', p.seat)?.n],
        el('div', { class: 'body' }, s.name(p.seat)[0], p.is.includes('boss') ? icon('boss') : null, dead ? icon('dead') : null),
        el('div', { class: 'label' }, s.name(p.seat)[1], p.is.includes('ducked') && !dead ? icon('duck') : null, s.of('bag', p.seat)?.n ? el('span', { class: 'bag' }, icon('money'), num(s.of('bag', p.seat)?.n ?? 0)) : null, desk.awaited ? icon('await') : desk.locked ? icon('locked') : null),
        el('div', { class: 'state' }, ...Array.from({ length: dead ? 0 : wounds }, plaster)));
      if (dead) continue;
      const to = p.to >= 0 ? where(p.to, n) : null;
      const g = s.part(`gun${p.seat}`, () => el('div', { class: 'arm' }, gun()));
      const angle = to ? Math.atan2((to.y - at.y) * h, (to.x - at.x) * w) : Math.PI / 2;
      g.className = `arm${to ? ' aims' : ''}${Math.cos(angle) < 0 ? ' left' : ''}${p.is.includes('ducked') ? ' away' : ''}`;
      g.style.left = `${at.x * 100}%`;
      g.style.top = `${at.y * 100}%`;
      g.style.setProperty('--angle', `${angle}rad`);
      const shot = s.of('shot', p.seat);
      if (to && !p.is.includes('ducked')) { // who aims at whom, who has shot whom
        const beam = s.part(`beam${p.seat}`, () => el('i', { class: 'beam' }));
        beam.className = `beam ${shot ? shot.key.slice(5) : ''}`;
        beam.style.left = `${at.x * 100}%`;
        beam.style.top = `${at.y * 100}%`;
        beam.style.inlineSize = `${Math.hypot((to.x - at.x) * w, (to.y - at.y) * h)}px`;
        beam.style.transform = `rotate(${angle}rad)`;
      }
      if (!shot || !to) continue;
      const card = s.part(`shot${p.seat}.${shot.key}`, () => el('div', { class: `shot ${shot.key.slice(5)}` }, shot.key === 'card.bang' ? burst() : null, el('b', {}, shot.name)));
      const far = 0.3;
      card.style.left = `${(at.x + (to.x - at.x) * far) * 100}%`;
      card.style.top = `${(at.y + (to.y - at.y) * far) * 100}%`;
    }
  },
  beat(s, b) {
    if (b.act === 'reveal') {
      s.all('shot').forEach((x) => play(x.key === 'card.bang' ? 'shot' : 'click', 120 * x.seat + 150));
      for (const x of s.all('shot')) s.move(s.parts.get(`shot${x.seat}.${x.key}`), [{ transform: 'translate(-50%,-50%) scale(.1) rotate(-40deg)', opacity: 0 }, { transform: 'translate(-50%,-50%) scale(1.35) rotate(6deg)', opacity: 1, offset: 0.6 }, { transform: 'translate(-50%,-50%)', opacity: 1 }], 500, { delay: 120 * x.seat, fill: 'backwards' });
    } else if (b.act === 'consequence' && b.seats.length) {
      s.move(s.parts.get(`seat${b.seats[0]}`), [{ transform: 'translate(-50%,-50%)' }, { transform: 'translate(-56%,-50%)' }, { transform: 'translate(-44%,-50%)' }, { transform: 'translate(-50%,-50%)' }], 350);
    }
  },
};
