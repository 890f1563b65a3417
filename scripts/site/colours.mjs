/** Colours of code, put in when the site is built. */
import highlight from 'highlight.js';
import { escaped } from './text.mjs';

/** Names that pages use, where the library has others. */
const NAMES = {
  hcl: 'ini',
  terraform: 'ini',
  console: 'shell',
  jsonc: 'json',
  astro: 'xml',
  vue: 'xml',
  caddy: 'ini',
};

export function coloured(code, language) {
  const name = NAMES[language] ?? language;
  if (highlight.getLanguage(name) === undefined) return escaped(code);
  return highlight.highlight(code, { language: name, ignoreIllegals: true }).value;
}
