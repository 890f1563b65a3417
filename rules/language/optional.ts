import { createRequire } from 'node:module';
import type { ESLint } from 'eslint';

/** Plugins that bring a language, used where they are installed. */
interface OptionalLanguage {
  readonly plugin: string;
  /** Name of the language in the plugin. */
  readonly language: string;
  readonly files: readonly string[];
}

export const OPTIONAL_LANGUAGES: readonly OptionalLanguage[] = [
  { plugin: 'eslint-plugin-yml', language: 'yaml', files: ['**/*.{yml,yaml}'] },
  { plugin: '@eslint/json', language: 'json', files: ['**/*.{json,har,geojson,webmanifest,ipynb,tfstate}'] },
  {
    plugin: '@eslint/json',
    language: 'jsonc',
    files: ['**/*.jsonc', '**/{ts,js}config*.json', '**/.vscode/*.json'],
  },
  { plugin: '@eslint/json', language: 'json5', files: ['**/*.json5'] },
  { plugin: 'eslint-plugin-toml', language: 'toml', files: ['**/*.toml'] },
  { plugin: '@eslint/markdown', language: 'gfm', files: ['**/*.{md,markdown}'] },
];

const load = createRequire(import.meta.url);

/** The plugin, or null where it is not installed. */
export function installed(name: string): ESLint.Plugin | null {
  try {
    const module = load(name) as ESLint.Plugin & { readonly default?: ESLint.Plugin };
    return module.default ?? module;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}
