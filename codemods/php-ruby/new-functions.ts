/** The new functions that the calls of a file in PHP or Ruby need, and where they go. */
import type { Edit } from '../../src/analysis/index.js';
import { isInside, type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import { startOfLine } from '../languages/elements.js';
import { indentAt } from '../places/indent.js';
import type { DefinitionEdit } from '../places/verdicts.js';
import { type FunctionRole, type FunctionUse, newFunctions } from '../planner/index.js';
import type { RequestCall } from './call.js';
import { phpFunction } from './functions-php.js';
import { rubyFunction } from './functions-ruby.js';
import type { NamedRules } from './kind.js';
import { styleOf } from './style.js';
import type { Piece, Syntax } from './syntax.js';
import { classAround, functionAround } from './variables.js';
import { functionName, type Writing } from './writing.js';

export interface Handed {
  readonly names: readonly string[];
  /** The zone is the same in all calls, and known where the functions are. */
  readonly fixedZone: Piece | null;
  readonly holder: Writing['holder'];
  readonly node: SyntaxNode | null;
}

const INNER =
  /^\$?(?:rule|ruleset|rulesets|answer|response|changes|changed|custom|done|rules|position|kept|one|first|found|rule_id|ruleId)$/;

/** What a new function has to be given, and whose method it is; or why it cannot be written. */
export function handedTo(
  syntax: Syntax,
  tree: SyntaxTree,
  all: readonly RequestCall[],
  call: RequestCall,
): Handed | string {
  const around = functionAround(syntax, call.node);
  const holder = classAround(syntax, call.node);
  const names = call.names.filter((name) => name !== '$this');
  if (names.some((name) => INNER.test(name))) return 'a name of the new functions is taken';
  const written = textOf(tree, call.node);
  const isOfObject = /\$this\b/.test(written) || call.zone?.text.startsWith('$this') === true;
  const fixedZone =
    call.zone !== null && isFixed(call.zone) && all.every(({ zone }) => zone?.text === call.zone?.text)
      ? call.zone
      : null;
  const found = (kind: Writing['holder'], node: SyntaxNode | null): Handed => ({
    names,
    fixedZone,
    holder: kind,
    node,
  });
  if (holder === null)
    return isOfObject || /^@/.test(written) ? 'what the object is cannot be told' : found(null, null);
  if (around === null) return 'it stands in a class, outside of its methods';
  if (syntax.language === 'ruby')
    return found(around.type === 'singleton_method' ? 'class' : 'object', holder);
  const isStatic = around.children.some(({ type }) => type === 'static_modifier');
  return found(isStatic || (!isOfObject && /^(?:self|static)::/.test(written)) ? 'class' : 'object', holder);
}

/** A property, a constant, a setting of the environment, or the id itself. */
function isFixed({ text, isCode }: Piece): boolean {
  return (
    !isCode ||
    /^(?:\$this->\w+|(?:self|static)::\$?\w+|[A-Z][A-Z0-9_]*|getenv\(['"]\w+['"]\)|@\w+|ENV\[['"]\w+['"]\]|ENV\.fetch\(['"]\w+['"]\))$/.test(
      text,
    )
  );
}

/** The call of a new function, without what is specific to its role. */
export function calledAs(
  syntax: Syntax,
  tree: SyntaxTree,
  kind: NamedRules,
  role: FunctionRole,
  { call, handed }: { readonly call: RequestCall; readonly handed: Handed },
  args: readonly string[],
): string {
  const style = styleOf(syntax, tree);
  const { zone } = call;
  const zones =
    zone === null || handed.fixedZone !== null ? [] : [zone.isCode ? zone.text : `'${zone.text}'`];
  const names = handed.names.filter((name) => name !== zone?.text || handed.fixedZone !== null);
  const all = [...names, ...zones, ...args].join(', ');
  const target =
    syntax.language === 'ruby' || handed.holder === null
      ? ''
      : handed.holder === 'class'
        ? 'self::'
        : '$this->';
  const list =
    all === '' ? (syntax.language === 'ruby' ? '' : '()') : style.isSpaced ? `( ${all} )` : `(${all})`;
  return `${target}${functionName(kind, role, style)}${list}`;
}

/** All new functions of a file, or why they cannot be written. */
export function functionsEdits(
  syntax: Syntax,
  tree: SyntaxTree,
  kind: NamedRules,
  uses: readonly FunctionUse<RequestCall>[],
  all: readonly RequestCall[],
): readonly Edit[] | string {
  const style = styleOf(syntax, tree);
  const holders = newFunctions(tree.text, uses, {
    nameOf: (role) => functionName(kind, role, style),
    wayOf: (call) => {
      const handed = handedTo(syntax, tree, all, call);
      return typeof handed === 'string'
        ? handed
        : JSON.stringify([call.way, handed.names, handed.holder, handed.node?.start, call.sender.shape]);
    },
    write: (role, call, features) => {
      const handed = handedTo(syntax, tree, all, call);
      if (typeof handed === 'string') return handed;
      const zone = zoneOf(syntax, tree, call, handed);
      const writing: Writing = {
        kind,
        style,
        call,
        features,
        parameters: handed.names
          .filter((name) => name !== zone.parameter)
          .map((name) => (style.isTyped ? typedName(syntax, tree, call, name) : name)),
        zone: zone.piece,
        zoneParameter: zone.parameter,
        holder: handed.holder,
      };
      const text = syntax.language === 'php' ? phpFunction(role, writing) : rubyFunction(role, writing);
      return { holder: handed.node, text };
    },
  });
  if (typeof holders === 'string') return holders;
  const edits = [...holders].map(([holder, { texts, calls }]) =>
    holder === null ? inFile(syntax, tree, texts, calls) : inClass(syntax, tree, holder, texts),
  );
  return edits.includes(null)
    ? 'there is no place for the new functions'
    : edits.flatMap((edit) => edit ?? []);
}

function zoneOf(
  syntax: Syntax,
  tree: SyntaxTree,
  { zone }: RequestCall,
  { fixedZone }: Handed,
): { readonly piece: Piece | null; readonly parameter: string | null } {
  if (zone === null) return { piece: null, parameter: null };
  if (fixedZone !== null) return { piece: fixedZone, parameter: null };
  const isName =
    zone.isCode &&
    (syntax.language === 'php' ? /^\$\w+$/ : /^[a-z_]\w*$/).test(zone.text) &&
    !INNER.test(zone.text);
  const { hasSnakeVariables } = styleOf(syntax, tree);
  const parameter = isName
    ? zone.text
    : syntax.language === 'ruby'
      ? 'zone_id'
      : hasSnakeVariables
        ? '$zone_id'
        : '$zoneId';
  return { piece: { text: parameter, isCode: true }, parameter };
}

/** `Client $client`, as the function around the call has it. */
function typedName(syntax: Syntax, tree: SyntaxTree, call: RequestCall, name: string): string {
  const around = functionAround(syntax, call.node);
  const list = around?.children.find(({ field }) => field === 'parameters');
  const found = list?.children.find(({ children }) =>
    children.some((one) => one.field === 'name' && textOf(tree, one) === name),
  );
  return found === undefined ? name : textOf(tree, found).replace(/\s*=.*$/s, '');
}

/** At the end of the class. */
function inClass(
  syntax: Syntax,
  tree: SyntaxTree,
  holder: SyntaxNode,
  texts: readonly string[],
): DefinitionEdit | null {
  const body =
    holder.children.find(({ field }) => field === 'body') ??
    holder.children.find(({ type }) => type === 'body_statement');
  const last = body?.children.findLast(({ isNamed }) => isNamed);
  if (last === undefined) return null;
  const isPublic =
    syntax.language === 'ruby' &&
    !/^\s*private\b/m.test(textOf(tree, holder)) &&
    !/^\s*def self\./.test(texts[0]?.replace(/^\s*#.*\n/, '') ?? '');
  const opening = isPublic ? `${styleOf(syntax, tree).unit}private\n\n` : '';
  // A class may stand in modules or in a namespace itself.
  const indent = indentAt(tree.text, holder.start);
  const text = `${opening}${texts.join('\n\n')}`.replaceAll(/^(?=[^\r\n])/gm, indent);
  return { start: last.end, end: last.end, text: `\n\n${text}`, isDefinition: true };
}

/** Behind the function that sends requests, or above the first use. */
function inFile(
  syntax: Syntax,
  tree: SyntaxTree,
  texts: readonly string[],
  calls: readonly RequestCall[],
): DefinitionEdit | null {
  const text = texts.join('\n\n');
  const own = calls
    .flatMap(({ sender }) => (sender.own?.tree === tree ? [sender.own.node] : []))
    .find(({ parent }) => parent === tree.root);
  if (own !== undefined) return { start: own.end, end: own.end, text: `\n\n${text}`, isDefinition: true };
  const statements = tree.root.children;
  const index = statements.findIndex((one) => calls.some(({ node }) => isInside(node, one)));
  let first = statements[index];
  if (first === undefined || (syntax.language === 'php' && first.type === 'namespace_definition'))
    return null;
  // Comments right above a statement belong to it.
  for (let at = index - 1; at >= 0; at--) {
    const above = statements[at];
    const isAbove = above?.type === 'comment' && /^\r?\n$/.test(tree.text.slice(above.end, first.start));
    if (!isAbove || textOf(tree, above).startsWith('#!')) break;
    first = above;
  }
  const { start } = first;
  if (startOfLine(tree.text, start) !== start) return null;
  return { start, end: start, text: `${text}\n\n`, isDefinition: true };
}
