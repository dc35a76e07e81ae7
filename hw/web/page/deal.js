// A play that can be checked afterwards: what the box is committed to, what those who play give, and their receipts.
// This page is a witness: it keeps what it was told, to be held against the record.

import { el, keep } from './dom.js';
import { qr } from './hosting.js';
import { digits, list, say } from './words.js';

const MOST = 3000; // lines that are kept

/** @type {{ commitment: string, lines: any[], acked?: string[] } | null} */
let memo = null;
try { memo = JSON.parse(keep.get('fair') ?? 'null'); } catch { /* it was not ours */ }
const save = () => keep.set('fair', JSON.stringify(memo));

/** witness keeps what a desk says of a play that can be checked, and what of it is new. @param {Box.Public} desk */
export function witness(desk) {
  const f = desk.deal ?? desk.fair;
  if (!f) return;
  let changed = memo?.commitment !== f.commitment;
  if (!memo || changed) memo = { commitment: f.commitment, lines: [{ box: f.box, commitment: f.commitment }] };
  const { lines } = memo;
  const add = (/** @type {(l: Box.Kept) => any} */ has, /** @type {Box.Kept} */ l) => {
    if (lines.some(has) || lines.length >= MOST) return;
    lines.push(l);
    changed = true;
  };
  for (const g of f.given ?? []) if (g.number) add((l) => l.seat === g.seat && l.number, { seat: g.seat, number: g.number });
  for (const r of desk.fair?.receipts ?? []) add((l) => l.line === r.line, { line: r.line, seat: r.seat, digits: r.digits });
  const given = memo.acked ?? [];
  if (desk.fair && lines.some((l) => l.phone && !given.includes(l.seat))) { // the box began before it had what this phone gives
    memo.lines = lines.filter((l) => !l.phone || given.includes(l.seat));
    changed = true;
  }
  if (changed) save();
}

/** own is what this phone gives for a seat: it is kept before the box has it. @param {string} seat */
export function own(seat) {
  let mine = memo?.lines.find((l) => l.phone && l.seat === seat);
  if (!mine) {
    const b = crypto.getRandomValues(new Uint8Array(16));
    mine = { seat, phone: [...b].map((x) => x.toString(16).padStart(2, '0')).join('') };
    memo?.lines.push(mine);
    save();
  }
  return mine.phone;
}

/** acked: the box has what this phone gave for a seat. @param {string} seat */
export function acked(seat) {
  if (!memo) return;
  memo.acked = [...memo.acked ?? [], seat];
  save();
}

/** kept returns what was kept as the lines of a file. */
export const kept = () => (memo?.lines ?? []).map((l) => `${JSON.stringify(l)}\n`).join('');

/** look returns how something looks on the panel's page, or on a phone's. @param {string} panel @param {string} phone */
const look = (panel, phone) => (document.getElementById('deck') ? phone : panel);

const who = { seat: '', typed: '' };

/**
 * dealing is what a page shows while a deal is open; seats are those for whom a number can be typed here. act tells the box.
 * @param {Box.Deal} d
 * @param {string[]} seats
 * @param {(m: any) => any} act
 */
export function dealing(d, seats, act, { host = true, slips = /** @type {any[]} */ ([]) } = {}) {
  const free = seats.filter((s) => !(d.given ?? []).some((g) => g.seat === s && g.number));
  if (!free.includes(who.seat)) who.seat = free[0] ?? '';
  const input = el('input', { type: 'text', id: 'deal-number', inputmode: 'numeric', pattern: '[0-9۰-۹]{6}', maxlength: 6, autocomplete: 'off', dir: 'ltr', 'aria-label': say('deal.number'), placeholder: say('deal.number'), value: who.typed });
  const plain = () => input.value.replace(/[۰-۹]/g, (c) => String(c.charCodeAt(0) - 0x6f0));
  const give = el('button', { class: look('pen', 'key'), id: 'deal-give', type: 'submit', disabled: true }, say('deal.give'));
  const check = () => { give.disabled = !/^[0-9]{6}$/.test(plain()); };
  input.addEventListener('input', () => {
    who.typed = input.value;
    act({ t: 'typing' });
    check();
  });
  check();
  const pick = free.length > 1 ? el('select', { id: 'deal-who', 'aria-label': say('deal.who') }, ...free.map((s) => new Option(s, s))) : null;
  if (pick) {
    pick.value = who.seat;
    pick.addEventListener('change', () => { who.seat = pick.value; });
  }
  const form = free.length ? el('form', { class: 'byname' }, pick, input, give) : null;
  form?.addEventListener('submit', (e) => {
    e.preventDefault();
    if (give.disabled) return;
    const number = plain();
    who.typed = '';
    act({ t: 'give', name: who.seat, number });
  });
  return [
    el('h2', { id: 'deal-title' }, say('deal.title')), el('p', {}, say('deal.how')), ...slips,
    form, d.given?.length ? el('p', { class: 'gave' }, gave(d)) : null, commitment(d),
    host ? acts(act) : null,
  ];
}

/** acts is how a deal ends. @param {(m: any) => any} act */
export const acts = (act) => el('div', { class: look('acts', 'pair') },
  el('button', { class: look('pen', 'key quiet'), id: 'deal-drop', type: 'button', onclick: () => act({ t: 'no_deal' }) }, say('deal.drop')),
  el('button', { class: look('seal', 'key go'), id: 'deal-play', type: 'button', onclick: () => act({ t: 'deal' }) }, say('deal.play')));

/** gave says who has given something. @param {Box.Deal | Box.Fair} d */
export const gave = (d) => say('deal.gave', { names: list([...new Set(d.given.map((g) => g.seat))]) });

/** commitment is what the box is committed to. @param {Box.Deal} d */
export const commitment = (d) => el('div', { class: 'code commitment' }, d.rows ? qr(d.rows, say('deal.code')) : null,
  el('p', { class: 'address' }, el('code', { dir: 'ltr' }, d.commitment.slice(0, 8))), el('p', { class: 'soft phase' }, say('deal.code')));

let unfolded = false;

/** receipts is what all see of a play that can be checked. @param {Box.Fair | null | undefined} f */
export function receipts(f) {
  if (!f) return null;
  const said = (f.given ?? []).filter((g) => g.number).map((g) => `${g.seat} ${digits(g.number)}`);
  const leaf = el('details', { class: `${look('places', 'group')} receipts` }, el('summary', { id: 'receipts' }, say('fair.title')),
    el('p', {}, el('code', { dir: 'ltr' }, f.commitment.slice(0, 8)), said.length ? ` · ${say('fair.said', { list: list(said) })}` : ''),
    f.given?.length ? el('p', { class: 'soft phase' }, gave(f)) : el('p', { class: 'soft phase' }, say('fair.alone')),
    el('table', {}, el('caption', { class: 'unseen' }, say('fair.title')), el('tbody', {}, ...[...f.receipts].reverse().map((r) => el('tr', { class: r.gone ? 'gone' : '' },
      el('th', { scope: 'row' }, el('bdi', {}, r.seat)), el('td', {}, el('bdi', {}, r.what)), el('td', {}, el('bdi', { class: 'receipt' }, digits(r.digits)), r.gone ? el('small', {}, ' ', say('fair.gone')) : null))))));
  leaf.open = unfolded;
  leaf.addEventListener('toggle', () => { unfolded = leaf.open; });
  return leaf;
}

/** beside is the receipt of what a line of a reveal shows, if there is one. @param {{ receipt?: string }} l */
export const beside = (l) => (l.receipt ? el('small', { class: 'bound' }, say('fair.receipt'), ' ', el('bdi', { class: 'receipt' }, digits(l.receipt))) : null);

/** checks offers the check of a play that is over; what was kept here goes along. record returns the record, where
 * this page may have it. @param {() => Promise<string>} [record] */
export function checks(record) {
  const file = (/** @type {string} */ text) => URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const open = () => {
    const w = window.open('verify');
    w?.addEventListener('load', async () => {
      const text = await record?.();
      const put = (/** @type {string} */ id, /** @type {string} */ content, /** @type {string} */ name) => {
        const box = /** @type {HTMLInputElement} */ (w.document.getElementById(id));
        const files = new DataTransfer();
        files.items.add(new File([content], name));
        box.files = files.files;
        box.dispatchEvent(new Event('input'));
      };
      put('k', kept(), 'kept.jsonl');
      if (text) put('f', text, 'record.txt');
    });
  };
  const keeps = record ? null : el('a', { class: 'key quiet', id: 'kept', download: 'kept.jsonl', href: file(kept()) }, say('fair.kept'));
  return [el('button', { class: look('pen', 'key'), id: 'check', type: 'button', onclick: open }, say('fair.check')), keeps];
}
