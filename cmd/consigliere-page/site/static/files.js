// The files of a box in a browser, as the file system that Go knows from Node: names in memory, and each file in an
// IndexedDB from the moment it is synced. A rename or removal is there when its call returns. Where the browser keeps
// nothing, as some do in private windows, files last as long as the worker.

'use strict';

/** @typedef {{ dir: boolean, mode: number, ino: number, data: Uint8Array<ArrayBuffer>, size: number, at: number }} Inode */

/**
 * openFiles reads what was kept under a name, and returns a file system.
 * @param {string} name "" to keep nothing
 * @returns {Promise<Files>}
 */
async function openFiles(name) {
  const db = name ? await openBase(name).catch(() => null) : null;
  /** @type {Map<string, Inode>} */
  const nodes = new Map([['/', folder()]]);
  if (db) for (const [path, data] of await all(db)) {
    parents(path).forEach((p) => nodes.has(p) || nodes.set(p, folder()));
    nodes.set(path, file(data));
  }

  /** @returns {Inode} */
  function folder() { return { dir: true, mode: 0o40700, ino: ++inos, data: /** @type {any} */ (null), size: 0, at: Date.now() }; }
  /** @param {Uint8Array<ArrayBuffer>} data @returns {Inode} */
  function file(data) { return { dir: false, mode: 0o100600, ino: ++inos, data, size: data.length, at: Date.now() }; }

  /** @type {Map<number, { path: string, node: Inode, at: number, append: boolean }>} */
  const open = new Map();
  let next = 10;

  /**
   * keep makes a change durable: puts paths with their data, removes others.
   * @type {(put: [string, Uint8Array][], gone: string[]) => Promise<void>}
   */
  const keep = (put, gone) => (db ? new Promise((done, failed) => {
    const t = db.transaction('files', 'readwrite', { durability: 'strict' });
    for (const [path, data] of put) t.objectStore('files').put(data, path);
    for (const path of gone) t.objectStore('files').delete(path);
    t.oncomplete = () => done();
    t.onabort = () => failed(t.error);
  }) : Promise.resolve());

  /** @type {(n: Inode) => FileStat} */
  const stat = (n) => ({
    dev: 1, ino: n.ino, mode: n.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size: n.size, blksize: 4096, blocks: 1,
    atimeMs: n.at, mtimeMs: n.at, ctimeMs: n.at, isDirectory: () => n.dir,
  });
  /** @param {string} path */
  const at = (path) => {
    const n = nodes.get(clean(path));
    if (!n) throw fault('ENOENT');
    return n;
  };
  /** @param {number} n */
  const fd = (n) => {
    const f = open.get(n);
    if (!f) throw fault('EBADF');
    return f;
  };
  /** @param {Inode} n @param {number} size */
  const resize = (n, size) => {
    if (size > n.data.length) {
      const more = new Uint8Array(Math.max(size, 2 * n.data.length, 4096));
      more.set(n.data.subarray(0, n.size));
      n.data = more;
    } else if (size < n.size) n.data.fill(0, size, n.size);
    n.size = size;
    n.at = Date.now();
  };
  /** @param {Inode} n */
  const kept = (n) => n.data.slice(0, n.size);

  /**
   * call hands what f returns, or its fault, to a callback, as Node does.
   * @template {any[]} A
   * @param {(...args: A) => any} f
   * @returns {(...args: A) => void} and the callback is last
   */
  const call = (f) => (...args) => {
    const done = args.pop();
    Promise.resolve().then(() => f(...args)).then((v) => done(null, v), (e) => done(e.code ? e : fault('EIO', e)));
  };
  let line = '';
  /** @param {Uint8Array} b */
  const print = (b) => {
    line += new TextDecoder().decode(b);
    const lines = line.split('\n');
    line = lines.pop() ?? '';
    lines.forEach((l) => console.log(l));
    return b.length;
  };

  return {
    constants: { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_TRUNC: 512, O_APPEND: 1024, O_EXCL: 128, O_DIRECTORY: 65536 },
    lasting: !!db,
    writeSync: (_, b) => print(b),
    open: call((path, flags) => {
      path = clean(path);
      let n = nodes.get(path);
      if (n && flags & 128) throw fault('EEXIST');
      if (!n && !(flags & 64)) throw fault('ENOENT');
      if (!n) {
        if (!nodes.get(above(path))?.dir) throw fault('ENOENT');
        nodes.set(path, n = file(new Uint8Array(0)));
      }
      if (n.dir && flags & 3) throw fault('EISDIR');
      if (!n.dir && flags & 65536) throw fault('ENOTDIR');
      if (flags & 512) resize(n, 0);
      open.set(++next, { path, node: n, at: 0, append: !!(flags & 1024) });
      return next;
    }),
    close: call((f) => { fd(f); open.delete(f); }),
    read: call((f, b, off, len, pos) => {
      const o = fd(f);
      const from = pos ?? o.at;
      const part = o.node.data.subarray(Math.min(from, o.node.size), Math.min(from + len, o.node.size));
      b.set(part, off);
      if (pos === null || pos === undefined) o.at += part.length;
      return part.length;
    }),
    write: call((f, b, off, len, pos) => {
      if (f < 3) return print(b.subarray(off, off + len));
      const o = fd(f);
      const to = o.append ? o.node.size : pos ?? o.at;
      if (to + len > o.node.size) resize(o.node, to + len);
      o.node.data.set(b.subarray(off, off + len), to);
      if (pos === null || pos === undefined) o.at = to + len;
      return len;
    }),
    fsync: call((f) => {
      const o = fd(f);
      return !o.node.dir && nodes.get(o.path) === o.node ? keep([[o.path, kept(o.node)]], []) : undefined;
    }),
    ftruncate: call((f, size) => resize(fd(f).node, size)),
    truncate: call((path, size) => resize(at(path), size)),
    fstat: call((f) => stat(fd(f).node)),
    stat: call((path) => stat(at(path))),
    lstat: call((path) => stat(at(path))),
    mkdir: call((path) => {
      path = clean(path);
      if (nodes.has(path)) throw fault('EEXIST');
      if (!nodes.get(above(path))?.dir) throw fault('ENOENT');
      nodes.set(path, folder());
    }),
    readdir: call((path) => {
      path = clean(path);
      if (!at(path).dir) throw fault('ENOTDIR');
      return [...nodes.keys()].filter((p) => p !== '/' && above(p) === path).map((p) => p.slice(p.lastIndexOf('/') + 1));
    }),
    rename: call((from, to) => {
      [from, to] = [clean(from), clean(to)];
      const n = at(from);
      if (n.dir) throw fault('ENOSYS');
      nodes.set(to, n);
      nodes.delete(from);
      for (const o of open.values()) if (o.path === from) o.path = to;
      return keep([[to, kept(n)]], [from]);
    }),
    unlink: call((path) => {
      path = clean(path);
      if (at(path).dir) throw fault('EISDIR');
      nodes.delete(path);
      return keep([], [path]);
    }),
    rmdir: call((path) => {
      path = clean(path);
      if ([...nodes.keys()].some((p) => p !== path && above(p) === path)) throw fault('ENOTEMPTY');
      nodes.delete(path);
    }),
    chmod: call((path, mode) => { const n = at(path); n.mode = n.mode & 0o170000 | mode; }),
    fchmod: call((f, mode) => { const n = fd(f).node; n.mode = n.mode & 0o170000 | mode; }),
    utimes: call(() => {}),
    chown: call(() => {}), fchown: call(() => {}), lchown: call(() => {}),
    link: call(() => { throw fault('ENOSYS'); }), symlink: call(() => { throw fault('ENOSYS'); }), readlink: call(() => { throw fault('ENOSYS'); }),
  };
}

let inos = 0;
/** @param {string} path */
const above = (path) => path.slice(0, path.lastIndexOf('/')) || '/';
/** @param {string} path */
const clean = (path) => `/${path.split('/').filter((p) => p && p !== '.').join('/')}`;
/** @param {string} path */
const parents = (path) => { const list = /** @type {string[]} */ ([]); for (let p = above(path); p !== '/'; p = above(p)) list.unshift(p); return list; };
/** @type {(code: string, cause?: any) => Error & { code: string }} */
const fault = (code, cause) => Object.assign(new Error(cause ? `${code}: ${cause.message ?? cause}` : code), { code });

/** @param {string} name @returns {Promise<IDBDatabase>} */
function openBase(name) {
  return new Promise((done, failed) => {
    const r = indexedDB.open(name, 1);
    r.onupgradeneeded = () => r.result.createObjectStore('files');
    r.onsuccess = () => done(r.result);
    r.onerror = () => failed(r.error);
    r.onblocked = () => failed(new Error('blocked'));
  });
}

/** @param {IDBDatabase} db @returns {Promise<[string, Uint8Array<ArrayBuffer>][]>} */
function all(db) {
  return new Promise((done, failed) => {
    const list = /** @type {[string, Uint8Array<ArrayBuffer>][]} */ ([]);
    const r = db.transaction('files').objectStore('files').openCursor();
    r.onsuccess = () => {
      const c = r.result;
      if (!c) return done(list);
      list.push([`${c.key}`, c.value]);
      c.continue();
    };
    r.onerror = () => failed(r.error);
  });
}

if (typeof module !== 'undefined') module.exports = { openFiles };
