/** JavaScript and TypeScript in the common form. */
import { parseFile } from '../../read/javascript/parse/index.js';
import { type FunctionNode, isWrapper, type Node, type NodeOf } from '../../read/javascript/syntax/index.js';
import {
  type Entry,
  type Expression,
  type FunctionCode,
  type Given,
  NOTHING,
  operation,
  type Parameter,
  type Pattern,
  type Statement,
} from './code.js';

/** Null for a file that does not parse. */
export function scriptCode(path: string, text: string): readonly Statement[] | null {
  const { scripts, refused } = parseFile(path, text);
  return refused !== null ? null : scripts.flatMap(({ program }) => program.body.flatMap(statementsOf));
}

function block(node: Node | null | undefined): readonly Statement[] {
  return node === null || node === undefined ? [] : statementsOf(node);
}

function statementsOf(node: Node): readonly Statement[] {
  switch (node.type) {
    case 'BlockStatement':
    case 'StaticBlock':
      return [{ kind: 'block', body: node.body.flatMap(statementsOf) }];
    case 'ExpressionStatement':
      return [statementOf(node.expression)];
    case 'VariableDeclaration':
      return node.declarations.flatMap(({ id, init }): Statement[] =>
        init === null ? [] : [{ kind: 'assign', target: patternOf(id), value: expressionOf(init) }],
      );
    case 'ReturnStatement':
      return [{ kind: 'return', value: node.argument === null ? null : expressionOf(node.argument) }];
    case 'ThrowStatement':
      return [{ kind: 'throw', value: node.argument === null ? null : expressionOf(node.argument) }];
    case 'IfStatement':
      return [
        {
          kind: 'if',
          test: expressionOf(node.test),
          met: block(node.consequent),
          otherwise: block(node.alternate),
        },
      ];
    case 'SwitchStatement':
      return casesOf(node);
    case 'ForOfStatement':
    case 'ForInStatement':
      return [
        {
          kind: 'for',
          target: patternOf(declared(node.left)),
          list: expressionOf(node.right),
          body: block(node.body),
        },
      ];
    case 'ForStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
      return loopOf(node as unknown as Counting);
    case 'TryStatement':
      return [
        {
          kind: 'try',
          body: block(node.block),
          handlers:
            node.handler === null
              ? []
              : [
                  {
                    test: null,
                    name: node.handler.param?.type === 'Identifier' ? node.handler.param.name : null,
                    body: block(node.handler.body),
                  },
                ],
          last: block(node.finalizer),
        },
      ];
    case 'BreakStatement':
    case 'ContinueStatement':
      return [{ kind: 'jump' }];
    case 'FunctionDeclaration':
      return node.id === null || node.id === undefined
        ? []
        : [{ kind: 'function', name: node.id.name, code: functionOf(node) }];
    case 'ClassDeclaration':
      return [{ kind: 'class', name: node.id?.name ?? '', body: node.body.body.flatMap(memberOf) }];
    case 'ExportNamedDeclaration':
      return block(node.declaration);
    case 'ExportDefaultDeclaration':
      return /Declaration$/.test(node.declaration.type)
        ? statementsOf(node.declaration)
        : [{ kind: 'value', value: expressionOf(node.declaration) }];
    default:
      return [];
  }
}

function statementOf(node: Node): Statement {
  if (node.type === 'AssignmentExpression') {
    const { target, value } = assigned(node);
    return { kind: 'assign', target, value, isOuter: true };
  }
  return { kind: 'value', value: expressionOf(node) };
}

function assigned({ operator, left, right }: NodeOf<'AssignmentExpression'>): {
  readonly target: Pattern;
  readonly value: Expression;
} {
  const value = expressionOf(right);
  return {
    target: patternOf(left),
    value: operator === '=' ? value : operation(operator.slice(0, -1), expressionOf(left), value),
  };
}

interface Counting {
  readonly init?: Node | null;
  readonly test?: Node | null;
  readonly update?: Node | null;
  readonly body: Node;
}

function loopOf({ init, test, update, body }: Counting): readonly Statement[] {
  const first =
    init === null || init === undefined
      ? []
      : init.type === 'VariableDeclaration'
        ? statementsOf(init)
        : [statementOf(init)];
  const next = update === null || update === undefined ? [] : [statementOf(update)];
  return [
    ...first,
    {
      kind: 'while',
      test: test === null || test === undefined ? null : expressionOf(test),
      body: [...block(body), ...next],
    },
  ];
}

function casesOf({ discriminant, cases }: NodeOf<'SwitchStatement'>): readonly Statement[] {
  const value = expressionOf(discriminant);
  let chain: readonly Statement[] = [];
  let tests: Expression[] = [];
  const groups: { test: Expression | null; body: readonly Statement[] }[] = [];
  for (const { test, consequent } of cases) {
    tests.push(
      test === null ? { kind: 'constant', value: true } : operation('==', value, expressionOf(test)),
    );
    if (consequent.length === 0) continue;
    const isRest = tests.some(({ kind }) => kind === 'constant');
    const [only] = tests;
    groups.push({
      test: isRest ? null : tests.length === 1 ? (only ?? null) : operation('or', ...tests),
      body: consequent.filter(({ type }) => type !== 'BreakStatement').flatMap(statementsOf),
    });
    tests = [];
  }
  for (const { test, body } of groups.reverse())
    chain = test === null ? body : [{ kind: 'if', test, met: body, otherwise: chain }];
  return chain;
}

function declared(node: Node): Node {
  return node.type === 'VariableDeclaration' ? (node.declarations[0]?.id ?? node) : node;
}

function memberOf(node: Node): readonly Statement[] {
  if (node.type === 'MethodDefinition')
    return [{ kind: 'function', name: keyOf(node.key, node.computed), code: functionOf(node.value) }];
  if (node.type === 'PropertyDefinition' && node.value !== null) {
    const name = keyOf(node.key, node.computed);
    const value = expressionOf(node.value);
    if (value.kind === 'function') return [{ kind: 'function', name, code: value.code }];
    const place: Expression = { kind: 'member', of: { kind: 'name', name: 'this' }, key: name };
    return [{ kind: 'assign', target: { kind: 'place', place }, value }];
  }
  return [];
}

function keyOf(key: Node, isComputed: boolean): string {
  if (key.type === 'Identifier' && !isComputed) return key.name;
  if (key.type === 'PrivateIdentifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : '';
}

function functionOf({ params, body }: FunctionNode): FunctionCode {
  const parameters = params.map((node): Parameter => {
    const inner = node.type === 'TSParameterProperty' ? node.parameter : node;
    if (inner.type === 'RestElement')
      return { pattern: patternOf(inner.argument), otherwise: null, isRest: true };
    return inner.type === 'AssignmentPattern'
      ? { pattern: patternOf(inner.left), otherwise: expressionOf(inner.right), isRest: false }
      : { pattern: patternOf(inner), otherwise: null, isRest: false };
  });
  const statements: readonly Statement[] =
    body === null
      ? []
      : body.type === 'BlockStatement'
        ? body.body.flatMap(statementsOf)
        : [{ kind: 'return', value: expressionOf(body) }];
  return { parameters, body: statements };
}

function patternOf(node: Node): Pattern {
  switch (node.type) {
    case 'Identifier':
      return { kind: 'name', name: node.name };
    case 'AssignmentPattern':
      return patternOf(node.left);
    case 'RestElement':
      return patternOf(node.argument);
    case 'ArrayPattern':
      return { kind: 'items', items: node.elements.map((item) => (item === null ? null : patternOf(item))) };
    case 'ObjectPattern':
      return {
        kind: 'parts',
        parts: node.properties.map((part) =>
          part.type === 'Property'
            ? {
                key: keyOf(part.key, part.computed),
                pattern: patternOf(part.value),
                otherwise: part.value.type === 'AssignmentPattern' ? expressionOf(part.value.right) : null,
              }
            : { key: null, pattern: patternOf(part.argument), otherwise: null },
        ),
      };
    default:
      return { kind: 'place', place: expressionOf(node) };
  }
}

const LOGICAL: ReadonlyMap<string, string> = new Map([
  ['&&', 'and'],
  ['||', 'or'],
  ['??', 'or'],
]);
const COMPARED: ReadonlyMap<string, string> = new Map([
  ['===', '=='],
  ['!==', '!='],
  ['instanceof', 'is'],
]);

function expressionOf(node: Node): Expression {
  switch (node.type) {
    case 'Identifier':
      return node.name === 'undefined' ? NOTHING : { kind: 'name', name: node.name };
    case 'ThisExpression':
      return { kind: 'name', name: 'this' };
    case 'Literal':
      return literal(node);
    case 'TemplateLiteral':
      return template(node);
    case 'TaggedTemplateExpression':
      return { kind: 'call', of: expressionOf(node.tag), given: [given(node.quasi)] };
    case 'BinaryExpression': {
      const operator = COMPARED.get(node.operator) ?? node.operator;
      return operation(operator, expressionOf(node.left), expressionOf(node.right));
    }
    case 'LogicalExpression':
      return operation(LOGICAL.get(node.operator) ?? 'or', expressionOf(node.left), expressionOf(node.right));
    case 'UnaryExpression': {
      const value = expressionOf(node.argument);
      if (node.operator === '+' || node.operator === 'void') return value;
      return operation(node.operator === '!' ? 'not' : node.operator, value);
    }
    case 'UpdateExpression': {
      const value = operation('+', expressionOf(node.argument), { kind: 'constant', value: 1 });
      return { kind: 'assign', target: patternOf(node.argument), value };
    }
    case 'ConditionalExpression':
      return {
        kind: 'choice',
        test: expressionOf(node.test),
        met: expressionOf(node.consequent),
        otherwise: expressionOf(node.alternate),
      };
    case 'AssignmentExpression':
      return { kind: 'assign', ...assigned(node) };
    case 'SequenceExpression':
      return operation('last', ...node.expressions.map(expressionOf));
    case 'MemberExpression':
      return member(node);
    case 'CallExpression':
    case 'NewExpression':
      return { kind: 'call', of: expressionOf(node.callee), given: node.arguments.map(given) };
    case 'ImportExpression':
      return operation('import', expressionOf(node.source));
    case 'ArrayExpression':
      return {
        kind: 'list',
        items: node.elements.map((item) => (item === null ? NOTHING : expressionOf(item))),
      };
    case 'ObjectExpression':
      return { kind: 'object', entries: node.properties.map(entryOf) };
    case 'SpreadElement':
      return operation('...', expressionOf(node.argument));
    case 'AwaitExpression':
      return node.argument === null ? NOTHING : expressionOf(node.argument);
    case 'YieldExpression':
      if (node.argument === null) return NOTHING;
      return operation(
        'yield',
        node.delegate === true ? operation('each', expressionOf(node.argument)) : expressionOf(node.argument),
      );
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return { kind: 'function', code: functionOf(node) };
    default:
      return isWrapper(node) ? expressionOf(node.expression) : NOTHING;
  }
}

function literal(node: NodeOf<'Literal'>): Expression {
  const { value, raw } = node;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null)
    return { kind: 'constant', value };
  return operation('pattern', { kind: 'constant', value: raw ?? '' });
}

function template({ quasis, expressions }: NodeOf<'TemplateLiteral'>): Expression {
  const parts = quasis.flatMap(({ value }, index): Expression[] => {
    const text = value.cooked ?? value.raw;
    const hole = expressions[index];
    return [
      ...(text === '' ? [] : [{ kind: 'constant', value: text } as const]),
      ...(hole === undefined ? [] : [expressionOf(hole)]),
    ];
  });
  const [only] = parts;
  if (only === undefined) return { kind: 'constant', value: '' };
  return parts.length === 1 && only.kind === 'constant' ? only : { kind: 'template', parts };
}

function member({ object, property, computed }: NodeOf<'MemberExpression'>): Expression {
  const of = expressionOf(object);
  if (!computed) return { kind: 'member', of, key: keyOf(property, false) };
  const at = expressionOf(property);
  return at.kind === 'constant' && typeof at.value === 'string'
    ? { kind: 'member', of, key: at.value }
    : { kind: 'item', of, at };
}

function given(node: Node): Given {
  return node.type === 'SpreadElement'
    ? { name: null, value: expressionOf(node.argument), isSpread: true }
    : { name: null, value: expressionOf(node), isSpread: false };
}

function entryOf(node: Node): Entry {
  if (node.type === 'SpreadElement') return { key: null, value: expressionOf(node.argument) };
  if (node.type !== 'Property') return { key: null, value: NOTHING };
  const key: Expression =
    node.key.type === 'Identifier' && !node.computed
      ? { kind: 'constant', value: node.key.name }
      : expressionOf(node.key);
  return { key, value: expressionOf(node.value) };
}
