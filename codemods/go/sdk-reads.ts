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
import type { GoTypes } from './scope.js';
import { aliasOf, type SdkCall } from './sdk-calls.js';
import type { SdkKind } from './sdk-kind.js';
import type { SdkVersion } from './sdk-version.js';

const APART = 'rules or filters are put together apart from the call';

export class SdkReads {
  readonly #of: GoPackage;
  readonly #kind: SdkKind;
  readonly #types: GoTypes;
  readonly #version: SdkVersion;
  /** `created[0]` of what is one rule now, with its new name. */
  readonly singles = new Map<SyntaxNode, string>();

  constructor(of: GoPackage, types: GoTypes, kind: SdkKind, version: SdkVersion) {
    this.#of = of;
    this.#kind = kind;
    this.#types = types;
    this.#version = version;
  }

  /** Edits of the package; or why it cannot be changed. `sent` is what the calls send, which is written anew. */
  all(calls: readonly SdkCall[], sent: readonly SyntaxNode[]): readonly FileEdit[] | string {
    const edits: FileEdit[] = [];
    for (const { tree, path } of this.#of.files) {
      const given = calls.filter((call) => call.tree === tree).flatMap(({ args }) => args.slice(2));
      // Offsets are those of one file.
      const here = [...sent.filter((one) => rootOf(one) === tree.root), ...given];
      const isSent = (node: SyntaxNode) => here.some((one) => isInside(node, one));
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
    return (
      type !== null && 'foreign' in type && type.foreign.split('.').slice(1).join('.') === this.#kind.type
    );
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
    const [own = '', name = ''] = written.split('.');
    if (own !== alias || !this.#kind.types.test(name)) return [];
    if (name !== this.#kind.type || isFilled(node)) return APART;
    return [{ file: path, start: node.start, end: node.end, text: `${alias}.RulesetRule` }];
  }

  #ofField(spot: Spot, alias: string | null): readonly FileEdit[] | string {
    const { tree, node } = spot;
    const [operand, field] = [fieldOf(node, 'operand'), fieldOf(node, 'field')];
    const name = field === null ? '' : textOf(tree, field);
    const { fields, own, fieldEdits } = this.#kind;
    if (operand === null || alias === null || !fields.test(name)) return [];
    if (!this.isRule({ ...spot, node: operand }))
      return this.#types.of({ ...spot, node: operand }) === null && own.test(name)
        ? 'the type of what is read cannot be told'
        : [];
    const rule = this.singles.get(operand) ?? textOf(tree, operand);
    return fieldEdits({ ...spot, name, rule, alias, version: this.#version });
  }

  /** A rule is handed to another module as a whole. */
  #leaves(call: Spot): boolean {
    if (this.#types.definitions.functionCalled(call) !== null || /^(?:append|len|cap)$/.test(calledAs(call)))
      return false;
    const list = fieldOf(call.node, 'arguments');
    const isOf = new RegExp(`^(?:\\[\\])?\\w+\\.${literally(this.#kind.type)}$`);
    return (list?.children ?? []).some((argument) => {
      const type = argument.isNamed ? this.#types.of({ ...call, node: argument }) : null;
      return type !== null && 'foreign' in type && isOf.test(type.foreign);
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

function rootOf(node: SyntaxNode): SyntaxNode {
  let root = node;
  while (root.parent !== null) root = root.parent;
  return root;
}
