// Which presses are meant. What appears under a finger, or slides under it, was not what the finger aimed
// at: a button takes a press that began on it, and only when it had stood still there for a moment. A keyboard
// and a screen reader press without a pointer, and name what they press. A browser gives the click of a finger
// to what lies under it when it is lifted, whatever it came down on.

const STILL = 400; // ms for which a button has stood still when it can be pressed
const STARTLED = 1000; // ms for which nothing can be pressed after all has changed by itself where a button stood
const LATE = 1000; // ms after a press within which a click is its
const SLACK = 4; // pixels by which a button may have moved

let lifted = -Infinity; // when the last pointer left the page, wherever on it it had come down; Infinity while one is on it
addEventListener('pointerdown', () => { lifted = Infinity; }, { capture: true, passive: true });
for (const t of ['pointerup', 'pointercancel', 'blur']) addEventListener(t, (e) => { if (lifted === Infinity) lifted = e.timeStamp; }, { capture: true, passive: true });

/** named reports whether a click is no finger's. @param {MouseEvent} e */
export const named = (e) => e.detail === 0 || e.timeStamp - lifted > LATE;

/** Presses watches the buttons of a place. */
export class Presses {
  #stood = new Map(); // by what a button is: where it stands, and since when
  #deaf = 0; // until when nothing can be pressed
  /** @type {{ key: string | null, still: boolean } | null} */
  #press = null; // the last press: what it began on, and whether that stood still

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
      this.#press = { key, still: false };
      return;
    }
    const at = this.#stood.get(key);
    const still = !!at && near(at.rect, b.getBoundingClientRect()) && e.timeStamp - at.since >= STILL && e.timeStamp >= this.#deaf;
    this.#press = { key, still };
    if (!still) this.look(); // it may have moved unnoticed
  }

  /** @param {MouseEvent} e */
  #click(e) {
    const press = this.#press;
    this.#press = null;
    const [key] = this.#of(e.target);
    if (!key || !press || named(e) || press.still && press.key === key) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    if (press.key) this.ignored(); // else it was meant for something else, and has done that
  }
}

const UNSEEN = 700; // ms for which a place has been what it is when a finger on it can have meant that

/** Footing follows the place of something that is pressed in haste, such as a buzzer: whoever is first counts, so that it need not stand
 * still, but what lies under the finger must have been it for a while. Where it grows or moves, the part that it keeps is never deaf. */
export class Footing {
  /** @type {{ key: string, rect: DOMRect | null, from: number }[]} */
  #past = [{ key: '', rect: null, from: -Infinity }]; // where it was, the newest last

  /** constructor: find returns what is followed, if it is there, and whose it is. @param {() => [Element | null, string]} find */
  constructor(find) {
    this.find = find;
    for (const t of ['scroll', 'resize']) addEventListener(t, () => this.look(), { capture: true, passive: true });
  }

  /** look notes where it stands. It is called whenever something may have moved it. */
  look() {
    const [b, key] = this.find();
    const rect = b?.getBoundingClientRect() ?? null;
    const last = this.#past[this.#past.length - 1];
    if (last.key === key && (rect && last.rect ? near(last.rect, rect) : rect === last.rect)) return;
    const from = performance.now();
    this.#past.push({ key, rect, from });
    while (this.#past.length > 1 && this.#past[1].from < from - 10 * UNSEEN) this.#past.shift();
  }

  /** meant reports whether the place that a pointer touches has been it for long enough. @param {PointerEvent} e */
  meant(e) {
    this.look(); // it may have moved unnoticed
    const [, key] = this.find();
    const since = e.timeStamp - UNSEEN;
    return this.#past.slice(this.#past.findLastIndex((p) => p.from <= since)).every((p) => p.key === key && p.rect && inside(p.rect, e.clientX, e.clientY));
  }
}

/** @param {DOMRect} r @param {number} x @param {number} y */
const inside = (r, x, y) => x >= r.left - SLACK && x <= r.right + SLACK && y >= r.top - SLACK && y <= r.bottom + SLACK;

/** near reports whether something stands where it stood. @param {DOMRect} a @param {DOMRect} b */
const near = (a, b) => /** @type {const} */ (['left', 'top', 'right', 'bottom']).every((s) => Math.abs(a[s] - b[s]) <= SLACK);
