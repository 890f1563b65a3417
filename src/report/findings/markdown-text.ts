import { maskSecrets } from '../secrets/index.js';
import { visible } from '../words/escape.js';

/**
 * A text in Markdown that shows as what it is: no markup, no HTML, no image, no link, no mention of a person. What
 * comes from the scanned tree goes through here.
 */
export function markdownText(text: string): string {
  return visible(maskSecrets(text))
    .replace(/[\\`*_[\]<>|~&]/g, '\\$&')
    .replaceAll('://', ':\\//')
    .replace(/\bwww\./gi, '$&\u200b')
    .replace(/(?<![\w`])([@#])(?=\w)/g, '$1\u200b');
}

/** A text in a code span, whatever backticks it holds. */
export function markdownCode(text: string): string {
  const content = visible(text).replaceAll('|', '\\|');
  const longest = (content.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  const room = /^[` ]|[` ]$/.test(content) ? ' ' : '';
  return `${fence}${room}${content}${room}${fence}`;
}
