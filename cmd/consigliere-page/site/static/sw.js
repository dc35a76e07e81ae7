// Keeps the site, so that it works without a network after the first visit. A new version is fetched beside the one
// that is used, only what is new of it, and used when somebody says so or all windows are closed.

'use strict';

const VERSION = '{{version}}';
/** @param {string} v */
const NAME = (v) => `consigliere-${v}`;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener('install', (e) => e.waitUntil((async () => {
  const list = await (await fetch('files.json', { cache: 'no-store' })).json();
  const cache = await caches.open(NAME(VERSION));
  const old = await caches.match('files.json').then((r) => r?.json()).catch(() => null);
  await Promise.all(Object.entries(list.files).map(async ([name, sum]) => {
    const had = old?.files[name] === sum ? await caches.match(name) : null;
    const r = had ?? await fetch(name, { cache: 'no-cache' });
    if (!r.ok) throw new Error(`${name}: ${r.status}`);
    await cache.put(name, r);
  }));
  await cache.put('files.json', new Response(JSON.stringify(list), { headers: { 'Content-Type': 'application/json' } }));
})()));

worker.addEventListener('activate', (e) => e.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith(NAME('')) && name !== NAME(VERSION)) await caches.delete(name);
  await worker.clients.claim();
})()));

worker.addEventListener('message', (e) => { if (e.data === 'now') worker.skipWaiting(); });

let kept = null; // the files of this version, once one was asked for

worker.addEventListener('fetch', (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== 'GET' || url.origin !== location.origin) return;
  url.search = '';
  if (url.pathname.endsWith('/')) url.pathname += 'index.html';
  e.respondWith((async () => {
    const cache = await (kept ??= caches.open(NAME(VERSION)));
    const r = await cache.match(url.href);
    if (r) return r;
    if (await cache.match(`${url.href}/index.html`)) return Response.redirect(`${url.href}/`); // as a server does
    return fetch(e.request);
  })());
});
