import { createRequire } from 'node:module';
import type { Program } from '../syntax/estree.js';

/**
 * The parser of the scanner, loaded at first need. Parenthesised expressions are left out of the tree and
 * positions come as `start` and `end` alone: ranges beside them cost a quarter of the parse.
 */

const load = createRequire(import.meta.url);

type OxcParser = typeof import('oxc-parser');
let parser: OxcParser | null | undefined;

export type Dialect = 'js' | 'jsx' | 'ts' | 'tsx' | 'dts';

export const OXC_OPTIONS = { preserveParens: false, range: false, sourceType: 'unambiguous' } as const;

export interface Parsed {
  readonly program: Program;
}

/** The plugin works without it, on the trees it is given. */
function loaded(): OxcParser | null {
  try {
    return load('oxc-parser') as OxcParser;
  } catch {
    return null;
  }
}

/** The tree, or the parser's first complaint. Never give it text that the nesting check has not cleared. */
export function parseWithOxc(text: string, dialect: Dialect): Parsed | { readonly refused: string } {
  parser ??= loaded();
  if (parser === null) return { refused: 'the package oxc-parser is not installed' };
  const result = parser.parseSync(`file.${dialect}`, text, { ...OXC_OPTIONS, lang: dialect });
  const fault = result.errors.find((error) => error.severity === 'Error');
  if (fault !== undefined && result.program.body.length === 0) return { refused: fault.message };
  return { program: result.program as unknown as Program };
}
