import { readJson } from '../json/index.js';
import { languageNamed, languageOf } from '../languages.js';
import type { Program, Reader, Reading, SourceFile } from '../reader.js';
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
  storage: (file, program) =>
    fencedCode(file)
      .flatMap(({ code }) => (code === null ? [] : textStorageUsages(code, program)))
      .map((usage) => ({ ...usage, context: 'docs' })),
};

/** Characters that all fences together may cost; further ones are read as prose. */
const BUDGET = 20_000_000;

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
    else for (const one of read(code, program).usages.map(asDocumentation)) usages.push(one);
  }
  prose(reached, file.text.length);
  return { usages, undetermined: [], tier: 'text' };
}

interface FencedCode {
  readonly fence: Fence;
  /** Null where the language is not known, and for the fences that are too many. */
  readonly code: SourceFile | null;
}

function fencedCode(file: SourceFile): readonly FencedCode[] {
  let budget = BUDGET;
  /** As long as the text before a fence, with the same lines; it grows from fence to fence. */
  let blank = '';
  return fencesOf(file.text).map((fence) => {
    const language = budget > 0 ? languageIn(fence, file.text) : null;
    budget -= fence.end;
    if (language === null) return { fence, code: null };
    blank += file.text.slice(blank.length, fence.start).replace(/[^\n]/g, ' ');
    return { fence, code: codeOf(file, fence, blank, language) };
  });
}

/** A file that holds only the fence, at its own place, so that every offset is right in the whole. */
function codeOf(file: SourceFile, fence: Fence, before: string, language: string): SourceFile {
  return {
    path: file.path,
    text: before + file.text.slice(fence.start, fence.end),
    language,
  };
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
