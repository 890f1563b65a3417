/** Calls of cloudflare-go about firewall rules, which become calls about rulesets of the version that go.mod pins. */
import {
  calledAs,
  fieldOf,
  type GoPackage,
  isInside,
  leftsOf,
  moduleOf,
  type Spot,
  type SyntaxNode,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import type { Difference, FileEdit, Surroundings } from '../../src/migrate/index.js';
import { literally } from '../../src/value/index.js';
import { ALL_RULES, ALLOW, DUPLICATES, ERRORS, NO_FILTER } from '../direct/differences.js';
import { indentAt, movedTo } from '../places/indent.js';
import { guardAround, isDeclaredIn, withoutLines } from './emit.js';
import { importEdits } from './imports.js';
import { entryPairs, literalText, negated } from './literals.js';
import type { PackageCall, PackagePlan } from './package-plan.js';
import { declaredAt, type GoTypes } from './scope.js';
import { aliasOf, SDK, type SdkCall, sdkCallsIn } from './sdk-calls.js';
import { sdkAdd, sdkList, sdkRemove, sdkRuleset } from './sdk-functions.js';

/** The first version with methods for entry points. */
const FIRST = 73;
const PHASE = 'http_request_firewall_custom';
const WHOLE: Difference = {
  name: 'written-as-a-whole',
  what: 'the rules of the zone are read and written together: a change by somebody else in between is lost, and so is what the SDK does not know of a rule',
};
const ORDER: Difference = {
  name: 'priority-is-position',
  what: 'rules are ordered by position, not by priority: new rules go behind the others',
};
const OTHER =
  'there is no such call about rules of a ruleset: the ruleset has to be read, changed and written';
const ANSWER = 'what becomes of its answer cannot be followed';
const ELSEWHERE = 'the expression of its filter stands somewhere else';

interface Change {
  readonly edits: readonly FileEdit[];
  readonly differences: readonly Difference[];
}

export function planOfSdk(of: GoPackage, types: GoTypes, around: Surroundings): PackagePlan {
  const calls = of.files.flatMap((file) => sdkCallsIn(file, types));
  const places = (call: SdkCall) => ({ path: call.path, places: [call.node] });
  const failed = (why: (call: SdkCall) => string): PackagePlan => ({
    calls: calls.map((call): PackageCall => ({ ...places(call), why: why(call) })),
    edits: [],
  });
  const [first] = calls;
  if (first === undefined) return { calls: [], edits: [] };
  const version = versionOf(around, first.path);
  if (version === null) return failed(() => 'go.mod does not say which version of cloudflare-go is used');
  if (version < FIRST)
    return failed(
      () => `cloudflare-go v0.${version} has no calls for entry points: they came with v0.${FIRST}`,
    );
  const planner = new SdkPlanner(of, types, calls);
  const changes = new Map<SdkCall, Change | string>();
  for (const call of calls) if (call.role !== 'filter') changes.set(call, planner.changeOf(call));
  for (const call of calls) if (call.role === 'filter') changes.set(call, planner.filterOf(call));
  const reads = isMentionedElsewhere(of, around) ? 'rules are handed to other packages' : planner.reads();
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

function versionOf(around: Surroundings, path: string): number | null {
  const module = moduleOf(path, (other) => around.file(other)?.text ?? null);
  const text =
    module === null
      ? ''
      : (around.file(module.folder === '' ? 'go.mod' : `${module.folder}/go.mod`)?.text ?? '');
  const minor = /github\.com\/cloudflare\/cloudflare-go v0\.(\d+)\./.exec(text)?.[1];
  return minor === undefined ? null : Number(minor);
}

/** Other packages name the type of rules. */
function isMentionedElsewhere(of: GoPackage, around: Surroundings): boolean {
  const own = new Set(of.files.map(({ path }) => path));
  const files = around.filesEndingWith('.go');
  return (
    files?.some((path) => {
      const text = own.has(path) ? '' : (around.file(path)?.text ?? '');
      return text.includes(SDK) && /\.FirewallRule\b/.test(text);
    }) ?? true
  );
}

class SdkPlanner {
  readonly #of: GoPackage;
  readonly #types: GoTypes;
  readonly #calls: readonly SdkCall[];
  /** Values that read a filter and go. */
  readonly #filterReads = new Map<SdkCall, SyntaxNode[]>();
  /** Slices that are sent. */
  readonly #sent: SyntaxNode[] = [];
  /** Whether rules that were created are read. */
  readonly #isRead = new Set<boolean>();
  #hasSkips = false;
  #hasOpenActions = false;

  constructor(of: GoPackage, types: GoTypes, calls: readonly SdkCall[]) {
    this.#of = of;
    this.#types = types;
    this.#calls = calls;
  }

  changeOf(call: SdkCall): Change | string {
    const { args, tree, path, node, names } = call;
    const [ctx = '', zone = '', third] = args.map((one) => textOf(tree, one));
    const first = `${ctx}, ${call.api}, ${zone}`;
    switch (call.role) {
      case 'list': {
        const [rules = '_', info, error] = names;
        if (names.length !== 3 || info !== '_' || rules === '_' || error === undefined)
          return 'it goes through pages, and there are none any more';
        return {
          edits: [this.#given(call, `${rules}, ${error}`, `customRules(${first})`)],
          differences: [ALLOW, ORDER, ALL_RULES],
        };
      }
      case 'remove':
        return {
          edits: [
            {
              file: path,
              start: node.start,
              end: node.end,
              text: `deleteCustomRule(${first}, ${third ?? ''})`,
            },
          ],
          differences: [WHOLE, ERRORS],
        };
      case 'add': {
        const [created, error] = names;
        if (created === undefined || error === undefined) return ANSWER;
        const reads = created === '_' ? [] : this.#createdReads(call, created);
        if (reads === null) return ANSWER;
        const rule = this.#sentRule(call);
        if ('why' in rule) return rule.why;
        const given = reads.length === 0 ? error : `${created}, ${error}`;
        this.#isRead.add(reads.length > 0);
        if (this.#isRead.size > 1) return ANSWER;
        return {
          edits: [this.#given(call, given, `addCustomRule(${first}, ${rule.text})`), ...rule.edits, ...reads],
          differences: [ORDER, DUPLICATES, WHOLE, ERRORS],
        };
      }
      case 'filter-gone': {
        const around = walk(tree.root).find(
          (one) => /^(?:function|method)_declaration$/.test(one.type) && isInside(node, one),
        );
        const hasRule = this.#calls.some(
          (other) => other.role === 'remove' && around !== undefined && isInside(other.node, around),
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
    const edits = uses.map((use): FileEdit | null => {
      const guard = guardAround(tree, use, list);
      if (guard !== null) return withoutLines(path, tree, guard, guard);
      const { parent } = use;
      const field = parent?.parent?.type === 'selector_expression' ? fieldOf(parent.parent, 'field') : null;
      const isId = field !== null && /^(?:ID|Description|Ref)$/.test(textOf(tree, field));
      return parent?.type === 'index_expression' &&
        textOf(tree, parent) === `${name}[0]` &&
        isId &&
        node.end < use.start
        ? { file: path, start: parent.start, end: parent.end, text: name }
        : null;
    });
    return edits.includes(null) || edits.length === 0 ? null : edits.flatMap((edit) => edit ?? []);
  }

  /** The slice that is sent, which a variable may hold that nothing else uses. */
  #sentSlice(
    call: SdkCall,
    sent: SyntaxNode,
  ): { readonly slice: SyntaxNode; readonly name: SyntaxNode | null } {
    const by = sent.type === 'identifier' ? declaredAt({ ...call, node: sent })?.by : undefined;
    const value =
      by?.type === 'short_var_declaration'
        ? fieldOf(by, 'right')?.children.find(({ isNamed }) => isNamed)
        : undefined;
    const [name, ...others] = by === undefined ? [] : leftsOf(by);
    const uses = walk(by?.parent ?? sent).filter(
      (one) =>
        one.type === 'identifier' &&
        textOf(call.tree, one) === textOf(call.tree, sent) &&
        declaredAt({ ...call, node: one })?.by === by,
    );
    return value?.type === 'composite_literal' &&
      name !== undefined &&
      others.length === 0 &&
      uses.length === 1
      ? { slice: value, name }
      : { slice: sent, name: null };
  }

  #sentRule(
    call: SdkCall,
  ): { readonly text: string; readonly edits: readonly FileEdit[] } | { readonly why: string } {
    const { tree, args, alias } = call;
    const unknown = { why: 'what it sends is not one rule that is written out' };
    const [, , sent] = args;
    if (sent === undefined) return unknown;
    const { slice, name } = this.#sentSlice(call, sent);
    this.#sent.push(slice);
    const literal = onlyLiteral(slice);
    const pairs = literal === null ? null : entryPairs(tree, literal);
    if (literal === null || pairs === null) return unknown;
    const entries: (readonly [string, string])[] = [];
    for (const { key, value } of pairs) {
      const text = textOf(tree, value);
      if (key === 'Filter') {
        const expression = this.#expressionOf(call, value);
        if (expression === null) return { why: ELSEWHERE };
        entries.push(['Expression', expression]);
      } else if (key === 'Paused') entries.push(['Enabled', `${alias}.BoolPtr(${negated(text)})`]);
      else if (key === 'Priority') {
        if (!/^\d+$/.test(text)) return { why: 'a priority needs a person to choose a position' };
      } else if (key === 'Action') {
        if (text === '"bypass"') return { why: 'a bypass needs a person to choose phases' };
        if (text === '"allow"') {
          this.#hasSkips = true;
          entries.push(
            ['Action', '"skip"'],
            ['ActionParameters', `&${alias}.RulesetRuleActionParameters{Ruleset: "current"}`],
          );
        } else {
          if (!/^"\w+"$/.test(text)) {
            this.#hasSkips = true;
            this.#hasOpenActions = true;
          }
          entries.push([key, text]);
        }
      } else if (/^(?:Description|Ref)$/.test(key)) entries.push([key, text]);
      else return { why: `its field ${key} has no counterpart` };
    }
    if (!pairs.some(({ key }) => key === 'Filter')) return { why: 'it has no filter' };
    if (!pairs.some(({ key }) => key === 'Paused')) entries.push(['Enabled', `${alias}.BoolPtr(true)`]);
    const text = literalText(tree, literal, entries);
    const rule = movedTo(
      indentAt(tree.text, name?.start ?? call.holder?.start ?? call.node.start),
      `${alias}.RulesetRule${text}`,
    );
    if (name === null) return { text: rule, edits: [] };
    const own = textOf(tree, name).replace(/s$/, '');
    const { start, end } = slice;
    return {
      text: own,
      edits: [
        { file: call.path, start: name.start, end: name.end, text: own },
        { file: call.path, start, end, text: rule },
      ],
    };
  }

  /** `filters[0]`, `cloudflare.Filter{ID: filters[0].ID}`, `cloudflare.Filter{Expression: expression}` */
  #expressionOf(call: SdkCall, value: SyntaxNode): string | null {
    const { tree } = call;
    const body = value.type === 'composite_literal' ? fieldOf(value, 'body') : null;
    const pairs = body === null ? null : entryPairs(tree, body);
    const own = pairs?.find(({ key }) => key === 'Expression');
    if (own !== undefined)
      return pairs?.every(({ key }) => /^(?:Expression|Description|ID)$/.test(key)) === true
        ? textOf(tree, own.value)
        : null;
    const id = pairs?.length === 1 && pairs[0]?.key === 'ID' ? pairs[0].value : value;
    const name = /^(\w+)\[0\](?:\.ID)?$/.exec(textOf(tree, id))?.[1];
    const made = this.#calls.find(
      (one) =>
        one.role === 'filter' &&
        one.tree === tree &&
        one.names[0] === name &&
        one.holder?.parent === call.holder?.parent,
    );
    const literal = made?.args[2] === undefined ? null : onlyLiteral(made.args[2]);
    const parts = literal === null ? null : entryPairs(tree, literal);
    const expression = parts?.find(({ key }) => key === 'Expression')?.value;
    if (
      made === undefined ||
      expression === undefined ||
      parts?.every(({ key }) => /^(?:Expression|Description)$/.test(key)) !== true
    )
      return null;
    this.#filterReads.set(made, [...(this.#filterReads.get(made) ?? []), id]);
    return textOf(tree, expression);
  }

  /** The statements that make a filter go, where its rule is the only one that reads it. */
  filterOf(call: SdkCall): Change | string {
    const { tree, path, names, holder } = call;
    const reads = this.#filterReads.get(call);
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

  /** Everything that names the type of rules, or reads their fields. */
  reads(): readonly FileEdit[] | string {
    const edits: FileEdit[] = [];
    for (const { tree, path } of this.#of.files) {
      const alias = aliasOf(tree);
      for (const node of walk(tree.root)) {
        const found = this.#readOf({ tree, path, node }, alias);
        if (typeof found === 'string') return found;
        edits.push(...found);
      }
    }
    return edits;
  }

  #readOf(spot: Spot, alias: string | null): readonly FileEdit[] | string {
    const { tree, path, node } = spot;
    const edit = (of: SyntaxNode, text: string): readonly FileEdit[] => [
      { file: path, start: of.start, end: of.end, text },
    ];
    if (node.type === 'qualified_type') {
      const written = textOf(tree, node);
      if (written === `${alias}.FirewallRule`) return edit(node, `${alias}.RulesetRule`);
      const isSent =
        this.#sent.some((one) => isInside(node, one)) ||
        this.#calls.some(
          (call) => call.tree === tree && call.args.slice(2).some((one) => isInside(node, one)),
        );
      return new RegExp(`^${literally(alias ?? '')}\\.(?:Filter|FirewallRule\\w+|Filter\\w+Params)$`).test(
        written,
      ) && !isSent
        ? 'rules or filters are put together apart from the call'
        : [];
    }
    if (node.type === 'call_expression')
      return this.#leaves(spot) ? 'rules leave the code in a way that cannot be followed' : [];
    if (node.type !== 'selector_expression') return [];
    const [operand, field] = [fieldOf(node, 'operand'), fieldOf(node, 'field')];
    const name = field === null ? '' : textOf(tree, field);
    if (operand === null || !/^(?:Filter|Paused|Priority|Products|CreatedOn|ModifiedOn|Action)$/.test(name))
      return [];
    const type = this.#types.of({ ...spot, node: operand });
    const isRule = type !== null && 'foreign' in type && /\.FirewallRule$/.test(type.foreign);
    if (!isRule)
      return type === null && /^(?:Filter|Paused)$/.test(name) && alias !== null
        ? 'the type of what is read cannot be told'
        : [];
    const rule = textOf(tree, operand);
    const { parent } = node;
    if (parent?.parent?.type === 'assignment_statement' && parent.field === 'left')
      return 'a field of a rule is written';
    if (name === 'Action') {
      const text =
        parent?.type === 'binary_expression'
          ? parent.children.find((one) => textOf(tree, one) === '"allow"')
          : undefined;
      return text === undefined ? [] : edit(text, '"skip"');
    }
    if (name === 'Filter') {
      const inner =
        parent?.type === 'selector_expression' && node.field === 'operand' ? fieldOf(parent, 'field') : null;
      const part = inner === null ? '' : textOf(tree, inner);
      if (parent == null || !/^(?:Expression|ID)$/.test(part))
        return 'fields are read that rules do not have any more';
      return edit(parent, `${rule}.${part}`);
    }
    if (name !== 'Paused') return 'fields are read that rules do not have any more';
    const isOn = `${alias}.Bool(${rule}.Enabled)`;
    return parent?.type === 'unary_expression' && textOf(tree, parent).startsWith('!')
      ? edit(parent, isOn)
      : edit(node, `!${isOn}`);
  }

  /** A rule is handed to another module as a whole. */
  #leaves(call: Spot): boolean {
    if (this.#types.definitions.functionCalled(call) !== null || /^(?:append|len|cap)$/.test(calledAs(call)))
      return false;
    const list = fieldOf(call.node, 'arguments');
    return (list?.children ?? []).some((argument) => {
      const type = argument.isNamed ? this.#types.of({ ...call, node: argument }) : null;
      return type !== null && 'foreign' in type && /^(?:\[\])?\w+\.FirewallRule$/.test(type.foreign);
    });
  }

  /** Null where a name is taken. */
  functions({ alias, tree, path, node }: SdkCall): readonly FileEdit[] | null {
    const roles = new Set(this.#calls.map(({ role }) => role));
    const isTaken = this.#of.files.some((file) =>
      /\b(?:customRules|customRuleset|addCustomRule|deleteCustomRule)\b/.test(file.tree.text),
    );
    const around = tree.root.children.find((one) => isInside(node, one));
    if (isTaken || around === undefined) return null;
    const hasWrites = roles.has('add') || roles.has('remove');
    const writing = {
      alias,
      phase: PHASE,
      hasSkips: this.#hasSkips,
      hasOpenActions: this.#hasOpenActions,
      isRead: this.#isRead.has(true),
      hasWrites,
    };
    const texts = [
      ...(hasWrites ? [sdkRuleset(writing)] : []),
      ...(roles.has('list') ? [sdkList(writing)] : []),
      ...(roles.has('add') ? [sdkAdd(writing)] : []),
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

/** The body of the only element of a slice that is written out. */
function onlyLiteral(node: SyntaxNode): SyntaxNode | null {
  const elements = fieldOf(node, 'body')?.children.filter(({ isNamed }) => isNamed) ?? [];
  const [only, ...others] = elements;
  const value =
    only?.type === 'literal_element' && others.length === 0
      ? only.children.find(({ isNamed }) => isNamed)
      : undefined;
  if (value === undefined) return null;
  return value.type === 'composite_literal'
    ? fieldOf(value, 'body')
    : value.type === 'literal_value'
      ? value
      : null;
}
