// What the pages of the site share: words, the language, the bar on top, and the worker that reads records.

import { el, none } from './table/dom.js';

const root = new URL('.', import.meta.url);
/** @type {Map<string, Record<string, string>>} language -> key -> sentence */
const book = new Map();
let now = 'en';

/** PAGES are the pages beside the front door. */
export const PAGES = ['replay', 'rules', 'script', 'verify'];

/** @type {import('./schema').Tongue[]} */
export const languages = await (await fetch(new URL('table/languages.json', root))).json();
/** tongue is the row of a language that the site speaks. @returns {import('./schema').Tongue} @param {string | null} tag */
const tongue = (tag) => languages.find((l) => l.tag === tag) ?? none;

/** at returns the address of a file of the site. @param {string} path */
export const at = (path) => new URL(path, root).href;

export const lang = () => now;

/**
 * say returns the sentence of a key; {{.name}} in it is replaced by vars.name.
 * @param {string} key
 * @param {Record<string, any>} vars
 */
export function say(key, vars = {}) {
  const words = book.get(now) ?? none;
  const n = typeof vars.n === 'number' ? words[`${key}_${new Intl.PluralRules(now).select(vars.n)}`] : null;
  return (n ?? words[key] ?? key).replace(/\{\{\.(\w+)\}\}/g, (/** @type {string} */ _, /** @type {string} */ k) => (typeof vars[k] === 'number' ? num(vars[k]) : vars[k] ?? ''));
}

export const num = (/** @type {number} */ n) => new Intl.NumberFormat(tongue(now).locale).format(n);

/** @param {string} to */
async function speak(to) {
  if (!book.has(to)) book.set(to, await (await fetch(at(`words/${to}.json`))).json());
  now = to;
  document.documentElement.lang = to;
  document.documentElement.dir = tongue(to).rtl ? 'rtl' : 'ltr';
}

/**
 * page draws a page, again in each language that somebody chooses.
 * @param {(main: HTMLElement) => any} draw
 */
export async function page(draw) {
  const chosen = new URLSearchParams(location.search).get('lang') ?? localStorage.getItem('consigliere.lang');
  const want = [chosen, ...(navigator.languages ?? []).map((l) => l.slice(0, 2))].find((l) => tongue(l)) ?? 'en';
  await speak(want);
  const again = async () => {
    bar(again);
    await draw(document.querySelector('main') ?? none);
  };
  await again();
  keepOffline();
}

/** @param {() => void} again */
function bar(again) {
  const pick = el('select', { id: 'lang', 'aria-label': say('language') }, ...languages.map((l) => el('option', { value: l.tag, lang: l.tag }, l.name)));
  pick.value = now;
  pick.addEventListener('change', async () => {
    localStorage.setItem('consigliere.lang', pick.value);
    await speak(pick.value);
    await again();
  });
  const here = location.pathname.replace(/index\.html$/, '');
  const links = [['', 'home'], ...PAGES.map((p) => [`${p}/`, p])].map(([to, word]) =>
    el('a', { href: at(to), 'aria-current': new URL(at(to)).pathname === here ? 'page' : null }, say(`nav_${word}`)));
  document.querySelector('header')?.replaceChildren(el('nav', { 'aria-label': say('nav') }, ...links), pick);
}

/** keepOffline lets the browser keep the site, and offers a new version of it without forcing it. */
async function keepOffline() {
  if (!navigator.serviceWorker) return;
  const r = await navigator.serviceWorker.register(at('sw.js'), { scope: root.pathname }).catch(() => null);
  if (!r) return;
  const offer = () => {
    if (!r.waiting || !navigator.serviceWorker.controller || document.querySelector('.fresh')) return;
    document.body.append(el('p', { class: 'fresh', role: 'status' }, say('fresh'), ' ',
      el('button', { type: 'button', onclick: () => r.waiting?.postMessage('now') }, say('fresh_take')),
      el('button', { type: 'button', class: 'quiet', onclick: (/** @type {any} */ e) => e.target.parentElement.remove() }, say('fresh_later'))));
  };
  r.addEventListener('updatefound', () => r.installing?.addEventListener('statechange', offer));
  offer();
  let taken = !!navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener('controllerchange', () => { if (taken) location.reload(); taken = true; });
}

// ---- the reader: the engines without a box, in a worker of its own

/** @type {Worker | null} */
let reader = null;
const calls = new Map();
let called = 0;

/**
 * read calls a function of the reader; see reader.js.
 * @param {string} name
 * @param {any[]} args
 * @returns {Promise<any>}
 */
export function read(name, ...args) {
  const to = reader ??= started();
  return new Promise((done, failed) => {
    calls.set(++called, { done, failed });
    to.postMessage({ id: called, name, args });
  });
}

function started() {
  const w = new Worker(at('reader.js'));
  w.onmessage = ({ data: m }) => {
    const c = calls.get(m.id);
    calls.delete(m.id);
    if (m.error !== undefined) c?.failed(new Error(m.error));
    else c?.done(JSON.parse(m.value));
  };
  return w;
}

export { el };
