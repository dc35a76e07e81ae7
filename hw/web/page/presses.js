// Which presses are meant. What appears under a finger, or slides under it, was not what the finger aimed
// at: a button takes a press that began on it, and only when it had stood still there for a moment. A keyboard
// and a screen reader press without a pointer, and name what they press.

const STILL = 400; // ms for which a button has stood still when it can be pressed
const STARTLED = 1000; // ms for which nothing can be pressed after all has changed by itself where a button stood
const LATE = 1000; // ms after a press within which a click is its
const SLACK = 4; // pixels by which a button may have moved

/** Presses watches the buttons of a place. */
export class Presses {
  #stood = new Map(); // by what a button is: where it stands, and since when
  #deaf = 0; // until when nothing can be pressed
  /** @type {{ key: string | null, still: boolean, end: number } | null} */
  #press = null; // the last press: what it began on, whether that stood still, when it ended

  /**
   * constructor: buttons returns those that are watched, name tells one from what stood there before,
   * ignored is told of a press that does nothing.
   * @param {() => Iterable<Element>} buttons
   * @param {(b: any) => string} name
   * @param {() => void} ignored
   */
  constructor(buttons, name, ignored) {
    this.buttons = buttons;
    this.name = name;
    this.ignored = ignored;
    addEventListener('pointerdown', (e) => this.#down(e), { capture: true, passive: true });
    for (const t of ['pointerup', 'pointercancel']) {
      addEventListener(t, (e) => { if (this.#press) this.#press.end = e.timeStamp; }, { capture: true, passive: true });
    }
    addEventListener('click', (e) => this.#click(e), { capture: true });
    for (const t of ['scroll', 'resize']) addEventListener(t, () => this.look(), { capture: true, passive: true });
  }

  /** look notes where the buttons stand. It is called whenever something may have moved them. */
  look() {
    const now = performance.now();
    const before = this.#stood;
    this.#stood = new Map();
    for (const [key, b] of this.#keys()) {
      const r = b.getBoundingClientRect();
      const was = before.get(key);
      this.#stood.set(key, was && near(was.rect, r) ? was : { rect: r, since: now });
    }
  }

  /** startled is called when what could be pressed has made way by itself: a finger may be on its way to it, for longer than
   * a button has to stand still. */
  startled() {
    this.#deaf = performance.now() + STARTLED;
    document.body.dataset.startled = '';
    setTimeout(() => { if (performance.now() >= this.#deaf) delete document.body.dataset.startled; }, STARTLED + 5);
  }

  // Each watched button by what it is; of several that are called the same each has its number.
  #keys() {
    const times = new Map();
    return [...this.buttons()].map((b) => {
      const name = this.name(b);
      times.set(name, (times.get(name) ?? 0) + 1);
      return /** @type {const} */ ([`${name} ${times.get(name)}`, b]);
    });
  }

  /** @param {any} target */
  #of(target) { return this.#keys().find(([, b]) => b.contains(target)) ?? [null, null]; }

  /** @param {PointerEvent} e */
  #down(e) {
    if (!e.isPrimary) return;
    const [key, b] = this.#of(e.target);
    if (!b) {
      this.#press = { key, still: false, end: Infinity };
      return;
    }
    const at = this.#stood.get(key);
    const still = !!at && near(at.rect, b.getBoundingClientRect()) && e.timeStamp - at.since >= STILL && e.timeStamp >= this.#deaf;
    this.#press = { key, still, end: Infinity };
    if (!still) this.look(); // it may have moved unnoticed
  }

  /** @param {MouseEvent} e */
  #click(e) {
    const press = this.#press;
    this.#press = null;
    const [key] = this.#of(e.target);
    if (!key || !press || e.timeStamp - press.end > LATE || press.still && press.key === key) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    if (press.key) this.ignored(); // else it was meant for something else, and has done that
  }
}

/** near reports whether something stands where it stood. @param {DOMRect} a @param {DOMRect} b */
const near = (a, b) => /** @type {const} */ (['left', 'top', 'right', 'bottom']).every((s) => Math.abs(a[s] - b[s]) <= SLACK);
