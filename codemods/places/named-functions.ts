/** A function or method of the program by its name: where it is declared, and every place that names it. */
import { removeItem, removeStatement, type Script } from '../../src/analysis/edits/index.js';
import type { FileEdit, Surroundings } from '../../src/migrate/index.js';
import {
  type Call,
  type FunctionNode,
  isFunction,
  keyName,
  Module,
  type Node,
  type NodeOf,
} from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { functionAround } from '../direct/answer-places.js';
import { useInImporter } from './resource-text/uses.js';
import { SCRIPT_ENDINGS } from './script-files.js';

export interface NodeInFile<T extends Node = Node> {
  readonly file: string;
  readonly script: Module;
  readonly node: T;
}

export interface NamedFunction {
  readonly name: string;
  readonly declared: NodeInFile<FunctionNode>;
  /** What declares it: a statement, or a member of a class. */
  readonly holder: Node;
  readonly calls: readonly NodeInFile<Call>[];
  /** Names in lists of what a module exports, each with its list. */
  readonly exported: readonly (NodeInFile & { readonly list: Node; readonly items: readonly Node[] })[];
  /** Its signatures in interfaces. */
  readonly signatures: readonly NodeInFile[];
}

/** Null where it has no name, shares it, or is named in a way that is neither a call nor an import or export. */
export function namedFunctionAround(
  file: string,
  script: Script,
  node: Node,
  around: Surroundings,
): NamedFunction | null {
  const own = functionAround(node);
  const declared = own === null ? null : declarationOf(script, own);
  if (own === null || declared === null || !(script instanceof Module)) return null;
  const found = functionNamed(declared.name, around);
  const isSame = found?.declared.file === file && found.declared.node.range[0] === own.range[0];
  return isSame ? found : null;
}

/** The only function of that name. */
export function functionNamed(name: string, around: Surroundings): NamedFunction | null {
  const files = SCRIPT_ENDINGS.map((ending) => around.filesEndingWith(`.${ending}`));
  const places: Places = { functions: [], calls: [], exported: [], signatures: [] };
  const written = new RegExp(`(?<![\\w$])${literally(name)}(?![\\w$])`, 'g');
  for (const file of files.includes(null) ? [] : files.flatMap((some) => some ?? [])) {
    const text = around.file(file)?.text ?? '';
    if (!text.includes(name)) continue;
    for (const { index } of text.matchAll(written)) {
      const script = around.scriptAt(file, index);
      if (!(script instanceof Module)) return null;
      const path = around.nodesAround(script, index, index + name.length);
      if (!noted({ file, script, path }, places) || places.functions.length > 1) return null;
    }
  }
  const [declared] = places.functions;
  const holder = declared === undefined ? null : declarationOf(declared.script, declared.node)?.holder;
  if (declared === undefined || !holder) return null;
  if (isAskedByKey(declared, holder, around)) return null;
  // What stands in the function itself goes, or stays, with it.
  const isOutside = ({ file, node }: NodeInFile) =>
    file !== declared.file || node.range[0] < holder.range[0] || node.range[1] > holder.range[1];
  const { exported, signatures } = places;
  return { name, declared, holder, calls: places.calls.filter(isOutside), exported, signatures };
}

/** Names of whole modules in a file that imports them. */
const NAMESPACES = /\*\s+as\s+([\w$]+)|\b(?:const|let|var)\s+([\w$]+)\s*=\s*(?:await\s+import|require)\s*\(/g;
const KEYED = /([\w$]+)\[[\w$]+/g;

/** Whether its object or module is asked for a function that only the run knows: `commands[process.argv[2]]()`. */
function isAskedByKey({ file, script }: NodeInFile, holder: Node, around: Surroundings): boolean {
  if (holder.parent?.type === 'ClassBody' && keyedPlace(script.text, ['this']) >= 0) return true;
  const namespaces = (text: string) =>
    [...text.matchAll(NAMESPACES)].flatMap(([, all, required]) => all ?? required ?? []);
  return useInImporter(file, around, (text) => keyedPlace(text, namespaces(text))) !== null;
}

function keyedPlace(text: string, names: readonly string[]): number {
  return [...text.matchAll(KEYED)].find(([, name = '']) => names.includes(name))?.index ?? -1;
}

/** Edits that take the function out, and its name from what modules export; null where that cannot be written. */
export function withoutFunction({ declared, holder, exported, signatures }: NamedFunction) {
  const edits = [
    removalOf(declared, holder),
    ...signatures.map((one) => removalOf(one, one.node)),
    ...exported.map(({ file, script, node, list, items }) => {
      const edit = items.length > 1 ? removeItem(script, list, items, node) : null;
      return edit === null ? null : { ...edit, file };
    }),
  ];
  return edits.every((edit) => edit !== null) ? edits : null;
}

/** With the comment right above it, and the blank line that kept it apart. */
function removalOf({ file, script }: NodeInFile, node: Node): FileEdit | null {
  const { text } = script;
  // Comments inside go as well, and those behind are no code that would be joined.
  const blank = (comment: string) => comment.replace(/[^\r\n]/g, ' ');
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\//g, blank);
  const edit = removeStatement({ program: script.program, text: code }, node);
  if (edit === null) return null;
  const before = text.slice(0, edit.start);
  const comment = /(?:^|\n)([ \t]*(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/|\/\/[^\n]*)[ \t]*\r?\n)$/.exec(
    before,
  )?.[1];
  const start = edit.start - (comment?.length ?? 0);
  const gap = /\n([ \t]*\r?\n)$/.exec(text.slice(0, start))?.[1] ?? '';
  return { ...edit, start: start - gap.length, file };
}

interface Places {
  readonly functions: NodeInFile<FunctionNode>[];
  readonly calls: NodeInFile<Call>[];
  readonly exported: NamedFunction['exported'][number][];
  readonly signatures: NodeInFile[];
}

/** Whether it is known what a name stands for; notes that. */
function noted(
  { file, script, path }: { file: string; script: Module; path: readonly Node[] },
  places: Places,
): boolean {
  const [outer, parent, name] = path.slice(-3);
  if (name === undefined || parent === undefined) return false;
  if (name.type === 'Literal' || name.type === 'TemplateElement' || name.type === 'JSXText') {
    // Its own function may say its name.
    return path.some((one) => places.functions.some(({ node }) => node === one));
  }
  // A comment.
  if (name.type !== 'Identifier' && name.type !== 'PrivateIdentifier') return true;
  const at = { file, script };
  switch (parent.type) {
    case 'FunctionDeclaration':
    case 'VariableDeclarator':
    case 'MethodDefinition':
    case 'PropertyDefinition': {
      const made = parent.type === 'FunctionDeclaration' ? parent : Reflect.get(parent, 'value');
      const node = parent.type === 'VariableDeclarator' ? parent.init : (made as Node);
      if (!isFunction(node)) return false;
      places.functions.push({ ...at, node });
      return true;
    }
    case 'CallExpression':
      if (parent.callee !== name) return false;
      places.calls.push({ ...at, node: parent });
      return true;
    case 'MemberExpression':
      if (
        outer?.type === 'AssignmentExpression' &&
        isFunction(outer.right) &&
        exportedAs(script, outer) !== null
      ) {
        places.functions.push({ ...at, node: outer.right });
        return true;
      }
      if (parent.property !== name || outer?.type !== 'CallExpression' || outer.callee !== parent)
        return false;
      places.calls.push({ ...at, node: outer });
      return true;
    case 'ImportSpecifier':
      return parent.local.range[0] === name.range[0] && !/\bas\b/.test(textOf(script, parent));
    case 'ExportSpecifier':
      if (outer?.type !== 'ExportNamedDeclaration' || /\bas\b/.test(textOf(script, parent))) return false;
      places.exported.push({ ...at, node: parent, list: outer, items: outer.specifiers });
      return true;
    case 'Property': {
      if (!parent.shorthand || (outer?.type !== 'ObjectExpression' && outer?.type !== 'ObjectPattern'))
        return false;
      const around = path.at(-4);
      const isImport = around?.type === 'VariableDeclarator' && around.id === outer;
      const isExport =
        around?.type === 'AssignmentExpression' && textOf(script, around.left) === 'module.exports';
      if (!isImport && !isExport) return false;
      places.exported.push({ ...at, node: parent, list: outer, items: outer.properties });
      return true;
    }
    default:
      if (!/^TS(?:Abstract)?MethodSignature$/.test(parent.type)) return false;
      places.signatures.push({ ...at, node: parent });
      return true;
  }
}

function textOf({ text }: Module, node: Node): string {
  return text.slice(...node.range);
}

/** `name` of `exports.name = …` in a statement of its own. */
function exportedAs(
  { text }: Pick<Script, 'text'>,
  { left, parent }: NodeOf<'AssignmentExpression'>,
): string | null {
  const isOfModule = parent?.type === 'ExpressionStatement' && parent.parent?.type === 'Program';
  if (!isOfModule || left.type !== 'MemberExpression') return null;
  const isExports = /^(?:module\.)?exports$/.test(text.slice(...left.object.range));
  return isExports ? keyName(left.property, left.computed) : null;
}

/** The name that a function is called by, and what declares it. */
function declarationOf(
  script: Pick<Script, 'text'>,
  node: FunctionNode,
): { readonly name: string; readonly holder: Node } | null {
  const { parent } = node;
  const whole = (statement: Node) =>
    statement.parent?.type === 'ExportNamedDeclaration' ? statement.parent : statement;
  if (node.type === 'FunctionDeclaration')
    return node.id && parent?.type !== 'ExportDefaultDeclaration'
      ? { name: node.id.name, holder: whole(node) }
      : null;
  switch (parent?.type) {
    case 'VariableDeclarator': {
      const statement = parent.parent;
      if (parent.id.type !== 'Identifier' || statement?.type !== 'VariableDeclaration') return null;
      return statement.declarations.length === 1 ? { name: parent.id.name, holder: whole(statement) } : null;
    }
    case 'MethodDefinition':
    case 'PropertyDefinition': {
      const name = keyName(parent.key, parent.computed);
      const isMethod = parent.type !== 'MethodDefinition' || parent.kind === 'method';
      return name === null || !isMethod ? null : { name, holder: parent };
    }
    case 'AssignmentExpression': {
      const name = parent.right === node ? exportedAs(script, parent) : null;
      return name === null || parent.parent === undefined ? null : { name, holder: parent.parent };
    }
    default:
      return null;
  }
}
