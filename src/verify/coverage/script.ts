/** Lines of scripts that ran, from what V8 writes for each process into the folder that NODE_V8_COVERAGE names. */
import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Noted } from './lines.js';

interface Written {
  readonly result: readonly Script[];
  readonly 'source-map-cache'?: Readonly<Record<string, Mapped>>;
}

interface Script {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly Range[] }[];
}

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

interface Mapped {
  readonly lineLengths: readonly number[];
  readonly data: SourceMapPayload | null;
}

export function scriptLines(folder: string, root: string): readonly Noted[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const written = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Written;
      return written.result.flatMap((script) => linesOf(script, written['source-map-cache'] ?? {}, root));
    });
}

function linesOf(
  script: Script,
  maps: NonNullable<Written['source-map-cache']>,
  root: string,
): readonly Noted[] {
  const path = pathBelow(script.url, root);
  if (path === null) return [];
  const mapped = maps[script.url];
  if (mapped?.data) return [{ path, ...mappedLines(script, mapped, mapped.data) }];
  const text = readFileSync(join(root, path), 'utf8');
  const counts = countsOf(script, text.length);
  const [can, ran] = [new Set<number>(), new Set<number>()];
  let line = 1;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\n') line++;
    else if (/\w/.test(text[at] ?? '')) {
      can.add(line);
      if (counts[at] !== 0) ran.add(line);
    }
  }
  return [{ path, can, ran }];
}

function pathBelow(url: string, root: string): string | null {
  if (!url.startsWith('file:')) return null;
  const path = relative(root, fileURLToPath(url));
  return path.startsWith('..') || path.split(sep).includes('node_modules') ? null : path.split(sep).join('/');
}

/** How often each character ran: an inner range tells more than the one around it, and comes later. */
function countsOf({ functions }: Script, length: number): Uint8Array {
  const counts = new Uint8Array(length).fill(1);
  for (const { ranges } of functions)
    for (const { startOffset, endOffset, count } of ranges)
      counts.fill(count > 0 ? 1 : 0, startOffset, Math.min(endOffset, length));
  return counts;
}

/** What was compiled on its way, such as TypeScript: its source map leads to the lines of the file. */
function mappedLines(script: Script, { lineLengths }: Mapped, data: SourceMapPayload): Omit<Noted, 'path'> {
  const map = new SourceMap(data);
  const counts = countsOf(
    script,
    lineLengths.reduce((sum, length) => sum + length + 1, 0),
  );
  const [can, ran] = [new Set<number>(), new Set<number>()];
  let start = 0;
  for (const [row, length] of lineLengths.entries()) {
    for (let column = 0; column < length; column++) {
      const entry = map.findEntry(row, column);
      if (!('originalLine' in entry) || entry.generatedLine !== row || entry.generatedColumn !== column)
        continue;
      const line = entry.originalLine + 1;
      can.add(line);
      if (counts[start + column] !== 0) ran.add(line);
    }
    start += length + 1;
  }
  return { can, ran };
}
