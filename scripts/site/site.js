/** The script of every page: the theme, the menu on small screens, and the search. */
const saved = localStorage.getItem('theme');
if (saved !== null) document.documentElement.dataset.theme = saved;

document.addEventListener('DOMContentLoaded', () => {
  setUpTheme(document.getElementById('theme'));
  setUpMenu(document.getElementById('menu'));
  setUpSearch(document.getElementById('search'), document.getElementById('results'));
});

function setUpTheme(button) {
  button.addEventListener('click', () => {
    const { dataset } = document.documentElement;
    const isDark =
      dataset.theme === undefined
        ? matchMedia('(prefers-color-scheme: dark)').matches
        : dataset.theme === 'dark';
    dataset.theme = isDark ? 'light' : 'dark';
    localStorage.setItem('theme', dataset.theme);
  });
}

function setUpMenu(button) {
  button.addEventListener('click', () => {
    const isOpen = document.body.classList.toggle('menu');
    button.setAttribute('aria-expanded', String(isOpen));
  });
}

function setUpSearch(input, results) {
  let index = null;
  const show = async () => {
    const words = input.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    index ??= fetch('/search.json').then((response) => response.json());
    const parts = words.length === 0 ? [] : found(await index, words);
    results.replaceChildren(...(words.length === 0 ? [] : rows(parts, words[0])));
  };
  input.addEventListener('input', show);
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') results.querySelector('a')?.click();
    if (key === 'Escape') results.replaceChildren();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    input.focus();
  });
}

/** Parts that hold all words; those that have them in a title come first. */
function found(parts, words) {
  const scoreOf = ({ title, part, text }) => {
    const heads = `${title} ${part}`.toLowerCase();
    const body = text.toLowerCase();
    let score = part === '' ? 1 : 0;
    for (const word of words) {
      if (heads.includes(word)) score += 4;
      else if (body.includes(word)) score += 1;
      else return 0;
    }
    return score;
  };
  return parts
    .map((part) => ({ part, score: scoreOf(part) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 12)
    .map(({ part }) => part);
}

function rows(parts, word) {
  if (parts.length === 0) return [element('p', 'Nothing was found.')];
  return parts.map(({ url, title, part, text }) => {
    const link = element('a', part === '' ? title : `${title}: ${part}`);
    link.href = url;
    link.append(element('small', excerpt(text, word)));
    return link;
  });
}

function excerpt(text, word) {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 40);
  return `${at > 0 ? '…' : ''}${text.slice(at, at + 120)}`;
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
