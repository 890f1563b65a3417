/** The parsers whose trees the reader understands, each as a function from a text to a tree. */
import { parseForESLint } from '@typescript-eslint/parser';
import * as espree from 'espree';

export interface TreeParser {
  readonly name: string;
  /** Null where the parser does not know the language or refuses the text. */
  readonly parse: (path: string, text: string) => unknown;
}

const JAVASCRIPT = /\.(?:[cm]?js|jsx)$/;
const TYPESCRIPT = /\.(?:[cm]?ts|tsx)$/;

function attempt(parse: () => unknown): unknown {
  try {
    return parse();
  } catch {
    return null;
  }
}

function espreeTree(path: string, text: string): unknown {
  if (!JAVASCRIPT.test(path)) return null;
  for (const sourceType of ['module', 'commonjs', 'script'] as const) {
    const options = { ecmaVersion: 'latest', ecmaFeatures: { jsx: true }, range: true, loc: true } as const;
    const tree = attempt(() => espree.parse(text, { ...options, sourceType }));
    if (tree !== null) return tree;
  }
  return null;
}

function typescriptTree(path: string, text: string): unknown {
  if (!JAVASCRIPT.test(path) && !TYPESCRIPT.test(path)) return null;
  const jsx = !/\.[cm]?ts$/.test(path);
  return attempt(
    () => parseForESLint(text, { filePath: path, range: true, loc: true, ecmaFeatures: { jsx } }).ast,
  );
}

export const TREE_PARSERS: readonly TreeParser[] = [
  { name: 'espree', parse: espreeTree },
  { name: '@typescript-eslint/parser', parse: typescriptTree },
];

export function isScript(path: string): boolean {
  return JAVASCRIPT.test(path) || TYPESCRIPT.test(path);
}
