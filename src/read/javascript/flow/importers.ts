import type { Engine } from '../evaluate/engine.js';
import { declaredImport } from '../evaluate/names/imports.js';
import { type ExportTable, exportsOf } from '../modules/exports.js';
import { naming } from '../modules/imported-by.js';
import type { Binding } from '../syntax/bindings.js';
import type { Identifier, Node } from '../syntax/estree.js';
import type { Module } from '../syntax/module.js';
import { keyName } from '../syntax/nodes.js';

const MAX_IMPORTERS = 64;

/** Names under which a module offers one of its top-level bindings. */
export function exportedNames(module: Module, binding: Binding): string[] {
  const table = exportsOf(module);
  const named = offeredAs(table).get(binding.name) ?? [];
  const names = named.filter((name) => {
    const entry = table.names.get(name);
    if (entry?.kind !== 'expression') return true;
    return entry.node.type === 'Identifier' && module.resolve(entry.node) === binding;
  });
  const whole = table.whole;
  if (whole?.type === 'Identifier' && module.resolve(whole) === binding) names.push('default');
  if (whole?.type === 'ObjectExpression') {
    for (const property of whole.properties) {
      if (
        property.type !== 'Property' ||
        property.value.type !== 'Identifier' ||
        property.key.type !== 'Identifier'
      )
        continue;
      if (module.resolve(property.value) === binding) names.push(property.key.name);
    }
  }
  return names;
}

const offered = new WeakMap<ExportTable, ReadonlyMap<string, readonly string[]>>();

/** Names of exports by the name of the module's own that they pass on. */
function offeredAs(table: ExportTable): ReadonlyMap<string, readonly string[]> {
  const known = offered.get(table);
  if (known !== undefined) return known;
  const byOwn = new Map<string, string[]>();
  for (const [name, entry] of table.names) {
    const own =
      entry.kind === 'local'
        ? entry.name
        : entry.kind === 'expression' && entry.node.type === 'Identifier'
          ? entry.node.name
          : null;
    if (own === null) continue;
    const names = byOwn.get(own);
    if (names === undefined) byOwn.set(own, [name]);
    else names.push(name);
  }
  offered.set(table, byOwn);
  return byOwn;
}

/** Uses of a top-level binding in the files that import it, barrels in between included. */
export function usesElsewhere(
  engine: Engine,
  module: Module,
  binding: Binding,
): { node: Identifier; module: Module }[] {
  if (binding.scope !== module.program) return [];
  const uses: { node: Identifier; module: Module }[] = [];
  for (const name of exportedNames(module, binding)) {
    for (const found of importsOf(engine, module, name)) {
      for (const node of usesOfImport(found)) uses.push({ node, module: found.module });
    }
  }
  return uses;
}

/** A binding of another file that means an export, or holds it. */
export interface Imported {
  readonly module: Module;
  readonly binding: Binding;
  /** The member of the binding that is meant, where the binding stands for a module as a whole. */
  readonly member: string | null;
}

/** Uses of an imported binding, those left out that plainly ask a module for something else. */
export function usesOfImport({ module, binding, member }: Imported): readonly Identifier[] {
  const uses = module.references(binding);
  return member === null ? uses : uses.filter((use) => !asksForOther(use, member));
}

function asksForOther(use: Identifier, member: string): boolean {
  const { parent } = use;
  if (parent?.type !== 'MemberExpression' || parent.object !== use) return false;
  const name = keyName(parent.property, parent.computed);
  return name !== null && name !== member;
}

interface Offered {
  readonly module: Module;
  readonly name: string;
  /** The member of what is offered that is meant: of a module that another one passes on under a name. */
  readonly member: string | null;
}

/** Bindings of other files that mean one export of a module. */
export function importsOf(engine: Engine, module: Module, name: string): Imported[] {
  const found: Imported[] = [];
  const pending: Offered[] = [{ module, name, member: null }];
  const seen = new Set<string>();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const key = `${next.module.path}\0${next.name}\0${next.member ?? ''}`;
    if (seen.has(key) || seen.size > MAX_IMPORTERS) continue;
    seen.add(key);
    // What stands for a module as a whole may be its default export, too.
    const memberOfWhole = next.name === 'default' ? null : next.name;
    for (const importer of engine.project.importersOf(next.module, naming(next.name))) {
      const means = (source: string): boolean =>
        engine.project.resolve(importer.path, source) === next.module.path;
      for (const declaration of importer.imports) {
        const ids =
          declaration.type === 'ImportDeclaration'
            ? declaration.specifiers.map((specifier) => specifier.local)
            : [declaration.id];
        for (const id of ids) {
          const binding = importer.resolve(id);
          const declared = binding === null ? null : declaredImport(binding);
          if (binding === null || declared === null || !means(declared.source)) continue;
          if (
            declared.name === next.name ||
            declared.name === null ||
            (declared.name === 'default' && exportsOf(next.module).isCommonJs)
          ) {
            const member = declared.name === next.name ? next.member : memberOfWhole;
            found.push({ module: importer, binding, member });
          }
        }
      }
      for (const { binding, isWhole } of requiredBindings(importer, means, next.name))
        found.push({ module: importer, binding, member: isWhole ? memberOfWhole : next.member });
      const table = exportsOf(importer);
      for (const [exported, entry] of table.names) {
        if (
          entry.kind === 'from' &&
          means(entry.source) &&
          (entry.name === next.name || entry.name === null)
        ) {
          const member = entry.name === null ? memberOfWhole : next.member;
          pending.push({ module: importer, name: exported, member });
        }
      }
      if (table.stars.some(means)) pending.push({ module: importer, name: next.name, member: next.member });
    }
  }
  return found;
}

/** Names bound by `const x = require('./y')`, `const { a } = require('./y')` and `await import('./y')`. */
function requiredBindings(
  importer: Module,
  means: (source: string) => boolean,
  name: string,
): { binding: Binding; isWhole: boolean }[] {
  const bindings: { binding: Binding; isWhole: boolean }[] = [];
  for (const required of requiringNodes(importer, means)) {
    let declared = required.parent;
    while (declared?.type === 'AwaitExpression' || declared?.type === 'TSAsExpression')
      declared = declared.parent;
    const picked = declared?.type === 'MemberExpression' ? declared : null;
    if (picked !== null) {
      if (picked.property.type !== 'Identifier' || picked.property.name !== name) continue;
      declared = picked.parent;
    }
    if (declared?.type !== 'VariableDeclarator') continue;
    if (declared.id.type === 'Identifier') {
      const binding = importer.resolve(declared.id);
      if (binding !== null) bindings.push({ binding, isWhole: picked === null });
    } else if (declared.id.type === 'ObjectPattern') {
      for (const property of declared.id.properties) {
        if (
          property.type !== 'Property' ||
          property.key.type !== 'Identifier' ||
          property.key.name !== name
        ) {
          continue;
        }
        const target = property.value.type === 'AssignmentPattern' ? property.value.left : property.value;
        const binding = target.type === 'Identifier' ? importer.resolve(target) : null;
        if (binding !== null) bindings.push({ binding, isWhole: false });
      }
    }
  }
  return bindings;
}

/** Calls of `require` and `import` that mean one module. */
function requiringNodes(importer: Module, means: (source: string) => boolean): Node[] {
  const isMeant = (source: Node | undefined): boolean =>
    source?.type === 'Literal' && typeof source.value === 'string' && means(source.value);
  const required = (importer.identifiers.get('require') ?? []).flatMap((use): Node[] => {
    const call = use.parent;
    return call?.type === 'CallExpression' && call.callee === use && isMeant(call.arguments[0]) ? [call] : [];
  });
  return [...required, ...importer.dynamicImports.filter((node) => isMeant(node.source))];
}
