/** The struct of a program in Go that holds rules: it gets the fields of rules of rulesets, wherever it is used. */
import {
  calledAs,
  closest,
  fieldOf,
  type GoPackage,
  isInside,
  parametersIn,
  type Spot,
  type SyntaxNode,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import type { FileEdit } from '../../src/migrate/index.js';
import { appliedTo } from '../places/apply.js';
import { aligned } from './format.js';
import type { NamedRules } from './kind.js';
import { entriesOf, jsonNames, literalOf, negated } from './literals.js';
import { fieldsOf, type GoType, type GoTypes, namesOf } from './scope.js';

export interface StructReading {
  readonly types: GoTypes;
  readonly kind: NamedRules;
  readonly of: GoPackage;
  /** Of the package, and of those that import it. */
  readonly files: GoPackage['files'];
  /** Calls that take values of the struct to the API, or bring them. */
  readonly isRequest: (path: string, call: SyntaxNode) => boolean;
  /** What is written in the place of a literal; or why that cannot be told. */
  readonly literal: (
    spot: Spot,
    struct: GoType,
    textWith: (node: SyntaxNode) => string,
  ) => string | { readonly why: string };
  /** Nodes that go in another way. */
  readonly isGone: (path: string, node: SyntaxNode) => boolean;
  /** A rule that allows has parameters. */
  readonly hasParameters: () => boolean;
}

const LEAVES = 'rules leave the code in a way that cannot be followed';

/** All edits that give a struct other fields; or why it cannot have them. */
export function structEdits(reading: StructReading, struct: GoType): readonly FileEdit[] | string {
  if ('foreign' in struct || struct.node.type !== 'struct_type')
    return 'its rules are no struct of the package';
  const names = jsonNames(struct);
  if (names === null) return 'the fields of its struct have no names in JSON';
  const edits: FileEdit[] = [];
  for (const { tree, path } of reading.files) {
    if (![...names.keys()].some((name) => tree.text.includes(name))) continue;
    const found = editsIn(reading, struct, names, { tree, path, node: tree.root });
    if (typeof found === 'string') return found;
    edits.push(...found);
  }
  const declared = declarationEdit(reading, struct, names);
  return typeof declared === 'string' ? declared : [...edits, declared];
}

const LOOKED_AT: ReadonlySet<string> = new Set([
  'interpreted_string_literal',
  'raw_string_literal',
  'selector_expression',
  'literal_value',
  'call_expression',
]);

function editsIn(
  reading: StructReading,
  struct: GoType,
  names: ReadonlyMap<string, string>,
  file: Spot,
): readonly FileEdit[] | string {
  const { types, isGone } = reading;
  const { tree, path } = file;
  const edits: FileEdit[] = [];
  const literals: Spot[] = [];
  const put = ({ start, end }: { start: number; end: number }, text: string) =>
    edits.push({ file: path, start, end, text });
  for (const node of walk(tree.root)) {
    if (!LOOKED_AT.has(node.type) || isGone(path, node)) continue;
    const spot = { ...file, node };
    if (
      node.type.endsWith('_string_literal') &&
      /\{\{[^}]*\.(?:Paused|Filter|Priority|Disabled|Threshold|Match)\b/.test(textOf(tree, node))
    )
      return 'a template reads fields of rules';
    if (node.type === 'selector_expression') {
      const operand = fieldOf(node, 'operand');
      const field = fieldOf(node, 'field');
      const name = field === null ? undefined : names.get(textOf(tree, field));
      if (operand === null || name === undefined || !isChanged(reading.kind, name)) {
        if (
          operand !== null &&
          name === 'action' &&
          isOf(reading, { ...spot, node: operand }, struct) === true
        )
          edits.push(...actionEdits(reading.kind, spot));
        continue;
      }
      const isOwn = isOf(reading, { ...spot, node: operand }, struct);
      if (isOwn === null) return 'the type of what is read cannot be told';
      if (!isOwn) continue;
      const found = readEdit(reading, struct, spot, operand);
      if (typeof found === 'string') return found;
      put(found, found.text);
    } else if (node.type === 'literal_value') {
      const literal = literalOf(types, {
        ...spot,
        node: node.parent?.type === 'composite_literal' ? node.parent : node,
      });
      if (literal === null || !isSame(types.underlying(literal.type), struct)) continue;
      if (!node.children.some(({ isNamed }) => isNamed)) continue;
      literals.push(spot);
    } else if (node.type === 'call_expression' && !reading.isRequest(path, node)) {
      if (leaves(reading, struct, spot)) return LEAVES;
    }
  }
  // What stands in a literal first: it becomes a part of the literal's text.
  for (const spot of literals.toReversed()) {
    const text = reading.literal(spot, struct, (node) => textWith(spot, node, edits));
    if (typeof text !== 'string') return text.why;
    put(spot.node, text);
  }
  return edits.filter(
    (edit) => !edits.some((other) => other !== edit && other.start <= edit.start && edit.end <= other.end),
  );
}

/** The text of a node with the edits that lie within it. */
export function textWith(
  { tree, path }: Pick<Spot, 'tree' | 'path'>,
  node: SyntaxNode,
  edits: readonly FileEdit[],
): string {
  const inner = edits.filter(
    ({ file, start, end }) => file === path && node.start <= start && end <= node.end,
  );
  const outer = inner.filter(
    (edit) => !inner.some((other) => other !== edit && other.start <= edit.start && edit.end <= other.end),
  );
  return appliedTo(textOf(tree, node), node.start, outer);
}

export function isChanged({ fields, gone }: NamedRules, name: string): boolean {
  return gone.includes(name) || fields.some(({ old, now }) => old.split('.')[0] === name && old !== now);
}

/** Null where the type of an expression is not known. */
function isOf({ types }: StructReading, spot: Spot, struct: GoType): boolean | null {
  const type = types.of(spot);
  return type === null ? null : isSame(types.underlying(type), struct);
}

export function isSame(one: GoType | null, other: GoType): boolean {
  return one !== null && !('foreign' in one) && !('foreign' in other) && one.node === other.node;
}

/** `rule.Filter.Expression`, `!rule.Paused`, `rule.Paused = true` */
function readEdit(
  { types, kind }: StructReading,
  struct: GoType,
  spot: Spot,
  operand: SyntaxNode,
): { readonly start: number; readonly end: number; readonly text: string } | string {
  const { tree } = spot;
  let node: SyntaxNode = operand;
  let type: GoType | null = struct;
  const path: string[] = [];
  for (let { parent } = operand; parent?.type === 'selector_expression'; { parent } = parent) {
    const field = fieldOf(parent, 'field');
    const written = field === null ? '' : textOf(tree, field);
    const inner: GoType | null = type === null ? null : types.underlying(type);
    const name: string | undefined = inner === null ? undefined : jsonNames(inner)?.get(written);
    if (name === undefined) break;
    path.push(name);
    node = parent;
    type = inner === null ? null : types.field(inner, written);
    if (kind.fields.some(({ old }) => old === path.join('.'))) break;
  }
  const found = kind.fields.find(({ old }) => old === path.join('.'));
  if (found === undefined) return 'fields are read that rules do not have any more';
  const now = found.now.split('.').map(goName).join('.');
  const read = `${textOf(tree, operand)}.${now}`;
  const { parent } = node;
  if (parent?.type === 'unary_expression' && textOf(tree, parent).startsWith('&'))
    return 'a field of a rule is pointed to';
  const list = parent?.type === 'expression_list' && parent.field === 'left' ? parent.parent : null;
  if (list?.type === 'assignment_statement') {
    const right = fieldOf(list, 'right');
    const [value, ...others] = right?.children.filter(({ isNamed }) => isNamed) ?? [];
    const isPlain = list.children.some((one) => one.field === 'operator' && textOf(tree, one) === '=');
    if (value === undefined || others.length > 0 || !isPlain)
      return 'a field of a rule is written with others';
    const written = textOf(tree, value);
    return {
      start: node.start,
      end: value.end,
      text: `${read} = ${found.isNegated ? negated(written) : written}`,
    };
  }
  if (found.isNegated !== true) return { start: node.start, end: node.end, text: read };
  if (parent?.type === 'unary_expression') return { start: parent.start, end: parent.end, text: read };
  if (parent?.type === 'binary_expression' && /^(?:true|false)$/.test(parent.children.at(-1)?.type ?? '')) {
    const isNegated =
      parent.children.some(({ type: of }) => of === '==') === (parent.children.at(-1)?.type === 'true');
    return { start: parent.start, end: parent.end, text: isNegated ? `!${read}` : read };
  }
  return { start: node.start, end: node.end, text: `!${read}` };
}

const INITIALS: Readonly<Record<string, string>> = { ratelimit: 'RateLimit', id: 'ID' };

/** `requests_per_period` as the name of a field. */
export function goName(name: string): string {
  return INITIALS[name] ?? name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** What an action is compared with. */
function actionEdits({ actions }: NamedRules, { tree, path, node }: Spot): readonly FileEdit[] {
  const { parent } = node;
  const sides =
    parent?.type === 'binary_expression' && parent.children.some(({ type }) => /^[!=]=$/.test(type))
      ? parent.children
      : parent?.type === 'expression_switch_statement' && node.field === 'value'
        ? parent.children.flatMap((one) =>
            one.type === 'expression_case' ? (fieldOf(one, 'value')?.children ?? []) : [],
          )
        : [];
  return sides.flatMap((side) => {
    const name = /^"(\w+)"$/.exec(textOf(tree, side))?.[1];
    const now = name === undefined ? undefined : actions[name];
    return now === undefined ? [] : [{ file: path, start: side.start, end: side.end, text: `"${now}"` }];
  });
}

const PRINTS = /^(?:fmt\.(?:S?Print\w*|Fprint\w*|Errorf)|log\.\w+)$/;

/** A rule is handed to another module, or to a function that takes anything: it may be looked into there. */
function leaves({ types }: StructReading, struct: GoType, call: Spot): boolean {
  const name = calledAs(call);
  if (/^(?:append|len|cap|copy|delete|make|new|errors\.\w+|sort\.Slice\w*|slices\.\w+)$/.test(name))
    return false;
  const holds = (type: GoType | null, depth: number): boolean => {
    const inner = types.underlying(type);
    if (inner === null || 'foreign' in inner || depth > 4) return false;
    if (isSame(inner, struct)) return true;
    if (inner.node.type === 'struct_type')
      return fieldsOf(inner.node).some((field) =>
        holds(types.written(inner.spot, fieldOf(field, 'type')), depth + 1),
      );
    return /^(?:slice|array|map)_type$/.test(inner.node.type) && holds(types.element(inner), depth + 1);
  };
  const list = fieldOf(call.node, 'arguments');
  const args = (list?.children ?? []).filter(({ isNamed }) => isNamed);
  const handed = args.flatMap((node, index) => {
    const isPrinted = PRINTS.test(name) && node.type === 'selector_expression';
    return !isPrinted && holds(types.of({ ...call, node }), 0) ? [index] : [];
  });
  if (handed.length === 0) return false;
  const own = types.definitions.functionCalled(call);
  const parameters = own === null ? null : fieldOf(own.node, 'parameters');
  if (own === null || parameters === null) return true;
  // A function of the program says what it takes.
  const open = parametersIn(parameters);
  return handed.some((index) => {
    const type = open.find((one) => one.index === index)?.type;
    return type == null || /\bany\b|interface\s*\{/.test(textOf(own.tree, type));
  });
}

/** The struct with the new fields in the places of the old ones. */
function declarationEdit(
  { kind, hasParameters }: StructReading,
  struct: Exclude<GoType, { foreign: string }>,
  names: ReadonlyMap<string, string>,
): FileEdit | string {
  const { tree, path } = struct.spot;
  const list = struct.node.children.find(({ type }) => type === 'field_declaration_list');
  if (list === undefined) return 'its struct has no fields';
  if (walk(list).some((one) => one.type === 'comment' && !isOnOwnLine(tree.text, one.start)))
    return 'comments stand beside the fields of its struct';
  const edits: { start: number; end: number; text: string }[] = [];
  const written = new Set<string>();
  for (const field of fieldsOf(struct.node)) {
    const [own = ''] = namesOf(struct.spot, field);
    const name = names.get(own) ?? '';
    if (!isChanged(kind, name)) continue;
    const paths = kind.fields.filter(({ old }) => old.split('.')[0] === name);
    const tops = [...new Set(paths.map(({ now }) => now.split('.')[0] ?? ''))].filter(
      (top) => top !== 'id' && !written.has(top),
    );
    for (const top of tops) written.add(top);
    const indent = '\t';
    const type = fieldOf(field, 'type');
    const isPointer = type?.type === 'pointer_type';
    if (isPointer && paths.some(({ isNegated }) => isNegated)) return 'a flag of its struct is a pointer';
    const lines = tops.map((top) => newField(kind, top, indent));
    edits.push({ start: field.start, end: field.end, text: lines.join(`\n${indent}`) });
  }
  const last = fieldsOf(struct.node).at(-1);
  if (hasParameters() && last !== undefined)
    edits.push({
      start: last.end,
      end: last.end,
      text: '\n\tActionParameters map[string]string `json:"action_parameters,omitempty"`',
    });
  let text = textOf(tree, list);
  for (const edit of edits.toReversed()) {
    const [from, to] = [edit.start - list.start, edit.end - list.start];
    const before = text.slice(0, from);
    const after = text.slice(to);
    text =
      edit.text === ''
        ? before.replace(/[ \t]*$/, '') + after.replace(/^[ \t]*\r?\n/, '')
        : before + edit.text + after;
  }
  return { file: path, start: list.start, end: list.end, text: aligned(text) };
}

function isOnOwnLine(text: string, offset: number): boolean {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === '';
}

const TYPES: Readonly<Record<string, string>> = {
  enabled: 'bool',
  expression: 'string',
  requests_per_period: 'int',
  period: 'int',
};

function newField({ fields }: NamedRules, top: string, indent: string): string {
  const inner = fields
    .filter(({ now }) => now.startsWith(`${top}.`))
    .map(({ now }) => now.slice(top.length + 1));
  if (inner.length === 0) return `${goName(top)} ${TYPES[top] ?? 'string'} \`json:"${top}"\``;
  const lines = inner.map(
    (name) => `${indent}\t${goName(name)} ${TYPES[name] ?? 'string'} \`json:"${name}"\``,
  );
  return `${goName(top)} struct {\n${lines.join('\n')}\n${indent}} \`json:"${top}"\``;
}

/** Structs that nothing names any more once some places are gone. */
export function unusedTypes(
  of: GoPackage,
  names: readonly string[],
  isGone: (path: string, node: SyntaxNode) => boolean,
): readonly FileEdit[] {
  const isProgram = of.files.some(({ tree }) => /^package main\b/m.test(tree.text));
  const gone = new Map<string, Spot>();
  // A struct may only be a part of another one that goes.
  for (let isMore = true; isMore; ) {
    isMore = false;
    for (const name of new Set(names)) {
      // Another module may use what a library exports.
      if (gone.has(name) || (/^[A-Z]/.test(name) && !isProgram)) continue;
      const [declared, ...others] = of.types.get(name) ?? [];
      const whole = closest(declared?.node ?? null, new Set(['type_declaration']));
      const isLone = whole?.children.filter(({ type }) => type === 'type_spec').length === 1;
      if (declared === undefined || whole === null || others.length > 0 || !isLone) continue;
      const isOut = (path: string, node: SyntaxNode) =>
        (path === declared.path && isInside(node, whole)) ||
        isGone(path, node) ||
        [...gone.values()].some((one) => one.path === path && isInside(node, one.node));
      const isUsed = of.files.some(({ tree, path }) =>
        walk(tree.root).some(
          (node) => node.type === 'type_identifier' && textOf(tree, node) === name && !isOut(path, node),
        ),
      );
      if (isUsed) continue;
      gone.set(name, { ...declared, node: whole });
      isMore = true;
    }
  }
  return [...gone.values()].map(withoutDeclaration);
}

/** A declaration with the comments right above it. */
export function withoutDeclaration({ tree, path, node }: Spot): FileEdit {
  const { text } = tree;
  const siblings = node.parent?.children ?? [];
  let { start } = node;
  for (const comment of siblings.filter(({ type, end }) => type === 'comment' && end < start).toReversed()) {
    if (text.slice(comment.end, start) !== '\n') break;
    ({ start } = comment);
  }
  const gap = /^\s*\n/.exec(text.slice(node.end))?.[0].length ?? 0;
  return { file: path, start, end: node.end + gap, text: '' };
}

/** Actions of rules that are only known when the program runs, or that have another name now. */
export function hasOpenActions(types: GoTypes, of: GoPackage, struct: GoType): boolean {
  let count = 0;
  const isOpen = of.files.some(({ tree, path }) =>
    walk(tree.root).some((node) => {
      const spot = { tree, path, node };
      if (
        node.type === 'selector_expression' &&
        node.parent?.type === 'expression_list' &&
        node.parent.field === 'left'
      ) {
        const [operand, field] = [fieldOf(node, 'operand'), fieldOf(node, 'field')];
        if (operand === null || field === null || textOf(tree, field) !== 'Action') return false;
        return isSame(types.underlying(types.of({ ...spot, node: operand })), struct);
      }
      if (node.type !== 'literal_value' || !node.children.some(({ isNamed }) => isNamed)) return false;
      const whole = node.parent?.type === 'composite_literal' ? node.parent : node;
      const literal = literalOf(types, { ...spot, node: whole });
      if (literal === null || !isSame(types.underlying(literal.type), struct)) return false;
      count++;
      const action = entriesOf(tree, node, struct)?.find(({ name }) => name === 'action')?.value;
      return action === undefined || !/^"(?!allow")\w+"$/.test(textOf(tree, action));
    }),
  );
  return isOpen || count === 0;
}
