// The parts that an answer is put together from, each as a piece of a form.

import { el } from './dom.js';
import { tray } from './tray.js';
import { digits, list, num, say } from './words.js';

// How long a card or a key is held until it does the same again and again, and how fast, in ms.
const HOLD = 400;
const CARD_REPEAT = 220;
const COUNT_REPEAT = 90;

// FIND is of how many kinds of cards nobody wants to look for one in the heap.
const FIND = 12;

/**
 * held calls once when b is clicked, and again and again while it is held down, with how often so far.
 * @param {HTMLButtonElement} b
 * @param {number} every
 * @param {(times: number) => void} once
 */
function held(b, every, once) {
  let times = 0; // since it was pressed
  let timer = 0;
  const stop = () => clearTimeout(timer);
  const more = () => {
    if (!b.isConnected) return; // something else is asked
    once(times++);
    if (!b.disabled) timer = setTimeout(more, every);
  };
  b.addEventListener('click', () => { if (!times) once(0); });
  b.addEventListener('pointerdown', (e) => {
    if (e.button !== 0) return;
    times = 0;
    timer = setTimeout(more, HOLD);
  });
  for (const t of ['pointerup', 'pointercancel', 'pointerleave']) b.addEventListener(t, stop);
  b.addEventListener('keydown', () => { times = 0; });
  b.addEventListener('contextmenu', (e) => e.preventDefault());
}

/** answer returns an item of a part as a record has it: a die's face may be a number. @param {Box.Part} part @param {string} word */
const answer = (part, word) => itemOf(part, word).json ?? word;

/** itemOf returns an item of a part. @param {Box.Part} part @param {string} word */
const itemOf = (part, word) => /** @type {Box.Part['items'][number]} */ (part.items.find((i) => i.word === word));

/**
 * field draws a part of an ask. It returns the nodes, the value as an answer has it (undefined
 * while it is not complete), and buttons of its own. draft keeps what is half typed; check is
 * called whenever the value changes, lock when it is whole and nothing is left to do.
 * @param {Box.Part} part
 * @param {any} draft
 * @param {() => void} check
 * @param {Box.PartsAsk} ask
 * @param {(() => void) | null | undefined} lock
 * @returns {Box.Field}
 */
export function field(part, draft, check, ask, lock) {
  return ({ number, one, assign, dice: assign }[part.kind] ?? cards)(part, draft, check, ask, lock);
}

// Cards are laid on the slots of the sheet: one tap lays one down, held it lays down more, and a
// tap on a slot takes it back. Where just so many cards are typed in, the last one locks, and all
// that is left lies there already.
/** @param {Box.Part} a @param {any} draft @param {() => void} check @param {Box.PartsAsk} ask @param {(() => void) | null | undefined} lock */
function cards(a, draft, check, ask, lock) {
  if (!a.max) return { nodes: [el('p', { class: 'count' }, say('cards.nothing'))], value: () => [] };
  const exact = lock && a.kind === 'cards' && a.min === a.max && a.max > 0;
  const all = a.items.flatMap((i) => Array(i.count).fill(i.word));
  /** @type {string[]} */
  const laid = draft.laid ??= exact && all.length === a.max ? all : [];
  const slots = el('ol', { class: 'slots', 'aria-label': say('cards.laid') });
  const heap = el('div', { class: 'heap' });
  const count = el('p', { class: 'count', role: 'status' });
  const clear = el('button', { class: 'pen clear', type: 'button' }, say('cards.clear'));
  const label = new Map(a.items.map((i) => [i.word, i.label]));
  const left = (/** @type {string} */ w) => itemOf(a, w).count - laid.filter((x) => x === w).length;
  const value = (/** @type {string} */ w) => (a.kind === 'payment' ? itemOf(a, w).value ?? 0 : 1);
  const worth = () => laid.reduce((n, w) => n + value(w), 0);
  const fits = (/** @type {string} */ w) => left(w) > 0 && worth() + value(w) <= a.max;
  const size = a.kind === 'payment' ? laid.length + 1 : Math.min(a.max, Math.max(a.min, 24));
  const draw = (fresh = -1) => {
    slots.replaceChildren();
    for (let i = 0; i < Math.max(laid.length, Math.min(size, 24)); i++) {
      const w = laid[i];
      slots.append(el('li', { class: w ? `full ${i === fresh ? 'fresh' : ''}` : '' }, w ? el('button', {
        type: 'button', class: `card card-${w.split('_')[0]}`, 'aria-label': say('cards.back', { card: label.get(w) }),
        onclick: () => {
          laid.splice(i, 1);
          draw();
          (slots.querySelectorAll('button')[i] ?? heap.querySelector('button:not(:disabled)'))?.focus();
        },
      }, el('bdi', {}, label.get(w))) : null));
    }
    heap.querySelectorAll('button').forEach((b) => {
      b.disabled = !fits(b.dataset.word ?? '');
      /** @type {Element} */ (b.querySelector('.left')).textContent = num(left(b.dataset.word ?? ''));
    });
    count.textContent = a.min === a.max ? say('cards.count', { n: worth(), m: a.max }) : say('cards.range', { n: worth(), min: a.min, max: a.max });
    clear.disabled = !laid.length;
    check();
  };
  const lay = (/** @type {string} */ word) => {
    if (!fits(word)) return;
    laid.push(word);
    draw(laid.length - 1);
    if (exact && laid.length === a.max) lock();
  };
  for (const i of a.items) {
    const b = el('button', {
      type: 'button', class: `card card-${i.word.split('_')[0]}`, 'data-word': i.word,
    }, el('bdi', {}, i.label), el('span', { class: 'left', title: say('cards.left') }));
    held(b, CARD_REPEAT, () => lay(i.word));
    heap.append(b);
  }
  clear.addEventListener('click', () => { laid.length = 0; draw(); });
  const find = a.items.length > FIND ? finder(a, heap, lay) : null;
  draw();
  return { nodes: find ? [slots, count, find, heap] : [slots, count, heap], acts: [clear], value: () => (worth() < a.min || worth() > a.max ? undefined : laid.map((w) => answer(a, w))) };
}

/**
 * finder is where the first letters of a card are typed, of any of its words, or its number in the list: the others are put away, and Enter
 * lays the first that is left.
 * @param {Box.Part} a
 * @param {HTMLElement} heap
 * @param {(word: string) => void} lay
 */
function finder(a, heap, lay) {
  const t = el('input', { type: 'text', class: 'typed-line', autocomplete: 'off', spellcheck: 'false', dir: 'auto', enterkeyhint: 'done', 'aria-label': say('cards.find'), placeholder: say('cards.find') });
  const fits = (/** @type {number} */ i, /** @type {string} */ text) => !text || String(i + 1) === plain(text) || a.items[i].label.toLowerCase().split(/[\s,،:]+/u).some((/** @type {string} */ _, /** @type {number} */ w, /** @type {string[]} */ all) => all.slice(w).join(' ').startsWith(text));
  const draw = () => {
    const text = t.value.trim().toLowerCase().replace(/\s+/gu, ' ');
    const all = /** @type {HTMLButtonElement[]} */ ([...heap.children]);
    all.forEach((b, i) => { b.hidden = !fits(i, text); });
    return all.find((b) => !b.hidden && !b.disabled);
  };
  t.addEventListener('input', draw);
  t.addEventListener('keydown', (e) => {
    if (e.key !== 'Enter') return;
    e.preventDefault(); // it lays a card, and doesn't send
    const first = t.value.trim() && draw();
    if (!first) return;
    t.value = '';
    draw();
    lay(first.dataset.word ?? '');
  });
  return t;
}

/** plain writes digits of any language as 0 to 9. @param {string} text */
const plain = (text) => text.replace(/[۰-۹]/g, (c) => String(c.charCodeAt(0) - 0x6f0)).trim();

// A number is typed, on a phone with its keys for digits; or it goes up and down by one, and the faster the longer a
// key is held.
/** @param {Box.Part} a @param {any} draft @param {() => void} check @param {Box.PartsAsk} ask */
function number(a, draft, check, ask) {
  draft.n ??= a.min;
  const at = el('input', {
    class: 'number', id: `number-${a.arg}`, type: 'text', inputmode: a.min < 0 ? 'text' : 'numeric', enterkeyhint: 'done', autocomplete: 'off', dir: 'ltr',
    size: Math.max(2, String(a.min).length, String(a.max).length), maxlength: 7, 'aria-label': a.label || ask.prompt, 'aria-describedby': `range-${a.arg}`,
  });
  const less = el('button', { class: 'pen', type: 'button', 'aria-label': say('number.less') }, '−');
  const more = el('button', { class: 'pen', type: 'button', 'aria-label': say('number.more') }, '+');
  const fits = (/** @type {number} */ n) => Number.isInteger(n) && n >= a.min && n <= a.max;
  const value = () => (fits(draft.n) && draft.typed === undefined ? draft.n : undefined);
  const draw = () => {
    at.value = draft.typed ?? digits(String(draft.n));
    at.setAttribute('aria-invalid', String(draft.typed !== undefined));
    less.disabled = draft.n <= a.min;
    more.disabled = draft.n >= a.max;
    check();
  };
  const step = (/** @type {number} */ by) => (/** @type {number} */ times) => {
    delete draft.typed;
    draft.n = Math.max(a.min, Math.min(a.max, draft.n + by * 5 ** Math.floor(Math.min(times, 60) / 20)));
    draw();
  };
  at.addEventListener('focus', () => at.select()); // what is typed takes its place
  at.addEventListener('input', () => {
    const text = plain(at.value);
    const n = /^-?\d+$/.test(text) ? Number(text) : NaN;
    if (fits(n)) {
      draft.n = n;
      delete draft.typed;
    } else draft.typed = at.value;
    less.disabled = draft.n <= a.min;
    more.disabled = draft.n >= a.max;
    at.setAttribute('aria-invalid', String(draft.typed !== undefined));
    check();
  });
  held(less, COUNT_REPEAT, step(-1));
  held(more, COUNT_REPEAT, step(1));
  draw();
  return { nodes: [el('div', { class: 'stepper' }, less, at, more), el('p', { class: 'count', id: `range-${a.arg}` }, say('number.range', { min: num(a.min), max: num(a.max) }))], value };
}

// One of a list; a list of one, beside other parts, leaves no choice and is told.
/** @param {Box.Part} a @param {any} draft @param {() => void} check @param {Box.PartsAsk} ask */
function one(a, draft, check, ask) {
  if (a.items.length === 1 && ask.parts.length > 1) return { nodes: [el('p', { class: 'only' }, el('bdi', {}, a.items[0].label))], value: () => answer(a, a.items[0].word) };
  const s = el('select', { 'aria-label': say('part.one') }, el('option', { value: '' }, say('assign.none')), ...a.items.map((i) => el('option', { value: i.word }, i.label)));
  s.value = draft.word ?? '';
  s.addEventListener('change', () => { draft.word = s.value; check(); });
  return { nodes: [el('label', { class: 'row' }, s)], value: () => (draft.word ? answer(a, draft.word) : undefined) };
}

/** @param {Box.Part} a @param {any} given @param {() => void} check @param {Box.PartsAsk} ask @param {(() => void) | null | undefined} lock */
function assign(a, given, check, ask, lock) {
  const draft = given.of ??= {};
  if (a.read && given.read?.n !== a.read.n) {
    a.keys.forEach((k, i) => {
      const d = a.read.dice[i];
      if (d.word) draft[k.word] = d.word;
      else if (d.picture !== given.read?.dice[i].picture || given.read.dice[i].word) delete draft[k.word];
    });
    given.read = a.read;
  }
  const rows = a.kind === 'dice' ? dice(a, draft, check, ask, lock) : lists(a, draft, check);
  return {
    nodes: [...(a.kind === 'dice' ? [tray()] : []), el('div', { class: 'rows' }, ...rows)],
    value: () => (a.keys.some((k) => !draft[k.word]) ? undefined : Object.fromEntries(Object.entries(draft).map(([k, w]) => [k, answer(a, w)]))),
  };
}

// typed returns what a line such as "Ava 2, Babak 1" gives to each key, by the beginnings of their names; null where it is not one.
/** @param {Box.Part} a @param {string} text */
function typed(a, text) {
  /** @type {Record<string, string>} */
  const out = {};
  for (const piece of text.split(/[,;\u060c\u061b]+/).map((x) => x.trim()).filter(Boolean)) {
    const m = /^(.*?)\s*(\p{Nd}+)$/u.exec(piece);
    const n = m && String(Number([...m[2]].map((c) => Number(c.codePointAt(0)) & 15).join(''))); // the last bits of a digit are what it means
    const keys = m?.[1] ? a.keys.filter((k) => k.label.toLowerCase().startsWith(m[1].toLowerCase())) : [];
    if (!n || keys.length !== 1 || !a.items.some((i) => i.word === n)) return null;
    out[keys[0].word] = n;
  }
  return out;
}

/** example is such a line for those who sit there. @param {Box.Part} a */
const example = (a) => list(a.keys.slice(0, 2).map((k, i) => `${k.label} ${num(2 - i)}`));

/** exactly says that figures can be given, and how, where an ask has answers at one press. @param {Box.Part[]} parts */
export const exactly = (parts) => {
  const a = parts.find((p) => p.kind === 'assign');
  return say('exactly', { example: a ? example(a) : '' });
};

/**
 * line is where such a line is typed: whoever is not named has none.
 * @param {Box.Part} a
 * @param {Record<string, string>} draft
 * @param {() => void} check
 * @param {HTMLSelectElement[]} picks
 */
function line(a, draft, check, picks) {
  const t = el('input', { type: 'text', class: 'typed-line', autocomplete: 'off', spellcheck: 'false', dir: 'auto', 'aria-label': say('exactly', { example: example(a) }), placeholder: example(a) });
  t.addEventListener('input', () => {
    const given = typed(a, t.value);
    t.setAttribute('aria-invalid', String(!given));
    if (!given) return;
    for (const k of a.keys) draft[k.word] = given[k.word] ?? '0';
    picks.forEach((s) => { s.value = draft[s.dataset.key ?? '']; });
    check();
  });
  return t;
}

// A list for each key; what is given to one is not given to another.
/** @param {Box.Part} a @param {Record<string, string>} draft @param {() => void} check */
function lists(a, draft, check) {
  /** @type {HTMLSelectElement[]} */
  const picks = [];
  const draw = () => {
    const used = Object.values(draft);
    for (const s of picks) {
      for (const o of s.options) {
        const i = a.items.find((x) => x.word === o.value);
        o.disabled = !!i && draft[s.dataset.key ?? ''] !== i.word && used.filter((w) => w === i.word).length >= i.count;
      }
    }
    check();
  };
  const rows = a.keys.map((k) => {
    const s = el('select', { 'data-key': k.word, 'aria-label': k.label },
      el('option', { value: '' }, say('assign.none')),
      ...a.items.map((i) => el('option', { value: i.word }, i.label)));
    s.value = draft[k.word] ?? '';
    s.addEventListener('change', () => {
      if (s.value) draft[k.word] = s.value; else delete draft[k.word];
      draw();
    });
    picks.push(s);
    return el('label', { class: 'row' }, el('bdi', {}, k.label), s);
  });
  draw();
  return a.items.every((i) => /^\d+$/.test(i.word)) ? [line(a, draft, check, picks), ...rows] : rows;
}

// For each die its faces, one of which is on top. A die that the tray is not certain of is shown as the camera sees it.
// The last die that is said with a mouse or a finger locks, as the last card does; arrow keys pass by other faces.
/**
 * @param {Box.Part} a
 * @param {Record<string, string>} draft
 * @param {() => void} check
 * @param {Box.PartsAsk} ask
 * @param {(() => void) | null | undefined} lock
 */
function dice(a, draft, check, ask, lock) {
  let touched = false;
  const rows = a.keys.map((k, n) => {
    const read = a.read?.dice[n];
    const faces = a.items.map((i) => {
      const r = el('input', { type: 'radio', class: 'unseen', name: `${ask.verb}-${a.arg}-${k.word}`, value: i.word });
      r.checked = draft[k.word] === i.word;
      r.addEventListener('change', () => {
        draft[k.word] = i.word;
        check();
        if (lock && touched && a.keys.every((x) => draft[x.word])) lock();
      });
      return el('label', { class: 'face', onpointerdown: () => { touched = true; }, onkeydown: () => { touched = false; } }, r, el('bdi', {}, i.label));
    });
    return el('fieldset', { class: `die die-${k.word} ${read?.where ? 'doubtful' : ''}` }, el('legend', {}, k.label),
      ...(read?.where ? [
        el('div', { class: 'which' }, read.picture ? el('img', { src: read.picture, alt: '', width: 112, height: 112 }) : null, el('p', { dir: 'auto' }, el('b', {}, read.where), ' ', say('tray.which'))),
      ] : []), ...faces);
  });
  return rows.sort((x, y) => Number(y.classList.contains('doubtful')) - Number(x.classList.contains('doubtful'))); // they are what is asked
}
