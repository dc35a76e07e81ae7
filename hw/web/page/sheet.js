// The paper beside the box: what lies on the table, what is typed in from the cardboard, a
// new game, the score.

import { $, bar, el, icon, named, none, put, refill } from './dom.js';
import { acts, beside, checks, dealing, receipts, witness } from './deal.js';
import { bring } from './bring.js';
import { film } from './film.js';
import { Finished } from './finished.js';
import { guide } from './guide.js';
import { join } from './hosting.js';
import { request, saved } from './line.js';
import { exactly, field } from './parts.js';
import { picks } from './picks.js';
import { onPhone } from './pods.js';
import { chart, made } from './score.js';
import { settings } from './settings.js';
import { others, story } from './story.js';
import { Past } from './past.js';
import { CARDS, LONG, Preparing, after, begun, changedBy, choice, chosenOf, clash, dealt, entries, filling, firsts, frontOf, joined, listed, options, phonesAlone, players, plays, seated, settingsOf, short, stands, told, typedOnce, whose } from './setup.js';
import { apart, closed, date, direction, lang, languages, left, list, num, say } from './words.js';


/** askKey tells one ask from another, so that what is half typed stays while it is open. @param {Box.Sheet} a */
const askKey = (a) => JSON.stringify([a.seat, a.verb, a.options.map((o) => o.line), a.parts.map((p) => [p.arg, p.kind, p.items.map((i) => [i.word, i.count]), p.keys.map((k) => k.word), p.min, p.max])]);

// AT_HAND is how many of the plays that can be gone on with are shown unasked.
const AT_HAND = 3;

// AT_ONCE is how many of the last phases are told unasked.
const AT_ONCE = 2;

// TOOLS is how many tools are shown unasked.
const TOOLS = 4;

/** ask gives the box a file to read; it answers with the catalogue, or with what is wrong. @param {string} game @param {File} file */
async function ask(game, file) {
  try {
    const r = await request(`catalogue/${game}?lang=${lang()}`, { method: 'POST', body: file });
    return r.ok ? await r.json() : { error: say('file.failed') };
  } catch {
    return { error: say('file.failed') };
  }
}

/** tidy returns a name as the box has it: composed, and without spaces too many. @param {string} name */
const tidy = (name) => name.normalize('NFC').replace(/\s+/gu, ' ').trim();

/** purpose says what a question is for. @param {string | undefined} text */
const purpose = (text) => (text ? el('p', { class: 'purpose', dir: 'auto' }, text) : null);

/** bot marks a name of those whom the box plays for. */
const bot = () => el('small', { class: 'bot' }, say('bot'));

/** Sheet draws the desk and sends what is typed. */
export class Sheet {
  #drafts = new Map(); // askKey -> what is half typed
  /** @type {any} */
  #setup = null;
  #way = ''; // into it, as somebody has chosen last
  /** @type {any} */
  #draw = null; // draws the setup anew
  #preparing = new Preparing((m) => this.send(m));
  #taken = 0; // how often it was taken over what others have changed
  /** @type {any} */
  #last = null; // the last result: what it was, and its record
  #moving = false; // the list of who sits where is open
  /** @type {any} */
  #typed = null; // what was typed last: the ask, and what was filled in
  #area = 0; // of the map: the place of that which is told in full
  #logged = false; // all that has happened is unfolded
  #read = false; // what the signs mean is unfolded
  #asked = ''; // what was asked when it was brought into sight
  /** @type {{ text: string, language?: string }} */
  #said = { text: '', language: lang() };
  #taught = ''; // what the last lesson said
  #was = false; // the paper was unfolded when a lesson came
  #trims = false; // the foot of the paper is about to be trimmed
  #sent = -1000; // when something was typed that the box has not answered

  /**
   * constructor: send tells the box something, explain shows how a game is played, peek returns what
   * opens the private screen of a pod, or nothing where it has none.
   * @param {(game: string) => void} explain
   * @param {(pod: number) => (() => void) | undefined} peek
   * @param {(m: import('../schema').FromPanel) => boolean} send
   */
  constructor(send, explain, peek) {
    this.peek = peek;
    this.send = send;
    this.explain = explain;
    this.once = () => {}; // what was chosen is asked for once more
    /** @type {import('../schema').Whole<import('../schema').Public>} as soon as there is one */
    this.desk = none;
    this.pods = 0; // of the box
    this.cuts = 0; // how often the line was cut
    this.knocks = 0; // how many wait to be let in
    /** @type {string[]} */
    this.phones = []; // the names of those who have a phone
    this.bots = new Set(); // the names of those whom the box plays for
    this.past = new Past((lines, title) => this.#table(lines, title), () => this.desk && this.show(this.desk));
    this.finished = new Finished(() => this.desk && this.show(this.desk));
    $('tab').addEventListener('click', () => this.unfold(!document.body.classList.contains('unfolded')));
    $('written').addEventListener('scroll', () => this.#trim(), { passive: true });
    new ResizeObserver(() => this.#trim()).observe($('written'));
    $('leaf').addEventListener('scroll', () => this.#trim(), { passive: true });
    $('below').addEventListener('click', () => { const place = this.#scrolls(); place.scrollBy({ top: place.clientHeight * .7, behavior: 'smooth' }); });
    $('written').addEventListener('click', (/** @type {any} */ e) => {
      const leaf = e.target.closest('summary');
      if (leaf) requestAnimationFrame(() => requestAnimationFrame(() => this.#follow(leaf)));
    });
    addEventListener('keydown', (e) => {
      if (e.key !== 'Escape' || !document.body.classList.contains('unfolded') || document.querySelector('dialog[open]')) return;
      this.unfold(false);
      $('tab').focus();
    });
  }

  /** say shows what is said where the paper hides the caption. @param {string} text @param {string} [language] */
  say(text, language) {
    this.#said = { text, language };
    this.#caption();
  }

  // A lesson has its own place.
  #caption() {
    const { text, language } = this.#said;
    const none = !text || !!this.desk?.lesson || text === this.#taught; // it was read
    put($('s-said'), [none, text], () => (none ? null : el('p', { class: 'said', lang: language, dir: direction(language) }, text)));
  }

  // Where a finger was about to press something else, the acts of a paper that comes by itself wait a moment.
  #settle() {
    document.body.classList.add('settling');
    setTimeout(() => document.body.classList.remove('settling'), 700);
  }

  // What somebody unfolds is brought into sight; the paper may have been drawn anew meanwhile.
  /** @param {HTMLElement} summary */
  #follow(summary) {
    const leaf = (summary.isConnected ? summary : $(summary.id))?.parentElement;
    if (!leaf?.open) return;
    leaf.scrollIntoView({ block: leaf.offsetHeight > $('written').clientHeight ? 'start' : 'nearest' });
  }

  /** game is the word of the game that is played, or that the menu would begin. */
  get game() { return this.desk?.game || this.#setup?.game || ''; }

  /** unfold opens the paper on a narrow screen. @param {boolean} on */
  unfold(on) {
    document.body.classList.toggle('unfolded', on);
    $('tab').setAttribute('aria-expanded', String(on));
    this.#tab();
    if (on) $('written').scrollTop = 0;
  }

  /** show draws a desk. @param {Box.Public} desk */
  show(desk) {
    const before = this.desk;
    this.desk = desk;
    if (desk.state !== 'menu') this.bots = new Set(desk.seats.filter((s) => s.bot).map((s) => s.name));
    this.answered();
    const l = lang();
    const still = new Set(desk.sheets.map(askKey));
    for (const k of this.#drafts.keys()) if (!still.has(k)) this.#drafts.delete(k);
    put($('s-notice'), [l, desk.error, desk.rule, desk.undo, desk.missing, desk.typed], () => [this.#missing(), this.#refusal(), this.#typedFor(), this.#consent()]);
    put($('s-lesson'), [l, desk.lesson], () => this.#lesson());
    if (desk.lesson) this.#taught = desk.lesson;
    this.#caption();
    put($('s-head'), [l, desk.state, !!desk.deal, desk.gameTitle, desk.name, desk.phase, desk.heading, desk.paused && !desk.lesson, desk.seconds], () => this.#head());
    witness(desk);
    put($('s-deal'), [l, desk.deal], () => (desk.deal ? dealing(desk.deal, desk.deal.seats, (m) => this.send(m), { host: false }) : null));
    put($('s-fair'), [l, desk.fair], () => receipts(desk.fair));
    put($('s-resume'), [l, desk.state, desk.plays], () => this.#resume());
    const asked = desk.sheets.filter((a) => !a.optional);
    const offered = desk.sheets.filter((a) => a.optional);
    put($('s-ask'), [l, desk.state, asked], () => asked.map((a, i) => this.#ask(a, i)));
    put($('s-offers'), [l, desk.state, offered], () => offered.map((a, i) => el('details', { class: 'offer' }, el('summary', { dir: 'auto' }, a.prompt), this.#ask(a, asked.length + i))));
    put($('s-open'), [l, desk.ask, desk.together, desk.question, desk.purpose, desk.paused, desk.state, desk.sheets.length, desk.seats.map((s) => [s.name, s.awaited, s.pod, s.phone, s.secrecy, s.asked, s.choices])], () => this.#open());
    put($('s-reveal'), [l, desk.reveal], () => this.#reveal());
    put($('s-map'), [l, desk.state, desk.map, this.#area], () => this.#map());
    const groups = others(desk);
    const about = this.#about(groups);
    put($('s-about'), [l, about], () => this.#groups(about));
    const rest = groups.filter((g) => !about.includes(g));
    put($('s-groups'), [l, desk.state, rest], () => this.#groups(rest));
    put($('s-lines'), [l, desk.state, desk.lines, !!desk.reveal, desk.seats.map((s) => s.bot)], () => this.#lines());
    put($('s-signs'), [l, desk.state, this.#signs()], () => this.#legend());
    put($('s-log'), [l, desk.state, desk.log, this.#logged], () => this.#story());
    put($('s-score'), [l, desk.score], () => (desk.score ? [chart(desk.score, desk.seats), desk.score.columns.length > 1 ? el('details', { class: 'made-of' }, el('summary', { id: 'made' }, say('score.made')), made(desk.score)) : null] : null));
    const moment = [desk.state, desk.name, desk.phase, desk.heading, desk.lines.length];
    put($('s-past'), [l, desk.past && moment, this.past.sign], () => (desk.past ? this.past.show(moment) : null));
    put($('s-places'), [l, desk.state === 'play', desk.seats.map((s) => [s.name, s.pod, s.bot, s.away, s.lang]), this.pods], () => this.#places());
    this.#remember(before);
    put($('s-last'), [l, desk.state, this.#last?.at, desk.plays.length], () => this.#result());
    const menu = desk.state === 'menu' && !desk.deal;
    if (menu && desk.titles.length) this.#prepare();
    else this.#preparing.forget();
    put($('s-setup'), [l, desk.state, !!desk.deal, desk.titles, desk.people, this.phones, this.#taken, changedBy(desk.prepared)], () => (menu ? this.#menu() : null));
    if (menu && this.#setup) this.#preparing.stands(this.#prepared());
    put($('s-bring'), [l, desk.state, !!desk.deal, desk.brought, this.#names(desk.brought)], () => (desk.state === 'menu' && !desk.deal && desk.titles.length ? bring(desk.brought, this.#names(desk.brought), 'pen', 1 << 20, this.send) : null));
    put($('s-finished'), [l, desk.state === 'menu' && !desk.deal && desk.ended, this.finished.sign], () => (desk.state === 'menu' && !desk.deal && desk.ended ? this.finished.show(desk.ended) : null));
    put($('s-settings'), [l, desk.settings], () => (desk.settings ? settings(desk.settings, this.send) : null));
    put($('s-film'), [l, desk.film, desk.state === 'menu' && this.#last?.film], () => film(desk.film ?? (desk.state === 'menu' ? this.#last?.film : null), 'pen'));
    put($('s-acts'), [l, !!desk.deal, desk.state, desk.hurry, desk.paused && !desk.lesson, !!desk.lesson, desk.canUndo, desk.kept, desk.undo, desk.record, !!desk.fair, !desk.titles.length], () => this.#acts());
    if (desk.state === 'menu' && !desk.deal) this.#check();
    this.#tab();
    this.#show(asked);
    // Who may answer what the table is asked presses OK on the box, which says so as the light of a pod does.
    document.body.classList.toggle('box-asked', desk.state === 'play' && !desk.paused && asked.some((a) => a.confirm && a.seat === 'table'));
    this.#trim();
    if (before && before.state !== desk.state && desk.state === 'play') this.unfold(false);
    if (before && !before.deal && desk.deal) this.unfold(true);
    // Who sees a box for the first time finds the games, and who teaches them, before the buttons.
    if (!before && desk.state === 'menu' && !desk.last && !desk.plays.length) this.unfold(true);
    // A lesson waits to be read, also where the paper is folded; after it the paper is as it was.
    if (!!before?.lesson !== !!desk.lesson) {
      if (desk.lesson) {
        this.#was = document.body.classList.contains('unfolded');
        this.#settle();
      }
      this.unfold(!!desk.lesson || this.#was);
    }
  }

  // What is new to be asked, begins or has ended comes into sight, wherever somebody has read on to.
  /** @param {Box.Sheet[]} asked */
  #show(asked) {
    const d = this.desk;
    const now = JSON.stringify([d.state, d.gameTitle, d.lesson, asked.map(askKey), d.ask && [d.ask.seat, d.ask.question], d.together, d.question, !d.reveal && d.phase, d.seats.map((s) => s.awaited && [s.secrecy, s.asked])]);
    if (now === this.#asked) return;
    this.#asked = now;
    const paper = $('written');
    paper.scrollTop = 0;
    const question = paper.querySelector('#s-ask h3, #s-open h3');
    const at = question?.getBoundingClientRect();
    // Below the paper's edge, or above a page that is longer than its window and was scrolled.
    if (!d.lesson && at && (at.bottom > paper.getBoundingClientRect().bottom - 24 || at.height && at.bottom < 0)) question.scrollIntoView({ block: 'center', behavior: 'instant' });
  }

  // What scrolls: the paper with its buttons, where there is little room.
  #scrolls() { return getComputedStyle($('leaf')).overflowY === 'auto' ? $('leaf') : $('written'); }

  // What is to be set for a game and lies further down is named at the foot of what is seen.
  #below() {
    const bar = $('below');
    const place = this.#scrolls();
    const rest = place.scrollHeight - place.clientHeight - place.scrollTop - bar.offsetHeight;
    bar.hidden = this.desk?.state !== 'menu' || !!this.desk.deal || rest < 24;
    if (bar.hidden) return;
    const foot = (place === $('leaf') ? place.getBoundingClientRect().bottom : bar.getBoundingClientRect().top) - 24;
    const far = (/** @type {Element | null} */ e) => !!e?.checkVisibility() && e.getBoundingClientRect().top > foot;
    const all = document.querySelector('#setup > h2');
    const what = far(all) ? [all] : [...document.querySelectorAll('#setup legend, #setup .teach b')].filter(far);
    bar.textContent = what.length ? say('below', { what: list(what.slice(0, 3).map((e) => e?.firstChild?.textContent ?? '')) }) : say('below.more');
  }

  // No line of the paper is cut in two at its foot: it ends above a line that has no room there.
  #trim() {
    const paper = $('written');
    if (this.#trims) return;
    this.#trims = true;
    requestAnimationFrame(() => {
      this.#trims = false;
      this.#below();
      const foot = paper.getBoundingClientRect().bottom;
      let cut = paper.scrollTop + paper.clientHeight < paper.scrollHeight - 2 ? foot - 10 : foot;
      const lines = document.createRange();
      for (const walk = document.createTreeWalker(paper, 4 /* texts */); walk.nextNode();) {
        lines.selectNodeContents(walk.currentNode);
        const all = lines.getBoundingClientRect();
        if (all.top >= cut || all.bottom <= cut) continue;
        for (const r of lines.getClientRects()) if (r.top < cut && r.bottom > cut) cut = r.top - 1;
      }
      paper.style.setProperty('--cut', `${Math.max(0, foot - cut)}px`);
    });
  }

  /** picks reports whether somebody can choose on the paper. */
  #picks() { return this.desk.state === 'play' && !!this.desk.ask?.pick && this.desk.ask.choices.length > 0; }

  #tab() {
    const d = this.desk;
    if (!d) return;
    const open = document.body.classList.contains('unfolded');
    const picks = this.#picks();
    const sheet = d.sheets.find((a) => !a.optional);
    const openly = d.together || d.seats.find((x) => x.awaited && !x.bot && x.asked)?.asked;
    const label = open ? say('tab.close') : d.state === 'menu' ? say('tab.menu') : d.state === 'over' ? say('tab.over') : d.lesson ? say('lesson')
      : sheet ? sheet.prompt : d.ask ? (d.ask.question.includes(d.ask.seat) ? '' : `${d.ask.seat}: `) + d.ask.question : d.question || openly || say('tab.paper');
    $('tab').querySelector('span').textContent = label;
    $('tab').classList.toggle('calls', !open && (d.sheets.some((a) => !a.optional) || d.state !== 'play' || !!d.error || !!d.undo || !!d.lesson || this.knocks > 0 || picks));
  }

  #missing() {
    const m = this.desk.missing;
    if (!m.length) return null;
    return el('div', { class: 'slip consent', role: 'status' }, el('p', {}, el('b', {}, say('missing'))), el('ul', { class: 'parts' }, ...m.map((p) => el('li', {}, p))));
  }

  /** A move that was typed for a player is marked, for whoever types is trusted and not checked. */
  #typedFor() {
    return this.desk.typed ? el('p', { class: 'slip typed', role: 'status', dir: 'auto' }, this.desk.typed) : null;
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

  // What is being explained: the play waits until somebody goes on.
  #lesson() {
    const text = this.desk.lesson;
    if (!text) return null;
    return el('section', { class: 'slip lesson', 'aria-labelledby': 'lesson-title' },
      el('h3', { id: 'lesson-title' }, say('lesson')),
      el('p', { class: 'told', dir: 'auto' }, text),
      el('div', { class: 'acts' },
        el('button', { class: 'seal', id: 'lesson-go', type: 'button', onclick: () => this.send({ t: 'pause', on: false }) }, say('lesson.go')),
        el('button', { class: 'pen', id: 'lesson-end', type: 'button', onclick: () => this.send({ t: 'teach', on: false }) }, say('lesson.end'))));
  }

  #head() {
    const d = this.desk;
    if (d.state === 'menu') return d.deal ? null : this.#ways();
    return el('div', { class: 'heading' },
      el('p', { class: 'game' }, d.gameTitle, d.name ? ' · ' : null, d.name ? el('bdi', {}, d.name) : null),
      el('h2', { class: 'title' }, d.state === 'over' ? say('over.title') : d.heading || d.phase),
      d.state === 'play' && d.phase && !d.heading?.includes(d.phase) ? el('p', { class: 'phase' }, d.phase) : null,
      d.seconds >= 0 ? el('p', { class: 'phase', id: 'seconds' }, left(d.seconds)) : null,
      d.state === 'over' && d.heading ? el('p', { class: 'phase' }, d.heading) : null,
      d.paused && !d.lesson ? el('p', { class: 'stamp' }, say('paused')) : null);
  }

  // What this is, and the ways into it.
  #ways() {
    const taken = (/** @type {string} */ id) => {
      this.#way = id;
      for (const b of document.querySelectorAll('.way')) b.setAttribute('aria-pressed', String(b.id === `way-${id}`));
    };
    const way = (/** @type {string} */ id, /** @type {() => void} */ go) => el('button', { class: 'pen way', id: `way-${id}`, type: 'button', 'aria-pressed': String(this.#way === id), onclick: () => { taken(id); go(); } }, el('b', {}, say(`way.${id}`)), el('small', {}, say(`way.${id}_how`)));
    const game = () => { // what is in sight stays where it is, under the pointer
      const [form, paper] = [$('s-setup'), $('written')].map((e) => e.getBoundingClientRect());
      if (form.top < paper.top || form.top > paper.bottom - 300) $('s-setup').scrollIntoView({ block: 'start' });
    };
    const learn = (/** @type {boolean} */ on) => {
      this.#teach(on);
      this.#draw?.();
      game();
      const t = this.desk.titles.find((x) => x.id === this.#setup?.game);
      off.textContent = on && t ? say('way.ready', { game: t.title }) : '';
    };
    const off = el('p', { class: 'phase', id: 'way-off', role: 'status' });
    return el('div', { class: 'ways' }, el('p', { class: 'what' }, say('way.what')),
      way('phones', () => { this.#there(); off.textContent = join() ? '' : say('way.phones_off'); }),
      way('laptop', () => { this.#here(); learn(false); $('name0')?.focus({ preventScroll: true }); }),
      way('learn', () => { learn(true); $('start')?.focus({ preventScroll: true }); }), off);
  }

  // Whoever plays at this page plays on no phone: those who have joined are off the list, and can be put on it again.
  #here() {
    const s = this.#setup;
    if (!s || !this.phones.length || !s.names.some((/** @type {string} */ n) => this.phones.includes(tidy(n)))) return;
    const names = s.names.filter((/** @type {string} */ n) => !this.phones.includes(tidy(n)));
    const t = this.#title(s);
    while (names.length + s.bots < Math.max(2, t.min)) names.push(s.usual.find((/** @type {string} */ n) => !names.includes(n)));
    Object.assign(s, { own: true, names, joined: [...this.phones] });
  }

  // Whoever has joined by phone plays again.
  #there() {
    const s = this.#setup;
    if (!s || !this.phones.length || this.#playing(s)) return;
    Object.assign(s, { own: false, joined: [...this.phones], ...seated(this.#title(s), this.phones) });
    this.#draw?.();
  }

  // What can be gone on with, the newest first. The first few are at hand, the others can be
  // unfolded.
  #resume() {
    const d = this.desk;
    if (d.state !== 'menu' || !d.plays.length) return null;
    const play = (/** @type {Box.Saved} */ p, /** @type {number} */ i) => {
      const told = [p.begun && date(p.begun), p.moves ? say('resume.moves', { n: p.moves }) : ''].filter(Boolean);
      return el('li', { class: 'play' },
        el('p', { id: `play-${i}`, dir: 'auto' }, el('b', {}, p.name || p.game || p.text), p.name ? el('span', { class: 'when' }, p.game) : null, p.game ? el('span', { class: 'when' }, ...told.flatMap((x, j) => [j ? ' · ' : '', el('span', {}, x)])) : null),
        p.seats.length ? el('p', { class: 'at', dir: 'auto' }, list(p.seats)) : null,
        p.warning ? el('p', { class: 'wrong', dir: 'auto' }, p.warning) : null,
        el('button', {
          class: i ? 'pen' : 'seal', id: i ? `go-on-${i}` : 'go-on', type: 'button', 'aria-describedby': `play-${i}`,
          onclick: () => this.send({ t: 'go_on', play: p.id }),
        }, say('resume.go')), this.#discard(p, i));
    };
    const all = d.plays.map(play);
    return el('section', { class: 'slip resume', 'aria-labelledby': 'resume-title' },
      el('h3', { id: 'resume-title' }, say(all.length > 1 ? 'resume.many' : 'resume.title')),
      el('ul', { class: 'plays' }, ...all.slice(0, AT_HAND)),
      all.length > AT_HAND ? el('details', {}, el('summary', {}, say('resume.more', { n: all.length - AT_HAND })), el('ul', { class: 'plays' }, ...all.slice(AT_HAND))) : null);
  }

  // Putting a game away asks once more, in place.
  /** @param {Box.Saved} p @param {number} i */
  #discard(p, i) {
    const box = el('span', { class: 'leave' });
    const ask = el('button', { class: 'pen', id: `discard-${i}`, type: 'button', 'aria-describedby': `play-${i}` }, say('resume.discard'));
    ask.addEventListener('click', () => {
      const no = el('button', { class: 'pen', type: 'button' }, say('resume.keep'));
      no.addEventListener('click', () => { box.replaceChildren(ask); ask.focus(); });
      box.replaceChildren(el('span', { class: 'sure', role: 'alert' }, say('resume.sure')),
        el('button', { class: 'pen warn', id: `discard-yes-${i}`, type: 'button', onclick: () => this.send({ t: 'discard', play: p.id }) }, say('resume.discard')), no);
      no.focus();
    });
    box.append(ask);
    return box;
  }

  // A result stays on the page when the box has gone back to its menu, with the record, which
  // the box gives out only while the result is on its screen.
  /** @param {Box.Public} before */
  #remember(before) {
    const d = this.desk;
    if (d.state === 'play' && before?.state === 'menu' && this.#setup?.options) typedOnce(before.titles, this.#setup.options);
    if (d.state === 'play' && before?.state === 'over') this.#last = null; // taken back
    if (d.left && before?.state === 'play') this.#last = { at: before.gameTitle, ended: closed(before.gameTitle, d.stood) }; // and no result of an earlier game
    if (d.state !== 'over') return;
    const at = JSON.stringify([d.gameTitle, d.lines.map((l) => [l.seat, l.text])]);
    if (this.#last?.at !== at) this.#last = { at, record: null };
    const last = Object.assign(this.#last, { game: d.gameTitle, heading: d.heading, lines: d.lines, film: d.film });
    if (last.record || !d.record) return;
    last.record = request('record').then((r) => (r.ok ? r.blob() : null)).then((b) => b && URL.createObjectURL(b), () => null);
  }

  #result() {
    const last = this.#last;
    if (this.desk.state !== 'menu' || !last) return null;
    const again = el('div', { class: 'acts' }, this.#once(say('over.once'), () => $('setup')?.requestSubmit()));
    if (last.ended) return el('section', { class: 'last', 'aria-labelledby': 'ended' }, el('p', { id: 'ended', role: 'status' }, last.ended), again);
    const record = el('a', { class: 'pen', id: 'last-record', hidden: true, download: 'consigliere.jsonl' }, say('record'));
    last.record?.then((/** @type {string | null} */ url) => {
      if (!url) return;
      record.href = url;
      record.hidden = false;
    });
    return el('section', { class: 'last', 'aria-labelledby': 'last-title' },
      el('h3', { id: 'last-title' }, say('last.title')),
      el('p', { class: 'phase', dir: 'auto' }, [last.game, last.heading].filter(Boolean).join(' · ')),
      this.#table(last.lines, say('last.title')), el('div', { class: 'acts' }, record));
  }

  // Where everybody sits. A seat whose pod is dead, or who has changed chairs, moves.
  #places() {
    const d = this.desk;
    if (d.state !== 'play' || !d.seats.length || !this.pods) return null;
    const places = el('details', { class: 'places' }, el('summary', { id: 'places' }, say('places')),
      el('div', { class: 'rows' }, ...d.seats.map((s, i) => {
        const pick = el('select', { id: `place-${i}`, 'aria-label': say('places.of', { name: s.name }) },
          s.pod < 0 ? el('option', { value: -1 }, say('assign.none')) : null,
          ...Array.from({ length: this.pods }, (_, p) => el('option', { value: p }, say('pod', { n: p + 1 }))));
        pick.value = String(s.pod);
        pick.addEventListener('change', () => this.send({ t: 'sit', seat: i, pod: Number(pick.value) }));
        const speaks = el('select', { id: `lang-${i}`, 'aria-label': say('places.lang', { name: s.name }) },
          el('option', { value: '' }, say('places.box')), ...languages());
        speaks.value = s.lang;
        speaks.addEventListener('change', () => this.send({ t: 'seat_lang', seat: i, lang: speaks.value }));
        if (s.bot) return el('div', { class: 'row place' }, el('span', {}, el('bdi', {}, s.name), bot()));
        const here = el('input', { type: 'checkbox', id: `here-${i}`, 'aria-label': say('places.here', { name: s.name }), title: say('places.here', { name: s.name }) });
        here.checked = !s.away;
        here.addEventListener('change', () => this.send({ t: 'attend', here: d.seats.map((x, n) => n).filter((n) => (n === i ? here.checked : !d.seats[n].away)) }));
        return el('div', { class: 'row place' }, el('label', {}, here, el('bdi', {}, s.name)), pick, speaks);
      })));
    places.open = this.#moving;
    places.addEventListener('toggle', () => { this.#moving = places.open; });
    return places;
  }

  #lines() {
    const d = this.desk;
    // Names alone say nothing that the plates do not.
    if (d.state === 'menu' || d.reveal || !d.lines.some((l) => l.text || l.icons.length)) return null;
    return this.#table(d.lines, d.state === 'over' ? say('over.title') : say('lines.title'));
  }

  // worded says what the icons mean beside them, but for an arrow, which stands before a name.
  /** @param {Box.Line[]} lines @param {string} title */
  #table(lines, title, worded = false) {
    const signs = (/** @type {Box.Line} */ l) => l.icons ?? [];
    // of is the sign that a bare number counts: it stands before the number.
    const of = (/** @type {Box.Line} */ l) => (!worded && l.seat && /^\p{N}+$/u.test(l.text) ? signs(l).findLast((i) => !['await', 'locked', 'boss'].includes(i)) : null);
    const sign = (/** @type {Box.Line} */ l) => (/** @type {string} */ i) => {
      const word = say(`icon.${i}`);
      // The icon of a line that is about nobody only illustrates its text.
      return worded && l.seat && i !== 'target' && word !== l.text ? el('span', { class: 'worded' }, icon(i), word) : icon(i, word);
    };
    return el('table', { class: worded ? 'score told-all' : 'score' },
      el('caption', { class: 'unseen' }, title),
      el('tbody', {}, ...lines.map((l) => el('tr', { class: l.called ? 'called' : l.strong ? 'strong' : '' },
        l.seat ? el('th', { scope: 'row' }, el('bdi', {}, l.seat), this.bots.has(l.seat) ? bot() : null, el('span', { class: 'marks' }, ...signs(l).filter((i) => i !== of(l)).map(sign(l)))) : null,
        el('td', { colspan: l.seat ? null : 2 }, ...signs(l).filter((i) => !l.seat || i === of(l)).map(sign(l)), l.bar ? bar(l.bar) : null, apart(l.text), l.help ? el('small', { dir: 'auto' }, l.help) : null, beside(l))))));
  }

  // What is asked about, by name, and what may come of it: it stands with the question.
  /** @param {Box.Group[]} all */
  #about(all) {
    const d = this.desk;
    if (d.state !== 'play' || d.ask || !d.question) return [];
    const at = all.findIndex((g) => g.heading && d.question.includes(g.heading));
    return at < 0 ? [] : all.slice(at, at + 2);
  }

  // What else lies on the table: loot, powers, businesses.
  /** @param {Box.Group[]} groups */
  #groups(groups) {
    if (this.desk.state === 'menu' || !groups.length) return null;
    return groups.map((g) => el('section', { class: 'group' }, el('h3', { dir: 'auto' }, g.heading), this.#table(g.lines, g.heading)));
  }

  // The board as a map, which does not turn with the direction of writing: whose each area is and
  // who stands there; one of them in full.
  #map() {
    const d = this.desk;
    if (d.state === 'menu' || !d.map.length) return null;
    const at = Math.min(this.#area, d.map.length - 1);
    const areas = d.map.map((a, i) => {
      const marks = new Map(); // by name, and those of nobody; what is strong is told in words, too
      for (const n of a.lines) if (n.seat || n.strong || n.icons.length) marks.set(n.seat, [...marks.get(n.seat) ?? [], ...(n.strong ? [n.seat ? el('b', {}, n.text) : n.text] : []), ...n.icons.map((k) => icon(k, say(`icon.${k}`)))]);
      const area = el('button', { type: 'button', id: `area-${i}`, class: a.seat ? 'area owned' : 'area', 'aria-pressed': String(i === at), onclick: () => { this.#area = i; this.show(this.desk); } },
        el('b', { dir: 'auto' }, a.heading),
        ...[...marks].map(([name, all]) => el('span', { class: name && name === a.seat ? 'stand owner' : 'stand', dir: 'auto' }, ...[name, ...all].flatMap((x) => [x, ' ']))));
      area.style.gridRow = String(a.row);
      area.style.gridColumn = String(a.col);
      return area;
    });
    const map = el('div', { class: 'map', dir: 'ltr', role: 'group', 'aria-label': say('map') }, ...areas);
    map.style.gridTemplateColumns = `repeat(${Math.max(...d.map.map((a) => a.col))}, minmax(0, 1fr))`;
    return [map,
      el('section', { class: 'group' }, el('h3', { dir: 'auto' }, d.map[at].heading), this.#table(d.map[at].lines, d.map[at].heading))];
  }

  // What is being revealed, with the line that is told now.
  #reveal() {
    const r = this.desk.reveal;
    if (!r) return null;
    return el('section', { class: 'slip reveal', 'aria-labelledby': 'reveal-title' },
      el('h3', { id: 'reveal-title', dir: 'auto' }, r.heading), r.text ? el('p', { class: 'told' }, r.text) : null,
      this.#table(r.lines, r.heading, true));
  }

  // What has happened last, the newest first; more of it is unfolded.
  #story() {
    const d = this.desk;
    if (d.state === 'menu' || !d.log.length) return null;
    const all = story(d.log);
    const more = all.length <= AT_ONCE ? null : el('details', { class: 'older' }, el('summary', { id: 'log-more' }, say('log.more')), ...all.slice(AT_ONCE));
    if (more) {
      more.open = this.#logged;
      more.addEventListener('toggle', () => { this.#logged = more.open; });
    }
    return el('section', { class: 'log', 'aria-labelledby': 'log-title' }, el('h3', { id: 'log-title' }, say('log.title')), ...all.slice(0, AT_ONCE), more);
  }

  /** signs returns the icons that are on the paper and around the box, each once. */
  #signs() {
    const d = this.desk;
    if (d.state !== 'play') return []; // what the end shows says itself what it is
    const lines = [...d.lines, ...d.groups.flatMap((g) => g.lines), ...d.map.flatMap((a) => a.lines), ...(d.reveal?.lines ?? [])];
    const all = [...lines.flatMap((l) => l.icons ?? []), ...d.seats.flatMap((s) => [...(s.awaited ? ['await'] : []), ...(s.locked ? ['locked'] : [])])];
    return [...new Set(all.filter((i) => i && !i.startsWith('die')))].sort();
  }

  // What the signs mean that are seen now.
  #legend() {
    const signs = this.#signs();
    if (!signs.length) return null;
    const leaf = el('details', { class: 'signs' }, el('summary', { id: 'signs' }, say('signs')),
      el('ul', {}, ...signs.map((i) => el('li', {}, icon(i), el('span', {}, say(`icon.${i}`))))));
    leaf.open = this.#read;
    leaf.addEventListener('toggle', () => { this.#read = leaf.open; });
    return leaf;
  }

  // What one seat is asked openly: it answers at its pod, here all can read what each means.
  #open() {
    const a = this.desk.ask;
    if (!a) return this.#together() ?? this.#screens();
    return el('section', { class: 'ask ask-open', 'aria-labelledby': 'open-title' },
      el('p', { class: 'from' }, el('bdi', {}, a.seat)), el('h3', { id: 'open-title', dir: 'auto' }, a.question), purpose(a.purpose),
      ...picks(a, this.send, this.desk.paused, () => {}, this.once));
  }

  // What several are asked openly at the same time.
  #together() {
    const d = this.desk;
    if (!d.together || d.state !== 'play') return null;
    return el('section', { class: 'ask', 'aria-labelledby': 'together-title' },
      el('h3', { id: 'together-title', dir: 'auto' }, d.together), purpose(d.purpose), el('p', { class: 'how-to' }, say('together')));
  }

  // Who is asked something on a private screen, and the way there. What is said about secrecy is what the ask
  // says; what is asked openly, each differently, is told.
  #screens() {
    const d = this.desk;
    if (d.state !== 'play' || d.paused || d.sheets.some((x) => !x.optional)) return null;
    const who = d.seats.filter((s) => s.awaited && !s.bot && this.peek(s.pod));
    /** @type {Map<string, Box.Player[]>} */
    const kinds = new Map(); // heading -> the seats
    for (const s of who) {
      const heading = s.secrecy ? say(!onPhone(s) ? s.secrecy : s.secrecy === 'covered' ? 'covered.phone' : 'secret.phone') : s.asked;
      if (heading) kinds.set(heading, [...kinds.get(heading) ?? [], s]);
    }
    const open = (/** @type {Box.Player} */ s) => {
      this.unfold(false);
      this.peek(s.pod)?.();
    };
    // The question of many is that of those whose answers are not seen; whoever is openly asked something else has it as it is.
    const all = [...kinds];
    if (d.question) all.sort(([, a], [, b]) => Number(!a[0].secrecy) - Number(!b[0].secrecy));
    return all.map(([heading, seats], i) => {
      const away = seats.filter(onPhone);
      const asked = i === 0 && (seats[0].secrecy || all.length === 1) && d.question; // which all may know
      const names = seats.map((s) => s.name);
      const one = names.length === 1 && (asked || !seats[0].secrecy) && !names.some((n) => (asked || heading).includes(n)); // a question names whom it is put to
      return el('section', { class: `ask ask-${seats[0].secrecy || 'openly'}`, 'aria-labelledby': `screens-${i}` },
        el('h3', { id: `screens-${i}`, dir: 'auto' }, one ? el('bdi', {}, names[0]) : null, one ? ': ' : null, asked || heading),
        purpose((asked ? d.purpose : '') || seats[0].purpose),
        // What is open to all to see can be read here.
        ...(seats[0].choices?.length ? [el('ul', { class: 'offers' }, ...seats[0].choices.map((c) => el('li', {}, el('b', {}, el('bdi', {}, c.label)), c.help ? el('span', { class: 'help', dir: 'auto' }, c.help) : null)))] : []),
        asked && seats[0].secrecy ? el('p', { class: 'how-to', dir: 'auto' }, heading) : null,
        seats[0].secrecy || seats.every(onPhone) ? null : el('p', { class: 'how-to' }, say('screens.own')),
        el('div', { class: 'acts' }, ...away.length ? [el('p', { class: 'how-to', id: `secret-${away[0].pod}`, dir: 'auto' }, say('screens.phone', { n: away.length, who: list(away.map((s) => `\u2068${s.name}\u2069`)) }))] : [], ...seats.filter((s) => !onPhone(s)).map((s) => el('button', { class: 'pen', type: 'button', id: `secret-${s.pod}`, 'aria-label': say('peek.label', { name: s.name }), onclick: () => open(s) }, icon('eye'), ' ', el('bdi', {}, s.name)))));
    });
  }

  // What the things of an ask mean, unfolded by those who want to know.
  /** @param {Box.Sheet} a */
  #helps(a) {
    const all = [...a.options, ...a.parts.flatMap((p) => p.items)].filter((x) => x.help);
    const told = all.filter((x, i) => all.findIndex((y) => y.label === x.label && y.help === x.help) === i);
    return told.length ? el('details', { class: 'explain' }, el('summary', {}, say('explain')),
      el('dl', {}, ...told.flatMap((x) => [el('dt', { dir: 'auto' }, x.label), el('dd', { dir: 'auto' }, x.help)]))) : null;
  }

  #acts() {
    const d = this.desk;
    if (d.deal) return acts((m) => this.send(m));
    if (d.state === 'menu') {
      return d.titles.length ? [
        el('p', { class: 'wrong', id: 'wrong', role: 'status' }),
        el('div', { class: 'acts' }, el('button', { class: 'pen', id: 'fill', type: 'button', hidden: true, onclick: () => this.#fill() }),
          el('button', { class: 'seal', id: 'start', type: 'submit', form: 'setup' }, say('menu.start'))),
      ] : null;
    }
    const b = (/** @type {string} */ id, /** @type {string} */ word, /** @type {import('../schema').FromPanel} */ m, more = {}) => el('button', { class: 'pen', id, type: 'button', onclick: () => this.send(m), ...more }, say(word));
    if (d.state === 'play') {
      return el('div', { class: 'acts', role: 'group', 'aria-label': say('acts.title') },
        d.hurry ? b('hurry', 'hurry', { t: 'hurry' }) : null,
        d.lesson ? null : b('pause', d.paused ? 'pause.end' : 'pause', { t: 'pause', on: !d.paused }),
        b('undo', 'undo', { t: 'undo' }, { disabled: !d.canUndo || !!d.undo }),
        this.#leave());
    }
    if (d.state === 'over') {
      return el('div', { class: 'acts' },
        d.record ? el('a', { class: 'pen', id: 'record', ...saved('record'), download: 'consigliere.jsonl' }, say('record')) : null,
        ...(d.record && d.fair ? checks(() => request('record').then((r) => (r.ok ? r.text() : ''))) : []),
        d.canUndo ? b('undo', 'undo', { t: 'undo' }, { disabled: !!d.undo }) : null,
        this.#once(say('over.sure', { name: d.seats[1 % d.seats.length]?.name ?? '' }), () => this.send({ t: 'rematch' })),
        el('button', { class: 'seal', id: 'again', type: 'button', onclick: () => this.send({ t: 'leave' }) }, say('over.again')));
    }
    return null;
  }

  // The same once more is asked for first, in place, as leaving is.
  /** @param {string} question @param {() => any} go */
  #once(question, go) {
    const box = el('span', { class: 'leave' });
    const ask = el('button', { class: 'pen', id: 'rematch', type: 'button' }, say('over.rematch'));
    ask.addEventListener('click', () => {
      const no = el('button', { class: 'pen', id: 'rematch-no', type: 'button', onclick: () => { box.replaceChildren(ask); ask.focus(); } }, say('phone.no'));
      box.replaceChildren(el('span', { class: 'sure', role: 'alert' }, question), el('button', { class: 'pen', id: 'rematch-yes', type: 'button', onclick: go }, say('over.rematch')), no);
      no.focus();
    });
    box.append(ask);
    return box;
  }

  // Leaving asks once more, in place: the button becomes the question.
  #leave() {
    const box = el('span', { class: 'leave' });
    const ask = el('button', { class: 'pen', id: 'leave', type: 'button' }, say('leave'));
    ask.addEventListener('click', () => {
      const no = el('button', { class: 'pen', type: 'button' }, say('leave.no'));
      no.addEventListener('click', () => { box.replaceChildren(ask); ask.focus(); });
      box.replaceChildren(...[el('span', { class: 'sure', role: 'alert' }, say('leave.sure')),
        this.desk.kept ? el('button', { class: 'pen', id: 'leave-later', type: 'button', onclick: () => this.send({ t: 'stop' }) }, say('leave.later')) : null,
        el('button', { class: 'pen warn', id: 'leave-yes', type: 'button', onclick: () => this.send({ t: 'leave' }) }, say('leave.yes')), no].filter((x) => !!x));
      no.focus();
    });
    box.append(ask);
    return box;
  }

  // ---- what the table is asked for

  /** @param {Box.Sheet} a @param {number} n */
  #ask(a, n) {
    const key = askKey(a);
    const who = el('p', { class: 'from' }, a.seat !== 'table' ? el('bdi', {}, a.seat) : say('anybody'));
    const form = el('form', { class: `ask ask-${a.parts[0]?.kind ?? 'one'}`, 'data-verb': a.verb, 'aria-labelledby': `ask-${n}` },
      ...[who, el('h3', { id: `ask-${n}` }, a.prompt), purpose(a.purpose)].filter((x) => !!x));
    form.addEventListener('submit', (e) => e.preventDefault());
    if (!a.parts.length) {
      form.append(el('div', { class: 'choices' }, ...a.options.map((o) => el('button', { class: 'choice', type: 'button', onclick: () => this.#type(o.line) }, el('bdi', {}, o.label)))),
        ...[a.confirm && a.seat === 'table' ? el('p', { class: 'how-to' }, say('anybody.how')) : null, this.#helps(a)].filter((x) => !!x));
      return form;
    }
    // One press says all that most tables need; the parts are for the others.
    if (a.usual?.length) form.append(el('div', { class: 'choices usual' }, ...a.usual.map((o, i) => el('button', { class: 'choice', id: `usual-${i}`, type: 'button', onclick: () => this.#type(o.line) }, el('bdi', {}, o.label)))));
    const kept = form.children.length + (a.seat === 'table' ? 1 : 0);
    // What was typed and is asked again, for it was taken back, is there to be mended.
    if (!this.#drafts.has(key)) this.#drafts.set(key, this.#typed?.key === key ? this.#typed.drafts : a.parts.map(() => ({})));
    const drafts = this.#drafts.get(key);
    const done = el('button', { class: 'seal', type: 'submit' }, say(a.parts.length === 1 && a.parts[0].kind === 'number' ? 'number.done' : 'cards.done'));
    const acts = el('div', { class: 'acts' }, done);
    /** @type {Box.Field[]} */
    const fields = [];
    const check = () => { done.disabled = fields.length < a.parts.length || fields.some((f) => f.value() === undefined); };
    const lock = () => {
      if (!this.#type({ seat: a.seat, do: a.verb, ...Object.fromEntries(a.parts.map((p, i) => [p.arg, fields[i].value()])) })) return;
      this.#typed = { key, drafts };
    };
    a.parts.forEach((p, i) => {
      const f = field(p, drafts[i], check, a, a.parts.length === 1 ? lock : null);
      fields.push(f);
      if (a.parts.length === 1) {
        form.append(...f.nodes);
        acts.append(...(f.acts ?? []));
      } else if (f.nodes.length) {
        form.append(el('fieldset', { class: `part part-${p.kind}`, 'data-arg': p.arg }, el('legend', { dir: 'auto' }, p.label || say(`part.${p.kind}`)), ...f.nodes, ...(f.acts ?? [])));
      }
    });
    form.addEventListener('submit', () => {
      if (!done.disabled) lock();
    });
    if (a.usual?.length) {
      const more = el('details', { class: 'exactly' }, el('summary', {}, exactly(a.parts)), ...[...form.children].slice(kept));
      form.append(more);
      more.append(acts);
    } else form.append(...[this.#helps(a)].filter((x) => !!x), acts);
    check();
    return form;
  }

  // A button that is pressed twice types once: the box answers each with a desk or an error.
  /** @param {any} line */
  #type(line) {
    if (performance.now() < this.#sent + 1000 || !this.send({ t: 'type', line })) return false;
    this.#sent = performance.now();
    return true;
  }

  /** answered says that the box has answered. */
  answered() { this.#sent = -1000; }

  // ---- a new game

  /** names are those who would play what was brought: as many of the list of players as can. @param {Box.Brought} b */
  #names(b) { return (this.#setup?.names ?? []).map(tidy).filter(Boolean).slice(0, b?.most ?? 12); }

  // What is about to begin: as usual, or as somebody has chosen, here or on another page.
  #prepare() {
    const d = this.desk;
    this.#tell();
    this.#setup ??= { game: d.last || d.titles[0].id, names: [], options: null, bots: 0, teach: false, own: false };
    /** @type {Box.Setup} */
    const s = this.#setup;
    if (!s.options) this.#asLast(s);
    // What was begun since, here or on a phone, is offered anew on all of them.
    const last = d.titles.find((x) => x.id === d.last);
    if (last && s.begun && s.begun !== begun(last)) {
      const kept = s.upload && s.game === last.id ? { options: s.options } : { options: {}, file: null, upload: false };
      Object.assign(s, { game: last.id, names: after(last, s.joined ?? [], this.phones), bots: last.bots, teach: false, joined: [...this.phones], before: null, ...kept });
    }
    s.begun = begun(last);
    this.#joined(s, this.#title(s));
    const other = this.#preparing.heard(d.prepared, this.#prepared(), String(this.cuts));
    if (other) this.#takeOver(s, other);
    const t = this.#title(s);
    const usual = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((n) => say('menu.usual').split('|')[n - 1] ?? say('menu.seat', { n }));
    if (!s.names.length) s.names = usual.slice(0, Math.min(Math.max(t.min, 4), t.max));
    else if (s.lang !== lang()) s.names = s.names.map((n, i) => (n === s.usual?.[i] ? usual[i] : n));
    s.lang = lang();
    s.usual = usual;
  }

  // A game is offered as it was played last, unless somebody has set the names already. Once there are phones, whoever has
  // joined plays.
  /** @param {Box.Setup} s */
  #asLast(s) {
    const t = this.#title(s);
    Object.assign(s, { options: {}, file: null, upload: false, called: undefined });
    if (!s.own && this.phones.length) Object.assign(s, seated(t, this.phones));
    else if (!s.own && t.seats.length) Object.assign(s, { names: [...t.seats], bots: t.bots });
  }

  /** prepared is what is about to begin, as all pages know it: a seat is a name there, and files stay here. @returns {Box.Preparation} */
  #prepared() {
    /** @type {Box.Setup} */
    const s = this.#setup;
    const t = this.#title(s);
    const chosen = told(t, s.options);
    for (const o of t.options) {
      if (o.kind === 'seat' && chosen[o.key] !== undefined) chosen[o.key] = tidy(s.names[chosen[o.key]] ?? '');
      if (o.kind === 'catalogue' && s.upload) delete chosen[o.key];
    }
    return {
      game: s.game, options: chosen, name: tidy(s.called ?? ''), teach: s.teach, bots: s.bots, own: s.own, seats: s.names.map(tidy),
      spare: this.phones.length ? [] : s.names.filter((n, i) => n === s.usual?.[i]).map(tidy), phones: [...this.phones],
    };
  }

  // What somebody has changed here is told to the box.
  #tell() {
    if (this.#setup?.options && this.desk.state === 'menu' && !this.desk.deal) this.#preparing.changed(this.#prepared());
  }

  // What somebody has changed on another page is so here, too.
  /** @param {Box.Setup} s @param {Partial<Box.Preparation>} p */
  #takeOver(s, p) {
    this.#taken++;
    if (p.seats) s.own = !!p.own;
    if (p.game !== undefined && p.game !== s.game) {
      s.game = p.game;
      this.#asLast(s);
    }
    if (p.seats) Object.assign(s, { names: [...p.seats], joined: [...this.phones], before: null });
    if (p.bots !== undefined) s.bots = p.bots;
    if (p.teach !== undefined) s.teach = p.teach;
    if (p.options) this.#takeOptions(s, p.options);
    if (p.name !== undefined) s.called = p.name || undefined;
  }

  /** @param {Box.Setup} s @param {Box.Chosen} chosen */
  #takeOptions(s, chosen) {
    const held = s.options;
    s.options = { ...chosen };
    for (const o of this.#title(s).options) {
      if (o.kind === 'catalogue' && s.upload) s.options[o.key] = held[o.key];
      if (o.kind !== 'seat' || s.options[o.key] === undefined) continue;
      const at = s.names.map(tidy).indexOf(s.options[o.key]);
      s.options[o.key] = at < 0 ? '' : String(at);
    }
  }

  // A game is chosen, as it was played last.
  /** @param {Box.Setup} s @param {ReturnType<typeof listed>[number]} x */
  #choose(s, x) {
    s.game = x.of.id;
    this.#asLast(s);
    Object.assign(s.options, choice(x));
    this.#preparing.chose(this.#prepared());
  }

  #menu() {
    const d = this.desk;
    if (!d.titles.length) return el('p', {}, say('menu.none'));
    /** @type {Box.Setup} */
    const s = this.#setup;
    const { usual } = s;
    const title = () => this.#title(s);
    const box = el('form', { class: 'setup', id: 'setup' });
    const redraw = () => {
      const t = title();
      /** @type {any[]} */
      const fresh = [el('h2', { class: 'title' }, say('menu.title'))];
      const by = changedBy(this.desk.prepared);
      if (by) fresh.push(el('p', { class: 'phase', id: 'changed', role: 'status' }, by));
      if (d.titles.length > 1) {
        fresh.push(el('fieldset', { class: 'games' }, el('legend', {}, say('menu.game')),
          ...listed(d.titles).map((x) => {
            const r = el('input', { type: 'radio', name: 'game', id: `game-${x.id}`, value: x.id });
            r.checked = x.id === chosenOf(t, s.options);
            r.addEventListener('change', () => { this.#choose(s, x); redraw(); this.#preparing.stands(this.#prepared()); });
            return el('label', {}, r, el('bdi', {}, x.title));
          })));
      } else fresh.push(el('p', { class: 'onegame' }, t.title));
      const { which: first, cards: deals } = firsts(t);
      fresh.push(el('div', { class: 'what-is' }, frontOf(t, s.options) ? null : el('p', { dir: 'auto' }, t.about), el('p', {}, [t.long, t.needs && `${say('menu.needs')}: ${t.needs}`].filter(Boolean).join(' · '))));
      if (first) fresh.push(el('div', { class: 'which' }, this.#option(first, s)), ...[plays(first)].filter((x) => !!x));
      if (deals) fresh.push(this.#cards(t, deals, s));
      for (const o of t.options) if (o.early) fresh.push(el('div', { class: 'which' }, this.#option(o, s)));
      const about = el('p', { class: 'about', dir: 'auto' });
      guide(t.id).then((/** @type {Box.GuideSection[]} */ g) => { about.textContent = g[0]?.paragraphs[0] ?? ''; });
      if (t.teaches) {
        const teach = el('input', { type: 'checkbox', id: 'teach' });
        teach.checked = s.teach;
        teach.addEventListener('change', () => { this.#teach(teach.checked); draw(); });
        const alone = s.teach && s.names.length === 1 && s.bots > 0;
        fresh.push(el('label', { class: 'row teach' }, el('span', {}, el('b', {}, say('menu.teach')), el('small', {}, say('menu.teach_what')), alone ? el('small', {}, say('menu.teach_alone', { name: s.names[0], n: s.bots })) : null), teach));
      }
      if (t.tools?.length) fresh.push(this.#tools(s));
      const range = players(t, s.options, s.file);
      fresh.push(el('fieldset', { class: 'seats' },
        el('legend', {}, say('menu.seats'), el('small', {}, ` ${say('menu.range', { min: range.least, max: range.most })}`)),
        this.#playing(s) ? el('p', { class: 'phase' }, say('menu.joined')) : null,
        el('ol', { class: this.phones.length ? 'long turns' : s.names.some((n) => n.length > 6) ? 'long' : '' }, ...s.names.map((n, i) => {
          const input = el('input', { type: 'text', id: `name${i}`, value: n, maxlength: 24, autocomplete: 'off', spellcheck: 'false', dir: 'auto', 'aria-label': say('menu.name', { n: i + 1 }) });
          input.addEventListener('input', () => { s.own = true; s.names[i] = input.value; this.#check(); });
          const up = !this.phones.length ? null : el('button', { class: 'pen small', type: 'button', disabled: i === 0, id: `up${i}`, 'aria-label': say('host.up', { name: n }), onclick: () => this.#up(s, i) }, '↑');
          return el('li', {}, el('i', { 'aria-hidden': 'true' }, num(i + 1)), input, up,
            el('button', { class: 'pen small', type: 'button', id: `away${i}`, disabled: s.names.length <= 1, 'aria-label': say('menu.away', { name: n }), onclick: () => { s.own = true; s.names.splice(i, 1); draw(); } }, '×'));
        }), ...Array.from({ length: s.bots }, (_, i) => {
          const bot = say('menu.bot', { n: i + 1 });
          return el('li', { class: 'added' }, icon('bot'), el('bdi', {}, bot),
            el('button', { class: 'pen small', type: 'button', id: `bot-away${i}`, 'aria-label': say('menu.away', { name: bot }), onclick: () => { s.own = true; s.bots--; draw(); } }, '×'));
        })),
        el('button', {
          class: 'pen', id: 'more-seats', type: 'button', disabled: s.names.length + s.bots >= range.most,
          onclick: () => { s.own = true; s.names.push(usual.find((u) => !s.names.includes(u)) ?? say('menu.seat', { n: s.names.length + 1 })); draw(); },
        }, say('menu.more')),
        this.#known(range, s),
        this.#bots(range, s)));
      fresh.push(about, el('button', { class: 'pen', id: 'how', type: 'button', onclick: () => this.explain(t.id) }, say('menu.how')));
      if (t.name) {
        const called = el('input', { type: 'text', id: 'called', value: s.called ?? t.name, maxlength: 24, autocomplete: 'off', spellcheck: 'false', dir: 'auto' });
        called.addEventListener('input', () => { s.called = called.value; });
        fresh.push(el('label', { class: 'row called' }, el('span', {}, el('b', {}, say('menu.called')), el('small', {}, say('menu.called_what'))), called));
      }
      const opts = t.options.filter((o) => o !== deals && o !== first && !o.early).map((o) => this.#option(o, s));
      if (opts.some(Boolean)) fresh.push(el('fieldset', { class: 'options' }, el('legend', {}, say('menu.options')), ...opts));
      if (!t.tools?.length) fresh.push(this.#tools(s));
      refill(box, fresh);
      this.#check();
    };
    const draw = this.#draw = () => {
      redraw();
      this.#tell();
    };
    box.addEventListener('change', () => this.#tell()); // what was typed, or drew nothing anew
    box.addEventListener('submit', (e) => {
      e.preventDefault();
      if (this.#refuses()) return;
      const chosen = options(title(), s.options, this.#alone(s), s.bots);
      for (const o of title().options) {
        if (o.kind === 'seat' && chosen[o.key] !== undefined) chosen[o.key] = tidy(s.names[chosen[o.key]] ?? '');
      }
      this.send({ t: 'start', game: s.game, seats: s.names.map(tidy), options: chosen, bots: s.bots, teach: s.teach && !!title().teaches, ...(title().name ? { name: tidy(s.called ?? '') } : {}) });
    });
    redraw();
    return box;
  }

  // A game is explained, or not.
  /** @param {boolean} on */
  #teach(on) {
    const s = this.#setup;
    const t = this.desk.titles.find((x) => x.id === s?.game);
    if (!t?.teaches) return;
    s.teach = on;
    // Whoever has named nobody and wants to learn is alone, perhaps, and has no cardboard: bots fill the
    // other chairs, and then the box deals.
    if (on && !s.own && !s.bots && !this.phones.length) Object.assign(s, { before: s.names, names: s.names.slice(0, 1), bots: Math.max(t.min - 1, 3) });
    else if (on && s.names.length + s.bots < t.min) s.bots = t.min - s.names.length;
    else if (!on && !s.own && s.before && !this.phones.length) Object.assign(s, { names: s.before, bots: 0, before: null });
  }

  // Whoever joins by phone plays, and whoever has put a phone away does not; what somebody has typed in stays.
  /** @param {Box.Setup} s @param {Box.Title} t */
  #joined(s, t) {
    const before = s.joined ?? [];
    const { phones } = this;
    if (JSON.stringify(before) === JSON.stringify(phones)) return;
    s.joined = [...phones];
    s.before = null;
    if (s.own) s.names = joined(s.names.filter((n, i) => before.length || n !== s.usual?.[i]), before, phones);
    else if (phones.length) Object.assign(s, seated(t, phones));
    else s.names = [];
  }

  /** playing reports whether somebody plays by phone. @param {Box.Setup} s */
  #playing(s) { return s.names.some((n) => this.phones.includes(tidy(n))); }

  /** alone reports whether all who play have phones. @param {Box.Setup} s */
  #alone(s) { return phonesAlone(s.names.map(tidy), this.phones); }

  // One player moves up in the order around the table, and what was chosen for a seat goes with the player.
  /** @param {Box.Setup} s @param {number} i */
  #up(s, i) {
    s.own = true;
    s.names.splice(i - 1, 0, ...s.names.splice(i, 1));
    for (const o of this.desk.titles.find((x) => x.id === s.game)?.options ?? []) {
      if (o.kind !== 'seat' || s.options[o.key] === undefined) continue;
      const at = Number(s.options[o.key]);
      s.options[o.key] = String(at === i ? i - 1 : at === i - 1 ? i : at);
    }
    this.#draw();
  }

  // What is used in the middle of any other game: one tap begins it with those who are named below,
  // as it was used last; bots come only where it needs them.
  /** @param {Box.Setup} s */
  #tools(s) {
    const t = this.desk.titles.find((x) => x.tools?.length);
    if (!t) return null;
    const begin = (/** @type {Box.Tool} */ tool) => {
      const names = s.names.map(tidy);
      const range = players(t, tool.options);
      const bots = Math.min(s.bots, Math.max(0, range.least - names.length)); // a vote of the people is none of the bots that played before
      const wrong = short(range, names.length + bots);
      if (wrong) $('wrong').textContent = wrong;
      else this.send({ t: 'start', game: t.id, seats: names, options: tool.options, bots, teach: false });
    };
    const all = t.tools.map((x) => el('button', { class: 'pen', type: 'button', id: `tool-${x.word}`, title: x.help, onclick: () => begin(x) }, x.label));
    const told = t.tools.flatMap((x) => [el('dt', { dir: 'auto' }, x.label), el('dd', { dir: 'auto' }, x.help)]);
    return el('fieldset', { class: 'toolbox' }, el('legend', {}, say('menu.tools')),
      el('div', { class: 'known' }, ...all.slice(0, TOOLS)),
      el('details', { class: 'explain' }, el('summary', {}, say('menu.tools_more', { n: all.length - TOOLS })), el('div', { class: 'known' }, ...all.slice(TOOLS)), el('dl', {}, ...told)));
  }

  // Who has played here before: one tap gives a player without a name that name, or adds one.
  /** @param {Box.Range} range @param {Box.Setup} s */
  #known(range, s) {
    const known = [...new Set([...this.phones, ...this.desk.people])]; // who has a phone first
    const away = known.filter((n) => !s.names.map(tidy).includes(n));
    if (!known.length) return null;
    const free = () => s.names.findIndex((n, i) => !tidy(n) || (n === s.usual[i] && !known.includes(n)));
    const sit = (/** @type {string} */ name) => {
      const at = free();
      s.own = true;
      s.names.splice(at < 0 ? s.names.length : at, at < 0 ? 0 : 1, name);
      this.#draw();
    };
    const forget = el('select', { id: 'forget', 'aria-label': say('menu.forget') }, el('option', { value: '' }, say('menu.forget')),
      ...this.desk.people.map((n) => el('option', { value: n }, n)));
    forget.addEventListener('change', () => { if (forget.value) this.send({ t: 'forget', name: forget.value }); });
    const full = free() < 0 && s.names.length + s.bots >= range.most;
    return el('div', { class: 'known', role: 'group', 'aria-label': say('menu.known') },
      ...away.slice(0, 12).map((n, i) => el('button', { class: 'pen', id: `known-${i}`, type: 'button', dir: 'auto', disabled: full, onclick: () => sit(n) }, n)), forget);
  }

  // How many players the box adds and plays for: as many as there is room for.
  /** @param {Box.Range} range @param {Box.Setup} s */
  #bots(range, s) {
    const room = Math.max(0, range.most - s.names.length);
    s.bots = Math.min(s.bots, room);
    const pick = el('select', { id: 'bots', disabled: !room }, ...Array.from({ length: room + 1 }, (_, n) => el('option', { value: n }, num(n))));
    pick.value = String(s.bots);
    pick.addEventListener('change', () => {
      s.own = true;
      s.bots = Number(pick.value);
      this.#draw();
    });
    return el('label', { class: 'row bots' }, el('span', {}, el('b', {}, say('menu.bots')), s.bots && !clash(this.#title(s), s.options, s.bots) ? el('small', {}, say('menu.bots_draw')) : null), pick);
  }

  // What cannot begin says why, and what is missing: as soon as that is known, and again when it is to start.
  #check() {
    /** @type {Box.Setup} */
    const s = this.#setup;
    const [start, wrong] = [$('start'), $('wrong')];
    if (!start || !s) return;
    const t = this.#title(s);
    const names = s.names.map(tidy);
    const twice = names.find((n, i) => n && names.indexOf(n) !== i);
    const range = players(t, s.options, s.file);
    const n = names.length + s.bots;
    const text = names.some((x) => !x) ? say('menu.empty') : twice ? say('menu.twice', { name: twice })
      : s.file?.wrong ? say('file.mend') : s.upload && !s.file ? say('menu.file') : short(range, n) || clash(t, s.options, s.bots);
    if (wrong.textContent !== (text || this.desk.error)) wrong.textContent = text || this.desk.error;
    start.setAttribute('aria-disabled', String(!!text));
    const fill = $('fill');
    fill.hidden = !text || n >= range.least;
    fill.textContent = filling(range.least - n);
  }

  // It reports whether the start is refused, and says why once more.
  #refuses() {
    this.#check();
    if ($('start').getAttribute('aria-disabled') !== 'true') return false;
    const wrong = $('wrong');
    const text = wrong.textContent;
    wrong.textContent = '';
    requestAnimationFrame(() => { wrong.textContent = text; wrong.scrollIntoView({ block: 'nearest' }); });
    return true;
  }

  /** title is the game that is set up. @param {any} s @returns {Box.Title} */
  #title(s) { return this.desk.titles.find((t) => t.id === s.game) ?? this.desk.titles[0]; }

  // The box plays for those who are missing.
  #fill() {
    const s = this.#setup;
    const t = this.#title(s);
    s.bots = Math.max(s.bots, players(t, s.options, s.file).least - s.names.length);
    this.#draw();
  }

  // What is asked first: whose cards and dice are played with.
  /** @param {Box.Title} t @param {Box.Option} o @param {Box.Setup} s */
  #cards(t, o, s) {
    const now = whose(t, o, s.options, this.#alone(s), s.bots);
    return el('fieldset', { class: 'games cards' }, el('legend', {}, say('menu.cards')),
      ...CARDS.map((word) => {
        const r = el('input', { type: 'radio', name: o.key, id: `option-${o.key}-${word}`, value: word, disabled: now.set });
        r.checked = now.word === word;
        r.addEventListener('change', () => { s.options[o.key] = word; this.#draw(); });
        return el('label', {}, r, el('bdi', {}, say(`menu.cards_${word}`)));
      }), now.says ? el('small', { class: 'dealt', dir: 'auto' }, now.says) : null);
  }

  // A file of an owner of the real game: the box reads it at once and says what is wrong.
  /** @param {Box.Option} o @param {Box.Setup} s */
  #file(o, s) {
    if (!o.values.length) return this.#upload(o, s);
    // Some come with the box.
    const own = '*';
    const pick = el('select', { name: o.key, id: `option-${o.key}` }, ...o.values.map((v) => el('option', { value: v.word }, v.label)), el('option', { value: own }, say('file.own')));
    pick.value = s.upload ? own : stands(o, s.options);
    pick.addEventListener('change', () => {
      s.upload = pick.value === own;
      s.file = null;
      s.options[o.key] = s.upload ? '' : pick.value;
      this.#draw();
    });
    return el('div', {}, el('label', { class: 'row' }, named(o), pick), s.upload ? this.#upload(o, s) : null);
  }

  /** @param {Box.Option} o @param {Box.Setup} s */
  #upload(o, s) {
    const f = s.file;
    const have = (/** @type {any} */ file) => {
      s.file = file;
      this.#draw();
    };
    const input = el('input', { type: 'file', id: 'file', class: 'unseen', accept: '.yaml,.yml,.json' });
    input.addEventListener('change', async () => {
      const [file] = input.files ?? [];
      delete s.options[o.key];
      const game = s.game;
      const read = o.most && file.size > o.most ? { error: say('file.large', { n: o.most >> 10 }) } : await ask(game, file);
      if (s.game !== game) return; // another game was chosen meanwhile
      if (read.catalogue) s.options[o.key] = read.catalogue;
      have({ name: file.name, wrong: read.catalogue ? null : read.wrong ?? [{ line: 0, text: read.error }] });
    });
    const away = () => {
      delete s.options[o.key];
      have(null);
    };
    return el('div', { class: 'file', role: 'group', 'aria-label': o.label },
      el('bdi', { class: 'label' }, o.label), el('small', { dir: 'auto' }, o.help),
      f ? el('p', { class: f.wrong ? 'held' : 'held good', role: 'status' }, f.wrong ? null : icon('locked', say('file.good')), el('bdi', {}, f.name),
        el('button', { class: 'pen small', type: 'button', id: 'file-away', 'aria-label': say('file.away', { name: f.name }), onclick: away }, '×')) : null,
      f?.wrong ? el('ol', { class: 'slip refusal mistakes', role: 'alert' }, ...f.wrong.map((/** @type {{ line: number, text: string }} */ m) => el('li', {},
        m.line ? el('b', {}, say('file.line', { n: m.line })) : null, el('bdi', {}, m.text)))) : null,
      el('div', { class: 'acts' },
        el('label', { class: 'pen' }, say(f ? 'file.other' : 'file.choose'), input),
        el('a', { class: 'quiet', ...saved(`catalogue/${s.game}`), download: `${s.game}.yaml` }, say('file.house'))));
  }

  // The settings of the tool that is chosen, as they were last.
  /** @param {Box.Option} o @param {Box.Setup} s */
  #settings(o, s) {
    const t = this.#title(s);
    const rows = settingsOf(t, o, s.options).map(({ option: x, word, set }) => {
      if (x.kind === 'bool') {
        const c = el('input', { type: 'checkbox', id: `setting-${x.key}` });
        c.checked = word === 'true';
        c.addEventListener('change', () => set(c.checked));
        return el('label', { class: 'row' }, named(x), c);
      }
      if (x.kind === 'text') {
        const c = el('input', { type: 'text', id: `setting-${x.key}`, value: word, maxlength: LONG, autocomplete: 'off', dir: 'auto' });
        c.addEventListener('input', () => set(tidy(c.value)));
        return el('label', { class: 'row typed-in' }, named(x), c);
      }
      const c = el('select', { id: `setting-${x.key}` }, ...x.values.map((v) => el('option', { value: v.word }, v.label)));
      c.value = word;
      c.addEventListener('change', () => set(c.value));
      return el('label', { class: 'row' }, named(x), c);
    });
    return rows.length ? el('div', { class: 'settings' }, ...rows) : null;
  }

  /** @param {Box.Option} o @param {Box.Setup} s */
  #option(o, s) {
    if (o.kind === 'catalogue') return this.#file(o, s);
    const set = (/** @type {any} */ v) => { if (v === '' || v === undefined) delete s.options[o.key]; else s.options[o.key] = v; };
    if (o.kind === 'bool') {
      const c = el('input', { type: 'checkbox', name: o.key, id: `option-${o.key}` });
      c.checked = stands(o, s.options);
      c.addEventListener('change', () => { s.options[o.key] = c.checked; });
      return el('label', { class: 'row' }, named(o), c);
    }
    if (o.kind === 'int') {
      const c = el('input', { type: 'number', name: o.key, id: `option-${o.key}`, value: s.options[o.key] ?? '' });
      c.addEventListener('input', () => set(c.value === '' ? '' : Number(c.value)));
      return el('label', { class: 'row' }, named(o), c);
    }
    if (o.of) return this.#settings(o, s);
    if (o.kind !== 'choice' && o.kind !== 'seat') return null; // objects are for files
    const values = o.kind === 'seat' ? s.names.map((n, i) => ({ word: String(i), label: n })) : o.values;
    const c = el('select', { name: o.key, id: `option-${o.key}` }, ...(o.kind === 'seat' || !o.default ? [el('option', { value: '' }, say('menu.default'))] : []),
      ...entries(values));
    c.value = o.kind === 'seat' ? s.options[o.key] ?? '' : stands(o, s.options, this.#alone(s), s.bots);
    c.disabled = !!(o.draws && s.bots); // whatever was chosen
    c.addEventListener('change', () => {
      s.options[o.key] = c.value;
      const t = this.desk.titles.find((x) => x.id === s.game);
      if (!t?.tools?.length || !o.values.some((v) => v.word === t.tools?.[0].word)) {
        if (o.draws || o.early) {
          this.#draw();
          $(`option-${o.key}`).focus();
        }
        return;
      }
      delete s.options[t.options.find((x) => x.of)?.key ?? '']; // of another tool
      this.#draw();
      $(`option-${o.key}`).focus();
    });
    if (o.kind === 'seat') c.addEventListener('focus', () => [...c.options].forEach((x) => { if (x.value !== '') x.textContent = s.names[Number(x.value)]; }));
    const says = dealt(o, s.options, this.#alone(s), s.bots);
    return el('label', { class: 'row' }, says ? el('span', {}, el('bdi', {}, o.label), el('small', { class: 'dealt', dir: 'auto' }, says)) : named(o, c.value), c);
  }
}
