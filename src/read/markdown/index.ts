import { readJson } from '../json/index.js';
import { languageNamed, languageOf } from '../languages.js';
import type { Program, Reader, Reading, SourceFile } from '../reader.js';
import { mayDescribeRecord } from '../record-shapes.js';
import { mayTellOfData } from '../structured/may-tell.js';
import { readTerraform } from '../terraform/index.js';
import { readText } from '../text/index.js';
import { evidenceOf } from '../text/plain/evidence.js';
import { proseUsages } from '../text/plain/prose.js';
import { textStorageUsages } from '../text/storage/index.js';
import type { Usage } from '../usage.js';
import { type Fence, fencesOf } from './fences.js';

/** Documentation: addresses and expressions in prose and tables, and the code of fences, all of it as documentation. */
export const markdownReader: Reader = {
  id: 'markdown',
  languages: ['markdown'],
  read: (file, _roots, program) => readMarkdown(file, program),
  mayTell: (file, program) =>
    mayTellOfData(file, program) || (TYPED.test(file.text) && mayDescribeRecord(file.text)),
  storage: (file, program) =>
    fencedCode(file)
      .flatMap(({ fence, code }) =>
        code === null
          ? []
          : textStorageUsages(code, program).map((usage) => inDocument(usage, file.path, fence.start)),
      )
      .map((usage) => ({ ...usage, context: 'docs' })),
};

/** Fences in a language whose types are read. */
const TYPED = /```\s*(?:py|rust|rs)/i;

export function readMarkdown(file: SourceFile, program: Program): Reading {
  const { profiles } = program;
  const evidence = evidenceOf(file, profiles, null);
  const usages: Usage[] = [];
  const prose = (start: number, end: number): void => {
    for (const one of proseUsages({
      file: file.path,
      text: file.text.slice(start, end),
      offset: start,
      profiles,
      evidence,
      context: 'docs',
    }))
      usages.push(one);
  };
  let reached = 0;
  for (const { fence, code } of fencedCode(file)) {
    prose(reached, fence.start);
    reached = fence.end;
    const read = code === null ? null : readerOf(code.language);
    if (read === null || code === null) prose(fence.start, fence.end);
    else {
      for (const one of read(code, program).usages) {
        // A module that an example calls is code, whoever calls it.
        if (one.site.file === file.path)
          usages.push(asDocumentation(inDocument(one, file.path, fence.start)));
      }
    }
  }
  prose(reached, file.text.length);
  return { usages, undetermined: [], tier: 'text' };
}

interface FencedCode {
  readonly fence: Fence;
  /** A file that holds only the fence; null where the language is not known. */
  readonly code: SourceFile | null;
}

function fencedCode(file: SourceFile): readonly FencedCode[] {
  return fencesOf(file.text).map((fence) => {
    const language = languageIn(fence, file.text);
    const text = file.text.slice(fence.start, fence.end);
    return { fence, code: language === null ? null : { path: file.path, text, language } };
  });
}

/** What was found in a fence, with places of the whole document. */
function inDocument<T>(found: T, path: string, start: number): T {
  if (typeof found !== 'object' || found === null) return found;
  if (Array.isArray(found)) return found.map((one) => inDocument(one, path, start)) as T;
  const moved: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(found)) {
    const areOffsets = key === 'offsets' && Array.isArray(value);
    moved[key] = areOffsets ? value.map((at: number) => at + start) : inDocument(value, path, start);
  }
  if (isPlace(moved) && moved.file === path) {
    moved.start += start;
    moved.end += start;
  }
  return moved as T;
}

interface Place extends Record<string, unknown> {
  readonly file: string;
  start: number;
  end: number;
}

function isPlace(value: Record<string, unknown>): value is Place {
  return typeof value.file === 'string' && typeof value.start === 'number' && typeof value.end === 'number';
}

/** What a fence names, or what the first line in one without a name says: `#!/bin/bash`, `curl -X POST …`. */
function languageIn(fence: Fence, text: string): string | null {
  if (fence.language !== '') return languageNamed(fence.language);
  const [first = ''] = text.slice(fence.start, Math.min(fence.end, fence.start + 200)).split('\n');
  const told = languageOf('', first);
  return told === 'text' ? null : told;
}

function readerOf(language: string): ((file: SourceFile, program: Program) => Reading) | null {
  if (language === 'markdown') return null;
  if (language === 'terraform') return readTerraform;
  if (language === 'json') return readJson;
  return readText;
}

function asDocumentation(usage: Usage): Usage {
  return { ...usage, context: 'docs' };
}
