import { posix } from 'node:path';
import { builtinCatalogue } from '../../../src/catalogue/index.js';
import { languageOf } from '../../../src/read/languages.js';
import type { Program, Reading, SourceFile } from '../../../src/read/reader.js';
import { readText } from '../../../src/read/text/index.js';
import type { HttpUsage, Usage } from '../../../src/read/usage.js';
import { alternatives, knownText, shapeOf, type Value } from '../../../src/value/index.js';

/** Files by path; reading one may look at the others. */
export type Files = Readonly<Record<string, string>>;

const FRAME = /^\n|\n[ \t]*$/g;

export function sourceFile(path: string, text: string): SourceFile {
  return { path, text, language: languageOf(path, text.split('\n')[0]) };
}

export function programOf(files: Files): Program {
  const all = new Map(
    Object.entries(files).map(([path, text]) => [path, sourceFile(path, text.replace(FRAME, ''))]),
  );
  return {
    profiles: builtinCatalogue().profiles,
    file: (path) => all.get(path) ?? null,
    importers: () => [],
    siblings: (path) => [...all.keys()].filter((other) => posix.dirname(other) === posix.dirname(path)),
  };
}

export type Read = (file: SourceFile, program: Program) => Reading;

/** The usages of the first file. */
export function usagesIn(files: Files, read: Read = readText): readonly Usage[] {
  const program = programOf(files);
  const [path = ''] = Object.keys(files);
  const file = program.file(path);
  if (file === null) throw new Error('no file to read');
  return read(file, program).usages;
}

const methodText = (method: Value): string =>
  alternatives(method)
    .map((one) => knownText(one) ?? '?')
    .sort()
    .join('|');

const urlText = (usage: HttpUsage): string => (usage.url.kind === 'text' ? shapeOf(usage.url.pieces) : '?');

/** Calls as `PATCH zones/{}/settings/x`, sorted; those in documentation begin with `#`. */
export function calls(files: Files, read?: Read): string[] {
  return usagesIn(files, read)
    .flatMap((usage) => (usage.kind === 'http' ? [usage] : []))
    .map((usage) => `${usage.context === 'docs' ? '# ' : ''}${methodText(usage.method)} ${urlText(usage)}`)
    .sort();
}

/** Plain data of a value: holes are `{name}`, unknown parts `?`. */
export function plain(value: Value): unknown {
  switch (value.kind) {
    case 'text':
      return value.pieces
        .map((piece) => (piece.kind === 'text' ? piece.text : `{${piece.name ?? ''}}`))
        .join('');
    case 'scalar':
      return value.value ?? null;
    case 'object':
      return Object.fromEntries(value.properties.map((property) => [property.key, plain(property.value)]));
    case 'array':
      return value.items.map(plain);
    case 'choice':
      return { oneOf: value.of.map(plain) };
    case 'unknown':
      return '?';
  }
}

/** Bodies of the calls in the order they were found. */
export function bodies(files: Files, read?: Read): unknown[] {
  return usagesIn(files, read).flatMap((usage) => (usage.kind === 'http' ? [plain(usage.body)] : []));
}

/** The source text that the known pieces of all addresses point at, checked against their content. */
export function misplaced(files: Files, read?: Read): string[] {
  const program = programOf(files);
  const wrong: string[] = [];
  for (const usage of usagesIn(files, read)) {
    const value = usage.kind === 'http' ? usage.url : usage.kind === 'expression' ? usage.text : null;
    if (value?.kind !== 'text') continue;
    for (const piece of value.pieces) {
      if (piece.kind !== 'text' || piece.origin === null || piece.offsets !== undefined) continue;
      const source = program.file(piece.origin.file)?.text ?? '';
      const written = source.slice(piece.origin.start, piece.origin.end);
      if (written !== piece.text) wrong.push(`${written} is not ${piece.text}`);
    }
  }
  return wrong;
}

export function expressions(files: Files, read?: Read): string[] {
  return usagesIn(files, read).flatMap((usage) =>
    usage.kind === 'expression'
      ? [`${usage.context === 'docs' ? '# ' : ''}${shapeOf(usage.text.pieces)}`]
      : [],
  );
}
