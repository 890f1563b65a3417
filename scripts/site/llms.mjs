/** `llms.txt`: the pages of the site for language models, one line each. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstParagraph, plainText } from './text.mjs';

/** Pages that tell how to use the product; entries and rules are one line each below them. */
const IS_REFERENCE = /^\/(?:entries|rules)\//;

export function llmsText(pages, home) {
  const rows = pages
    .filter(({ url }) => typeof url === 'string' && url.endsWith('/'))
    .map(({ url, content }) => ({
      url,
      title: plainText(/<h1[^>]*>(.*?)<\/h1>/s.exec(content)?.[1] ?? ''),
      about: plainText(firstParagraph(content)),
    }))
    .sort((a, b) => (a.url < b.url ? -1 : 1));
  const lines = (isWanted) =>
    rows
      .filter(({ url }) => isWanted(url))
      .map(({ url, title, about }) => `- [${title}](${home}${url}): ${firstSentence(about)}`);
  return `# edge-sunset

> Finds code that calls retired parts of the Cloudflare v4 API, says what replaces each call, rewrites what it can prove, and checks what people and coding agents write for the rest. Run 'npx edge-sunset scan', then 'npx edge-sunset brief'.

## Guides

${lines((url) => !IS_REFERENCE.test(url)).join('\n')}

## Optional

${lines((url) => IS_REFERENCE.test(url)).join('\n')}
`;
}

export function writeLlmsText(pages, folder, home) {
  writeFileSync(join(folder, 'llms.txt'), llmsText(pages, home));
}

function firstSentence(text) {
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0] ?? text;
}
