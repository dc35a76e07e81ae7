// What carries the messages between this page and its box. In a browser that runs the box itself there is another file
// by this name: no page knows which.

/** connect opens a line to the box; what it returns works as a WebSocket. @param {string} name */
export function connect(name) {
  const url = new URL(name, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  return new WebSocket(url);
}

/** request asks the box something besides; it works as fetch. @param {string} path @param {RequestInit} [init] */
export const request = (path, init) => fetch(path, init);

/** saved is what a link has that saves something of the box. @param {string} path */
export const saved = (path) => ({ href: path });

/** store is where a page keeps what it was told to. */
export const store = localStorageOrNothing();

function localStorageOrNothing() {
  try { return localStorage; } catch { return { getItem: () => null, setItem: () => {} }; }
}

/** where is what people are told that the box is. */
export const where = () => location.host;

/** inWindows: phones are other windows of this browser. */
export const inWindows = false;
