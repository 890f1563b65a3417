/** The module with the new functions of a codemod. */
import type { Helper, HelperWanted, ModuleSystem, SharedModule } from '../../src/migrate/index.js';
import type { Part } from './assemble.js';
import { type Convention, unified } from './convention.js';
import { TEMPLATES } from './generated/templates.js';
import { mergedModule } from './merged.js';
import { moduleText, type RuleKind } from './render.js';

const CONVENTION = 'convention:';

const KINDS = new WeakMap<Helper, RuleKind>();

/** One that shares what is alike with the other module of rules, where a package uses both. */
export function ruleModule(name: string, kind: RuleKind): Helper {
  const helper = { ...moduleOf(name, kind), shared: { name: 'zoneRules', module: sharedModule } };
  KINDS.set(helper, kind);
  return helper;
}

export function moduleOf(name: string, kind: RuleKind): Helper {
  return {
    name,
    text: (language: 'typescript' | ModuleSystem, { names, features, width }: HelperWanted) => {
      const conventions = conventionsIn(features);
      const convention = unified(conventions);
      if (convention === null && conventions.length > 0) return null;
      const wanted = withNeeded(features);
      // One function cannot give back both the response and what it says.
      if (wanted.some((one) => one.startsWith('parsed:') && wanted.includes(one.replace('parsed:', 'raw:'))))
        return null;
      return moduleText(kind, { names, features: new Set(wanted), convention, width }, language);
    },
  };
}

/** The module with a function that reads analytics; it shares what sends a query with the other one. */
export function analyticsModule(name: string, mapping: readonly Part[]): Helper {
  const kind = { phase: '', names: {}, mapping: [...mapping, ...TEMPLATES.graphql] };
  const { text } = moduleOf(name, kind);
  const helper: Helper = {
    name,
    text: (language, wanted) => inEnvelope(text(language, wanted), wanted.features),
    shared: { name: 'analytics', module: sharedAnalytics },
  };
  KINDS.set(helper, kind);
  return helper;
}

const sharedAnalytics: NonNullable<Helper['shared']>['module'] = (language, all) => {
  const parts = all.flatMap(({ helper }) => KINDS.get(helper)?.mapping ?? []);
  const mapping = [...new Map(parts.map((part) => [part.name, part])).values()];
  const names = all.flatMap(({ wanted }) => wanted.names).sort();
  const features = [...new Set(all.flatMap(({ wanted }) => wanted.features))];
  const width = Math.max(...all.map(({ wanted }) => wanted.width));
  const helper = moduleOf('analytics', { phase: '', names: {}, mapping });
  const text = inEnvelope(helper.text(language, { names, features, width }), features);
  return text === null ? null : { text, calls: new Map() };
};

/** What stands before the path of a zone takes no name here. Around a result stays what the client gives. */
function inEnvelope(text: string | null, features: readonly string[]): string | null {
  const named = text?.replace(/\bzoneId\b/g, 'zone').replace('{ zone: zone }', '{ zone }') ?? null;
  // What is typed by a client that looks at nothing is the whole answer.
  if (!features.includes('envelope') || features.includes('loose')) return named;
  return (
    named
      ?.replace(/^(export (?:[^{]|\{[^}]*\})*Promise<)T>/gm, '$1Envelope<T>>')
      .replaceAll('result } as T;', 'result: result as T };') ?? null
  );
}

function sharedModule(
  language: 'typescript' | ModuleSystem,
  all: readonly { readonly helper: Helper; readonly wanted: HelperWanted }[],
): SharedModule | null {
  const convention = unified(all.flatMap(({ wanted }) => conventionsIn(wanted.features)));
  if (convention === null) return null;
  const kinds = all.flatMap(({ helper, wanted: { names, features, width } }) => {
    const kind = KINDS.get(helper);
    const wanted = { names, features: new Set(withNeeded(features)), convention, width };
    return kind === undefined ? [] : [{ kind, wanted }];
  });
  return mergedModule(kinds, convention, language);
}

function conventionsIn(features: readonly string[]): readonly Convention[] {
  const written = features.filter((feature) => feature.startsWith(CONVENTION));
  return written.map((feature): Convention => JSON.parse(feature.slice(CONVENTION.length)));
}

/** Functions that others of the same kind call. */
const CALLED: Readonly<Record<string, string>> = {
  addRules: 'addRule',
  getRule: 'listRules',
  listRulePage: 'listRules',
  findRules: 'listRules',
};

function withNeeded(features: readonly string[]): readonly string[] {
  const called = features.flatMap((feature) => {
    const [kind, name = ''] = feature.split(':');
    const other = kind === 'raw' || kind === 'parsed' ? CALLED[name] : undefined;
    return other === undefined ? [] : [`${kind}:${other}`];
  });
  return [...new Set([...features, ...called])];
}
