import { LANGUAGES } from '../../src/read/index.js';

/** Read by ESLint's own language, or by one of a plugin. */
const ELSEWHERE = new Set([
  'javascript',
  'typescript',
  'vue',
  'svelte',
  'astro',
  'html',
  'yaml',
  'json',
  'markdown',
  'toml',
]);
const FAMILIES = new Set(['code', 'shell', 'requests', 'environment', 'structured']);

/** Every file of programs, scripts and configuration that the analysis reads and no other language takes. */
export function textFiles(): string[] {
  const languages = LANGUAGES.filter(({ id, family }) => !ELSEWHERE.has(id) && FAMILIES.has(family.kind));
  const endings = languages.flatMap(({ extensions }) => extensions);
  const names = languages.flatMap((language) => language.names ?? []);
  return [
    `**/*.{${endings.join(',')}}`,
    ...names.flatMap((name) => [`**/${name}`, ...(/^[a-z]/.test(name) ? [`**/${capitalised(name)}`] : [])]),
    '**/.env.*',
  ];
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
