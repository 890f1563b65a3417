/** What a list in Python asks for besides pages: the new API has no query, so the program chooses these rules itself. */
import type { Edit } from '../../src/analysis/index.js';
import { type Mapping, mappedField } from '../../src/convert/index.js';
import { type SyntaxTree, walk } from '../../src/grammar/index.js';
import { indentAt, quoteOf } from '../places/indent.js';
import type { PythonCall } from './call.js';
import { requestQuery } from './request-query.js';
import { mayBeNone } from './unset.js';

export interface Chosen {
  /** Sources of the tests that a `rule` has to pass; none where all rules are asked for. */
  readonly tests: readonly string[];
  /** They take a variable out that only held the query. */
  readonly edits: readonly Edit[];
}

const WIDTH = 100;

/** Null where the query cannot be read, or asks for what rules do not have. */
export function chosenBy(tree: SyntaxTree, call: PythonCall, mapping: Mapping): Chosen | null {
  const query = requestQuery(tree, call);
  if (query === null) return null;
  const quote = quoteOf(tree.text);
  const tests: string[] = [];
  for (const [name, value] of query.values) {
    if (/^(?:page|per_page)$/.test(name)) {
      // Another page than the first is a part of the list.
      if (!(name === 'page' ? /^1$/ : /^\d+$/).test(value)) return null;
      continue;
    }
    const test = /\{/.test(call.search)
      ? null
      : testOf(mapping, name, value, (one) => isText(tree, call, one));
    if (test === null) return null;
    tests.push(test.replaceAll('~', quote));
  }
  return { tests, edits: query.edits };
}

function testOf(
  mapping: Mapping,
  name: string,
  value: string,
  isText: (value: string) => boolean,
): string | null {
  const written = /^"([^"'\\%+]*)"$|^(\d+)$/
    .exec(value)
    ?.slice(1)
    .find((one) => one !== undefined);
  const field = mappedField(mapping, name);
  const meanings = mapping.meanings[name];
  if (field === null) return null;
  if (field.isNegated === true)
    return /^"?(?:true|false)"?$/i.test(value)
      ? `${/true/i.test(value) ? 'not ' : ''}rule.get(~${field.now}~, True)`
      : null;
  if (meanings !== undefined) {
    if (written === undefined || mapping.refused[name]?.[written] !== undefined) return null;
    const [now = written] = Object.values(meanings[written] ?? {});
    return `rule[~${field.now}~] == ~${now}~`;
  }
  if (field.absent !== '') return null;
  // An argument that is None is not sent, and all rules come.
  if (written === undefined && !isText(value)) return null;
  const part = written === undefined ? `${value}.lower()` : `~${written.toLowerCase()}~`;
  return `${part} in rule.get(~${field.now}~, ~~).lower()`;
}

/** A name that certainly holds a text, and is no `rule`. */
function isText(tree: SyntaxTree, call: PythonCall, value: string): boolean {
  if (!/^[A-Za-z_][\w.]*$/.test(value) || /^rule\b|^None$/.test(value)) return false;
  const [use] = walk(call.query ?? call.node).filter(
    (node) => /^(?:identifier|attribute)$/.test(node.type) && tree.text.slice(node.start, node.end) === value,
  );
  return use !== undefined && !mayBeNone(tree, use, true);
}

/** The rules of a list that pass. */
export function withTests(tree: SyntaxTree, start: number, list: string, tests: readonly string[]): string {
  if (tests.length === 0) return list;
  const test = tests.join(' and ');
  const whole = `[rule for rule in ${list} if ${test}]`;
  const line = tree.text.lastIndexOf('\n', start) + 1;
  if (start - line + whole.length <= WIDTH) return whole;
  const indent = indentAt(tree.text, start);
  const inner = `\n${indent}${indent.startsWith('\t') ? '\t' : '    '}`;
  return `[${inner}rule${inner}for rule in ${list}${inner}if ${test}\n${indent}]`;
}

/** The rules of a list with the fields that they had. */
export function mappedBy(name: string, list: string): string {
  return /^\[\s*rule\s+for rule in /.test(list)
    ? list.replace(/^\[(\s*)rule\b/, `[$1${name}(rule)`)
    : `[${name}(rule) for rule in ${list}]`;
}
