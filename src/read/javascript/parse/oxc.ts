import { createRequire } from 'node:module';
import type { Program } from '../syntax/estree.js';
import { type Answer, type Binding, type Comment, loadBinding, type ModuleRecord } from './binding.js';

/**
 * The parser of the scanner, loaded at first need. Parenthesised expressions are left out of the tree and
 * positions come as `start` and `end` alone: ranges beside them cost a quarter of the parse.
 */

const load = createRequire(import.meta.url);

let parser: Binding | null | undefined;

export type Dialect = 'js' | 'jsx' | 'ts' | 'tsx' | 'dts';

export const OXC_OPTIONS = { preserveParens: false, range: false, sourceType: 'unambiguous' } as const;

export interface Parsed {
  readonly program: Program;
}

/** The tree, or the parser's first complaint. Never give it text that the checks of nesting and cost have not cleared. */
export function parseWithOxc(text: string, dialect: Dialect): Parsed | { readonly refused: string } {
  const answer = parse(text, dialect);
  if (answer === null) return { refused: 'the package oxc-parser is not installed' };
  const program = treeOf(answer.program);
  // Errors hold the lines that they are in, and are made into texts when they are first asked for.
  const fault =
    program.body.length > 0 ? undefined : answer.errors.find((error) => error.severity === 'Error');
  return fault === undefined ? { program } : { refused: fault.message };
}

/** Imports and exports alone; null if the parser complains of anything. */
export function recordWithOxc(text: string, dialect: Dialect): ModuleRecord | null {
  return soundAnswer(text, dialect)?.module ?? null;
}

/** Comments alone; null likewise. */
export function commentsWithOxc(text: string, dialect: Dialect): readonly Comment[] | null {
  return soundAnswer(text, dialect)?.comments ?? null;
}

function soundAnswer(text: string, dialect: Dialect): Answer | null {
  const answer = parse(text, dialect);
  // A tree that nobody takes stays in memory, outside of the heap, until the program waits for something.
  const isSound = answer !== null && answer.program !== '' && answer.errors.length === 0;
  return isSound ? answer : null;
}

function parse(text: string, dialect: Dialect): Answer | null {
  parser ??= loadBinding(load);
  return parser?.parseSync(`file.${dialect}`, text, { ...OXC_OPTIONS, lang: dialect }) ?? null;
}

type Place = Record<string | number, unknown>;

/** What stands for the value of a regular expression: nobody asks for more than that it is one. */
const PATTERN = {};

/** The tree, of the JSON that the parser hands out. */
export function treeOf(json: string): Program {
  const { node, fixes }: { node: Program; fixes: readonly (readonly (string | number)[])[] } =
    JSON.parse(json);
  for (const way of fixes) {
    const literal = way.reduce<unknown>((place, key) => (place as Place)[key], node) as Place;
    literal.value = typeof literal.bigint === 'string' ? BigInt(literal.bigint) : PATTERN;
  }
  return node;
}
