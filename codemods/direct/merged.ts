/**
 * One module for rules of two kinds, where a package uses both: what is the same for both is written once, and takes the
 * kind as an argument.
 */
import { type ModuleSystem, type SharedModule, withCalls } from '../../src/migrate/index.js';
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
/** Rules of both kinds get the old fields, if those of one do: a custom rule keeps its own beside them. */
const MAPPED: readonly string[] = ['list-mapped', 'add-mapped', 'update-mapped'];

/** Null where the two have too little in common. */
export function mergedModule(
  kinds: readonly WantedKind[],
  convention: Convention,
  language: 'typescript' | ModuleSystem,
): SharedModule | null {
  const features = new Set(['add-read', ...kinds.flatMap(({ wanted }) => [...wanted.features])]);
  const isMapped = features.has('list-mapped') || features.has('add-mapped');
  if (isMapped) for (const feature of MAPPED) features.add(feature);
  const isSpecial = features.has('priority') || [...features].some((one) => one.startsWith('raw:'));
  if (isSpecial || convention.callee === 'sdk') return null;
  if (convention.throws === false) features.add('soft');
  features.add(convention.told ?? 'success');
  const isTyped = language === 'typescript';
  const style = convention.gives === 'result' ? TEMPLATES.result : TEMPLATES.envelope;
  const own = kinds.map((one) => ({ ...one, parts: partsFor(one, style, isTyped, features) }));
  const sharedNames = [...new Set(Object.values(SHARED))].filter((base) =>
    own.every(({ parts }) => parts.some(({ name }) => SHARED[name] === base)),
  );
  if (sharedNames.length === 0) return null;
  const isShared = ({ name }: { readonly name: string }) => sharedNames.includes(SHARED[name] ?? '');
  const bases = style.filter(({ name }) => sharedNames.includes(name));
  const kindType = isTyped ? (isMapped ? ': Kind' : ': string') : '';
  const shared = bases.map((part) => withKind(plainText(part, isTyped, features), kindType, isMapped));
  const hasPages = own.some(({ parts }) => parts.some(({ name }) => name === 'Page'));
  const types = TEMPLATES.types.filter(({ name }) => TYPES.has(name) && (name !== 'Page' || hasPages));
  const declared = [
    ...types.map((part) => plainText(part, isTyped, features)),
    ...(isTyped && isMapped ? ['type Kind = { phase: string; toOld: <T>(rule: Rule) => T };'] : []),
  ].filter((text) => text !== '' && (convention.gives !== 'result' || !/\bEnvelope</.test(text)));
  const calls = new Map(
    own.flatMap(({ kind, parts }) =>
      parts.filter(isShared).map(({ name }) => {
        const called = { name: SHARED[name] ?? name, first: constantOf(kind) };
        return [kind.names[name] ?? name, called] as const;
      }),
    ),
  );
  const imported = new Set(own.flatMap(({ wanted }) => wanted.names));
  const used = new Set(
    [...calls].flatMap(([name, { name: base, first }]) => (imported.has(name) ? [base, first] : [])),
  );
  const exported = (name: string, text: string) =>
    used.has(name) && language !== 'commonjs' ? text.replace(DECLARATION, 'export $&') : text;
  const families = own.map(({ kind }) => {
    const name = constantOf(kind);
    if (!isMapped) return exported(name, `const ${name} = '${kind.phase}';`);
    const fields = `phase: '${kind.phase}', toOld: ${kind.names.toOldRule}`;
    return exported(name, `const ${name}${kindType} = { ${fields} };`);
  });
  const others = own.flatMap(({ kind, parts }) =>
    parts
      .filter((part) => !isShared(part) && !TYPES.has(part.name) && part.name !== 'PHASE')
      .map(({ text, isExported }) => {
        const isOffered = isExported && language !== 'commonjs';
        const phase = isMapped ? `${constantOf(kind)}.phase` : constantOf(kind);
        const named = renamed(text, withoutRule(kind)).replaceAll('PHASE', phase);
        return withCalls(isOffered ? named.replace(DECLARATION, 'export $&') : named, calls);
      }),
  );
  const all = [...shared, ...others].join('\n');
  const header = declared
    .map((text) =>
      /^type Request\b/.test(text) ? requestType(convention, all, kinds[0]?.wanted.width) : text,
    )
    .filter((text) => text !== '');
  const functions = shared.map((text, index) => exported(bases[index]?.name ?? '', text));
  const text = [[...header, ...families].join('\n'), ...functions, ...others].join('\n\n');
  const written = inConvention(text, convention, isTyped, kinds[0]?.wanted.width);
  const generic = features.has('untyped') ? written.replace(/(function \w+)<T>\(/g, '$1<T = any>(') : written;
  if (language !== 'commonjs') return { text: `${generic}\n`, calls };
  const names = [...used, ...[...imported].filter((name) => !calls.has(name))].sort();
  return {
    text: `${generic}\n\nmodule.exports = {\n${names.map((name) => `  ${name},\n`).join('')}};\n`,
    calls,
  };
}

const TYPES: ReadonlySet<string> = new Set(['Rule', 'Ruleset', 'Envelope', 'Page', 'Request']);

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
    .replace(/^list/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toUpperCase();
}

function withoutRule(kind: RuleKind): RuleKind {
  const { Rule: _, ...names } = kind.names;
  return { ...kind, names };
}

/** A template that takes the kind first, or its phase alone. */
function withKind(text: string, type: string, isMapped: boolean): string {
  return text
    .replace(/\(\s*request(?=: Request|,)/, `(${isMapped ? 'of' : 'inPhase'}${type}, request`)
    .replace(
      /(listRules<[^>]*>|listRules)\(request, zone\)/,
      `$1(${isMapped ? 'of' : 'inPhase'}, request, zone)`,
    )
    .replaceAll('PHASE', isMapped ? 'of.phase' : 'inPhase')
    .replaceAll(/\btoOldRule(?=[<(])/g, 'of.toOld');
}
