/**
 * Taking out what has nothing left to do, in languages other than JavaScript: a call, an element of a list that a
 * loop goes through, a pair of what is sent. The rules are those of `places/removal.ts`.
 */
import {
  closest,
  isInside,
  leafAt,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import { type Difference, type Site, type Surroundings, unusedAfter } from '../../src/migrate/index.js';
import { PHP } from '../php-ruby/php-syntax.js';
import type { Syntax } from '../php-ruby/syntax.js';
import { valueAt as variableAt } from '../php-ruby/variables.js';
import { GOES } from '../places/gone-settings.js';
import type { Removal } from '../places/removal.js';
import { editsHere } from '../places/verdicts.js';
import { assignedTo } from '../python/uses.js';
import { valueAt } from '../python/variables.js';
import { elementsOf, withoutElements } from './elements.js';
import { type Forms, formsOf } from './forms.js';
import { goCallGiven, goCallStatement, isReadInto } from './go-statements.js';
import { isGoneThrough } from './gone-through.js';
import { FEWER_MESSAGES, withMessages } from './messages.js';
import { withoutFunction } from './only-statement.js';
import { shellReport } from './shell-reports.js';
import { callStatement, withoutStatements } from './statements.js';

const USED = 'the result of the call is used, or the call is part of a larger statement';

export const LESS_OUTPUT: Difference = {
  name: 'less-output',
  what: 'what the call answered was printed, and is not printed any more',
};

const OTHER_STATUS: Difference = {
  name: 'exit-status',
  what: 'the script ends with the status of the command that is last now',
};

export function removalOutside(site: Site, around: Surroundings): Removal {
  const { finding, file } = site;
  const tree = around.treeOf(file.path);
  const forms = formsOf(file.language);
  if (tree === null || forms === null) return nothing(USED);
  const leaf = leafAt(tree, finding.at.start, finding.at.end);
  if (tree.errors.some((error) => isInside(leaf, error)))
    return nothing('the code around it could not be read');
  const element = elementOf(tree, forms, leaf);
  if (element !== null && finding.method !== 'GET') return withoutElement(site, around, tree, element);

  const call = callGiven(tree, forms, leaf);
  if (call === null || !isOwnCall(site)) return nothing('it is only a part of what the call sends');
  return withoutCall(site, around, tree, forms, call);
}

/** The call that a text is written in, or that is given the variable which holds it and nothing else does. */
function callGiven(tree: SyntaxTree, forms: Forms, leaf: SyntaxNode): SyntaxNode | null {
  if (tree.language === 'go') return goCallGiven(tree, leaf);
  const nearest = closest(leaf, forms.calls);
  const isFormat = nearest !== null && /^(["']).*\1\.format\(/.test(textOf(tree, nearest));
  const call = isFormat && nearest.parent !== null ? closest(nearest.parent, forms.calls) : nearest;
  if (tree.language !== 'python' || call !== null) return call;
  const assignment = closest(leaf, ASSIGNMENTS);
  const value = assignment?.children.at(-1);
  const held = value === undefined || !isInside(leaf, value) ? null : assignedTo(tree, value);
  const [use, ...others] = held?.uses ?? [];
  if (use === undefined || others.length > 0) return null;
  const given = use.parent?.type === 'keyword_argument' ? use.parent : use;
  return given.parent?.type === 'argument_list' ? closest(given, forms.calls) : null;
}

const ASSIGNMENTS: ReadonlySet<string> = new Set(['assignment']);

/** Statements right above that only give a value to what a call is handed: they go with it. */
function preparing(
  tree: SyntaxTree,
  forms: Forms,
  call: SyntaxNode,
  statement: SyntaxNode | undefined,
): readonly SyntaxNode[] {
  const block = statement?.parent ?? null;
  if (tree.language === 'php') return preparedIn(PHP, tree, forms, call, block);
  if (tree.language !== 'python' || statement === undefined || block === null) return [];
  const given = walk(call).flatMap((node) => {
    const isWhole = node.parent?.type === 'argument_list' || node.parent?.type === 'keyword_argument';
    const variable = node.type === 'identifier' && isWhole ? valueAt(tree, node) : null;
    const isOwn = variable?.uses.length === 1 && /[a-z]/.test(variable.name);
    return variable === null || !isOwn || doesMore(tree, forms, variable.value, true)
      ? []
      : [variable.statement];
  });
  const above = block.children.slice(0, block.children.indexOf(statement)).filter(({ isNamed }) => isNamed);
  const other = above.findLastIndex((one) => !given.includes(one));
  return above.slice(other + 1);
}

/** The same where arrays are put together of what was prepared. */
function preparedIn(
  syntax: Syntax,
  tree: SyntaxTree,
  forms: Forms,
  call: SyntaxNode,
  block: SyntaxNode | null,
): readonly SyntaxNode[] {
  const given = walk(call).flatMap((node) => {
    const variable = variableAt(syntax, tree, node);
    const isOwn = variable?.uses.every((use) => isInside(use, call)) === true;
    return variable === null || !isOwn || doesMore(tree, forms, variable.value, true)
      ? []
      : [variable.statement];
  });
  return [...new Set(given)].filter(({ parent }) => parent === block);
}

function nothing(why: string): Removal {
  return { what: 'nothing', why };
}

/** Words by which a text speaks of the setting: `server_side_exclude`, `server-side excludes`, `minification`. */
function aboutOf({ finding, entry }: Site): RegExp {
  const names = [finding.endpoint?.split('/').at(-1) ?? '', ...entry.settings.map(({ id }) => id)].filter(
    (name) => /^\w{4,}$/.test(name),
  );
  const pattern = names.map((name) => name.replace(/y$/, '[yi]').replaceAll('_', '[ _-]')).join('|');
  return new RegExp(pattern === '' ? '(?!)' : `\\b(?:${pattern})`, 'i');
}

/** The call does nothing but set the one setting. */
function isOwnCall({ finding }: Site): boolean {
  if (finding.kind === 'endpoint' || finding.kind === 'sdk') return true;
  return finding.kind === 'value' && /\/settings\/\w+$/.test(finding.endpoint ?? '');
}

function withoutCall(
  site: Site,
  around: Surroundings,
  tree: SyntaxTree,
  forms: Forms,
  call: SyntaxNode,
): Removal {
  if (tree.language === 'go') return withoutGoCall(site, tree, forms, call);
  const found = callStatement(tree, call) ?? (tree.language === 'shell' ? shellReport(tree, call) : null);
  if (found === null) return nothing(USED);
  if (found.isPrinted && site.finding.method === 'GET')
    return nothing('what it prints is all that the call is for');
  if (namesOthers(site, tree, forms, call))
    return nothing('the call seems to be about other settings as well');
  if (doesMore(tree, forms, call))
    return nothing('what the call is given is worked out on the spot, and that would not happen any more');
  const [first] = found.statements;
  const needed = [...preparing(tree, forms, call, first), ...found.statements];
  const statements = withMessages(tree, needed, aboutOf(site));
  const edits =
    withoutStatements(tree, statements, aboutOf(site)) ??
    withoutFunction(site, around, tree, needed, aboutOf(site));
  if (edits === null) return nothing('its block would be empty without it, or a comment in it would be lost');
  if (found.isReported === true) return { what: 'report', edits: editsHere(site, edits) };
  const differences = [
    ...(found.isPrinted ? [LESS_OUTPUT] : []),
    ...(statements.length > needed.length ? [FEWER_MESSAGES] : []),
    ...(site.finding.language === 'shell' && endsScript(tree, statements) ? [OTHER_STATUS] : []),
  ];
  return {
    what: 'call',
    edits: editsHere(site, edits),
    ...(differences.length > 0 ? { differences } : {}),
  };
}

/** The status of a script is that of its last command, unless it stops at the first that fails. */
function endsScript({ language, root, text }: SyntaxTree, gone: readonly SyntaxNode[]): boolean {
  const last = root.children.findLast(({ isNamed, type }) => isNamed && type !== 'comment');
  const stops = /^[ \t]*set[ \t]+(?:-\w*e|-o[ \t]+errexit)|^#!.*[ \t]-\w*e/m.test(text);
  return language === 'shell' && !stops && last !== undefined && gone.includes(last);
}

function withoutGoCall(site: Site, tree: SyntaxTree, forms: Forms, call: SyntaxNode): Removal {
  const found = goCallStatement(tree, call);
  if (found === null || site.finding.method === 'GET' || isReadInto(tree, call)) return nothing(USED);
  if (namesOthers(site, tree, forms, call))
    return nothing('the call seems to be about other settings as well');
  if (doesMore(tree, forms, call))
    return nothing('what the call is given is worked out on the spot, and that would not happen any more');
  const { statements } = found;
  const removed = statements.length === 0 ? [] : withoutStatements(tree, statements, aboutOf(site));
  if (removed === null)
    return nothing('its block would be empty without it, or a comment in it would be lost');
  const edits = [...removed, ...found.edits];
  if (unusedAfter(tree, edits).isStuck) return nothing('a variable would be left that nothing uses');
  return { what: 'call', edits: editsHere(site, edits) };
}

const SETTING = /^["'](?:[a-z0-9]+(?:_[a-z0-9]+)+|ssl|polish|webp|ipv6|http[23]|waf|websockets|ciphers)["']$/;

function namesOthers({ finding: { at } }: Site, tree: SyntaxTree, forms: Forms, call: SyntaxNode): boolean {
  return walk(call).some(
    (node) =>
      forms.strings.has(node.type) &&
      SETTING.test(textOf(tree, node)) &&
      !(node.start <= at.start && at.end <= node.end) &&
      node.field !== 'key',
  );
}

/** Arguments that are calls themselves may do something that has to happen. */
function doesMore(tree: SyntaxTree, forms: Forms, call: SyntaxNode, isWhole = false): boolean {
  const parts = isWhole ? [call] : call.children.filter((child) => child !== call.children[0]);
  return parts
    .flatMap((part) => walk(part))
    .some((node) => forms.calls.has(node.type) && !forms.pure.test(nameOf(tree, node)));
}

function nameOf(tree: SyntaxTree, call: SyntaxNode): string {
  const name = call.children.find(
    ({ field }) => field === 'function' || field === 'method' || field === 'name',
  );
  return name === undefined ? '' : textOf(tree, name);
}

interface Element {
  readonly list: SyntaxNode;
  readonly node: SyntaxNode;
}

/** The element of a list that a text is, or that is a row about it: `('minify', 'on')`, `{'id': 'minify'}`. */
function elementOf(tree: SyntaxTree, forms: Forms, leaf: SyntaxNode): Element | null {
  let node = leaf;
  while (
    node.parent !== null &&
    (forms.strings.has(node.parent.type) || KEYS.has(node.parent.type) || isOnlyIn(tree, forms, node))
  )
    node = node.parent;
  let list = node.parent;
  if (list !== null && forms.pairs.has(list.type)) {
    // A map may be gone through as well: its pair goes.
    const map = list.parent;
    if (map !== null && list.children[0] === node)
      return forms.maps.has(map.type) ? { list: map, node: list } : null;
    node = list.parent ?? list;
    if (node.parent !== null && ROWS.has(node.parent.type)) node = node.parent;
    list = node.parent;
  }
  if (list === null || !(forms.lists.has(list.type) || isListOf(tree, list))) return null;
  if (list.type === 'for_statement' && node.field !== 'value') return null;
  const outer = list.parent;
  const isRow = outer !== null && forms.lists.has(outer.type) && list.type !== 'for_statement';
  const found = isRow ? { list: outer, node: list } : { list, node };
  return elementsOf(forms, found.list).includes(found.node) && isUniform(forms, found.list) ? found : null;
}

/** PowerShell: the key of an entry. */
const KEYS: ReadonlySet<string> = new Set(['key_expression']);

/** Java: `List.of(…)`. */
function isListOf(tree: SyntaxTree, { type, parent, start }: SyntaxNode): boolean {
  const isCall = type === 'argument_list' && parent?.type === 'method_invocation';
  return (
    isCall && /^(?:List\.of|Set\.of|Stream\.of|Arrays\.asList)$/.test(tree.text.slice(parent.start, start))
  );
}

/** Rows that are written with the name of their type. */
const ROWS: ReadonlySet<string> = new Set(['struct_expression', 'json_element']);

/** The text is all that its parent is about: `"minify".to_string()`. */
function isOnlyIn(tree: SyntaxTree, forms: Forms, { parent, start }: SyntaxNode): boolean {
  if (parent === null || parent.type === 'literal_element') return parent !== null;
  const isConverted = /^(?:field_expression|call_expression|json_element)$/.test(parent.type);
  return tree.language === 'rust' && isConverted && parent.start === start && isPureRust(tree, forms, parent);
}

/** What is called in it only makes a text of another text. */
function isPureRust(tree: SyntaxTree, { pure }: Forms, node: SyntaxNode): boolean {
  const called = textOf(tree, node)
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    .matchAll(/([\w.":]+)(!?)\(/g);
  return [...called].every(([, name = '', macro]) => (macro === '!' ? /(?:^|::)json$/ : pure).test(name));
}

function isUniform(forms: Forms, list: SyntaxNode): boolean {
  return (
    new Set(elementsOf(forms, list).map(({ type }) => (forms.strings.has(type) ? 'text' : type))).size === 1
  );
}

function withoutElement(
  site: Site,
  around: Surroundings,
  tree: SyntaxTree,
  { list, node }: Element,
): Removal {
  if (!isGoneThrough({ tree, path: site.file.path, around }, list))
    return nothing('the list may be used for more than a loop');
  const forms = formsOf(tree.language);
  const isPlain =
    forms === null ||
    (tree.language === 'rust' ? isPureRust(tree, forms, node) : !doesMore(tree, forms, node, true));
  if (!isPlain) return nothing('its value is worked out on the spot');
  const all = forms === null ? [] : elementsOf(forms, list);
  const going = all.filter((other) => other === node || namesGone(tree, other));
  const edits = withoutElements(tree, list, [node], going);
  return edits === null
    ? nothing('the list would be empty without it, or a comment would be lost')
    : { what: 'round', edits: editsHere(site, edits) };
}

/** An element that is about a setting that goes as well. */
function namesGone(tree: SyntaxTree, element: SyntaxNode): boolean {
  const written = textOf(tree, element);
  const [, first = ''] = /^[^\w]*(\w+)/.exec(written) ?? [];
  return GOES.has(first) || [...written.matchAll(/["'](\w+)["']/g)].some(([, name = '']) => GOES.has(name));
}
