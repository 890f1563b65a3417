import { builtinCatalogue } from '../../../src/catalogue/index.js';
import { javascriptReader } from '../../../src/read/javascript/index.js';
import type { Program, Reading, Root } from '../../../src/read/reader.js';
import type { HttpUsage, Usage } from '../../../src/read/usage.js';
import { alternatives, type Value } from '../../../src/value/index.js';

export type Files = Readonly<Record<string, string>>;

export function programOf(files: Files): Program {
  const paths = Object.keys(files);
  return {
    profiles: builtinCatalogue().profiles,
    file: (path) => {
      const text = files[path];
      return text === undefined ? null : { path, text, language: 'typescript' };
    },
    importers: (path) => paths.filter((other) => other !== path),
  };
}

/** Every occurrence of some words in a text. */
export function rootsOf(text: string, words: readonly string[]): Root[] {
  return words.flatMap((word) => {
    const roots: Root[] = [];
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      roots.push({ start: at, end: at + word.length });
    }
    return roots;
  });
}

/** Reads one file of a program, from all places where the words stand, or from every place. */
export function read(files: Files, path: string, words: readonly string[] | 'all' = 'all'): Reading {
  const text = files[path] ?? '';
  const roots = words === 'all' ? words : rootsOf(text, words);
  return javascriptReader.read({ path, text, language: 'typescript' }, roots, programOf(files));
}

/** A value in one line: holes by their name, choices with bars. */
export function print(value: Value): string {
  switch (value.kind) {
    case 'text':
      return value.pieces
        .map((piece) => (piece.kind === 'text' ? piece.text : `{${piece.name ?? ''}}`))
        .join('');
    case 'scalar':
      return String(value.value);
    case 'choice':
      return alternatives(value).map(print).join('|');
    case 'object':
      return `{${value.properties.map(({ key, value: inner }) => `${key}:${print(inner)}`).join(',')}}`;
    case 'array':
      return `[${value.items.map(print).join(',')}]`;
    case 'unknown':
      return '?';
  }
}

export function isHttp(usage: Usage): usage is HttpUsage {
  return usage.kind === 'http';
}

/** Requests as `METHOD url body`, the body only if there is one. */
export function requests(reading: Reading): string[] {
  return reading.usages.filter(isHttp).map(({ method, url, body }) => {
    const sent = body.kind === 'scalar' && body.value === undefined ? '' : ` ${print(body)}`;
    return `${print(method)} ${print(url)}${sent}`;
  });
}

/** What one small program sends. */
export function sends(text: string, words: readonly string[] | 'all' = 'all'): string[] {
  return requests(read({ 'a.ts': text }, 'a.ts', words));
}
