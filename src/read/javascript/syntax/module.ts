import { type Binding, type BindingKind, namesIn, scopeFor } from './bindings.js';
import { CHILD_KEYS, keysOfUnlisted } from './children.js';
import type {
  Assignment,
  Call,
  ClassNode,
  ExportAll,
  ExportAssignment,
  ExportDefault,
  ExportNamed,
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
import { isNode, keyName } from './nodes.js';
import { endOf, rangeOf, startOf } from './positions.js';

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
  readonly outside = { module: this, env: null } as const;
  /** What others have worked out of this module, see `Note`. */
  readonly notes: unknown[] = [];
  readonly identifiers = new Map<string, Identifier[]>();
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
  readonly #leaves: Node[] = [];
  /** The walk meets them in source order, but for what few parsers list otherwise: then they are sorted at first use. */
  #leavesSorted = true;
  #lastLeaf = 0;
  /** Declarations of types. Their inside is not walked. */
  readonly types: Node[] = [];
  /** Writes to members by the member's name, once somebody asks. */
  #writesByMember: Map<string, Assignment[]> | null = null;
  readonly #callsWithin = new Map<Node, readonly (Call | New)[]>();
  readonly #templateCalls = new Map<TaggedTemplate, Call>();
  /** Declarations by name, in source order, and the bindings that come of those which are asked for. */
  readonly #declared = new Map<string, Declared[]>();
  readonly #bindings = new Map<string, ReadonlyMap<Node, Binding>>();
  readonly #resolved = new Map<Identifier, Binding | null>();
  readonly #references = new Map<Binding, Identifier[]>();
  /** Names whose bindings have their references. */
  readonly #referenced = new Set<string>();

  constructor(path: string, text: string, program: Program) {
    this.path = path;
    this.text = text;
    this.program = program;
    this.#index();
  }

  /** The binding an identifier means, or null for a global. */
  resolve(identifier: Identifier): Binding | null {
    const known = this.#resolved.get(identifier);
    if (known !== undefined) return known;
    const bindings = this.#bindingsOf(identifier.name);
    let current: Node | undefined = bindings === null ? undefined : identifier;
    let binding: Binding | null = null;
    while (current !== undefined && binding === null) {
      binding = bindings?.get(current) ?? null;
      current = current.parent;
    }
    this.#resolved.set(identifier, binding);
    return binding;
  }

  /** A name of the outermost scope. */
  topLevel(name: string): Binding | null {
    return this.#bindingsOf(name)?.get(this.program) ?? null;
  }

  /** Uses of a binding, its declarations left out, in source order. */
  references(binding: Binding): readonly Identifier[] {
    // All bindings of the name at once: one name is declared in many functions, and used in each.
    if (!this.#referenced.has(binding.name)) {
      this.#referenced.add(binding.name);
      for (const identifier of this.identifiers.get(binding.name) ?? []) {
        const meant = this.resolve(identifier);
        if (meant === null || meant.declarations.includes(identifier)) continue;
        const uses = this.#references.get(meant);
        if (uses === undefined) this.#references.set(meant, [identifier]);
        else uses.push(identifier);
      }
    }
    return this.#references.get(binding) ?? NO_USES;
  }

  /** Texts, keys and names of members, in source order: everything that a person could be pointed at. */
  get leaves(): readonly Node[] {
    if (!this.#leavesSorted) {
      this.#leaves.sort((a, b) => startOf(a) - startOf(b));
      this.#leavesSorted = true;
    }
    return this.#leaves;
  }

  /** The leaves that a stretch of the source touches. */
  leavesIn(start: number, end: number): Node[] {
    const { leaves } = this;
    let low = 0;
    let high = leaves.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const leaf = leaves[middle];
      if (leaf !== undefined && endOf(leaf) <= start) low = middle + 1;
      else high = middle;
    }
    const found: Node[] = [];
    for (let leaf = leaves[low]; leaf !== undefined && startOf(leaf) < end; leaf = leaves[++low]) {
      if (endOf(leaf) > start) found.push(leaf);
    }
    return found;
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
    if (child.type === 'Identifier' && isKey(parent, key)) this.#leaf(child);
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

  #leaf(node: Node): void {
    const start = startOf(node);
    if (start < this.#lastLeaf) this.#leavesSorted = false;
    this.#lastLeaf = start;
    this.#leaves.push(node);
  }

  #enter(node: Node): void {
    switch (node.type) {
      case 'Identifier': {
        const { parent } = node;
        if (parent?.type === 'MemberExpression' && parent.property === node && !parent.computed) {
          this.#leaf(node);
          break;
        }
        append(this.identifiers, node.name, node);
        if (parent?.type === 'CallExpression' || parent?.type === 'NewExpression') this.#leaf(node);
        break;
      }
      case 'Literal':
        if (typeof node.value !== 'boolean') this.#leaf(node);
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
        if (node.id && node.type === 'ClassExpression') this.#declare(node.id, 'class', node, 'own');
        else if (node.id && node.parent) this.#declare(node.id, 'class', node.parent, 'block');
        break;
      case 'AssignmentExpression':
        if (node.left.type === 'MemberExpression') this.memberWrites.push(node);
        break;
      case 'VariableDeclaration':
        for (const declarator of node.declarations) {
          const isVar = node.kind === 'var';
          this.#declare(declarator.id, isVar ? 'var' : 'lexical', node, isVar ? 'var' : 'block');
        }
        break;
      case 'FunctionDeclaration':
        if (node.id && node.parent) this.#declare(node.id, 'function', node.parent, 'block');
        for (const parameter of node.params) this.#declare(parameter, 'parameter', node, 'own');
        break;
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        for (const parameter of node.params) this.#declare(parameter, 'parameter', node, 'own');
        if (node.id) this.#declare(node.id, 'function', node, 'own');
        break;
      case 'CatchClause':
        if (node.param) this.#declare(node.param, 'catch', node, 'own');
        break;
      case 'TSEnumDeclaration':
        node.id.parent = node;
        if (node.parent) this.#declare(node.id, 'enum', node.parent, 'block');
        break;
      case 'ImportDeclaration':
        this.imports.push(node);
        for (const specifier of node.specifiers) {
          specifier.parent = node;
          specifier.local.parent = specifier;
          this.#declare(specifier.local, 'import', this.program, 'own');
        }
        break;
      case 'TSImportEqualsDeclaration':
        this.imports.push(node);
        node.id.parent = node;
        this.#declare(node.id, 'import', this.program, 'own');
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
        this.#leaf(node);
        break;
      case 'TSInterfaceDeclaration':
      case 'TSTypeAliasDeclaration':
        node.id.parent = node;
        if (node.parent) this.#declare(node.id, 'type', node.parent, 'block');
        this.types.push(node);
        break;
      default:
        break;
    }
  }

  /** Notes the names of a pattern. What scope they belong to is only worked out for names that are asked for. */
  #declare(pattern: Node, kind: BindingKind, from: Node, reach: Reach): void {
    if (pattern.type === 'Identifier')
      append(this.#declared, pattern.name, { id: pattern, kind, from, reach });
    else for (const id of namesIn(pattern)) append(this.#declared, id.name, { id, kind, from, reach });
  }

  /** The bindings of a name by the scope they belong to. */
  #bindingsOf(name: string): ReadonlyMap<Node, Binding> | null {
    const known = this.#bindings.get(name);
    if (known !== undefined) return known;
    const declared = this.#declared.get(name);
    if (declared === undefined) return null;
    const bindings = new Map<Node, Binding>();
    for (const { id, kind, from, reach } of declared) {
      const scope = reach === 'own' ? from : scopeFor(from, reach);
      const before = bindings.get(scope);
      if (before !== undefined && kind === 'type') continue;
      if (before === undefined || before.kind === 'type') {
        bindings.set(scope, { name, kind, scope, declarations: [id] });
      } else if (kind !== 'function' || before.kind === 'function') before.declarations.push(id);
    }
    this.#bindings.set(name, bindings);
    return bindings;
  }
}

const NO_WRITES: readonly Assignment[] = [];
const NO_USES: readonly Identifier[] = [];

type Reach = 'own' | 'block' | 'var';

/** A name where it is declared. Its scope is `from` itself, or what encloses it. */
interface Declared {
  readonly id: Identifier;
  readonly kind: BindingKind;
  readonly from: Node;
  readonly reach: Reach;
}

/** Where older parsers keep the members of an enum. */
const ENUM_MEMBERS = ['members'];

function append<T>(index: Map<string, T[]>, key: string, item: T): void {
  const list = index.get(key);
  if (list === undefined) index.set(key, [item]);
  else list.push(item);
}

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
