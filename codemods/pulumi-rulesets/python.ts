/** Old resources of a Python program become rulesets, as far as what they are given is written out. */

import type { Edit } from '../../src/analysis/index.js';
import { closest, type SyntaxNode, type SyntaxTree, textOf, walk } from '../../src/grammar/index.js';
import type { Site, Surroundings } from '../../src/migrate/index.js';
import { literally } from '../../src/value/index.js';
import { differencesIn, groupsOf, PHASE_OF, RULE_TYPES } from '../places/declared/groups.js';
import type { Declared, RuleGroup } from '../places/declared/model.js';
import { objectNames } from '../places/declared/print.js';
import type { HclItem } from '../places/hcl-layout.js';
import { indentAt, lineEndOf } from '../places/indent.js';
import { commentsAbove, statementOf, withoutStatement } from '../places/resource-text/python-statements.js';
import { useOfModule } from '../places/resource-text/uses.js';
import { plain, Refusal } from '../places/rulesets/resources.js';
import { PythonValues } from './python-values.js';
import type { Outcome, Planned } from './scripts.js';
import { stateDifferences } from './state.js';
import { isOfThree, providerOf } from './versions.js';

interface PythonResource extends Declared {
  readonly call: SyntaxNode;
  readonly statement: SyntaxNode | null;
  readonly variable: string | null;
  /** What the classes are taken from: `cloudflare`. */
  readonly namespace: string;
}

const STEP = '    ';
const PACKAGE = 'pulumi_cloudflare';

export function plannedInPython(site: Site, around: Surroundings): readonly Planned[] {
  const { path, text } = site.file;
  const tree = text.includes(PACKAGE) ? around.treeOf(path) : null;
  if (tree === null || tree.errors.length > 0) return [];
  const values = new PythonValues(tree);
  const all = resourcesOf(tree, path, values);
  const old = all.filter(({ type }) => type !== 'Ruleset');
  const { groups, problems } = groupsOf(
    old,
    values,
    (declared, phase) => placeOfRules(declared, phase, all, around),
    ({ type }) => isOfThree('pulumi', type, path, around),
  );
  const outcomes = new Map<Declared, Outcome>(
    [...problems].map(([resource, problem]) => [resource, { problem }]),
  );
  for (const group of groups) {
    const isAlone = groups.every((one) => one === group || one.label !== group.label);
    const outcome = outcomeOf(group, tree, isAlone, around);
    for (const part of group.parts) outcomes.set(part, outcome);
  }
  return old.map((resource) => ({
    resource,
    end: (resource.statement ?? resource.call).end,
    outcome: outcomes.get(resource) ?? { problem: 'its use is not known' },
  }));
}

function resourcesOf(tree: SyntaxTree, file: string, values: PythonValues): readonly PythonResource[] {
  const namespaces = new Set(
    [...tree.text.matchAll(/^[ \t]*import[ \t]+pulumi_cloudflare(?:[ \t]+as[ \t]+(\w+))?[ \t]*$/gm)].map(
      ([, alias]) => alias ?? PACKAGE,
    ),
  );
  const filters = new Map<string, PythonResource>();
  return walk(tree.root).flatMap((node): PythonResource[] => {
    const callee = node.type === 'call' ? node.children.find(({ field }) => field === 'function') : undefined;
    const [, namespace = '', type = ''] =
      /^(\w+)\.(\w+)$/.exec(callee === undefined ? '' : textOf(tree, callee)) ?? [];
    if (!namespaces.has(namespace) || !RULE_TYPES.has(type)) return [];
    const resource = resourceOf(tree, file, node, { namespace, type, values, filters });
    if (type === 'Filter' && resource.variable !== null) filters.set(resource.variable, resource);
    return [resource];
  });
}

function resourceOf(
  tree: SyntaxTree,
  file: string,
  call: SyntaxNode,
  {
    namespace,
    type,
    values,
    filters,
  }: {
    readonly namespace: string;
    readonly type: string;
    readonly values: PythonValues;
    readonly filters: ReadonlyMap<string, PythonResource>;
  },
): PythonResource {
  const { positional, named, isPlain } = values.argumentsOf(call);
  const [name] = positional;
  const { opts, resource_name, ...given } = Object.fromEntries(named);
  const statement = statementOf(call);
  const assignment = call.parent?.type === 'assignment' ? call.parent : null;
  const left = assignment?.children.find(({ field }) => field === 'left');
  const variable = left?.type === 'identifier' ? textOf(tree, left) : null;
  const line = tree.text.slice(0, call.start).split('\n').length;
  const label = name?.source ?? resource_name?.source ?? `in line ${line}`;
  const filterName = /^(\w+)\.id$/.exec(given.filter_id?.source ?? '')?.[1] ?? '';
  return {
    ...{ call, statement, variable, namespace, file, type },
    address: `${type} ${label}`,
    start: call.start,
    fields: new Map(Object.entries(given)),
    name: name ?? resource_name ?? { source: '', json: undefined, fields: null },
    options: opts?.source ?? null,
    holder: statement?.parent,
    filter: filters.get(filterName) ?? null,
    comments: statement === null ? [] : commentsAbove(tree, statement).lines,
    problem:
      !isPlain || positional.length > 1
        ? `${type} ${label} is given what is put together elsewhere`
        : statement === null
          ? `line ${line} does more than make the resource`
          : isRepeated(tree, statement, given.zone_id?.source ?? '')
            ? `line ${line} makes the resource several times for one zone`
            : null,
  };
}

const LOOPS: ReadonlySet<string> = new Set(['for_statement', 'while_statement']);

function isRepeated(tree: SyntaxTree, statement: SyntaxNode, zone: string): boolean {
  const loop = closest(statement, LOOPS);
  if (loop === null) return false;
  const left = loop.children.find(({ field }) => field === 'left');
  const names = left === undefined ? [] : textOf(tree, left).split(/\W+/);
  return !names.some((name) => name !== '' && new RegExp(`\\b${literally(name)}\\b`).test(zone));
}

function placeOfRules(
  { fields, type, file }: Declared,
  phase: string,
  all: readonly PythonResource[],
  around: Surroundings,
): string | null {
  const zone = plain(fields.get('zone_id')?.source ?? '');
  const own = all.find(
    (one) =>
      one.type === 'Ruleset' &&
      one.fields.get('phase')?.json === phase &&
      plain(one.fields.get('zone_id')?.source ?? '') === zone,
  );
  if (own !== undefined) return own.address;
  const other = around.siblings(file).find((path) => {
    const text = path === file || !path.endsWith('.py') ? '' : plain(around.file(path)?.text ?? '');
    return text.includes(`.${type}(`) && PHASE_OF[type] === phase && text.includes(`zone_id=${zone},`);
  });
  return other ?? null;
}

function outcomeOf(group: RuleGroup, tree: SyntaxTree, isAlone: boolean, around: Surroundings): Outcome {
  try {
    const parts = group.parts as readonly PythonResource[];
    checkUses(parts, tree, around);
    const major = providerOf('pulumi', parts[0]?.file ?? '', around);
    if (major === null && objectNames(group).has('response'))
      throw new Refusal(
        'no requirements say which version of pulumi-cloudflare is used, and they differ here',
      );
    const known = parts.map((part) => ({ ...part, tool: 'pulumi' }));
    return {
      edits: editsOf(group, parts, tree, { isAlone, isList: major !== 5 }),
      differences: [...stateDifferences(group, known, major, true), ...differencesIn(group)],
    };
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message };
    throw error;
  }
}

function checkUses(parts: readonly PythonResource[], tree: SyntaxTree, around: Surroundings): void {
  for (const { variable, address, file, holder } of parts) {
    if (variable === null) continue;
    const use = walk(tree.root).find(
      (node) =>
        node.type === 'identifier' &&
        textOf(tree, node) === variable &&
        node.field !== 'name' &&
        !parts.some(
          ({ statement }) => statement !== null && statement.start <= node.start && node.end <= statement.end,
        ),
    );
    const line = tree.text.slice(0, use?.start).split('\n').length;
    if (use !== undefined) throw new Refusal(`line ${line} uses ${address}`);
    const other = holder === tree.root ? useOfModule(file, variable, around) : null;
    if (other !== null) throw new Refusal(`${other} uses ${address}`);
  }
}

interface Manner {
  readonly isAlone: boolean;
  /** Whether an answer is one of a list. */
  readonly isList: boolean;
}

/** The ruleset takes the place of the last resource: what rules are made of is declared there. */
function editsOf(
  group: RuleGroup,
  parts: readonly PythonResource[],
  tree: SyntaxTree,
  manner: Manner,
): readonly Edit[] {
  const { text } = tree;
  const statements = [...new Set(parts.flatMap(({ statement }) => statement ?? []))].sort(
    (left, right) => left.start - right.start,
  );
  const last = statements.at(-1);
  const [first] = parts;
  if (last === undefined || first === undefined) throw new Refusal('nothing is left of the resources');
  const indent = indentAt(text, last.start);
  const lines = rulesetLines(group, first.namespace, manner).join(`${lineEndOf(text)}${indent}`);
  return statements.map((statement): Edit => {
    if (statement === last) {
      const above = commentsAbove(tree, statement);
      const start = above.lines.length === 0 ? statement.start : above.start + indent.length;
      return { start, end: statement.end, text: lines };
    }
    const gone = withoutStatement(tree, statement);
    if (gone === null) throw new Refusal('a resource shares a line with something else');
    return gone;
  });
}

function rulesetLines(group: RuleGroup, namespace: string, manner: Manner): readonly string[] {
  const { label, rules, zone, phase, options } = group;
  const source = rules[0]?.declared.name.source ?? '';
  const text = /^(f?)(['"])([^'"\\]*)\2$/.exec(source);
  const isConstant = text !== null && text[1] === '';
  const own = text === null ? `f"{${source}}-${label}"` : `${text[1]}${text[2]}${text[3]}-${label}${text[2]}`;
  return [
    `${namespace}.Ruleset(`,
    ...indented([
      `${manner.isAlone && isConstant ? `"${label}"` : own},`,
      `zone_id=${zone.source},`,
      'name="default",',
      'kind="zone",',
      `phase="${phase}",`,
      'rules=[',
      ...indented(
        rules.flatMap(({ parts, items }) => [
          ...new Set(parts.flatMap(({ comments }) => comments)),
          ...argsLines('', `${namespace}.RulesetRule`, items, manner),
        ]),
      ),
      '],',
      ...(options === null ? [] : [`opts=${options},`]),
    ]),
    ')',
  ];
}

/** A class with the arguments of an object. */
function argsLines(head: string, type: string, items: readonly HclItem[], manner: Manner): readonly string[] {
  const inner = items.flatMap((item): readonly string[] => {
    if ('value' in item) return [`${item.name}=${pythonOf(item.value)},`];
    const below = `${type}${item.name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
    if ('list' in item) {
      const one = below.replace(/ies$/, 'y').replace(/s$/, '');
      const all = item.list.flatMap(({ object }) => argsLines('', one, object, manner));
      return [`${item.name}=[`, ...indented(all), '],'];
    }
    if (!('object' in item)) return [];
    if (item.name !== 'response' || !manner.isList)
      return argsLines(`${item.name}=`, below, item.object, manner);
    return ['responses=[', ...indented(argsLines('', below, item.object, manner)), '],'];
  });
  return [`${head}${type}Args(`, ...indented(inner), '),'];
}

function pythonOf(value: string): string {
  return value === 'true' ? 'True' : value === 'false' ? 'False' : value;
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => STEP + line);
}
