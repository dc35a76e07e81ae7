// Small helpers to build the page. Text is always set as text, never as HTML.

/** el makes an element: el('button', {class: 'x', onclick: f, 'aria-label': 'y'}, ...children). */
export function el(tag, attrs = {}, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attrs)) {
    if (v === null || v === undefined || v === false) continue;
    if (k.startsWith('on')) e.addEventListener(k.slice(2), v);
    else if (k === 'value') e.value = v;
    else e.setAttribute(k, v === true ? '' : v);
  }
  e.append(...children.filter((c) => c !== null && c !== undefined && c !== false));
  return e;
}

/** icon makes one of the drawings of index.html. */
export function icon(name, label) {
  const ns = 'http://www.w3.org/2000/svg';
  const s = document.createElementNS(ns, 'svg');
  s.setAttribute('class', `icon icon-${name}`);
  if (label) {
    s.setAttribute('role', 'img');
    s.setAttribute('aria-label', label);
  } else s.setAttribute('aria-hidden', 'true');
  const u = document.createElementNS(ns, 'use');
  u.setAttribute('href', `#i-${name}`);
  s.append(u);
  return s;
}

/** put fills a place anew when what it shows has changed, and keeps the focus by id. */
export function put(place, sign, make) {
  const s = JSON.stringify(sign);
  if (place.dataset.sign === s) return;
  place.dataset.sign = s;
  const id = place.contains(document.activeElement) ? document.activeElement.id : '';
  place.replaceChildren(...[make()].flat().filter(Boolean));
  if (id) document.getElementById(id)?.focus({ preventScroll: true });
}

/** keep remembers a setting of the page; a browser that forbids it forgets. */
export const keep = {
  get(k) { try { return localStorage.getItem(`consigliere.${k}`); } catch { return null; } },
  set(k, v) { try { localStorage.setItem(`consigliere.${k}`, v); } catch { /* forgotten */ } },
};
