// Puts a brotli and a gzip copy beside each file of a folder that becomes smaller by it: node pack.js DIR [QUALITY].
'use strict';

const fs = require('fs');
const path = require('path');
const zlib = require('zlib');
const { promisify } = require('util');

const [dir, quality = '11'] = process.argv.slice(2);
const { BROTLI_PARAM_QUALITY: Q, BROTLI_PARAM_LGWIN: W, BROTLI_PARAM_SIZE_HINT: S } = zlib.constants;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

async function pack(file) {
  const b = fs.readFileSync(file);
  const [br, gz] = await Promise.all([brotli(b, { params: { [Q]: +quality, [W]: 24, [S]: b.length } }), gzip(b, { level: 9 })]);
  if (br.length < b.length) fs.writeFileSync(`${file}.br`, br);
  if (gz.length < b.length) fs.writeFileSync(`${file}.gz`, gz);
  done++;
  if (process.stderr.isTTY) process.stderr.write(`\r${done === files.length ? '' : `${done} of ${files.length} files`}\x1b[K`); // brotli takes a minute or two
  if (file.endsWith('.wasm')) console.log(`${path.basename(file)}: ${b.length} bytes, brotli ${br.length}, gzip ${gz.length}`);
}

let done = 0;
const files = fs.readdirSync(dir, { recursive: true, withFileTypes: true }).filter((e) => e.isFile() && !/\.(br|gz|woff2)$/.test(e.name)).map((e) => path.join(e.parentPath ?? e.path, e.name));
Promise.all(files.map(pack));
