// The paper beside the box: what lies on the table, what is typed in from the cardboard, a
// new game, the score.

import { el, icon, put, refill } from './dom.js';
import { lang, num, say } from './words.js';

const $ = (id) => document.getElementById(id);

/** askKey tells one ask from another, so that what is half typed stays while it is open. */
const askKey = (a) => JSON.stringify([a.seat, a.verb, a.kind, a.arg, a.items?.map((i) => [i.word, i.count]), a.keys?.map((k) => k.word), a.options?.map((o) => o.line), a.min, a.max]);

// MAX_FILE is what the box takes.
const MAX_FILE = 32 << 10;

/** ask gives the box a file to read; it answers with the catalogue, or with what is wrong. */
async function ask(game, file) {
  try {
    const r = await fetch(`catalogue/${game}?lang=${lang()}`, { method: 'POST', body: file });
    return r.ok ? await r.json() : { error: say('file.failed') };
  } catch {
    return { error: say('file.failed') };
  }
}

/** Sheet draws the desk and sends what is typed. */
export class Sheet {
  #drafts = new Map(); // askKey -> what is half typed
  #setup = null;
  #draw = null; // draws the setup anew
  #typed = -1000; // when something was typed that the box has not answered

  constructor(send) {
    this.send = send;
    this.desk = null;
    $('tab').addEventListener('click', () => this.unfold(!document.body.classList.contains('unfolded')));
    addEventListener('keydown', (e) => {
      if (e.key !== 'Escape' || !document.body.classList.contains('unfolded') || document.querySelector('dialog[open]')) return;
      this.unfold(false);
      $('tab').focus();
    });
  }

  /** unfold opens the paper on a narrow screen. */
  unfold(on) {
    document.body.classList.toggle('unfolded', on);
    $('tab').setAttribute('aria-expanded', String(on));
    this.#tab();
    if (on) $('written').scrollTop = 0;
  }

  /** show draws a desk. */
  show(desk) {
    const before = this.desk;
    this.desk = desk;
    this.answered();
    const l = lang();
    const still = new Set(desk.sheets.map(askKey));
    for (const k of this.#drafts.keys()) if (!still.has(k)) this.#drafts.delete(k);
    put($('s-notice'), [l, desk.error, desk.rule, desk.undo, desk.missing], () => [this.#missing(), this.#refusal(), this.#consent()]);
    put($('s-head'), [l, desk.state, desk.gameTitle, desk.phase, desk.heading, desk.paused, desk.seconds], () => this.#head());
    put($('s-resume'), [l, desk.state, desk.resume], () => this.#resume());
    put($('s-ask'), [l, desk.state, desk.sheets], () => desk.sheets.map((a, i) => this.#ask(a, i)));
    put($('s-lines'), [l, desk.state, desk.lines], () => this.#lines());
    put($('s-setup'), [l, desk.state, desk.titles], () => (desk.state === 'menu' ? this.#menu() : null));
    put($('s-acts'), [l, desk.state, desk.paused, desk.canUndo, desk.undo, desk.record, !desk.titles.length], () => this.#acts());
    if (desk.state === 'menu') this.#check();
    this.#tab();
    if (before && before.state !== desk.state && desk.state === 'play') this.unfold(false);
  }

  #tab() {
    const d = this.desk;
    if (!d) return;
    const open = document.body.classList.contains('unfolded');
    const label = open ? say('tab.close') : d.state === 'menu' ? say('tab.menu') : d.state === 'over' ? say('tab.over') : d.sheets.length ? say('tab.ask') : say('tab.paper');
    $('tab').querySelector('span').textContent = label;
    $('tab').classList.toggle('calls', !open && (d.sheets.length > 0 || d.state !== 'play' || !!d.error || !!d.undo));
  }

  #missing() {
    const m = this.desk.missing;
    if (!m.length) return null;
    return el('div', { class: 'slip consent', role: 'status' }, el('p', {}, el('b', {}, say('missing'))), el('ul', { class: 'parts' }, ...m.map((p) => el('li', {}, p))));
  }

  #refusal() {
    const { error, rule } = this.desk;
    if (!error) return null;
    return el('div', { class: 'slip refusal', role: 'alert' },
      el('p', {}, error),
      rule ? el('details', {},
        el('summary', {}, say('rule.show', { rule: rule.number })),
        el('blockquote', { dir: 'auto', lang: rule.lang }, rule.text)) : null);
  }

  #consent() {
    const u = this.desk.undo;
    if (!u) return null;
    return el('div', { class: 'slip consent', role: 'status' },
      el('p', {}, el('b', {}, say('undo.asked'))),
      u.text ? el('p', {}, u.text) : null,
      u.needs?.length ? el('p', {}, say('undo.needs')) : null,
      u.needs?.length ? el('ul', { class: 'names' }, ...u.needs.map((n) => el('li', { dir: 'auto' }, n))) : null,
      el('button', { class: 'pen', type: 'button', onclick: () => this.send({ t: 'undo_cancel' }) }, say('undo.cancel')));
  }

  #head() {
    const d = this.desk;
    if (d.state === 'menu') return el('h2', { class: 'title' }, say('menu.title'));
    return el('div', { class: 'heading' },
      el('p', { class: 'game' }, d.gameTitle),
      el('h2', { class: 'title' }, d.state === 'over' ? say('over.title') : d.heading || d.phase),
      d.state === 'play' && d.phase && !d.heading?.includes(d.phase) ? el('p', { class: 'phase' }, d.phase) : null,
      d.seconds >= 0 ? el('p', { class: 'phase', id: 'seconds' }, say('seconds', { n: d.seconds })) : null,
      d.state === 'over' && d.heading ? el('p', { class: 'phase' }, d.heading) : null,
      d.paused ? el('p', { class: 'stamp' }, say('paused')) : null);
  }

  #resume() {
    const d = this.desk;
    if (d.state !== 'menu' || !d.resume) return null;
    return el('div', { class: 'slip resume' },
      el('p', {}, el('b', {}, say('resume.title'))),
      el('p', {}, d.resume),
      el('button', { class: 'seal', id: 'go-on', type: 'button', onclick: () => this.send({ t: 'go_on' }) }, say('resume.go')));
  }

  #lines() {
    const d = this.desk;
    // Names alone say nothing that the plates do not.
    if (d.state === 'menu' || !d.lines.some((l) => l.text || l.icons.length)) return null;
    return el('table', { class: 'score' },
      el('caption', { class: 'unseen' }, d.state === 'over' ? say('over.title') : say('lines.title')),
      el('tbody', {}, ...d.lines.map((l) => el('tr', { class: l.strong ? 'strong' : '' },
        l.seat ? el('th', { scope: 'row' }, el('bdi', {}, l.seat), el('span', { class: 'marks' }, ...(l.icons ?? []).map((i) => icon(i, say(`icon.${i}`))))) : null,
        el('td', { colspan: l.seat ? null : 2 }, ...(l.seat ? [] : (l.icons ?? []).map((i) => icon(i, say(`icon.${i}`)))), l.text)))));
  }

  #acts() {
    const d = this.desk;
    if (d.state === 'menu') {
      return d.titles.length ? [
        el('p', { class: 'wrong', id: 'wrong', role: 'status' }),
        el('div', { class: 'acts' }, el('button', { class: 'seal', id: 'start', type: 'submit', form: 'setup' }, say('menu.start'))),
      ] : null;
    }
    const b = (id, word, m, more = {}) => el('button', { class: 'pen', id, type: 'button', onclick: () => this.send(m), ...more }, say(word));
    if (d.state === 'play') {
      return el('div', { class: 'acts', role: 'group', 'aria-label': say('acts.title') },
        b('pause', d.paused ? 'pause.end' : 'pause', { t: 'pause', on: !d.paused }),
        b('undo', 'undo', { t: 'undo' }, { disabled: !d.canUndo || !!d.undo }),
        this.#leave());
    }
    if (d.state === 'over') {
      return el('div', { class: 'acts' },
        d.record ? el('a', { class: 'pen', id: 'record', href: 'record', download: '' }, say('record')) : null,
        d.canUndo ? b('undo', 'undo', { t: 'undo' }, { disabled: !!d.undo }) : null,
        el('button', { class: 'seal', id: 'again', type: 'button', onclick: () => this.send({ t: 'leave' }) }, say('over.again')));
    }
    return null;
  }

  // Leaving asks once more, in place: the button becomes the question.
  #leave() {
    const box = el('span', { class: 'leave' });
    const ask = el('button', { class: 'pen', id: 'leave', type: 'button' }, say('leave'));
    ask.addEventListener('click', () => {
      const no = el('button', { class: 'pen', type: 'button' }, say('leave.no'));
      no.addEventListener('click', () => { box.replaceChildren(ask); ask.focus(); });
      box.replaceChildren(el('span', { class: 'sure', role: 'alert' }, say('leave.sure')),
        el('button', { class: 'pen warn', id: 'leave-yes', type: 'button', onclick: () => this.send({ t: 'leave' }) }, say('leave.yes')), no);
      no.focus();
    });
    box.append(ask);
    return box;
  }

  // ---- what the table is asked for

  #ask(a, n) {
    const key = askKey(a);
    const who = a.seat !== 'table' ? el('p', { class: 'from', dir: 'auto' }, a.seat) : null;
    const form = el('form', { class: `ask ask-${a.kind}`, 'data-verb': a.verb, 'aria-labelledby': `ask-${n}` },
      who, el('h3', { id: `ask-${n}` }, a.prompt));
    const draft = (first) => {
      if (!this.#drafts.has(key)) this.#drafts.set(key, first());
      return this.#drafts.get(key);
    };
    form.addEventListener('submit', (e) => e.preventDefault());
    switch (a.kind) {
      case 'one':
      case 'confirm':
        form.append(el('div', { class: 'choices' }, ...a.options.map((o) => el('button', { class: 'choice', type: 'button', onclick: () => this.#type(o.line) }, el('bdi', {}, o.label)))));
        break;
      case 'number':
        this.#number(form, a, draft(() => ({ n: a.min })));
        break;
      case 'assign':
      case 'dice':
        this.#assign(form, a, draft(() => ({})));
        break;
      default:
        this.#cards(form, a, draft(() => []));
    }
    return form;
  }

  // A button that is pressed twice types once: the box answers each with a desk or an error.
  #type(line) {
    if (performance.now() < this.#typed + 1000) return;
    if (this.send({ t: 'type', line })) this.#typed = performance.now();
  }

  /** answered says that the box has answered. */
  answered() { this.#typed = -1000; }

  #line(a, value) { return { seat: a.seat, do: a.verb, [a.arg]: value }; }

  // Cards are laid on the slots of the sheet: one tap lays one down, a tap on it takes it back.
  #cards(form, a, laid) {
    const slots = el('ol', { class: 'slots', 'aria-label': say('cards.laid') });
    const heap = el('div', { class: 'heap' });
    const count = el('p', { class: 'count', role: 'status' });
    const done = el('button', { class: 'seal', type: 'submit' }, say('cards.done'));
    const clear = el('button', { class: 'pen', type: 'button' }, say('cards.clear'));
    const label = new Map(a.items.map((i) => [i.word, i.label]));
    const left = (w) => a.items.find((i) => i.word === w).count - laid.filter((x) => x === w).length;
    const size = Math.min(a.max, Math.max(a.min, 24));
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
        const n = left(b.dataset.word);
        b.disabled = n <= 0 || laid.length >= a.max;
        b.querySelector('.left').textContent = num(n);
      });
      count.textContent = a.min === a.max ? say('cards.count', { n: laid.length, m: a.max }) : say('cards.range', { n: laid.length, min: a.min, max: a.max });
      done.disabled = laid.length < a.min || laid.length > a.max;
      clear.disabled = !laid.length;
    };
    for (const i of a.items) {
      heap.append(el('button', {
        type: 'button', class: `card card-${i.word.split('_')[0]}`, 'data-word': i.word,
        onclick: () => { if (laid.length < a.max && left(i.word) > 0) { laid.push(i.word); draw(laid.length - 1); } },
      }, el('bdi', {}, i.label), el('span', { class: 'left', title: say('cards.left') })));
    }
    clear.addEventListener('click', () => { laid.length = 0; draw(); });
    form.addEventListener('submit', () => { if (!done.disabled) this.#type(this.#line(a, laid)); });
    form.append(slots, count, heap, el('div', { class: 'acts' }, done, clear));
    draw();
  }

  #number(form, a, draft) {
    const at = el('output', { class: 'number' });
    const less = el('button', { class: 'pen', type: 'button', 'aria-label': say('number.less') }, '−');
    const more = el('button', { class: 'pen', type: 'button', 'aria-label': say('number.more') }, '+');
    const draw = () => {
      at.textContent = num(draft.n);
      less.disabled = draft.n <= a.min;
      more.disabled = draft.n >= a.max;
    };
    less.addEventListener('click', () => { draft.n--; draw(); });
    more.addEventListener('click', () => { draft.n++; draw(); });
    form.addEventListener('submit', () => this.#type(this.#line(a, draft.n)));
    form.append(el('div', { class: 'stepper' }, less, at, more), el('div', { class: 'acts' }, el('button', { class: 'seal', type: 'submit' }, say('number.done'))));
    draw();
  }

  #assign(form, a, draft) {
    const done = el('button', { class: 'seal', type: 'submit' }, say('cards.done'));
    const check = () => { done.disabled = a.keys.some((k) => !draft[k.word]); };
    const rows = a.kind === 'dice' ? this.#dice(a, draft, check) : this.#lists(a, draft, check);
    // A die's face that is a number is no text in a record.
    const value = (word) => a.items.find((i) => i.word === word).json ?? word;
    form.addEventListener('submit', () => {
      if (!done.disabled) this.#type(this.#line(a, Object.fromEntries(Object.entries(draft).map(([k, w]) => [k, value(w)]))));
    });
    form.append(el('div', { class: 'rows' }, ...rows), el('div', { class: 'acts' }, done));
    check();
  }

  // A list for each key; what is given to one is not given to another.
  #lists(a, draft, check) {
    const picks = [];
    const draw = () => {
      const used = Object.values(draft);
      for (const s of picks) {
        for (const o of s.options) {
          const i = a.items.find((x) => x.word === o.value);
          o.disabled = !!i && draft[s.dataset.key] !== i.word && used.filter((w) => w === i.word).length >= i.count;
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
    return rows;
  }

  // For each die its faces, one of which is on top.
  #dice(a, draft, check) {
    return a.keys.map((k) => el('fieldset', { class: `die die-${k.word}` }, el('legend', {}, k.label), ...a.items.map((i) => {
      const r = el('input', { type: 'radio', class: 'unseen', name: `${a.verb}-${k.word}`, value: i.word });
      r.checked = draft[k.word] === i.word;
      r.addEventListener('change', () => {
        draft[k.word] = i.word;
        check();
      });
      return el('label', { class: 'face' }, r, el('bdi', {}, i.label));
    })));
  }

  // ---- a new game

  #menu() {
    const d = this.desk;
    if (!d.titles.length) return el('p', {}, say('menu.none'));
    this.#setup ??= { game: d.titles[0].id, names: [], options: {} };
    const s = this.#setup;
    const title = () => d.titles.find((t) => t.id === s.game) ?? d.titles[0];
    const pods = this.pods ?? 8;
    const usual = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((n) => say('menu.usual').split('|')[n - 1] ?? say('menu.seat', { n }));
    if (!s.names.length) s.names = usual.slice(0, Math.min(Math.max(title().min, 4), title().max, pods));
    else if (s.lang !== lang()) s.names = s.names.map((n, i) => (n === s.usual?.[i] ? usual[i] : n));
    s.lang = lang();
    s.usual = usual;

    const box = el('form', { class: 'setup', id: 'setup' });
    const draw = this.#draw = () => {
      const t = title();
      const many = Math.min(t.max, pods);
      const fresh = [];
      if (d.titles.length > 1) {
        fresh.push(el('fieldset', { class: 'games' }, el('legend', {}, say('menu.game')),
          ...d.titles.map((x) => {
            const r = el('input', { type: 'radio', name: 'game', id: `game-${x.id}`, value: x.id });
            r.checked = x.id === s.game;
            r.addEventListener('change', () => { Object.assign(s, { game: x.id, options: {}, file: null }); draw(); });
            return el('label', {}, r, el('bdi', {}, x.title));
          })));
      } else fresh.push(el('p', { class: 'onegame' }, t.title));
      fresh.push(el('fieldset', { class: 'seats' },
        el('legend', {}, say('menu.seats'), el('small', {}, ` ${say('menu.range', { min: t.min, max: many })}`)),
        el('ol', {}, ...s.names.map((n, i) => {
          const input = el('input', { type: 'text', id: `name${i}`, value: n, maxlength: 24, autocomplete: 'off', spellcheck: 'false', dir: 'auto', 'aria-label': say('menu.name', { n: i + 1 }) });
          input.addEventListener('input', () => { s.names[i] = input.value; this.#check(); });
          return el('li', {}, el('i', { 'aria-hidden': 'true' }, num(i + 1)), input,
            el('button', { class: 'pen small', type: 'button', id: `away${i}`, disabled: s.names.length <= 1, 'aria-label': say('menu.away', { name: n }), onclick: () => { s.names.splice(i, 1); draw(); } }, '×'));
        })),
        el('button', {
          class: 'pen', id: 'more-seats', type: 'button', disabled: s.names.length >= many,
          onclick: () => { s.names.push(usual.find((u) => !s.names.includes(u)) ?? say('menu.seat', { n: s.names.length + 1 })); draw(); },
        }, say('menu.more'))));
      const opts = t.options.map((o) => this.#option(o, s));
      if (opts.some(Boolean)) fresh.push(el('fieldset', { class: 'options' }, el('legend', {}, say('menu.options')), ...opts));
      refill(box, fresh);
      this.#check();
    };
    box.addEventListener('submit', (e) => {
      e.preventDefault();
      if ($('start').disabled) return;
      const options = Object.fromEntries(Object.entries(s.options).filter(([, v]) => v !== ''));
      for (const o of title().options ?? []) {
        if (o.kind === 'seat' && options[o.key] !== undefined) options[o.key] = s.names[options[o.key]]?.trim();
        if (options[o.key] === undefined) delete options[o.key];
      }
      this.send({ t: 'start', game: s.game, seats: s.names.map((n) => n.trim()), options });
    });
    draw();
    return box;
  }

  // The start waits until nothing is wrong with the names and the file.
  #check() {
    const s = this.#setup;
    const [start, wrong] = [$('start'), $('wrong')];
    if (!start || !s) return;
    const t = this.desk.titles.find((x) => x.id === s.game) ?? this.desk.titles[0];
    const names = s.names.map((n) => n.trim());
    const twice = names.find((n, i) => n && names.indexOf(n) !== i);
    const text = names.some((n) => !n) ? say('menu.empty') : twice ? say('menu.twice', { name: twice })
      : names.length < t.min ? say('menu.few', { n: t.min }) : s.file?.wrong ? say('file.mend') : '';
    if (wrong.textContent !== text) wrong.textContent = text;
    start.disabled = !!text;
  }

  // A file of an owner of the real game: the box reads it at once and says what is wrong.
  #file(o, s) {
    const f = s.file;
    const have = (file) => {
      s.file = file;
      this.#draw();
    };
    const input = el('input', { type: 'file', id: 'file', class: 'unseen', accept: '.yaml,.yml,.json' });
    input.addEventListener('change', async () => {
      const [file] = input.files;
      delete s.options[o.key];
      const game = s.game;
      const read = file.size > MAX_FILE ? { error: say('file.large', { n: MAX_FILE >> 10 }) } : await ask(game, file);
      if (s.game !== game) return; // another game was chosen meanwhile
      if (read.catalogue) s.options[o.key] = read.catalogue;
      have({ name: file.name, wrong: read.catalogue ? null : read.wrong ?? [{ line: 0, text: read.error }] });
    });
    const away = () => {
      delete s.options[o.key];
      have(null);
    };
    return el('div', { class: 'file', role: 'group', 'aria-label': o.label },
      el('bdi', { class: 'label' }, o.label),
      f ? el('p', { class: f.wrong ? 'held' : 'held good', role: 'status' }, f.wrong ? null : icon('locked', say('file.good')), el('bdi', {}, f.name),
        el('button', { class: 'pen small', type: 'button', id: 'file-away', 'aria-label': say('file.away', { name: f.name }), onclick: away }, '×')) : null,
      f?.wrong ? el('ol', { class: 'slip refusal mistakes', role: 'alert' }, ...f.wrong.map((m) => el('li', {},
        m.line ? el('b', {}, say('file.line', { n: m.line })) : null, el('bdi', {}, m.text)))) : null,
      el('div', { class: 'acts' },
        el('label', { class: 'pen' }, say(f ? 'file.other' : 'file.choose'), input),
        el('a', { class: 'quiet', href: `catalogue/${s.game}`, download: `${s.game}.yaml` }, say('file.house'))));
  }

  #option(o, s) {
    if (o.kind === 'catalogue') return this.#file(o, s);
    const set = (v) => { if (v === '' || v === undefined) delete s.options[o.key]; else s.options[o.key] = v; };
    if (o.kind === 'bool') {
      const c = el('input', { type: 'checkbox', name: o.key, id: `option-${o.key}` });
      c.checked = s.options[o.key] === true;
      c.addEventListener('change', () => set(c.checked ? true : ''));
      return el('label', { class: 'row' }, el('bdi', {}, o.label), c);
    }
    if (o.kind === 'int') {
      const c = el('input', { type: 'number', name: o.key, id: `option-${o.key}`, value: s.options[o.key] ?? '' });
      c.addEventListener('input', () => set(c.value === '' ? '' : Number(c.value)));
      return el('label', { class: 'row' }, el('bdi', {}, o.label), c);
    }
    if (o.kind !== 'choice' && o.kind !== 'seat') return null; // objects are for files
    const values = o.kind === 'seat' ? s.names.map((n, i) => ({ word: String(i), label: n })) : o.values;
    const c = el('select', { name: o.key, id: `option-${o.key}` }, ...(o.kind === 'seat' || !o.default ? [el('option', { value: '' }, say('menu.default'))] : []),
      ...values.map((v) => el('option', { value: v.word }, v.label)));
    c.value = s.options[o.key] ?? o.default ?? '';
    c.addEventListener('change', () => set(c.value));
    if (o.kind === 'seat') c.addEventListener('focus', () => [...c.options].forEach((x) => { if (x.value !== '') x.textContent = s.names[x.value]; }));
    return el('label', { class: 'row' }, el('bdi', {}, o.label), c);
  }
}
