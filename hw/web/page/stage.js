// The stage: what the room looks at. This file has what all titles share; each title with pictures of its own has a module
// stage-TITLE.js and a sheet stage-TITLE.css.
//
// A title's picture, the contract
// -------------------------------
//   * Its face lays out a board: engine.Scene.Board, typed pieces in keys and numbers (engine.Piece), made in
//     engine/TITLE/face/board.go from the public view alone. Draw fills it for the public viewer, Picture for each picture. A
//     picture's board must not show what its cues have yet to tell. Snapshot, desk (desk.Stage) and the message "board" carry it
//     to screens, and to nobody else.
//   * Its module exports `scene`, of type Scene, and stands in `scenes` below, in guestFiles (hw/web/network.go) and with its
//     sheet in screen.html. Lists by hand, so that a file that is missing is a mistake of the type checker or of a test.
//   * scene.draw(s) draws how all stands, from s alone and whatever was drawn before: it is called at each change, and once more
//     after the window or the language has changed. Elements come from s.part(id, make): they stay the same as long as each
//     draw asks for them, so that CSS transitions move them, and go when one does not. All that is to be known must be seen
//     after draw, without any movement.
//   * scene.beat(s, b) is told when a beat begins, after draw: for what moves besides (a flash, a shake, something that flies),
//     with s.move(element, keyframes, ms). It is not called where people want no movement.
//   * A beat (schema Beat) comes from the caller: b.act says which part of the story it is ("told", "tension", "reveal",
//     "consequence", "score"; engine.Cue.Act where the kind of a cue says it wrong), b.key which cue, b.seats, b.ns and b.what
//     whom and what it names, b.ms how long it lasts at the pace of the table. The root has data-act, and --ms in its style.
//   * A figure that all see is put there with s.changed(id, n) beside it (a Board has Changes): while it has just changed, that is "+1" or "−2".
//     s.changes.by(id, n) is the number alone, for the sign of s.fill.
//   * Sizes: the root is a size container (cqw, cqh); var(--t) is the smallest size of text, 1/25 of the height, and no text may be
//     smaller. Words come from the desk (piece.name, piece.text, desk...) or from say(); names in <bdi>, numbers by num(). Use
//     logical sides (inset-inline-start); positions by left and top are for maps and rings, which have no direction.
//   * Colours and letters: the variables of screen.css (--ink, --soft, --brass, --red, --edge), .pic of look.css for players.

import { bar, el, icon, way } from './dom.js';
import { picture } from './look.js';
import { scene as corleone } from './stage-corleone.js';
import { scene as derpate } from './stage-derpate.js';
import { scene as khandan } from './stage-khandan.js';
import { scene as naro } from './stage-naro.js';
import { Changes, changed } from './stage-pieces.js';
import * as sound from './stage-sound.js';
import { apart, isolated, list, num, say } from './words.js';

/** @typedef {import('../schema').Whole<import('../schema').Public>} Desk */
/** @typedef {import('../schema').Whole<import('../schema').Piece>} Piece */
/** @typedef {import('../schema').Whole<import('../schema').Beat>} Beat */
/** @typedef {{ draw: (s: Show) => void, beat?: (s: Show, b: Beat) => void, heading?: boolean, players?: boolean, counts?: boolean, reads?: (b: Beat, board: Piece[]) => boolean, counting?: (board: Piece[]) => string, answered?: () => string, early?: string[], phase?: (b: Beat) => string, part?: (board: Piece[]) => string, asks?: (d: Desk, board: Piece[]) => string, begins?: (b: Beat) => boolean, goesOn?: (b: Beat, cause: Beat | null, board: Piece[]) => boolean, tells?: (b: Beat, board: Piece[], seats: Desk['seats'], cause: Beat | null, again: boolean) => string }} Scene
 * heading: it shows the heading itself; players: it shows the players itself, else they stand in a row below it; counts: it shows
 * the count of three itself, else that stands above all; reads: whether the whole text of a beat stands in the picture, so that no caption repeats it; counting: what a count counts
 * down to, in words; answered: that nobody is waited for any more, where that is said otherwise than of questions; early: the beats that are called before the phase of which they seem to be; phase: of which phase a beat is, in words, where the game is another by then; part: which part of the play it is, in words; asks: what is waited for, where the question itself has no room for it; begins: whether a beat is the cause of those after it, else it is the last of another kind; goesOn: whether a beat is told by the picture of the one before; tells: what a beat means, where its own words say that only to those who know the game; again: the last beat of its kind named the same. */

/** The titles with pictures of their own, by the word of the title. @type {Record<string, Scene>} */
const scenes = { naro, khandan, corleone, derpate };

/** drawn reports whether a game has a picture of its own, without a heading. @param {Desk} desk */
export const drawn = (desk) => desk.state === 'play' && !!scenes[desk.game];

/** reads reports whether a text stands in the picture as it is called. @param {Desk} desk @param {import('../schema').Whole<import('../schema').Stage> | undefined} stage @param {string} text */
export const reads = (desk, stage, text) => (scenes[desk.game] ? !!stage?.beat && stage.beat.text === text && !!scenes[desk.game].reads?.(stage.beat, stage.board ?? [])
  : desk.reveal ? desk.reveal.text === text : !!text && headline(desk, stage?.board ?? [], stage?.beat) === text || desk.lines.some((l) => !l.seat && l.text === text));

/** still reports whether people want no movement. */
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** marks are the icons of a line, each with its words. @param {string[]} names */
export const marks = (names) => el('span', { class: 'marks' }, ...(names ?? []).map((i) => icon(i, say(`icon.${i}`))));

/** A Show is what a scene draws from, and where. */
export class Show {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {Desk} */
    this.desk = /** @type {any} */ (null);
    /** @type {Piece[]} */
    this.board = [];
    /** @type {Beat | null} what is called now */
    this.beat = null;
    /** @type {Map<string, HTMLElement>} */
    this.parts = new Map();
    this.asked = new Set();
    /** @type {string[]} what was told last, the newest at the end */
    this.told = [];
    this.changes = new Changes();
    this.same = false; // the beat is told by the picture of the one before
    this.again = () => {}; // draws the picture once more
  }

  /** changed stands beside the figure of an id, which is n now, if that has just changed. @param {string} id @param {number} n */
  changed(id, n) { return changed(this.changes.by(id, n)); }

  /** all returns the pieces of a kind. @param {string} kind */
  all(kind) { return this.board.filter((p) => p.kind === kind); }

  /** of returns the piece of a kind that belongs to a seat. @param {string} kind @param {number} seat */
  of(kind, seat) { return this.board.find((p) => p.kind === kind && p.seat === seat); }

  /** called reports whether a mark was put to a seat in the picture that is called. @param {string} mark @param {number} seat */
  called(mark, seat) { return !!this.desk.reveal?.lines.some((l) => l.seat === this.desk.seats[seat]?.name && l.icons.includes(mark)); }

  /**
   * part returns the element of an id, made once, at the end of a place.
   * @template {HTMLElement} E
   * @param {string} id
   * @param {() => E} make
   * @param {HTMLElement} [place] the root, if none is given
   * @returns {E}
   */
  part(id, make, place = this.root) {
    let e = this.parts.get(id);
    if (!e) {
      e = make();
      this.parts.set(id, e);
    }
    if (e.parentElement !== place) place.append(e);
    this.asked.add(id);
    return /** @type {E} */ (e);
  }

  /**
   * text is a part with nothing but a text; none where it is empty.
   * @param {string} id
   * @param {keyof HTMLElementTagNameMap} tag
   * @param {string} cls
   * @param {string} [text]
   */
  text(id, tag, cls, text, place = this.root) {
    if (!text) return null;
    const e = this.part(id, () => el(tag, { class: cls, dir: 'auto' }), place);
    if (e.textContent !== text) e.textContent = text;
    e.dir = way(text); // of the language that is drawn now
    return e;
  }

  /** fill fills a part anew when what it shows has changed. @param {HTMLElement} e @param {any} sign @param {...any} children */
  fill(e, sign, ...children) {
    const s = JSON.stringify(sign);
    if (e.dataset.sign === s) return;
    e.dataset.sign = s;
    e.replaceChildren(...children.flat().filter(Boolean));
  }

  /** ask fills a part with what is asked now, as all may know it. @param {HTMLElement} e */
  ask(e) { this.fill(e, [asks(this.desk), document.documentElement.lang], ...question(this.desk)); }

  /** waits is what the table waits for now, in words; "" where it waits for nobody. */
  waits() { return waits(this.desk); }

  /** name is a player: picture and name. @param {number} seat */
  name(seat) {
    const p = this.desk.seats[seat];
    return [picture(p.look), el('bdi', {}, p.name)];
  }

  /**
   * legend says along the lower edge what drawings stand for.
   * @param {(name: string) => Node | null} [draw] makes the drawing of a word
   * @param {Piece[]} [all] what stands there
   */
  legend(draw = (name) => icon(name), all = this.all('legend')) {
    if (!all.length) return;
    const e = this.part('legend', () => el('ul', { class: 'legend' }));
    this.fill(e, [all, document.documentElement.lang], ...all.map((p) => el('li', {}, ...p.is.map(draw), el('span', { dir: 'auto' }, p.text || p.name))));
  }

  /**
   * move moves an element besides; nothing happens where people want no movement.
   * @param {Element | null | undefined} e
   * @param {Keyframe[]} frames
   * @param {number} ms
   */
  move(e, frames, ms, more = {}) {
    return still() || !e?.animate ? null : e.animate(frames, { duration: ms, easing: 'cubic-bezier(.2,.8,.3,1)', ...more });
  }

  /** swept removes what the draw did not ask for, in a place: before something there is measured, if need be. */
  swept(place = this.root) {
    for (const [id, e] of this.parts) {
      if (this.asked.has(id) || !place.contains(e)) continue;
      e.remove();
      this.parts.delete(id);
    }
  }
}

/** A Stage draws the game. */
export class Stage {
  #show;
  #game = '';
  #n = 0; // of the beat that was shown last
  /** @type {Beat | null} */
  #cause = null;
  #first = 0; // the n of the beat whose picture it is
  /** @type {[Desk, any]} */
  #drawn = /** @type {any} */ ([]);

  /** @param {HTMLElement} root */
  constructor(root) { this.#show = new Show(root); }

  /** follow keeps which beat the one that is called comes of. @param {Scene | undefined} scene */
  #follow(scene) {
    const s = this.#show;
    const b = s.beat;
    if (b && scene?.begins?.(b)) this.#cause = b;
    s.same = !!b && !!scene?.goesOn?.(b, this.#cause, s.board);
    if (b && !s.same) this.#first = b.n;
  }

  /** rest is called while there is no game: the next is another. */
  rest() { this.#game = ''; }

  /**
   * draw draws how all stands.
   * @param {Desk} desk
   * @param {import('../schema').Whole<import('../schema').Stage> | undefined} stage
   */
  draw(desk, stage) {
    const s = this.#show;
    if (!(stage?.beat && this.#n === stage.beat.n)) s.root.dataset.act = stage?.beat?.act ?? '';
    s.board = stage?.board ?? [];
    s.beat = stage?.beat ?? null;
    s.desk = desk;
    s.desk = { ...desk, lines: standingSigns(s) };
    if (!s.beat) s.told = desk.log.slice(-6).map((e) => e.text); // with what there was no time to tell
    else if (s.beat.n !== this.#n && s.beat.text && !s.beat.count && !s.beat.asks) s.told = [...s.told.slice(-5), s.beat.text];
    const own = desk.state === 'play' && s.board.length ? scenes[desk.game] : undefined;
    const scene = own ?? (desk.state === 'over' && ranked(desk.score) ? podium : plain);
    const game = `${desk.game}.${own ? 'own' : desk.state}`;
    if (game !== this.#game) { // nothing of one picture stays in another
      s.root.replaceChildren();
      s.parts.clear();
      s.again = () => { if (this.#game === game) this.draw(...this.#drawn); };
      s.changes = new Changes(s.again);
      this.#game = game;
    }
    this.#drawn = [desk, stage];
    s.asked.clear();
    this.#follow(own);
    s.changes.begin(s.same && s.beat ? { n: this.#first } : s.beat);
    s.root.dataset.beat = String(s.beat?.n ?? '');
    s.root.className = `stage stage-${own ? desk.game : desk.state}`;
    s.root.style.setProperty('--ms', `${Math.min(Math.max(s.beat?.ms ?? 900, 400), 2500)}ms`);
    if (!scene.heading) heading(s);
    if (!scene.counts && !scene.heading) count(s); // before the rest, which gets the room that is left
    scene.draw(s);
    if (desk.state === 'play' && !scene.players && !listed(desk) && !s.root.querySelector('.tiles')) bench(s);
    if (!scene.counts && scene.heading) count(s);
    s.swept();
    if (s.beat && s.beat.n !== this.#n) {
      this.#n = s.beat.n;
      sound.beat(s.beat);
      if (!still()) scene.beat?.(s, s.beat);
    }
  }
}

/** ranked reports whether a result says who has won, or with how many points: of a vote, the lines say more. @param {Box.Score | null} score */
const ranked = (score) => score?.rows.some((r) => r.winner || r.total) || !!score?.columns.length;

/** listed reports whether the lines name every player, so that they are the list of players. @param {Desk} desk */
const listed = (desk) => desk.seats.every((p) => lines(desk).some((l) => l.seat === p.name));

/** lines are what there is to be read. @param {Desk} desk */
const lines = (desk) => desk.reveal?.lines ?? desk.lines;

/** tableau is the same while what asks nobody is told, such as a morning: engine/anygame/face lists its pieces. @param {Show} s */
const tableau = (s, kind = 'line') => s.all(kind).map((p) => ({ seat: s.desk.seats[p.seat]?.name ?? '', icons: p.is.filter((x) => x !== 'strong'), strong: p.is.includes('strong'), text: p.text ?? '', help: '', called: false, receipt: '', bar: 0 }));

/**
 * standing are the lines of the players as far as it is told: those of the desk wait until all is.
 * @param {Show} s
 */
function standing(s) {
  const place = /** @type {any} */ (s.root);
  const now = tableau(s, 'after').concat(tableau(s));
  const sign = JSON.stringify(s.desk.lines);
  if (now.length) place.told = { sign, lines: now };
  return place.told?.sign === sign ? place.told.lines : s.desk.lines;
}

/** bare is a text without the marks that keep its direction. @param {string} text */
const bare = (text) => text.replace(/[\u2066-\u2069\u200e\u200f]/g, '');

/** figure is the number that a text is; none where it is anything else. @param {string} text */
function figure(text) {
  const m = /^([-−]?)(\p{Nd}{1,6})$/u.exec(bare(text));
  return m ? Number(`${m[1] && '-'}${[...m[2]].map((d) => (d.codePointAt(0) ?? 0) % 16).join('')}`) : undefined;
}

/** question is what holds the game up now; what is asked stands below the picture. @param {Desk} desk */
export function question(desk) {
  const out = [];
  if (desk.paused && !desk.lesson) out.push(el('p', { class: 'stamp' }, say('paused')));
  if (desk.lesson) out.push(el('p', { class: 'lesson', dir: 'auto' }, desk.lesson));
  if (desk.undo) out.push(el('p', { class: 'lesson', dir: 'auto' }, say('undo.asked'), ' ', desk.undo.text));
  return out;
}

/** asks is the sign of what question shows. @param {Desk} d */
export const asks = (d) => [d.paused, d.lesson, d.undo];

/** opens reports whether the phase of the desk is what is called or waited for: the game may be a phase ahead. @param {Desk} d @param {Beat | null | undefined} b */
export const opens = (d, b) => (b ? b.asks && !scenes[d.game]?.early?.includes(b.key) : !!(d.ask || d.question || d.together || d.sheets.some((x) => !x.optional)));

/** calls is of which phase what is called is, where the heading cannot know; else "". @param {Desk} d @param {Beat | null | undefined} b */
export const calls = (d, b) => (b && scenes[d.game]?.phase?.(b) || '');

/** part is which part of the play it is, such as its act; "" where there is none. @param {Desk} d @param {Piece[]} board */
export const part = (d, board) => scenes[d.game]?.part?.(board) ?? '';

let host = ''; // whose phone does what the box can, too

/** hosts says whose phone that is. @param {string | undefined} name */
export const hosts = (name) => { host = name ?? ''; };

/** at says where what the table is asked can be answered, as phones say it. @param {string} what */
const at = (what) => (host ? say('phone.at_host', { name: isolated(host), what }) : say('phone.at_box', { what }));

/** waits is what the table waits for now, in words, as all may know it; "" where it waits for nobody. @param {Desk} d */
export function waits(d) {
  if (d.state !== 'play' || d.paused || d.undo || d.reveal) return '';
  const sheet = d.sheets.find((x) => !x.optional);
  if (sheet) return sheet.seat === 'table' ? at(sheet.prompt) : sheet.prompt;
  const who = isolated;
  if (d.ask && !d.seats.some((p) => p.bot && p.name === d.ask?.seat)) return `${who(d.ask.seat)}: ${d.ask.question}`;
  const due = d.ask ? [d.ask.seat] : d.seats.filter((p) => p.awaited).map((p) => p.name);
  return d.question || d.together || (due.length ? say('stage.thinks', { n: due.length, who: list(due.map(who)) }) : '');
}

/**
 * Caption is the sentence below the picture. It tells what is called as long as that is called, and then what the table waits
 * for: nothing stands there that is over.
 */
export class Caption {
  /** @type {{ n: number, text: string, seats: number[], phase: string }} what was asked last, in the words of whoever called it */
  #asked = { n: 0, text: '', seats: [], phase: '' };
  /** @type {Beat | null} */
  #last = null;
  /** @type {Beat | null} what was called before beats of another kind */
  #cause = null;
  /** @type {Map<string, string>} what the beats of each kind named last */
  #named = new Map();
  #again = false; // this one names the same
  #told = ''; // what was called last: it may be heard a moment later
  /** @type {any} what was said before something else was called */
  #over = null;
  #many = false; // several were asked, or all: they answer without a word

  /**
   * of is what stands there now.
   * @param {Desk} d
   * @param {import('../schema').Whole<import('../schema').Stage> | undefined} stage
   * @param {{ text: string, lang: string, n: number } | null} said what was said last, while the beat n was called
   * @returns {{ text: string, lang?: string } | null}
   */
  of(d, stage, said) {
    const b = stage?.beat;
    if (d.state !== 'play' || d.paused) return said;
    if (b && b.n !== this.#asked.n) this.#asked = { n: b.n, text: b.asks && !b.count ? b.text : '', seats: b.seats, phase: d.phase };
    if (b && b.n !== this.#last?.n) {
      const begins = scenes[d.game]?.begins;
      if (begins?.(b)) this.#cause = b;
      else if (!begins && b.key !== this.#last?.key) this.#cause = this.#last;
      this.#last = b;
      this.#again = this.#named.get(b.key) === `${b.what}`;
      this.#named.set(b.key, `${b.what}`);
    }
    if (b?.text) this.#told = b.text;
    if (b) this.#over = said;
    const due = d.seats.filter((p) => p.awaited).length;
    this.#many = due > 1 || this.#many && (!b || !!b.count);
    if (b?.count) return { text: scenes[d.game]?.counting?.(stage?.board ?? []) || say(this.#many ? 'stage.count' : 'stage.begins') };
    const meant = b && scenes[d.game]?.tells?.(b, stage?.board ?? [], d.seats, this.#cause, this.#again);
    if (meant) {
      if (b.asks && !b.count) this.#asked.text = meant; // it stays as long as it is asked
      return { text: meant };
    }
    if (b) return b.text ? (said?.n === b.n ? said : { text: b.text }) : null; // what is shown speaks for itself
    const a = this.#asked;
    if (a.text && a.phase === d.phase && (a.seats.length ? a.seats.some((i) => d.seats[i]?.awaited) : due)) return { text: a.text };
    if (said && !said.n && said !== this.#over && !(this.#told && said.text.includes(this.#told))) return said; // such as that the time is nearly up
    const now = waits(d);
    if (now) return { text: scenes[d.game]?.asks?.(d, stage?.board ?? []) || now };
    return this.#many && !due && (scenes[d.game] || signed(d, 'locked').length || signed(d, 'await').length) ? { text: scenes[d.game]?.answered?.() || answered(d, stage?.board ?? []) } : null; // what was called is over
  }
}

/** answered is that all have answered: what they have chosen at night stays secret, and after its last step it ends. @param {Desk} d @param {Piece[]} board */
function answered(d, board) {
  const night = board.find((p) => p.kind === 'night' && p.n);
  if (d.does === 'look') return say('stage.all_looked');
  if (!night) return say('stage.answered');
  return night.n === night.of ? say('stage.night_over') : say('stage.night_answered');
}

/**
 * headline is what a phase that asks nobody has revealed, such as who died in the night: it stands large above its picture.
 * @param {Desk} d
 * @param {Piece[]} board
 * @param {Beat | null | undefined} b
 */
const headline = (d, board, b) => (!d.reveal && b?.kind === 'reveal' && b.text && board.some((p) => p.kind === 'heading') ? b.text : '');

/**
 * beneath is how all stand by then, where what is called stands in the picture and leaves the place of the caption to it.
 * @param {Desk} d
 * @param {Piece[]} board
 * @param {Beat | null | undefined} b
 */
export function beneath(d, board, b) {
  if (d.state !== 'play' || scenes[d.game]) return '';
  const of = (/** @type {string} */ kind) => board.filter((p) => p.kind === kind && p.seat < 0 && p.text && !p.is.length).map((p) => p.text).join(' ');
  if (d.reveal) return d.reveal.lines.some((l) => l.icons.includes('target')) ? of('after') : '';
  return headline(d, board, b) ? of('line') : '';
}

/**
 * finished is a desk after the last answer of a step of a night: the next step comes together with that answer, which nobody
 * would see. None where nothing is left out, as where a night has only been announced, and where the time was up or a move was taken back.
 * @param {Desk} was
 * @param {Piece[]} board that belongs to it
 * @param {Desk} now
 * @param {Piece[]} next
 * @returns {Desk | null}
 */
export function finished(was, board, now, next) {
  if (scenes[was.game] || [was, now].some((d) => d.state !== 'play' || d.paused || d.reveal) || was.seconds === 0 || was.seconds === 1 || now.log.length < was.log.length) return null;
  const step = (/** @type {Piece[]} */ b) => b.find((p) => p.kind === 'night');
  const [from, to] = [step(board), step(next)];
  const on = to ? to.n > (from?.n ?? -1) && from?.n !== 0 && to.n <= (from?.n ?? 0) + 1 : !!from && from.n === from.of;
  if (!on || !signed(was, 'await').length) return null;
  return {
    ...was, ask: null, question: '', together: '', seats: was.seats.map((p) => (p.awaited ? { ...p, awaited: false, locked: true } : p)),
    lines: was.lines.map((l) => ({ ...l, icons: l.icons.map((x) => (x === 'await' ? 'locked' : x)) })),
  };
}

/** heading is what the picture is about, and what is asked. @param {Show} s */
export function heading(s, place = s.root) {
  const d = s.desk;
  const head = s.part('head', () => el('div', { class: 'head' }), place);
  const text = d.reveal ? d.reveal.text || d.reveal.heading : s.all('heading').length ? s.all('heading')[0].text : d.state === 'over' ? d.heading || say('over.title') : d.heading || d.phase;
  const news = headline(d, s.board, s.beat);
  const night = d.reveal ? undefined : s.all('night').find((p) => p.n); // whoever has closed the eyes hears; the rest see how far it is
  s.fill(head, [text, news, night?.n, asks(d), document.documentElement.lang], el('h2', { dir: 'auto' }, text, night ? el('span', { class: 'step' }, say('stage.step', { n: num(night.n), of: num(night.of) })) : null), news ? el('p', { class: s.beat?.seats.length ? 'news' : 'news calm', dir: 'auto' }, news) : null, ...question(d).filter((e) => e.textContent?.toLowerCase() !== text.toLowerCase()));
}

/** count is the count of three, where it covers nothing; whole, it shows how far it counts. @param {Show} s */
export function count(s, place = s.parts.get('head') ?? s.root, whole = false) {
  const n = s.beat?.count;
  if (!n) return;
  const e = s.part(`count${n}`, () => el('p', { class: 'count', 'aria-hidden': 'true' }), place);
  if (!e.textContent) e.append(...(whole ? [el('span', {}, ...[3, 2, 1].map((k) => el(k === n ? 'b' : 'small', {}, num(k))))] : [el('small', {}, say('stage.countdown')), num(n)]));
}

/** bench is the row of players. @param {Show} s */
function bench(s) {
  const row = s.part('bench', () => el('ul', { class: 'bench' }));
  const n = s.desk.seats.length;
  row.style.setProperty('--n', String(n > 6 ? Math.ceil(n / 2) : n));
  const known = standing(s);
  s.desk.seats.forEach((p, i) => {
    const li = s.part(`bench${i}`, () => el('li', {}), row);
    const line = known.find((/** @type {Box.Line} */ l) => l.seat === p.name);
    const dead = !!line?.icons.includes('dead') || lines(s.desk).some((l) => l.seat === p.name && l.icons.includes('dead'));
    li.className = dead ? 'gone' : p.awaited ? 'awaited' : p.locked ? 'locked' : '';
    const n = line && figure(line.text);
    const by = n === undefined ? 0 : s.changes.by(`has.${i}`, n);
    s.fill(li, [p.name, p.look, p.awaited, p.locked, p.bot, dead, n, by, document.documentElement.lang], ...s.name(i), n === undefined ? null : el('b', {}, num(n)), changed(by),
      dead ? icon('dead', say('icon.dead')) : p.awaited ? icon('await', say('icon.await')) : p.locked ? icon('locked', say('icon.locked')) : null);
  });
}

/** row is a line with its player. @param {Show} s @param {Box.Line} l */
function row(s, l) {
  const i = s.desk.seats.findIndex((p) => p.name === l.seat);
  return el('li', { class: [l.called && 'called', l.strong && 'strong', l.seat && 'own'].filter(Boolean).join(' ') },
    l.seat ? el('span', { class: 'who' }, ...(i >= 0 ? s.name(i) : [el('bdi', {}, l.seat)])) : null,
    el('span', { class: 'what' }, marks(l.icons), l.bar ? bar(l.bar) : null, apart(l.text)));
}

/** WORDS are those of the signs where somebody does more than to choose, by what is done. @type {Record<string, Record<string, string>>} */
const WORDS = { look: { locked: 'stage.looked', await: 'stage.looks' }, vote: { locked: 'stage.voted', await: 'stage.votes' }, ready: { locked: 'stage.ready', await: 'stage.unready' } };

/** word is the word of a sign: whoever is only to look chooses nothing. @param {Show} s @param {string} name */
const word = (s, name) => (WORDS[doing(s)]?.[name] ? say(WORDS[doing(s)][name]) : name === 'dead' && s.desk.game === 'anygame' ? say('stage.dead') : say(`icon.${name}`));

/**
 * doing is what all do in the phase, also while something of it is told; at night it is secret who does what.
 * @param {Show} s
 */
function doing(s) {
  const place = /** @type {any} */ (s.root);
  const at = s.desk.heading || s.desk.phase; // the phase may be ahead of what is told
  if (s.desk.does || place.doing?.at !== at) place.doing = { at, does: s.desk.does ?? '' };
  return place.doing.does === 'vote' && s.all('night').length ? '' : place.doing.does;
}

/** signed are the players whose lines have a sign. @param {Desk} d @param {string} name */
const signed = (d, name) => d.lines.filter((l) => l.seat && l.icons?.includes(name)).map((l) => l.seat);

/** voting says how many have voted; once all have, it stands below what comes next. @param {Show} s */
function voting(s) {
  const d = s.desk;
  const [had, due] = [signed(d, 'locked').length, signed(d, 'await').length];
  if (doing(s) !== 'vote' || d.reveal || s.all('heading').length || !had && !due) return '';
  const of = num(had + due);
  return s.beat?.count || !due ? say('stage.cast_all', { n: of }) : say('stage.cast', { n: num(had), of });
}

/**
 * standingSigns are the lines with the signs of who has chosen as they are: nobody is asked before it is said what, and once nobody
 * is awaited all have chosen, though the lines wait for what is told.
 * @param {Show} s
 */
function standingSigns(s) {
  const d = s.desk;
  if (d.state !== 'play' || d.reveal || !signed(d, 'await').length) return d.lines;
  const [first, last] = [!!s.beat && !s.beat.asks && !s.beat.count && !doing(s) && !signed(d, 'locked').length, (!s.beat || !!s.beat.count) && !d.paused && d.seats.every((p) => !p.awaited) && !waits(d)];
  return first || last ? d.lines.map((l) => (l.icons?.includes('await') ? { ...l, icons: l.icons.flatMap((x) => (x !== 'await' ? [x] : last ? ['locked'] : [])) } : l)) : d.lines;
}

/** LIT is how long it is seen who has just answered, in ms, and BREATH how far apart those are who answer together. */
const LIT = 3000;
const BREATH = 400;

/**
 * newest are those who have just answered, until somebody else does, or it goes on. Whoever had answered before the page looked has
 * not; what a step before was answered says nothing of this one.
 * @param {Show} s
 * @returns {string[]}
 */
function newest(s) {
  const place = /** @type {any} */ (s.root);
  const [at, now, t] = [s.desk.heading || s.desk.phase, signed(s.desk, 'locked'), performance.now()];
  place.lit ??= { at, came: new Map(now.map((n) => [n, -LIT])), timer: 0 };
  if (place.lit.at !== at || !now.length) Object.assign(place.lit, { at, came: new Map() });
  const came = /** @type {Map<string, number>} */ (place.lit.came);
  for (const n of came.keys()) if (!now.includes(n)) came.delete(n);
  for (const n of now) if (!came.has(n)) came.set(n, t);
  const last = Math.max(...came.values());
  const lit = s.beat?.count ? [] : now.filter((n) => t - (came.get(n) ?? 0) < LIT && last - (came.get(n) ?? 0) < BREATH);
  clearTimeout(place.lit.timer);
  if (lit.length) place.lit.timer = setTimeout(() => s.again(), Math.max(20, LIT - t + Math.min(...lit.map((n) => came.get(n) ?? 0))));
  return lit;
}

/** tile is what a player has chosen, large; and, where a second line says so, how many have chosen that player. @param {Show} s @param {Box.Line[]} all of a player @param {string} name */
const tile = (s, all, name, fresh = false) => {
  const i = s.desk.seats.findIndex((p) => p.name === name);
  return el('li', { class: ['tile', fresh && all.some((l) => l.icons?.includes('locked')) && 'fresh', all.some((l) => l.called) && 'called', all.some((l) => l.strong) && 'strong', (!all.length || all.some((l) => l.icons?.includes('dead'))) && 'out'].filter(Boolean).join(' ') },
    i >= 0 ? picture(s.desk.seats[i].look) : null, el('bdi', { class: 'name' }, name),
    ...all.flatMap((l) => [el('span', { class: 'what' }, marks(l.icons), apart(l.text), !l.text && l.icons?.length ? el('span', { class: 'word' }, fresh && l.icons.includes('locked') && !WORDS[doing(s)] ? say('stage.just') : word(s, l.icons[l.icons.length - 1])) : null,
      s.desk.reveal || all.length > 1 ? null : s.changed(`has.${i}`, figure(l.text) ?? 0)), l.bar ? bar(l.bar) : null]));
};

/** fate is how a player has died, as the picture says it by then. @param {Show} s @param {string} name */
const fate = (s, name) => s.all('after').find((p) => p.text && s.desk.seats[p.seat]?.name === name)?.text || word(s, 'dead');

/**
 * ballots are who has voted for whom: whoever has votes, the most first, each with those who gave them.
 * @param {Show} s
 * @param {Box.Line[]} list
 */
function ballots(s, list) {
  const cast = list.filter((l) => l.seat && l.icons?.includes('target'));
  if (!cast.length) return null; // what was asked is answered above them
  const who = (/** @type {string} */ name) => {
    const i = s.desk.seats.findIndex((p) => p.name === name);
    return el('span', { class: 'who' }, ...s.name(i));
  };
  const all = [...new Set(cast.map((l) => bare(l.text)))].map((name) => ({ name, named: s.desk.seats.some((p) => p.name === name), by: cast.filter((l) => bare(l.text) === name), sum: list.find((l) => l.seat === name && !l.icons?.includes('target')) }));
  const most = Math.max(...all.filter((x) => x.named).map((x) => x.by.length));
  const tied = all.filter((x) => x.named && x.by.length === most).length > 1 && !all.some((x) => x.sum?.strong);
  all.sort((a, b) => Number(b.named) - Number(a.named) || Number(!!b.sum?.strong) - Number(!!a.sum?.strong) || b.by.length - a.by.length);
  return [el('ul', { class: 'ballots' }, ...all.map((x) => el('li', { class: [x.sum?.strong && 'strong', x.sum?.icons?.includes('dead') && 'gone'].filter(Boolean).join(' ') },
    x.named ? who(x.name) : null, el('span', { class: x.named ? 'sum' : 'sum none' }, x.sum ? apart(x.sum.text) : x.named ? num(x.by.length) : say('stage.abstain', { n: x.by.length })),
    el('span', { class: 'from' }, el('small', {}, say('stage.by')), ...x.by.map((l) => who(l.seat)), x.sum?.icons?.includes('dead') ? el('span', { class: 'fate' }, icon('dead'), fate(s, x.name)) : tied && x.named && x.by.length === most ? el('span', { class: 'fate' }, say('stage.tie')) : null))))];
}

/** guesses are the answers from which one is chosen, so that all can guess along. @param {Show} s */
function guesses(s) {
  const all = s.desk.reveal ? [] : s.all('answer');
  return all.length ? el('ol', { class: 'guesses' }, ...all.map((p) => el('li', { dir: 'auto' }, apart(p.text ?? '')))) : null;
}

/**
 * tiles are lines that say little of each player, as in most scripts: a picture for each, and notes below.
 * @param {Show} s
 * @param {Box.Line[]} list
 * @param {Box.Group} [before] what they answered before: they talk about it
 */
function tiles(s, list, before) {
  /** @type {[Box.Line[], Box.Line[], string]} */
  const [of, own, news] = [list.filter((l) => l.seat), list.filter((l) => !l.seat), headline(s.desk, s.board, s.beat)];
  const notes = own.length || !s.beat || s.desk.reveal || !s.all('heading').length ? own : [{ ...list[0], seat: '', icons: [], text: say('stage.soon') }]; // until it is told, nothing is said of how many there are
  const names = s.desk.seats.map((p) => p.name);
  const first = names.every((n) => of.some((l) => l.seat === n)) ? of.slice(0, names.length).map((l) => l.seat) : names; // in the order of the lines, if it is one
  const last = newest(s);
  const voted = of.some((l) => l.icons?.includes('target')); // whoever has no vote stands there, too
  if (of.length < 2 || !voted && of.length !== names.length || of.some((l) => l.text.length > 16 || !names.includes(l.seat))) return null;
  const all = el('ul', { class: names.length > 6 ? 'tiles wide' : 'tiles' }, ...(new Set(first).size === names.length ? first : names).map((n) => tile(s, [...(before?.lines.filter((l) => l.seat === n) ?? []), ...of.filter((l) => l.seat === n)], n, last.includes(n))));
  all.style.setProperty('--n', String(names.length > 9 ? 4 : names.length > 6 ? 3 : names.length));
  const noted = notes.filter((l) => !l.icons?.length && l.text); // such as the question; the rest says what signs mean
  const more = notes.filter((l) => !noted.includes(l));
  const vote = voting(s);
  const said = news ? [] : (before ? [[...noted.map((l) => l.text), say('stage.before', { what: before.heading })].join(' · ')] : noted.map((l) => l.text)).map((text) => el('p', { class: 'noted', dir: 'auto' }, text)); // beneath the news it is the caption
  return [...said, guesses(s), all, vote ? el('p', { class: 'noted below', dir: 'auto' }, vote) : null, more.length ? rows(s, more) : null].filter(Boolean);
}

/** rows are lines as a list. @param {any} s @param {Box.Line[]} list */
export const rows = (s, list) => el('ul', { class: 'rows' }, ...list.map((l) => row(s, l)));

/** fits reports whether all of an element is seen, and no name or picture on a tile is cut off. @param {Element} e */
const fits = (e) => e.scrollHeight <= e.clientHeight + 1 && e.scrollWidth <= e.clientWidth + 1 && ![...e.querySelectorAll('.tile, .tile .name')].some((n) => n.scrollWidth > n.clientWidth + 1);

/** over reports whether a note goes over to a second line. @param {Element} e */
const over = (e) => [...e.querySelectorAll('.noted')].some((n) => n.clientHeight > 2 * parseFloat(getComputedStyle(n).fontSize));

/**
 * grow makes the letters of an element as large as there is room, and no smaller than may be; somewhat smaller where a note
 * stands in one line then. Where they do not fit, they stand in two columns, and it reports false.
 * @param {HTMLElement} e
 */
export function grow(e, most = 1.7) {
  const to = (/** @type {number} */ size) => { e.style.setProperty('--fit', String(size)); };
  e.classList.remove('two');
  let large = 0;
  for (let size = most; ; size = Math.max(1, size * 0.93)) {
    to(size);
    if (fits(e) && !over(e)) return true;
    if (!large && fits(e)) large = size;
    if (size > 1 && size > .7 * Math.min(large, 1.4)) continue; // a note is no larger than that
    if (large) to(large);
    break;
  }
  if (large) return true;
  e.classList.add('two');
  return false;
}

/** note makes what stands above the players, such as a question, as large as the room is that they leave, in no more lines; two at most. @param {HTMLElement} e */
function note(e) {
  const all = /** @type {HTMLElement[]} */ ([...e.querySelectorAll('.noted:not(.below)')]);
  if (!all.length || !fits(e)) return;
  const most = over(e) ? 3 : 2;
  for (let size = 2.5; size > 1; size *= .95) {
    e.style.setProperty('--note', String(size));
    if (fits(e) && all.every((n) => n.clientHeight < most * parseFloat(getComputedStyle(n).fontSize))) return;
  }
  e.style.removeProperty('--note');
}

/** plain is the picture of a title that has none of its own: its lines, large. @type {Scene} */
const plain = {
  draw(s) {
    const d = s.desk;
    const main = s.part('lines', () => el('div', { class: 'lines' }));
    const told = tableau(s);
    standing(s);
    const news = headline(d, s.board, s.beat);
    const all = (told.length ? told : lines(d)).filter((/** @type {any} */ l) => !news || l.seat || l.icons.length); // the rest is beneath
    const earlier = d.reveal || told.length || all.some((/** @type {any} */ l) => l.seat && l.text) ? undefined : d.groups.find((g) => d.seats.every((p) => g.lines.some((l) => l.seat === p.name && l.text.length <= 16 && !l.icons.length)));
    const alone = all.length === 1 && !all[0].seat;
    main.classList.toggle('alone', alone);
    const of = all.filter((l) => l.seat).map((l) => (d.reveal || told.length ? 0 : s.changes.by(`has.${d.seats.findIndex((p) => p.name === l.seat)}`, figure(l.text) ?? 0)));
    s.fill(main, [all, of, doing(s), voting(s), newest(s), !!s.beat && s.all('heading').length, news, s.all('after'), s.all('answer'), earlier, d.seats.map((p) => p.look), document.documentElement.lang], ...(alone ? [el('p', { dir: 'auto' }, all[0].text)] : ballots(s, all) ?? tiles(s, all, earlier) ?? [rows(s, all)]));
    if (d.state === 'play' && !listed(d) && !main.querySelector('.tiles')) bench(s); // what has come or gone by then counts for the room
    else s.parts.get('bench')?.remove();
    const said = d.lines.filter((l) => !l.seat).map((l) => l.text);
    const groups = d.reveal || news ? [] : d.groups.filter((g) => !(g === earlier && main.querySelector('.tiles')) && g.lines.some((l) => l.seat || !said.includes(l.text))); // a question that stands above is not told again
    s.root.classList.toggle('sided', groups.length > 0);
    if (groups.length && !grow(main)) s.root.classList.remove('sided'); // the lines come first
    const more = s.root.classList.contains('sided') ? s.part('groups', () => el('div', { class: 'groups' })) : null;
    if (more) s.fill(more, [groups, document.documentElement.lang], ...groups.map((g) => el('section', { class: 'group' }, el('h3', { dir: 'auto' }, d.state === 'play' ? say('stage.before', { what: g.heading }) : g.heading), rows(s, g.lines))));
    const place = /** @type {any} */ (s.root);
    const kept = `${d.gameTitle} ${d.seats.length} ${document.documentElement.lang} ${innerWidth} ${innerHeight}`;
    const tiled = !!main.querySelector('.tiles');
    const most = place.size?.of === kept ? place.size.fit : 1.7; // players do not grow again
    main.style.removeProperty('--note');
    if (grow(main, tiled ? most : all.length < 4 ? 2.3 : 1.7) && tiled) place.size = { of: kept, fit: Math.min(most, Number(main.style.getPropertyValue('--fit'))) };
    if (tiled) note(main);
    if (!more) return;
    const sections = /** @type {HTMLElement[]} */ ([...more.children]);
    more.hidden = false;
    for (const g of sections) g.hidden = true;
    for (const g of sections) {
      g.hidden = false;
      g.hidden = !fits(more); // what has no room is behind the key
    }
    more.hidden = sections.every((g) => g.hidden);
    if (!more.hidden) return;
    s.root.classList.remove('sided');
    grow(main, tiled ? most : 1.7);
  },
};

/** podium is how a play came out: who has won, and how all stand. @type {Scene} */
const podium = {
  heading: true,
  draw(s) {
    const score = /** @type {NonNullable<Desk['score']>} */ (s.desk.score);
    const seat = (/** @type {string} */ name) => s.desk.seats.findIndex((p) => p.name === name);
    const said = (/** @type {string} */ name) => s.desk.lines.find((l) => l.seat === name)?.text ?? ''; // who it was
    const won = score.rows.filter((r) => r.winner);
    const rest = score.rows.filter((r) => !r.winner);
    s.text('head', 'h2', 'head', s.all('outcome')[0]?.text ? s.all('outcome')[0].text : won.length ? say('stage.won', { n: won.length, who: list(won.map((r) => isolated(r.seat))) }) : s.desk.heading || say('over.title'));
    const place = (/** @type {Box.ScoreRow} */ r, /** @type {boolean} */ first) => {
      const who = [picture(s.desk.seats[seat(r.seat)]?.look), el('bdi', { class: 'name' }, r.seat), el('b', { class: 'total', dir: 'auto' }, total(score, r) || said(r.seat))];
      return el('li', {}, ...(first ? [...who, icon('boss')] : [score.columns.length ? el('small', {}, r.place) : null, ...who]));
    };
    const all = s.part('podium', () => el('div', { class: 'podium' }));
    all.classList.toggle('shared', won.length > 1 || !rest.length);
    const up = s.part('won', () => el('ul', { class: 'won' }), all);
    up.dataset.n = won.length > 4 ? 'many' : String(won.length);
    s.fill(up, [won, s.desk.lines, document.documentElement.lang], ...won.map((r) => place(r, true)));
    if (!rest.length) return;
    const down = s.part('rest', () => el('ul', { class: 'rest' }), all);
    down.dataset.n = rest.length > 6 ? 'many' : '';
    s.fill(down, [rest, s.desk.lines, document.documentElement.lang], ...rest.map((r) => place(r, false)));
  },
};

/** total is what a seat has in the end; nothing where no score was kept. @param {Box.Score} score @param {Box.ScoreRow} r */
const total = (score, r) => (score.columns.length || r.total ? num(r.total) : '');
