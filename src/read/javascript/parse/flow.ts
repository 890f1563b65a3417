/**
 * JavaScript with Flow's types, which the first parser refuses: a second parser reads it, slower and seldom
 * needed, so it is loaded when the first such file is met. Its types are taken out of the tree: nothing is
 * learned from them, and the rest is what any parser gives.
 */
import { createRequire } from 'node:module';
import type { Program } from '../syntax/estree.js';
import type { Parsed } from './oxc.js';

const load = createRequire(import.meta.url);

type BabelParser = typeof import('@babel/parser');
let parser: BabelParser | null | undefined;

/** Signs of Flow in a file without which the second parser would only refuse it again. */
const SIGNS =
  /@flow\b|\bimport\s+typeof?\b|\bimport\s*\{\s*typeof?\b|:\s*\?\s*[\w${[(]|\(\s*[\w.]+\s*:\s*\w+\s*\)|\bopaque\s+type\b|\{\|/;

const LEFT_OUT: readonly string[] = [
  'typeAnnotation',
  'returnType',
  'typeParameters',
  'typeArguments',
  'superTypeParameters',
  'implements',
  'variance',
  'predicate',
  'loc',
  'extra',
  'leadingComments',
  'innerComments',
  'trailingComments',
];
const DECLARATIONS = /^(?:TypeAlias|OpaqueType|InterfaceDeclaration|Declare[A-Z]\w*)$/;

export function mayBeFlow(text: string): boolean {
  return SIGNS.test(text);
}

export function parseFlow(text: string): Parsed | { readonly refused: string } {
  parser ??= loaded();
  if (parser === null) return { refused: 'the package @babel/parser is not installed' };
  try {
    const { program } = parser.parse(text, {
      sourceType: 'unambiguous',
      ranges: true,
      allowReturnOutsideFunction: true,
      createImportExpressions: true,
      plugins: [['flow', { all: true }], 'jsx', ['estree', { classFeatures: true }], 'decorators'],
    });
    return { program: withoutTypes(program) as unknown as Program };
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}

function loaded(): BabelParser | null {
  try {
    return load('@babel/parser') as BabelParser;
  } catch {
    return null;
  }
}

interface Loose {
  type: string;
  [key: string]: unknown;
}

function withoutTypes(program: object): object {
  const pending: object[] = [program];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!Array.isArray(next)) clean(next as Loose);
    for (const [key, value] of Object.entries(next)) {
      if (typeof value === 'object' && value !== null && key !== 'loc' && key !== 'range')
        pending.push(value);
    }
  }
  return program;
}

/** A cast is what it casts; a declaration of types says nothing. */
function clean(node: Loose): void {
  for (const key of LEFT_OUT) delete node[key];
  if (node.type === 'TypeCastExpression') node.type = 'TSAsExpression';
  else if (DECLARATIONS.test(node.type)) node.type = 'EmptyStatement';
}
