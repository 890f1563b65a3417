/** The module with the new functions of a codemod. */
import type { Helper, HelperWanted, ModuleSystem, SharedModule } from '../../src/migrate/index.js';
import { type Convention, unified } from './convention.js';
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

/** Of a module whose function gives what the client gives: what stands around the result stays around it. */
export function inEnvelope(module: Helper): Helper {
  return {
    ...module,
    text(language, wanted) {
      const text = module.text(language, wanted);
      // What is typed by a client that looks at nothing is the whole answer.
      if (!wanted.features.includes('envelope') || wanted.features.includes('loose')) return text;
      return (
        text?.replace('Promise<T>', 'Promise<Envelope<T>>').replace('result } as T;', 'result };') ?? null
      );
    },
  };
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
