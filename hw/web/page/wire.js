// The lines to the box: each comes back by itself, and says within five seconds that it is dead.

import { connect } from './line.js';

const SILENCE = 4300; // ms: the box says something every 2 s
const PATIENCE = 8000; // ms until a line that does not open is tried anew
const LOOK = 300; // ms

/** Socket is a line on which something is said in whatever way. */
export class Socket {
  /** @type {WebSocket | null} */
  #ws = null;
  #wait = 300; // until the next try
  #last = 0; // when something was heard, or the line began to open
  #timer = 0;
  #doubt = false; // it is silent, but what was said may wait to be heard
  #over = false;

  /**
   * opened is told of a new line, heard what is said on it: it calls up when the box is understood. state is told of
   * changes, ended when the line is closed for good, as some codes say.
   * @param {{
   *   path: string,
   *   opened: (ws: WebSocket) => void,
   *   heard: (data: any, ws: WebSocket) => void,
   *   state: (s: 'on' | 'off') => void,
   *   finals?: number[],
   *   ended?: (code: number) => void,
   * }} o
   */
  constructor({ path, opened, heard, state, finals = [], ended = () => {} }) {
    this.path = path;
    this.opened = opened;
    this.heard = heard;
    this.state = state;
    this.finals = finals;
    this.ended = ended;
    this.on = false;
    this.#open();
    setInterval(() => this.#look(), LOOK);
    // A phone that wakes, or a network that comes back, need not wait for the next try.
    addEventListener('online', () => this.again());
    addEventListener('pageshow', () => this.again());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.again());
  }

  /** send sends data; it reports whether there was a line to send it on. @param {string | ArrayBufferLike | ArrayBufferView} data */
  send(data) {
    if (this.#ws?.readyState !== WebSocket.OPEN) return false;
    this.#ws.send(data);
    return true;
  }

  /** up says that the box is understood. */
  up() {
    if (this.on) return;
    this.on = true;
    this.#wait = 300;
    this.state('on');
  }

  /** again tries at once, unless there is a line. */
  again() {
    const silent = performance.now() - this.#last;
    // After a sleep a socket may look open for minutes that is not.
    if (this.#over || (this.on ? silent < SILENCE : this.#ws?.readyState === WebSocket.CONNECTING && silent < 2000)) return;
    this.#anew();
  }

  /** close ends the line. */
  close() {
    this.#over = true;
    this.on = false;
    clearTimeout(this.#timer);
    const ws = this.#ws;
    this.#ws = null;
    ws?.close();
  }

  /** restart opens the line again after it had ended for good. */
  restart() {
    this.#over = false;
    this.#wait = 300;
    this.#anew();
  }

  // A page that was busy has what came meanwhile before it looks a second time.
  #look() {
    const silent = performance.now() - this.#last > (this.on ? SILENCE : PATIENCE);
    if (silent && this.#doubt && !this.#over && this.#ws) this.#anew();
    this.#doubt = silent;
  }

  // A dead line is not waited for: it would take a minute to close.
  #anew() {
    clearTimeout(this.#timer);
    const old = this.#ws;
    this.#ws = null;
    old?.close();
    this.#off();
    this.#open();
  }

  #off() {
    if (!this.on) return;
    this.on = false;
    this.state('off');
  }

  #open() {
    const ws = connect(this.path);
    ws.binaryType = 'arraybuffer';
    this.#ws = ws;
    this.#last = performance.now();
    ws.onopen = () => {
      if (this.#ws !== ws) return;
      this.#last = performance.now();
      this.opened(ws);
    };
    ws.onmessage = (e) => {
      if (this.#ws !== ws) return;
      this.#last = performance.now();
      this.heard(e.data, ws);
    };
    ws.onclose = (e) => {
      if (this.#ws !== ws) return;
      this.#ws = null;
      this.#off();
      if (this.finals.includes(e.code)) {
        this.#over = true;
        this.ended(e.code);
        return;
      }
      this.#timer = setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 1.7, 4000);
    };
  }
}

/** Wire is a line on which messages are said in the open. */
export class Wire {
  #socket;

  /**
   * It calls heard(message) for each message, and begins with those of hello.
   * @param {{
   *   path: string,
   *   heard: (m: any) => void,
   *   state: (s: 'on' | 'off') => void,
   *   hello: () => import('../schema').FromPanel[],
   * }} o
   */
  constructor({ path, heard, state, hello }) {
    this.#socket = new Socket({
      path, state,
      opened: () => { for (const m of hello()) this.send(m); },
      heard: (data) => {
        this.#socket.up();
        heard(JSON.parse(data));
      },
    });
  }

  /**
   * send sends a message; it reports whether there was a line to send it on.
   * @param {import('../schema').FromPanel} m
   */
  send(m) { return this.#socket.send(JSON.stringify(m)); }
}
