// The worker in which the box runs: the same program as on a Pi, compiled to WebAssembly, on virtual chips. One worker
// has the box of a table, whatever windows there are; if its window closes, the worker of another goes on from the
// journals. Windows of this browser talk to it by channels, see table/line.js.

'use strict';

importScripts('files.js', 'wasm_exec.js');

const set = new URLSearchParams(self.name);
const table = set.get('table') || 'table';

/** program fetches a program while it is compiled. @param {string} file */
async function program(file) {
  try { return await WebAssembly.compileStreaming(fetch(file)); } catch { return WebAssembly.compile(await (await fetch(file)).arrayBuffer()); }
}

// The lock is let go of when the worker ends, however it does.
navigator.locks.request(`consigliere.box.${table}`, async () => {
  const [compiled, files] = await Promise.all([program('box.wasm'), openFiles(set.get('keep') === '0' ? '' : `consigliere.${table}`)]);
  globalThis.fs = files;
  globalThis.process = { pid: 1, ppid: 1, cwd: () => '/', umask: () => 0, getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [], chdir() {}, hrtime: () => [0, 0] };
  const hub = new BroadcastChannel(`consigliere.${table}`);
  const go = new Go();
  /** @type {Record<string, any>} what the box is told, and the functions that it gives */
  const box = globalThis.consigliere = {
    lang: set.get('lang') || 'en',
    fresh: set.get('fresh') === '1',
    journals: set.get('keep') === '0' ? '' : '/games',
    phones: new URL('table/phone.html', location.href.replace(/[^/]*$/, '')).href + (table === 'table' ? '' : `?table=${table}`),
    site: new URL('.', location.href).href,
    ready() {
      hub.onmessage = ({ data: m }) => {
        if (m.open) {
          const to = new BroadcastChannel(`consigliere.${table}.${m.id}`);
          const has = { postMessage: (/** @type {any} */ v) => to.postMessage(v), close: () => to.close(), set onmessage(/** @type {(e: { data: any }) => void} */ f) { to.onmessage = f; } };
          to.postMessage({ opened: true }); // before anything that the box says
          box.open(m.open, has);
          // A window holds the lock for as long as it is there, and cannot say goodbye when it is not.
          navigator.locks.request(`consigliere.line.${table}.${m.id}`, () => to.onmessage?.(/** @type {MessageEvent} */ ({ data: { left: true } })));
        }
        if (m.path) box.answer(m.path, m.lang, m.post, m.body, (/** @type {number} */ status, /** @type {string} */ type, /** @type {string} */ file, /** @type {Uint8Array} */ body) => hub.postMessage({ answer: m.id, status, type, file, body }));
      };
      hub.postMessage({ here: true });
      postMessage({ here: true, lasting: files.lasting });
    },
  };
  await go.run(await WebAssembly.instantiate(compiled, go.importObject));
  hub.close();
  postMessage({ ended: true });
});
