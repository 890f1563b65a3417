/** What reads or changes rules that cloudflare-go gives, and what names their type. */
import {
  calledAs,
  fieldOf,
  type GoPackage,
  isInside,
  type Spot,
  type SyntaxNode,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import type { FileEdit } from '../../src/migrate/index.js';
import { literally } from '../../src/value/index.js';
import { negated } from './literals.js';
import type { GoTypes } from './scope.js';
import { aliasOf, type SdkCall } from './sdk-calls.js';
import { enabledGiven, enabledRead, type SdkVersion } from './sdk-version.js';

const APART = 'rules or filters are put together apart from the call';
const GONE = 'fields are read that rules do not have any more';
const CHANGED = /^(?:Filter|Paused|Priority|Products|CreatedOn|ModifiedOn|Action)$/;

export class SdkReads {
  readonly #of: GoPackage;
  readonly #types: GoTypes;
  readonly #version: SdkVersion;
  /** `created[0]` of what is one rule now, with its new name. */
  readonly singles = new Map<SyntaxNode, string>();

  constructor(of: GoPackage, types: GoTypes, version: SdkVersion) {
    this.#of = of;
    this.#types = types;
    this.#version = version;
  }

  /** Edits of the package; or why it cannot be changed. `sent` is what the calls send, which is written anew. */
  all(calls: readonly SdkCall[], sent: readonly SyntaxNode[]): readonly FileEdit[] | string {
    const edits: FileEdit[] = [];
    for (const { tree, path } of this.#of.files) {
      const given = calls.filter((call) => call.tree === tree).flatMap(({ args }) => args.slice(2));
      const isSent = (node: SyntaxNode) => [...sent, ...given].some((one) => isInside(node, one));
      for (const node of walk(tree.root)) {
        if (isSent(node) || calls.some((call) => call.node === node)) continue;
        const found = this.#editsAt({ tree, path, node });
        if (typeof found === 'string') return found;
        edits.push(...found);
      }
    }
    return edits;
  }

  /** Source of a value that is sent, with what it reads of other rules; null where that cannot be told. */
  textOf(value: Spot): string | null {
    const { tree, node: whole } = value;
    const edits: FileEdit[] = [];
    for (const node of walk(whole)) {
      if (edits.some(({ start, end }) => start <= node.start && node.end <= end)) continue;
      const single = this.singles.get(node);
      const found =
        single === undefined
          ? this.#editsAt({ ...value, node })
          : [{ file: value.path, start: node.start, end: node.end, text: single }];
      if (typeof found === 'string') return null;
      edits.push(...found);
    }
    let text = '';
    let at = whole.start;
    for (const edit of edits.sort((a, b) => a.start - b.start)) {
      text += tree.text.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return text + tree.text.slice(at, whole.end);
  }

  /** Whether an expression is a rule that the SDK gave. */
  isRule(spot: Spot): boolean {
    const type = this.#types.of(spot);
    return type !== null && 'foreign' in type && /^\w+\.FirewallRule$/.test(type.foreign);
  }

  #editsAt(spot: Spot): readonly FileEdit[] | string {
    const alias = aliasOf(spot.tree);
    switch (spot.node.type) {
      case 'qualified_type':
        return this.#ofType(spot, alias ?? '');
      case 'call_expression':
        return this.#leaves(spot) ? 'rules leave the code in a way that cannot be followed' : [];
      case 'selector_expression':
        return this.#ofField(spot, alias);
      default:
        return [];
    }
  }

  #ofType({ tree, path, node }: Spot, alias: string): readonly FileEdit[] | string {
    const written = textOf(tree, node);
    const isName = new RegExp(`^${literally(alias)}\\.(?:Filter|FirewallRule\\w*|Filter\\w+Params)$`);
    if (!isName.test(written)) return [];
    if (written !== `${alias}.FirewallRule` || isFilled(node)) return APART;
    return [{ file: path, start: node.start, end: node.end, text: `${alias}.RulesetRule` }];
  }

  #ofField(spot: Spot, alias: string | null): readonly FileEdit[] | string {
    const { tree, path, node } = spot;
    const edit = (of: SyntaxNode, text: string): readonly FileEdit[] => [
      { file: path, start: of.start, end: of.end, text },
    ];
    const [operand, field] = [fieldOf(node, 'operand'), fieldOf(node, 'field')];
    const name = field === null ? '' : textOf(tree, field);
    if (operand === null || alias === null || !CHANGED.test(name)) return [];
    if (!this.isRule({ ...spot, node: operand }))
      return this.#types.of({ ...spot, node: operand }) === null && /^(?:Filter|Paused)$/.test(name)
        ? 'the type of what is read cannot be told'
        : [];
    const rule = this.singles.get(operand) ?? textOf(tree, operand);
    const { parent } = node;
    if (parent?.parent?.type === 'assignment_statement' && parent.field === 'left')
      return this.#given({ ...spot, node: parent.parent }, name, rule, alias);
    if (name === 'Action') {
      const text =
        parent?.type === 'binary_expression'
          ? parent.children.find((one) => textOf(tree, one) === '"allow"')
          : undefined;
      return text === undefined ? [] : edit(text, '"skip"');
    }
    if (name === 'Filter') {
      const inner =
        parent?.type === 'selector_expression' && node.field === 'operand' ? fieldOf(parent, 'field') : null;
      const part = inner === null ? '' : textOf(tree, inner);
      return parent == null || !/^(?:Expression|ID)$/.test(part) ? GONE : edit(parent, `${rule}.${part}`);
    }
    if (name !== 'Paused') return GONE;
    const isOn = enabledRead(this.#version, alias, rule);
    return parent?.type === 'unary_expression' && textOf(tree, parent).startsWith('!')
      ? edit(parent, isOn)
      : edit(node, `!${isOn}`);
  }

  /** `rule.Paused = true` */
  #given(
    { tree, path, node: { children } }: Spot,
    name: string,
    rule: string,
    alias: string,
  ): readonly FileEdit[] | string {
    const [left, operator, right, ...others] = children;
    const isPlain = operator !== undefined && textOf(tree, operator) === '=' && others.length === 0;
    const [value, ...values] = right?.children ?? [];
    if (!isPlain || left?.children.length !== 1 || value === undefined || values.length > 0)
      return 'a field of a rule is written';
    const text = textOf(tree, value);
    if (name === 'Action' && /^"(?!allow"|bypass")\w+"$/.test(text)) return [];
    if (name !== 'Paused' || !/^(?:!?\w+|true|false)$/.test(text)) return 'a field of a rule is written';
    const enabled = enabledGiven(this.#version, alias, negated(text));
    return [{ file: path, start: left.start, end: value.end, text: `${rule}.Enabled = ${enabled}` }];
  }

  /** A rule is handed to another module as a whole. */
  #leaves(call: Spot): boolean {
    if (this.#types.definitions.functionCalled(call) !== null || /^(?:append|len|cap)$/.test(calledAs(call)))
      return false;
    const list = fieldOf(call.node, 'arguments');
    return (list?.children ?? []).some((argument) => {
      const type = argument.isNamed ? this.#types.of({ ...call, node: argument }) : null;
      return type !== null && 'foreign' in type && /^(?:\[\])?\w+\.FirewallRule$/.test(type.foreign);
    });
  }
}

/** The type of a literal that has fields or elements. */
function isFilled(type: SyntaxNode): boolean {
  let holder = type.parent;
  while (holder !== null && /_type$/.test(holder.type)) holder = holder.parent;
  const body = holder?.type === 'composite_literal' ? fieldOf(holder, 'body') : null;
  return body?.children.some(({ isNamed }) => isNamed) === true;
}
