/** The frame of every page. */
import { landing } from './landing.mjs';
import { NAVIGATION } from './navigation.mjs';
import { escaped, firstParagraph, headings, plainText } from './text.mjs';

const MOST_OF_A_DESCRIPTION = 160;

export default function page({ content, page: { url }, collections, site }) {
  const [, heading = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(content) ?? [];
  const title = plainText(heading);
  const about = plainText(firstParagraph(content));
  const description =
    about.length > MOST_OF_A_DESCRIPTION ? `${about.slice(0, MOST_OF_A_DESCRIPTION - 1)}…` : about;
  const isStart = url === '/';
  const fullTitle = isStart
    ? 'edge-sunset: migrate from retired parts of the Cloudflare API'
    : `${title} · edge-sunset`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escaped(fullTitle)}</title>
<meta name="description" content="${escaped(description)}">
<meta property="og:title" content="${escaped(fullTitle)}">
<meta property="og:description" content="${escaped(description)}">
<link rel="canonical" href="${site.homepage}${url}">
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/style.css">
<script src="/site.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="name" href="/">edge-sunset</a>
<search><input id="search" type="search" placeholder="Search: 10020, minify, --write" aria-label="Search the documentation" autocomplete="off"><div id="results" role="status"></div></search>
<button id="menu" type="button" aria-expanded="false" aria-controls="pages">Pages</button>
<button id="theme" type="button">Light or dark</button>
<a class="sources" href="${site.repository}">Sources</a>
</header>
<div class="columns">
<nav id="pages" aria-label="Pages">${navigation(url, collections.all)}</nav>
<main id="content">
${scrollable(`${isStart ? landing() : ''}${content}`)}
</main>
${onThisPage(content)}
</div>
</body>
</html>
`;
}

/** Code and tables that are too wide are scrolled by the keyboard, too. */
function scrollable(html) {
  return html.replaceAll('<pre>', '<pre tabindex="0">').replaceAll('<table>', '<table tabindex="0">');
}

function navigation(here, pages) {
  const groups = NAVIGATION.map(([name, links]) => `<p class="group">${name}</p>${list(here, links)}`);
  const more = [
    ['Entries', '/entries/'],
    ['ESLint rules', '/rules/'],
  ].map(([name, folder]) => {
    const links = pages
      .filter(({ url }) => url.startsWith(folder))
      .map(({ url }) => [url, url.slice(folder.length, -1) || 'Overview'])
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `<details${here.startsWith(folder) ? ' open' : ''}><summary>${name}</summary>${list(here, links)}</details>`;
  });
  return [...groups, ...more].join('\n');
}

function list(here, links) {
  const items = links.map(
    ([url, name]) => `<li><a href="${url}"${url === here ? ' aria-current="page"' : ''}>${name}</a></li>`,
  );
  return `<ul>${items.join('')}</ul>`;
}

function onThisPage(content) {
  const parts = headings(content).filter(({ level }) => level === 2);
  if (parts.length < 3) return '';
  const items = parts.map(({ id, text }) => `<li><a href="#${id}">${escaped(text)}</a></li>`);
  return `<nav class="parts" aria-label="On this page"><p class="group">On this page</p><ul>${items.join('')}</ul></nav>`;
}
