// The line to the box: one that comes back by itself.

import { connect } from './line.js';

const SILENCE = 12_000; // the box sends a beat every 4 s

/** Wire connects and calls heard(message) for each message, state('on'|'off') on changes. */
export class Wire {
  /** @type {WebSocket | null} */
  #ws = null;
  #wait = 300;
  #last = 0;
  #timer = 0;

  /**
   * @param {{
   *   heard: (m: import('../schema').ToPanel) => void,
   *   state: (s: 'on' | 'off') => void,
   *   hello: () => import('../schema').FromPanel[],
   * }} o
   */
  constructor({ heard, state, hello }) {
    this.heard = heard;
    this.state = state;
    this.hello = hello;
    this.on = false;
    this.#open();
    setInterval(() => {
      if (this.on && performance.now() - this.#last > SILENCE) this.#ws?.close();
    }, 2000);
    // A laptop that wakes, or a network that comes back, need not wait for the next try.
    addEventListener('online', () => this.#now());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.#now());
  }

  /**
   * send sends a message; it reports whether there was a line to send it on.
   * @param {import('../schema').FromPanel} m
   */
  send(m) {
    if (this.#ws?.readyState !== WebSocket.OPEN) return false;
    this.#ws.send(JSON.stringify(m));
    return true;
  }

  #now() {
    if (this.on || this.#ws?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.#timer);
    this.#open();
  }

  #open() {
    const ws = connect('wire');
    this.#ws = ws;
    ws.onopen = () => {
      this.#last = performance.now();
      for (const m of this.hello()) this.send(m);
    };
    ws.onmessage = (e) => {
      this.#last = performance.now();
      const m = JSON.parse(e.data);
      if (!this.on) {
        this.on = true;
        this.#wait = 300;
        this.state('on');
      }
      this.heard(m);
    };
    ws.onclose = () => {
      if (this.#ws !== ws) return;
      if (this.on) {
        this.on = false;
        this.state('off');
      }
      this.#timer = setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 1.7, 4000);
    };
  }
}
