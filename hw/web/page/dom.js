// Small helpers to build the page. Text is always set as text, never as HTML.

import { store } from './line.js';

/**
 * $ returns the element of the page with an id.
 * @param {string} id
 * @returns {any} what the page has there
 */
export const $ = (id) => document.getElementById(id);

/** none is what a page has not been told yet, of whatever type: nothing is drawn of it before. @type {any} */
export const none = null;

/**
 * el makes an element: el('button', {class: 'x', onclick: f, 'aria-label': 'y'}, ...children).
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} attrs
 * @param {any[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attrs = {}, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attrs)) {
    if (v === null || v === undefined || v === false) continue;
    if (k.startsWith('on')) e.addEventListener(k.slice(2), v);
    else if (k === 'value') /** @type {any} */ (e).value = v;
    else e.setAttribute(k, v === true ? '' : v);
  }
  const all = children.filter((c) => c !== null && c !== undefined && c !== false);
  if (attrs.dir === 'auto' && all.every((c) => typeof c === 'string')) e.dir = way(all.join(''));
  e.append(...all);
  return e;
}

/**
 * way is the direction of a text: that of its first letter outside of names, by which a browser would turn it. A text of nothing
 * else runs with the page.
 * @param {string} text
 */
export function way(text) {
  if (!text.includes('\u2068')) return 'auto';
  const first = /\p{L}/u.exec(text.replace(/\u2068[^\u2069]*\u2069/g, ''));
  return !first ? document.documentElement.dir : /[\u0590-\u08ff\ufb1d-\ufefc]/.test(first[0]) ? 'rtl' : 'ltr';
}

/** bar is the bar of a line in a chart; the number beside it says the same. @param {number} percent */
export function bar(percent) {
  const length = el('i');
  length.style.width = `${percent}%`;
  return el('i', { class: 'bar', 'aria-hidden': 'true' }, length);
}

/**
 * named is the name of an option, with the sentence that explains the value that it has, or else the option.
 * @param {{label: string, help?: string, values: {word: string, help?: string}[]}} o
 * @param {any} [word]
 */
export const named = (o, word) => el('span', {}, el('bdi', {}, o.label),
  el('small', { dir: 'auto' }, o.values.find((v) => v.word === word)?.help ?? o.help));

/**
 * loaded returns the text of a file of the box. A page without it would be blank, so it is asked for until it comes.
 * @param {string} file
 */
export async function loaded(file) {
  for (let wait = 300; ; wait = Math.min(wait * 1.7, 4000)) {
    try {
      const r = await fetch(new URL(file, import.meta.url));
      if (r.ok) return await r.text();
    } catch { /* there is no network */ }
    await new Promise((done) => { setTimeout(done, wait); });
  }
}

/** icons puts the drawings of icons.svg into the page. */
export async function icons() {
  document.body.append(new DOMParser().parseFromString(await loaded('icons.svg'), 'image/svg+xml').documentElement);
}

const NS = 'http://www.w3.org/2000/svg';

/**
 * svg makes an element of a drawing.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} attrs
 * @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attrs = {}, ...children) {
  const e = document.createElementNS(NS, tag);
  for (const [k, v] of Object.entries(attrs)) e.setAttribute(k, String(v));
  e.append(...children);
  return e;
}

/** icon makes one of the drawings of icons.svg. @param {string} name @param {string} [label] */
export const icon = (name, label) => svg('svg', { class: `icon icon-${name}`, ...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' }) },
  svg('use', { href: `#i-${name}` }));

/**
 * refill fills a place anew and keeps the focus by id. Where what had it is gone, the paper
 * or what else can take it around the place gets it, so that Tab goes on from there.
 * @param {Element} place
 * @param {...any} children
 */
export function refill(place, ...children) {
  const had = place.contains(document.activeElement);
  const id = had ? document.activeElement?.id : '';
  place.replaceChildren(...children.flat().filter(Boolean));
  if (!had) return;
  const again = id ? $(id) : null;
  (again && !again.disabled ? again : place.closest('[tabindex="-1"]'))?.focus({ preventScroll: true });
}

/** put refills a place when what it shows has changed. @param {HTMLElement} place @param {any} sign @param {() => any} make */
export function put(place, sign, make) {
  const s = JSON.stringify(sign);
  if (place.dataset.sign === s) return;
  place.dataset.sign = s;
  refill(place, make());
}

/** laid is what lies on the table after a message: all of it, or what is another than before. @param {Box.Piece[]} before @param {Box.Pieces} m */
export const laid = (before, m) => (m.set ? Array.from({ length: m.n }, (_, i) => m.set[i] ?? before[i]) : m.pieces ?? []);

/** keep remembers a setting of the page; a browser that forbids it forgets. */
export const keep = {
  /** @param {string} k */
  get(k) { try { return store.getItem(`consigliere.${k}`); } catch { return null; } },
  /** @param {string} k @param {string} v */
  set(k, v) { try { store.setItem(`consigliere.${k}`, v); } catch { /* forgotten */ } },
};
