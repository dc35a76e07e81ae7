// How a game is played, read from the box when somebody wants to know.

import { el } from './dom.js';
import { request } from './line.js';
import { lang } from './words.js';

const read = new Map();

/** guide returns the sections of a game's guide, each with a heading and paragraphs; none if the box does not answer. @param {string} game */
export function guide(game) {
  const key = `${game}/${lang()}`;
  if (!read.has(key)) {
    const lost = () => { read.delete(key); return []; };
    read.set(key, request(`guide/${game}?lang=${lang()}`).then((r) => (r.ok ? r.json() : lost()), lost));
  }
  return read.get(key);
}

/** pages draws the sections of a guide. @param {Box.GuideSection[]} sections */
export function pages(sections) {
  return sections.flatMap((s) => [el('h3', { dir: 'auto' }, s.heading), ...s.paragraphs.map((p) => el('p', { dir: 'auto' }, p))]);
}
