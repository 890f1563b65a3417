/** Resources of the vendor that a script makes with the classes of Pulumi or CDKTF. */
import { posix } from 'node:path';
import type { Surroundings } from '../../src/migrate/index.js';
import {
  type Identifier,
  keyName,
  Module,
  type Node,
  type NodeOf,
} from '../../src/read/javascript/syntax/index.js';
import { literally } from '../../src/value/index.js';
import { RULE_TYPES } from '../places/declared/groups.js';
import type { Declared, Fields } from '../places/declared/model.js';
import { type ClassName, classOf, rootOf } from '../places/resource-text/class-of.js';
import {
  commentsStart,
  fieldDeclarationOf,
  ownField,
  statementOf,
} from '../places/resource-text/statements.js';
import { isKind } from '../places/trees.js';
import { loopAround, type ScriptLoop } from './loops.js';
import { ScriptValues } from './values.js';

export interface ScriptResource extends Declared {
  readonly tool: string;
  readonly made: NodeOf<'NewExpression'>;
  /** The statement that does nothing else; null where there is none. */
  readonly statement: Node | null;
  readonly variable: Identifier | null;
  /** The field of the class that it is kept in: `this.rule`. */
  readonly field: string | null;
  readonly fieldDeclaration: Node | null;
  /** Where its class comes from. */
  readonly imported: NodeOf<'ImportDeclaration'> | null;
}

export interface ScriptResources {
  readonly module: Module;
  readonly all: readonly ScriptResource[];
  readonly values: ScriptValues;
}

export function resourcesIn(file: string, around: Surroundings): ScriptResources | null {
  const module = around.scriptAt(file, 0);
  if (!(module instanceof Module)) return null;
  const filters = new Map<Node, ScriptResource>();
  const values = new ScriptValues(module, (node) => {
    if (node.type === 'NewExpression') return filters.get(node) ?? null;
    const field = ownField(node);
    if (field !== null) {
      const kept = [...filters.values()].filter((one) => one.field === field);
      return kept.length === 1 ? (kept[0] ?? null) : null;
    }
    const declared = node.type === 'Identifier' ? module.resolve(node)?.declarations[0]?.parent : undefined;
    const init = declared?.type === 'VariableDeclarator' ? declared.init : null;
    return init == null ? null : (filters.get(init) ?? null);
  });
  const found = module.calls.flatMap((call) => {
    const type = isKind(call, 'NewExpression') ? classOf(module, call.callee) : null;
    return isKind(call, 'NewExpression') && type !== null && RULE_TYPES.has(type.name)
      ? [{ call, type }]
      : [];
  });
  const read = ({ call, type }: (typeof found)[number]) => resourceOf(file, module, call, type, values);
  // A filter may be made in the arguments of its rule, so all of them are read first.
  for (const one of found) if (one.type.name === 'Filter') filters.set(one.call, read(one));
  const all = found.map((one) => filters.get(one.call) ?? read(one));
  return { module, all, values };
}

function resourceOf(
  file: string,
  module: Module,
  made: NodeOf<'NewExpression'>,
  { tool, name: type, imported }: ClassName,
  values: ScriptValues,
): ScriptResource {
  const given = made.arguments.slice(tool === 'cdktf' ? 1 : 0);
  const [name, attributes, options] = given;
  const inner = statementOf(made);
  const around = inner === null ? null : loopAround(inner, module);
  const loop = around !== null && !dependsOn(attributes, around.statement, module) ? around : null;
  const statement = loop?.statement ?? inner;
  const field = made.parent?.type === 'AssignmentExpression' ? ownField(made.parent.left) : null;
  const fieldDeclaration = field === null ? null : fieldDeclarationOf(made, field);
  const fields: Fields | null = attributes === undefined ? null : values.fieldsOf(attributes);
  const label = name?.type === 'Literal' ? `'${name.value}'` : `in line ${lineOf(module.text, made)}`;
  const optionsText = options === undefined ? null : module.text.slice(...options.range);
  const own: ScriptResource = {
    ...{ tool, made, file, type, imported, statement },
    address: `${type} ${label}`,
    start: made.range[0],
    fields: fields ?? new Map(),
    name: {
      source: name === undefined ? '' : module.text.slice(...name.range),
      json: undefined,
      fields: null,
    },
    options: optionsText,
    holder: statement?.parent,
    filter: attributes === undefined ? null : values.filterOf(attributes),
    variable: variableOf(made),
    ...{ field, fieldDeclaration },
    comments: [...new Set([fieldDeclaration, statement, inner])].flatMap((node) =>
      node === null ? [] : commentLines(module.text, node),
    ),
    problem:
      fields === null
        ? `${type} ${label} is given what is put together elsewhere`
        : fields.has('for_each')
          ? `${type} ${label} is made for each item of an iterator, which only Terraform goes through`
          : given.length > 3
            ? `${type} ${label} has arguments of an unknown kind`
            : loop?.names.some((one) => new RegExp(`\\b${literally(one)}\\b`).test(optionsText ?? ''))
              ? `the options of ${type} ${label} depend on the loop`
              : placeProblem(made, statement, attributes, module),
  };
  return loop === null || attributes === undefined
    ? own
    : { ...own, loop: loopOf(own, loop, attributes, values) };
}

/** What a resource is in each turn of the loop that makes it. */
function loopOf(
  own: ScriptResource,
  { list, parameter, turns }: ScriptLoop,
  attributes: Node,
  values: ScriptValues,
): NonNullable<Declared['loop']> {
  const declared = turns.map((turn, index): Declared => {
    const filter = own.filter?.loop?.turns[index] ?? own.filter;
    return { ...own, filter, fields: values.within(turn).fieldsOf(attributes) ?? new Map() };
  });
  return { list, parameter, turns: declared };
}

function lineOf(text: string, { range }: Node): number {
  return text.slice(0, range[0]).split('\n').length;
}

function variableOf({ parent }: Node): Identifier | null {
  return parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id : null;
}

function commentLines(text: string, statement: Node): readonly string[] {
  return text
    .slice(commentsStart(text, statement), statement.range[0])
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => (line.startsWith('*') ? ` ${line}` : line));
}

const LOOPS: ReadonlySet<string> = new Set([
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'WhileStatement',
  'DoWhileStatement',
]);

/** A ruleset that is made once for each rule would be one of several of the zone. */
function placeProblem(
  made: Node,
  statement: Node | null,
  attributes: Node | undefined,
  module: Module,
): string | null {
  if (statement === null) return `line ${lineOf(module.text, made)} does more than make the resource`;
  for (let node = statement.parent; node !== undefined; node = node.parent) {
    const isCallback =
      (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression') &&
      node.parent?.type === 'CallExpression';
    if ((isCallback || LOOPS.has(node.type)) && !dependsOn(attributes, node, module))
      return `line ${lineOf(module.text, made)} makes the resource several times for one zone`;
  }
  return null;
}

/** Whether the zone uses a name that is declared within a node. */
function dependsOn(attributes: Node | undefined, within: Node, module: Module): boolean {
  if (attributes?.type !== 'ObjectExpression') return false;
  const zone = attributes.properties.find(
    (one) => one.type === 'Property' && keyName(one.key, one.computed) === 'zoneId',
  );
  if (zone?.type !== 'Property') return false;
  const root = rootOf(zone.value);
  const declared = root === null ? undefined : module.resolve(root)?.declarations[0];
  return (
    declared !== undefined && within.range[0] <= declared.range[0] && declared.range[1] <= within.range[1]
  );
}

/** A zone as other files name it, too: a text, or what is imported or exported by name; null where nobody can tell. */
export function zoneIdentity(
  file: string,
  { module }: ScriptResources,
  { fields, made }: ScriptResource,
): string | null {
  const zone = fields.get('zone_id');
  if (zone === undefined) return null;
  if (typeof zone.json === 'string') return zone.json;
  const at = made.range[0] + module.text.slice(...made.range).indexOf(zone.source);
  const [root] = [...(module.identifiers.get(/^[\w$]+/.exec(zone.source)?.[0] ?? '') ?? [])].filter(
    ({ range }) => range[0] === at,
  );
  const declared = root === undefined ? undefined : module.resolve(root)?.declarations[0];
  const { parent } = declared ?? {};
  if (declared === undefined || parent === undefined) return null;
  const rest = zone.source.slice(declared.name.length).replace(/\s+/g, ' ');
  if (parent.parent?.type === 'ImportDeclaration') {
    const { source } = parent.parent;
    const from = source.type === 'Literal' ? String(source.value) : '';
    const path = from.startsWith('.') ? posix.join(posix.dirname(file), from) : from;
    return `${path.replace(/\.\w+$/, '')}#${declared.name}${rest}`;
  }
  return parent.parent?.parent?.type === 'ExportNamedDeclaration'
    ? `${file.replace(/\.\w+$/, '')}#${declared.name}${rest}`
    : null;
}
