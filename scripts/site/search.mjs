/** What the search looks in: each part of each page. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { headings, plainText } from './text.mjs';

/** Pages on how something was tested answer no question. */
const LEFT_OUT = /^\/(?:proof|rules)\//;

export function searchIndex(pages) {
  return pages
    .filter(
      ({ url, content }) => typeof url === 'string' && url.endsWith('/') && !LEFT_OUT.test(url) && content,
    )
    .flatMap(({ url, content }) => {
      const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(content) ?? [];
      const parts = headings(main);
      const title = parts.find(({ level }) => level === 1)?.text ?? url;
      return parts.map(({ level, id, text, body }) => ({
        url: level === 1 ? url : `${url}#${id}`,
        title,
        part: level === 1 ? '' : text,
        text: plainText(body),
      }));
    });
}

export function writeSearchIndex(pages, folder) {
  writeFileSync(join(folder, 'search.json'), JSON.stringify(searchIndex(pages)));
}
