import type { Reader } from './reader.js';

/** Which reader reads which languages. Readers are loaded when the first file of theirs is met. */
interface Registration {
  readonly languages: readonly string[];
  readonly load: () => Promise<Reader>;
}

const READERS: readonly Registration[] = [
  {
    languages: ['javascript', 'typescript', 'vue', 'svelte', 'astro', 'html'],
    load: async () => (await import('./javascript/index.js')).javascriptReader,
  },
  {
    languages: ['terraform'],
    load: async () => (await import('./terraform/index.js')).terraformReader,
  },
  { languages: ['yaml'], load: async () => (await import('./yaml/index.js')).yamlReader },
  { languages: ['json', 'ndjson'], load: async () => (await import('./json/index.js')).jsonReader },
  { languages: ['markdown'], load: async () => (await import('./markdown/index.js')).markdownReader },
];

/** Reads everything that has no reader of its own, and what another reader has given up. */
export async function loadTextReader(): Promise<Reader> {
  return (await import('./text/index.js')).textReader;
}

/** The reader of a language, or null if the text tier is the one. */
export async function loadReader(language: string): Promise<Reader | null> {
  const registered = READERS.find(({ languages }) => languages.includes(language));
  return registered === undefined ? null : registered.load();
}
