// The line of a phone. What is for all comes in the
// open; what is for the seat comes, and goes, in sealed frames of fixed sizes (see seal.go).

import { chacha20poly1305, hkdf, sha256, x25519 } from './noble.js';
import { Socket } from './wire.js';

const VERSION = 1;
const HELLO = 64;
const UP = 4096;
const TAG = 16;
const BEAT = 4_000;

// Why the box closes the line for good.
const OUT = 4001;
export const NO_KEY = 4002;
export const MOVED = 4003;

const utf8 = new TextEncoder();
const text = new TextDecoder();

/** secretOf reads a secret from the letters of an address; null if they are none. @param {string} letters */
export function secretOf(letters) {
  try {
    const s = atob(letters.replace(/-/g, '+').replace(/_/g, '/'));
    return s.length >= 16 ? Uint8Array.from(s, (c) => c.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}

const join = (/** @type {Uint8Array[]} */ ...parts) => {
  const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const p of parts) {
    all.set(p, at);
    at += p.length;
  }
  return all;
};

/** A Sealer seals frames of one size, or opens those of the other direction, which tell theirs. */
class Sealer {
  #key;
  #size;
  #n = 0n;

  /** @param {Uint8Array} key @param {number} size */
  constructor(key, size = 0) {
    this.#key = key;
    this.#size = size;
  }

  #cipher() {
    const nonce = new Uint8Array(12);
    new DataView(nonce.buffer).setBigUint64(4, this.#n++, true);
    return chacha20poly1305(this.#key, nonce);
  }

  /** @param {any} m */
  seal(m) {
    const b = utf8.encode(JSON.stringify(m));
    const plain = new Uint8Array(this.#size - TAG);
    if (b.length > plain.length - 4) return null;
    new DataView(plain.buffer).setUint32(0, b.length, true);
    plain.set(b, 4);
    return this.#cipher().encrypt(plain);
  }

  /** @param {ArrayBuffer} frame */
  open(frame) {
    const plain = this.#cipher().decrypt(new Uint8Array(frame));
    const n = new DataView(plain.buffer, plain.byteOffset).getUint32(0, true);
    return JSON.parse(text.decode(plain.subarray(4, 4 + n)));
  }
}

/** Line connects with a secret (null: none) and calls heard(message) for each message, state('on'|
 * 'off') on changes and ended(code) when the box has closed it for good. */
export class Line {
  #socket;
  /** @type {Sealer | null} */
  #up = null;
  /** @type {Sealer | null} */
  #down = null;
  /** @type {Uint8Array} */
  #own = new Uint8Array(0);
  /** @type {Uint8Array} */
  #secret = new Uint8Array(0); // of the line that is open
  #hail = new Uint8Array(HELLO);

  /**
   * @param {{
   *   secret: Uint8Array | null,
   *   hello: () => import('../schema').FromPhone & { n: number },
   *   heard: (m: import('../schema').ToPhone) => void,
   *   state: (s: 'on' | 'off') => void,
   *   ended: (code: number) => void,
   * }} o
   */
  constructor({ secret, hello, heard, state, ended }) {
    this.secret = secret;
    this.hello = hello;
    this.heard = heard;
    this.#socket = new Socket({
      path: 'seat', state, ended, finals: [OUT, NO_KEY, MOVED],
      opened: (ws) => this.#hello(ws),
      heard: (data, ws) => this.#heard(data, ws),
    });
    setInterval(() => this.send({ t: 'beat', n: 0 }), BEAT);
  }

  /** on reports whether there is a line. */
  get on() { return this.#socket.on; }

  /**
   * send sends a message; it reports whether there was a line to send it on.
   * @param {import('../schema').FromPhone & { n: number }} m
   */
  send(m) {
    const frame = this.on && this.#up?.seal(m);
    return !!frame && this.#socket.send(frame);
  }

  /** take goes on with another secret, from the next connection on. @param {Uint8Array | null} secret */
  take(secret) { this.secret = secret; }

  /** close ends the line. */
  close() { this.#socket.close(); }

  /** restart opens the line again after it had ended. @param {Uint8Array | null} secret */
  restart(secret) {
    this.secret = secret;
    this.#socket.restart();
  }

  /** @param {WebSocket} ws */
  #hello(ws) {
    this.#down = null;
    this.#own = x25519.utils.randomSecretKey();
    this.#secret = this.secret ?? new Uint8Array(0);
    this.#hail = new Uint8Array(HELLO);
    this.#hail[0] = VERSION;
    if (this.#secret.length) this.#hail.set(sha256(join(utf8.encode('consigliere key\n'), this.#secret)).subarray(0, 16), 1);
    this.#hail.set(x25519.getPublicKey(this.#own), 17);
    ws.send(this.#hail);
  }

  /** @param {any} data @param {WebSocket} ws */
  #heard(data, ws) {
    if (!this.#down) {
      const theirs = new Uint8Array(data);
      const shared = x25519.getSharedSecret(this.#own, theirs.slice(17, 49));
      const keys = hkdf(sha256, join(shared, this.#secret), sha256(join(this.#hail, theirs)), utf8.encode('consigliere phone'), 64);
      this.#up = new Sealer(keys.slice(0, 32), UP);
      this.#down = new Sealer(keys.slice(32));
      ws.send(this.#up.seal(this.hello()));
      return;
    }
    const m = typeof data === 'string' ? JSON.parse(data) : this.#down.open(data);
    this.#socket.up();
    this.heard(m);
  }
}
