/**
 * Levels that a program lets its callers choose from: a schema checks what they ask for. Levels that are refused today go
 * from the list of the schema, and from what else lists the same for its callers. The call stays.
 */
import { hasComment, removeItem } from '../../src/analysis/edits/index.js';
import type { FileEdit, Site, Surroundings } from '../../src/migrate/index.js';
import { contextOf } from '../../src/read/index.js';
import {
  type Call,
  encloses,
  enclosingFunction,
  type Identifier,
  keyName,
  Module,
  type Node,
  type NodeOf,
  nameOf,
  parametersOf,
  unwrap,
} from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { AUTOMATIC } from '../places/levels.js';
import { scriptsBeside } from '../places/resource-text/uses.js';
import { usesOf } from '../places/trees.js';

const LIVING: ReadonlySet<string> = new Set(['off', 'under_attack']);
const GONE: ReadonlySet<string> = new Set([...AUTOMATIC, 'essentially_off']);

/** Functions that make a schema of a list. */
const CHOOSING: ReadonlySet<string> = new Set(['enum', 'picklist', 'valid', 'oneOf']);

/** Edits of every list; null where the levels come from elsewhere, or the schema also checks what is read. */
export function choicesEdits({ file, finding }: Site, around: Surroundings): readonly FileEdit[] | null {
  const given = finding.related.filter(({ message }) => message === 'the value');
  const lists = new Map<Node, InFile>();
  for (const { at } of given) {
    const script = around.scriptAt(at.file, at.start);
    const list = script === null ? null : listAround(around.nodesAround(script, at.start, at.end));
    if (
      !(script instanceof Module) ||
      list === null ||
      !isOfRequests({ file: at.file, script, node: list }, around)
    )
      return null;
    lists.set(list, { file: at.file, script, node: list });
  }
  if (lists.size === 0) return null;
  for (const other of listsBeside(file.path, around)) lists.set(other.node, other);
  const edits = [...lists.values()].map(withoutGone);
  return edits.every((edit) => edit !== null) ? edits.flat() : null;
}

interface InFile<T extends Node = Node> {
  readonly file: string;
  readonly script: Module;
  readonly node: T;
}

type List = NodeOf<'ArrayExpression'>;

/** A list of levels and nothing else. Both that are accepted are left: Under Attack mode would not end without off. */
function listAround(path: readonly Node[]): List | null {
  const [list, item] = path.slice(-2);
  if (list?.type !== 'ArrayExpression' || item?.type !== 'Literal') return null;
  const levels = list.elements.map((one) => (one?.type === 'Literal' ? String(one.value) : ''));
  const isOfLevels = levels.every((level) => LIVING.has(level) || GONE.has(level));
  return isOfLevels && [...LIVING].every((level) => levels.includes(level)) ? list : null;
}

function withoutGone({ file, script, node }: InFile): readonly FileEdit[] | null {
  if (node.type !== 'ArrayExpression') return null;
  const items = node.elements.filter((item) => item !== null);
  const gone = items.filter((item) => item.type === 'Literal' && GONE.has(String(item.value)));
  const [start, end] = node.range;
  const left = items.filter((item) => !gone.includes(item)).map(({ range }) => script.text.slice(...range));
  // What is left has room in a line.
  if (!hasComment(script, start, end)) return [{ file, start, end, text: `[${left.join(', ')}]` }];
  const edits = gone.map((item) => removeItem(script, node, items, item, gone));
  return edits.every((edit) => edit !== null) ? edits.map((edit) => ({ ...edit, file })) : null;
}

/** The same list where a tool or an API describes what it takes (`enum: [...]`), and where a test goes through it. */
function listsBeside(path: string, around: Surroundings): readonly InFile[] {
  return [path, ...(scriptsBeside(path, around) ?? [])].flatMap((file) => {
    const text = around.file(file)?.text ?? '';
    return [...text.matchAll(/(['"])under_attack\1/g)].flatMap(({ index, 0: written }) => {
      const script = around.scriptAt(file, index);
      const nodes = script === null ? [] : around.nodesAround(script, index, index + written.length);
      const list = listAround(nodes);
      if (!(script instanceof Module) || list === null) return [];
      const { parent } = list;
      const isDescribed = parent?.type === 'Property' && keyName(parent.key, parent.computed) === 'enum';
      return isDescribed || contextOf(file) === 'test' ? [{ file, script, node: list }] : [];
    });
  });
}

/** Methods of a schema that give a schema of the same. */
const REFINING: ReadonlySet<string> = new Set([
  'optional',
  'nullable',
  'nullish',
  'describe',
  'meta',
  'strict',
  'required',
]);
const PARSING = /^(?:safe)?parse(?:Async)?$|^validate(?:Async|Sync)?$/i;
/** Keys and functions that take the schema of a request. */
const TAKING =
  /^(?:inputSchema|parameters|args|body|json|schema|tool|registerTool|addTool|zodToJsonSchema|toJSONSchema|zValidator)$/;

/** Whether a list, a schema, or a name of one is only used to check what callers ask for. */
function isOfRequests(place: InFile, around: Surroundings): boolean {
  const { script, node } = place;
  const { parent } = node;
  // `z.infer<typeof schema>`
  if (/^TS(?:TypeQuery|QualifiedName)$/.test(parent?.type ?? '')) return true;
  const goesOn = (next: Node) => isOfRequests({ ...place, node: next }, around);
  switch (parent?.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return goesOn(parent);
    case 'ExportSpecifier':
      return true;
    case 'VariableDeclarator':
      return (
        parent.init === node && parent.id.type === 'Identifier' && isNameOfRequests(place, parent.id, around)
      );
    case 'Property': {
      const object = parent.parent;
      if (parent.value !== node || object === undefined) return false;
      return TAKING.test(keyName(parent.key, parent.computed) ?? '') || goesOn(object);
    }
    case 'MemberExpression': {
      const name = keyName(parent.property, parent.computed) ?? '';
      const call = parent.parent;
      if (parent.object !== node) return false;
      if (call?.type !== 'CallExpression' || call.callee !== parent) return name === 'shape';
      return PARSING.test(name) ? isFromCaller(script, call) : REFINING.has(name) && goesOn(call);
    }
    case 'CallExpression': {
      const name = nameOf(parent.callee)?.split('.').at(-1) ?? '';
      if (parent.callee === node) return false;
      const isSchema = node.type === 'ArrayExpression' || node.type === 'Identifier';
      if (CHOOSING.has(name) && isSchema) return goesOn(parent);
      return (
        TAKING.test(name) || (/object$/i.test(name) && node.type === 'ObjectExpression' && goesOn(parent))
      );
    }
    default:
      return false;
  }
}

/** The same for everything that uses a name, here and where other files import it. */
function isNameOfRequests({ file, script }: InFile, declared: Identifier, around: Surroundings): boolean {
  const uses = usesOf(script, declared);
  if (uses === null || !uses.every((node) => isOfRequests({ file, script, node }, around))) return false;
  const isExported = declared.parent?.parent?.parent?.type === 'ExportNamedDeclaration';
  if (!isExported && !uses.some(({ parent }) => parent?.type === 'ExportSpecifier')) return true;
  const named = new RegExp(`(?<![\\w$.])${literally(declared.name)}(?![\\w$])`, 'g');
  const others = scriptsBeside(file, around);
  return (
    others?.every((other) =>
      [...(around.file(other)?.text ?? '').matchAll(named)].every(({ index }) => {
        const inOther = around.scriptAt(other, index);
        if (!(inOther instanceof Module)) return false;
        const [outer, node] = around.nodesAround(inOther, index, index + declared.name.length).slice(-2);
        // A comment, a text that says the name, or the import.
        if (node?.type !== 'Identifier' || outer?.type === 'ImportSpecifier') return true;
        return isOfRequests({ file: other, script: inOther, node }, around);
      }),
    ) === true
  );
}

/** `schema.parse(args)`, `schema.parse(await request.json())`: what a function was handed, and not an answer. */
function isFromCaller(script: Module, { arguments: [given] }: Call): boolean {
  let node = given === undefined ? null : unwrap(given);
  while (node !== null && node.type !== 'Identifier') {
    if (node.type === 'AwaitExpression' && node.argument !== null) node = unwrap(node.argument);
    else if (node.type === 'MemberExpression') node = unwrap(node.object);
    else if (node.type === 'LogicalExpression') node = unwrap(node.left);
    else if (node.type === 'CallExpression' && node.arguments.length === 0) node = unwrap(node.callee);
    else return false;
  }
  const declared = node === null ? undefined : script.resolve(node)?.declarations[0];
  const taker = declared === undefined ? undefined : enclosingFunction(declared);
  return (
    declared !== undefined &&
    taker !== undefined &&
    parametersOf(taker).some((parameter) => encloses(parameter, declared))
  );
}
