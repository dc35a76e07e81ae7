// The phones of the table, on the panel: how to join, who is here, and who waits to be let in.

import { $, el, put, svg } from './dom.js';
import { asks, hold } from './hold.js';
import { inWindows } from './line.js';
import { picture } from './look.js';
import { lang, say } from './words.js';

/** qr draws the modules of a QR code. @param {string[]} rows @param {string} label */
export const qr = (rows, label) => svg('svg', { viewBox: `-4 -4 ${rows.length + 8} ${rows.length + 8}`, class: 'qr', role: 'img', 'aria-label': label },
  svg('path', { d: rows.map((row, y) => [...row].map((c, x) => (c === '1' ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('') }));

/** wifi is how a phone gets into the network that the box makes itself. @param {Box.Wifi} w */
export const wifi = (w) => el('div', { class: 'code' }, el('p', {}, say('wifi.first')), qr(w.rows, say('wifi.first')),
  el('p', { class: 'address' }, el('bdi', {}, w.name)), el('p', { class: 'address' }, ...around('wifi.password', el('bdi', { dir: 'ltr' }, w.password))));

/** around returns a sentence with something in the place of its word. @param {string} key @param {Node} word */
export function around(key, word) {
  const [before, after] = say(key, { word: '\u0000', where: '\u0000' }).split('\u0000');
  return [before, word, after];
}

/** @type {boolean | null} */
let shown = null; // the code is unfolded, or not; until somebody says so, while nobody has joined

/** join brings the code into sight. It reports whether there is one. */
export function join() {
  shown = true;
  const code = /** @type {any} */ (document.querySelector('.phones'));
  if (!code) return false;
  code.open = true;
  code.scrollIntoView({ block: 'nearest' });
  return true;
}
let leaving = ''; // whose phone is removed if that was meant

/**
 * hosting draws the phones into a place; m is what the box says of them, seats who plays.
 * @param {HTMLElement} place
 * @param {Box.Phones | null} m
 * @param {boolean} menu
 * @param {Box.Player[]} seats
 * @param {(m: import('../schema').FromPanel) => any} send
 */
export function hosting(place, m, menu, seats, send) {
  const at = new Map(seats.map((s) => [s.name, s.phone]));
  asks('panel', seats.filter((s) => s.phone === 'away').map((s) => s.name));
  const sure = (/** @type {string} */ name) => {
    leaving = name;
    hosting(place, m, menu, seats, send);
    $(name ? 'out-yes' : 'phones')?.focus();
  };
  put(place, [lang(), m, menu, [...at], leaving], () => {
    if (!m) return null;
    const code = el('details', { class: 'phones' }, el('summary', { id: 'phones' }, say('phones.join')),
      m.wifi && m.rows ? wifi(m.wifi) : null,
      m.wifi && m.rows ? el('p', {}, say('wifi.then')) : null,
      inWindows && m.join ? el('a', { class: 'pen', href: m.join, target: '_blank' }, say('phones.window')) : null,
      m.rows && !inWindows ? qr(m.rows, say('screen.code')) : null,
      m.address && !inWindows ? el('p', { class: 'phase unbroken', dir: 'ltr' }, m.address) : null,
      m.address && !inWindows ? el('p', { class: 'phase', id: 'phones-screen' }, ...around('phones.screen', el('a', { class: 'address unbroken', href: 'screen', target: '_blank', dir: 'ltr' }, `${m.address.replace(/\/+$/, '')}/screen`))) : null,
      el('p', { class: 'phase' }, say(inWindows ? 'phones.window_how' : m.address ? 'phones.how' : 'phones.none')));
    code.open = shown ?? (menu && !!m.rows && !m.phones.length);
    code.firstElementChild?.addEventListener('click', () => { shown = !code.open; });
    // A play that is gone on with has seats whose phones have not come back yet.
    const back = seats.filter((s) => (s.phone === 'away' || s.phone === 'panel') && !m.phones.some((p) => p.name === s.name));
    const standIn = (/** @type {string} */ name) => (at.get(name) === 'away' ? hold('panel', name, { class: 'pen small', id: `panel-${name}`, title: say('phones.panel_how', { name }) }, say('phones.panel', { name }), () => send({ t: 'stand_in', name, on: true }))
      : at.get(name) === 'panel' ? el('button', { class: 'pen small', type: 'button', id: `panel-${name}`, onclick: () => send({ t: 'stand_in', name, on: false }) }, say('phones.panel_end', { name })) : null);
    const where = (/** @type {string} */ name, /** @type {boolean} */ here) => (at.get(name) === 'panel' ? el('small', {}, say('phones.by_panel')) : here ? null : el('small', {}, say('phones.away')));
    const missing = back.map((s) => el('li', { class: 'row' }, el('span', {}, el('bdi', {}, s.name), where(s.name, false)), standIn(s.name)));
    const rows = m.phones.map((p, i) => {
      const host = el('input', { type: 'checkbox', id: `host-${i}`, 'aria-label': say('phones.host', { name: p.name }) });
      host.checked = p.host;
      host.addEventListener('change', () => send({ t: 'host', name: p.name, on: host.checked }));
      return el('li', { class: 'row' }, el('span', {}, picture(p.look), ' ', el('bdi', {}, p.name), where(p.name, p.here)),
        el('span', { class: 'acts' }, el('label', { class: 'row' }, el('small', {}, say('phone.host')), host),
          leaving === p.name ? null : el('button', { class: 'pen small', type: 'button', id: `out-${i}`, title: say('phones.out', { name: p.name }), 'aria-label': say('phones.out', { name: p.name }), onclick: () => sure(p.name) }, '×')),
        leaving !== p.name ? null : el('span', { class: 'acts', role: 'alert' },
          el('button', { class: 'pen small warn', type: 'button', id: 'out-yes', onclick: () => { sure(''); send({ t: 'out', name: p.name }); } }, say('phones.out', { name: p.name })),
          el('button', { class: 'pen small', type: 'button', id: 'out-no', onclick: () => sure('') }, say('phone.no'))),
        standIn(p.name));
    });
    return [rows.length + missing.length ? el('ul', { class: 'rows', 'aria-label': say('screen.here') }, ...rows, ...missing) : null, code]; // who has joined is seen without scrolling
  });
}

/**
 * knocks draws who waits to be let in, where it is always in sight; m is what the box says of phones.
 * @param {HTMLElement} place
 * @param {Box.Phones | null} m
 * @param {(m: import('../schema').LetMessage) => any} send
 */
export function knocks(place, m, send) {
  asks('let', m?.knocks.map((k) => String(k.id)) ?? []);
  put(place, [lang(), m?.knocks], () => m?.knocks.map((k) => el('div', { class: 'slip consent', role: 'alert' },
    el('p', {}, say(k.taken ? 'phone.knock_taken' : 'phone.knock', { name: k.name })),
    el('div', { class: 'acts' },
      hold('let', String(k.id), { class: 'pen', id: `let-${k.id}` }, say('phone.let'), () => send({ t: 'let', id: k.id, yes: true })),
      el('button', { class: 'pen', id: `keep-${k.id}`, type: 'button', onclick: () => send({ t: 'let', id: k.id, yes: false }) }, say('phone.no'))))) ?? null);
}
