/**
 * From a place in the source to the calls that what stands there may reach. This only decides which calls are
 * worth evaluating, so it may reach too many and must not miss one: it follows names, members, results and
 * exports without regard to order, conditions or paths within objects.
 */

import { meetLimit } from '../../limits.js';
import { alternatives } from '../evaluate/domain/term.js';
import type { Engine } from '../evaluate/engine.js';
import { componentsNamed } from '../evaluate/language/elements.js';
import { type CallSite, callOf } from '../evaluate/names/call-sites.js';
import { exportsOf } from '../modules/exports.js';
import { accessing } from '../modules/imported-by.js';
import { type Binding, namesIn } from '../syntax/bindings.js';
import type { FunctionNode, Node } from '../syntax/estree.js';
import type { Module } from '../syntax/module.js';
import { enclosingFunction, isFunction, isWrapper, keyName, unwrap } from '../syntax/nodes.js';
import { startOf } from '../syntax/positions.js';
import { importsOf, usesElsewhere, usesOfImport } from './importers.js';
import { COMMON_MEMBERS, calledWith, handedTo, isNoRequest, isTableLookup, memberKey } from './shapes.js';

const MAX_STEPS = 4000;
/** A text that is handed back from function to function further than this is no part of a request any more. */
const MAX_RETURNED = 4;
/** Calls that are looked at, the nearest first. */
const MAX_CALLS = 300;
/** Files that are asked for calls of a method: they find what stands at its place, and a few say it all. */
const MAX_CALLERS = 40;
/** Steps for finding out which function a member is. */
const STEPS_OF_MEMBER = 400;

interface Carrier {
  readonly node: Node;
  readonly module: Module;
  /** Functions it has come out of, on the way here. */
  readonly returned: number;
}

export function callsReachedFrom(
  engine: Engine,
  starts: readonly Node[],
  module: Module,
  isEnd: IsEnd,
): readonly CallSite[] {
  return new Flow(engine, true, isEnd).from(starts, module);
}

/** Whether what reaches a call is sent by it, and is no part of what the call gives back. */
type IsEnd = (site: CallSite) => boolean;

/**
 * The calls that take what stands at some places by themselves, not by way of what a function gives back: for a
 * base URL the calls that are sent with it, and not everything that calls their wrapper.
 */
export function callsTaking(engine: Engine, starts: readonly Node[], module: Module): readonly CallSite[] {
  return new Flow(engine, false, () => false).from(starts, module);
}

class Flow {
  readonly #engine: Engine;
  /** Whether the result of a call that gets a carrier is one, and what a function returns is where it is called. */
  readonly #throughResults: boolean;
  readonly #isEnd: IsEnd;
  readonly #calls = new Map<Node, CallSite>();
  readonly #seen = new Set<Node>();
  readonly #seenBindings = new Set<Binding>();
  readonly #seenMembers = new Set<string>();
  readonly #pending: Carrier[] = [];
  #returned = 0;

  constructor(engine: Engine, throughResults: boolean, isEnd: IsEnd) {
    this.#engine = engine;
    this.#throughResults = throughResults;
    this.#isEnd = isEnd;
  }

  from(starts: readonly Node[], module: Module): readonly CallSite[] {
    for (const start of starts) this.#start(start, module);
    const [limit, limitOfCalls] = [MAX_STEPS + starts.length * 50, MAX_CALLS + starts.length * 20];
    for (let steps = 0; steps < limit; steps++) {
      const next = this.#pending[steps];
      if (next === undefined || this.#calls.size > limitOfCalls) break;
      this.#returned = next.returned;
      this.#climb(next);
    }
    if (this.#pending.length > limit || this.#calls.size > limitOfCalls) meetLimit('passed on too far');
    return [...this.#calls.values()].sort((a, b) => startOf(a.call) - startOf(b.call));
  }

  /** A text carries itself; a key what holds it; the name of a member the call it is part of. */
  #start(node: Node, module: Module): void {
    const parent = node.parent;
    if (parent === undefined) return;
    if (parent.type === 'Property' && parent.key === node && parent.parent !== undefined) {
      if (parent.parent.type === 'ObjectExpression') this.#carry(parent.parent, module);
      else this.#names(parent.value, module);
      return;
    }
    if (parent.type === 'MemberExpression' && parent.property === node) {
      if (parent.parent?.type === 'AssignmentExpression' && parent.parent.left === parent)
        this.#written(parent, module);
      const call = calledWith(parent);
      if (call !== null) this.#reached(call, module);
      else this.#carry(parent, module);
      return;
    }
    if ((parent.type === 'PropertyDefinition' || parent.type === 'MethodDefinition') && parent.key === node)
      return;
    if ((parent.type === 'CallExpression' || parent.type === 'NewExpression') && parent.callee === node) {
      this.#calls.set(parent, { call: parent, module });
      return;
    }
    if (node.type === 'Literal' || node.type === 'TemplateElement') this.#carry(node, module);
  }

  #carry(node: Node, module: Module): void {
    if (this.#seen.has(node)) return;
    this.#seen.add(node);
    this.#wait(node, module);
  }

  /** A call, and what it gives back unless the way ends there, or the file has had its steps. */
  #reached(call: CallSite['call'], module: Module): void {
    if (this.#seen.has(call)) return;
    const site = { call, module };
    this.#calls.set(call, site);
    if (this.#throughResults && (this.#engine.isSpent || this.#isEnd(site))) this.#seen.add(call);
    else this.#carry(call, module);
  }

  #wait(node: Node, module: Module): void {
    this.#pending.push({ node, module, returned: this.#returned });
  }

  /** From a carrier to whatever holds it, one step up the tree. */
  #climb({ node, module }: Carrier): void {
    const parent = node.parent;
    if (parent === undefined) return;
    switch (parent.type) {
      case 'CallExpression':
      case 'NewExpression':
        this.#callbacks(parent, module);
        this.#reached(parent, module);
        break;
      case 'VariableDeclarator':
        if (parent.init === node) this.#names(parent.id, module);
        break;
      case 'AssignmentExpression':
        if (parent.right === node) this.#written(parent.left, module);
        this.#carry(parent, module);
        break;
      case 'AssignmentPattern':
        if (parent.right === node) this.#names(parent.left, module);
        break;
      case 'PropertyDefinition':
        if (parent.value === node) this.#member(keyName(parent.key, parent.computed), module, parent);
        break;
      case 'Property':
        this.#member(memberKey(parent), module, null);
        this.#carry(parent, module);
        break;
      case 'ReturnStatement':
        this.#result(enclosingFunction(parent), module);
        break;
      case 'YieldExpression':
        if (parent.parent?.type === 'ExpressionStatement') this.#result(enclosingFunction(parent), module);
        else this.#carry(parent, module);
        break;
      case 'ArrowFunctionExpression':
        if (parent.body === node) this.#result(parent, module);
        break;
      case 'ForOfStatement':
      case 'ForInStatement':
        if (parent.right === node)
          this.#names(
            parent.left.type === 'VariableDeclaration'
              ? (parent.left.declarations[0]?.id ?? parent.left)
              : parent.left,
            module,
          );
        break;
      case 'SwitchCase':
        if (parent.test === node && parent.parent?.type === 'SwitchStatement')
          this.#tested(parent.parent.discriminant, module);
        break;
      case 'BinaryExpression':
        if (/^[!=]==?$|^in$/.test(parent.operator))
          this.#tested(parent.left === node ? parent.right : parent.left, module);
        else this.#carry(parent, module);
        break;
      case 'ExportDefaultDeclaration':
      case 'TSExportAssignment':
        this.#exported('default', module);
        break;
      case 'TSEnumMember':
        this.#enumeration(parent, module);
        break;
      case 'JSXAttribute':
      case 'JSXSpreadAttribute':
      case 'JSXExpressionContainer':
        this.#attribute(parent, module);
        break;
      case 'TaggedTemplateExpression': {
        const call = module.callOfTemplate(parent);
        this.#calls.set(call, { call, module });
        this.#carry(parent, module);
        break;
      }
      case 'TemplateLiteral':
      case 'LogicalExpression':
      case 'ConditionalExpression':
      case 'SequenceExpression':
      case 'ArrayExpression':
      case 'ObjectExpression':
      case 'SpreadElement':
      case 'AwaitExpression':
      case 'UnaryExpression':
      case 'MemberExpression':
        this.#carry(parent, module);
        break;
      default:
        if (isWrapper(parent)) this.#carry(parent, module);
    }
  }

  /** Functions that are handed to a call see what else it gets: its receiver, and its other arguments. */
  #callbacks(call: Node & { type: 'CallExpression' | 'NewExpression' }, module: Module): void {
    for (const argument of handedTo(call)) {
      const inner = unwrap(argument);
      if (isFunction(inner)) for (const parameter of inner.params) this.#names(parameter, module);
      else if (inner.type === 'Identifier') {
        const binding = module.resolve(inner);
        const owner = binding?.declarations[0]?.parent;
        if (isFunction(owner)) for (const parameter of owner.params) this.#names(parameter, module);
      }
    }
  }

  #names(pattern: Node, module: Module): void {
    if (pattern.type === 'Identifier') {
      const binding = module.resolve(pattern);
      if (binding !== null) this.#binding(binding, module);
      return;
    }
    for (const id of namesIn(pattern)) {
      const binding = module.resolve(id);
      if (binding !== null) this.#binding(binding, module);
    }
  }

  #binding(binding: Binding, module: Module): void {
    if (this.#seenBindings.has(binding)) return;
    this.#seenBindings.add(binding);
    for (const use of module.references(binding)) this.#carry(use, module);
    if (binding.scope === module.program) {
      for (const use of usesElsewhere(this.#engine, module, binding)) this.#carry(use.node, use.module);
    }
  }

  /** `x.y = carrier`: whatever x is carries it, and so do members of that name. */
  #written(target: Node, module: Module): void {
    if (target.type === 'Identifier' || /Pattern$/.test(target.type)) {
      this.#names(target, module);
      return;
    }
    if (target.type !== 'MemberExpression') return;
    const name = keyName(target.property, target.computed);
    let base: Node = target;
    while (base.type === 'MemberExpression') base = unwrap(base.object);
    if (base.type === 'Identifier') {
      const binding = module.resolve(base);
      if (binding !== null) this.#binding(binding, module);
      else if (base.name === 'module' || base.name === 'exports')
        this.#exported(name === 'exports' || name === null ? 'default' : name, module);
    }
    if (base.type === 'ThisExpression') this.#member(name, module, target);
  }

  /** Members of a name, anywhere in the module; `owner` is given for fields, whose names are looked for at once. */
  #member(name: string | null, module: Module, owner: Node | null): void {
    if (name === null || (owner === null && COMMON_MEMBERS.has(name))) return;
    const key = `${module.path}\0${name}`;
    if (this.#seenMembers.has(key)) return;
    this.#seenMembers.add(key);
    for (const member of module.members.get(name) ?? []) {
      if (owner === null && member.object.type !== 'ThisExpression' && !isTableLookup(member, module))
        continue;
      this.#carry(member, module);
    }
    if (owner !== null && this.#throughResults) {
      for (const importer of this.#engine.project.importersOf(module, accessing(name))) {
        for (const member of importer.members.get(name) ?? []) this.#carry(member, importer);
      }
    }
  }

  /** What a function gives back is where it is called, or where it was handed to. */
  #result(node: FunctionNode | undefined, module: Module): void {
    if (node === undefined || this.#seen.has(node) || !this.#throughResults) return;
    if (this.#returned >= MAX_RETURNED) return;
    this.#seen.add(node);
    this.#returned++;
    const parent = node.parent;
    if (node.id) {
      const binding = module.resolve(node.id);
      if (binding !== null) this.#callsOf(binding, module);
    }
    switch (parent?.type) {
      case 'MethodDefinition':
      case 'PropertyDefinition':
        this.#methodCalls(
          node,
          keyName(parent.key, parent.computed),
          parent.type === 'MethodDefinition' && parent.kind === 'get',
          module,
        );
        break;
      case 'Property':
        this.#methodCalls(node, memberKey(parent), parent.kind === 'get', module);
        this.#wait(parent, module);
        break;
      default:
        this.#wait(node, module);
        break;
    }
  }

  #callsOf(binding: Binding, module: Module): void {
    const uses = module.references(binding).map((node): { node: Node; module: Module } => ({ node, module }));
    for (const use of [...uses, ...usesElsewhere(this.#engine, module, binding)]) {
      const call = callOf(use.node);
      if (call === null) this.#carry(use.node, use.module);
      else this.#reached(call, use.module);
    }
  }

  #methodCalls(method: FunctionNode, name: string | null, isGetter: boolean, module: Module): void {
    if (name === null) return;
    const callers = this.#engine.project.importersOf(module, accessing(name), MAX_CALLERS);
    for (const candidate of [module, ...callers]) {
      for (const member of candidate.members.get(name) ?? []) {
        const call = callOf(member);
        if (call !== null) {
          if (!isGetter && this.#isAnother(member, method, candidate)) continue;
          this.#reached(call, candidate);
        } else if (isGetter) this.#carry(member, candidate);
      }
    }
  }

  /** Whether a member is known to be a function that is not the one that is meant: of one name there are many. */
  #isAnother(member: Node, method: FunctionNode, module: Module): boolean {
    if (this.#engine.isSpent) return true;
    const { value, finished } = this.#engine.within(STEPS_OF_MEMBER, () =>
      this.#engine.evaluate(member, module.outside),
    );
    return finished && alternatives(value).every((one) => one.kind === 'closure' && one.node !== method);
  }

  /** A value that something is compared with may be what that is, where the comparison holds. */
  #tested(other: Node, module: Module): void {
    let inner = unwrap(other);
    while (inner.type === 'MemberExpression') inner = unwrap(inner.object);
    if (inner.type !== 'Identifier') return;
    const binding = module.resolve(inner);
    if (binding !== null && !this.#seenBindings.has(binding)) this.#binding(binding, module);
  }

  #exported(name: string, module: Module): void {
    if (name !== 'default' || exportsOf(module).names.has('default') || exportsOf(module).whole !== null) {
      for (const found of importsOf(this.#engine, module, name)) {
        if (this.#seenBindings.has(found.binding)) continue;
        if (found.member === null) this.#seenBindings.add(found.binding);
        for (const use of usesOfImport(found)) this.#carry(use, found.module);
      }
    }
  }

  #enumeration(member: Node, module: Module): void {
    let node: Node | undefined = member;
    while (node !== undefined && node.type !== 'TSEnumDeclaration') node = node.parent;
    const binding = node === undefined ? null : module.resolve(node.id);
    if (binding !== null) this.#binding(binding, module);
  }

  /** An attribute of an element is a property of what its component gets. */
  #attribute(node: Node, module: Module): void {
    const attribute = node.type === 'JSXAttribute' ? node : node.parent;
    if (attribute?.type === 'JSXAttribute' && isNoRequest(attribute)) return;
    let opening: Node | undefined = node;
    while (opening !== undefined && opening.type !== 'JSXOpeningElement') opening = opening.parent;
    const element = opening?.parent;
    if (opening?.type !== 'JSXOpeningElement' || element?.type !== 'JSXElement') return;
    const tag = opening.name.type === 'JSXIdentifier' ? opening.name.name : '';
    for (const component of componentsNamed(this.#engine, module, tag)) {
      const known = this.#engine.rendered.get(component.node) ?? new Map();
      this.#engine.rendered.set(component.node, known.set(element, module));
      for (const parameter of component.node.params.slice(0, 1)) this.#names(parameter, component.module);
    }
  }
}
