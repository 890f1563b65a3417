/**
 * The ESLint plugin. The plugin is this module itself, so that the default export, a namespace import and what
 * the presets hold are one object: ESLint refuses two plugins of one name.
 */
import type { ESLint, Linter } from 'eslint';
import { VERSION } from '../src/version.js';
import { customRule } from './custom-rule.js';
import * as self from './index.js';
import { textLanguage } from './language/text-language.js';
import { markerRule } from './marker-rule.js';
import { NAMESPACE, type PresetName, presets } from './presets.js';
import { ENTRY_RULES } from './rule-set.js';
import type { EdgeSunsetRule } from './rule-types.js';
import { undeterminedRule } from './undetermined-rule.js';

export type { EdgeSunsetRule } from './rule-types.js';
export type { EdgeSunsetSettings } from './settings/settings.js';

export interface EdgeSunsetPlugin extends ESLint.Plugin {
  readonly meta: { readonly name: string; readonly version: string; readonly namespace: string };
  readonly rules: Record<string, EdgeSunsetRule>;
  readonly languages: NonNullable<ESLint.Plugin['languages']>;
  readonly configs: Record<PresetName, Linter.Config[]>;
}

export const meta: EdgeSunsetPlugin['meta'] = {
  name: 'edge-sunset',
  version: VERSION,
  namespace: NAMESPACE,
};

export const rules: EdgeSunsetPlugin['rules'] = {
  ...ENTRY_RULES,
  'no-custom-deprecations': customRule,
  'no-undetermined-endpoint': undeterminedRule,
  'no-unresolved-migration': markerRule,
};

export const languages: EdgeSunsetPlugin['languages'] = { text: textLanguage };

const plugin: EdgeSunsetPlugin = self;

export const configs: EdgeSunsetPlugin['configs'] = presets(plugin);

export default plugin;
