/**
 * A call whose answer a program asks how it went, and nothing else: the code that asks stays as it is, and a loop in
 * front of it keeps the answer of the last request, which is that of the first one that was refused.
 */
import type { Script } from '../../src/analysis/edits/index.js';
import type { Edit } from '../../src/analysis/index.js';
import { encloses, keyName, Module, type Node, type NodeOf } from '../../src/read/javascript/syntax/index.js';
import { type AnswerFlow, flowOf } from '../direct/answer-flow.js';
import { endsInSemicolons } from '../places/indent.js';
import { isReport } from '../places/reports.js';
import { usesOf } from '../places/trees.js';

export interface Told {
  /** The declaration of the answer, and the one of what is parsed of it. */
  readonly group: readonly Node[];
  /** Edits of the group, which stands in the loop. */
  readonly edits: readonly Edit[];
  /** Variables that the code behind the loop reads. */
  readonly declared: readonly string[];
  /** Leaves the loop where a request was refused. */
  readonly leave: string;
}

const OPENING: ReadonlySet<string> = new Set(['data', 'body', 'json()']);
const ASKED: ReadonlySet<string> = new Set(['ok', 'success', 'errors', 'messages', 'status', 'statusText']);

/** What is read of an answer, if it only says how the request went. */
function toldFlow(script: Script, call: Node): AnswerFlow | null {
  const flow = outcomeFlow(script, call);
  return flow !== null && flow.visits.length > 0 && flow.escapes.every(({ node }) => isSaid(node))
    ? flow
    : null;
}

/** Null where fields of the answer are read that do not only say how the request went. */
export function outcomeFlow(script: Script, call: Node): AnswerFlow | null {
  const isAsked = (steps: readonly string[]) => ASKED.has(steps.at(-1) ?? '');
  const flow = flowOf(script, call, isAsked);
  const isKnown = flow?.visits.every(
    ({ steps }) => isAsked(steps) || steps.every((step) => OPENING.has(step)),
  );
  return flow?.items.length === 0 && isKnown === true ? flow : null;
}

/** It stands in a statement that prints or throws something. */
function isSaid(node: Node): boolean {
  let statement: Node | undefined = node;
  while (statement !== undefined && !/(?:Statement|Declaration)$/.test(statement.type))
    statement = statement.parent;
  return statement !== undefined && isReport(statement);
}

/** Null where the answer is used in another way, or cannot be declared apart. */
export function toldOf(script: Script, call: Node): Told | null {
  const flow = toldFlow(script, call);
  const asked = flow?.visits.find(({ steps }) => /^(?:ok|success)$/.test(steps.at(-1) ?? ''));
  const first = declarationOf(call);
  if (flow === null || asked === undefined || first === null) return null;
  const second = first.id.type === 'Identifier' ? parsedIn(script, first) : null;
  const group = [first, ...(second === null ? [] : [second])];
  const statements = group.flatMap(({ parent }) => parent ?? []);
  const isOuter = ({ id }: NodeOf<'VariableDeclarator'>) =>
    namesIn(id)?.some((name) =>
      usesOf(script, name)?.some((use) => !statements.some((one) => encloses(one, use))),
    ) === true;
  const outer = group.filter(isOuter);
  const edits: Edit[] = [];
  const declared: string[] = [];
  const end = endsInSemicolons(script.text) ? ';' : '';
  for (const one of outer) {
    const names = namesIn(one.id);
    const type = typeOf(script, one, flow);
    if (names === null || type === null) return null;
    const isPattern = one.id.type === 'ObjectPattern';
    declared.push(`let ${names.map((name) => `${name.name}${type}`).join(', ')}${end}`);
    const from = one.parent?.range[0] ?? 0;
    edits.push({ start: from, end: one.id.range[0], text: isPattern ? '(' : '' });
    if (isPattern) edits.push({ start: one.range[1], end: one.range[1], text: ')' });
    else if (one.id.type === 'Identifier' && one.id.typeAnnotation)
      edits.push({ start: one.id.typeAnnotation.range[0], end: one.id.typeAnnotation.range[1], text: '' });
  }
  const success = askedText(script, asked.node);
  if (success === null || outer.length === 0) return null;
  return { group: statements, edits, declared, leave: `if (!${success}) break${end}` };
}

/** `data.success`, or the name that a pattern gives it. */
function askedText({ text }: Script, node: AnswerFlow['visits'][number]['node']): string | null {
  if (node.type === 'MemberExpression')
    return node.object.type === 'CallExpression' || node.object.type === 'AwaitExpression'
      ? null
      : text.slice(...node.range);
  return node.value.type === 'Identifier' ? node.value.name : null;
}

/** `const answer = await call;` */
function declarationOf(call: Node): NodeOf<'VariableDeclarator'> | null {
  let node = call;
  while (node.parent?.type === 'AwaitExpression' || node.parent?.type === 'TSAsExpression')
    node = node.parent;
  const declarator = node.parent;
  return node !== call &&
    declarator?.type === 'VariableDeclarator' &&
    declarator.init === node &&
    isAlone(declarator)
    ? declarator
    : null;
}

function isAlone(declarator: NodeOf<'VariableDeclarator'>): boolean {
  const statement = declarator.parent;
  const block = statement?.parent;
  return (
    statement?.type === 'VariableDeclaration' &&
    statement.declarations.length === 1 &&
    (block?.type === 'BlockStatement' || block?.type === 'Program')
  );
}

/** `const data = await response.json();` right behind the declaration of the response. */
function parsedIn({ text }: Script, { id, parent: first }: NodeOf<'VariableDeclarator'>) {
  const block = first?.parent;
  if (first === undefined || (block?.type !== 'BlockStatement' && block?.type !== 'Program')) return null;
  const next: Node | undefined = block.body[block.body.indexOf(first as never) + 1];
  const [declarator] = next?.type === 'VariableDeclaration' ? next.declarations : [];
  const written = declarator?.init ? text.slice(...declarator.init.range) : '';
  const parsed = `await ${text.slice(...id.range)}.json()`;
  const isParsed =
    written === parsed || written.startsWith(`(${parsed}) as `) || written.startsWith(`${parsed} as `);
  return declarator !== undefined && isParsed && isAlone(declarator) ? declarator : null;
}

/** The names that a pattern binds, if it is a plain one. */
function namesIn(id: Node): readonly NodeOf<'Identifier'>[] | null {
  if (id.type === 'Identifier') return [id];
  if (id.type !== 'ObjectPattern') return null;
  const names = id.properties.map((one) =>
    one.type === 'Property' && one.value.type === 'Identifier' && keyName(one.key, one.computed) !== null
      ? one.value
      : null,
  );
  return names.every((name) => name !== null) ? names : null;
}

/** What TypeScript has to be told of a variable that a loop gives its value; null where that is not known. */
function typeOf(
  script: Script,
  { id, init }: NodeOf<'VariableDeclarator'>,
  { types }: AnswerFlow,
): string | null {
  if (!(script instanceof Module) || !/\.[cm]?tsx?$/.test(script.path)) return '';
  if (id.type !== 'Identifier' || init === null) return null;
  const written = script.text.slice(...init.range);
  if (/^await fetch\(/.test(written)) return '!: Response';
  const [type, ...others] = types;
  if (type === undefined) return /\.json\(\)$/.test(written) ? '' : null;
  return others.length === 0 ? `!: ${script.text.slice(...type.node.range).replace(/^:\s*/, '')}` : null;
}
