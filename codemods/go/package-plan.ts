/** What becomes of all calls about rules in a package of Go. */
import { type GoPackage, type SyntaxNode, textOf } from '../../src/grammar/index.js';
import type { Difference, FileEdit, Surroundings } from '../../src/migrate/index.js';
import { ERRORS, KEPT, NO_FILTER } from '../direct/differences.js';
import { DIFFERENT, NO_RULE, ONE_RULE, SEVERAL } from '../planner/index.js';
import { type Handed, handedBy } from './arguments.js';
import { bodyOf } from './body.js';
import { callsIn, type RequestCall } from './call.js';
import { chainOf } from './chain.js';
import { listEdits, withoutLines, writeEdits } from './emit.js';
import { Filters } from './filters.js';
import { type Done, type Followed, nameOf, type Replaced } from './followed.js';
import { goneTypes } from './gone-types.js';
import { importEdits } from './imports.js';
import type { FunctionRole, NamedRules } from './kind.js';
import { newFunctions } from './new-functions.js';
import { type OldList, oldList } from './old-shape.js';
import { RuleStructs } from './rule-structs.js';
import { functionAround, type GoType, type GoTypes } from './scope.js';
import { Senders } from './sender.js';
import { ruleGiven } from './sent-rule.js';
import { isSame, unusedTypes } from './structs.js';

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

const UNUSED = 'the rule that is read would not be used any more';
const UNNAMED = 'rules are decoded into a type without fields that are named';

export function planOfPackage(
  of: GoPackage,
  types: GoTypes,
  kind: NamedRules,
  around: Surroundings,
): PackagePlan {
  return new Planner(of, types, kind, around).plan();
}

class Planner {
  readonly #of: GoPackage;
  readonly #types: GoTypes;
  readonly #kind: NamedRules;
  readonly #failed: PackageCall[] = [];
  /** Why calls could not be changed at first; others are left because of them. */
  readonly #reasons = new Map<RequestCall, string>();
  /** Lists that keep the fields of the retired API. */
  readonly #olds: OldList[] = [];
  #filters: Filters;
  readonly #structs: RuleStructs;
  #structEdits: readonly FileEdit[] = [];

  constructor(of: GoPackage, types: GoTypes, kind: NamedRules, around: Surroundings) {
    this.#of = of;
    this.#types = types;
    this.#kind = kind;
    this.#filters = new Filters(types, []);
    this.#structs = new RuleStructs(of, types, kind, around);
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
    const [first] = [...followed, ...this.#olds];
    const isAlike = ({ call, handed }: Pick<Followed, 'call' | 'handed'>) =>
      handed.way === first?.handed.way || this.#failCall(call, DIFFERENT);
    const usable = followed.filter(isAlike);
    this.#olds.splice(0, this.#olds.length, ...this.#olds.filter(isAlike));
    const unread = this.#failed.length;
    // A struct is changed for all of its calls, or for none.
    const kept = new Map<GoType, string>();
    for (;;) {
      this.#failed.length = unread;
      this.#filters = new Filters(
        this.#types,
        usable.filter(({ call }) => this.#isFilterMade(call)),
      );
      const changes = this.#structs.changesFor(usable, kept, this.#filters);
      this.#structEdits = changes.edits;
      const changed = usable.filter((one) => {
        const reason = changes.reasonFor(one);
        return reason === null || this.#failCall(one.call, reason);
      });
      const done = this.#replaced(changed);
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
    return done.flatMap(({ one, done: found }) => {
      const needed = found.wanted?.role === 'get' ? withoutRead(one, done) : found;
      if (typeof needed === 'string') return this.#failCall(one.call, needed) || [];
      return [{ one, done: needed ?? found }];
    });
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
      call.method === 'GET' && call.id !== null && (kind.isWhole || !isMain)
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
    if (typeof chain === 'string') return this.#inOld(call, handed, chain);
    const body = call.method === 'GET' || call.method === 'DELETE' ? null : bodyOf(call);
    const listed = call.method === 'GET' ? this.#structs.elementOf(call, chain) : null;
    if (call.method === 'GET' && listed === null) return this.#inOld(call, handed, UNNAMED);
    const isOne = call.method === 'GET' && call.id !== null;
    if (isOne && !this.#structs.hasId(listed)) return this.#failCall(call, ONE_RULE) || [];
    const isRead = call.method === 'POST' && (chain.decoded?.uses.length ?? 0) > 0 && isMain;
    const read = isRead ? this.#structs.elementOf(call, chain) : null;
    if (isRead && read === null) return this.#failCall(call, UNNAMED) || [];
    return [{ call, chain, handed, body, struct: listed ?? this.#structs.sentStruct(call, body), read }];
  }

  /** The list goes through a function that gives the old fields, whatever becomes of it. */
  #inOld(call: RequestCall, handed: Handed, why: string): readonly [] {
    const found = oldList(this.#of, this.#kind, { call, handed }, why);
    if (typeof found === 'string') this.#failCall(call, found);
    else this.#olds.push(found);
    return [];
  }

  #replace(one: Followed): Done | string {
    const { call, chain, handed, body } = one;
    const kind = this.#kind;
    const isMain = call.collection === kind.collections[0];
    const called = (role: FunctionRole, ...args: readonly string[]) =>
      `${handed.target}${kind.names[role]}(${[...handed.args, ...args].join(', ')})`;
    const id = call.id === null ? '' : call.id.isCode ? call.id.text : `"${call.id.text}"`;
    if (call.method === 'GET' && call.id !== null) {
      const edits = listEdits(call, chain, called('get', id));
      const type = nameOf(one.struct);
      return typeof edits === 'string'
        ? edits
        : { edits, differences: [], wanted: { role: 'get', features: [], type, result: null } };
    }
    if (call.method === 'GET') {
      const edits = listEdits(call, chain, called('list'));
      const type = `${this.#structs.holdsPointers(call, chain) ? '*' : ''}${nameOf(one.struct)}`;
      return typeof edits === 'string'
        ? edits
        : { edits, differences: kind.listed, wanted: { role: 'list', features: [], type, result: null } };
    }
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
    const sent = ruleGiven(
      {
        types: this.#types,
        kind,
        filters: this.#filters,
        structs: this.#structs,
        structEdits: this.#structEdits,
      },
      one,
    );
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
      ...this.#olds.map(({ call, differences }) => ({
        path: call.path,
        places: [call.node, call.literal],
        differences,
      })),
    ];
    const listed = { role: 'listOld' as const, features: [], type: '', result: null };
    const ways = [...all.flatMap(({ done }) => done.wanted ?? []), ...this.#olds.map(() => listed)];
    if (all.length === 0 && this.#olds.length === 0) return { calls, edits: [] };
    const own = [...all.flatMap(({ done }) => done.edits), ...this.#olds.flatMap(({ edits }) => edits)];
    const structs = this.#structEdits.filter(
      (edit) =>
        !own.some((other) => other.file === edit.file && other.start <= edit.start && edit.end <= other.end),
    );
    const functions = newFunctions(this.#of, this.#kind, [...all.map(({ one }) => one), ...this.#olds], ways);
    if (typeof functions === 'string') return { calls, edits: functions };
    const edits = [...own, ...structs, ...functions];
    const isGone = (path: string, node: SyntaxNode) =>
      edits.some(({ file, start, end }) => file === path && start <= node.start && node.end <= end);
    const unused = unusedTypes(this.#of, goneTypes(this.#types, this.#kind, all), isGone);
    return { calls, edits: [...edits, ...unused, ...importEdits(this.#of, edits)] };
  }
}

/** A rule that was only read to delete its filter is not read any more; null where it is used for more. */
function withoutRead({ call, chain }: Followed, all: readonly Replaced[]): Done | string | null {
  const { decoded, statements, form, list } = chain;
  if (decoded === null) return null;
  const gone = all.flatMap(({ done }) => (done.wanted === null ? done.edits : []));
  const isGone = (node: SyntaxNode) =>
    gone.some(({ file, start, end }) => file === call.path && start <= node.start && node.end <= end);
  if (!decoded.uses.every(isGone)) return null;
  const [first, last] = [decoded.statement, statements.at(-1)];
  const isBeside = first?.parent === list && statements[0]?.start !== undefined && form === 'scoped';
  if (first === null || last === undefined || !isBeside) return UNUSED;
  const between = list.children.filter(
    (one) => one.isNamed && first.start < one.start && one.end < last.start,
  );
  if (between.some((one) => !statements.includes(one))) return UNUSED;
  return { edits: [withoutLines(call.path, call.tree, first, last)], differences: [], wanted: null };
}
