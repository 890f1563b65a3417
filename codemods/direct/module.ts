/** The module with the new functions of a codemod. */
import type { Helper, HelperWanted, ModuleSystem } from '../../src/migrate/model.js';
import { type Convention, unified } from './convention.js';
import { moduleText, type RuleKind } from './render.js';

const CONVENTION = 'convention:';

export function ruleModule(name: string, kind: RuleKind): Helper {
  return {
    name,
    text: (language: 'typescript' | ModuleSystem, { names, features }: HelperWanted) => {
      const written = features.filter((feature) => feature.startsWith(CONVENTION));
      const conventions = written.map((feature): Convention => JSON.parse(feature.slice(CONVENTION.length)));
      const convention = unified(conventions);
      if (convention === null && conventions.length > 0) return null;
      const wanted = withNeeded(features);
      // One function cannot give back both the response and what it says.
      if (wanted.some((one) => one.startsWith('parsed:') && wanted.includes(one.replace('parsed:', 'raw:'))))
        return null;
      return moduleText(kind, { names, features: new Set(wanted), convention }, language);
    },
  };
}

/** Functions that others of the same kind call. */
const CALLED: Readonly<Record<string, string>> = { addRules: 'addRule', getRule: 'listRules' };

function withNeeded(features: readonly string[]): readonly string[] {
  const called = features.flatMap((feature) => {
    const [kind, name = ''] = feature.split(':');
    const other = kind === 'raw' || kind === 'parsed' ? CALLED[name] : undefined;
    return other === undefined ? [] : [`${kind}:${other}`];
  });
  return [...new Set([...features, ...called])];
}
