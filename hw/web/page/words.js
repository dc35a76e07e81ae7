// The words of the page, in the language of whoever looks at it.

import { $, el, loaded } from './dom.js';

/** @type {Map<string, Record<string, string>>} */
const book = new Map(); // language -> key -> sentence

/** @type {import('../schema').Tongue[]} the languages of the box, English first */
const table = JSON.parse(await loaded('languages.json'));
let now = table[0];

/** of returns what is known of a language; of English, where the box does not speak it. @param {string | null} tag */
const of = (tag) => table.find((l) => l.tag === tag) ?? table[0];

/** load makes a language that of the page. @param {string | null} tag */
export async function load(tag) {
  const l = of(tag);
  if (!book.has(l.tag)) book.set(l.tag, JSON.parse(await loaded(`words/${l.tag}.json`)));
  now = l;
  $('loading')?.remove(); // the page has something to say
}

/** lang returns the language of the page. */
export const lang = () => now.tag;

/** spoken reports whether the box speaks a language. @param {string | null} tag */
export const spoken = (tag) => table.some((l) => l.tag === tag);

/** preferred returns the language that somebody has chosen, or else one that the browser asks for. @param {string | null} chosen */
export const preferred = (chosen) => [chosen, ...(navigator.languages ?? []).flatMap((l) => [l, l.split('-')[0]])].find((l) => spoken(l)) ?? table[0].tag;

/** direction returns the direction of writing of a language, that of the page if none is given. */
export const direction = (tag = now.tag) => (of(tag).rtl ? 'rtl' : 'ltr');

/** apart is a text that has a direction of its own among others; a place, such as "2.", has no letter to tell it, and runs with the page. @param {string} text */
export const apart = (text) => el('bdi', /^\p{Nd}+\.$/u.test(text) ? { dir: direction() } : {}, text);

/** languages returns an option of a list for each language, by its own name. */
export const languages = () => table.map((l) => {
  const o = new Option(l.name, l.tag);
  o.lang = l.tag;
  o.dir = direction(l.tag);
  return o;
});

/** digits writes digits as the language does. @param {string} text */
export const digits = (text) => text.replace(/[0-9]/g, (d) => String.fromCodePoint(Number(now.zero.codePointAt(0)) + Number(d)));

/** num writes a whole number as the language does. @param {number} n */
export const num = (n) => (n < 0 ? '-' : '') + digits(String(Math.abs(n)).replace(/\B(?=(\d{3})+$)/g, now.group));

/** clock writes seconds that are left: below a hundred as a number, else with minutes, or hours. @param {number} n */
export function clock(n) {
  if (n < 100) return num(n);
  const two = (/** @type {number} */ x) => digits(String(x).padStart(2, '0'));
  const minutes = Math.floor(n / 60);
  return (n < 3600 ? num(minutes) : `${num(Math.floor(minutes / 60))}:${two(minutes % 60)}`) + `:${two(n % 60)}`;
}

/** left says how many seconds are left. @param {number} n */
export const left = (n) => (n < 100 ? say('seconds', { n }) : say('seconds.many', { time: clock(n) }));

/** list joins words with the comma of the language. @param {string[]} words */
export const list = (words) => words.join(now.comma);

/** date writes a day and a time as the language does; text is an RFC 3339 time. @param {string} text */
export const date = (text) => new Intl.DateTimeFormat(now.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(text));

/** captionOf returns what the box says in the language of the page, or else as it is said. @param {Box.Say} m */
export const captionOf = (m) => (m.in?.[now.tag] ? { text: m.in[now.tag], lang: now.tag } : { text: m.text, lang: m.lang });

/** isolated is a name within a sentence, which keeps its place whatever the scripts of both are. @param {string | undefined} name */
export const isolated = (name) => `\u2068${name}\u2069`;

/** unbroken is a text whose names stay on one line. @param {string} text */
export const unbroken = (text) => text.replace(/\u2068[^\u2069]{1,16}\u2069/g, (name) => name.replaceAll(' ', '\u00a0'));

/**
 * closed says that a game was ended by hand, and how it stood, if all may know that.
 * @param {string} game
 * @param {{ seat: string, total: number, ahead?: boolean, text?: string }[] | null | undefined} stood
 */
export function closed(game, stood) {
  if (!stood?.length) return say('last.ended', { game });
  if (stood[0].text) return say('last.at', { game, who: stood.map((r) => `${isolated(r.seat)}: ${isolated(r.text ?? '')}`).join(' · ') });
  const first = stood.filter((r) => r.ahead);
  const text = say('last.stood', { game, who: list(stood.map((r) => `${isolated(r.seat)}\u00a0${num(r.total)}`)) });
  return first.length < stood.length ? `${text} ${say('last.ahead', { n: first.length, who: list(first.map((r) => isolated(r.seat))) })}` : text;
}

/**
 * counted returns the message for the plural category of n in the language, such as "seconds@one", if there is one.
 * @param {string} key
 * @param {any} n
 */
const counted = (key, n) => (typeof n === 'number' ? book.get(now.tag)?.[`${key}@${new Intl.PluralRules(now.locale).select(n)}`] : undefined);

/** say returns the sentence of a key; {{.name}} in it is replaced by vars.name. @param {string} key @param {Record<string, any>} vars */
export function say(key, vars = {}) {
  const s = counted(key, vars.n) ?? book.get(now.tag)?.[key] ?? key;
  return s.replace(/\{\{\.(\w+)\}\}/g, (_, /** @type {string} */ k) => {
    const v = vars[k];
    return typeof v === 'number' ? num(v) : (v ?? '');
  });
}
