/**
 * What the page does in a browser: it hides what the filters leave out, and says how much is left. Without it, all
 * findings are shown. It makes no markup of any text.
 */
export const SCRIPT = `
'use strict';
const form = document.querySelector('form');
const shown = document.querySelector('#shown');
const rows = [...document.querySelectorAll('ol.findings > li')];
const words = rows.map((row) => row.textContent.toLowerCase());
const names = ['entry', 'folder', 'confidence', 'owner'];
const values = () => Object.fromEntries(new FormData(form));
const has = (row, name, value) =>
  name === 'folder'
    ? row.dataset.path === value || row.dataset.path.startsWith(value + '/')
    : name === 'owner'
      ? (row.dataset.owner || '').split(' ').includes(value === '-' ? '' : value)
      : row.dataset[name] === value;
function apply() {
  const wanted = values();
  const text = (wanted.text || '').trim().toLowerCase();
  const asked = names.filter((name) => wanted[name]);
  let count = 0;
  rows.forEach((row, index) => {
    const keep = asked.every((name) => has(row, name, wanted[name])) && words[index].includes(text);
    row.hidden = !keep;
    if (keep) count++;
  });
  for (const section of document.querySelectorAll('section.entry')) {
    const left = section.querySelectorAll('ol.findings > li:not([hidden])').length;
    section.hidden = left === 0;
    section.querySelector('.count').textContent = String(left);
  }
  shown.textContent = count === rows.length ? 'All ' + count + ' findings are shown.' : count + ' of ' + rows.length + ' findings are shown.';
  const query = new URLSearchParams([...names, 'text'].filter((name) => wanted[name]).map((name) => [name, wanted[name]]));
  history.replaceState(null, '', '#' + query);
}
function restore() {
  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
    const control = form.elements.namedItem(name);
    if (control) control.value = value;
  }
}
let waiting = 0;
form.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(apply, 120); });
form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('reset', () => setTimeout(apply));
form.hidden = false;
restore();
apply();
`;
