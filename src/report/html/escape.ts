import { visible } from '../words/escape.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Text in a page or in a quoted attribute: no character of it is markup, and each one can be seen. */
export function html(text: string): string {
  return visible(text).replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? character);
}
