// What carries the messages between this page and its box, where a worker of this browser has the box: a channel for
// each line. On a box there is another file by this name: no page knows which.

const here = new URL(location.href).searchParams;
const root = new URL('..', import.meta.url); // of the site
export const table = here.get('table') || (/\/script\//.test(location.pathname) ? 'workshop' : 'table');
const hub = new BroadcastChannel(`consigliere.${table}`);
const waiting = new Set(); // lines that the box has not opened yet, which are told when there is one
const asked = new Map(); // question -> what its answer does

hub.addEventListener('message', ({ data: m }) => {
  if (m.here) waiting.forEach((l) => l.knock());
  if (m.answer !== undefined) asked.get(m.answer)?.(m);
});

const name = () => crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4))).join('-');

/** A Line works as a WebSocket does. */
class Line {
  /** @type {number} */
  readyState = WebSocket.CONNECTING;
  /** @type {(() => void) | undefined} */
  onopen;
  /** @type {((e: { data: any }) => void) | undefined} */
  onmessage;
  /** @type {((e: { code: number }) => void) | undefined} */
  onclose;
  #id = name();
  #to;
  /** @type {(v?: any) => void} */
  #leave = () => {};
  #again = 0;
  #told = false;

  /** @param {string} path */
  constructor(path) {
    this.path = path;
    this.#to = new BroadcastChannel(`consigliere.${table}.${this.#id}`);
    this.#to.onmessage = ({ data: m }) => this.#hear(m);
    // The box knows by the lock that this window is there, and this window by another that the box is.
    const held = new Promise((done) => { this.#leave = done; });
    navigator.locks.request(`consigliere.line.${table}.${this.#id}`, () => {
      waiting.add(this);
      this.knock();
      this.#again = setInterval(() => this.knock(), 1000);
      return held;
    });
  }

  /** knock asks the box to open the line. */
  knock() {
    if (this.readyState === WebSocket.CONNECTING) hub.postMessage({ open: this.path, id: this.#id });
  }

  /** @param {any} m */
  #hear(m) {
    if (m.opened) {
      if (this.readyState !== WebSocket.CONNECTING) return;
      this.readyState = WebSocket.OPEN;
      waiting.delete(this);
      clearInterval(this.#again);
      navigator.locks.request(`consigliere.box.${table}`, { mode: 'shared' }, () => this.#end(1006));
      this.onopen?.();
      if (this.path === 'wire') this.#begin();
    } else if (typeof m === 'string') {
      if (!this.#told) {
        performance.mark(`consigliere ${this.path}`); // how long it took to begin
        // The browser keeps the site, whichever page of it is opened first; the box comes before that.
        navigator.serviceWorker?.register(new URL('sw.js', root), { scope: root.pathname }).catch(() => {});
      }
      this.#told = true;
      this.onmessage?.({ data: m });
    } else if (m instanceof Uint8Array) this.onmessage?.({ data: m.buffer });
    else if (m.close) this.#end(m.close);
  }

  // A link of the front page begins a game at once: nobody is there yet who could say a number.
  #begin() {
    const to = new URLSearchParams(location.hash.slice(1));
    if (!to.get('play')) return;
    history.replaceState(null, '', location.pathname + location.search);
    this.send(JSON.stringify({ t: 'start', game: to.get('play'), seats: [to.get('name')], options: { chance: 'box' }, bots: Number(to.get('bots')), teach: to.get('teach') === '1' }));
    this.send(JSON.stringify({ t: 'deal' }));
  }

  /** @param {number} code */
  #end(code) {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    waiting.delete(this);
    clearInterval(this.#again);
    this.#leave();
    this.#to.close();
    queueMicrotask(() => this.onclose?.({ code }));
  }

  /** @param {any} m */
  send(m) { this.#to.postMessage(m instanceof ArrayBuffer ? new Uint8Array(m) : m); }

  close() {
    if (this.readyState === WebSocket.OPEN) this.#to.postMessage({ left: true });
    this.#end(1000);
  }
}

/** connect opens a line to the box; what it returns works as a WebSocket. @param {string} path */
export const connect = (path) => new Line(path);

/** request asks the box something besides; it works as fetch. @param {string} path @param {RequestInit} [init] */
export function request(path, init) {
  const url = new URL(path, 'http://box/');
  const id = name();
  return new Promise((done, failed) => {
    const late = setTimeout(() => { asked.delete(id); failed(new Error('the box does not answer')); }, 10_000);
    asked.set(id, (/** @type {any} */ m) => {
      clearTimeout(late);
      asked.delete(id);
      done(new Response(m.status === 204 ? null : m.body, { status: m.status, headers: m.type ? { 'Content-Type': m.type } : {} }));
    });
    Promise.resolve(init?.body ? new Response(init.body).arrayBuffer() : null).then((body) =>
      hub.postMessage({ path: decodeURIComponent(url.pathname.slice(1)), lang: url.searchParams.get('lang') ?? '', post: init?.method === 'POST', body: body && new Uint8Array(body), id }));
  });
}

/** saved is what a link has that saves something of the box. @param {string} path */
export const saved = (path) => ({
  href: `#${path}`,
  onclick: async (/** @type {any} */ e) => {
    e.preventDefault();
    const r = await request(path);
    if (!r.ok) return;
    const a = document.createElement('a');
    a.href = URL.createObjectURL(await r.blob());
    a.download = e.target.download;
    a.click();
  },
});

/** store is where a page keeps what it was told to: each phone of this browser for itself. */
export const store = /phone/.test(location.pathname) ? {
  getItem: (/** @type {string} */ k) => sessionStorage.getItem(`${window.name}.${k}`) ?? (/\.(seat|code|name)$/.test(k) ? null : localStorage.getItem(k)),
  setItem: (/** @type {string} */ k, /** @type {string} */ v) => sessionStorage.setItem(`${window.name}.${k}`, v),
} : localStorage;

/** where is what people are told that the box is. */
export const where = () => location.host;

/** inWindows: phones are other windows of this browser. */
export const inWindows = true;

// The panel has the worker of its table; phones and screens are windows beside it.
if (/\/table\/(index\.html)?$/.test(location.pathname)) host(table, here.get('keep') ?? '1');

/** host starts a worker that has the box of a table, or waits until another that has it is gone. @param {string} table @param {string} keep */
export function host(table, keep) {
  const chosen = new URLSearchParams(location.hash.slice(1)).get('lang') ?? localStorage.getItem('consigliere.lang');
  if (chosen) localStorage.setItem('consigliere.lang', chosen);
  const lang = chosen ?? (navigator.languages ?? []).map((l) => l.slice(0, 2)).find((l) => ['en', 'fa', 'it'].includes(l)) ?? 'en';
  const at = new URL('../box.js', import.meta.url);
  // Not in the address: a worker that was kept for offline has that of its file.
  const name = new URLSearchParams({ table, lang, keep, fresh: /play=/.test(location.hash) ? '1' : '0' }).toString();
  return new Worker(at, { name });
}
