import type { ESLint } from 'eslint';
import { TextSourceCode } from './text-source-code.js';

type Language = NonNullable<ESLint.Plugin['languages']>[string];

/** For files that no other language of ESLint takes: scripts of shells, infrastructure, requests, other programs. */
export const textLanguage: Language = {
  fileType: 'text',
  lineStart: 1,
  columnStart: 0,
  nodeTypeKey: 'type',
  visitorKeys: { Text: [], Comment: [] },
  // Options that a configuration sets for all files, such as `globals`, mean nothing here and do no harm.
  validateLanguageOptions() {},
  parse: ({ body }) => ({ ok: true, ast: { type: 'Text', range: [0, body.length] } }),
  createSourceCode({ body, bom }) {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    return new TextSourceCode(text, bom);
  },
};
