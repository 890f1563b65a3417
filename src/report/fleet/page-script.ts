/**
 * What the page does in a browser. Its data stands beside it as JSON; all text is set as text, so nothing of it becomes
 * markup. Each table shows one page of rows, so that 20,000 findings cost no more than 50.
 */
export const FLEET_SCRIPT = `
'use strict';
const data = JSON.parse(document.querySelector('#data').textContent);
const form = document.querySelector('form');
const PAGE = 50;
const LEVELS = { safe: 'safe', review: 'review', manual: 'by hand' };
const LEVEL_ORDER = ['safe', 'review', 'manual'];
const fields = data.fields;
const findings = data.findings.map((row) => {
  const one = {};
  fields.forEach((name, index) => { one[name] = data.tables[name] ? data.tables[name][row[index]] : row[index]; });
  one.text = (one.repository + ' ' + one.path + ':' + one.line + ' ' + one.entry + ' ' + one.call + ' ' + one.owners + ' ' + one.unit).toLowerCase();
  return one;
});
const known = new Map(data.repositories.map((one) => [one.name, one]));
const filters = ['repository', 'entry', 'owner', 'level', 'decision', 'trend'];
const words = (text) => text === '' ? [] : text.split(' ');
const tests = {
  repository: (one, value) => one.repository === value,
  entry: (one, value) => one.entry === value,
  owner: (one, value) => value === '-' ? one.owners === '' : words(one.owners).includes(value),
  level: (one, value) => one.level === value,
  decision: (one, value) => value === '*' ? one.decisions !== '' : words(one.decisions).includes(value),
  trend: (one, value) => one.trend === value,
};
const make = (name, content, className) => {
  const node = document.createElement(name);
  if (content !== undefined && content !== null) node.append(content);
  if (className) node.className = className;
  return node;
};
const compare = (a, b) => typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
function choose(name, value) {
  form.elements.namedItem(name).value = value;
  update();
  document.querySelector('#findings').scrollIntoView();
}
const link = (text, name) => {
  const button = make('button', text, 'link');
  button.type = 'button';
  button.addEventListener('click', () => choose(name, text));
  return button;
};
const columns = {
  repositories: [
    { key: 'name', name: 'Repository', cell: (one) => link(one.name, 'repository') },
    { key: 'calls', name: 'Calls', num: true },
    { key: 'safe', name: 'Safe', num: true },
    { key: 'review', name: 'Review', num: true },
    { key: 'manual', name: 'By hand', num: true },
    ...(data.hasTrend ? [{ key: 'added', name: 'New', num: true }, { key: 'gone', name: 'Gone', num: true }] : []),
    { key: 'entries', name: 'Entries' },
    ...(data.hasDecisions ? [{ key: 'decisions', name: 'Blocked by' }] : []),
    ...(data.hasRequests ? [{ key: 'requests', name: 'Requests', cell: requests }] : []),
    { key: 'owners', name: 'Owners' },
  ],
  findings: [
    { key: 'repository', name: 'Repository', cell: (one) => link(one.repository, 'repository') },
    { key: 'path', name: 'Place', cell: (one) => make('code', one.path + ':' + one.line) },
    { key: 'entry', name: 'Entry', cell: (one) => link(one.entry, 'entry') },
    { key: 'call', name: 'Call', cell: (one) => make('code', one.call) },
    { key: 'level', name: 'Level', cell: (one) => { const cell = make('span', make('span', null, 'key ' + one.level)); cell.append(LEVELS[one.level]); return cell; } },
    ...(data.hasDecisions ? [{ key: 'decisions', name: 'Blocked by' }] : []),
    ...(data.hasTrend ? [{ key: 'trend', name: 'Trend' }] : []),
    { key: 'owners', name: 'Owners' },
  ],
};
function requests(one) {
  const cell = make('span');
  one.requests.forEach(({ branch, status, url }, index) => {
    if (index > 0) cell.append(', ');
    if (!/^https:/.test(url || '')) { cell.append(branch + ' (' + status + ')'); return; }
    const anchor = make('a', branch);
    anchor.href = url;
    anchor.rel = 'noreferrer';
    cell.append(anchor);
  });
  return cell;
}
const state = { repositories: { sort: 'calls', down: true, page: 0 }, findings: { sort: '', down: false, page: 0 } };
const rows = { repositories: [], findings: [] };
const values = () => Object.fromEntries(new FormData(form));
function filtered(wanted) {
  const asked = filters.filter((name) => wanted[name]);
  const parts = (wanted.text || '').toLowerCase().split(/\\s+/).filter(Boolean);
  return findings.filter((one) => asked.every((name) => tests[name](one, wanted[name])) && parts.every((part) => one.text.includes(part)));
}
function perRepository(list, wanted) {
  const counts = new Map();
  for (const one of list) {
    let own = counts.get(one.repository);
    if (!own) counts.set(one.repository, own = { calls: 0, safe: 0, review: 0, manual: 0, entries: new Set(), decisions: new Set(), owners: new Set() });
    own.calls++;
    own[one.level]++;
    own.entries.add(one.entry);
    for (const name of words(one.decisions)) own.decisions.add(name);
    for (const name of words(one.owners)) own.owners.add(name);
  }
  const isAll = list.length === findings.length && !wanted.text;
  const all = isAll ? data.repositories : data.repositories.filter(({ name }) => counts.has(name));
  return all.map((one) => {
    const own = counts.get(one.name) || { calls: 0, safe: 0, review: 0, manual: 0, entries: [], decisions: [], owners: [] };
    return { ...one, ...own, entries: [...own.entries].sort().join(' '), decisions: [...own.decisions].sort().join(' '), owners: [...own.owners].sort().join(' ') };
  });
}
function sorted(name) {
  const { sort, down } = state[name];
  if (sort === '') return rows[name];
  const value = (one) => sort === 'level' ? LEVEL_ORDER.indexOf(one.level) : sort === 'requests' ? one.requests.length : one[sort];
  return [...rows[name]].sort((a, b) => (down ? -1 : 1) * compare(value(a), value(b)) || compare(a.name || a.path, b.name || b.path) || (a.line || 0) - (b.line || 0));
}
function show(name) {
  const own = state[name];
  const all = sorted(name);
  const last = Math.max(0, Math.ceil(all.length / PAGE) - 1);
  own.page = Math.min(own.page, last);
  const from = own.page * PAGE;
  const table = document.querySelector('#table-' + name);
  const head = make('tr');
  for (const { key, name: title, num } of columns[name]) {
    const cell = make('th', null, num ? 'num' : '');
    cell.scope = 'col';
    if (own.sort === key) cell.setAttribute('aria-sort', own.down ? 'descending' : 'ascending');
    const button = make('button', title);
    button.type = 'button';
    button.dataset.key = key;
    button.addEventListener('click', () => {
      own.down = own.sort === key ? !own.down : Boolean(num);
      own.sort = key;
      own.page = 0;
      show(name);
      table.querySelector('button[data-key="' + key + '"]').focus();
    });
    cell.append(button);
    head.append(cell);
  }
  table.tHead.replaceChildren(head);
  table.tBodies[0].replaceChildren(...all.slice(from, from + PAGE).map((one) => {
    const row = make('tr');
    columns[name].forEach(({ key, name: title, num, cell }, index) => {
      const value = cell ? cell(one) : one[key] === undefined || one[key] === null ? '' : String(one[key]);
      const node = make(index === 0 ? 'th' : 'td', value === '' ? undefined : value, num ? 'num' : '');
      if (index === 0) node.scope = 'row';
      node.dataset.name = title;
      row.append(node);
    });
    return row;
  }));
  const pages = document.querySelector('#pages-' + name);
  const [back, on] = pages.querySelectorAll('button');
  back.disabled = own.page === 0;
  on.disabled = own.page === last;
  const number = (count) => count.toLocaleString('en');
  pages.querySelector('span').textContent = all.length === 0 ? 'None.' : number(from + 1) + ' to ' + number(Math.min(all.length, from + PAGE)) + ' of ' + number(all.length);
}
function update() {
  const wanted = values();
  rows.findings = filtered(wanted);
  rows.repositories = perRepository(rows.findings, wanted);
  state.findings.page = state.repositories.page = 0;
  for (const name of ['repositories', 'findings']) show(name);
  const query = new URLSearchParams([...filters, 'text'].filter((name) => wanted[name]).map((name) => [name, wanted[name]]));
  history.replaceState(null, '', '#' + query);
}
for (const name of ['repositories', 'findings'])
  document.querySelectorAll('#pages-' + name + ' button').forEach((button, index) => button.addEventListener('click', () => {
    state[name].page += index === 0 ? -1 : 1;
    show(name);
  }));
for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
  const control = form.elements.namedItem(name);
  if (control) control.value = value;
}
let waiting = 0;
form.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(update, 120); });
form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('reset', () => setTimeout(update));
for (const hidden of document.querySelectorAll('[data-live]')) hidden.hidden = false;
update();
`;
