// The dice tray of a simulator: dice to roll, or a picture of dice to drop.

import { el } from './dom.js';
import { request } from './line.js';
import { lang, say } from './words.js';

/** @type {Promise<boolean> | null} */
let there = null; // whether the box has a tray: asked once
/** @type {string | null} */
let shown = null; // the picture that was taken last, as an address
/** @type {{ lang: string, root: HTMLElement } | null} */
let drawn = null; // the tray, and its language: it stays while what is around it is drawn anew

/** has tells whether the box has a tray. */
const has = () => there ??= request('tray').then((r) => r.status === 204, () => false);

/** dataOf returns a picture as an address of its own: the page may show no others. @param {Blob} blob @returns {Promise<string>} */
const dataOf = (blob) => new Promise((done, failed) => {
  const f = new FileReader();
  f.onload = () => done(String(f.result));
  f.onerror = () => failed(f.error);
  f.readAsDataURL(blob);
});

/** tray returns the tray. */
export function tray() {
  if (drawn?.lang !== lang()) drawn = { lang: lang(), root: draw() };
  return drawn.root;
}

/** draw draws the tray. The display of the box shows what was read, and OK there takes it. */
function draw() {
  const view = el('img', { alt: say('tray.picture'), hidden: !shown, src: shown });
  const note = el('p', { class: 'held', role: 'status', hidden: true });
  const root = el('div', { class: 'tray', hidden: true });
  const take = el('button', { class: 'pen', type: 'button', id: 'tray-take', hidden: !shown, onclick: () => /** @type {HTMLElement | null | undefined} */ (take.closest('form')?.querySelector('.seal'))?.click() }, say('tray.take'));
  const look = async (/** @type {File | null} */ picture) => {
    root.classList.add('busy');
    note.hidden = true;
    try {
      const r = await request('tray', { method: 'POST', body: picture });
      if (!r.ok) throw new Error((await r.text()).trim());
      shown = await dataOf(await r.blob());
      view.src = shown;
      view.hidden = false;
      take.hidden = false;
      note.textContent = say('tray.read');
      note.hidden = false;
    } catch (e) {
      note.textContent = say('tray.failed', { why: e instanceof Error ? e.message : String(e) });
      note.hidden = false;
    }
    root.classList.remove('busy');
  };
  const file = el('input', { type: 'file', id: 'tray-file', class: 'unseen', accept: 'image/jpeg,image/png' });
  file.addEventListener('change', () => { if (file.files?.length) look(file.files[0]); });
  root.append(view, note, el('div', { class: 'acts' },
    take,
    el('button', { class: 'pen', type: 'button', id: 'tray-roll', onclick: () => look(null) }, say('tray.roll')),
    el('label', { class: 'quiet' }, say('tray.drop'), file)));
  for (const t of ['dragover', 'dragleave', 'drop']) {
    root.addEventListener(t, (/** @type {any} */ e) => {
      e.preventDefault();
      root.classList.toggle('over', t === 'dragover');
      if (t === 'drop' && e.dataTransfer.files.length) look(e.dataTransfer.files[0]);
    });
  }
  has().then((yes) => { root.hidden = !yes; });
  return root;
}
