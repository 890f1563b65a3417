/** What becomes of all calls about rules in a package of Go. */
import { fieldOf, type GoPackage, isInside, type SyntaxNode, textOf } from '../../src/grammar/index.js';
import type { Difference, FileEdit, Surroundings } from '../../src/migrate/index.js';
import { ERRORS, KEPT, NO_FILTER } from '../direct/differences.js';
import { NO_RULE, ONE_RULE, SEVERAL } from '../languages/file-plan.js';
import { indentAt, movedTo } from '../places/indent.js';
import { DIFFERENT, handedBy } from './arguments.js';
import { type Body, bodyOf, onlyElement } from './body.js';
import { callsIn, type RequestCall } from './call.js';
import { type Chain, chainOf } from './chain.js';
import { freeName, listEdits, withoutLines, writeEdits } from './emit.js';
import { Filters } from './filters.js';
import { type Done, type Followed, nameOf, type Replaced } from './followed.js';
import { goneTypes } from './gone-types.js';
import { importersOf, isExported } from './importers.js';
import { importEdits } from './imports.js';
import type { Feature, FunctionRole, RuleKind, SentRule } from './kind.js';
import { entriesOf, literalOf } from './literals.js';
import { newFunctions } from './new-functions.js';
import { declaredAt, functionAround, type GoType, type GoTypes } from './scope.js';
import { Senders } from './sender.js';
import { hasOpenActions, isSame, type StructReading, structEdits, textWith, unusedTypes } from './structs.js';

interface Place {
  readonly path: string;
  readonly places: readonly SyntaxNode[];
}

export type PackageCall = Place &
  ({ readonly differences: readonly Difference[] } | { readonly why: string });

export interface PackagePlan {
  readonly calls: readonly PackageCall[];
  /** All edits of the package, or why it cannot be changed. */
  readonly edits: readonly FileEdit[] | string;
}

/** Fields of the structs that change. */
const FIELDS = /\b(?:Paused|Filter|Priority|Disabled|Threshold|Match)\b/;
const UNWRITTEN = 'what it sends is not one rule that is written out';
const UNNAMED = 'rules are decoded into a type without fields that are named';

export function planOfPackage(
  of: GoPackage,
  types: GoTypes,
  kind: RuleKind,
  around: Surroundings,
): PackagePlan {
  return new Planner(of, types, kind, around).plan();
}

class Planner {
  readonly #of: GoPackage;
  readonly #types: GoTypes;
  readonly #kind: RuleKind;
  readonly #around: Surroundings;
  readonly #failed: PackageCall[] = [];
  /** Why calls could not be changed at first; others are left because of them. */
  readonly #reasons = new Map<RequestCall, string>();
  #filters: Filters;
  #structEdits: readonly FileEdit[] = [];

  constructor(of: GoPackage, types: GoTypes, kind: RuleKind, around: Surroundings) {
    this.#of = of;
    this.#types = types;
    this.#kind = kind;
    this.#around = around;
    this.#filters = new Filters(types, []);
  }

  plan(): PackagePlan {
    const kind = this.#kind;
    const senders = new Senders(this.#types);
    const calls = this.#of.files.flatMap((file) =>
      callsIn(file, kind.collections, senders).flatMap((one) =>
        'why' in one ? this.#fail(one.path, [one.node], one.why) || [] : [one],
      ),
    );
    const followed = calls.flatMap((call) => this.#follow(call, calls));
    const [first] = followed;
    const usable = followed.filter(
      (one) => one.handed.way === first?.handed.way || this.#failCall(one.call, DIFFERENT),
    );
    const unread = this.#failed.length;
    // A struct is changed for all of its calls, or for none.
    const kept = new Map<GoType, string>();
    for (;;) {
      this.#failed.length = unread;
      this.#filters = new Filters(
        this.#types,
        usable.filter(({ call }) => this.#isFilterMade(call)),
      );
      const done = this.#replaced(this.#withStructs(usable, kept));
      const failed = usable.filter((one) => !done.some((other) => other.one === one));
      const structs = failed.flatMap(({ struct, read }) =>
        [struct, read].flatMap((type) => this.#types.underlying(type) ?? []),
      );
      const more = structs.filter((struct) => ![...kept.keys()].some((other) => isSame(struct, other)));
      // A filter that stays keeps its rule.
      const isHeld = failed.some(({ call }) => this.#isFilterMade(call) && this.#filters.isRead(call));
      if (more.length === 0)
        return isHeld ? { ...this.#composed(done), edits: NO_RULE } : this.#composed(done);
      for (const struct of more) kept.set(struct, 'another call about the same rules cannot be changed');
    }
  }

  #replaced(all: readonly Followed[]): readonly Replaced[] {
    const done: Replaced[] = [];
    const add = (one: Followed, found: Done | string) => {
      if (typeof found === 'string') this.#failCall(one.call, found);
      else done.push({ one, done: found });
    };
    const isFilter = (one: Followed) => this.#isFilterMade(one.call);
    for (const one of all) if (!isFilter(one)) add(one, this.#replace(one));
    for (const one of all.filter(isFilter)) {
      const edits = this.#filters.removalOf(one.call);
      add(one, edits === null ? NO_RULE : { edits, differences: [], wanted: null });
    }
    return done;
  }

  #isFilterMade({ collection, method }: RequestCall): boolean {
    return collection === 'filters' && collection !== this.#kind.collections[0] && method === 'POST';
  }

  #fail(path: string, places: readonly SyntaxNode[], why: string): false {
    this.#failed.push({ path, places, why });
    return false;
  }

  #failCall(call: RequestCall, why: string): false {
    const first = this.#reasons.get(call) ?? why;
    this.#reasons.set(call, first);
    return this.#fail(call.path, [call.node, call.literal], first);
  }

  #follow(call: RequestCall, all: readonly RequestCall[]): readonly Followed[] {
    const kind = this.#kind;
    const isMain = call.collection === kind.collections[0];
    const why =
      call.method === 'GET' && call.id !== null
        ? ONE_RULE
        : call.method === 'GET' && !isMain
          ? 'filters are parts of rules now, and a list of them has no counterpart'
          : (call.method === 'POST') !== (call.id === null) && call.method !== 'GET'
            ? SEVERAL
            : null;
    if (why !== null) return this.#failCall(call, why) || [];
    const handed = handedBy(this.#types, kind, call, all);
    if (typeof handed === 'string') return this.#failCall(call, handed) || [];
    const chain = chainOf(call);
    if (typeof chain === 'string') return this.#failCall(call, chain) || [];
    const body = call.method === 'GET' || call.method === 'DELETE' ? null : bodyOf(call);
    const listed = call.method === 'GET' ? this.#elementOf(call, chain) : null;
    if (call.method === 'GET' && listed === null) return this.#failCall(call, UNNAMED) || [];
    const isRead = call.method === 'POST' && (chain.decoded?.uses.length ?? 0) > 0 && isMain;
    const read = isRead ? this.#elementOf(call, chain) : null;
    if (isRead && read === null) return this.#failCall(call, UNNAMED) || [];
    return [{ call, chain, handed, body, struct: listed ?? this.#sentStruct(call, body), read }];
  }

  /** The type of the rules that a list is decoded into. */
  #elementOf(call: RequestCall, { decoded }: Chain): GoType | null {
    if (decoded === null) return null;
    const types = this.#types;
    const target = types.of({ ...call, node: decoded.node });
    const list = decoded.isResult ? target : target === null ? null : types.field(target, 'Result');
    const isItem = this.#kind.isWhole && call.method === 'POST';
    const element = isItem ? list : types.element(types.underlying(list));
    return element !== null && !('foreign' in element) && element.node.type === 'type_identifier'
      ? element
      : null;
  }

  /** The type of the rule that is sent, where it is a struct with a name. */
  #sentStruct(call: RequestCall, body: Body | null): GoType | null {
    // A whole limit is written as a map.
    if (this.#kind.isWhole || body === null || call.collection !== this.#kind.collections[0]) return null;
    const rule = this.#ruleOf(call, body);
    if (rule === null) return null;
    const literal = literalOf(this.#types, { ...call, node: rule });
    const type = literal?.type ?? this.#types.of({ ...call, node: rule });
    return type !== null && !('foreign' in type) && type.node.type === 'type_identifier' ? type : null;
  }

  /** The one rule of a body. */
  #ruleOf(call: RequestCall, body: Body): SyntaxNode | null {
    const isList = call.method === 'POST' && !this.#kind.isWhole;
    return isList ? onlyElement({ ...call, node: body.node }) : body.node;
  }

  /** Calls whose structs get the new fields; a struct that cannot be changed leaves all its calls as they are. */
  #withStructs(all: readonly Followed[], kept: ReadonlyMap<GoType, string>): readonly Followed[] {
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
          : structEdits(this.#reading(struct, all, importers), struct);
      if (typeof found === 'string') why.set(struct, found);
      else edits.push(...found);
    }
    this.#structEdits = edits;
    return all.filter((one) => {
      const own = [one.struct, one.read].map((type) => this.#types.underlying(type));
      const reason = [...why].find(([struct]) => own.some((type) => isSame(type, struct)))?.[1];
      return reason === undefined || this.#failCall(one.call, reason);
    });
  }

  /** The name by which calls send or read a struct. */
  #nameIn(all: readonly Followed[], struct: GoType): string {
    const types = all.flatMap(({ struct: sent, read }) => [sent, read]);
    return nameOf(types.find((type) => isSame(this.#types.underlying(type), struct)) ?? null);
  }

  #reading(struct: GoType, all: readonly Followed[], importers: GoPackage['files']): StructReading {
    const requests = new Set(all.map(({ call }) => call.node));
    const kind = this.#kind;
    const bodies = all.flatMap(({ body }) => body?.gone ?? []);
    const sent = all.flatMap(({ body }) => (body === null ? [] : [body.node]));
    const chains = all.flatMap(({ chain }) => chain.statements.slice(1));
    const isOpen = all.some(
      (one) => one.call.method === 'POST' && isSame(this.#types.underlying(one.struct), struct),
    );
    let hasParameters = isOpen && hasOpenActions(this.#types, this.#of, struct);
    return {
      types: this.#types,
      kind: this.#kind,
      of: this.#of,
      files: [...this.#of.files, ...importers],
      isRequest: (call) =>
        requests.has(call) ||
        [...bodies, ...chains].some((one) => isInside(call, one)) ||
        all.some((one) => isInside(call, one.call.node)),
      isGone: (node) => kind.isWhole && sent.some((one) => isInside(node, one)),
      hasParameters: () => hasParameters,
      literal: (spot, type, text) => {
        const found = this.#kind.sentStruct({ types: this.#types, filters: this.#filters }, spot, type, text);
        if ('why' in found) return found;
        if (found.hasParameters) hasParameters = true;
        return found.text;
      },
    };
  }

  #replace(one: Followed): Done | string {
    const { call, chain, handed, body } = one;
    const kind = this.#kind;
    const isMain = call.collection === kind.collections[0];
    const called = (role: FunctionRole, ...args: readonly string[]) =>
      `${handed.target}${kind.names[role]}(${[...handed.args, ...args].join(', ')})`;
    if (call.method === 'GET') {
      const edits = listEdits(call, chain, called('list'));
      const type = `${this.#holdsPointers(call, chain) ? '*' : ''}${nameOf(one.struct)}`;
      return typeof edits === 'string'
        ? edits
        : { edits, differences: kind.listed, wanted: { role: 'list', features: [], type, result: null } };
    }
    const id = call.id === null ? '' : call.id.isCode ? call.id.text : `"${call.id.text}"`;
    if (call.method === 'DELETE') {
      if (!isMain) return this.#filterGone(one);
      const found = writeEdits(call, chain, called('remove', id));
      if (typeof found === 'string') return found;
      return found.isRead
        ? 'what becomes of its answer cannot be followed'
        : {
            edits: found.edits,
            differences: [ERRORS],
            wanted: { role: 'remove', features: [], type: '', result: null },
          };
    }
    const sent = this.#sentRule(one);
    if (typeof sent === 'string') return sent;
    const isCreation = call.method === 'POST';
    const found = writeEdits(
      call,
      chain,
      called(isCreation ? 'add' : 'update', ...(isCreation ? [] : [id]), sent.argument),
      [...(body?.gone ?? []), ...this.#filters.gone()],
      kind.isWhole,
    );
    if (typeof found === 'string') return found;
    if (found.isRead && !isCreation) return 'what becomes of its answer cannot be followed';
    return {
      edits: [...found.edits, ...sent.edits],
      differences: [...sent.rule.differences, ...(isCreation || kind.isWhole ? [] : [KEPT]), ERRORS],
      wanted: {
        role: isCreation ? 'add' : 'update',
        features: sent.rule.features,
        type: sent.type,
        result: found.isRead ? nameOf(one.read) : null,
      },
    };
  }

  /** `rules` that hold one now are a `rule`. */
  #nameFor(call: RequestCall, name: string): string {
    const singular = name.replace(/s$/, '');
    return singular === name ? name : (freeName(call, [singular, 'added']) ?? name);
  }

  /** `[]*Rule` */
  #holdsPointers(call: RequestCall, { decoded }: Chain): boolean {
    const types = this.#types;
    const target = decoded === null ? null : types.of({ ...call, node: decoded.node });
    const list = types.underlying(
      decoded?.isResult !== false || target === null ? target : types.field(target, 'Result'),
    );
    return list !== null && !('foreign' in list) && fieldOf(list.node, 'element')?.type === 'pointer_type';
  }

  #isPointer(call: RequestCall, body: Body, rule: SyntaxNode): boolean {
    const list = rule === body.node ? null : fieldOf(body.node, 'type');
    if (list !== null) return fieldOf(list, 'element')?.type === 'pointer_type';
    const declared = rule.type === 'identifier' ? declaredAt({ ...call, node: rule }) : null;
    const type = declared?.parameter == null ? null : fieldOf(declared.parameter, 'type');
    const value = declared === null ? null : fieldOf(declared.by, 'right');
    return type?.type === 'pointer_type' || (value !== null && /^&/.test(textOf(call.tree, value)));
  }

  /** What is sent in the place of a body. */
  #sentRule(one: Followed):
    | {
        readonly rule: SentRule;
        readonly argument: string;
        readonly type: string;
        readonly edits: readonly FileEdit[];
      }
    | string {
    const { call, body } = one;
    const { tree, path } = call;
    const rule = body === null ? null : this.#ruleOf(call, body);
    if (body === null || rule === null) return UNWRITTEN;
    const gone = body.gone.map((statement) => withoutLines(path, tree, statement, statement));
    const literal = literalOf(this.#types, { ...call, node: rule });
    const underlying = literal === null ? null : this.#types.underlying(literal.type);
    const held = (written: string) => {
      const { variable } = body;
      if (variable === null)
        return { argument: movedTo(indentAt(tree.text, call.node.start), written), edits: gone };
      const name = this.#nameFor(call, textOf(tree, variable.name));
      const { node } = body;
      return {
        argument: name,
        edits: [
          ...gone,
          { file: path, start: variable.name.start, end: variable.name.end, text: name },
          {
            file: path,
            start: node.start,
            end: node.end,
            text: movedTo(indentAt(tree.text, node.start), written),
          },
        ],
      };
    };
    if (literal === null) {
      if (one.struct === null || this.#kind.isWhole) return UNWRITTEN;
      const pointer = this.#isPointer(call, body, rule) ? '*' : '';
      const text = `${pointer}${textWith(call, rule, this.#structEdits)}`;
      const isOpen = this.#isOpen(one.struct);
      const features: Feature[] = this.#kind.isWhole
        ? []
        : isOpen
          ? ['any-action', 'skip', 'action']
          : ['action'];
      const type = nameOf(one.struct);
      return {
        rule: { text, features, differences: this.#kind.written(call.method === 'POST') },
        type,
        ...held(text),
      };
    }
    const isMap = underlying !== null && !('foreign' in underlying) && underlying.node.type === 'map_type';
    if (isMap || this.#kind.isWhole) {
      const sending = { types: this.#types, filters: this.#filters };
      const map = this.#kind.sentMap(sending, call, literal.body, isMap ? null : underlying);
      if (typeof map === 'string') return map;
      if (!isMap) {
        const type = `map[string]${one.handed.writing.any}`;
        return { rule: map, type, ...held(`${type}${map.text}`) };
      }
      const text = `${literal.written}${map.text}`;
      return { rule: map, type: literal.written.replace(/^\*/, ''), ...held(text) };
    }
    if (one.struct === null) return UNWRITTEN;
    const written = textWith(call, literal.body, this.#structEdits);
    const type = nameOf(one.struct);
    const action = entriesOf(tree, literal.body, underlying)?.find(({ name }) => name === 'action')?.value;
    const features =
      action === undefined ? [] : this.#kind.featuresOf(textOf(tree, action), call.method === 'POST');
    if (typeof features === 'string') return features;
    return {
      rule: { text: written, features, differences: this.#kind.written(call.method === 'POST') },
      type,
      ...held(`${type}${written}`),
    };
  }

  #isOpen(type: GoType): boolean {
    const struct = this.#types.underlying(type);
    return struct === null || hasOpenActions(this.#types, this.#of, struct);
  }

  /** A filter goes with its rule, where a rule is deleted in the same function. */
  #filterGone({ call, chain }: Followed): Done | string {
    const around = functionAround(call.node);
    const hasRule = around !== null && /firewall\/rules/.test(textOf(call.tree, around));
    const [first, last] = [chain.statements[0], chain.statements.at(-1)];
    if (!hasRule || chain.decoded !== null || first === undefined || last === undefined)
      return 'what becomes of its answer cannot be followed';
    const { path, tree } = call;
    if (chain.form !== 'returned')
      return { edits: [withoutLines(path, tree, first, last)], differences: [NO_FILTER], wanted: null };
    const { start, end } = call.node;
    return { edits: [{ file: path, start, end, text: 'nil' }], differences: [NO_FILTER], wanted: null };
  }

  #composed(all: readonly Replaced[]): PackagePlan {
    const calls: PackageCall[] = [
      ...this.#failed,
      ...all.map(({ one: { call }, done: { differences } }) => ({
        path: call.path,
        places: [call.node, call.literal],
        differences,
      })),
    ];
    const [first] = all;
    const ways = all.flatMap(({ done }) => done.wanted ?? []);
    if (first === undefined) return { calls, edits: [] };
    const own = all.flatMap(({ done }) => done.edits);
    const structs = this.#structEdits.filter(
      (edit) =>
        !own.some((other) => other.file === edit.file && other.start <= edit.start && edit.end <= other.end),
    );
    const functions = newFunctions(
      this.#of,
      this.#kind,
      all.map(({ one }) => one),
      ways,
    );
    if (typeof functions === 'string') return { calls, edits: functions };
    const edits = [...own, ...structs, ...functions];
    const isGone = (path: string, node: SyntaxNode) =>
      edits.some(({ file, start, end }) => file === path && start <= node.start && node.end <= end);
    const unused = unusedTypes(this.#of, goneTypes(this.#types, this.#kind, all), isGone);
    return { calls, edits: [...edits, ...unused, ...importEdits(this.#of, edits)] };
  }
}
