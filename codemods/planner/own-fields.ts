/**
 * Fields of a change that are read of the very rule that is changed: a change keeps them anyway, so they are not sent.
 * The notations of Python, PHP and Ruby are read alike.
 */
import { closest, isInside, type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import { literally } from '../../src/value/index.js';

/** `rule["a"]`, `$rule->a`, `rule.get("a", "")` and `rule[:a] ?? ''` as `rule.a`; null where it is no such read. */
function plainRead(written: string): string | null {
  const inner = written
    .trim()
    .replace(/ ?(?:\?\?|\|\|) ?(?:''|""|null|nil)$/, '')
    .replaceAll(/\[:?["']?(\w+)["']?\]|->(\w+)/g, (_, one?: string, other?: string) => `.${one ?? other}`)
    .replaceAll(/\.get\(["'](\w+)["'](?:, ?(?:""|''|None|\{\}))?\)/g, '.$1');
  return /^[$@]?\w+(?:\.\w+)+$/.test(inner) ? inner : null;
}

/** The variable whose id an expression is: `rule` of `rule["id"]`. */
function ruleWithId(id: string): string | null {
  return /^([$@]?\w+)\.id$/.exec(plainRead(id) ?? '')?.[1] ?? null;
}

/** The variable whose id is compared with an expression: `rule` of `rule["id"] == wanted`. */
function ruleComparedWith(condition: string, id: string): string | null {
  const sides = condition.split(/={2,3}/);
  const [one = '', other = ''] = sides.map((side) => side.trim().replace(/^\((.*)\)?$/s, '$1'));
  if (sides.length !== 2) return null;
  const isId = (side: string) => side.replace(/\)$/, '') === id;
  return isId(other) ? ruleWithId(one) : isId(one) ? ruleWithId(other.replace(/\)$/, '')) : null;
}

/** The variable with the rule that a call changes: by a comparison with its id around the call, or by the id itself. */
export function ownRuleOf(tree: SyntaxTree, call: SyntaxNode, written: string): string | null {
  const id = written.replace(/^\{(.*)\}$/s, '$1');
  const around = closest(call.parent, new Set(['if_statement', 'if']));
  const condition = around?.children.find(({ field }) => field === 'condition');
  const isThen = around?.children.some(
    (one) => /^(?:body|consequence)$/.test(one.field ?? '') && isInside(call, one),
  );
  const isCompared = condition !== undefined && isThen === true;
  const rule = (isCompared ? ruleComparedWith(textOf(tree, condition), id) : null) ?? ruleWithId(id);
  return rule !== null && staysAsRead(tree.text, rule) ? rule : null;
}

/** What is assigned a value behind a name. */
const FIELD_ASSIGNED = String.raw`(?:\[[^\]\n]{0,80}\]|->\w{1,40}|\.\w{1,40}){1,6}[ \t]{0,8}[-+*/.|?&]{0,2}=(?![=>~])`;
const CHANGED = String.raw`\.(?:update|pop|setdefault|merge!|delete|store)\b`;

/** Nothing in the text gives the fields of a variable other values. */
export function staysAsRead(text: string, rule: string): boolean {
  return (
    !new RegExp(`(?<![\\w$@])${literally(rule)}(?:${FIELD_ASSIGNED}|${CHANGED})`).test(text) &&
    !new RegExp(`\\bunset\\([^)\\n]{0,200}${literally(rule)}\\b`).test(text)
  );
}

/** `written` is what the rule has for the field, or `{id: …}` of the object that it has there. */
export function isOwnField(rule: string, field: string, written: string): boolean {
  const line = written.replaceAll(/\s+/g, ' ');
  const [, inner] =
    /^(?:\{|\[|array\() ?(?:["']id["'] ?(?::|=>)|:id ?=>|id:)([^,]*),? ?[}\])]$/.exec(line) ?? [];
  return inner === undefined
    ? plainRead(written) === `${rule}.${field}`
    : plainRead(inner) === `${rule}.${field}.id`;
}
