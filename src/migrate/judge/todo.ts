/** The text of a marker: one short sentence in the words of the form that stands there. */
import type { Node } from '../../read/javascript/syntax/index.js';
import type { Site } from '../model.js';

export const LONGEST_TODO = 100;

type Form =
  | 'call'
  | 'read'
  | 'item'
  | 'property'
  | 'option'
  | 'constant'
  | 'type'
  | 'test'
  | 'attribute'
  | 'resource';

/** For what is gone without a replacement; everything else says what to use, whatever its form. */
const REMOVE: Readonly<Record<Form, string | null>> = {
  call: null,
  read: 'Stop reading this value, and remove the code that depends on it.',
  item: 'Remove this list item and the code that only it needs.',
  property: 'Remove this property and the code that only it needs.',
  option: 'Remove this option and the code that only it needs.',
  constant: 'Remove this constant, and the code that uses it. There is no replacement.',
  type: 'Remove this name from the type and the code that only it needs.',
  test: 'Remove this from the test together with the code that it covers.',
  attribute: 'Remove this attribute; it no longer has an effect.',
  resource: 'Remove this resource. There is no replacement.',
};

export const TEST_TODO = 'Change this test or mock together with the code that it covers.';

/** What a codemod says of the place, else what its form asks for. */
export function todoOf(site: Site, own: string | undefined): string {
  return own ?? usualTodo(site);
}

const usual = new WeakMap<Site, string>();

/** Kept, for it needs the tree of the file, and trees are not. */
export function usualTodo(site: Site): string {
  const todo = usual.get(site) ?? todoFor(site);
  usual.set(site, todo);
  return todo;
}

function todoFor(site: Site): string {
  const { todo, replacement } = site.entry;
  const form = formOf(site);
  const isGone = todo?.startsWith('Remove this call') === true;
  if (!isGone && form === 'test') return TEST_TODO;
  const resource = form === 'resource' ? successorOf(site) : null;
  if (resource !== null) return `Replace this resource with ${resource}.`;
  return (isGone ? REMOVE[form] : null) ?? todo ?? firstSentence(replacement);
}

/** The name of the resource that takes the place of this one, where it is said in a word. */
function successorOf({ entry, finding }: Site): string | null {
  const tools = new Set(finding.usages.flatMap((usage) => (usage.kind === 'resource' ? [usage.tool] : [])));
  const named = entry.resources.find(
    ({ tool, name, replacement }) => tools.has(tool) && name === finding.endpoint && replacement,
  );
  const name = named?.replacement;
  return name !== undefined && /^\w+$/.test(name) ? name : null;
}

function formOf(site: Site): Form {
  const { finding, nodes } = site;
  if (finding.kind === 'resource') return isAttribute(site) ? 'attribute' : 'resource';
  if (finding.context === 'test') return 'test';
  if (finding.by === 'type' || finding.context === 'types') return 'type';
  if (finding.by !== undefined || finding.method === 'GET') return 'read';
  if (finding.kind === 'field') return 'property';
  const depth = nodes.findLastIndex(({ type }) => !WRITTEN.has(type));
  return formBy(nodes[depth], nodes[depth - 2]) ?? 'call';
}

function isAttribute({ finding }: Site): boolean {
  return !finding.usages.some(
    (usage) => usage.kind === 'resource' && usage.nameOrigin.start === finding.at.start,
  );
}

const WRITTEN: ReadonlySet<string> = new Set(['Literal', 'TemplateLiteral', 'TemplateElement', 'Identifier']);

/** By what holds the text: `['minify']`, `{ id: 'minify' }` in a list, `{ minify: on }`, `case 'minify':`. */
function formBy(holder: Node | undefined, outer: Node | undefined): Form | null {
  switch (holder === undefined ? '' : String(holder.type)) {
    case 'ArrayExpression':
      return 'item';
    case 'Property':
      return outer?.type === 'ArrayExpression' ? 'item' : 'property';
    case 'TSLiteralType':
    case 'TSUnionType':
      return 'type';
    case 'VariableDeclarator':
      return 'constant';
    case 'AssignmentPattern':
    case 'JSXAttribute':
    case 'SwitchCase':
    case 'BinaryExpression':
    case 'ConditionalExpression':
      return 'option';
    default:
      return null;
  }
}

function firstSentence(text: string): string {
  const [sentence = text] = /^.*?\.(?=\s|$)/s.exec(text) ?? [];
  return sentence.length <= LONGEST_TODO ? sentence : `${sentence.slice(0, LONGEST_TODO - 1).trimEnd()}…`;
}
