// The line of a phone: one web socket that comes back by itself. What is for all comes in the
// open; what is for the seat comes, and goes, in sealed frames of fixed sizes (see seal.go).

import { connect } from './line.js';
import { chacha20poly1305, hkdf, sha256, x25519 } from './noble.js';

const VERSION = 1;
const HELLO = 64;
const UP = 4096;
const DOWN = 32768;
const TAG = 16;
const SILENCE = 9_000; // the box sends a frame every 2 s
const BEAT = 4_000;

// Why the box closes the line for good.
export const OUT = 4001;
export const NO_KEY = 4002;
export const MOVED = 4003;

const utf8 = new TextEncoder();
const text = new TextDecoder();

/** secretOf reads a secret from the letters of an address; null if they are none. */
export function secretOf(letters) {
  try {
    const s = atob(letters.replace(/-/g, '+').replace(/_/g, '/'));
    return s.length >= 16 ? Uint8Array.from(s, (c) => c.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}

const join = (...parts) => {
  const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const p of parts) {
    all.set(p, at);
    at += p.length;
  }
  return all;
};

/** A Sealer seals or opens the frames of one direction. */
class Sealer {
  #key;
  #size;
  #n = 0n;

  constructor(key, size) {
    this.#key = key;
    this.#size = size;
  }

  #cipher() {
    const nonce = new Uint8Array(12);
    new DataView(nonce.buffer).setBigUint64(4, this.#n++, true);
    return chacha20poly1305(this.#key, nonce);
  }

  seal(m) {
    const b = utf8.encode(JSON.stringify(m));
    const plain = new Uint8Array(this.#size - TAG);
    if (b.length > plain.length - 4) return null;
    new DataView(plain.buffer).setUint32(0, b.length, true);
    plain.set(b, 4);
    return this.#cipher().encrypt(plain);
  }

  open(frame) {
    const plain = this.#cipher().decrypt(new Uint8Array(frame));
    const n = new DataView(plain.buffer, plain.byteOffset).getUint32(0, true);
    return JSON.parse(text.decode(plain.subarray(4, 4 + n)));
  }
}

/** Line connects with a secret (null: none) and calls heard(message) for each message, state('on'|
 * 'off') on changes and ended(code) when the box has closed it for good. */
export class Line {
  /** @type {WebSocket | null} */
  #ws = null;
  #wait = 300;
  #last = 0;
  #timer = 0;
  /** @type {Sealer | null} */
  #up = null;
  #over = false;

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
    this.state = state;
    this.ended = ended;
    this.on = false;
    this.#open();
    setInterval(() => {
      if (this.on && performance.now() - this.#last > SILENCE) this.#ws?.close();
    }, 2000);
    setInterval(() => this.send({ t: 'beat', n: 0 }), BEAT);
    // A phone that wakes, or a network that comes back, need not wait for the next try.
    addEventListener('online', () => this.again());
    addEventListener('pageshow', () => this.again());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.again());
  }

  /**
   * send sends a message; it reports whether there was a line to send it on.
   * @param {import('../schema').FromPhone & { n: number }} m
   */
  send(m) {
    if (!this.on || this.#ws?.readyState !== WebSocket.OPEN) return false;
    const frame = this.#up?.seal(m);
    if (!frame) return false;
    this.#ws.send(frame);
    return true;
  }

  /** again tries at once, unless there is a line. */
  again() {
    if (this.#over) return;
    // After a sleep a socket may look open for minutes that is not.
    if (this.on && performance.now() - this.#last < SILENCE) return;
    if (!this.on && this.#ws?.readyState === WebSocket.CONNECTING && performance.now() - this.#last < 2000) return;
    clearTimeout(this.#timer);
    const old = this.#ws;
    this.#ws = null;
    old?.close();
    this.#off();
    this.#open();
  }

  /** take goes on with another secret, from the next connection on. */
  take(secret) { this.secret = secret; }

  /** restart opens the line again after it had ended. */
  restart(secret) {
    this.secret = secret;
    this.#over = false;
    this.#wait = 300;
    this.#open();
  }

  #off() {
    if (!this.on) return;
    this.on = false;
    this.state('off');
  }

  #open() {
    const ws = connect('seat');
    ws.binaryType = 'arraybuffer';
    this.#ws = ws;
    this.#last = performance.now();
    const own = x25519.utils.randomSecretKey();
    const secret = this.secret ?? new Uint8Array(0);
    const hail = new Uint8Array(HELLO);
    let down = null;
    ws.onopen = () => {
      this.#last = performance.now();
      hail[0] = VERSION;
      if (secret.length) hail.set(sha256(join(utf8.encode('consigliere key\n'), secret)).subarray(0, 16), 1);
      hail.set(x25519.getPublicKey(own), 17);
      ws.send(hail);
    };
    ws.onmessage = (e) => {
      this.#last = performance.now();
      if (!down) {
        const theirs = new Uint8Array(e.data);
        const shared = x25519.getSharedSecret(own, theirs.slice(17, 49));
        const keys = hkdf(sha256, join(shared, secret), sha256(join(hail, theirs)), utf8.encode('consigliere phone'), 64);
        this.#up = new Sealer(keys.slice(0, 32), UP);
        down = new Sealer(keys.slice(32), DOWN);
        ws.send(this.#up.seal(this.hello()));
        return;
      }
      const m = typeof e.data === 'string' ? JSON.parse(e.data) : down.open(e.data);
      if (!this.on) {
        this.on = true;
        this.#wait = 300;
        this.state('on');
      }
      this.heard(m);
    };
    ws.onclose = (e) => {
      if (this.#ws !== ws) return;
      this.#off();
      if (e.code === OUT || e.code === NO_KEY || e.code === MOVED) {
        this.#over = true;
        this.ended(e.code);
        return;
      }
      this.#timer = setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 1.7, 4000);
    };
  }
}
