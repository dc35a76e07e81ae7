// The worker of the engines without a box: it reads records, rules and scripts.

'use strict';

importScripts('wasm_exec.js');

let ready;
const begun = new Promise((done) => { ready = done; });
const reader = globalThis.consigliere = { ready: () => ready() };

(async () => {
  const go = new Go();
  const compiled = await WebAssembly.compileStreaming(fetch('reader.wasm')).catch(async () => WebAssembly.compile(await (await fetch('reader.wasm')).arrayBuffer()));
  go.run(await WebAssembly.instantiate(compiled, go.importObject));
})();

self.onmessage = async ({ data: m }) => {
  await begun;
  postMessage({ id: m.id, ...reader[m.name](...m.args) });
};
