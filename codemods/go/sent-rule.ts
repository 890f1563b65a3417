/** The rule that a call of Go sends in the place of its body. */
import { fieldOf, type SyntaxNode, textOf } from '../../src/grammar/index.js';
import type { FileEdit } from '../../src/migrate/index.js';
import { indentAt, movedTo } from '../places/indent.js';
import type { Body } from './body.js';
import type { RequestCall } from './call.js';
import { freeName, withoutLines } from './emit.js';
import type { Filters } from './filters.js';
import { type Followed, nameOf } from './followed.js';
import type { Feature, NamedRules, SentRule } from './kind.js';
import { entriesOf, literalOf } from './literals.js';
import type { RuleStructs } from './rule-structs.js';
import { declaredAt, type GoTypes } from './scope.js';
import { textWith } from './structs.js';

const UNWRITTEN = 'what it sends is not one rule that is written out';

export interface PackageRules {
  readonly types: GoTypes;
  readonly kind: NamedRules;
  readonly filters: Filters;
  readonly structs: RuleStructs;
  readonly structEdits: readonly FileEdit[];
}

/** What a new function is given, and the type of that. */
export interface GivenRule {
  readonly rule: SentRule;
  readonly argument: string;
  readonly type: string;
  readonly edits: readonly FileEdit[];
}

export function ruleGiven(
  { types, kind, filters, structs, structEdits }: PackageRules,
  one: Followed,
): GivenRule | string {
  const { call, body } = one;
  const { tree, path } = call;
  const rule = body === null ? null : structs.ruleOf(call, body);
  if (body === null || rule === null) return UNWRITTEN;
  const gone = body.gone.map((statement) => withoutLines(path, tree, statement, statement));
  const literal = literalOf(types, { ...call, node: rule });
  const underlying = literal === null ? null : types.underlying(literal.type);
  const held = (written: string) => {
    const { variable } = body;
    if (variable === null)
      return { argument: movedTo(indentAt(tree.text, call.node.start), written), edits: gone };
    const name = nameFor(call, textOf(tree, variable.name));
    const { node } = body;
    return {
      argument: name,
      edits: [
        ...gone,
        { file: path, start: variable.name.start, end: variable.name.end, text: name },
        {
          file: path,
          start: node.start,
          end: node.end,
          text: movedTo(indentAt(tree.text, node.start), written),
        },
      ],
    };
  };
  if (literal === null) {
    if (one.struct === null || kind.isWhole) return UNWRITTEN;
    const pointer = isPointer(call, body, rule) ? '*' : '';
    const text = `${pointer}${textWith(call, rule, structEdits)}`;
    const isOpen = structs.isOpen(one.struct);
    const features: Feature[] = kind.isWhole ? [] : isOpen ? ['any-action', 'skip', 'action'] : ['action'];
    const type = nameOf(one.struct);
    return {
      rule: { text, features, differences: kind.written?.(call.method === 'POST') ?? [] },
      type,
      ...held(text),
    };
  }
  const isMap = underlying !== null && !('foreign' in underlying) && underlying.node.type === 'map_type';
  if (isMap || kind.isWhole) {
    const sending = { types, filters };
    const map = kind.sentMap(sending, call, literal.body, isMap ? null : underlying);
    if (typeof map === 'string') return map;
    if (!isMap) {
      const type = `map[string]${one.handed.writing.any}`;
      return { rule: map, type, ...held(`${type}${map.text}`) };
    }
    const text = `${literal.written}${map.text}`;
    return { rule: map, type: literal.written.replace(/^\*/, ''), ...held(text) };
  }
  if (one.struct === null) return UNWRITTEN;
  const written = textWith(call, literal.body, structEdits);
  const type = nameOf(one.struct);
  const action = entriesOf(tree, literal.body, underlying)?.find(({ name }) => name === 'action')?.value;
  const features =
    action === undefined ? [] : (kind.featuresOf?.(textOf(tree, action), call.method === 'POST') ?? []);
  if (typeof features === 'string') return features;
  return {
    rule: { text: written, features, differences: kind.written?.(call.method === 'POST') ?? [] },
    type,
    ...held(`${type}${written}`),
  };
}

/** `rules` that hold one now are a `rule`. */
function nameFor(call: RequestCall, name: string): string {
  const singular = name.replace(/s$/, '');
  return singular === name ? name : (freeName(call, [singular, 'added']) ?? name);
}

function isPointer(call: RequestCall, body: Body, rule: SyntaxNode): boolean {
  const list = rule === body.node ? null : fieldOf(body.node, 'type');
  if (list !== null) return fieldOf(list, 'element')?.type === 'pointer_type';
  const declared = rule.type === 'identifier' ? declaredAt({ ...call, node: rule }) : null;
  const type = declared?.parameter == null ? null : fieldOf(declared.parameter, 'type');
  const value = declared === null ? null : fieldOf(declared.by, 'right');
  return type?.type === 'pointer_type' || (value !== null && /^&/.test(textOf(call.tree, value)));
}
