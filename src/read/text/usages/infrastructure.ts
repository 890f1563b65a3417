import type { Property, Value } from '../../../value/index.js';
import { literally } from '../../../value/index.js';
import type { ResourceUsage } from '../../usage.js';
import { isPunctuation, skip, split } from '../lexing/code.js';
import type { Unit } from '../requests/unit.js';

/**
 * Resources of infrastructure tools that programs make: a class of the vendor's package that is constructed,
 * or, in Go, its `New…` function. Attributes get the spelling that the tools' documentation uses.
 */
export function programResources(unit: Unit): ResourceUsage[] {
  const packages = unit.evidence.packages.filter((name) => toolOf(name) !== null);
  const [first] = packages;
  const tool = first === undefined ? null : toolOf(first);
  if (tool === null) return [];
  const names = importedNames(unit.file.text, packages);
  const { tokens, syntax } = unit.code;
  const usages: ResourceUsage[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.kind !== 'word') continue;
    const qualified = names.modules.has(token.text) && isPunctuation(tokens[at + 1], '.');
    const last = qualified ? at + 2 : at;
    const name = tokens[last];
    const before = tokens[at - 1];
    if (name?.kind !== 'word' || (!qualified && !names.classes.has(token.text))) continue;
    if (
      !isPunctuation(tokens[last + 1], '(') ||
      (before?.kind === 'punctuation' && syntax.access.includes(before.text))
    )
      continue;
    const made = madeBy(name.text, syntax.ecosystem ?? '');
    if (made === null) continue;
    usages.push({
      kind: 'resource',
      site: {
        file: unit.file.path,
        start: token.start,
        end: tokens[skip(unit.code, last + 1) - 1]?.end ?? name.end,
      },
      evidence: unit.evidence.all,
      context: unit.context,
      tool,
      resourceKind: made.kind,
      name: made.name,
      nameOrigin: { file: unit.file.path, start: name.start, end: name.end },
      attributes: attributesOf(unit, last + 1),
    });
    at = last + 1;
  }
  return usages;
}

function toolOf(name: string): string | null {
  return name.includes('pulumi') ? 'pulumi' : name.includes('cdktf') ? 'cdktf' : null;
}

/** What a call makes by its name: `FirewallRule`, `NewFirewallRule`, `get_firewall_rules`. */
function madeBy(name: string, ecosystem: string): { readonly kind: string; readonly name: string } | null {
  if (ecosystem === 'go') {
    const made = /^New([A-Z]\w*)$/.exec(name)?.[1];
    return made === undefined ? null : { kind: 'class', name: made };
  }
  if (/^get_\w+$/.test(name)) return { kind: 'function', name: camel(name) };
  return /^[A-Z]\w*$/.test(name) && !name.endsWith('Args') ? { kind: 'class', name } : null;
}

interface Imported {
  /** Names that stand for the package. */
  readonly modules: ReadonlySet<string>;
  /** Classes and functions that were taken out of it. */
  readonly classes: ReadonlySet<string>;
}

function importedNames(text: string, packages: readonly string[]): Imported {
  const modules = new Set<string>();
  const classes = new Set<string>();
  for (const name of packages) {
    const path = name.slice(name.indexOf(':') + 1);
    const module = path.replaceAll('-', '_');
    if (!text.includes(path) && !text.includes(module)) continue;
    for (const found of text.matchAll(
      new RegExp(`^[ \\t]*import[ \\t]+${literally(module)}(?:[ \\t]+as[ \\t]+(\\w+))?`, 'gm'),
    )) {
      modules.add(found[1] ?? module);
    }
    for (const found of text.matchAll(
      new RegExp(
        `^[ \\t]*from[ \\t]+${literally(module)}(?:\\.\\w+)*[ \\t]+import[ \\t]+(?:\\(([^)]{0,2000})\\)|([\\w, \\t]+))`,
        'gm',
      ),
    )) {
      for (const one of (found[1] ?? found[2] ?? '').split(','))
        classes.add(
          one
            .trim()
            .split(/\sas\s+/)
            .at(-1) ?? '',
        );
    }
    // The pattern tries every word of the text.
    if (!text.includes(`"${path}/`)) continue;
    for (const found of text.matchAll(
      new RegExp(`(?:(\\w+)[ \\t]+)?"${literally(path)}/[\\w./-]*?(\\w+)"`, 'g'),
    )) {
      modules.add(found[1] === undefined || found[1] === 'import' ? (found[2] ?? '') : found[1]);
    }
  }
  return { modules, classes };
}

/** Named arguments, and the object of arguments that some languages hand over. */
function attributesOf(unit: Unit, open: number): Value {
  const properties: Property[] = [];
  for (const part of split(unit.code, open)) {
    const named = unit.evaluator.namedArgument(part.start);
    const value = unit.evaluator.between(named?.value ?? part.start, part.end);
    if (named !== null) {
      const token = unit.code.tokens[named.at];
      const keyOrigin =
        token === undefined ? null : { file: unit.file.path, start: token.start, end: token.end };
      properties.push({ key: named.name, keyOrigin, value, origin: null });
    } else if (value.kind === 'object') for (const one of value.properties) properties.push(one);
  }
  const first = unit.code.tokens[open];
  const last = unit.code.tokens[skip(unit.code, open) - 1];
  const origin =
    first === undefined || last === undefined
      ? null
      : { file: unit.file.path, start: first.start, end: last.end };
  return spelled({ kind: 'object', properties, open: false, origin }, 0);
}

/** `zone_id` as `zoneId`, at every depth. */
function spelled(value: Value, depth: number): Value {
  if (depth > 20) return value;
  if (value.kind === 'object') {
    const properties = value.properties.map((property) => ({
      ...property,
      key: camel(property.key),
      value: spelled(property.value, depth + 1),
    }));
    return { ...value, properties };
  }
  return value.kind === 'array'
    ? { ...value, items: value.items.map((item) => spelled(item, depth + 1)) }
    : value;
}

function camel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
