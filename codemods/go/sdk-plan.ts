/** Calls of cloudflare-go about rules, which become calls about rulesets of the version that go.mod pins. */
import {
  fieldOf,
  type GoPackage,
  isInside,
  moduleOf,
  type SyntaxNode,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import type { Difference, FileEdit, Surroundings } from '../../src/migrate/index.js';
import { literally } from '../../src/value/index.js';
import { ERRORS, NO_FILTER } from '../direct/differences.js';
import { guardAround, isDeclaredIn, withoutLines } from './emit.js';
import { importEdits } from './imports.js';
import { entryPairs } from './literals.js';
import type { PackageCall, PackagePlan } from './package-plan.js';
import { declaredAt, type GoTypes } from './scope.js';
import { SDK, type SdkCall, sdkCallsIn } from './sdk-calls.js';
import { sdkAdd, sdkList, sdkRemove, sdkReplace, sdkRuleset } from './sdk-functions.js';
import { ELSEWHERE, type SdkKind, type SentRules } from './sdk-kind.js';
import { SdkReads } from './sdk-reads.js';
import { type SdkVersion, sdkVersion } from './sdk-version.js';

const WHOLE: Difference = {
  name: 'written-as-a-whole',
  what: 'the rules of the zone are read and written together: a change by somebody else in between is lost, and so is what the SDK does not know of a rule',
};
const OTHER =
  'there is no such call about rules of a ruleset: the ruleset has to be read, changed and written';
const ANSWER = 'what becomes of its answer cannot be followed';
const PAGES = 'it goes through pages, and there are none any more';

interface Change {
  readonly edits: readonly FileEdit[];
  readonly differences: readonly Difference[];
}

export function planOfSdk(of: GoPackage, types: GoTypes, kind: SdkKind, around: Surroundings): PackagePlan {
  const calls = of.files.flatMap((file) => sdkCallsIn(file, types, kind.methods));
  const places = (call: SdkCall) => ({ path: call.path, places: [call.node] });
  const failed = (why: (call: SdkCall) => string): PackagePlan => ({
    calls: calls.map((call): PackageCall => ({ ...places(call), why: why(call) })),
    edits: [],
  });
  const [first] = calls;
  if (first === undefined) return { calls: [], edits: [] };
  const version = sdkVersion(around, first.path);
  if (typeof version === 'string') return failed(() => version);
  const planner = new SdkPlanner(of, types, kind, version, calls);
  const changes = new Map<SdkCall, Change | string>();
  for (const call of calls) if (call.role !== 'filter') changes.set(call, planner.changeOf(call));
  for (const call of calls) if (call.role === 'filter') changes.set(call, planner.filterOf(call));
  const reads = isMentionedElsewhere(of, kind, around)
    ? 'rules are handed to other packages'
    : planner.reads();
  // Rules have one type in the package: all its calls are changed, or none.
  const bad = [...changes].find(([, change]) => typeof change === 'string');
  if (typeof reads === 'string' || bad !== undefined)
    return failed((call) => {
      const own = changes.get(call);
      if (typeof own === 'string') return own;
      return typeof reads === 'string' ? reads : 'another call about the same rules cannot be changed';
    });
  const all = [...changes.values()].flatMap((change) => (typeof change === 'string' ? [] : change.edits));
  const outer = reads.filter(
    (edit) =>
      !all.some((other) => other.file === edit.file && other.start <= edit.start && edit.end <= other.end),
  );
  const functions = planner.functions(first);
  if (functions === null) return failed(() => 'a name of the new functions is taken');
  const edits = [...all, ...outer, ...functions];
  return {
    calls: calls.map((call): PackageCall => {
      const change = changes.get(call);
      return {
        ...places(call),
        differences: typeof change === 'string' || change === undefined ? [] : change.differences,
      };
    }),
    edits: [...edits, ...importEdits(of, edits)],
  };
}

/** Other packages of the module name the type of rules. */
function isMentionedElsewhere(of: GoPackage, kind: SdkKind, around: Surroundings): boolean {
  const own = new Set(of.files.map(({ path }) => path));
  const sourceOf = (path: string) => around.file(path)?.text ?? null;
  const moduleFolder = (path: string) => moduleOf(path, sourceOf)?.folder;
  const [first] = own;
  const files = around.filesEndingWith('.go');
  const type = new RegExp(`\\.${literally(kind.type)}\\b`);
  return (
    files?.some((path) => {
      const text = own.has(path) ? '' : (sourceOf(path) ?? '');
      const isNamed = text.includes(SDK) && type.test(text);
      return isNamed && moduleFolder(path) === moduleFolder(first ?? path);
    }) ?? true
  );
}

class SdkPlanner {
  readonly #of: GoPackage;
  readonly #kind: SdkKind;
  readonly #version: SdkVersion;
  readonly #calls: readonly SdkCall[];
  readonly #reads: SdkReads;
  readonly #rules: SentRules;
  /** Whether rules that were created are read. */
  readonly #isRead = new Set<boolean>();

  constructor(of: GoPackage, types: GoTypes, kind: SdkKind, version: SdkVersion, calls: readonly SdkCall[]) {
    this.#of = of;
    this.#kind = kind;
    this.#version = version;
    this.#calls = calls;
    this.#reads = new SdkReads(of, types, kind, version);
    this.#rules = kind.sent(calls, this.#reads, version);
  }

  reads(): readonly FileEdit[] | string {
    return this.#reads.all(this.#calls, this.#rules.sent);
  }

  changeOf(call: SdkCall): Change | string {
    const { args, tree, path, node, names } = call;
    const { names: functions, differences } = this.#kind;
    const [ctx = '', zone = ''] = args.map((one) => textOf(tree, one));
    const [, , third] = args;
    const first = `${ctx}, ${call.api}, ${zone}`;
    switch (call.role) {
      case 'list': {
        const { count, hasPage } = this.#kind.listed(call, this.#version);
        if (hasPage && !isFirstPage(call)) return PAGES;
        const text = `${functions.list}(${first})`;
        if (isReturned(node) && count === 2)
          return {
            edits: [{ file: path, start: node.start, end: node.end, text }],
            differences: differences.list,
          };
        const [rules = '_', ...given] = names;
        const [info, error] = count === 2 ? ['_', ...given] : given;
        if (names.length !== count || rules === '_' || error === undefined) return ANSWER;
        if (info !== '_') return PAGES;
        return {
          edits: [this.#given(call, `${rules}, ${error}`, text)],
          differences: differences.list,
        };
      }
      case 'remove': {
        const id = third === undefined ? null : this.#reads.textOf({ ...call, node: third });
        if (id === null) return ANSWER;
        return {
          edits: [
            {
              file: path,
              start: node.start,
              end: node.end,
              text: `${functions.remove}(${first}, ${id})`,
            },
          ],
          differences: [WHOLE, ERRORS],
        };
      }
      case 'add': {
        const [created, error] = names;
        const isHandedOn = !this.#kind.createsLists && isReturned(node);
        if (!isHandedOn && (created === undefined || error === undefined)) return ANSWER;
        const isRead = isHandedOn || created !== '_';
        const reads =
          isRead && created !== undefined && this.#kind.createsLists ? this.#createdReads(call, created) : [];
        if (reads === null) return ANSWER;
        const rule = this.#rules.created(call);
        if ('why' in rule) return rule.why;
        this.#isRead.add(isRead);
        if (this.#isRead.size > 1) return ANSWER;
        const text = `${functions.add}(${first}, ${rule.text})`;
        const edit = isHandedOn
          ? { file: path, start: node.start, end: node.end, text }
          : this.#given(call, isRead ? `${created}, ${error}` : (error ?? '_'), text);
        return {
          edits: [edit, ...rule.edits, ...reads],
          differences: [...(rule.differences ?? []), ...differences.add, WHOLE, ERRORS],
        };
      }
      case 'update': {
        const [changed, error] = names;
        if (changed !== '_' || error === undefined) return ANSWER;
        const rule = this.#rules.changed(call);
        if ('why' in rule) return rule.why;
        return {
          edits: [this.#given(call, error, `${functions.update}(${first}, ${rule.text})`), ...rule.edits],
          differences: [...(rule.differences ?? []), ...differences.update, WHOLE, ERRORS],
        };
      }
      case 'filter-gone': {
        const around = walk(tree.root).find(
          (one) => /^(?:function|method)_declaration$/.test(one.type) && isInside(node, one),
        );
        const hasRule = this.#calls.some(
          (other) =>
            other.role === 'remove' &&
            other.path === path &&
            around !== undefined &&
            isInside(other.node, around),
        );
        const statement = this.#handled(call);
        return hasRule && statement !== null
          ? { edits: [withoutLines(path, tree, statement[0], statement[1])], differences: [NO_FILTER] }
          : ANSWER;
      }
      default:
        return OTHER;
    }
  }

  /** `rules, err := …` with other names and another call. */
  #given({ holder, tree, path, node }: SdkCall, names: string, text: string): FileEdit {
    const operator = holder?.children.find(({ type }) => type === ':=' || type === '=');
    const written = operator === undefined ? ':=' : textOf(tree, operator);
    const error = names.split(', ').at(-1) ?? '';
    // The statement that declared the error may be gone.
    const list = holder?.parent;
    const gone = this.#calls.flatMap((call) =>
      call.role === 'filter' && call.holder !== null ? [call.holder] : [],
    );
    const isLost =
      written === '=' &&
      list?.type === 'statement_list' &&
      gone.some((one) => one.parent === list && one.end < node.start) &&
      !isDeclaredIn(tree, list, error, node.start, gone);
    return {
      file: path,
      start: holder?.start ?? node.start,
      end: node.end,
      text: `${names} ${isLost ? ':=' : written} ${text}`,
    };
  }

  /** `created[0].ID`; null where it is used in another way. */
  #createdReads({ tree, path, node, holder }: SdkCall, name: string): readonly FileEdit[] | null {
    const list = holder?.parent;
    if (holder === null || list?.type !== 'statement_list') return null;
    const uses = walk(list).filter(
      (one) =>
        one.type === 'identifier' &&
        one.start > holder.end &&
        textOf(tree, one) === name &&
        declaredAt({ tree, path, node: one })?.by === holder,
    );
    const edits = uses.map((use): readonly FileEdit[] | null => {
      const guard = guardAround(tree, use, list);
      if (guard !== null) return [withoutLines(path, tree, guard, guard)];
      const { parent } = use;
      const field = parent?.parent?.type === 'selector_expression' ? fieldOf(parent.parent, 'field') : null;
      const isFirst = parent?.type === 'index_expression' && textOf(tree, parent) === `${name}[0]`;
      if (field === null || !isFirst || node.end > use.start) return null;
      this.#reads.singles.set(parent, name);
      // What calls send is written anew.
      if (this.#calls.some((other) => other.path === path && other.args.some((one) => isInside(use, one))))
        return [];
      return /^(?:ID|Description|Ref)$/.test(textOf(tree, field))
        ? [{ file: path, start: parent.start, end: parent.end, text: name }]
        : null;
    });
    return edits.includes(null) || edits.length === 0 ? null : edits.flatMap((edit) => edit ?? []);
  }

  /** The statements that make a filter go, where its rule is the only one that reads it. */
  filterOf(call: SdkCall): Change | string {
    const { tree, path, names, holder } = call;
    const reads = this.#rules.filterReads.get(call);
    const statements = this.#handled(call);
    const list = holder?.parent;
    if (reads === undefined || statements === null || list == null) return ELSEWHERE;
    const others = walk(list).filter(
      (one) =>
        one.type === 'identifier' &&
        textOf(tree, one) === names[0] &&
        one.start > statements[1].end &&
        !reads.some((read) => isInside(one, read)),
    );
    const guards = others.map((one) => guardAround(tree, one, list));
    const [guard = null, ...more] = guards;
    if (guards.includes(null) || more.length > 0) return ELSEWHERE;
    return { edits: [withoutLines(path, tree, statements[0], guard ?? statements[1])], differences: [] };
  }

  /** The statement of a call with the `if err != nil` behind it. */
  #handled({ holder, node, names, tree }: SdkCall): readonly [SyntaxNode, SyntaxNode] | null {
    const own = holder ?? (node.parent?.type === 'expression_statement' ? node.parent : null);
    if (own?.parent?.type === 'if_statement' && own.field === 'initializer') return [own.parent, own.parent];
    const list = own?.parent;
    if (own == null || list?.type !== 'statement_list') return null;
    const all = list.children.filter(({ isNamed }) => isNamed);
    const next = all[all.indexOf(own) + 1];
    const error = names.at(-1) ?? '_';
    if (error === '_' || holder === null) return [own, own];
    const condition =
      next?.type === 'if_statement' && fieldOf(next, 'initializer') === null
        ? fieldOf(next, 'condition')
        : null;
    return next !== undefined && condition != null && textOf(tree, condition) === `${error} != nil`
      ? [own, next]
      : null;
  }

  /** Null where a name is taken. */
  functions({ alias, tree, path, node }: SdkCall): readonly FileEdit[] | null {
    const roles = new Set(this.#calls.map(({ role }) => role));
    const names = new RegExp(`\\b(?:${Object.values(this.#kind.names).map(literally).join('|')})\\b`);
    const isTaken = this.#of.files.some((file) => names.test(file.tree.text));
    const around = tree.root.children.find((one) => isInside(node, one));
    if (isTaken || around === undefined) return null;
    const hasWrites = roles.has('add') || roles.has('update') || roles.has('remove');
    const writing = {
      alias,
      version: this.#version,
      kind: this.#kind,
      hasSkips: this.#rules.hasSkips,
      hasOpenActions: this.#rules.hasOpenActions,
      isRead: this.#isRead.has(true),
      hasWrites,
    };
    const texts = [
      ...(hasWrites ? [sdkRuleset(writing)] : []),
      ...(roles.has('list') ? [sdkList(writing)] : []),
      ...(roles.has('add') ? [sdkAdd(writing)] : []),
      ...(roles.has('update') ? [sdkReplace(writing)] : []),
      ...(roles.has('remove') ? [sdkRemove(writing)] : []),
    ];
    return texts.map((text) => ({
      file: path,
      start: around.end,
      end: around.end,
      text: `\n\n${text}`,
      isDefinition: true as const,
    }));
  }
}

/** `return api.ListAllRateLimits(ctx, zone)` */
function isReturned({ parent }: SyntaxNode): boolean {
  return parent?.type === 'expression_list' && parent.parent?.type === 'return_statement'
    ? parent.children.filter(({ isNamed }) => isNamed).length === 1
    : parent?.type === 'return_statement';
}

/** `PaginationOptions{}`, of a list that is not gone through page by page. */
function isFirstPage({ tree, args }: SdkCall): boolean {
  const [, , options] = args;
  const body = options?.type === 'composite_literal' ? fieldOf(options, 'body') : null;
  const pairs = body === null ? null : entryPairs(tree, body);
  return pairs?.every(({ key, value }) => key === 'PerPage' || textOf(tree, value) === '1') === true;
}
