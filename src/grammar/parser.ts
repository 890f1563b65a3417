/**
 * Loads the parser and the grammars when the first file of a language is to be edited. They are WebAssembly: in a
 * build they lie beside the bundles, in a checkout in the package that they come from.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SyntaxNode, SyntaxTree } from './nodes.js';
import { simplified } from './simplified.js';

/** Language to the name of its grammar. */
export const GRAMMARS: Readonly<Record<string, string>> = {
  python: 'python',
  shell: 'bash',
  go: 'go',
  php: 'php',
  ruby: 'ruby',
  rust: 'rust',
  java: 'java',
  powershell: 'powershell',
};

/** What is used of the parser's package. */
interface ParserPackage {
  readonly Parser: { new (): WasmParser; init(): Promise<void> };
  readonly Language: { load(path: string): Promise<unknown> };
}

interface WasmParser {
  setLanguage(language: unknown): void;
  parse(text: string): WasmTree | null;
  delete(): void;
}

interface WasmTree {
  walk(): WasmCursor;
  delete(): void;
}

interface WasmCursor {
  readonly nodeType: string;
  readonly nodeIsNamed: boolean;
  readonly nodeIsMissing: boolean;
  readonly currentFieldName: string | null;
  readonly startIndex: number;
  readonly endIndex: number;
  gotoFirstChild(): boolean;
  gotoNextSibling(): boolean;
  gotoParent(): boolean;
  delete(): void;
}

const parsers = new Map<string, WasmParser>();

/** Loads the grammars of the languages that have one; the others stay without a tree. */
export async function loadGrammars(languages: Iterable<string>): Promise<void> {
  for (const language of new Set(languages)) {
    const grammar = GRAMMARS[language];
    if (grammar === undefined || parsers.has(language)) continue;
    const folder = grammarFolder();
    const { Parser, Language } = require(join(folder, 'tree-sitter.js')) as ParserPackage;
    if (parsers.size === 0) await Parser.init();
    const parser = new Parser();
    parser.setLanguage(await Language.load(join(folder, `tree-sitter-${grammar}.wasm`)));
    parsers.set(language, parser);
  }
}

const require = createRequire(import.meta.url);

function grammarFolder(): string {
  const here = dirname(
    import.meta.url.startsWith('file:') ? fileURLToPath(import.meta.url) : import.meta.url,
  );
  const built = ['grammars', '../grammars']
    .map((folder) => join(here, folder))
    .find((folder) => existsSync(folder));
  return built ?? dirname(require.resolve('@vscode/tree-sitter-wasm'));
}

/** Null where the language has no grammar, or nobody has loaded it. */
export function parseText(language: string, text: string): SyntaxTree | null {
  const tree = parsers.get(language)?.parse(text) ?? null;
  if (tree === null) return null;
  const cursor = tree.walk();
  try {
    const copy = copyOf(cursor, language, text);
    return { ...copy, root: simplified(copy) };
  } finally {
    cursor.delete();
    tree.delete();
  }
}

interface Draft extends SyntaxNode {
  readonly parent: Draft | null;
  readonly children: Draft[];
}

function copyOf(cursor: WasmCursor, language: string, text: string): SyntaxTree {
  const errors: SyntaxNode[] = [];
  const copy = (parent: Draft | null): Draft => {
    const node: Draft = {
      type: cursor.nodeType,
      isNamed: cursor.nodeIsNamed,
      field: cursor.currentFieldName,
      start: cursor.startIndex,
      end: cursor.endIndex,
      parent,
      children: [],
    };
    if (node.type === 'ERROR' || cursor.nodeIsMissing) errors.push(node);
    parent?.children.push(node);
    return node;
  };
  const root = copy(null);
  let node: Draft | null = root;
  // Without recursion: expressions are nested as deep as their writer liked.
  while (node !== null) {
    if (cursor.gotoFirstChild()) {
      node = copy(node);
      continue;
    }
    while (node !== null && !cursor.gotoNextSibling()) {
      cursor.gotoParent();
      node = node.parent;
      if (node === root) node = null;
    }
    if (node !== null) node = copy(node.parent);
  }
  return { language, text, root, errors };
}
