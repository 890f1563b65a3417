import type { ESLint, Linter } from 'eslint';
import { ruleName } from '../src/report/index.js';
import { isAdviceOnly } from './advice-only.js';
import { installed, OPTIONAL_LANGUAGES } from './language/optional.js';
import { textFiles } from './language/text-files.js';
import { RULE_ENTRIES } from './rule-set.js';
import { SETTINGS } from './settings/settings.js';

/** The namespace that the presets give the plugin. */
export const NAMESPACE = 'edge-sunset';

const SCRIPTS = ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'];
/** Whoever has ESLint read them has given it their parser; without one each would be an error. */
const COMPONENTS_IF_LINTED = ['**/*', '!**/*.{vue,svelte,astro}'];
const LEVEL = { error: 'error', warning: 'warn', hint: 'warn' } as const;

/** Every rule on: what fails is an error, what merely has a better form a warning. The clock has no say. */
export function recommendedRules(): Linter.RulesRecord {
  return Object.fromEntries([
    ...RULE_ENTRIES.filter((entry) => !isAdviceOnly(entry)).map(({ id, severity = 'error' }) => [
      `${NAMESPACE}/${ruleName(id)}`,
      LEVEL[severity],
    ]),
    [`${NAMESPACE}/no-unresolved-migration`, 'error'],
  ]);
}

export type PresetName = 'recommended' | 'recommended-all-files' | 'typed' | 'all';

/** The presets, each made when it is first asked for: one of them loads the plugins of other languages. */
export function presets(plugin: ESLint.Plugin): Record<PresetName, Linter.Config[]> {
  const made = new Map<PresetName, Linter.Config[]>();
  const once = (name: PresetName, make: () => Linter.Config[]): Linter.Config[] => {
    const known = made.get(name) ?? make();
    made.set(name, known);
    return known;
  };
  const scripts = (name: PresetName, rules: Linter.RulesRecord, settings?: object): Linter.Config[] => {
    const rest = {
      plugins: { [NAMESPACE]: plugin },
      rules,
      ...(settings === undefined ? {} : { settings: { [SETTINGS]: settings } }),
    };
    return [
      { name: `${NAMESPACE}/${name}`, files: SCRIPTS, ...rest },
      { name: `${NAMESPACE}/${name}/components`, ignores: COMPONENTS_IF_LINTED, ...rest },
    ];
  };
  return {
    get recommended() {
      return once('recommended', () => scripts('recommended', recommendedRules()));
    },
    get 'recommended-all-files'() {
      return once('recommended-all-files', () => [
        ...scripts('recommended-all-files', recommendedRules()),
        ...otherFiles(plugin),
      ]);
    },
    get typed() {
      return once('typed', () => scripts('typed', recommendedRules(), { types: true }));
    },
    get all() {
      return once('all', () => scripts('all', allRules()));
    },
  };
}

function allRules(): Linter.RulesRecord {
  return {
    ...recommendedRules(),
    ...Object.fromEntries(
      RULE_ENTRIES.filter(isAdviceOnly).map(({ id }) => [`${NAMESPACE}/${ruleName(id)}`, 'warn']),
    ),
    [`${NAMESPACE}/no-custom-deprecations`]: 'error',
    [`${NAMESPACE}/no-undetermined-endpoint`]: 'warn',
  };
}

/** Without the plugin of a language the file is read as text, and found as much in. */
function otherFiles(plugin: ESLint.Plugin): Linter.Config[] {
  const name = (rest: string): string => `${NAMESPACE}/recommended-all-files/${rest}`;
  const own = { [NAMESPACE]: plugin };
  const rules = recommendedRules();
  const text = { plugins: own, language: `${NAMESPACE}/text`, rules };
  return [
    ...OPTIONAL_LANGUAGES.map(({ plugin: packageName, language, files }): Linter.Config => {
      const other = installed(packageName);
      if (other === null) return { name: name(language), files: [...files], ...text };
      // A namespace of our own cannot clash with the one a configuration gives the same plugin.
      const namespace = `${NAMESPACE}-${language}`;
      return {
        name: name(language),
        files: [...files],
        plugins: { ...own, [namespace]: other },
        language: `${namespace}/${language}`,
        rules,
      };
    }),
    { name: name('text'), files: textFiles(), ...text },
  ];
}
