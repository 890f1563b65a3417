import type { ESLint, Linter } from 'eslint';
import { ruleName } from '../src/report/index.js';
import { RULE_ENTRIES } from './rule-set.js';

/** The namespace that the presets give the plugin. */
export const NAMESPACE = 'edge-sunset';

const SCRIPTS = ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx,vue,svelte,astro}'];
const LEVEL = { error: 'error', warning: 'warn', hint: 'warn' } as const;

/** Every rule on: what fails is an error, what merely has a better form a warning. The clock has no say. */
export function recommendedRules(): Linter.RulesRecord {
  return Object.fromEntries([
    ...RULE_ENTRIES.map(({ id, severity = 'error' }) => [`${NAMESPACE}/${ruleName(id)}`, LEVEL[severity]]),
    [`${NAMESPACE}/no-unresolved-migration`, 'error'],
  ]);
}

export type PresetName = 'recommended' | 'all';

export function presets(plugin: ESLint.Plugin): Record<PresetName, Linter.Config[]> {
  const config = (name: PresetName, rules: Linter.RulesRecord): Linter.Config => ({
    name: `${NAMESPACE}/${name}`,
    files: SCRIPTS,
    plugins: { [NAMESPACE]: plugin },
    rules,
  });
  const recommended = recommendedRules();
  const more: Linter.RulesRecord = {
    [`${NAMESPACE}/no-custom-deprecations`]: 'error',
    [`${NAMESPACE}/no-undetermined-endpoint`]: 'warn',
  };
  return {
    recommended: [config('recommended', recommended)],
    all: [config('all', { ...recommended, ...more })],
  };
}
