/** Taking the whole declaration of a resource out of a program. */
import type { Edit } from '../../../src/analysis/index.js';
import { type SyntaxNode, type SyntaxTree, textOf, walk } from '../../../src/grammar/index.js';
import type { Surroundings } from '../../../src/migrate/index.js';
import type { Module, Node } from '../../../src/read/javascript/syntax/index.js';
import { literally } from '../../../src/value/index.js';
import type { ResourceText } from './model.js';
import { PythonResourceText } from './python.js';
import { statementOf as pythonStatement, withoutStatement } from './python-statements.js';
import { ScriptResourceText } from './script.js';
import { afterGap, commentsStart, statementOf } from './statements.js';
import { useOfExport, useOfModule } from './uses.js';
import { YamlResourceText } from './yaml.js';

export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Removal =
  | {
      readonly edits: readonly Edit[];
      /** Where what goes as well uses it. */
      readonly uses: readonly number[];
    }
  | { readonly problem: string };

interface Where {
  readonly file: string;
  readonly around: Surroundings;
  /** Names what goes in messages. */
  readonly address: string;
  /** What goes as well. */
  readonly going: readonly Span[];
}

/** What stays has to be able to do without the resource, so the problem is where something uses it. */
export function withoutResource(resource: ResourceText, file: string, around: Surroundings): Removal {
  const where = { file, around, address: resource.address, going: [] };
  if (resource instanceof ScriptResourceText) return withoutNode(resource.module, resource.made, where);
  if (resource instanceof PythonResourceText) return withoutCall(resource.tree, resource.call, where);
  if (resource instanceof YamlResourceText) return withoutKey(resource);
  throw new Error('a resource of an unknown language');
}

/** In a script. */
export function withoutNode(module: Module, made: Node, where: Where): Removal {
  const { text } = module;
  const { file, around, address, going } = where;
  const whole = made.parent?.type === 'AwaitExpression' ? made.parent : made;
  const holder = whole.parent;
  const statement = holder === undefined ? null : statementOf(holder);
  if (
    holder === undefined ||
    statement === null ||
    (holder.type !== 'VariableDeclarator' && holder !== statement)
  )
    return { problem: `line ${lineAt(text, made.range[0])} does more than declare it` };
  const [start, end] = statement.range;
  const edits = [{ start: commentsStart(text, statement), end: afterGap(text, end), text: '' }];
  if (holder.type !== 'VariableDeclarator') return { edits, uses: [] };
  const binding = holder.id.type === 'Identifier' ? module.resolve(holder.id) : null;
  if (binding === null || holder.id.type !== 'Identifier')
    return { problem: `line ${lineAt(text, start)} takes it apart` };
  const uses = module.references(binding).flatMap(({ range: [at] }) => (at < start || end < at ? [at] : []));
  const use = uses.find((at) => !isGoing(at, going));
  if (use !== undefined) return { problem: `line ${lineAt(text, use)} uses ${address}` };
  const isExported = statement.type === 'ExportNamedDeclaration';
  const other = isExported ? useOfExport(file, holder.id.name, around) : null;
  return other === null ? { edits, uses } : { problem: `${other} uses ${address}` };
}

/** In Python. */
export function withoutCall(tree: SyntaxTree, call: SyntaxNode, where: Where): Removal {
  const { file, around, address, going } = where;
  const { text } = tree;
  const statement = pythonStatement(call);
  if (statement === null) return { problem: `line ${lineAt(text, call.start)} does more than declare it` };
  const edit = withoutStatement(tree, statement);
  if (edit === null) return { problem: `line ${lineAt(text, call.start)} has something else on it` };
  const left = call.parent?.children.find(({ field }) => field === 'left');
  if (call.parent?.type !== 'assignment' || left === undefined) return { edits: [edit], uses: [] };
  const name = textOf(tree, left);
  const uses = walk(tree.root).flatMap((node) =>
    node.type === 'identifier' && node.field !== 'name' && textOf(tree, node) === name && node !== left
      ? [node.start]
      : [],
  );
  const use = uses.find((at) => !isGoing(at, going));
  if (use !== undefined) return { problem: `line ${lineAt(text, use)} uses ${address}` };
  const other = statement.parent === tree.root ? useOfModule(file, name, around) : null;
  return other === null ? { edits: [edit], uses } : { problem: `${other} uses ${address}` };
}

function withoutKey({ text, key, address, place }: YamlResourceText): Removal {
  if (place === null || place.isOnly) return { problem: 'no other resource is left' };
  const { start, end } = place;
  const uses = [...text.matchAll(new RegExp(`\\$\\{${literally(key)}[.}[]`, 'g'))].map(({ index }) => index);
  const use = uses.find((at) => !isGoing(at, [place]));
  if (use !== undefined) return { problem: `line ${lineAt(text, use)} uses ${address}` };
  return { edits: [{ start, end, text: '' }], uses: [] };
}

function isGoing(at: number, going: readonly Span[]): boolean {
  return going.some(({ start, end }) => start <= at && at < end);
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
