/** The statements of Go that a request consists of: the call, what reads its answer, and what handles its errors. */
import {
  argumentsOf,
  calledAs,
  fieldOf,
  isInside,
  leftsOf,
  type SyntaxNode,
  type SyntaxTree,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import type { RequestCall } from './call.js';
import { isAboutSending } from './inline.js';
import { declaredAt } from './scope.js';

/** What holds the answer, or its result, where it was decoded. */
export interface Decoded {
  readonly name: string;
  readonly isResult: boolean;
  /** The declaration in the same block. */
  readonly statement: SyntaxNode | null;
  readonly node: SyntaxNode;
  /** Uses behind the chain. */
  readonly uses: readonly SyntaxNode[];
}

export interface Chain {
  readonly list: SyntaxNode;
  /** From the call on, one behind the other. */
  readonly statements: readonly SyntaxNode[];
  /** `if err := f(); err != nil`; `err := f()`; `return f()`; `f()` */
  readonly form: 'scoped' | 'assigned' | 'returned' | 'alone';
  /** `_` where nobody looks. */
  readonly error: string;
  readonly operator: ':=' | '=';
  /** What is done about an error. */
  readonly handler: SyntaxNode | null;
  readonly decoded: Decoded | null;
  /** `return rules, f()`: what stands before the error. */
  readonly before: readonly string[];
}

const CHECKED = 'what is done with its answer cannot be followed';

export function chainOf(call: RequestCall): Chain | string {
  const { tree, node, sent } = call;
  const { parent } = node;
  const { gives } = sent.sender;
  const inArgument = gives === 'result' || gives === 'answer';
  const given = inArgument ? targetOf(tree, sent.out) : null;
  if (given === false) return CHECKED;
  const start = (
    chain: Omit<Chain, 'statements' | 'decoded' | 'handler' | 'before'>,
    first: SyntaxNode,
    answer: string | null,
    handler: SyntaxNode | null,
  ) => followed(call, { ...chain, statements: [first], decoded: null, handler, before: [] }, given, answer);
  if (parent?.type === 'expression_statement' && parent.parent?.type === 'statement_list')
    return start({ list: parent.parent, form: 'alone', error: '_', operator: '=' }, parent, null, null);
  const holder = parent?.type === 'expression_list' ? parent.parent : null;
  if (holder == null) return CHECKED;
  if (holder.type === 'return_statement') {
    const values = (parent?.children ?? []).filter(({ isNamed }) => isNamed);
    const list = holder.parent;
    if (values.at(-1) !== node || !inArgument || list?.type !== 'statement_list') return CHECKED;
    const before = values.slice(0, -1).map((one) => textOf(tree, one));
    const decoded = given === null ? null : decodedAs(call, list, given, gives === 'result', [holder]);
    if (typeof decoded === 'string') return decoded;
    return {
      list,
      statements: [holder],
      form: 'returned',
      error: '_',
      operator: '=',
      handler: null,
      decoded,
      before,
    };
  }
  if (!/^(?:short_var_declaration|assignment_statement)$/.test(holder.type)) return CHECKED;
  const names = leftsOf(holder).map((left) => textOf(tree, left));
  if (names.length !== sent.sender.count || names.some((name) => !/^\w+$/.test(name))) return CHECKED;
  const error = names.at(-1) ?? '_';
  const answer = inArgument || names[0] === '_' ? null : (names[0] ?? null);
  const operator = holder.type === 'short_var_declaration' ? ':=' : '=';
  const around = holder.parent;
  if (around?.type === 'if_statement' && holder.field === 'initializer') {
    const handler = handlerOf(tree, around, error);
    if (handler === null || around.parent?.type !== 'statement_list' || answer !== null) return CHECKED;
    return start({ list: around.parent, form: 'scoped', error, operator }, around, null, handler);
  }
  if (around?.type !== 'statement_list') return CHECKED;
  return start({ list: around, form: 'assigned', error, operator }, holder, answer, null);
}

/** `&rules` or a pointer; null where nothing is decoded, false where that is something else. */
function targetOf(tree: SyntaxTree, out: SyntaxNode | null): SyntaxNode | null | false {
  if (out === null) return null;
  const inner =
    out.type === 'unary_expression' && textOf(tree, out).startsWith('&') ? fieldOf(out, 'operand') : null;
  return inner?.type === 'identifier' ? inner : false;
}

function handlerOf(tree: SyntaxTree, statement: SyntaxNode, error: string): SyntaxNode | null {
  const condition = fieldOf(statement, 'condition');
  const block = fieldOf(statement, 'consequence');
  if (condition === null || block === null || fieldOf(statement, 'alternative') !== null) return null;
  return textOf(tree, condition) === `${error} != nil` ? block : null;
}

const LEAVES = /^(?:return\b|continue\b|break\b|panic\(|os\.Exit\(|(?:\w+\.)*(?:Fatal\w*|Panic\w*|Exit)\()/;

/** The last statement of a block does not go on. */
function isLeft(tree: SyntaxTree, block: SyntaxNode | null): boolean {
  const list = block?.children.find(({ type }) => type === 'statement_list');
  const last = list?.children.findLast(({ isNamed }) => isNamed);
  return last !== undefined && LEAVES.test(textOf(tree, last));
}

/** It returns, and no error: a status that the program expects. */
function isFine(tree: SyntaxTree, block: SyntaxNode | null): boolean {
  const list = block?.children.find(({ type }) => type === 'statement_list');
  const last = list?.children.findLast(({ isNamed }) => isNamed);
  return last !== undefined && /^return(?:$|.*\bnil$)/s.test(textOf(tree, last));
}

interface Step {
  readonly target?: SyntaxNode;
  readonly name?: string;
  readonly error?: string;
  readonly handler?: SyntaxNode | null;
  readonly isResult?: boolean;
  /** `return rules, json.Unmarshal(data, &rules)`: what stands before the call. */
  readonly returned?: readonly string[];
}

/** What follows the call in its block, as long as it only reads the answer or handles errors. */
function followed(
  call: RequestCall,
  first: Chain,
  given: SyntaxNode | null,
  answer: string | null,
): Chain | string {
  const { tree, sent } = call;
  const { gives } = sent.sender;
  const [start] = first.statements;
  const all = first.list.children.filter(({ isNamed }) => isNamed);
  const own = new Set(answer === null ? [] : [answer]);
  const gone: SyntaxNode[] = start === undefined ? [] : [...(sent.before ?? []), start];
  const errors = new Set([first.error]);
  let tentative: SyntaxNode[] = [];
  let handler = first.handler;
  let target = given;
  let returned: readonly string[] | null = null;
  let isResult = gives === 'result' || gives === 'result-text' || gives === 'envelope';
  for (const statement of start === undefined ? [] : all.slice(all.indexOf(start) + 1)) {
    if (statement.type === 'comment') {
      tentative.push(statement);
      continue;
    }
    const isDeclaration =
      statement.type === 'var_declaration' ||
      (statement.type === 'short_var_declaration' &&
        /:= (?:\w+\{\}|new\(\w+\))$/.test(textOf(tree, statement)));
    if (isDeclaration) {
      tentative.push(statement);
      continue;
    }
    const step = stepOf(tree, statement, own, errors, target);
    if (step === null) break;
    const isLost = (one: SyntaxNode) => one.type === 'comment' && !isAboutSending(textOf(tree, one));
    if (tentative.some(isLost)) return 'a comment beside its call would be lost';
    gone.push(...tentative, statement);
    tentative = [];
    if (step.error !== undefined) errors.add(step.error);
    if (step.name !== undefined) own.add(step.name);
    if (step.target !== undefined) {
      // The result of an answer is decoded apart from the answer.
      if (target !== null) own.add(textOf(tree, target));
      ({ target } = step as { target: SyntaxNode });
    }
    if (step.isResult === true) isResult = true;
    handler ??= step.handler ?? null;
    returned = step.returned ?? null;
    if (returned !== null) break;
  }
  const declared = gone.filter(({ type }) => /^(?:short_)?var_declaration$/.test(type));
  const isForeign = (one: SyntaxNode) =>
    namesIn(tree, one).some(
      (name) =>
        !(
          name === '_' ||
          own.has(name) ||
          errors.has(name) ||
          (target !== null && textOf(tree, target) === name)
        ),
    );
  if (declared.some((one) => !(sent.before ?? []).includes(one) && isForeign(one))) return CHECKED;
  const isUsed = (name: string) => usesOf(call, first.list, name, gone).length > 0;
  if ([...own].some(isUsed)) return CHECKED;
  const decoded = target === null ? null : decodedAs(call, first.list, target, isResult, gone);
  if (typeof decoded === 'string') return decoded;
  const names = [...own, ...(decoded === null ? [] : [decoded.name])];
  const said = handler === null ? [] : walk(handler).filter(({ type }) => type === 'identifier');
  const isSaid = said.some(
    (one) => names.includes(textOf(tree, one)) && one.parent?.parent?.type !== 'return_statement',
  );
  const isHalf =
    gone.length > 1 &&
    handler === null &&
    first.error !== '_' &&
    gone.some(({ type }) => type === 'if_statement');
  if (isSaid || isHalf) return 'what is done about its errors cannot be followed';
  if (returned === null) return { ...first, statements: gone, handler, decoded };
  const isHandedOn =
    handler === null || /^\{\s*return (?:\w+(?:\.\w+)*, )?err\s*\}$/.test(textOf(tree, handler));
  return isHandedOn && decoded !== null
    ? { ...first, form: 'returned', statements: gone, handler: null, decoded, before: returned }
    : CHECKED;
}

/** Names that a statement declares. */
function namesIn(tree: SyntaxTree, statement: SyntaxNode): readonly string[] {
  const specs = walk(statement).filter(({ type }) => type === 'var_spec');
  const names =
    statement.type === 'short_var_declaration'
      ? leftsOf(statement)
      : specs.flatMap(({ children }) => children.filter(({ field }) => field === 'name'));
  return names.map((name) => textOf(tree, name));
}

function stepOf(
  tree: SyntaxTree,
  statement: SyntaxNode,
  own: ReadonlySet<string>,
  errors: ReadonlySet<string>,
  target: SyntaxNode | null,
): Step | null {
  const text = textOf(tree, statement);
  if (statement.type === 'if_statement') {
    const initializer = fieldOf(statement, 'initializer');
    const block = fieldOf(statement, 'consequence');
    if (!isLeft(tree, block) || fieldOf(statement, 'alternative') !== null) return null;
    if (initializer !== null) {
      const inner = assigned(tree, initializer, own, target);
      const handler = inner === null ? null : handlerOf(tree, statement, inner.error ?? '');
      return inner === null || handler === null || inner.target === undefined
        ? null
        : { ...inner, error: inner.error ?? '_', handler };
    }
    for (const error of errors) {
      const handler = handlerOf(tree, statement, error);
      if (handler !== null) return { handler };
    }
    const condition = fieldOf(statement, 'condition');
    if (condition === null) return null;
    const names = new Set([...own, ...(target === null ? [] : [textOf(tree, target)])]);
    const isOwn = walk(condition).every(
      (one) =>
        one.type !== 'identifier' ||
        names.has(textOf(tree, one)) ||
        /^(?:http|len|nil)$/.test(textOf(tree, one)),
    );
    const isFailure = /\.(?:Success|StatusCode|Errors|IsError)\b/.test(textOf(tree, condition));
    return isOwn && isFailure && !isFine(tree, block) ? {} : null;
  }
  if (statement.type === 'defer_statement') {
    const [, name = ''] = /^defer (\w+)\.Body\.Close\(\)$/.exec(text) ?? [];
    return own.has(name) ? {} : null;
  }
  if (statement.type === 'expression_statement') {
    const call = statement.children.find(({ isNamed }) => isNamed);
    return call === undefined ? null : decoding(tree, call, own, target);
  }
  if (statement.type === 'return_statement') {
    const values = statement.children
      .find(({ isNamed }) => isNamed)
      ?.children.filter(({ isNamed }) => isNamed);
    const call = values?.at(-1);
    const step = call?.type === 'call_expression' ? decoding(tree, call, own, target) : null;
    return step?.target === undefined
      ? null
      : { ...step, returned: (values ?? []).slice(0, -1).map((one) => textOf(tree, one)) };
  }
  return assigned(tree, statement, own, target);
}

/** `body, err := io.ReadAll(res.Body)`, `err = json.Unmarshal(body, &answer)` */
function assigned(
  tree: SyntaxTree,
  statement: SyntaxNode,
  own: ReadonlySet<string>,
  answer: SyntaxNode | null,
): Step | null {
  if (!/^(?:short_var_declaration|assignment_statement)$/.test(statement.type)) return null;
  const call = fieldOf(statement, 'right')?.children.find(({ isNamed }) => isNamed);
  const names = leftsOf(statement).map((left) => textOf(tree, left));
  if (call?.type !== 'call_expression') return null;
  const found = decoding(tree, call, own, answer);
  if (found === null) return null;
  const error = names.at(-1) ?? '_';
  if (found.target !== undefined) return names.length === 1 ? { ...found, error } : null;
  return names.length === 2 && names[0] !== undefined ? { name: names[0], error } : null;
}

/** `answer`: what the answer was decoded into. */
function decoding(
  tree: SyntaxTree,
  call: SyntaxNode,
  own: ReadonlySet<string>,
  answer: SyntaxNode | null,
): Step | null {
  const name = calledAs({ tree, path: '', node: call });
  const [first, second] = argumentsOf(call);
  const source = (node: SyntaxNode | undefined) => (node === undefined ? '' : textOf(tree, node));
  if (/^(?:io|ioutil)\.ReadAll$/.test(name)) return own.has(source(first).replace(/\.Body$/, '')) ? {} : null;
  const result = answer === null ? '' : `${textOf(tree, answer)}.Result`;
  if (name === 'json.Unmarshal' && source(first) === result && second !== undefined) {
    const into = targetOf(tree, second);
    return into === null || into === false ? null : { target: into, isResult: true };
  }
  const decoder = /^json\.NewDecoder\((\w+)\.Body\)\.Decode$/.exec(name);
  const isUnmarshal = name === 'json.Unmarshal' && own.has(source(first).replace(/\.Result$/, ''));
  const into = isUnmarshal ? second : decoder !== null && own.has(decoder[1] ?? '') ? first : undefined;
  const target = into === undefined ? false : targetOf(tree, into);
  return target === null || target === false ? null : { target };
}

/** Uses behind the chain of a name that was declared no later. */
function usesOf(
  call: RequestCall,
  list: SyntaxNode,
  name: string,
  gone: readonly SyntaxNode[],
): readonly SyntaxNode[] {
  const last = gone.at(-1)?.end ?? 0;
  return walk(list).filter((node) => {
    if (node.type !== 'identifier' || node.start < last || textOf(call.tree, node) !== name) return false;
    const declared = declaredAt({ ...call, node });
    return declared === null || declared.by.start < last;
  });
}

function decodedAs(
  call: RequestCall,
  list: SyntaxNode,
  target: SyntaxNode,
  isResult: boolean,
  gone: readonly SyntaxNode[],
): Decoded | string {
  const name = textOf(call.tree, target);
  const declared = declaredAt({ ...call, node: target });
  if (declared === null) return CHECKED;
  let statement: SyntaxNode | null = declared.by;
  while (statement !== null && statement.parent !== list) statement = statement.parent;
  const uses = walk(list.parent ?? list).filter(
    (node) =>
      node.type === 'identifier' &&
      textOf(call.tree, node) === name &&
      declaredAt({ ...call, node })?.by === declared.by &&
      !gone.some((one) => isInside(node, one)),
  );
  return { name, isResult, statement, node: target, uses };
}
