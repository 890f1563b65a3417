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
      return moduleText(kind, { names, features: new Set(features), convention }, language);
    },
  };
}
