/** A rate limit that a program in Python sends, as a rate limiting rule. */
import type { Edit } from '../../../src/analysis/index.js';
import { isInside, type SyntaxNode, type SyntaxTree, textOf } from '../../../src/grammar/index.js';
import type { Difference } from '../../../src/migrate/index.js';
import { LAST } from '../../direct/index.js';
import { keyOf, pairValue } from '../../languages/elements.js';
import { indentAt } from '../../places/index.js';
import { NOT_ONE_LIMIT } from '../../planner/index.js';
import type { PythonCall } from '../../python/call.js';
import type { SentRule } from '../../python/kind.js';
import { piecesOf } from '../../python/path-text.js';
import { isChangedBetween, valueAt } from '../../python/variables.js';
import { limitRule, otherTimesAt } from '../limit-rule.js';
import { mergedDifferences } from '../merged-differences.js';
import { type LimitReader, type LimitWriter, writtenLimit } from '../written-limit.js';
import { commentsOf, withComments } from './comments.js';
import { numbersFor, tableOf } from './table.js';

/** The rule of a request that creates or replaces a limit; or why it cannot be told. */
export function sentLimit(
  tree: SyntaxTree,
  call: PythonCall,
  all: readonly PythonCall[],
  isImported: (name: string) => boolean,
): SentRule | string {
  const { body, bodyVariable: variable, method } = call;
  if (body === null) return NOT_ONE_LIMIT;
  if (body.type !== 'dictionary') return limitOfTable(tree, body, call, { all, isImported });
  const times = otherTimes(tree, body);
  if (times !== null) return times;
  const limit = writtenLimit(
    { body, method },
    readerOf(tree),
    writerOf(tree, body),
    indentAt(tree.text, body.start),
  );
  if (typeof limit === 'string') return limit;
  const { text } = limit;
  const sent = {
    features: [],
    index: '-1',
    isMapped: false,
    folded: [],
    differences: [...limit.differences, ...(method === 'POST' ? [LAST] : [])],
  };
  const { start, end } = body;
  return variable === null
    ? { ...sent, text, edits: [] }
    : { ...sent, text: variable.name, edits: [{ start, end, text }] };
}

/** A limit of a table becomes a rule where it stands. */
function limitOfTable(
  tree: SyntaxTree,
  body: SyntaxNode,
  { method }: PythonCall,
  {
    all,
    isImported,
  }: { readonly all: readonly PythonCall[]; readonly isImported: (name: string) => boolean },
): SentRule | string {
  const bodies = new Set(all.flatMap((one) => (/^(?:POST|PUT)$/.test(one.method) ? (one.body ?? []) : [])));
  const table = tableOf(tree, body, bodies, isImported);
  if (table === null) return NOT_ONE_LIMIT;
  const differences: Difference[] = [];
  const edits: Edit[] = [...table.edits];
  for (const row of table.rows) {
    const line = tree.text.slice(0, row.start).split('\n').length;
    const reader = readerOf(tree);
    const limit = writtenLimit(
      { body: row, method },
      reader,
      writerOf(tree, row),
      indentAt(tree.text, row.start),
    );
    if (typeof limit === 'string') return limit === NOT_ONE_LIMIT ? limit : `line ${line}: ${limit}`;
    differences.push(...limit.differences.map((one) => ({ ...one, what: `line ${line}: ${one.what}` })));
    edits.push({ start: row.start, end: row.end, text: limit.text });
  }
  return {
    text: textOf(tree, body),
    features: [],
    index: '-1',
    isMapped: false,
    folded: [],
    differences: [...mergedDifferences(differences), ...(method === 'POST' ? [LAST] : [])],
    edits,
  };
}

/** Why times that stand in a table, or are given to a function, cannot be sent as they are. */
function otherTimes(tree: SyntaxTree, body: SyntaxNode): string | null {
  for (const path of ['period', 'action.timeout']) {
    const written = valueAtPath(tree, body, path.split('.'));
    const numbers = written === null ? [] : (numbersFor(tree, written) ?? []);
    for (const one of numbers) {
      const value = Number(textOf(tree, one));
      const times = path === 'period' ? { period: value } : { action: { mode: 'ban', timeout: value } };
      const rule = limitRule({ ...TIMED, ...times }, new Map());
      const [change] = 'why' in rule || isInside(one, body) ? [] : rule.differences;
      const line = tree.text.slice(0, one.start).split('\n').length;
      if (change !== undefined) return otherTimesAt(`line ${line}: ${change.what}`);
    }
  }
  return null;
}

const TIMED = { threshold: 1, period: 60, action: { mode: 'ban', timeout: 60 } };

function valueAtPath(
  tree: SyntaxTree,
  node: SyntaxNode,
  [name, ...rest]: readonly string[],
): SyntaxNode | null {
  if (name === undefined) return node;
  const pair = node.children.find((one) => one.type === 'pair' && keyOf(tree, one) === name);
  const value = pair === undefined ? null : pairValue(pair);
  return value === null ? null : valueAtPath(tree, value, rest);
}

function readerOf(tree: SyntaxTree): LimitReader<SyntaxNode> {
  const partsOf = (node: SyntaxNode) =>
    node.children.filter(({ isNamed, type }) => isNamed && type !== 'comment');
  return {
    sourceOf: (node) => textOf(tree, node),
    itemsOf: (node) => (node.type === 'list' ? partsOf(node) : undefined),
    fieldsOf: (node) => {
      if (node.type !== 'dictionary') return undefined;
      const fields = partsOf(node).flatMap((pair): (readonly [string, SyntaxNode])[] => {
        const key = pair.type === 'pair' ? keyOf(tree, pair) : null;
        const value = pairValue(pair);
        return key === null || value === null ? [] : [[key, value]];
      });
      return fields.length === partsOf(node).length ? fields : null;
    },
    piecesOf: (node, isPattern) =>
      piecesOf(tree, isPattern && node.type === 'identifier' ? patternHeld(tree, node) : node)?.map(
        (piece) => ({ text: piece.text, isCode: piece.node !== null }),
      ) ?? null,
    inPattern: /^[\w.]+$/,
  };
}

/** The text that a variable holds, as it is where it is sent; otherwise the variable itself. */
function patternHeld(tree: SyntaxTree, name: SyntaxNode): SyntaxNode {
  const variable = valueAt(tree, name);
  if (variable === null) return name;
  const { value, statement } = variable;
  const isText = piecesOf(tree, value)?.some(({ node, text }) => node === null && /[/*]/.test(text)) === true;
  if (!isText || isChangedBetween(tree, value, statement.end, name.start)) return name;
  return value;
}

const SHORT = 80;

function writerOf(tree: SyntaxTree, body: SyntaxNode): LimitWriter {
  const source = textOf(tree, body);
  const own = source.includes("'") && !source.includes('"') ? "'" : '"';
  const comments = commentsOf(tree, body);
  return {
    unit: '    ',
    constant: (value) => (value === true ? 'True' : value === false ? 'False' : String(value)),
    negated: (one) => (/^[\w.]+$/.test(one) ? `not ${one}` : `not (${one})`),
    // With values in it, it is a formatted one.
    text: (text, isOpen, withHoles) => {
      const quote = text.includes(own) ? (own === '"' ? "'" : '"') : own;
      if (text.includes(quote) || /[\\\n]/.test(text)) return null;
      if (!isOpen) return `${quote}${text}${quote}`;
      return `f${quote}${withHoles(text.replaceAll(/[{}]/g, '$&$&'), (one) => `{${one}}`)}${quote}`;
    },
    list: (items) => `[${items.join(', ')}]`,
    map: (pairs, path, indent) => {
      const parts = pairs.map(([key, text]) => [key, `${own}${key}${own}: ${text}`] as const);
      const line = `{${parts.map(([, part]) => part).join(', ')}}`;
      const isPlain = pairs.every(([key]) => !comments.has(`${path}.${key}`));
      if (path !== '' && isPlain && line.length <= SHORT) return line;
      const lines = parts.map(([key, part]) =>
        withComments(comments, path, key, `${part},`, `${indent}    `),
      );
      return `{\n${lines.join('')}${indent}}`;
    },
  };
}
