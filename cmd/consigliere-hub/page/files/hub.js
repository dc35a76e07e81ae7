// The page of a hub: the room for everybody, and what an organiser does. It asks for the room and draws what changed.

const key = location.hash.slice(1) || sessionStorage.getItem('key') || '';
if (location.hash.length > 1) {
  sessionStorage.setItem('key', key);
  history.replaceState(null, '', location.pathname); // the key is not for the beamer
}
const $ = id => document.getElementById(id);
const LATE = 120, NAMES = { en: 'English', it: 'Italiano', fa: 'فارسی' };
let words = {}, lang = 'en', room = null, tab = 'room', filter = 'all', plan = localStorage.getItem('plan') === '1', skew = 0, watching = null, heard = null, drawn = {};

// el makes an element. What people have written is text, never markup, and keeps its own direction.
function el(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attributes)) {
    if (k.startsWith('on')) e.addEventListener(k.slice(2), v);
    else if (k.startsWith('aria-')) e.setAttribute(k, String(v));
    else if (v === true) e.setAttribute(k, '');
    else if (v !== false && v != null) e.setAttribute(k, v);
  }
  for (const c of children.flat(Infinity)) if (c != null && c !== false) e.append(c);
  return e;
}
const name = text => el('bdi', {}, text);
// told is what a table says: in its own language, whatever name it begins with.
const told = (text, tag) => el('bdi', { lang: tag || null, dir: tag === 'fa' ? 'rtl' : tag ? 'ltr' : 'auto' }, text);
const number = n => new Intl.NumberFormat(lang, { useGrouping: false }).format(n);
// say returns a sentence; what stands for {x} may be text or an element.
function say(key, values = {}) {
  const parts = (words[key] ?? key).split(/\{(\w+)\}/);
  return parts.map((p, i) => i % 2 === 0 ? p : typeof values[p] === 'number' ? number(values[p]) : values[p] ?? '').filter(p => p !== '');
}
const word = (key, values) => say(key, values).map(p => p.textContent ?? p).join('');
const comma = () => lang === 'fa' ? '، ' : ', ';
const names = list => list.flatMap((n, i) => i ? [comma(), name(n)] : [name(n)]);
const now = () => Date.now() + skew;
function since(ms) {
  const s = Math.max(0, Math.floor((now() - ms) / 1000));
  const two = n => number(n).padStart(2, number(0));
  return s < 3600 ? `${number(Math.floor(s / 60))}:${two(s % 60)}` : `${number(Math.floor(s / 3600))}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}
const clock = ms => new Intl.DateTimeFormat(lang, { hour: '2-digit', minute: '2-digit' }).format(ms);

let toasts;
function toast(text) {
  $('toast').textContent = text;
  $('toast').hidden = false;
  clearTimeout(toasts);
  toasts = setTimeout(() => { $('toast').hidden = true; }, 6000);
}
// problem says what is wrong. In English the hub has said it already.
const problem = p => words['wrong_' + p.key] ? word('wrong_' + p.key, Object.fromEntries(p.values.map((v, i) => ['v' + i, v?.key ? problem(v) : typeof v === 'string' ? '\u2068' + v + '\u2069' : v]))) : p.text;
async function send(command) {
  try {
    const r = await fetch('do', { method: 'POST', headers: { 'X-Hub-Key': key, Accept: 'application/json' }, body: JSON.stringify(command) });
    if (!r.ok) { toast(r.headers.get('Content-Type') === 'application/json' ? problem(await r.json()) : await r.text()); return false; }
    toast(word('done'));
    await load(false);
    return true;
  } catch { toast(word('lost')); return false; }
}

async function speak(tag) {
  lang = NAMES[tag] ? tag : 'en';
  words = await (await fetch(`words.${lang}.json`)).json();
  document.documentElement.lang = lang;
  document.documentElement.dir = lang === 'fa' ? 'rtl' : 'ltr';
  localStorage.setItem('lang', lang);
  $('lang').value = lang;
  drawn = {};
  draw();
}

// changed reports whether what a part shows is another, so that a field somebody types in is left alone.
function changed(part, ...what) {
  const is = JSON.stringify(what);
  if (drawn[part] === is) return false;
  drawn[part] = is;
  return true;
}

const called = t => t.online && t.line.judge;
const waits = t => t.line.state === 'play' && !t.line.pause && t.line.waits?.length > 0;
const late = t => waits(t) && now() - t.since > LATE * 1000;
const free = t => !t.play || t.line.state === 'over';
const FILTERS = { all: () => true, called, late, offline: t => !t.online, free };

function draw() {
  if (!room || !words.hub) return;
  $('hub-name').textContent = room.event?.name || words.hub;
  $('open').hidden = !room.open;
  $('open').textContent = words.open;
  $('trouble').hidden = !room.trouble;
  $('trouble').textContent = words.trouble_disk;
  $('say').hidden = !room.say;
  $('say').replaceChildren('» ', name(room.say));
  const calls = room.tables.filter(called).length;
  $('count').textContent = word('tables', { n: room.tables.length }) + (calls ? ' · ' + word('calls', { n: calls }) : '');
  $('sound').textContent = '♪ ' + words.sound;
  $('sound').setAttribute('aria-pressed', String(!!sound));
  const tabs = ['room', 'event', ...(key ? ['organiser'] : [])];
  if (changed('tabs', tabs, tab, lang)) {
    $('tabs').replaceChildren(...tabs.map(t => el('button', { role: 'tab', 'aria-selected': t === tab, onclick: () => show(t) }, words[t])));
  }
  for (const s of ['room', 'event', 'desk', 'organiser']) $(s).hidden = s !== tab;
  if (tab === 'room') drawRoom();
  if (tab === 'event') drawEvent();
  if (tab === 'organiser') drawOrganiser();
}
function show(t) { tab = t; watching = null; draw(); scrollTo(0, 0); }

function drawRoom() {
  const mapped = plan && room.plan;
  if (changed('filters', filter, lang, plan, !!room.plan)) {
    const find = el('input', { type: 'search', placeholder: words.find, 'aria-label': words.find, value: $('find')?.value ?? '', id: 'find', oninput: () => { drawn.tables = ''; drawRoom(); } });
    $('filters').replaceChildren(...Object.keys(FILTERS).map(f => el('button', { 'aria-pressed': f === filter, onclick: () => { filter = f; draw(); } }, words[f])),
      ...(room.plan ? [el('button', { 'aria-pressed': String(plan), onclick: () => { plan = !plan; localStorage.setItem('plan', plan ? '1' : ''); draw(); } }, words.plan)] : []), find);
  }
  const text = $('find').value.trim().toLowerCase();
  const fits = t => !text || String(t.number) === text || [t.name, t.line.title, ...(t.line.seats ?? [])].some(s => s?.toLowerCase().includes(text));
  const is = t => FILTERS[filter](t) && fits(t);
  const tables = room.tables.filter(is);
  $('none').hidden = tables.length > 0 || mapped && room.tables.length > 0;
  $('none').textContent = room.tables.length ? words.nothing : words.none;
  if (changed('tables', mapped ? room.tables : tables, lang, filter, text, mapped, Math.floor(now() / 5000))) {
    const focused = document.activeElement?.dataset?.box;
    const small = mapped || tables.length > 96;
    $('tables').className = 'tables' + (mapped ? ' small plan' : small ? ' small' : tables.length > 48 ? ' many' : tables.length <= 16 ? ' few' : '');
    $('tables').replaceChildren(...(mapped ? drawPlan(is) : tables.map(small ? smallCard : card)));
    if (focused) document.querySelector(`[data-box="${focused}"]`)?.focus();
  }
  tick();
}

// drawPlan draws the tables where they stand in the hall, and behind them those of which nobody has said where. What does not fit
// the filter stays in its place, and is dim.
function drawPlan(is) {
  const rows = room.plan.split('\n').map(r => r.split(' ').filter(Boolean).map(w => +w || 0));
  const across = Math.max(...rows.map(r => r.length)), stands = new Set(rows.flat());
  const at = new Map(room.tables.map(t => [t.number, t]));
  $('tables').style.setProperty('--across', across);
  const place = t => { const c = smallCard(t); c.classList.toggle('dim', !is(t)); return c; };
  const nobody = n => el('span', { class: n ? 'table nobody' : '' }, n ? el('span', { class: 'number' }, number(n)) : '');
  return [...rows.flatMap(r => Array.from({ length: across }, (_, i) => at.has(r[i]) ? place(at.get(r[i])) : nobody(r[i]))),
    ...room.tables.filter(t => !stands.has(t.number)).map(place)];
}

const stateOf = t => t.play ? t.line.state : 'menu';
const frame = t => ({
  class: ['table', stateOf(t), !t.online && 'off', called(t) && 'called', t.line.judge === 'coming' && 'coming', late(t) && 'late'].filter(Boolean).join(' '),
  'data-box': t.box, title: t.name, onclick: () => watch(t.box),
});

// smallCard says of a table what there is room for where there are hundreds, or where they are on a map.
function smallCard(t) {
  const state = stateOf(t), who = waits(t) ? t.line.waits.map(i => t.line.seats[i]) : [];
  return el('button', frame(t), el('span', { class: 'number' }, t.number ? number(t.number) : '–'),
    called(t) && el('span', { class: 'flag', 'aria-label': words['judge_' + t.line.judge] }, t.line.judge === 'coming' ? '⚑…' : '⚑'),
    el('span', { class: 'waits' }, !t.online ? words.offline : who.length ? [el('span', { class: 'since', 'data-since': t.since }), el('b', { dir: 'auto' }, who[0]), who.length > 1 && el('span', {}, '+' + number(who.length - 1))]
      : t.line.pause ? words.paused : words[state] ?? ''));
}

// What is said of a table that is not playing: words.menu, words.deal, words.over.
function card(t) {
  const l = t.line, state = stateOf(t);
  const phase = state === 'play' ? [l.round > 0 && word('round', { n: l.round }), l.phase && told(l.phase, l.lang), l.pause && words.paused].filter(Boolean).flatMap((p, i) => i ? [' · ', p] : [p]) : words[state] ?? state;
  return el('button', frame(t),
    el('span', { class: 'number' }, t.number ? number(t.number) : '–'),
    el('span', { class: 'game' }, name(l.title || t.name)),
    el('span', { class: 'since', 'data-since': waits(t) ? t.since : '' }),
    called(t) && el('span', { class: 'flag' }, words['judge_' + l.judge]),
    !t.online && el('span', { class: 'flag' }, words.offline),
    el('span', { class: 'phase' }, state === 'play' && l.clock > 0 && !l.pause && el('span', { class: 'clock', 'data-till': t.at + (l.clock - 1) * 1000 }), phase),
    el('span', { class: 'waits' }, waits(t) ? say('waits', { who: el('b', {}, names(l.waits.map(i => l.seats[i]))) }) : names(l.seats ?? [])),
    t.waiting > 20 && el('span', { class: 'phase' }, say('waiting_lines', { n: t.waiting })),
    l.log?.length > 0 && el('span', { class: 'log', dir: l.lang === 'fa' ? 'rtl' : 'ltr' }, told(l.log.at(-1), l.lang)));
}

function tick() {
  for (const e of document.querySelectorAll('[data-since]')) e.textContent = e.dataset.since ? since(+e.dataset.since) : '';
  for (const e of document.querySelectorAll('[data-till]')) e.textContent = since(2 * now() - Math.max(now(), +e.dataset.till));
  const start = room?.start ?? 0, left = Math.ceil((start - now()) / 1000);
  $('countdown').hidden = !(start && left > -2);
  if (!$('countdown').hidden) {
    $('countdown-name').replaceChildren(name(room.startName || ''), ' ', left > 0 ? words.begins : '');
    $('countdown-n').textContent = left > 0 ? number(left) : words.go;
  }
}

// reason puts into words why people sit at a table.
const reason = r => el('li', {}, say(r.key === 'standing' && r.from === r.to ? 'why_place' : 'why_' + r.key, { from: r.from, to: r.to, n: r.n, who: name(r.who ?? ''), whom: name(r.whom ?? '') }));
const points = s => number(Math.round(s / 840 * 1000) / 1000);

function drawEvent() {
  const e = room.event;
  if (!changed('event', e, room.standings, lang)) return;
  if (!e) { $('event').replaceChildren(el('p', { class: 'quiet' }, words.no_event)); return; }
  $('event').replaceChildren(el('div', { class: 'grid' }, standings(), roundBlock(false)));
}

function standings() {
  const row = s => el('tr', {}, el('td', { class: 'n' }, number(s.place)), el('td', {}, name(s.name), s.out ? ' · ' + words.out : ''),
    el('td', { class: 'n' }, points(s.points)), el('td', { class: 'n' }, points(s.opponents)), el('td', { class: 'n' }, number(s.played)), el('td', { class: 'n' }, number(Math.round(s.rating.mu * 10) / 10)));
  return el('div', { class: 'block' }, el('h2', {}, words.standings), el('div', { class: 'scroll' }, el('table', { class: 'standings' },
    el('thead', {}, el('tr', {}, ...['place', 'name', 'points', 'opponents', 'played', 'rating'].map((k, i) => el('th', { class: i === 1 ? '' : 'n' }, words[k])))),
    el('tbody', {}, (room.standings ?? []).map(row)))),
  el('p', { class: 'quiet' }, words.event_then, ': ', (room.event.settings.then ?? []).map(k => words['then_' + k]).join(comma())));
}

function roundBlock(organiser) {
  const e = room.event, n = e.rounds?.length ?? 0;
  if (!n) return el('div', { class: 'block' }, el('h2', {}, say('event_round', { n: 1 })), el('p', { class: 'quiet' }, '—'));
  const round = e.rounds[n - 1];
  return el('div', { class: 'block' }, el('h2', {}, say('event_round', { n })),
    round.tables.map(t => pod(t, n, organiser)),
    round.byes?.length > 0 && el('p', {}, words.byes, ': ', names(round.byes)));
}

function pod(t, round, organiser) {
  const seats = t.seats.map((s, i) => [i ? '\u00a0· ' : '', name(s), t.places ? ` (${number(t.places[i])})` : '']);
  const inputs = t.seats.map((s, i) => el('input', { id: `place-${round}-${t.number}-${i}`, type: 'number', min: 1, max: t.seats.length, value: t.places?.[i] ?? '', 'aria-label': s }));
  return el('div', { class: 'pod' },
    el('div', { class: 'head' }, el('span', { class: 'number' }, number(t.number)), el('span', {}, seats), t.entered && el('span', { class: 'quiet' }, words.result_by_hand)),
    el('ul', {}, (t.why ?? []).map(reason)),
    organiser && el('details', { id: `result-${round}-${t.number}` }, el('summary', {}, words.result), el('p', { class: 'quiet' }, words.places_help),
      el('div', { class: 'places' }, t.seats.map((s, i) => el('label', {}, name(s), inputs[i])),
        el('button', { class: 'main', onclick: () => send({ do: 'result', round, table: t.number, places: inputs.some(i => i.value) ? inputs.map(i => +i.value) : null }) }, words.result))));
}

const field = (label, input) => el('label', { class: 'field' }, label, input);

function drawOrganiser() {
  if (!room.organiser) { $('organiser').replaceChildren(el('p', { class: 'quiet' }, words.needs_key)); drawn.organiser = ''; return; }
  const boxes = room.boxes?.map(b => ({ ...b, from: '' }));
  if (!changed('organiser', lang, boxes, room.code, room.plan, room.event, room.standings, room.tables.filter(called).map(t => [t.box, t.line.judge]), room.calls)) return;
  // What somebody is typing stays, and what is open. What belongs to one round or box has that in its id.
  const fields = () => [...document.querySelectorAll('#organiser :is(input, select, textarea)[id]')];
  const typed = fields().filter(e => e.tagName === 'SELECT' || e.value !== e.defaultValue).map(e => [e.id, e.value]);
  const open = [...document.querySelectorAll('#organiser details[open]')].map(e => e.id);
  const focused = document.activeElement?.id, down = document.querySelector('.boxes')?.scrollTop;
  $('organiser').replaceChildren(el('div', { class: 'duty' }, judge(), together(), eventBlock(), room.event && roundBlock(true), room.event && standings(), boxesBlock()));
  for (const [id, value] of typed) if ($(id) && ($(id).tagName !== 'SELECT' || [...$(id).options].some(o => o.value === value))) $(id).value = value;
  for (const id of open) if ($(id)) $(id).open = true;
  if (down) document.querySelector('.boxes').scrollTop = down;
  if (focused) $(focused)?.focus();
  tick();
}

function together() {
  const what = el('input', { id: 'start-name', maxlength: 60 });
  const text = el('input', { id: 'say-text', maxlength: 300 }), others = ['it', 'fa'].map(l => [l, el('input', { id: 'say-' + l, maxlength: 300, dir: 'auto' })]);
  return el('div', { class: 'block' }, el('h2', {}, words.start), field(words.start_name, what),
    el('button', { class: 'main', onclick: () => send({ do: 'start', text: what.value }) }, words.start),
    el('h3', {}, words.say), field(words.say_what, text), others.map(([l, i]) => field(NAMES[l], i)),
    el('button', { class: 'main', onclick: async () => {
      if (await send({ do: 'say', text: text.value, texts: Object.fromEntries(others.filter(([, i]) => i.value).map(([l, i]) => [l, i.value])) })) for (const i of [text, ...others.map(o => o[1])]) i.value = '';
    } }, words.say));
}

function judge() {
  const open = room.tables.filter(called), over = room.calls ?? [];
  const mean = over.length ? Math.round(over.reduce((s, c) => s + (c.coming || c.seconds), 0) / over.length) : 0;
  return el('div', { class: 'block' }, el('h2', {}, word('calls', { n: open.length })),
    open.map(t => el('div', { class: 'row pod' }, el('strong', {}, say('table', { n: t.number })), el('span', { 'data-since': t.called }), el('span', {}, words['judge_' + t.line.judge]),
      el('button', { class: 'main', onclick: () => send({ do: 'judge', box: t.box, text: 'coming' }) }, words.come), el('button', { onclick: () => send({ do: 'judge', box: t.box, text: 'closed' }) }, words.close))),
    over.length > 0 && el('p', { class: 'quiet' }, say('judge_times', { n: over.length, s: mean, m: Math.round(Math.max(...over.map(c => c.coming || c.seconds))) })));
}

// In what order ties are broken, of players whose points and opponents' points are equal.
const ORDERS = [['wins', 'place'], ['place', 'wins'], ['first', 'wins', 'place']];

function eventBlock() {
  const e = room.event;
  if (!e) {
    const f = { name: el('input', { id: 'event-name' }), game: el('select', { id: 'event-game' }, Object.keys(room.games ?? {}).map(g => el('option', { value: g }, words['game_' + g]))),
      least: el('input', { id: 'event-least', type: 'number', min: 2, max: 8, value: 3 }), most: el('input', { id: 'event-most', type: 'number', min: 2, max: 8, value: 4 }), players: el('textarea', { id: 'event-players', dir: 'auto' }),
      then: el('select', { id: 'event-then' }, ORDERS.map(o => el('option', { value: o.join() }, o.map(k => words['then_' + k]).join(comma())))) };
    // Each game is for some players, and no table is begun that its box would refuse.
    const fit = () => {
      const [least, most] = room.games?.[f.game.value] ?? [2, 8];
      for (const input of [f.least, f.most]) Object.assign(input, { min: least, max: most });
      f.least.value = Math.max(least, Math.min(3, most));
      f.most.value = Math.max(least, Math.min(4, most));
    };
    f.game.value = 'naro';
    f.game.onchange = fit;
    fit();
    return el('div', { class: 'block' }, el('h2', {}, words.event_new), field(words.event_name, f.name), field(words.event_game, f.game),
      el('div', { class: 'field' }, words.event_sizes, el('div', { class: 'row' }, f.least, '–', f.most)), field(words.event_then, f.then), field(words.event_players, f.players),
      el('button', { class: 'main', onclick: () => send({ do: 'event', name: f.name.value, game: f.game.value, least: +f.least.value, most: +f.most.value, then: f.then.value.split(','), players: f.players.value }) }, words.begin));
  }
  const n = e.rounds?.length ?? 0, last = n ? e.rounds[n - 1] : null;
  const late = el('input', { id: 'join' }), byHand = el('textarea', { id: `by-hand-${n}`, dir: 'auto' }, last ? last.tables.map(t => `${t.number}: ${t.seats.join(', ')}`).join('\n') : '');
  const who = el('select', { id: 'who' }, e.players.map(p => el('option', { value: p.name }, p.name + (p.until ? ' · ' + words.out : ''))));
  return el('div', { class: 'block' }, el('h2', {}, name(e.name)),
    el('div', { class: 'row' }, el('button', { class: 'main', onclick: () => send({ do: 'pair' }) }, say('pair', { n: n + 1 })),
      n > 0 && el('button', { onclick: () => confirm(words.sure) && send({ do: 'unpair' }) }, words.unpair)),
    el('h3', {}, words.join), el('div', { class: 'row' }, late, el('button', { onclick: async () => { if (await send({ do: 'join', players: late.value })) late.value = ''; } }, words.add)),
    el('div', { class: 'row' }, who, el('button', { onclick: () => send({ do: 'drop', name: who.value }) }, words.drop), el('button', { onclick: () => send({ do: 'back', name: who.value }) }, words.back)),
    last && el('details', { id: `by-hand-of-${n}` }, el('summary', {}, words.edit_round), el('p', { class: 'quiet' }, words.edit_help), byHand,
      el('button', { onclick: () => send(byHandRound(byHand.value)) }, words.edit_round)),
    el('p', {}, el('button', { class: 'bad', onclick: () => confirm(words.sure) && send({ do: 'no_event' }) }, words.event_end)));
}

// byHandRound reads tables as an organiser has written them.
function byHandRound(text) {
  const tables = text.split('\n').filter(l => l.trim()).map(l => {
    const [n, ...rest] = l.split(':');
    return { number: parseInt(n, 10) || 0, seats: rest.join(':').split(/[,،]/).map(s => s.trim()).filter(Boolean) };
  });
  const sits = new Set(tables.flatMap(t => t.seats)), n = room.event.rounds.length;
  const plays = p => (p.from ?? 0) <= n && (!p.until || n <= p.until);
  return { do: 'round', tables, byes: room.event.players.filter(p => plays(p) && !sits.has(p.name)).map(p => p.name) };
}

function boxesBlock() {
  const address = `nats://${room.open ? '' : room.code + '@'}${location.hostname}:${room.address?.split(':').at(-1) ?? 4222}`;
  const row = b => {
    const table = el('input', { id: `table-${b.key}`, type: 'number', min: 0, max: 9999, value: b.table || '', style: 'width:5rem', 'aria-label': words.number, onchange: () => send({ do: 'table', box: b.key, table: +table.value }) });
    return [el('tr', {}, el('td', {}, table), el('td', {}, name(b.name || b.key.slice(0, 8)), el('br'), el('span', { class: 'quiet' }, words['state_' + b.state])), el('td', {}, b.state === 'in' ? el('button', { class: 'bad', onclick: () => confirm(words.sure) && send({ do: 'revoke', box: b.key }) }, words.revoke)
      : el('button', { class: 'main', onclick: () => send({ do: 'admit', box: b.key }) }, words.admit))),
    b.clone && el('tr', {}, el('td', { colspan: 3 }, el('p', { class: 'warn' }, say('clone', { at: clock(Date.parse(b.clone)) }))))];
  };
  const where = el('textarea', { id: 'plan', class: 'mono', spellcheck: 'false' }, room.plan ?? '');
  const order = ['waiting', 'in', 'revoked'];
  const sorted = (room.boxes ?? []).toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || (a.table ?? 0) - (b.table ?? 0));
  return el('div', { class: 'block' }, el('h2', {}, words.boxes), el('h3', {}, words.add_box), el('p', { class: 'quiet' }, words.add_help),
    el('div', { class: 'row' }, el('img', { class: 'qr', alt: '', src: 'qr.svg?t=' + encodeURIComponent(address) }), el('div', {}, !room.open && el('div', { class: 'code' }, room.code), el('div', { class: 'mono' }, address))),
    el('div', { class: 'scroll boxes' }, el('table', {}, el('tbody', {}, sorted.map(row)))),
    el('details', { id: 'plan-edit' }, el('summary', {}, words.plan_edit), el('p', { class: 'quiet' }, words.plan_help), where,
      el('button', { onclick: () => send({ do: 'plan', text: where.value }) }, words.save)),
    el('p', {}, el('button', { onclick: download }, words.export)));
}

async function download() {
  const r = await fetch('lines', { headers: { 'X-Hub-Key': key } });
  if (!r.ok) { toast(await r.text()); return; }
  const a = el('a', { href: URL.createObjectURL(await r.blob()), download: 'lines.jsonl' });
  a.click();
  URL.revokeObjectURL(a.href);
}

// watch shows what a table shows to everybody.
async function watch(box) {
  tab = 'desk';
  watching = box;
  $('desk').replaceChildren();
  draw();
  while (watching === box) {
    try {
      const d = await (await fetch('desk/' + box)).json();
      if (watching === box) drawDesk(box, d);
    } catch { /* it is asked for again */ }
    await new Promise(done => setTimeout(done, 700));
  }
}
function drawDesk(box, d) {
  const t = room.tables.find(t => t.box === box);
  const back = el('button', { onclick: () => show('room') }, words.desk_back);
  // The table's own words stand in the direction of its language.
  const way = { lang: d?.lang || null, dir: d?.lang === 'fa' ? 'rtl' : d?.lang ? 'ltr' : null };
  const log = (d?.log ?? []).slice(-8).map(e => el('li', {}, told(e.text, d.lang)));
  const lines = list => el('ul', { class: 'lines' }, (list ?? []).map(l => el('li', {}, l.seat ? [el('b', {}, name(l.seat)), ' '] : '', told(l.text, d.lang))));
  $('desk').replaceChildren(el('p', {}, back), el('div', { class: 'grid' },
    el('div', { class: 'block' }, el('h2', {}, say('table', { n: t?.number ?? 0 }), ' · ', name(d?.gameTitle || t?.name || '')), el('p', { class: 'quiet' }, d ? name(d.phase) : words.desk_wait),
      t?.line.fair && el('p', { class: 'quiet' }, say('committed', { c: el('bdi', { dir: 'ltr' }, t.line.fair.commitment.slice(0, 8)) })),
      el('div', way, d && el('h3', {}, told(d.reveal?.heading || d.heading, d.lang)), lines(d?.reveal?.lines ?? d?.lines), (d?.groups ?? []).map(g => [el('h3', {}, told(g.heading, d.lang)), lines(g.lines)]))),
    el('div', { class: 'block' }, el('h2', {}, names((d?.seats ?? []).filter(s => s.awaited && !s.locked).map(s => s.name))), el('ul', way, log))));
}

// A phone lets a page sound only where somebody has touched it.
let sound = null;
function ring() {
  const called = room.tables.filter(t => t.online && t.line.judge === 'called').map(t => t.box);
  if (sound && heard && called.some(b => !heard.includes(b))) {
    chime();
  }
  heard = called;
}
function chime() {
  const tone = sound.createOscillator(), gain = sound.createGain();
  gain.gain.value = .15;
  tone.connect(gain).connect(sound.destination);
  tone.frequency.value = 660;
  tone.start();
  tone.frequency.setValueAtTime(880, sound.currentTime + .2);
  tone.stop(sound.currentTime + .5);
  navigator.vibrate?.([200, 100, 200]);
}

async function load(wait) {
  const began = performance.now();
  const r = await fetch(wait ? 'room?wait' : 'room', { headers: key ? { 'X-Hub-Key': key } : {} });
  if (!r.ok) throw new Error(r.statusText);
  room = await r.json();
  if (performance.now() - began < 500 || !skew) skew = room.now - Date.now();
  ring();
  draw();
}
async function follow() {
  for (let wait = false; ; wait = true) {
    try {
      await load(wait);
      $('lost').hidden = true;
    } catch {
      $('lost').textContent = words.lost ?? '';
      $('lost').hidden = false;
      await new Promise(done => setTimeout(done, 2000));
      wait = false;
    }
  }
}

$('lang').onchange = () => speak($('lang').value);
$('sound').onclick = () => {
  if (sound) sound.close();
  sound = sound ? null : new AudioContext();
  if (sound) chime(); // so that whoever turns it on hears how it calls
  draw();
};
setInterval(() => { if (room && words.hub) { if (tab === 'room') drawRoom(); tick(); } }, 250);
await speak(new URLSearchParams(location.search).get('lang') ?? localStorage.getItem('lang') ?? navigator.language.slice(0, 2));
follow();
