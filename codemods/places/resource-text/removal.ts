/** Taking the whole declaration of a resource out of a program. */
import type { Edit } from '../../../src/analysis/index.js';
import { type SyntaxNode, textOf, walk } from '../../../src/grammar/index.js';
import type { Surroundings } from '../../../src/migrate/model.js';
import { literally } from '../../../src/value/index.js';
import type { ResourceText } from './model.js';
import { PythonResourceText } from './python.js';
import { statementOf as pythonStatement, withoutStatement } from './python-statements.js';
import { ScriptResourceText } from './script.js';
import { afterGap, commentsStart, statementOf } from './statements.js';
import { useOfExport, useOfModule } from './uses.js';
import { YamlResourceText } from './yaml.js';

type Removal = readonly Edit[] | { readonly problem: string };

/** What stays has to be able to do without the resource, so the problem is where something uses it. */
export function withoutResource(resource: ResourceText, file: string, around: Surroundings): Removal {
  if (resource instanceof ScriptResourceText) return withoutScript(resource, file, around);
  if (resource instanceof PythonResourceText) return withoutPython(resource, file, around);
  return resource instanceof YamlResourceText ? withoutKey(resource) : UNKNOWN;
}

const UNKNOWN = { problem: 'how it is declared is not known' };

function withoutScript(
  { module, made, address }: ScriptResourceText,
  file: string,
  around: Surroundings,
): Removal {
  const { text } = module;
  const problem = (at: number, what: string) => ({ problem: `line ${lineAt(text, at)} ${what}` });
  const holder = made.parent?.type === 'AwaitExpression' ? made.parent.parent : made.parent;
  const statement =
    made.parent === undefined
      ? null
      : statementOf(made.parent.type === 'AwaitExpression' ? made.parent : made);
  if (statement === null || (holder?.type !== 'VariableDeclarator' && holder !== statement))
    return problem(made.range[0], 'does more than declare it');
  const [start, end] = statement.range;
  if (holder.type === 'VariableDeclarator') {
    if (holder.id.type !== 'Identifier') return problem(start, 'takes it apart');
    const binding = module.resolve(holder.id);
    const uses = binding === null ? [] : module.references(binding);
    const use = uses.find(({ range }) => range[0] < start || end < range[1]);
    if (use !== undefined) return problem(use.range[0], `uses ${address}`);
    const isExported = statement.type === 'ExportNamedDeclaration';
    const other = isExported ? useOfExport(file, holder.id.name, around) : null;
    if (other !== null) return { problem: `${other} uses ${address}` };
  }
  return [{ start: commentsStart(text, statement), end: afterGap(text, end), text: '' }];
}

function withoutPython(
  { tree, call, address }: PythonResourceText,
  file: string,
  around: Surroundings,
): Removal {
  const statement = pythonStatement(call);
  const line = (at: number) => `line ${lineAt(tree.text, at)}`;
  if (statement === null) return { problem: `${line(call.start)} does more than declare it` };
  const left =
    call.parent?.type === 'assignment'
      ? call.parent.children.find(({ field }) => field === 'left')
      : undefined;
  if (left !== undefined) {
    const name = textOf(tree, left);
    const isOther = ({ start, end }: SyntaxNode) => start < statement.start || statement.end < end;
    const use = [...walk(tree.root)].find(
      (node) =>
        node.type === 'identifier' && node.field !== 'name' && textOf(tree, node) === name && isOther(node),
    );
    if (use !== undefined) return { problem: `${line(use.start)} uses ${address}` };
    const other = statement.parent === tree.root ? useOfModule(file, name, around) : null;
    if (other !== null) return { problem: `${other} uses ${address}` };
  }
  const edit = withoutStatement(tree, statement);
  return edit === null ? { problem: `${line(call.start)} has something else on it` } : [edit];
}

function withoutKey({ text, key, address, place }: YamlResourceText): Removal {
  if (place === null || place.isOnly) return { problem: 'no other resource is left' };
  const { start, end } = place;
  const used = new RegExp(`\\$\\{${literally(key)}[.}[]`, 'g');
  for (const { index } of text.matchAll(used))
    if (index < start || end <= index) return { problem: `line ${lineAt(text, index)} uses ${address}` };
  return [{ start, end, text: '' }];
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
