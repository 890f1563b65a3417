import plugin from '../../rules/index.js';
import { recommendedRules } from '../../rules/presets.js';
import { builtinCatalogue, builtinSamples } from '../../src/catalogue/index.js';
import { ownPage } from './own-rule-pages.js';
import { rulePage } from './rule-page.js';
import { ruleTable } from './rule-table.js';

/** A page for each rule and one with all of them, by path. */
export async function rulePages(): Promise<ReadonlyMap<string, string>> {
  const { entries, profiles } = builtinCatalogue();
  const samples = new Map((await builtinSamples()).map((sample) => [sample.id, sample]));
  const pages = new Map<string, string>();
  for (const [name, rule] of Object.entries(plugin.rules)) {
    const [id] = rule.meta.docs.entries;
    const entry = entries.find((one) => one.id === id);
    const profile = profiles.find((one) => one.id === entry?.profile);
    const page =
      entry === undefined || profile === undefined
        ? ownPage(name, rule)
        : rulePage(name, rule, entry, profile, samples.get(entry.id));
    pages.set(`docs/rules/${name}.md`, page);
  }
  pages.set(
    'docs/rules/index.md',
    `# Rules

All rules of the [ESLint plugin](../eslint.md), newest end of life first.

${ruleTable(plugin.rules)}
`,
  );
  return pages;
}

export function oxlintPreset(): ReadonlyMap<string, string> {
  const preset = { jsPlugins: ['edge-sunset/eslint'], rules: recommendedRules() };
  return new Map([['presets/oxlint.json', `${JSON.stringify(preset, null, 2)}\n`]]);
}
