/** A rule that is read, changed field by field and sent back: a custom rule is sent the changes alone. */
import type { Edit } from '../../../src/analysis/index.js';
import { FIREWALL_RULE, type FieldMapping, mappedFields } from '../../../src/convert/index.js';
import { isInside, type SyntaxNode, type SyntaxTree, textOf } from '../../../src/grammar/index.js';
import { literally } from '../../../src/value/index.js';
import { withoutStatements } from '../../languages/statements.js';
import { quoteOf } from '../../places/indent.js';
import type { PythonCall } from '../../python/call.js';
import { normal, readInto } from '../../python/read-rule.js';
import { negated } from '../../python/truth.js';
import { chainOf } from '../../python/uses.js';
import { type Variable, valueAt } from '../../python/variables.js';

export interface ChangedRule {
  readonly read: PythonCall;
  /** Fields in the words of custom rules. */
  readonly text: string;
  readonly setsAction: boolean;
  readonly edits: readonly Edit[];
}

/** What may be assigned of the old rule, as it is written. */
const FIELDS: ReadonlyMap<string, FieldMapping> = new Map(
  mappedFields(FIREWALL_RULE)
    .filter(({ now }) => now !== FIREWALL_RULE.identity)
    .map((field) => [`["${field.old.replace('.', '"]["')}"]`, field]),
);

/** Null where what is sent was not read by a call of its own, or where more is done with it. */
export function changedAfterRead(
  tree: SyntaxTree,
  call: PythonCall,
  all: readonly PythonCall[],
): ChangedRule | null {
  const root = call.body === null ? null : rootOf(call.body);
  const variable = root === null ? null : valueAt(tree, root);
  if (call.body === null || root === null || variable === null) return null;
  const isPart = normal(textOf(tree, call.body)) === `${variable.name}["filter"]`;
  if (isPart !== (call.collection === 'filters') || (!isPart && call.body !== root)) return null;
  const found = readInto(tree, variable, all);
  if (found === null || found.read.zone !== call.zone) return null;
  const own = `${variable.name}${isPart ? '["filter"]' : ''}["id"]`;
  if (call.id !== found.read.id && normal(call.id ?? '') !== own) return null;
  const changes = changesOf(tree, variable, call);
  if (changes === null || (isPart && changes.some(({ field }) => field !== 'expression'))) return null;
  const statements = [...found.statements, ...changes.map(({ statement }) => statement)];
  const edits = withoutStatements(tree, statements, /(?!)/);
  if (edits === null || statements.some(({ parent }) => parent !== variable.statement.parent)) return null;
  const quote = quoteOf(tree.text);
  const text = `{${changes.map(({ field, value }) => `${quote}${field}${quote}: ${value}`).join(', ')}}`;
  return { read: found.read, text, setsAction: changes.some(({ field }) => field === 'action'), edits };
}

/** The name that an expression begins with. */
function rootOf(node: SyntaxNode): SyntaxNode | null {
  const [first] = node.children;
  if (node.type === 'identifier') return node;
  return node.type === 'subscript' && first !== undefined ? rootOf(first) : null;
}

interface Change {
  readonly field: string;
  readonly value: string;
  readonly statement: SyntaxNode;
}

/** What is assigned before the call; null where anything else looks at the rule. */
function changesOf(tree: SyntaxTree, variable: Variable, call: PythonCall): readonly Change[] | null {
  const changes: Change[] = [];
  for (const use of variable.uses) {
    if (isInside(use, call.node)) continue;
    const change = use.start > call.node.start ? null : changeAt(tree, use);
    if (change === null || new RegExp(`\\b${literally(variable.name)}\\b`).test(change.value)) return null;
    changes.push(change);
  }
  const fields = new Set(changes.map(({ field }) => field));
  return changes.length > 0 && fields.size === changes.length ? changes : null;
}

/** `rule["paused"] = value` */
function changeAt(tree: SyntaxTree, use: SyntaxNode): Change | null {
  const chain = chainOf(use);
  const assignment = chain.parent;
  const statement = assignment?.parent;
  const value = assignment?.children.at(-1);
  const field = FIELDS.get(normal(tree.text.slice(use.end, chain.end)));
  if (assignment?.type !== 'assignment' || assignment.children[0] !== chain || value === undefined)
    return null;
  if (field === undefined || statement?.type !== 'expression_statement' || value.type === 'assignment')
    return null;
  const written = textOf(tree, value);
  if (FIREWALL_RULE.meanings[field.old] !== undefined && !/^["'](?!allow|bypass)\w+["']$/.test(written))
    return null;
  const isNegated = field.isNegated === true;
  return { field: field.now, value: isNegated ? negated(tree, value) : written, statement };
}
