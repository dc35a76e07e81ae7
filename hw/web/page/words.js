// The words of the page, in the language of whoever looks at it.

const book = new Map(); // language -> key -> sentence
let now = 'en';

/** load makes lang the language of the page. */
export async function load(lang) {
  if (!book.has(lang)) {
    const r = await fetch(`words/${lang}.json`);
    if (!r.ok) throw new Error(`words/${lang}.json: ${r.status}`);
    book.set(lang, await r.json());
  }
  now = lang;
}

/** lang returns the language of the page. */
export const lang = () => now;

/** num writes a number with the digits of the language. */
export const num = (n) => new Intl.NumberFormat(locale()).format(n);

/** clock writes seconds that are left: below a hundred as a number, else with minutes, or hours. */
export function clock(n) {
  if (n < 100) return num(n);
  const two = (x) => new Intl.NumberFormat(locale(), { minimumIntegerDigits: 2, useGrouping: false }).format(x);
  const minutes = Math.floor(n / 60);
  return (n < 3600 ? num(minutes) : `${num(Math.floor(minutes / 60))}:${two(minutes % 60)}`) + `:${two(n % 60)}`;
}

/** left says how many seconds are left. */
export const left = (n) => (n < 100 ? say('seconds', { n }) : say('seconds.many', { time: clock(n) }));

/** list joins words with the comma of the language. */
export const list = (words) => words.join(now === 'fa' ? '، ' : ', ');

/** date writes a day and a time as the language does; text is an RFC 3339 time. */
export const date = (text) => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(text));

const locale = () => ({ en: 'en-GB', fa: 'fa-IR', it: 'it-IT' })[now];

/** captionOf returns what the box says in the language of the page, or else as it is said. */
export const captionOf = (m) => (m.in?.[now] ? { text: m.in[now], lang: now } : { text: m.text, lang: m.lang });

/** counted returns the message for the plural category of n in the language, such as "seconds@one", if there is one. */
const counted = (key, n) => (typeof n === 'number' ? book.get(now)?.[`${key}@${new Intl.PluralRules(now).select(n)}`] : undefined);

/** say returns the sentence of a key; {{.name}} in it is replaced by vars.name. */
export function say(key, vars = {}) {
  const s = counted(key, vars.n) ?? book.get(now)?.[key] ?? key;
  return s.replace(/\{\{\.(\w+)\}\}/g, (_, k) => {
    const v = vars[k];
    return typeof v === 'number' ? num(v) : (v ?? '');
  });
}
