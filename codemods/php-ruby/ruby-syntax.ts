/** Ruby, as far as programs that manage rules are read. */
import { closest, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import { comparedIn } from './php-syntax.js';
import type { Argument, Piece, Step, Syntax, Way } from './syntax.js';
import { isTruth } from './truth.js';

const FUNCTIONS: ReadonlySet<string> = new Set(['method', 'singleton_method']);
const BLOCKS: ReadonlySet<string> = new Set(['block', 'do_block', 'lambda']);

export const RUBY: Syntax = {
  language: 'ruby',
  functions: FUNCTIONS,
  classes: new Set(['class', 'module']),
  assignment: 'assignment',
  isVariable: ({ type, field, parent }) =>
    (type === 'identifier' &&
      !(parent?.type === 'call' && field === 'method') &&
      !FUNCTIONS.has(parent?.type ?? '')) ||
    (type === 'constant' && parent?.type === 'assignment'),
  // Its value may be what a method returns, which does not matter to who reads the name.
  statementOf: (assignment) =>
    /^(?:program|body_statement|then|else|do|block_body|ensure|rescue|begin)$/.test(
      assignment.parent?.type ?? '',
    )
      ? assignment
      : null,
  isBound: ({ parent, field }) =>
    parent !== null &&
    (/(?:parameters|_parameter)$/.test(parent.type) ||
      (parent.type === 'operator_assignment' && field === 'left') ||
      (parent.type === 'for' && field === 'pattern') ||
      /^(?:left_assignment_list|exception_variable)$/.test(parent.type)),
  isChanged: (tree, { parent, field, type }) => {
    if (parent === null) return false;
    if (/^(?:assignment|operator_assignment)$/.test(parent.type))
      return field === 'left' && type !== 'identifier';
    if (parent.type === 'binary') return field === 'left' && parent.children.some((one) => one.type === '<<');
    const method =
      parent.type === 'call' && field === 'receiver'
        ? parent.children.find((one) => one.field === 'method')
        : undefined;
    return (
      method !== undefined &&
      /!$|^(?:delete|delete_if|push|unshift|concat|insert|clear|replace|store|update|shift|pop|keep_if)$/.test(
        textOf(tree, method),
      )
    );
  },
  argumentsOf: (tree, call) => {
    const list = call.children.find(({ field }) => field === 'arguments');
    return (list?.children ?? [])
      .filter(({ isNamed, type }) => isNamed && type !== 'comment')
      .map((node): Argument => {
        const key = node.type === 'pair' ? node.children.find(({ field }) => field === 'key') : undefined;
        const value = node.type === 'pair' ? node.children.find(({ field }) => field === 'value') : undefined;
        return {
          node,
          key: key === undefined ? null : textOf(tree, key).replaceAll(/["':]/g, ''),
          value: value ?? node,
        };
      });
  },
  waysFrom,
  rulesEdits: (tree, result, mapped) => {
    const { parent } = result;
    const read = parent === null ? null : keyRead(tree, result);
    if (parent === null || read === null) return null;
    const { object, name } = read;
    const dig = `.dig(${name}, ${name.replace('result', 'rules')})`;
    const isDefault =
      parent.type === 'binary' && parent.start === result.start && isNothing(tree, parent.children.at(-1));
    const whole = isDefault ? parent : result;
    const isBare =
      mapped === null &&
      (isDefault || /^(?:assignment|argument_list|program|body_statement)$/.test(parent.type));
    const [before = '', after = ''] = mapped === null ? (isBare ? [] : ['(', ')']) : mapped('\0').split('\0');
    return [
      { start: whole.start, end: whole.start, text: isDefault && mapped === null ? '' : before },
      { start: object.end, end: result.end, text: isDefault ? dig : `${dig} || []` },
      { start: whole.end, end: whole.end, text: isDefault && mapped === null ? '' : after },
    ];
  },
  withoutKey: (tree, { from, to }) => {
    if (to.type === 'element_reference') return [{ start: from.end, end: to.end, text: '' }];
    const [, key] =
      /^\.dig\((?:["']\w+["']|:\w+), *(["']\w+["']|:\w+)\)$/.exec(tree.text.slice(from.end, to.end)) ?? [];
    return key === undefined ? null : [{ start: from.end, end: to.end, text: `[${key}]` }];
  },
  keysLike: (tree, node, names) => {
    const key =
      node.type === 'element_reference' ? node.children.filter(({ isNamed }) => isNamed)[1] : undefined;
    return key === undefined
      ? null
      : names.map((name) => `[${textOf(tree, key).replace(/\w+/, name)}]`).join('');
  },
  disabledEdits: (tree, rule, disabled) => {
    const { parent } = disabled;
    const key =
      disabled.type === 'element_reference'
        ? disabled.children.filter(({ isNamed }) => isNamed)[1]
        : undefined;
    if (key === undefined || parent === null || disabled.start !== rule.start) return null;
    const enabled = `${textOf(tree, rule)}[${textOf(tree, key).replace(/\w+/, 'enabled')}]`;
    if (parent.type === 'unary')
      return [{ start: parent.start, end: parent.end, text: `${enabled} != false` }];
    if (parent.type === 'binary' && comparedIn(disabled, 'binary', /^[!=]=$/).length > 0) return null;
    return [{ start: disabled.start, end: disabled.end, text: `${enabled} == false` }];
  },
  orEmpty: (tree, { end, parent, field }) => {
    const rest = tree.text.slice(end);
    const isCalled =
      parent?.type === 'call' && field === 'receiver' && !/^(?:&|\s*\.(?:to_s|nil\?|inspect)\b)/.test(rest);
    const isAdded = parent?.type === 'binary' && parent.children[1]?.type === '+';
    return isCalled || isAdded ? [{ start: end, end, text: '.to_s' }] : [];
  },
  negated: (tree, node) => {
    const written = textOf(tree, node);
    if (/^(?:true|false)$/.test(written)) return written === 'true' ? 'false' : 'true';
    const argument = node.type === 'unary' ? node.children[1] : undefined;
    if (argument !== undefined && written.startsWith('!'))
      return isTruth(RUBY, tree, argument) ? textOf(tree, argument) : `!${written}`;
    return /^[\w@.]+(?:\[[:'"]?\w+['"]?\])*$/.test(written) ? `!${written}` : `!(${written})`;
  },
  comparedWith: (_, node) => comparedIn(node, 'binary', /^[!=]=$/),
  withoutItem: (_, { from, to }) => [{ start: from.end, end: to.end, text: '' }],
  lastRule: (tree, { from, to }, isFirst) => {
    if (from.type !== 'element_reference') return null;
    const key = from.children.filter(({ isNamed }) => isNamed)[1];
    if (key === undefined) return null;
    const rules = `[${textOf(tree, key).replace('result', 'rules')}]`;
    return [{ start: from.end, end: to.end, text: `${rules}.${isFirst ? 'first' : 'last'}` }];
  },
  piecesOf,
  textFrom: (pieces) => `"${pieces.map(({ text, isCode }) => (isCode ? `#{${text}}` : text)).join('')}"`,
  returnedBy: (_, definition) => {
    const explicit = walk(definition).flatMap((node) => {
      const isOwn = node.type === 'return' && closest(node, new Set([...FUNCTIONS, 'lambda'])) === definition;
      const [value] = node.children.find(({ type }) => type === 'argument_list')?.children ?? [];
      return isOwn && value !== undefined ? [value] : [];
    });
    const body = definition.children.find(({ field }) => field === 'body');
    return [...explicit, ...(body === undefined ? [] : lastIn(body))];
  },
};

/** `answer['result']`, `answer.fetch('result', [])` */
function keyRead(
  tree: SyntaxTree,
  node: SyntaxNode,
): { readonly object: SyntaxNode; readonly name: string } | null {
  const [object, key] = node.children.filter(({ isNamed }) => isNamed);
  if (object === undefined || key === undefined) return null;
  if (node.type === 'element_reference') return { object, name: textOf(tree, key) };
  const name = /^\.(?:fetch|dig)\((["']\w+["']|:\w+)(?:, *(?:\[\]|nil))?\)$/.exec(
    tree.text.slice(object.end, node.end),
  )?.[1];
  return node.type === 'call' && name !== undefined ? { object, name } : null;
}

/** What a body gives: its last expression, or those of its branches. */
function lastIn(node: SyntaxNode): readonly SyntaxNode[] {
  const named = node.children.filter(({ isNamed, type }) => isNamed && type !== 'comment');
  switch (node.type) {
    case 'body_statement':
    case 'begin':
    case 'then':
    case 'else':
    case 'block_body':
    case 'do': {
      const rescues = named.filter(({ type }) => type === 'rescue');
      const last = named.findLast(({ type }) => !/^(?:rescue|ensure|else)$/.test(type));
      return [
        ...(last === undefined ? [] : lastIn(last)),
        ...rescues.flatMap((rescue) =>
          rescue.children.filter(({ field }) => field === 'body').flatMap(lastIn),
        ),
      ];
    }
    case 'if':
    case 'unless':
      return named
        .filter(({ field }) => field === 'consequence' || field === 'alternative')
        .flatMap((branch) => lastIn(branch));
    case 'elsif':
      return named.filter(({ field }) => field !== 'condition').flatMap(lastIn);
    case 'return':
    case 'if_modifier':
    case 'unless_modifier':
      return [];
    default:
      return [node];
  }
}

const LOOK: Way = { kind: 'look' };
const ESCAPE: Way = { kind: 'escape' };
const LOOKED = /^(?:size|length|count|empty\?|nil\?|any\?|none\?|present\?|blank\?|is_a\?|key\?)$/;
const ITERATES =
  /^(?:each|each_with_index|map|flat_map|filter_map|each_with_object|sum|any\?|all\?|none\?|count|select|filter|reject|find|detect|sort_by|to_h|find_all|sum)$/;
const KEPT = /^(?:select|filter|reject|sort_by|find_all|to_a|compact|reverse|freeze|to_h|dup)$/;
const ITEMS = /^(?:first|last|find|detect|pop|shift)$/;

function waysFrom(tree: SyntaxTree, node: SyntaxNode): readonly Way[] {
  const { parent } = node;
  if (parent === null) return [ESCAPE];
  const value = (...steps: readonly Step[]): Way => ({ kind: 'value', to: parent, steps });
  const step = (kind: Step['kind'], name: string): Step => ({ kind, name, from: node, to: parent });
  switch (parent.type) {
    case 'element_reference': {
      const index = parent.children.filter(({ isNamed }) => isNamed)[1];
      if (parent.children[0] !== node || index === undefined) return [ESCAPE];
      const written = textOf(tree, index);
      if (/^-?\d+$/.test(written)) return [value(step('item', written))];
      const key = keyIn(written);
      return [key === null ? ESCAPE : value(step('key', key))];
    }
    case 'call':
      return parent.children[0] === node && node.field === 'receiver'
        ? methodWays(tree, node, parent)
        : [ESCAPE];
    case 'argument_list':
      return argumentWays(tree, node, parent);
    case 'parenthesized_statements':
    case 'rescue_modifier':
      return [value()];
    case 'binary': {
      const operator = parent.children.find(({ field }) => field === 'operator');
      const isDefault = operator?.type === '||' && node.field === 'left';
      return [
        isDefault && isNothing(tree, parent.children.at(-1))
          ? value()
          : operator?.type === '<<'
            ? ESCAPE
            : LOOK,
      ];
    }
    case 'assignment': {
      const [target] = parent.children;
      return node.field === 'right' && target !== undefined && RUBY.isVariable(target)
        ? [{ kind: 'assigned', target }]
        : [ESCAPE];
    }
    case 'for': {
      const variable = parent.children.find(({ field }) => field === 'pattern');
      return variable?.type === 'identifier' ? [{ kind: 'each', variable, within: parent }] : [ESCAPE];
    }
    case 'in':
      return waysFrom(tree, parent);
    case 'if':
    case 'unless':
    case 'elsif':
    case 'while':
      return node.field === 'condition' ? [LOOK] : [ESCAPE];
    case 'if_modifier':
    case 'unless_modifier':
      return node.field === 'condition' ? [LOOK] : statementWays(tree, parent);
    case 'conditional':
      return node.field === 'condition' ? [LOOK] : [value()];
    case 'unary':
      return [LOOK];
    default:
      return statementWays(tree, node);
  }
}

/** `'a'`, `:a` */
function keyIn(written: string): string | null {
  return /^(?::|["'])([\w-]+)["']?$/.exec(written)?.[1] ?? null;
}

function isNothing(tree: SyntaxTree, node: SyntaxNode | undefined): boolean {
  return node !== undefined && /^(?:\[\]|\{\}|nil|''|"")$/.test(textOf(tree, node));
}

/** A statement is nothing more, or what the method around it returns. */
function statementWays(tree: SyntaxTree, node: SyntaxNode): readonly Way[] {
  const { parent } = node;
  if (parent === null) return [ESCAPE];
  if (parent.type === 'program') return [LOOK];
  if (/^(?:body_statement|then|else|begin|block_body|do|ensure|rescue)$/.test(parent.type)) {
    const last = parent.children.findLast(
      ({ isNamed, type }) => isNamed && !/^(?:comment|rescue|ensure)$/.test(type),
    );
    if (last !== node) return [LOOK];
    const owner = parent.parent;
    if (owner !== null && FUNCTIONS.has(owner.type)) return [{ kind: 'returned', statement: node }];
    if (owner !== null && BLOCKS.has(owner.type)) return [isForEffect(tree, owner) ? LOOK : ESCAPE];
    return owner === null ? [ESCAPE] : statementWays(tree, owner);
  }
  if (FUNCTIONS.has(parent.type) && node.field === 'body') return [{ kind: 'returned', statement: node }];
  return [ESCAPE];
}

/** What the block of `each` gives is not looked at. */
function isForEffect(tree: SyntaxTree, { parent }: SyntaxNode): boolean {
  const method = parent?.children.find(({ field }) => field === 'method');
  return method !== undefined && /^(?:each|each_with_index|each_pair)$/.test(textOf(tree, method));
}

function methodWays(tree: SyntaxTree, node: SyntaxNode, call: SyntaxNode): readonly Way[] {
  const method = call.children.find(({ field }) => field === 'method');
  const name = method === undefined ? '' : textOf(tree, method);
  const args = RUBY.argumentsOf(tree, call);
  const block = call.children.find(({ field }) => field === 'block');
  const value = (...steps: readonly Step[]): Way => ({ kind: 'value', to: call, steps });
  const step = (kind: Step['kind'], of = name): Step => ({ kind, name: of, from: node, to: call });
  if (name === 'body') return [value(step('text'))];
  if (name === 'parsed_response' || name === 'parse') return [value(step('parse'))];
  if (name === 'dig') {
    const keys = args.map(({ value: key }) => textOf(tree, key));
    const steps = keys.map((key): Step | null => {
      const read = /^\d+$/.test(key) ? null : keyIn(key);
      return /^\d+$/.test(key) ? step('item', key) : read === null ? null : step('key', read);
    });
    return [steps.includes(null) ? ESCAPE : value(...steps.flatMap((one) => one ?? []))];
  }
  if (name === 'fetch') {
    const [key] = args;
    const read = key === undefined ? null : keyIn(textOf(tree, key.value));
    return [read === null ? ESCAPE : value(step('key', read))];
  }
  const parameter = block?.children.find(({ field }) => field === 'parameters')?.children[1];
  const isItem = ITEMS.test(name);
  if (ITERATES.test(name) && parameter?.type === 'identifier' && block !== undefined) {
    const each: Way = { kind: 'each', variable: parameter, within: block };
    return [each, ...(isItem ? [value(step('item'))] : KEPT.test(name) ? [value()] : [])];
  }
  if (args.some(({ node: one }) => one.type === 'block_argument') || block !== undefined) return [ESCAPE];
  if (LOOKED.test(name)) return [LOOK];
  if (isItem && args.length === 0) return [value(step('item'))];
  if (KEPT.test(name)) return [value()];
  return [value(step('call'))];
}

function argumentWays(tree: SyntaxTree, node: SyntaxNode, list: SyntaxNode): readonly Way[] {
  const { parent: call } = list;
  if (call === null) return [ESCAPE];
  if (call.type === 'return') return [{ kind: 'returned', statement: call }];
  const called = tree.text.slice(call.start, list.start);
  const isFirst = list.children.find(({ isNamed }) => isNamed) === node;
  if (/^JSON\.parse!?$/.test(called.trim()) && isFirst)
    return [{ kind: 'value', to: call, steps: [{ kind: 'parse', name: 'parse', from: node, to: call }] }];
  return [called === 'Array' ? { kind: 'value', to: call, steps: [] } : ESCAPE];
}

function piecesOf(tree: SyntaxTree, node: SyntaxNode): readonly Piece[] | null {
  switch (node.type) {
    case 'string':
      return all(
        node.children.slice(1, -1).map((child) => {
          if (child.type === 'string_content') return [{ text: textOf(tree, child), isCode: false }];
          if (child.type !== 'interpolation') return null;
          const [inner, ...others] = child.children.filter(({ isNamed }) => isNamed);
          return inner === undefined || others.length > 0
            ? null
            : [{ text: textOf(tree, inner), isCode: true }];
        }),
      );
    case 'binary': {
      const [left, operator, right] = node.children;
      if (operator?.type !== '+' || left === undefined || right === undefined) return null;
      return all([piecesOf(tree, left), piecesOf(tree, right)]);
    }
    case 'call': {
      // `URI("https://…")` and `"…".freeze`
      const text = textOf(tree, node);
      const [argument] = RUBY.argumentsOf(tree, node);
      if (/^URI(?:\.parse)?\(/.test(text) && argument !== undefined) return piecesOf(tree, argument.value);
      const [receiver] = node.children;
      if (/\.freeze$/.test(text) && receiver !== undefined) return piecesOf(tree, receiver);
      return [{ text, isCode: true }];
    }
    default:
      return /^(?:identifier|constant|instance_variable|element_reference|scope_resolution|global_variable)$/.test(
        node.type,
      )
        ? [{ text: textOf(tree, node), isCode: true }]
        : null;
  }
}

function all(parts: readonly (readonly Piece[] | null)[]): readonly Piece[] | null {
  return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
}
