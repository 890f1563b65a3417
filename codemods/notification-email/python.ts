/** The policy of a pool in Python. */
import { closest, type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import type { Site, Surroundings } from '../../src/migrate/index.js';
import { fieldAt, keyOf } from '../languages/index.js';
import { indentAt, lineEndOf } from '../places/index.js';
import { addressesIn, callOfPolicy, createsPool, type Policy } from './policy.js';

const CALLS: ReadonlySet<string> = new Set(['call']);
const CHECK = 'raise_for_status()';

/** Null where none can be written. */
export function policyInPython(site: Site, around: Surroundings): Policy | null {
  const field =
    site.file.language === 'python' && createsPool(site) ? fieldAt(around, site.finding.at) : null;
  if (field === null) return null;
  const { tree, pair, map } = field;
  const call = callAround(tree, map);
  const addresses = addressesIn(textOf(tree, writtenIn(pair)));
  const sent = call === null ? null : sentAt(tree, call);
  if (call === null || addresses === null || sent === null) return null;
  const indent = indentAt(tree.text, sent.start);
  const name = map.children.find((one) => one.type === 'pair' && keyOf(tree, one) === 'name');
  const body = policyText(addresses, name === undefined ? null : textOf(tree, writtenIn(name)), sent.pool, {
    indent: indentAt(tree.text, map.start),
    eol: lineEndOf(tree.text),
  });
  const text = callOfPolicy(tree.text, call, map, body);
  if (text === null) return null;
  const written = `${lineEndOf(tree.text)}${indent}${text}${sent.isChecked ? `.${CHECK}` : ''}`;
  return { edits: [{ start: sent.end, end: sent.end, text: written }], isOfPool: sent.pool !== null };
}

function writtenIn(pair: SyntaxNode): SyntaxNode {
  return pair.children.at(-1) ?? pair;
}

/** The call that sends a body, not the one that makes JSON of it. */
function callAround(tree: SyntaxTree, map: SyntaxNode): SyntaxNode | null {
  const call = closest(map, CALLS);
  return call !== null && textOf(tree, call).startsWith('json.dumps(') ? closest(call.parent, CALLS) : call;
}

interface Sent {
  readonly start: number;
  /** Behind the statements that send it and see whether it went well. */
  readonly end: number;
  readonly isChecked: boolean;
  /** Source of the id of the pool; null where nothing holds it. */
  readonly pool: string | null;
}

/** Null where the program does more with the answer than to fail if it went wrong. */
function sentAt(tree: SyntaxTree, call: SyntaxNode): Sent | null {
  const { parent } = call;
  if (parent?.type === 'expression_statement')
    return isOnce(parent) ? { ...parts(parent), isChecked: false, pool: null } : null;
  if (parent?.type === 'attribute') {
    const statement = parent.parent?.parent;
    const isCheck = textOf(tree, parent.parent ?? parent).endsWith(`.${CHECK}`);
    return isCheck && statement?.type === 'expression_statement' && isOnce(statement)
      ? { ...parts(statement), isChecked: true, pool: null }
      : null;
  }
  const statement = parent?.type === 'assignment' ? parent.parent : null;
  const held = parent?.children[0];
  if (statement?.type !== 'expression_statement' || held?.type !== 'identifier') return null;
  const siblings = statement.parent?.children ?? [];
  const next = siblings.find(({ start }) => start >= statement.end);
  const name = textOf(tree, held);
  if (next === undefined || textOf(tree, next) !== `${name}.${CHECK}`) return null;
  return { ...parts(next), isChecked: true, pool: `${name}.json()["result"]["id"]` };
}

/** In a function or a loop it may create many pools, and each policy without their ids would be about all of them. */
function isOnce({ parent }: SyntaxNode): boolean {
  return parent?.type === 'module';
}

function parts({ start, end }: SyntaxNode): { readonly start: number; readonly end: number } {
  return { start, end };
}

function policyText(
  addresses: readonly string[],
  name: string | null,
  pool: string | null,
  { indent, eol }: { readonly indent: string; readonly eol: string },
): string {
  const literal = name === null ? null : /^(['"])([^'"\\]*)\1$/.exec(name)?.[2];
  const title =
    literal != null
      ? `"Health of the pool ${literal}"`
      : name !== null && /^[\w.]+$/.test(name)
        ? `f"Health of the pool {${name}}"`
        : '"Health of load balancing pools"';
  const fields = [
    `"name": ${title}`,
    '"enabled": True',
    '"alert_type": "load_balancing_health_alert"',
    `"mechanisms": {"email": [${addresses.map((one) => `{"id": "${one}"}`).join(', ')}]}`,
    ...(pool === null ? [] : [`"filters": {"pool_id": [${pool}]}`]),
  ];
  return `{${eol}${fields.map((one) => `${indent}    ${one},${eol}`).join('')}${indent}}`;
}
