// A player at every pod and at the sheet, for tests: it sees nothing but the page, and presses
// what lies on top where a finger would press. It plays at random, and whole stretches of a
// game in one go, for each call from outside costs more than a press.
window.Player = class {
  #seed;
  presses = 0; // of OK on pods
  typed = 0; // answers on the sheet
  refusals = 0;
  verbs = {}; // how often each ask on the sheet was answered

  /** rare are the asks on the sheet that are only offered and seldom taken up. */
  constructor(seed, rare = []) {
    this.#seed = seed;
    this.rare = new Set(rare);
  }

  /** pick returns a number below n: mulberry32, so that a game can be played again. */
  pick(n) {
    this.#seed = (this.#seed + 0x6D2B79F5) | 0;
    let t = Math.imul(this.#seed ^ (this.#seed >>> 15), 1 | this.#seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * n);
  }

  /** play plays until the game is over, but no longer than so many ms. */
  async play(ms) {
    const end = performance.now() + ms;
    while (document.body.dataset.state === 'play' && performance.now() < end) {
      const before = this.#sign();
      for (const form of document.querySelectorAll('#s-ask form.ask')) this.#fill(form);
      for (const form of document.querySelectorAll('#s-offers form.ask')) {
        if (!this.rare.has(form.dataset.verb) || this.pick(25) === 0) this.#fill(form);
      }
      for (const pod of document.querySelectorAll('.pod.awaited')) this.#answer(pod);
      await this.#changed(before);
      if (document.querySelector('.refusal')) this.refusals++;
    }
    const { presses, typed, refusals, verbs } = this;
    const refusal = document.querySelector('.refusal')?.textContent ?? '';
    const ask = document.querySelector('#s-ask, #s-open')?.textContent ?? '';
    return { state: document.body.dataset.state, presses, typed, refusals, refusal, ask, verbs, sign: this.#sign() };
  }

  // What the page asks of whom.
  #sign() {
    return [...document.querySelectorAll('.pod.awaited')].map((p) => p.id).join() + ['s-head', 's-ask', 's-open', 's-notice'].map((id) => document.getElementById(id).textContent).join('|');
  }

  // Waits until the page asks something else; a private step does not show on it.
  #changed(before) {
    return new Promise((done) => {
      const end = performance.now() + 60;
      const look = () => (this.#sign() !== before || performance.now() > end ? done() : setTimeout(look, 4));
      setTimeout(look, 4);
    });
  }

  // Presses keys of a pod as a player without a plan does: some steps through a list, then OK.
  // B goes to the end of a list, where several things are locked.
  #answer(pod) {
    const key = (name) => this.#tap(pod.querySelector(`.key-${name}`));
    switch (this.pick(8)) {
      case 0: key('both'); break;
      case 1: case 2: key('b'); break;
      default: for (let n = this.pick(5); n >= 0; n--) key('a');
    }
    key('ok');
    this.presses++;
  }

  // Presses a button of a pod where its middle is, and lets it go.
  #tap(button) {
    const r = button.getBoundingClientRect();
    const [x, y] = [r.x + r.width / 2, r.y + r.height / 2];
    const top = document.elementFromPoint(x, y);
    if (top?.closest('.key') !== button) throw new Error(`${button.className} is covered by ${top?.outerHTML.slice(0, 80)}`);
    const e = { bubbles: true, cancelable: true, composed: true, button: 0, buttons: 1, pointerId: 1, isPrimary: true, clientX: x, clientY: y };
    top.dispatchEvent(new PointerEvent('pointerdown', e));
    top.dispatchEvent(new PointerEvent('pointerup', { ...e, buttons: 0 }));
  }

  // Clicks what lies on top in the middle of an element.
  #click(e) {
    e.scrollIntoView({ block: 'nearest' });
    const r = e.getBoundingClientRect();
    const top = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
    if (!e.contains(top)) throw new Error(`${e.textContent} is covered by ${top?.outerHTML.slice(0, 80)}`);
    top.click();
  }

  // Fills in an ask on the sheet: dice have faces to touch, powers a list for each, cards are
  // laid down.
  #fill(form) {
    form.closest('details')?.setAttribute('open', ''); // it is only offered
    const one = (list) => list[this.pick(list.length)];
    const verb = form.dataset.verb;
    const answered = () => {
      this.typed++;
      this.verbs[verb] = (this.verbs[verb] ?? 0) + 1;
    };
    const choices = form.querySelectorAll('.choice');
    if (choices.length) {
      this.#click(one(choices));
      answered();
      return;
    }
    form.querySelectorAll('.die').forEach((d) => this.#click(one(d.querySelectorAll('.face'))));
    form.querySelectorAll('select').forEach((s) => {
      s.value = one([...s.options].filter((o) => o.value && !o.disabled)).value;
      s.dispatchEvent(new Event('change'));
    });
    if (document.querySelector('.refusal')) form.querySelectorAll('.clear:not(:disabled)').forEach((b) => this.#click(b)); // what was laid down stays there
    const last = form.querySelector('.seal');
    const laid = last.disabled && form.querySelector('.heap');
    for (let n = 0; last.disabled && n < 40; n++) this.#click(one(form.querySelectorAll('.heap button:not(:disabled)')));
    if (laid && form.matches('.ask-cards') && !form.querySelector('.slots li:not(.full)')) { // the last card has locked
      answered();
      return;
    }
    if (last.disabled) throw new Error(`the ask cannot be filled in: ${verb}`);
    this.#click(last);
    answered();
  }
};
