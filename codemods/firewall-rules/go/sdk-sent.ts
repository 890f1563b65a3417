/** The rules that calls of cloudflare-go send, as rules of a ruleset. */
import {
  FIREWALL_RULE,
  NEEDS_POSITION,
  NO_FILTER,
  sentField,
  UNKNOWN_ACTION,
} from '../../../src/convert/index.js';
import { fieldOf, type SyntaxNode, textOf } from '../../../src/grammar/index.js';
import { entryPairs, literalText, negated } from '../../go/literals.js';
import { heldBy, type SdkCall } from '../../go/sdk-calls.js';
import { ELSEWHERE, type SentRules, type SentSdkRule } from '../../go/sdk-kind.js';
import type { SdkReads } from '../../go/sdk-reads.js';
import { enabledGiven, type SdkVersion } from '../../go/sdk-version.js';
import { indentAt, movedTo } from '../../places/indent.js';

const UNKNOWN = { why: 'what it sends is not one rule that is written out' };

export class SdkRules implements SentRules {
  readonly #calls: readonly SdkCall[];
  readonly #reads: SdkReads;
  readonly #version: SdkVersion;
  /** Values that read a filter and go. */
  readonly filterReads = new Map<SdkCall, SyntaxNode[]>();
  /** Literals that are written anew. */
  readonly sent: SyntaxNode[] = [];
  hasSkips = false;
  hasOpenActions = false;

  constructor(calls: readonly SdkCall[], reads: SdkReads, version: SdkVersion) {
    this.#calls = calls;
    this.#reads = reads;
    this.#version = version;
  }

  /** The only rule of a slice that a call creates. */
  created(call: SdkCall): SentSdkRule {
    const [, , sent] = call.args;
    if (sent === undefined) return UNKNOWN;
    const { literal: slice, name } = heldBy(call, sent);
    this.sent.push(slice);
    const element = onlyElement(slice);
    if (element === null) return UNKNOWN;
    const body = bodyOf(element);
    if (body !== null) return this.#rule(call, body, name === null ? null : { slice, name });
    if (name !== null) return UNKNOWN;
    const held = heldBy(call, element);
    const inner = bodyOf(held.literal);
    if (inner === null) return UNKNOWN;
    this.sent.push(held.literal);
    return this.#rule(call, inner, held.name === null ? null : { slice: held.literal, name: held.name });
  }

  /** The rule that a call puts in the place of another one. */
  changed(call: SdkCall): SentSdkRule {
    const [, , sent] = call.args;
    if (sent === undefined) return UNKNOWN;
    if (sent.type === 'identifier' && this.#reads.isRule({ ...call, node: sent })) {
      const { literal } = heldBy(call, sent);
      return literal === sent ? { text: textOf(call.tree, sent), edits: [] } : UNKNOWN;
    }
    const body = bodyOf(sent);
    return body === null ? UNKNOWN : this.#rule(call, body, null);
  }

  #rule(
    call: SdkCall,
    literal: SyntaxNode,
    held: { readonly slice: SyntaxNode; readonly name: SyntaxNode } | null,
  ): SentSdkRule {
    const { tree, alias } = call;
    const pairs = entryPairs(tree, literal);
    if (pairs === null) return UNKNOWN;
    const isChange = call.role === 'update';
    const entries: (readonly [string, string])[] = [];
    let owner: string | null = null;
    for (const { key, value } of pairs) {
      const text = this.#reads.textOf({ ...call, node: value });
      if (key === 'Filter') {
        const expression = this.#expressionOf(call, value);
        if (expression === null) return { why: ELSEWHERE };
        owner = /^(.+)\.Expression$/.exec(expression)?.[1] ?? null;
        entries.push(['Expression', expression]);
      } else if (text === null) return UNKNOWN;
      else if (key === 'Paused') entries.push(['Enabled', enabledGiven(this.#version, alias, negated(text))]);
      else if (key === 'Priority') {
        if (isChange || !/^\d+$/.test(text)) return { why: NEEDS_POSITION };
      } else if (key !== 'Action') {
        if (!(/^(?:Description|Ref)$/.test(key) || (isChange && key === 'ID')))
          return { why: `its field ${key} has no counterpart` };
        entries.push([key, text]);
      } else entries.push([key, text]);
    }
    if (!pairs.some(({ key }) => key === 'Filter')) return { why: NO_FILTER };
    if (isChange && !['ID', 'Action'].every((key) => pairs.some((pair) => pair.key === key))) return UNKNOWN;
    const whole = this.#withAction(call, entries, owner);
    if ('why' in whole) return whole;
    if (!pairs.some(({ key }) => key === 'Paused'))
      whole.entries.push(['Enabled', enabledGiven(this.#version, alias, 'true')]);
    const text = literalText(tree, literal, whole.entries);
    const rule = movedTo(
      indentAt(tree.text, held?.name.start ?? call.holder?.start ?? call.node.start),
      `${alias}.RulesetRule${text}`,
    );
    if (held === null) return { text: rule, edits: [] };
    const own = textOf(tree, held.name).replace(/s$/, '');
    const { start, end } = held.slice;
    return {
      text: own,
      edits: [
        { file: call.path, start: held.name.start, end: held.name.end, text: own },
        { file: call.path, start, end, text: rule },
      ],
    };
  }

  /** The action with its parameters. `owner` is the rule that the expression is read of. */
  #withAction(
    { alias, role }: SdkCall,
    written: readonly (readonly [string, string])[],
    owner: string | null,
  ): { readonly entries: (readonly [string, string])[] } | { readonly why: string } {
    const entries: (readonly [string, string])[] = [];
    for (const [key, text] of written) {
      const value = /^"(\w+)"$/.exec(text)?.[1] ?? null;
      const field = key === 'Action' ? sentField(FIREWALL_RULE, 'action', value, 'creation') : null;
      if (field === null || field.is === 'kept') entries.push([key, text]);
      else if (field.is === 'refused') return { why: field.why };
      else if (field.is === 'meaning') {
        if (role !== 'add') return { why: 'a rule that allows goes to another place among the rules' };
        this.hasSkips = true;
        entries.push(
          [key, `"${field.fields.action}"`],
          ['ActionParameters', `&${alias}.RulesetRuleActionParameters{Ruleset: "current"}`],
        );
      } else if (role === 'add') {
        this.hasSkips = true;
        this.hasOpenActions = true;
        entries.push([key, text]);
      } else if (text === `${owner}.Action`)
        entries.push([key, text], ['ActionParameters', `${owner}.ActionParameters`]);
      else return { why: UNKNOWN_ACTION };
    }
    return { entries };
  }

  /** `filters[0]`, `cloudflare.Filter{ID: filters[0].ID}`, `cloudflare.Filter{Expression: expression}`, `rule.Filter` */
  #expressionOf(call: SdkCall, value: SyntaxNode): string | null {
    const { tree } = call;
    const body = value.type === 'composite_literal' ? fieldOf(value, 'body') : null;
    const pairs = body === null ? null : entryPairs(tree, body);
    const own = pairs?.find(({ key }) => key === 'Expression');
    const isChange = call.role === 'update';
    if (own !== undefined && !isChange)
      return pairs?.every(({ key }) => /^(?:Expression|Description|ID)$/.test(key)) === true
        ? this.#reads.textOf({ ...call, node: own.value })
        : null;
    const id = pairs?.length === 1 && pairs[0]?.key === 'ID' ? pairs[0].value : value;
    const rule = this.#ruleOfFilter(call, id);
    if (rule !== null) return `${rule}.Expression`;
    if (isChange) return null;
    const name = /^(\w+)\[0\](?:\.ID)?$/.exec(textOf(tree, id))?.[1];
    const made = this.#calls.find(
      (one) =>
        one.role === 'filter' &&
        one.tree === tree &&
        one.names[0] === name &&
        one.holder?.parent === call.holder?.parent,
    );
    const element = made?.args[2] === undefined ? null : onlyElement(made.args[2]);
    const literal = element === null ? null : bodyOf(element);
    const parts = literal === null ? null : entryPairs(tree, literal);
    const expression = parts?.find(({ key }) => key === 'Expression')?.value;
    if (
      made === undefined ||
      expression === undefined ||
      parts?.every(({ key }) => /^(?:Expression|Description)$/.test(key)) !== true
    )
      return null;
    this.filterReads.set(made, [...(this.filterReads.get(made) ?? []), id]);
    return textOf(tree, expression);
  }

  /** `rule` of `rule.Filter` and `rule.Filter.ID` */
  #ruleOfFilter(call: SdkCall, value: SyntaxNode): string | null {
    const field = (node: SyntaxNode, name: string) =>
      node.type === 'selector_expression' && textOf(call.tree, node).endsWith(`.${name}`)
        ? fieldOf(node, 'operand')
        : null;
    const rule = field(field(value, 'ID') ?? value, 'Filter');
    return rule !== null && this.#reads.isRule({ ...call, node: rule })
      ? (this.#reads.singles.get(rule) ?? textOf(call.tree, rule))
      : null;
  }
}

/** The only element of a slice that is written out. */
function onlyElement(slice: SyntaxNode): SyntaxNode | null {
  const elements = fieldOf(slice, 'body')?.children.filter(({ isNamed }) => isNamed) ?? [];
  const [only, ...others] = elements;
  if (only?.type !== 'literal_element' || others.length > 0) return null;
  return only.children.find(({ isNamed }) => isNamed) ?? null;
}

/** The body of a literal. */
export function bodyOf(value: SyntaxNode): SyntaxNode | null {
  if (value.type === 'composite_literal') return fieldOf(value, 'body');
  return value.type === 'literal_value' ? value : null;
}
