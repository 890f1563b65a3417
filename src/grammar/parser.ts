/** Loads the parser and the grammars, which are WebAssembly, when the first file of a language is to be edited. */
import { grammarFile, PARSER, parserPackage } from './files.js';
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
  /** Adds the functions of the parser's module to the options. */
  readonly Parser: { new (): WasmParser; init(options: object): Promise<void> };
  readonly Language: { load(bytes: Uint8Array): Promise<unknown> };
}

interface WasmParser {
  setLanguage(language: unknown): void;
  parse(text: string): WasmTree | null;
  delete(): void;
}

interface WasmTree {
  /** Its address in the memory of the module. */
  readonly 0: number;
  readonly language: {
    readonly types: readonly string[];
    readonly fields: readonly (string | null)[];
    nodeTypeIsNamed(id: number): boolean;
  };
  readonly rootNode: WasmNode;
  walk(): unknown;
  delete(): void;
}

interface WasmNode {
  readonly type: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly hasError: boolean;
  descendantForIndex(start: number, end: number): WasmNode | null;
}

/**
 * Cursors of the package copy their state in and out of the memory of the module for each question. These functions
 * leave it there, where `walk` has put it, so there may be one cursor at a time.
 */
interface WasmModule {
  _ts_tree_cursor_current_node_type_id_wasm(tree: number): number;
  _ts_tree_cursor_current_node_is_missing_wasm(tree: number): number;
  _ts_tree_cursor_current_field_id_wasm(tree: number): number;
  _ts_tree_cursor_start_index_wasm(tree: number): number;
  _ts_tree_cursor_end_index_wasm(tree: number): number;
  _ts_tree_cursor_goto_first_child_wasm(tree: number): number;
  _ts_tree_cursor_goto_next_sibling_wasm(tree: number): number;
  _ts_tree_cursor_goto_parent_wasm(tree: number): number;
  _ts_tree_cursor_delete_wasm(tree: number): void;
}

const parsers = new Map<string, WasmParser>();
const module = {};
let loaded: ParserPackage | undefined;

function isModule(value: object): value is WasmModule {
  return '_ts_tree_cursor_delete_wasm' in value;
}

/** Loads the grammars of the languages that have one; the others stay without a tree. */
export async function loadGrammars(languages: Iterable<string>): Promise<void> {
  for (const language of new Set(languages)) {
    const grammar = GRAMMARS[language];
    if (grammar === undefined || parsers.has(language)) continue;
    loaded ??= parserPackage() as ParserPackage;
    const { Parser, Language } = loaded;
    if (parsers.size === 0) await Parser.init(Object.assign(module, { wasmBinary: grammarFile(PARSER) }));
    const parser = new Parser();
    parser.setLanguage(await Language.load(grammarFile(`${PARSER}-${grammar}`)));
    parsers.set(language, parser);
  }
}

/** Null where the language has no grammar, or nobody has loaded it. */
export function parseText(language: string, text: string): SyntaxTree | null {
  return withTree(language, text, (tree) => {
    const copy = copyOf(tree, language, text);
    return { ...copy, root: simplified(copy) };
  });
}

/** Whether the grammar of a language reads all of a text; true where there is none. */
export function isReadWhole(language: string, text: string): boolean {
  return withTree(language, text, ({ rootNode }) => !rootNode.hasError) ?? true;
}

/** Whether the grammar of a language reads all of a text, and each of some stretches as a comment; false where there is none. */
export function areComments(
  language: string,
  text: string,
  stretches: readonly { readonly start: number; readonly end: number }[],
): boolean {
  const isComment = ({ rootNode }: WasmTree, start: number, end: number) => {
    const node = rootNode.descendantForIndex(start, end);
    return node?.startIndex === start && node.endIndex === end && COMMENTS.has(node.type);
  };
  const areAll = (tree: WasmTree) =>
    !tree.rootNode.hasError && stretches.every(({ start, end }) => isComment(tree, start, end));
  return withTree(language, text, areAll) ?? false;
}

const COMMENTS: ReadonlySet<string> = new Set(['comment', 'line_comment']);

/** Hands over the tree of the parser, for as long as it is in its memory. */
function withTree<Result>(language: string, text: string, use: (tree: WasmTree) => Result): Result | null {
  const tree = parsers.get(language)?.parse(text) ?? null;
  if (tree === null) return null;
  try {
    return use(tree);
  } finally {
    tree.delete();
  }
}

interface Draft extends SyntaxNode {
  readonly parent: Draft | null;
  readonly children: Draft[];
}

/** By the number of a type. */
function namedTypes(language: WasmTree['language']): readonly boolean[] {
  const known = named.get(language);
  if (known !== undefined) return known;
  const found = language.types.map((_, id) => language.nodeTypeIsNamed(id));
  named.set(language, found);
  return found;
}

const named = new WeakMap<WasmTree['language'], readonly boolean[]>();

function copyOf(tree: WasmTree, language: string, text: string): SyntaxTree {
  if (!isModule(module)) throw new Error('a tree was made before the parser was loaded');
  const wasm = module;
  const at = tree[0];
  const { types, fields } = tree.language;
  const isNamed = namedTypes(tree.language);
  const errors: SyntaxNode[] = [];
  const copy = (parent: Draft | null): Draft => {
    const type = wasm._ts_tree_cursor_current_node_type_id_wasm(at);
    const start = wasm._ts_tree_cursor_start_index_wasm(at);
    const end = wasm._ts_tree_cursor_end_index_wasm(at);
    const node: Draft = {
      type: types[type] || 'ERROR',
      isNamed: isNamed[type] ?? true,
      field: fields[wasm._ts_tree_cursor_current_field_id_wasm(at)] ?? null,
      start,
      end,
      parent,
      children: [],
    };
    const isMissing = start === end && wasm._ts_tree_cursor_current_node_is_missing_wasm(at) === 1;
    if (node.type === 'ERROR' || isMissing) errors.push(node);
    parent?.children.push(node);
    return node;
  };
  tree.walk();
  const root = copy(null);
  let node: Draft | null = root;
  // Without recursion: expressions are nested as deep as their writer liked.
  while (node !== null) {
    if (wasm._ts_tree_cursor_goto_first_child_wasm(at) === 1) {
      node = copy(node);
      continue;
    }
    while (node !== null && wasm._ts_tree_cursor_goto_next_sibling_wasm(at) !== 1) {
      wasm._ts_tree_cursor_goto_parent_wasm(at);
      node = node.parent;
      if (node === root) node = null;
    }
    if (node !== null) node = copy(node.parent);
  }
  wasm._ts_tree_cursor_delete_wasm(at);
  return { language, text, root, errors };
}
