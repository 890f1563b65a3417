import { createRequire } from 'node:module';
import type { Program } from '../syntax/estree.js';

/**
 * The parser of the scanner, loaded at first need. Parenthesised expressions are left out of the tree and
 * positions come as `start` and `end` alone: ranges beside them cost a quarter of the parse.
 */

const load = createRequire(import.meta.url);

/** The binding alone: the face of the package brings visitors along, and makes an object of every pattern. */
const BINDING = 'oxc-parser/src-js/bindings';

interface Binding {
  parseSync(filename: string, text: string, options: object): Answer;
}

interface Answer {
  /** The tree as JSON, with the ways to the literals whose value JSON has no form for. */
  readonly program: string;
  readonly errors: readonly { readonly severity: string; readonly message: string }[];
}

let parser: Binding | null | undefined;

export type Dialect = 'js' | 'jsx' | 'ts' | 'tsx' | 'dts';

export const OXC_OPTIONS = { preserveParens: false, range: false, sourceType: 'unambiguous' } as const;

export interface Parsed {
  readonly program: Program;
}

/** The plugin works without it, on the trees it is given. */
function loaded(): Binding | null {
  try {
    return load(BINDING) as Binding;
  } catch {
    return null;
  }
}

/** The tree, or the parser's first complaint. Never give it text that the nesting check has not cleared. */
export function parseWithOxc(text: string, dialect: Dialect): Parsed | { readonly refused: string } {
  parser ??= loaded();
  if (parser === null) return { refused: 'the package oxc-parser is not installed' };
  const answer = parser.parseSync(`file.${dialect}`, text, { ...OXC_OPTIONS, lang: dialect });
  const program = treeOf(answer.program);
  const fault = answer.errors.find((error) => error.severity === 'Error');
  if (fault !== undefined && program.body.length === 0) return { refused: fault.message };
  return { program };
}

type Place = Record<string | number, unknown>;

/** What stands for the value of a regular expression: nobody asks for more than that it is one. */
const PATTERN = {};

function treeOf(json: string): Program {
  const { node, fixes }: { node: Program; fixes: readonly (readonly (string | number)[])[] } =
    JSON.parse(json);
  for (const way of fixes) {
    const literal = way.reduce<unknown>((place, key) => (place as Place)[key], node) as Place;
    literal.value = typeof literal.bigint === 'string' ? BigInt(literal.bigint) : PATTERN;
  }
  return node;
}
