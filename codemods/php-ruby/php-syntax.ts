/** PHP, as far as programs that manage rules are read. */
import type { Edit } from '../../src/analysis/index.js';
import { closest, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import { argumentsOf, piecesOf, textFrom } from './php-texts.js';
import { styleOf } from './style.js';
import type { Step, Syntax, Way } from './syntax.js';
import { isTruth } from './truth.js';

const FUNCTIONS: ReadonlySet<string> = new Set(['function_definition', 'method_declaration']);
const CLOSURES: ReadonlySet<string> = new Set(['anonymous_function', 'arrow_function']);

/** Where an expression with `??` needs no brackets. */
const PLAIN_VALUE =
  /^(?:sequence_expression|echo_statement|argument|array_element_initializer|assignment_expression|return_statement|arrow_function|parenthesized_expression)$/;

export const PHP: Syntax = {
  language: 'php',
  functions: FUNCTIONS,
  classes: new Set(['class_declaration', 'trait_declaration', 'anonymous_class']),
  assignment: 'assignment_expression',
  isVariable: ({ type, children }) => type === 'variable_name' && children.length === 2,
  statementOf: ({ parent }) => (parent?.type === 'expression_statement' ? parent : null),
  isBound: ({ parent, field, start }) =>
    parent !== null &&
    (/^(?:simple_parameter|property_promotion_parameter|global_declaration|static_variable_declaration)$/.test(
      parent.type,
    ) ||
      (parent.type === 'foreach_statement' && isBehindAs(parent, start)) ||
      (parent.type === 'pair' && parent.parent?.type === 'foreach_statement') ||
      (parent.type === 'augmented_assignment_expression' && field === 'left') ||
      /^(?:list_literal|catch_clause|by_ref)$/.test(parent.type)),
  isChanged: (tree, node) => {
    const { parent } = node;
    if (
      /^(?:assignment_expression|augmented_assignment_expression|reference_assignment_expression)$/.test(
        parent?.type ?? '',
      )
    )
      return node.field === 'left' && node.type === 'subscript_expression'
        ? true
        : node.type === 'member_access_expression' && node.field === 'left';
    if (/^(?:unset_statement|by_ref|update_expression)$/.test(parent?.type ?? '')) return true;
    const call = parent?.type === 'argument' ? parent.parent?.parent : null;
    const [callee] = call?.children ?? [];
    return (
      call?.type === 'function_call_expression' &&
      callee !== undefined &&
      BY_REFERENCE.test(textOf(tree, callee))
    );
  },
  argumentsOf,
  waysFrom,
  rulesEdits,
  withoutKey: (_, { from, to }) =>
    /^(?:subscript|(?:nullsafe_)?member_access)_expression$/.test(to.type)
      ? [{ start: from.end, end: to.end, text: '' }]
      : null,
  keysLike: (tree, node, names) => {
    const keys = names.map((name) => keyLike(tree, node, name));
    return keys.includes(null) ? null : keys.join('');
  },
  disabledEdits: (tree, rule, disabled) => {
    const { parent } = disabled;
    const key = keyLike(tree, disabled, 'enabled');
    if (key === null || parent === null || disabled.start !== rule.start) return null;
    const enabled = `${textOf(tree, rule)}${key} ?? true`;
    const isEmpty =
      parent.type === 'argument' && /^(?:!\s*)?empty\(/.test(textOf(tree, parent.parent?.parent ?? parent));
    const call = isEmpty ? (parent.parent?.parent ?? null) : null;
    if (call !== null) {
      const { parent: around } = call;
      const isNot = around?.type === 'unary_op_expression';
      const { start, end } = isNot ? around : call;
      return [{ start, end, text: isNot ? `!(${enabled})` : `(${enabled})` }];
    }
    if (parent.type === 'unary_op_expression') {
      const isAlone =
        parent.parent?.type === 'parenthesized_expression' || parent.parent?.type === 'argument';
      return [{ start: parent.start, end: parent.end, text: isAlone ? enabled : `(${enabled})` }];
    }
    // `$rule['disabled'] ?? false`
    const isDefault =
      parent.type === 'binary_expression' && parent.children.some(({ type }) => type === '??');
    const compared = /^(===?|!==?)\s*(true|false)$/i.exec(tree.text.slice(disabled.end, parent.end).trim());
    if (parent.type === 'binary_expression' && compared !== null && parent.start === disabled.start) {
      const isNegated = compared[1]?.startsWith('=') === (compared[2]?.toLowerCase() === 'true');
      return [{ start: parent.start, end: parent.end, text: isNegated ? `!(${enabled})` : `(${enabled})` }];
    }
    const whole = isDefault ? parent : disabled;
    return isDefault && !/^false$/i.test(textOf(tree, parent.children.at(-1) ?? parent))
      ? null
      : [{ start: whole.start, end: whole.end, text: `!(${enabled})` }];
  },
  orEmpty: (tree, { start, end, parent }) => {
    const around = textOf(tree, parent?.parent?.parent ?? parent ?? tree.root);
    const isAsked =
      parent?.children.some(({ type }) => type === '??') === true ||
      (parent?.type === 'argument' && /^(?:isset|empty)\(/.test(around));
    if (isAsked || parent === null) return [];
    if (/^(?:encapsed_string|heredoc_body)$/.test(parent.type)) return null;
    const opening = PLAIN_VALUE.test(parent.type) ? '' : '(';
    return [
      ...(opening === '' ? [] : [{ start, end: start, text: opening }]),
      { start: end, end, text: ` ?? ''${opening === '' ? '' : ')'}` },
    ];
  },
  negated: (tree, node) => {
    const written = textOf(tree, node);
    if (/^(?:true|false)$/i.test(written)) return written.toLowerCase() === 'true' ? 'false' : 'true';
    const argument = node.type === 'unary_op_expression' ? node.children[1] : undefined;
    if (argument !== undefined && written.startsWith('!'))
      return isTruth(PHP, tree, argument)
        ? textOf(tree, argument)
        : `(bool) ${inBrackets(textOf(tree, argument))}`;
    return /^\$[\w\->]+(?:\[['"]?\w+['"]?\])*$/.test(written) ? `!${written}` : `!(${written})`;
  },
  comparedWith: (_, node) => comparedIn(node, 'binary_expression', /^[!=]==?$/),
  withoutItem: (_, { from, to }) => {
    if (to.type === 'subscript_expression') return [{ start: from.end, end: to.end, text: '' }];
    return to.type === 'function_call_expression'
      ? [
          { start: to.start, end: from.start, text: '' },
          { start: from.end, end: to.end, text: '' },
        ]
      : null;
  },
  lastRule: (tree, { from, to }, isFirst, isThere) => {
    // `->json('result.0.id')`
    const dotted = /->json\((["'])result\.0(\.\w+)?\1\)$/.exec(textOf(tree, to));
    if (dotted !== null && from === to.children[0]) {
      const [whole, quote = '', field = ''] = dotted;
      const start = to.end - whole.length;
      const name = field.slice(1);
      if (isFirst) return [{ start, end: to.end, text: `->json(${quote}result.rules.0${field}${quote})` }];
      const read = name === '' ? '' : `[${quote}${name}${quote}] ?? null`;
      return [
        { start: to.start, end: to.start, text: 'collect(' },
        { start, end: to.end, text: `->json(${quote}result.rules${quote}))->last()${read}` },
      ];
    }
    const key = keyLike(tree, from, 'rules');
    if (to.type !== 'subscript_expression' || key === null) return null;
    if (isFirst) return [{ start: from.end, end: from.end, text: key }];
    const isVariable = /^\$\w+(?:->\w+|\[['"]?\w+['"]?\])*$/.test(textOf(tree, from));
    const [before, after] =
      isThere && isVariable
        ? ['end(', `${key})`]
        : ['array_slice(', `${key}${isThere ? '' : ' ?? []'}, -1)[0]`];
    return [
      { start: from.start, end: from.start, text: before },
      { start: from.end, end: to.end, text: after },
    ];
  },
  piecesOf,
  textFrom,
  returnedBy: (_, definition) =>
    walk(definition).flatMap((node) => {
      const isOwn =
        node.type === 'return_statement' &&
        closest(node, new Set([...FUNCTIONS, ...CLOSURES])) === definition;
      const value = node.children.find(({ isNamed }) => isNamed);
      return isOwn && value !== undefined ? [value] : [];
    }),
};

function isBehindAs({ children }: SyntaxNode, start: number): boolean {
  const as = children.find(({ type }) => type === 'as');
  return as !== undefined && as.start < start;
}

const BY_REFERENCE =
  /^\\?(?:[ukra]{0,2}sort|shuffle|array_(?:push|unshift|splice|walk|walk_recursive|multisort|shift|pop)|natsort|natcasesort|uasort|uksort|arsort|krsort|settype|extract)$/;
const ACCESS = /^(?:nullsafe_)?member_(?:access|call)_expression$/;
const TEXTS = /^(?:getBody|getContents|__toString|body|getContent)$/;
const PARSED = /^(?:json|toArray|object|collect)$/;
const SAME =
  /^(?:array_values|array_reverse|array_slice|array_filter|iterator_to_array|array_merge|collect)$/;
const ITEM = /^(?:current|reset|end|array_shift|array_pop|head|last)$/;
const LOOKED = /^(?:count|sizeof|empty|isset|is_array|is_null|is_wp_error|is_object|is_string)$/;

function waysFrom(tree: SyntaxTree, node: SyntaxNode): readonly Way[] {
  const { parent } = node;
  if (parent === null) return [ESCAPE];
  const isFirst = parent.children[0] === node;
  const step = (kind: Step['kind'], name: string, to = parent): readonly Way[] => [
    { kind: 'value', to, steps: [{ kind, name, from: node, to }] },
  ];
  if (parent.type === 'subscript_expression') {
    const index = parent.children.filter(({ isNamed }) => isNamed)[1];
    if (!isFirst || index === undefined) return [ESCAPE];
    const written = textOf(tree, index);
    if (index.type === 'integer') return step('item', written);
    const key = /^["']?([\w-]+)["']?$/.exec(written)?.[1];
    return key === undefined || /^\$/.test(written) ? [ESCAPE] : step('key', key);
  }
  if (ACCESS.test(parent.type)) {
    const name = parent.children.find(({ field }) => field === 'name');
    if (!isFirst || name === undefined) return [ESCAPE];
    const called = textOf(tree, name);
    return parent.type.endsWith('access_expression')
      ? step('key', called)
      : methodWays(tree, node, parent, called);
  }
  switch (parent.type) {
    case 'argument':
      return argumentWays(tree, node, parent);
    case 'parenthesized_expression':
    case 'conditional_expression':
      return sameWays(tree, node, parent);
    case 'cast_expression':
      return /^\(\s*string\s*\)/i.test(textOf(tree, parent)) ? step('text', 'string') : [ESCAPE];
    case 'binary_expression': {
      const operator = parent.children.find(({ field }) => field === 'operator');
      if (operator?.type !== '??') return [LOOK];
      return isFirst && isNothing(tree, parent.children.at(-1))
        ? [{ kind: 'value', to: parent, steps: [] }]
        : [ESCAPE];
    }
    case 'foreach_statement': {
      const [, last] = parent.children.filter(({ isNamed, field }) => isNamed && field !== 'body');
      const variable = last?.type === 'pair' ? last.children.at(-1) : last;
      return variable?.type === 'variable_name' && !isBehindAs(parent, node.start)
        ? [{ kind: 'each', variable, within: parent }]
        : [ESCAPE];
    }
    case 'assignment_expression': {
      const [target] = parent.children;
      return node.field === 'right' && target !== undefined && PHP.isVariable(target)
        ? [{ kind: 'assigned', target }]
        : [ESCAPE];
    }
    case 'return_statement':
      return [{ kind: 'returned', statement: parent }];
    case 'expression_statement':
    case 'unary_op_expression':
    case 'if_statement':
    case 'else_if_clause':
    case 'while_statement':
      return [LOOK];
    default:
      return [ESCAPE];
  }
}

const ESCAPE: Way = { kind: 'escape' };
const LOOK: Way = { kind: 'look' };

/** `[]`, `null` and the like, which stand for what is not there. */
function isNothing(tree: SyntaxTree, node: SyntaxNode | undefined): boolean {
  return node !== undefined && /^(?:\[\s*\]|array\(\s*\)|null|false|''|""|0)$/i.test(textOf(tree, node));
}

function sameWays(tree: SyntaxTree, node: SyntaxNode, parent: SyntaxNode): readonly Way[] {
  if (parent.type === 'parenthesized_expression') {
    const isCondition = /^(?:if_statement|else_if_clause|while_statement)$/.test(parent.parent?.type ?? '');
    return isCondition ? [LOOK] : [{ kind: 'value', to: parent, steps: [] }];
  }
  // `$a ?: []`
  const isShort = parent.children.every(({ field }) => field !== 'body');
  if (node.field === 'condition')
    return isShort && isNothing(tree, parent.children.at(-1))
      ? [{ kind: 'value', to: parent, steps: [] }]
      : [LOOK];
  return [{ kind: 'value', to: parent, steps: [] }];
}

/** `$response->getBody()`, `->json('result.0.id')` */
function methodWays(tree: SyntaxTree, node: SyntaxNode, call: SyntaxNode, name: string): readonly Way[] {
  const args = argumentsOf(tree, call);
  const value = (steps: readonly Step[]): readonly Way[] => [{ kind: 'value', to: call, steps }];
  const step = (kind: Step['kind'], of = name): Step => ({ kind, name: of, from: node, to: call });
  if (TEXTS.test(name)) return value([step('text')]);
  if (name === 'throw') return value([step('throw')]);
  if (PARSED.test(name)) {
    const [path] = args;
    const dotted = path === undefined ? '' : /^["']([\w.]+)["']$/.exec(textOf(tree, path.value))?.[1];
    if (dotted === undefined)
      return args.length > 1 || path?.value.type !== 'boolean' ? [ESCAPE] : value([step('parse')]);
    const parts = dotted === '' ? [] : dotted.split('.');
    return value([step('parse'), ...parts.map((part) => step(/^\d+$/.test(part) ? 'item' : 'key', part))]);
  }
  const callback = args[0] === undefined ? null : itemOf(args[0].value);
  if (/^(?:map|each|filter|reject|first|contains|sum)$/.test(name) && callback !== null)
    return [
      callback,
      ...(/^(?:filter|reject)$/.test(name) ? value([]) : name === 'first' ? value([step('item')]) : []),
    ];
  if (name === 'first' && args.length === 0) return value([step('item')]);
  if (/^(?:count|isEmpty|isNotEmpty)$/.test(name)) return [LOOK];
  return value([step('call')]);
}

function argumentWays(tree: SyntaxTree, node: SyntaxNode, argument: SyntaxNode): readonly Way[] {
  const call = argument.parent?.parent;
  const [callee] = call?.children ?? [];
  if (call?.type !== 'function_call_expression' || callee === undefined) return [ESCAPE];
  const name = textOf(tree, callee).replace(/^\\/, '');
  const args = argumentsOf(tree, call);
  const at = args.findIndex((one) => one.node === argument);
  const value = (...steps: readonly Step[]): Way => ({ kind: 'value', to: call, steps });
  const step = (kind: Step['kind'], of = name): Step => ({ kind, name: of, from: node, to: call });
  if (name === 'array_map' && at === 1) return [itemOf(args[0]?.value) ?? ESCAPE];
  if (at !== 0) return [ESCAPE];
  if (name === 'json_decode') return [value(step('parse'))];
  if (name === 'wp_remote_retrieve_body') return [value(step('text'))];
  if (name === 'wp_remote_retrieve_response_code') return [value(step('call'))];
  if (LOOKED.test(name)) return [LOOK];
  if (ITEM.test(name)) return [value(step('item'))];
  if (name === 'array_column') {
    const isSame = args
      .slice(1)
      .every((one) => /^["'](?:id|action|description)["']$/.test(textOf(tree, one.value)));
    return [isSame && args.length > 1 ? LOOK : ESCAPE];
  }
  if (name === 'array_merge' && args.length > 1) return [ESCAPE];
  if (!SAME.test(name)) return [ESCAPE];
  const callback = name === 'array_filter' && args.length > 1 ? itemOf(args[1]?.value) : undefined;
  return callback === null ? [ESCAPE] : [...(callback === undefined ? [] : [callback]), value()];
}

/** The other side of a comparison. */
export function comparedIn(
  { parent, start }: SyntaxNode,
  type: string,
  operators: RegExp,
): readonly SyntaxNode[] {
  const isComparison = parent?.type === type && parent.children.some((one) => operators.test(one.type));
  return isComparison ? parent.children.filter((one) => one.isNamed && one.start !== start) : [];
}

/** Another field in the way of the last one of an expression: `['rules']`, `->rules`. */
function keyLike(tree: SyntaxTree, node: SyntaxNode, name: string): string | null {
  if (node.type === 'subscript_expression') {
    const index = node.children.filter(({ isNamed }) => isNamed)[1];
    return index === undefined ? null : `[${textOf(tree, index).replace(/\w+/, name)}]`;
  }
  return /^(?:nullsafe_)?member_access_expression$/.test(node.type) ? `->${name}` : null;
}

const WHOLE =
  /^(?:foreach_statement|argument|return_statement|assignment_expression|array_element_initializer|parenthesized_expression|arrow_function)$/;

function rulesEdits(
  tree: SyntaxTree,
  result: SyntaxNode,
  mapped: ((list: string) => string) | null,
): readonly Edit[] | null {
  const { parent } = result;
  if (parent === null) return null;
  // `->json('result')`
  const json = /->(json|collect)\((["'])result\2(, *\[\])?\)$/.exec(textOf(tree, result));
  if (result.type === 'member_call_expression' && json !== null) {
    const start = result.end - json[0].length;
    const [, method, quote = ''] = json;
    const nothing = method === 'json' ? ', []' : '';
    const text = `->${method}(${quote}result.rules${quote}${nothing})`;
    const edit = { start, end: result.end, text };
    return mapped === null ? [edit] : around(result, mapped, [edit]);
  }
  const key = keyLike(tree, result, 'rules');
  if (key === null) return null;
  const at = { start: result.end, end: result.end };
  const [way] = waysFrom(tree, result);
  const isDefault = parent.type === 'binary_expression' && way?.kind === 'value' && way.steps.length === 0;
  if (isDefault)
    return mapped === null ? [{ ...at, text: key }] : around(parent, mapped, [{ ...at, text: key }]);
  const nothing = styleOf(PHP, tree).hasLongArrays ? 'array()' : '[]';
  const edit = { ...at, text: `${key} ?? ${nothing}` };
  if (mapped !== null) return around(result, mapped, [edit]);
  if (parent.type === 'subscript_expression' && parent.children[0] === result) return [{ ...at, text: key }];
  return WHOLE.test(parent.type)
    ? [edit]
    : [
        { start: result.start, end: result.start, text: '(' },
        { ...edit, text: `${edit.text})` },
      ];
}

function around(
  { start, end }: SyntaxNode,
  mapped: (list: string) => string,
  edits: readonly Edit[],
): readonly Edit[] {
  const [before = '', after = ''] = mapped('\0').split('\0');
  return [{ start, end: start, text: before }, ...edits, { start: end, end, text: after }];
}

/** The first parameter of a function that is called for each item. */
function itemOf(callback: SyntaxNode | undefined): Way | null {
  if (callback === undefined || !CLOSURES.has(callback.type)) return null;
  const parameter = walk(callback).find(({ type }) => type === 'simple_parameter');
  const variable = parameter?.children.find(({ field }) => field === 'name');
  return variable === undefined ? null : { kind: 'each', variable, within: callback };
}

function inBrackets(written: string): string {
  return /^\$[\w\->[\]'"]+$|^\(/.test(written) ? written : `(${written})`;
}
