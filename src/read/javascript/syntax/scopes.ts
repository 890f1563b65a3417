import { type Binding, type BindingKind, namesIn, scopeFor } from './bindings.js';
import type { Identifier, Node, Program } from './estree.js';
import { append } from './lists.js';

const NO_USES: readonly Identifier[] = [];

/** The scope of a declaration: the node it stands in itself, or what encloses that. */
export type Reach = 'own' | 'block' | 'var';

/** A name where it is declared. */
interface Declared {
  readonly id: Identifier;
  readonly kind: BindingKind;
  readonly from: Node;
  readonly reach: Reach;
}

/**
 * What the names of a file mean. Names and declarations are noted as they are met; scopes, bindings and references
 * are only worked out of names that are asked for.
 */
export class Scopes {
  readonly identifiers = new Map<string, Identifier[]>();
  readonly #program: Program;
  /** Declarations by name, in source order, and the bindings that come of those which are asked for. */
  readonly #declared = new Map<string, Declared[]>();
  readonly #bindings = new Map<string, ReadonlyMap<Node, Binding>>();
  readonly #resolved = new Map<Identifier, Binding | null>();
  readonly #references = new Map<Binding, Identifier[]>();
  /** Names whose bindings have their references. */
  readonly #referenced = new Set<string>();

  constructor(program: Program) {
    this.#program = program;
  }

  /** Notes the names of a pattern. */
  declare(pattern: Node, kind: BindingKind, from: Node, reach: Reach): void {
    if (pattern.type === 'Identifier')
      append(this.#declared, pattern.name, { id: pattern, kind, from, reach });
    else for (const id of namesIn(pattern)) append(this.#declared, id.name, { id, kind, from, reach });
  }

  /** The binding an identifier means, or null for a global. */
  resolve(identifier: Identifier): Binding | null {
    const bindings = this.#bindingsOf(identifier.name);
    if (bindings === null) return null;
    const outermost = bindings.size === 1 ? bindings.get(this.#program) : undefined;
    if (outermost !== undefined && identifier.parent !== undefined) return outermost;
    const known = this.#resolved.get(identifier);
    if (known !== undefined) return known;
    let current: Node | undefined = identifier;
    let binding: Binding | null = null;
    while (current !== undefined && binding === null) {
      binding = bindings.get(current) ?? null;
      current = current.parent;
    }
    this.#resolved.set(identifier, binding);
    return binding;
  }

  /** A name of the outermost scope. */
  topLevel(name: string): Binding | null {
    return this.#bindingsOf(name)?.get(this.#program) ?? null;
  }

  /** Uses of a binding, its declarations left out, in source order. */
  references(binding: Binding): readonly Identifier[] {
    // All bindings of the name at once: one name is declared in many functions, and used in each.
    if (!this.#referenced.has(binding.name)) {
      this.#referenced.add(binding.name);
      for (const identifier of this.identifiers.get(binding.name) ?? []) {
        const meant = this.resolve(identifier);
        if (meant !== null && !meant.declarations.includes(identifier))
          append(this.#references, meant, identifier);
      }
    }
    return this.#references.get(binding) ?? NO_USES;
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
