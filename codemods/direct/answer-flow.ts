/**
 * Where the answer of a call goes, within its file: through names, members, loops, methods of lists and functions that
 * only it is handed to. Every member that is read on the way is a visit; where it goes further, it escapes.
 */

import type { Script } from '../../src/analysis/edits/index.js';
import {
  type FunctionNode,
  type Identifier,
  isFunction,
  keyName,
  Module,
  type Node,
  type NodeOf,
  parametersOf,
} from '../../src/read/javascript/syntax/index.js';
import {
  functionAround,
  functionNamed,
  isEmpty,
  isExported,
  isOfFailure,
  isPredicate,
  isTest,
  isWritten,
} from './answer-places.js';
import { ONE_ITEM, SAME_LIST, WITH_CALLBACK } from './list-methods.js';

/** A member that is read: the names on the way to it, and where that is written. */
export interface Visit {
  readonly steps: readonly string[];
  /** A member expression, or a property of a pattern. */
  readonly node: NodeOf<'MemberExpression'> | NodeOf<'Property'>;
}

/** A function that a value is handed to, and all places that name it. */
export interface Handed {
  readonly node: FunctionNode;
  readonly index: number;
  readonly uses: readonly Identifier[];
}

export interface AnswerFlow {
  readonly visits: readonly Visit[];
  /** Where single items are taken from a list, with the steps to the list: `list[0]`, `[first]`, or any other way. */
  readonly items: readonly { readonly steps: readonly string[]; readonly node: Node }[];
  /** Where it goes out of sight, with what it is there. */
  readonly escapes: readonly { readonly steps: readonly string[]; readonly node: Node }[];
  /** Every expression that is the answer or a part of it. */
  readonly places: readonly Node[];
  /** Declared types that say what the answer, or a part of it, looks like. */
  readonly types: readonly { readonly steps: readonly string[]; readonly node: Node }[];
  /** Functions that others call, too. */
  readonly handed: readonly Handed[];
}

/** An item of a list, among the steps. */
export const ITEM = '[]';

/** What stands for the values and the pairs of an object, among the steps. */
export const VALUES = 'values()';
export const ENTRIES = 'entries()';

interface Place {
  readonly node: Node;
  readonly steps: readonly string[];
}

/**
 * `isLeaf` tells of steps that lead to something that is not followed: a text, a number. First steps that are `held`
 * (`data`, `data.result`) are called `result`.
 */
export function flowOf(
  script: Script,
  call: Node,
  isLeaf: (steps: readonly string[]) => boolean,
  held = 'result',
): AnswerFlow | null {
  return script instanceof Module ? new Flow(script, { isLeaf, held }).from([call]) : null;
}

/**
 * The same for data that a program holds. Functions that others call, too, are followed and told; what `isEnd` is not
 * followed.
 */
export function dataFlowOf(
  script: Module,
  starts: readonly Node[],
  isLeaf: (steps: readonly string[]) => boolean,
  isEnd: (node: Node) => boolean,
): AnswerFlow {
  return new Flow(script, { isLeaf, held: '', isEnd }).from(starts);
}

interface Following {
  readonly isLeaf: (steps: readonly string[]) => boolean;
  readonly held: string;
  readonly isEnd?: (node: Node) => boolean;
}

const TRANSPARENT: ReadonlySet<string> = new Set([
  'AwaitExpression',
  'ParenthesizedExpression',
  'ChainExpression',
  'TSNonNullExpression',
]);
const TYPED: ReadonlySet<string> = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSTypeAssertion']);
const MOST_PLACES = 400;

class Flow {
  readonly #module: Module;
  readonly #isLeaf: (steps: readonly string[]) => boolean;
  readonly #held: readonly string[];
  readonly #pending: Place[] = [];
  readonly #seen = new Set<Node>();
  readonly #visits: Visit[] = [];
  readonly #escapes: Place[] = [];
  readonly #types: Place[] = [];
  readonly #items: Place[] = [];
  readonly #isEnd: Following['isEnd'];
  readonly #handedTo: Handed[] = [];

  constructor(module: Module, { isLeaf, held, isEnd }: Following) {
    this.#module = module;
    this.#isLeaf = isLeaf;
    this.#held = held.split('.');
    this.#isEnd = isEnd;
  }

  from(starts: readonly Node[]): AnswerFlow {
    this.#pending.push(...starts.map((node) => ({ node, steps: [] })));
    for (let index = 0; index < this.#pending.length; index++) {
      const place = this.#pending[index];
      if (place === undefined) break;
      if (index > MOST_PLACES) this.#escapes.push(place);
      else this.#climb(place);
    }
    const places = this.#pending.map(({ node }) => node);
    return {
      visits: this.#visits,
      items: this.#items,
      escapes: this.#escapes,
      types: this.#types,
      places,
      handed: this.#handedTo,
    };
  }

  #climb({ node: start, steps }: Place): void {
    if (this.#seen.has(start)) return;
    this.#seen.add(start);
    if (this.#isEnd?.(start)) return;
    let node = start;
    let parent = node.parent;
    while (parent !== undefined && (TRANSPARENT.has(parent.type) || TYPED.has(parent.type))) {
      if (TYPED.has(parent.type)) this.#note(Reflect.get(parent, 'typeAnnotation'), steps);
      node = parent;
      parent = node.parent;
    }
    if (parent === undefined || !this.#goesOn(node, parent, steps)) this.#escapes.push({ node, steps });
  }

  #goesOn(node: Node, parent: Node, steps: readonly string[]): boolean {
    switch (parent.type) {
      case 'ExpressionStatement':
        return true;
      case 'MemberExpression':
        return parent.object === node && this.#member(parent, steps);
      case 'VariableDeclarator':
        return parent.init === node && this.#bind(parent.id, steps);
      case 'AssignmentExpression':
        return parent.right === node && parent.operator === '=' && this.#assigned(parent.left, steps);
      case 'ForOfStatement': {
        if (parent.right !== node || parent.left.type !== 'VariableDeclaration') return false;
        const [declarator] = parent.left.declarations;
        this.#items.push({ node: parent, steps });
        return declarator !== undefined && this.#bind(declarator.id, [...steps, ITEM]);
      }
      case 'SpreadElement': {
        const list = parent.parent;
        if (list?.type !== 'ArrayExpression' || list.elements.length !== 1) return false;
        this.#pending.push({ node: list, steps });
        return true;
      }
      case 'LogicalExpression':
        if (parent.left !== node || parent.operator === '&&') return isTest(node);
        if (!isEmpty(parent.right)) return false;
        this.#pending.push({ node: parent, steps });
        return true;
      case 'UnaryExpression':
      case 'IfStatement':
        return isTest(node);
      case 'ConditionalExpression':
        if (parent.test === node) return true;
        if (!isEmpty(parent.consequent === node ? parent.alternate : parent.consequent)) return false;
        this.#pending.push({ node: parent, steps });
        return true;
      case 'CallExpression':
        return parent.callee !== node && (this.#values(parent, steps) || this.#handed(parent, node, steps));
      case 'ReturnStatement':
        return this.#returned(functionAround(parent), steps);
      case 'ArrowFunctionExpression':
        return parent.body === node && (isPredicate(parent) || this.#returned(parent, steps));
      default:
        return false;
    }
  }

  #member(member: NodeOf<'MemberExpression'>, steps: readonly string[]): boolean {
    const name = keyName(member.property, member.computed);
    if (name === null || /^\d+$/.test(name)) {
      if (!member.computed) return false;
      this.#items.push({ node: member, steps });
      this.#pending.push({ node: member, steps: [...steps, ITEM] });
      return true;
    }
    const call = member.parent;
    if (call?.type === 'CallExpression' && call.callee === member)
      return this.#method(name, member, call, steps);
    if (name === 'length') {
      this.#items.push({ node: member, steps });
      return true;
    }
    return this.#step(member, [...steps, name]);
  }

  #step(node: Visit['node'], taken: readonly string[], target: Node = node): boolean {
    const { length } = this.#held;
    const isHeld = taken.slice(0, length).join('.') === this.#held.join('.');
    const steps = isHeld ? ['result', ...taken.slice(length)] : taken;
    this.#visits.push({ node, steps });
    if (this.#isLeaf(steps)) return true;
    if (target === node) this.#pending.push({ node, steps });
    return target === node || this.#bind(target, steps);
  }

  #method(
    name: string,
    member: NodeOf<'MemberExpression'>,
    call: NodeOf<'CallExpression'>,
    steps: readonly string[],
  ): boolean {
    const [callback] = call.arguments;
    if (name === 'json' && call.arguments.length === 0) {
      this.#pending.push({ node: call, steps: [...steps, 'json()'] });
      return true;
    }
    if (name === 'text' && call.arguments.length === 0) return isOfFailure(this.#module, member);
    if (name === 'catch' || name === 'finally') {
      this.#pending.push({ node: call, steps });
      return true;
    }
    if (name === 'then') return callback !== undefined && this.#callback(callback, 0, steps);
    this.#items.push({ node: call, steps });
    if (!SAME_LIST.has(name) && !ONE_ITEM.has(name) && !WITH_CALLBACK.has(name))
      return name === 'entries' && this.#entries(call, steps);
    if (WITH_CALLBACK.has(name) && callback !== undefined) {
      if (!this.#callback(callback, 0, [...steps, ITEM])) return false;
      if (/sort/i.test(name) && !this.#callback(callback, 1, [...steps, ITEM])) return false;
    }
    if (SAME_LIST.has(name)) this.#pending.push({ node: call, steps });
    if (ONE_ITEM.has(name)) this.#pending.push({ node: call, steps: [...steps, ITEM] });
    return true;
  }

  /** `for (const [index, rule] of rules.entries())` */
  #entries(call: Node, steps: readonly string[]): boolean {
    const loop = call.parent;
    if (loop?.type !== 'ForOfStatement' || loop.left.type !== 'VariableDeclaration') return false;
    const target = loop.left.declarations[0]?.id;
    if (target?.type !== 'ArrayPattern') return false;
    const item = target.elements[1];
    return item === null || item === undefined || this.#bind(item, [...steps, ITEM]);
  }

  #callback(callback: Node, index: number, steps: readonly string[]): boolean {
    if (isFunction(callback)) return this.#parameter(callback, index, steps);
    const named = callback.type === 'Identifier' ? functionNamed(this.#module, callback) : null;
    return named !== null && named.uses.length === 1 && this.#parameter(named.node, index, steps);
  }

  #parameter(node: FunctionNode, index: number, steps: readonly string[]): boolean {
    const target = parametersOf(node)[index];
    if (target === undefined) return !/\barguments\b/.test(this.#module.text.slice(...node.range));
    return this.#bind(target, steps);
  }

  /** `Object.values(table)` */
  #values(call: NodeOf<'CallExpression'>, steps: readonly string[]): boolean {
    if (this.#isEnd === undefined || call.arguments.length !== 1) return false;
    const callee = this.#module.text.slice(...call.callee.range);
    if (callee === 'Object.values') this.#pending.push({ node: call, steps: [...steps, VALUES] });
    else if (callee === 'Object.entries') this.#pending.push({ node: call, steps: [...steps, ENTRIES] });
    else return callee === 'Object.keys';
    return true;
  }

  /** To a function of this file that nobody else calls. */
  #handed(call: NodeOf<'CallExpression'>, argument: Node, steps: readonly string[]): boolean {
    const { callee } = call;
    const index = call.arguments.indexOf(argument as never);
    if (callee.type !== 'Identifier' || index < 0) return false;
    const named = functionNamed(this.#module, callee);
    if (named === null) return false;
    if (named.uses.length === 1) return this.#parameter(named.node, index, steps);
    this.#handedTo.push({ node: named.node, index, uses: named.uses });
    return this.#isEnd !== undefined && this.#parameter(named.node, index, steps);
  }

  #returned(from: FunctionNode | null, steps: readonly string[]): boolean {
    const { parent } = from ?? {};
    if (from === null || parent === undefined) return false;
    this.#note(Reflect.get(from, 'returnType'), steps);
    // What a step of a chain gives back is what the chain gives.
    if (parent.type === 'CallExpression' && parent.callee.type === 'MemberExpression') {
      const { property, computed } = parent.callee;
      if (keyName(property, computed) !== 'then' || parent.arguments[0] !== from) return false;
      this.#pending.push({ node: parent, steps });
      return true;
    }
    const name =
      from.type === 'FunctionDeclaration'
        ? from.id
        : parent.type === 'VariableDeclarator' && parent.id.type === 'Identifier'
          ? parent.id
          : null;
    const uses = name === null || name === undefined ? null : functionNamed(this.#module, name)?.uses;
    const calls = uses?.flatMap((use): Node[] =>
      use.parent?.type === 'CallExpression' && use.parent.callee === use ? [use.parent] : [],
    );
    if (uses === undefined || uses === null || calls?.length !== uses.length) return false;
    this.#pending.push(...calls.map((node) => ({ node, steps })));
    return true;
  }

  #bind(target: Node, steps: readonly string[]): boolean {
    this.#note(Reflect.get(target, 'typeAnnotation'), steps);
    switch (target.type) {
      case 'Identifier': {
        const binding = this.#module.resolve(target);
        if (binding === null || binding.declarations.length !== 1 || isExported(target)) return false;
        for (const node of this.#module.references(binding)) {
          if (isWritten(node)) return false;
          this.#pending.push({ node, steps });
        }
        return true;
      }
      case 'ObjectPattern':
        return target.properties.every((property) => {
          if (property.type !== 'Property') return false;
          const name = keyName(property.key, property.computed);
          if (name === null) return false;
          const value = property.value.type === 'AssignmentPattern' ? property.value.left : property.value;
          return this.#step(property, [...steps, name], value);
        });
      case 'ArrayPattern':
        this.#items.push({ node: target, steps });
        // The name of an entry is a text.
        if (steps.at(-2) === ENTRIES)
          return target.elements[1] ? this.#bind(target.elements[1], steps) : true;
        return target.elements.every(
          (one) => one === null || (one.type !== 'RestElement' && this.#bind(one, [...steps, ITEM])),
        );
      case 'AssignmentPattern':
        return isEmpty(target.right) && this.#bind(target.left, steps);
      default:
        return false;
    }
  }

  /** A variable that holds nothing else. */
  #assigned(target: Node, steps: readonly string[]): boolean {
    if (target.type !== 'Identifier') return false;
    const binding = this.#module.resolve(target);
    const [declared] = binding?.declarations ?? [];
    if (binding === null || declared === undefined || binding.declarations.length !== 1) return false;
    const declarator = declared.parent;
    if (declarator?.type !== 'VariableDeclarator' || declarator.id !== declared || isExported(declared))
      return false;
    if (declarator.init !== null && declarator.init !== undefined && !isEmpty(declarator.init)) return false;
    this.#note(Reflect.get(declared, 'typeAnnotation'), steps);
    for (const node of this.#module.references(binding)) {
      if (node === target) continue;
      if (isWritten(node)) return false;
      this.#pending.push({ node, steps });
    }
    return true;
  }

  #note(annotation: unknown, steps: readonly string[]): void {
    if (typeof annotation !== 'object' || annotation === null || !('range' in annotation)) return;
    const node = annotation as Node;
    const text = this.#module.text.slice(...node.range).replace(/^:\s*/, '');
    if (!/^(?:any|unknown|Promise<(?:any|unknown|void)(?:\[\])?>|any\[\]|Array<any>|Response)$/.test(text))
      this.#types.push({ node, steps });
  }
}
