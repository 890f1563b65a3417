/**
 * One module for rules of two kinds, where a package uses both: what is the same for both is written once, and takes the
 * kind as an argument.
 */
import type { ModuleSystem } from '../../src/migrate/model.js';
import { assemble, type Part } from './assemble.js';
import type { Convention } from './convention.js';
import { withFeatures } from './features.js';
import { TEMPLATES } from './generated/templates.js';
import { DECLARATION, inConvention, type RuleKind, renamed, requestType, type Wanted } from './render.js';

export interface WantedKind {
  readonly kind: RuleKind;
  readonly wanted: Wanted;
}

/** Templates that both kinds share, by the templates that they take the place of. */
const SHARED: Readonly<Record<string, string>> = {
  listRules: 'listRules',
  addRule: 'addRule',
  createRule: 'addRule',
  deleteRule: 'deleteRule',
  getRule: 'getRule',
};
/** What they take behind client and zone, and whether they give back rules. */
const TAKES: Readonly<Record<string, { readonly behind: string; readonly isGeneric: boolean }>> = {
  listRules: { behind: '', isGeneric: true },
  addRule: { behind: ', rule: Rule', isGeneric: true },
  deleteRule: { behind: ', id: string', isGeneric: false },
  getRule: { behind: ', id: string', isGeneric: true },
};
const FEATURES: readonly string[] = ['list-mapped', 'add-read', 'add-mapped', 'update-mapped'];

/** Null where the two have too little in common. */
export function mergedText(
  kinds: readonly WantedKind[],
  convention: Convention,
  language: 'typescript' | ModuleSystem,
): string | null {
  const features = new Set([...FEATURES, ...kinds.flatMap(({ wanted }) => [...wanted.features])]);
  const isSpecial = features.has('priority') || [...features].some((one) => one.startsWith('raw:'));
  if (isSpecial || (convention.gives !== 'result' && convention.callee === 'sdk')) return null;
  if (convention.callee === 'sdk') return null;
  if (convention.throws === false) features.add('soft');
  const isTyped = language === 'typescript';
  const style = convention.gives === 'result' ? TEMPLATES.result : TEMPLATES.envelope;
  const own = kinds.map((one) => ({ ...one, parts: partsFor(one, style, isTyped, features) }));
  const sharedNames = [...new Set(Object.values(SHARED))].filter((base) =>
    own.every(({ parts }) => parts.some(({ name }) => SHARED[name] === base)),
  );
  if (sharedNames.length === 0) return null;
  const isShared = ({ name }: { readonly name: string }) => sharedNames.includes(SHARED[name] ?? '');
  const bases = style.filter(({ name }) => sharedNames.includes(name));
  const types = TEMPLATES.types.filter(({ name }) => TYPES.has(name));
  const declared = [
    ...types.map((part) => plainText(part, isTyped, features)),
    ...(isTyped ? ['type Kind = { phase: string; toOld: <T>(rule: Rule) => T };'] : []),
  ].filter((text) => text !== '' && (convention.gives !== 'result' || !/\bEnvelope</.test(text)));
  const families = own.map(({ kind }) => {
    const typed = isTyped ? ': Kind' : '';
    return `const ${constantOf(kind)}${typed} = { phase: '${kind.phase}', toOld: ${kind.names.toOldRule} };`;
  });
  const shared = bases.map((part) => withKind(plainText(part, isTyped, features), isTyped));
  const others = own.flatMap(({ kind, parts }) =>
    parts
      .filter((part) => !isShared(part) && !TYPES.has(part.name) && part.name !== 'PHASE')
      .map(({ text, isExported }) => {
        const exported = isExported && language !== 'commonjs';
        const named = renamed(text, withoutRule(kind)).replaceAll('PHASE', `${constantOf(kind)}.phase`);
        return exported ? named.replace(DECLARATION, 'export $&') : named;
      }),
  );
  // Without a call that names a type, the type of a function says all.
  const isGeneric = (name: string) => features.has('typed') || others.join('\n').includes(`${name}<`);
  const wrappers = own.flatMap(({ kind, parts, wanted }) =>
    parts.filter(isShared).map(({ name }) => {
      const called = kind.names[name] ?? name;
      const isExported = wanted.names.includes(called) && language !== 'commonjs';
      return `${isExported ? 'export ' : ''}${wrapperText(called, SHARED[name] ?? name, constantOf(kind), isTyped, isGeneric(called))}`;
    }),
  );
  const all = [...shared, ...others].join('\n');
  const header = declared
    .map((text) =>
      /^type Request\b/.test(text) ? requestType(convention, all, kinds[0]?.wanted.width) : text,
    )
    .filter((text) => text !== '');
  const text = [[...header, ...families].join('\n'), wrappers.join('\n'), ...shared, ...others]
    .filter((part) => part !== '')
    .join('\n\n');
  const written = inConvention(text, convention, isTyped, kinds[0]?.wanted.width);
  const generic = features.has('untyped')
    ? written.replace(/(function \w+|const \w+ = )<T>\(/g, '$1<T = any>(')
    : written;
  if (language !== 'commonjs') return `${generic}\n`;
  const names = kinds.flatMap(({ wanted }) => wanted.names).sort();
  return `${generic}\n\nmodule.exports = {\n${names.map((name) => `  ${name},\n`).join('')}};\n`;
}

const TYPES: ReadonlySet<string> = new Set(['Rule', 'Ruleset', 'Envelope', 'Request']);

function partsFor(
  { kind, wanted }: WantedKind,
  style: readonly Part[],
  isTyped: boolean,
  features: Set<string>,
) {
  const own = new Map(Object.entries(kind.names).map(([template, name]) => [name, template]));
  const names = new Set(wanted.names.map((name) => own.get(name) ?? name));
  const mapped = new Set([...kind.mapping.map(({ name }) => name), 'respond']);
  const types = TEMPLATES.types.filter(({ name }) => !mapped.has(name));
  return assemble([...types, ...style, ...kind.mapping], isTyped, names, features);
}

function plainText(part: Part, isTyped: boolean, features: ReadonlySet<string>): string {
  return withFeatures(isTyped ? part.typescript : part.plain, features);
}

/** `CUSTOM_RULES`, after the list of the kind. */
function constantOf({ names }: RuleKind): string {
  return (names.listRules ?? '')
    .replace(/^list|Rules?$/g, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toUpperCase();
}

function withoutRule(kind: RuleKind): RuleKind {
  const { Rule: _, ...names } = kind.names;
  return { ...kind, names };
}

function wrapperText(
  name: string,
  base: string,
  constant: string,
  isTyped: boolean,
  hasType: boolean,
): string {
  const { behind = '', isGeneric = false } = TAKES[base] ?? {};
  const type = isTyped && isGeneric && hasType ? '<T>' : '';
  const list = isTyped
    ? `(request: Request, zone: string${behind})`
    : `(request, zone${behind.replace(/: \w+/g, '')})`;
  const handed = `(request, zone, ${constant}${behind.replace(/: \w+/g, '')})`;
  return `const ${name} = ${type}${list} => ${base}${type}${handed};`;
}

/** A template that takes the kind behind the zone. */
function withKind(text: string, isTyped: boolean): string {
  return text
    .replace(/\(\s*request(?:: Request)?,\s*zone(?:: string)?(?=[,)])/, `$&, rules: Kind`)
    .replace('rules: Kind', isTyped ? 'of: Kind' : 'of')
    .replace(/(listRules<[^>]*>|listRules)\(request, zone\)/, '$1(request, zone, of)')
    .replaceAll('PHASE', 'of.phase')
    .replaceAll(/\btoOldRule(?=[<(])/g, 'of.toOld');
}
