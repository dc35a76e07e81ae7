// A display of real pixels: every pixel of the frame is a small lit square of its own.

/** unpack turns the base64 rows of a frame into bytes. @param {string} text */
function unpack(text) {
  const s = atob(text);
  const b = new Uint8Array(s.length);
  for (let i = 0; i < s.length; i++) b[i] = s.charCodeAt(i);
  return b;
}

/** Pixels draws frames of w by h into a canvas, in whole device pixels. */
export class Pixels {
  #bits;
  #scale = 0;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {number} w
   * @param {number} h
   * @param {{ lit?: string, edge?: string, dim?: string, bloom?: HTMLCanvasElement | null }} look
   */
  constructor(canvas, w, h, { lit = '#ffe9c6', edge = '#a8987c', dim = '#14171a', bloom = null } = {}) {
    this.canvas = canvas;
    this.w = w;
    this.h = h;
    this.lit = lit;
    this.edge = edge;
    this.dim = dim;
    this.bloom = bloom;
    this.stride = (w + 7) >> 3;
    this.#bits = new Uint8Array(this.stride * h);
  }

  /** fit gives the canvas the greatest whole size in room CSS pixels. @param {number} room */
  fit(room) {
    const dpr = devicePixelRatio || 1;
    const s = Math.max(1, Math.floor((room * dpr) / this.w + 1e-6));
    const css = (this.w * s) / dpr;
    this.canvas.style.width = `${css}px`;
    this.canvas.style.height = `${(this.h * s) / dpr}px`;
    if (s !== this.#scale) {
      this.#scale = s;
      this.canvas.width = this.w * s;
      this.canvas.height = this.h * s;
      this.draw();
    }
    return css;
  }

  /** show takes a frame as base64; null is a dark one. @param {string | null} text */
  show(text) {
    this.#bits = text ? unpack(text) : new Uint8Array(this.stride * this.h);
    this.draw();
  }

  /** @param {number} x @param {number} y */
  #on(x, y) { return this.#bits[y * this.stride + (x >> 3)] & (0x80 >> (x & 7)); }

  draw() {
    const s = this.#scale;
    if (!s) return;
    const c = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d', { alpha: false }));
    // From three device pixels on, a hair of darkness separates the pixels, as on the real thing.
    const gap = s >= 6 ? Math.round(s / 6) : s >= 3 ? 1 : 0;
    c.fillStyle = '#0a0c0e';
    c.fillRect(0, 0, c.canvas.width, c.canvas.height);
    if (gap) {
      c.fillStyle = this.dim;
      for (let y = 0; y < this.h; y++) for (let x = 0; x < this.w; x++) c.fillRect(x * s, y * s, s - gap, s - gap);
    }
    // A lit pixel shines over into the gap beside it, so that lit areas hold together.
    const lit = (/** @type {number} */ size) => {
      for (let y = 0; y < this.h; y++) for (let x = 0; x < this.w; x++) if (this.#on(x, y)) c.fillRect(x * s, y * s, size, size);
    };
    if (gap) {
      c.fillStyle = this.edge;
      lit(s);
    }
    c.fillStyle = this.lit;
    lit(s - gap);
    if (this.bloom) {
      const b = /** @type {CanvasRenderingContext2D} */ (this.bloom.getContext('2d'));
      b.clearRect(0, 0, this.w, this.h);
      b.fillStyle = this.lit;
      for (let y = 0; y < this.h; y++) for (let x = 0; x < this.w; x++) if (this.#on(x, y)) b.fillRect(x, y, 1, 1);
    }
  }
}
