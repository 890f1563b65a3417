/** The structs of a package of Go that hold rules: which ones calls send and read, and how they change. */
import { fieldOf, type GoPackage, isInside, type SyntaxNode } from '../../src/grammar/index.js';
import type { FileEdit, Surroundings } from '../../src/migrate/index.js';
import { type Body, onlyElement } from './body.js';
import type { RequestCall } from './call.js';
import type { Chain } from './chain.js';
import type { Filters } from './filters.js';
import { type Followed, nameOf } from './followed.js';
import { importersOf, isExported } from './importers.js';
import type { NamedRules } from './kind.js';
import { jsonNames, literalOf } from './literals.js';
import type { GoType, GoTypes } from './scope.js';
import { hasOpenActions, isSame, type StructReading, structEdits } from './structs.js';

/** Fields of the structs that change. */
const FIELDS = /\b(?:Paused|Filter|Priority|Disabled|Threshold|Match)\b/;

export interface StructChanges {
  readonly edits: readonly FileEdit[];
  /** Why a struct of a call cannot be changed; null where all of them can. */
  readonly reasonFor: (one: Followed) => string | null;
}

const APART = 'a rule is put together apart from its call';

export class RuleStructs {
  readonly #of: GoPackage;
  readonly #types: GoTypes;
  readonly #kind: NamedRules;
  readonly #around: Surroundings;

  constructor(of: GoPackage, types: GoTypes, kind: NamedRules, around: Surroundings) {
    this.#of = of;
    this.#types = types;
    this.#kind = kind;
    this.#around = around;
  }

  /** The type of the rules that a list is decoded into, or of the one rule that is asked for. */
  elementOf(call: RequestCall, { decoded }: Chain): GoType | null {
    if (decoded === null) return null;
    const types = this.#types;
    const target = types.of({ ...call, node: decoded.node });
    const list = decoded.isResult ? target : target === null ? null : types.field(target, 'Result');
    const isItem = call.method === 'POST' ? this.#kind.isWhole : call.id !== null;
    const element = isItem ? list : types.element(types.underlying(list));
    return element !== null && !('foreign' in element) && element.node.type === 'type_identifier'
      ? element
      : null;
  }

  /** Rules of a type are told apart by their `ID`. */
  hasId(type: GoType | null): boolean {
    const struct = this.#types.underlying(type);
    return struct !== null && !('foreign' in struct) && jsonNames(struct)?.get('ID') === 'id';
  }

  /** The type of the rule that is sent, where it is a struct with a name. */
  sentStruct(call: RequestCall, body: Body | null): GoType | null {
    // A whole limit is written as a map.
    if (this.#kind.isWhole || body === null || call.collection !== this.#kind.collections[0]) return null;
    const rule = this.ruleOf(call, body);
    if (rule === null) return null;
    const literal = literalOf(this.#types, { ...call, node: rule });
    const type = literal?.type ?? this.#types.of({ ...call, node: rule });
    return type !== null && !('foreign' in type) && type.node.type === 'type_identifier' ? type : null;
  }

  /** The one rule of a body. */
  ruleOf(call: RequestCall, body: Body): SyntaxNode | null {
    const isList = call.method === 'POST' && !this.#kind.isWhole;
    return isList ? onlyElement({ ...call, node: body.node }) : body.node;
  }

  /** `[]*Rule` */
  holdsPointers(call: RequestCall, { decoded }: Chain): boolean {
    const types = this.#types;
    const target = decoded === null ? null : types.of({ ...call, node: decoded.node });
    const list = types.underlying(
      decoded?.isResult !== false || target === null ? target : types.field(target, 'Result'),
    );
    return list !== null && !('foreign' in list) && fieldOf(list.node, 'element')?.type === 'pointer_type';
  }

  isOpen(type: GoType): boolean {
    const struct = this.#types.underlying(type);
    return struct === null || hasOpenActions(this.#types, this.#of, struct);
  }

  /** A struct that cannot be changed leaves all its calls as they are. */
  changesFor(all: readonly Followed[], kept: ReadonlyMap<GoType, string>, filters: Filters): StructChanges {
    const structs: GoType[] = [];
    for (const type of all.flatMap(({ struct, read }) => [struct, read])) {
      const own = this.#types.underlying(type);
      if (own !== null && !structs.some((other) => isSame(own, other))) structs.push(own);
    }
    const why = new Map<GoType, string>();
    const edits: FileEdit[] = [];
    for (const struct of structs) {
      const known = [...kept].find(([other]) => isSame(other, struct))?.[1];
      if (known !== undefined) {
        why.set(struct, known);
        continue;
      }
      const importers = importersOf(this.#of, this.#around, FIELDS);
      const isHere = this.#of.files.some(({ path }) => !('foreign' in struct) && struct.spot.path === path);
      if (isExported(this.#of, this.#around, this.#nameIn(all, struct))) {
        why.set(struct, 'its struct is a part of what the library gives its users');
        continue;
      }
      const found =
        importers === null || !isHere
          ? 'its struct is used by a test, or stands in another package'
          : structEdits(this.#reading(struct, all, importers, filters), struct);
      if (typeof found === 'string') why.set(struct, found);
      else edits.push(...found);
    }
    const reasonFor = (one: Followed) => {
      const own = [one.struct, one.read].map((type) => this.#types.underlying(type));
      return [...why].find(([struct]) => own.some((type) => isSame(type, struct)))?.[1] ?? null;
    };
    return { edits, reasonFor };
  }

  /** The name by which calls send or read a struct. */
  #nameIn(all: readonly Followed[], struct: GoType): string {
    const types = all.flatMap(({ struct: sent, read }) => [sent, read]);
    return nameOf(types.find((type) => isSame(this.#types.underlying(type), struct)) ?? null);
  }

  #reading(
    struct: GoType,
    all: readonly Followed[],
    importers: GoPackage['files'],
    filters: Filters,
  ): StructReading {
    const requests = new Set(all.map(({ call }) => call.node));
    const kind = this.#kind;
    // Offsets are those of one file.
    const isWithin = (path: string, node: SyntaxNode, of: (one: Followed) => readonly SyntaxNode[]) =>
      all.some((one) => one.call.path === path && of(one).some((outer) => isInside(node, outer)));
    const isOpen = all.some(
      (one) => one.call.method === 'POST' && isSame(this.#types.underlying(one.struct), struct),
    );
    let hasParameters = isOpen && hasOpenActions(this.#types, this.#of, struct);
    return {
      types: this.#types,
      kind: this.#kind,
      of: this.#of,
      files: [...this.#of.files, ...importers],
      isRequest: (path, call) =>
        requests.has(call) ||
        isWithin(path, call, ({ body, chain, call: { node } }) => [
          ...(body?.gone ?? []),
          ...chain.statements.slice(1),
          node,
        ]),
      isGone: (path, node) =>
        kind.isWhole && isWithin(path, node, ({ body }) => (body === null ? [] : [body.node])),
      hasParameters: () => hasParameters,
      literal: (spot, type, text) => {
        const found = this.#kind.sentStruct?.({ types: this.#types, filters }, spot, type, text) ?? {
          why: APART,
        };
        if ('why' in found) return found;
        if (found.hasParameters) hasParameters = true;
        return found.text;
      },
    };
  }
}
