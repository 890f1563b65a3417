import type { Binding } from './bindings.js';
import { CHILD_KEYS, keysOfUnlisted } from './children.js';
import type {
  Assignment,
  Call,
  ClassNode,
  ExportAll,
  ExportAssignment,
  ExportDefault,
  ExportNamed,
  FunctionNode,
  Identifier,
  ImportDeclaration,
  ImportEquals,
  ImportExpression,
  JsxElement,
  Member,
  New,
  Node,
  Program,
  TaggedTemplate,
  TemplateLiteral,
} from './estree.js';
import { Leaves } from './leaves.js';
import { append } from './lists.js';
import { isNode, keyName } from './nodes.js';
import { endOf, rangeOf, startOf } from './positions.js';
import { Scopes } from './scopes.js';

/**
 * One parsed file with the indexes that every question is answered from: who is whose parent, what each name
 * means, where names, members and calls stand. All of them come from one walk over the tree, which keeps its
 * own stack, since trees can be deeper than the engine's.
 */
export class Module {
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  /** Here, outside of all activations. */
  readonly outside: { readonly module: Module; readonly env: null } = { module: this, env: null };
  /** What others have worked out of this module, see `Note`. */
  readonly notes: unknown[] = [];
  /** Member expressions by the name of their property, as far as it is written out. */
  readonly members = new Map<string, Member[]>();
  /** Calls and constructions, in source order of their start. */
  readonly calls: (Call | New)[] = [];
  /** Assignments to members: `a.b = c`. */
  readonly memberWrites: Assignment[] = [];
  readonly imports: (ImportDeclaration | ImportEquals)[] = [];
  readonly dynamicImports: ImportExpression[] = [];
  readonly exports: (ExportNamed | ExportDefault | ExportAll | ExportAssignment)[] = [];
  readonly elements: JsxElement[] = [];
  readonly classes: ClassNode[] = [];
  /** Functions by where they start. */
  readonly functions = new Map<number, FunctionNode>();
  /** Declarations of types. Their inside is not walked. */
  readonly types: Node[] = [];
  /** Writes to members by the member's name, once somebody asks. */
  #writesByMember: Map<string, Assignment[]> | null = null;
  readonly #callsWithin = new Map<Node, readonly (Call | New)[]>();
  readonly #templateCalls = new Map<TaggedTemplate, Call>();
  readonly #leaves = new Leaves();
  readonly #scopes: Scopes;

  constructor(path: string, text: string, program: Program) {
    this.path = path;
    this.text = text;
    this.program = program;
    this.#scopes = new Scopes(program);
    this.#index();
  }

  get identifiers(): ReadonlyMap<string, readonly Identifier[]> {
    return this.#scopes.identifiers;
  }

  /** The binding an identifier means, or null for a global. */
  resolve(identifier: Identifier): Binding | null {
    return this.#scopes.resolve(identifier);
  }

  /** A name of the outermost scope. */
  topLevel(name: string): Binding | null {
    return this.#scopes.topLevel(name);
  }

  /** Uses of a binding, its declarations left out, in source order. */
  references(binding: Binding): readonly Identifier[] {
    return this.#scopes.references(binding);
  }

  /** Texts, keys and names of members, in source order: everything that a person could be pointed at. */
  get leaves(): readonly Node[] {
    return this.#leaves.all;
  }

  /** The leaves that a stretch of the source touches. */
  leavesIn(start: number, end: number): Node[] {
    return this.#leaves.in(start, end);
  }

  /** A tagged template as the call it is: of the tag, with the texts as a list and the values after it. */
  callOfTemplate(node: TaggedTemplate): Call {
    let call = this.#templateCalls.get(node);
    if (call === undefined) {
      const { quasi } = node;
      const texts: Node = { type: 'ArrayExpression', elements: quasi.quasis, range: rangeOf(quasi) };
      call = {
        type: 'CallExpression',
        callee: node.tag,
        arguments: [texts, ...quasi.expressions],
        range: rangeOf(node),
      };
      if (node.parent !== undefined) call.parent = node.parent;
      this.#templateCalls.set(node, call);
    }
    return call;
  }

  /** Assignments to members of a name, in source order. */
  writesTo(name: string): readonly Assignment[] {
    if (this.#writesByMember === null) {
      this.#writesByMember = new Map();
      for (const write of this.memberWrites) {
        if (write.left.type !== 'MemberExpression') continue;
        const member = keyName(write.left.property, write.left.computed);
        if (member !== null) append(this.#writesByMember, member, write);
      }
    }
    return this.#writesByMember.get(name) ?? NO_WRITES;
  }

  /** Calls that stand inside a node, in source order. */
  callsWithin(node: Node): readonly (Call | New)[] {
    let within = this.#callsWithin.get(node);
    if (within === undefined) {
      within = this.#findCalls(node);
      this.#callsWithin.set(node, within);
    }
    return within;
  }

  #findCalls(node: Node): (Call | New)[] {
    const start = startOf(node);
    const end = endOf(node);
    let low = 0;
    let high = this.calls.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const call = this.calls[middle];
      if (call !== undefined && startOf(call) < start) low = middle + 1;
      else high = middle;
    }
    const within: (Call | New)[] = [];
    for (let index = low; index < this.calls.length; index++) {
      const call = this.calls[index];
      if (call === undefined || startOf(call) >= end) break;
      if (endOf(call) <= end) within.push(call);
    }
    return within;
  }

  #index(): void {
    const pending: Node[] = [this.program];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      this.#enter(node);
      const isOldEnum = node.type === 'TSEnumDeclaration' && node.body === undefined;
      const keys = isOldEnum ? ENUM_MEMBERS : (CHILD_KEYS[node.type] ?? keysOfUnlisted(node));
      for (let index = keys.length - 1; index >= 0; index--) {
        const key = keys[index];
        if (key === undefined) continue;
        const child = (node as unknown as Record<string, unknown>)[key];
        if (typeof child !== 'object' || child === null) continue;
        if (node.type === 'TemplateLiteral') {
          this.#pushTemplate(pending, node);
          break;
        }
        if (Array.isArray(child)) {
          for (let at = child.length - 1; at >= 0; at--) {
            if (isNode(child[at])) this.#push(pending, node, child[at], key);
          }
        } else if (isNode(child)) this.#push(pending, node, child, key);
      }
    }
  }

  #push(pending: Node[], parent: Node, child: Node, key: string): void {
    if (child.parent !== parent) child.parent = parent;
    if (child.type === 'Identifier' && isKey(parent, key)) this.#leaves.add(child);
    else pending.push(child);
  }

  /** The texts of a template and what stands between them, as they are written. */
  #pushTemplate(pending: Node[], template: TemplateLiteral): void {
    for (let index = template.quasis.length - 1; index >= 0; index--) {
      const expression = template.expressions[index];
      if (expression !== undefined) this.#push(pending, template, expression, 'expressions');
      const quasi = template.quasis[index];
      if (quasi !== undefined) this.#push(pending, template, quasi, 'quasis');
    }
  }

  #enter(node: Node): void {
    switch (node.type) {
      case 'Identifier': {
        const { parent } = node;
        if (parent?.type === 'MemberExpression' && parent.property === node && !parent.computed) {
          this.#leaves.add(node);
          break;
        }
        append(this.#scopes.identifiers, node.name, node);
        if (parent?.type === 'CallExpression' || parent?.type === 'NewExpression') this.#leaves.add(node);
        break;
      }
      case 'Literal':
        if (typeof node.value !== 'boolean') this.#leaves.add(node);
        break;
      case 'MemberExpression':
        if (node.property.type === 'PrivateIdentifier') append(this.members, `#${node.property.name}`, node);
        else if (!node.computed && node.property.type === 'Identifier') {
          append(this.members, node.property.name, node);
        } else if (node.property.type === 'Literal' && typeof node.property.value === 'string') {
          append(this.members, node.property.value, node);
        }
        break;
      case 'CallExpression':
      case 'NewExpression':
        this.calls.push(node);
        break;
      case 'ImportExpression':
        this.dynamicImports.push(node);
        break;
      case 'TaggedTemplateExpression':
        this.calls.push(this.callOfTemplate(node));
        break;
      case 'ClassDeclaration':
      case 'ClassExpression':
        this.classes.push(node);
        if (node.id && node.type === 'ClassExpression') this.#scopes.declare(node.id, 'class', node, 'own');
        else if (node.id && node.parent) this.#scopes.declare(node.id, 'class', node.parent, 'block');
        break;
      case 'AssignmentExpression':
        if (node.left.type === 'MemberExpression') this.memberWrites.push(node);
        break;
      case 'VariableDeclaration':
        for (const declarator of node.declarations) {
          const isVar = node.kind === 'var';
          this.#scopes.declare(declarator.id, isVar ? 'var' : 'lexical', node, isVar ? 'var' : 'block');
        }
        break;
      case 'FunctionDeclaration':
        this.functions.set(startOf(node), node);
        if (node.id && node.parent) this.#scopes.declare(node.id, 'function', node.parent, 'block');
        for (const parameter of node.params) this.#scopes.declare(parameter, 'parameter', node, 'own');
        break;
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        this.functions.set(startOf(node), node);
        for (const parameter of node.params) this.#scopes.declare(parameter, 'parameter', node, 'own');
        if (node.id) this.#scopes.declare(node.id, 'function', node, 'own');
        break;
      case 'CatchClause':
        if (node.param) this.#scopes.declare(node.param, 'catch', node, 'own');
        break;
      case 'TSEnumDeclaration':
        node.id.parent = node;
        if (node.parent) this.#scopes.declare(node.id, 'enum', node.parent, 'block');
        break;
      case 'ImportDeclaration':
        this.imports.push(node);
        for (const specifier of node.specifiers) {
          specifier.parent = node;
          specifier.local.parent = specifier;
          this.#scopes.declare(specifier.local, 'import', this.program, 'own');
        }
        break;
      case 'TSImportEqualsDeclaration':
        this.imports.push(node);
        node.id.parent = node;
        this.#scopes.declare(node.id, 'import', this.program, 'own');
        break;
      case 'ExportNamedDeclaration':
      case 'ExportDefaultDeclaration':
      case 'ExportAllDeclaration':
      case 'TSExportAssignment':
        this.exports.push(node);
        break;
      case 'JSXElement':
        this.elements.push(node);
        break;
      case 'TemplateElement':
      case 'PrivateIdentifier':
        this.#leaves.add(node);
        break;
      case 'TSInterfaceDeclaration':
      case 'TSTypeAliasDeclaration':
        node.id.parent = node;
        if (node.parent) this.#scopes.declare(node.id, 'type', node.parent, 'block');
        this.types.push(node);
        break;
      default:
        break;
    }
  }
}

const NO_WRITES: readonly Assignment[] = [];

/** Where older parsers keep the members of an enum. */
const ENUM_MEMBERS = ['members'];

/** Whether an identifier under this key of its parent names a member that is defined there, and no variable. */
function isKey(parent: Node, key: string): boolean {
  return (
    key === 'key' &&
    (parent.type === 'Property' ||
      parent.type === 'MethodDefinition' ||
      parent.type === 'PropertyDefinition' ||
      parent.type === 'AccessorProperty') &&
    !parent.computed
  );
}
