/** The frame of every page: title, navigation and the text, without a script. */

const PAGES = [
  ['/', 'Start'],
  ['/errors/', 'Errors'],
  ['/catalogue/', 'Catalogue'],
  ['/scan/', 'Reports'],
  ['/migrate/', 'Migrate'],
  ['/pull-requests/', 'Pull requests'],
  ['/editors/', 'Editors'],
  ['/agents/', 'Coding agents'],
  ['/ci/', 'CI'],
  ['/eslint/', 'ESLint'],
  ['/emulator/', 'Emulator'],
  ['/library/', 'Library'],
  ['/security/', 'Security'],
  ['/faq/', 'FAQ'],
  ['/comparison/', 'Comparison'],
];

const STYLE = `
:root{color-scheme:light dark}
body{margin:0 auto;max-width:56rem;padding:1rem;font:16px/1.6 system-ui,sans-serif}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;padding:0}
nav [aria-current]{font-weight:700}
pre{overflow-x:auto;padding:.75rem;border:1px solid #8886;border-radius:.4rem}
table{display:block;overflow-x:auto;border-collapse:collapse}
th,td{border:1px solid #8886;padding:.3rem .6rem;text-align:left;vertical-align:top}
img{max-width:100%}
.skip{position:absolute;left:-100rem}.skip:focus{position:static}
`;

export default function page({ content, page }) {
  const [, heading = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(content) ?? [];
  const title = heading.replace(/<[^>]*>/g, '');
  const links = PAGES.map(([url, name]) => {
    const here = url === page.url ? ' aria-current="page"' : '';
    return `<li><a href="${url}"${here}>${name}</a></li>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title === 'edge-sunset' ? title : `${title} · edge-sunset`}</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<nav aria-label="Pages"><ul>${links.join('')}</ul></nav>
<main id="content">
${content}
</main>
</body>
</html>
`;
}
