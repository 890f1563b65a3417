/** Old resources of a script become rulesets. All of a file are planned at once. */

import type { Edit } from '../../src/analysis/index.js';
import { type Difference, type Site, type Surroundings, styleOf } from '../../src/migrate/index.js';
import type { Module, Node } from '../../src/read/javascript/syntax/index.js';
import { camelCase } from '../places/declared/fields.js';
import { differencesIn, groupsOf, PHASE_OF, UNUSED_FILTER } from '../places/declared/groups.js';
import type { Declared, RuleGroup } from '../places/declared/model.js';
import { indented, objectNames, rulesetArguments } from '../places/declared/print.js';
import { indentAt, lineEndOf } from '../places/indent.js';
import { afterGap, commentsStart } from '../places/resource-text/statements.js';
import { useOfExport } from '../places/resource-text/uses.js';
import { Refusal } from '../places/rulesets/resources.js';
import { namesRules, projectOf, scriptsWithRules } from './program.js';
import { resourcesIn, type ScriptResource, type ScriptResources, zoneIdentity } from './resources.js';
import { stateDifferences } from './state.js';
import { checkUses, fieldEdit, isWithin, lineAt } from './uses.js';
import { isOfThree, listsFor, providerOf, shapeFor } from './versions.js';

export type Outcome =
  | { readonly edits: readonly Edit[]; readonly differences: readonly Difference[] }
  | { readonly problem: string };

export interface Planned {
  readonly resource: Declared;
  readonly end: number;
  readonly outcome: Outcome;
}

export function plannedInScript(site: Site, around: Surroundings): readonly Planned[] {
  const { path } = site.file;
  if (!namesRules(site.file)) return [];
  const found = resourcesIn(path, around);
  if (found === null) return [];
  const old = found.all.filter(({ type }) => type !== 'Ruleset');
  // Most files that name rules declare none, and the others need not be parsed.
  if (old.length === 0) return [];
  const others = otherFiles(path, around);
  const project = projectOf(path, around);
  const isOnly = others.every(
    (other) => other.found.all.length === 0 || projectOf(other.path, around) !== project,
  );
  const { groups, problems } = groupsOf(
    old,
    found.values,
    (declared, phase) => placeOfRules(declared as ScriptResource, phase, path, found, others),
    (declared) => isOfThree((declared as ScriptResource).tool, declared.type, path, around),
  );
  const outcomes = new Map<Declared, Outcome>(
    [...problems].map(([resource, problem]) => [
      resource,
      { problem: problem === UNUSED_FILTER ? unusedFilter(resource as ScriptResource, around) : problem },
    ]),
  );
  for (const group of groups) {
    const isAlone = isOnly && groups.every((one) => one === group || one.label !== group.label);
    const outcome = outcomeOf(group, found, { file: path, around, isAlone });
    for (const part of group.parts) outcomes.set(part, outcome);
  }
  return old.map((resource) => ({
    resource,
    end: (resource.statement ?? resource.made).range[1],
    outcome: outcomes.get(resource) ?? { problem: 'its use is not known' },
  }));
}

/** A rule of another file may use it. */
function unusedFilter({ variable, statement, file, address }: ScriptResource, around: Surroundings): string {
  const isExported = statement?.type === 'ExportNamedDeclaration' && variable !== null;
  const other = isExported ? useOfExport(file, variable.name, around) : null;
  return other === null ? UNUSED_FILTER : `${other} uses ${address}`;
}

interface Where {
  readonly file: string;
  readonly around: Surroundings;
  /** No other ruleset of the program can have the same name. */
  readonly isAlone: boolean;
}

function outcomeOf(group: RuleGroup, found: ScriptResources, where: Where): Outcome {
  const { file, around } = where;
  try {
    const parts = group.parts as readonly ScriptResource[];
    checkUses(parts, found.module, around);
    return {
      edits: editsOf(group, parts, found, where),
      differences: [
        ...stateDifferences(group, parts, providerOf(parts[0]?.tool ?? '', file, around)),
        ...differencesIn(group),
      ],
    };
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message };
    throw error;
  }
}

/** Files that may have rules of the same zone. */
function otherFiles(path: string, around: Surroundings): readonly OtherFile[] {
  return scriptsWithRules(path, around).flatMap((one) => {
    const found = resourcesIn(one, around);
    return found === null ? [] : [{ path: one, found }];
  });
}

interface OtherFile {
  readonly path: string;
  readonly found: ScriptResources;
}

/** Where rules of the phase stand for the zone of a resource, besides those of its own kind in its own file. */
function placeOfRules(
  declared: ScriptResource,
  phase: string,
  path: string,
  own: ScriptResources,
  others: readonly OtherFile[],
): string | null {
  const identity = zoneIdentity(path, own, declared);
  const inPhase = ({ type, fields }: ScriptResource) =>
    type === 'Ruleset' ? fields.get('phase')?.json === phase : PHASE_OF[type] === phase;
  const here = own.all.find(
    (one) =>
      one.type === 'Ruleset' &&
      inPhase(one) &&
      one.fields.get('zone_id')?.source === declared.fields.get('zone_id')?.source,
  );
  if (here !== undefined) return `${path}:${lineAt(own.module, here.made)}`;
  if (identity === null) return null;
  for (const { path: file, found } of others)
    for (const one of found.all)
      if (inPhase(one) && zoneIdentity(file, found, one) === identity)
        return `${file}:${lineAt(found.module, one.made)}`;
  return null;
}

/** The ruleset takes the place of the last resource: what rules are made of is declared there. */
function editsOf(
  group: RuleGroup,
  parts: readonly ScriptResource[],
  { module }: ScriptResources,
  { file, around, isAlone }: Where,
): readonly Edit[] {
  const { text } = module;
  const statements = [...new Set(parts.flatMap(({ statement }) => statement ?? []))].sort(
    (left, right) => left.range[0] - right.range[0],
  );
  const last = statements.at(-1);
  const rule = parts.find(({ statement }) => statement === last);
  if (last === undefined || rule === undefined) throw new Refusal('nothing is left of the resources');
  const style = styleOf(text, module);
  const shape = shapeFor(rule.tool, rule.type, file, around);
  const lists = listsFor(rule.tool, shape, objectNames(group));
  const made = classEdit(rule, module, style, statements);
  const [scope] = rule.made.arguments;
  const before = rule.tool === 'cdktf' && scope !== undefined ? [text.slice(...scope.range)] : [];
  const name = nameOf(group, isAlone, style.quote);
  const isExported = statements.some(({ type }) => type === 'ExportNamedDeclaration');
  const head = isExported
    ? `export const ${freeName(camelCase(group.label.replace('-', '_')), module)} = `
    : '';
  const lines = [
    `${head}new ${made.name}(${[...before, name].join(', ')}, {`,
    ...indented(rulesetArguments(group, { step: style.indent, quote: style.quote, lists }), {
      step: style.indent,
    }),
    `}${group.options === null ? '' : `, ${group.options}`})${style.semicolons ? ';' : ''}`,
  ];
  const indent = indentAt(text, last.range[0]);
  const eol = lineEndOf(text);
  return [
    ...made.edits,
    ...parts.flatMap((part) => fieldEdit(part, text) ?? []),
    ...statements.map((statement): Edit => {
      const start = commentsStart(text, statement);
      if (statement !== last) return { start, end: afterGap(text, statement.range[1]), text: '' };
      const first = text.slice(start, last.range[0]).trim() === '' ? last.range[0] : start + indent.length;
      return { start: first, end: last.range[1], text: lines.join(`${eol}${indent}`) };
    }),
  ];
}

/** The name for the state has to be the only one of its kind, so it holds that of a rule where there are others. */
function nameOf({ label, rules, loop }: RuleGroup, isAlone: boolean, quote: string): string {
  if (loop !== null) {
    if (isAlone) return quote + label + quote;
    if (!/^[\w$]+$/.test(loop.list)) throw new Refusal('the list of the loop has no name for the ruleset');
    return `${quote}${loop.list}-${label}${quote}`;
  }
  const source = rules[0]?.declared.name.source ?? '';
  const literal = /^(['"])([^'"\\]*)\1$/.exec(source)?.[2];
  if (literal !== undefined) return `${quote}${isAlone ? label : `${literal}-${label}`}${quote}`;
  return source.startsWith('`') ? `${source.slice(0, -1)}-${label}\`` : `\`\${${source}}-${label}\``;
}

function freeName(wanted: string, module: Module): string {
  let name = wanted;
  for (let number = 2; module.identifiers.has(name); number++) name = `${wanted}${number}`;
  return name;
}

/** The class of the new resource, and what imports it. */
function classEdit(
  { made, imported, type }: ScriptResource,
  module: Module,
  { quote, semicolons, eol }: ReturnType<typeof styleOf>,
  gone: readonly Node[],
): { readonly name: string; readonly edits: readonly Edit[] } {
  const { text } = module;
  const callee = text.slice(...made.callee.range);
  if (made.callee.type === 'MemberExpression') {
    const inner = `${type.charAt(0).toLowerCase()}${type.slice(1)}.${type}`;
    const end = callee.endsWith(`.${inner}`) ? inner : type;
    return {
      name: `${callee.slice(0, -end.length)}${end === inner ? 'ruleset.Ruleset' : 'Ruleset'}`,
      edits: [],
    };
  }
  if (imported === null) throw new Refusal(`how ${callee} is imported is not known`);
  const source = String(imported.source.type === 'Literal' ? imported.source.value : '');
  const from = source.replace(/\/(?:firewall-rule|rate-limit|filter|waf-package)(?=$|\/|\.js$)/, '/ruleset');
  const known = module.topLevel('Ruleset');
  if (known !== null) {
    const declaration = known.declarations[0]?.parent?.parent;
    const isSame =
      declaration?.type === 'ImportDeclaration' &&
      declaration.source.type === 'Literal' &&
      declaration.source.value === from;
    if (isSame) return { name: 'Ruleset', edits: [] };
    throw new Refusal('the name Ruleset means something else here');
  }
  const stays = imported.specifiers.find(
    (one) => one.type === 'ImportSpecifier' && !GO.has(text.slice(...one.range)) && from === source,
  );
  if (stays !== undefined)
    return { name: 'Ruleset', edits: [{ start: stays.range[1], end: stays.range[1], text: ', Ruleset' }] };
  const [first] = imported.specifiers;
  const last = imported.specifiers.at(-1);
  if (first !== undefined && last !== undefined && isUsedIn(gone, imported.specifiers, module)) {
    const edits = [{ start: first.range[0], end: last.range[1], text: 'Ruleset' }];
    const [startOfSource, end] = imported.source.range;
    return {
      name: 'Ruleset',
      edits:
        from === source ? edits : [...edits, { start: startOfSource, end, text: `${quote}${from}${quote}` }],
    };
  }
  const [start] = imported.range;
  const statement = `import { Ruleset } from ${quote}${from}${quote}${semicolons ? ';' : ''}${eol}`;
  return { name: 'Ruleset', edits: [{ start, end: start, text: statement }] };
}

/** Whether nothing but what goes uses the names of an import. */
function isUsedIn(gone: readonly Node[], specifiers: readonly Node[], module: Module): boolean {
  return specifiers.every((specifier) => {
    const local = specifier.type === 'ImportSpecifier' ? specifier.local : null;
    const binding = local?.type === 'Identifier' ? module.resolve(local) : null;
    return (
      binding !== null &&
      module.references(binding).every(({ range }) => gone.some((one) => isWithin(range, one.range)))
    );
  });
}

const GO: ReadonlySet<string> = new Set([...Object.keys(PHASE_OF), 'Filter']);
