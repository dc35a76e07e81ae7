// The worker of the engines without a box: it reads records, rules and scripts.

'use strict';

importScripts('wasm_exec.js');

/** @type {Record<string, any>} what Go gives, once it has called ready */
const reader = globalThis.consigliere = {};
const begun = new Promise((done) => { reader.ready = done; });

(async () => {
  const go = new Go();
  const compiled = await WebAssembly.compileStreaming(fetch('reader.wasm')).catch(async () => WebAssembly.compile(await (await fetch('reader.wasm')).arrayBuffer()));
  go.run(await WebAssembly.instantiate(compiled, go.importObject));
})();

self.onmessage = async ({ data: m }) => {
  await begun;
  postMessage({ id: m.id, ...reader[m.name](...m.args) });
};
