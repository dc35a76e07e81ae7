// The format of scripts, as the file beside the scripts tells it: headings, paragraphs, tables, lists and code.

import { el } from '../site.js';

/** spans draws the code, the bold words and the links of a line. @param {string} text @returns {(Node | string)[]} */
function spans(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\(#[^)]*\))/).map((s) => {
    if (s.startsWith('`')) return el('code', { dir: 'ltr' }, s.slice(1, -1));
    if (s.startsWith('**')) return el('b', {}, ...spans(s.slice(2, -2)));
    if (s.startsWith('[') && s.includes('](')) return el('span', {}, ...spans(s.slice(1, s.indexOf(']('))));
    return s;
  });
}

/** cells are those of a row; a | that belongs to one is written as \|. @param {string} line */
const cells = (line) => line.slice(1, -1).split(/(?<!\\)\|/).map((c) => c.trim().replaceAll('\\|', '|'));

/** @param {string[]} rows */
function table(rows) {
  const [head, , ...body] = rows;
  return el('div', { class: 'scroll' }, el('table', {},
    el('thead', {}, el('tr', {}, ...cells(head).map((c) => el('th', { scope: 'col' }, ...spans(c))))),
    el('tbody', {}, ...body.map((r) => el('tr', {}, ...cells(r).map((c, i) => el(i ? 'td' : 'th', i ? {} : { scope: 'row' }, ...spans(c))))))));
}

/** format draws the text of a file; taken is called with an example that somebody wants. @param {string} text @param {(code: string) => any} taken */
export function format(text, taken) {
  /** @type {any[]} */
  const out = [];
  const lines = text.split('\n');
  const until = (/** @type {number} */ i, /** @type {(line: string) => boolean} */ ends) => { let n = i; while (n < lines.length && !ends(lines[n])) n++; return n; };
  for (let i = 0; i < lines.length;) {
    const line = lines[i];
    let to = i + 1;
    if (line.startsWith('```')) {
      to = until(i + 1, (l) => l.startsWith('```'));
      const code = lines.slice(i + 1, to).join('\n');
      out.push(el('pre', { dir: 'ltr' }, code), taken(code) ?? '');
      to++;
    } else if (line.startsWith('#')) {
      const deep = line.indexOf(' ');
      if (deep > 1) out.push(el(deep === 2 ? 'h3' : 'h4', {}, ...spans(line.slice(deep + 1))));
    } else if (line.startsWith('|')) {
      to = until(i, (l) => !l.startsWith('|'));
      out.push(table(lines.slice(i, to)));
    } else if (line.startsWith('- ')) {
      to = until(i, (l) => !l);
      const items = lines.slice(i, to).join('\n').split(/^- /m).filter(Boolean);
      out.push(el('ul', {}, ...items.map((t) => el('li', {}, ...spans(t.replace(/\s+/g, ' '))))));
    } else if (line) {
      to = until(i, (l) => !l || /^([#|]|```|- )/.test(l));
      out.push(el('p', {}, ...spans(lines.slice(i, to).join(' '))));
    }
    i = to;
  }
  return out;
}
