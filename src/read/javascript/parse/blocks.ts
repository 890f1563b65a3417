import type { Dialect } from './oxc.js';
import { pageHandlers } from './page.js';
import { asStatements, type Expression } from './template.js';

/**
 * Script inside other kinds of files. Everything that is not script becomes blanks, so that every offset of
 * the script is an offset of the file.
 */

export interface Script {
  readonly text: string;
  readonly dialect: Dialect;
}

/** Stretches of a file that are read as one script, if it parses; each half by itself if it does not. */
export interface Stretches {
  readonly stretches: readonly Expression[];
  readonly dialect: Dialect;
}

const SCRIPT_START = /<script\b/gi;
const SCRIPT_END = /<\/script\s*>/gi;
const FENCE = /^[ \t]*(```+|~~~+)[ \t]*(\w+)?/gm;
const FENCE_END = /^[ \t]*(```+|~~~+)[ \t]*$/gm;
/** Scripts of one file, each as long as the file, that would fill the memory are read as one. */
const MOST_TEXT = 16_000_000;
const FRONTMATTER = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*$/m;
const FENCE_DIALECTS: Readonly<Record<string, Dialect>> = {
  js: 'jsx',
  javascript: 'jsx',
  mjs: 'jsx',
  cjs: 'jsx',
  jsx: 'jsx',
  node: 'jsx',
  ts: 'ts',
  typescript: 'ts',
  tsx: 'tsx',
};

/** The script that some stretches of a file are, each where it stands. */
export function scriptOf(text: string, { stretches, dialect }: Stretches): Script {
  return { text: asStatements(text, stretches), dialect };
}

interface Block {
  readonly stretch: Expression;
  readonly dialect: Dialect;
  /** A module keeps its names to itself. */
  readonly isModule: boolean;
}

interface ScriptElement {
  readonly attributes: string;
  readonly start: number;
  readonly end: number;
}

/** One pattern for the whole of an element would look for the end anew from each start that has none. */
function* scriptElements(text: string): Generator<ScriptElement> {
  let last = 0;
  for (const { 0: open, index } of text.matchAll(SCRIPT_START)) {
    if (index < last) continue;
    const tagEnd = text.indexOf('>', index);
    if (tagEnd < 0) return;
    const ending = new RegExp(SCRIPT_END);
    ending.lastIndex = tagEnd + 1;
    const close = ending.exec(text);
    if (close === null) return;
    yield { attributes: text.slice(index + open.length, tagEnd), start: tagEnd + 1, end: close.index };
    last = ending.lastIndex;
  }
}

function scriptBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  for (const { attributes, start, end } of scriptElements(text)) {
    const type = /\btype\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1];
    if (
      type !== undefined &&
      !/^(?:module|(?:text|application)\/(?:javascript|ecmascript|babel|jsx|typescript))$/i.test(type)
    )
      continue;
    const language = /\blang\s*=\s*["']?(\w+)/i.exec(attributes)?.[1]?.toLowerCase();
    const stretch: Expression = { start, end, kind: 'script' };
    blocks.push({
      stretch,
      dialect: FENCE_DIALECTS[language ?? 'js'] ?? 'jsx',
      isModule: type?.toLowerCase() === 'module',
    });
  }
  return blocks;
}

function together(blocks: readonly Block[], more: readonly Expression[] = []): Stretches[] {
  if (blocks.length === 0) return [];
  const stretches = [...blocks.map(({ stretch }) => stretch), ...more].sort((a, b) => a.start - b.start);
  return [{ stretches, dialect: blocks.find(({ dialect }) => dialect !== 'jsx')?.dialect ?? 'jsx' }];
}

function apart(text: string, blocks: readonly Block[]): Stretches[] {
  if (blocks.length * text.length > MOST_TEXT) return together(blocks);
  return blocks.map(({ stretch, dialect }) => ({ stretches: [stretch], dialect }));
}

/** The scripts of a page share their names with each other and with its handlers, its modules do not. */
function pageScripts(text: string): Stretches[] {
  const blocks = scriptBlocks(text);
  const shared = blocks.filter(({ isModule }) => !isModule);
  return [
    ...together(shared, shared.length === 0 ? [] : pageHandlers(text)),
    ...apart(
      text,
      blocks.filter(({ isModule }) => isModule),
    ),
  ];
}

function astroScripts(text: string): Stretches[] {
  const front = FRONTMATTER.exec(text);
  const scripts = apart(text, scriptBlocks(text));
  if (front?.index !== 0) return scripts;
  const start = front[0].indexOf('\n') + 1;
  const stretch: Expression = { start, end: start + (front[1] ?? '').length, kind: 'script' };
  return [{ stretches: [stretch], dialect: 'ts' }, ...scripts];
}

function fences(text: string): Stretches[] {
  const blocks: Block[] = [];
  const ends = new FenceEnds(text);
  let last = 0;
  for (const { 0: open, 1: fence = '', 2: language = '', index } of text.matchAll(FENCE)) {
    if (index < last) continue;
    const start = text.indexOf('\n', index + open.length) + 1;
    if (start === 0) break;
    const end = ends.behind(start, fence);
    if (end === null) continue;
    last = end.index + end.length;
    const dialect = FENCE_DIALECTS[language.toLowerCase()];
    if (dialect === undefined || !end.isWhole) continue;
    blocks.push({ stretch: { start, end: end.index, kind: 'script' }, dialect, isModule: true });
  }
  return apart(text, blocks);
}

interface FenceEnd {
  readonly index: number;
  readonly length: number;
}

/** Lines that may end a block, by their signs: from each fence that nothing ends, the text would be searched anew. */
class FenceEnds {
  /** The longest signs first. */
  readonly #bySigns: readonly (readonly [string, { readonly ends: FenceEnd[]; next: number }])[];

  constructor(text: string) {
    const bySigns = new Map<string, { readonly ends: FenceEnd[]; next: number }>();
    for (const { 0: line, 1: signs = '', index } of text.matchAll(FENCE_END)) {
      const known = bySigns.get(signs) ?? { ends: [], next: 0 };
      bySigns.set(signs, known);
      known.ends.push({ index, length: line.length });
    }
    this.#bySigns = [...bySigns].sort(([a], [b]) => b.length - a.length);
  }

  /** Asked in the order of the text. A shorter fence ends a block if no other does; `isWhole` where it is as long. */
  behind(start: number, fence: string): (FenceEnd & { readonly isWhole: boolean }) | null {
    for (const [signs, known] of this.#bySigns) {
      if (!fence.startsWith(signs)) continue;
      let end = known.ends[known.next];
      while (end !== undefined && end.index < start) end = known.ends[++known.next];
      if (end !== undefined) return { ...end, isWhole: signs === fence };
    }
    return null;
  }
}

/** The scripts of a file that holds other things too; null for a file that is script from end to end. */
export function embeddedScripts(path: string, text: string): readonly Stretches[] | null {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  switch (extension) {
    case 'vue':
    case 'svelte':
      // Blocks of one component share their names: they are one script.
      return together(scriptBlocks(text));
    case 'astro':
      return astroScripts(text);
    case 'html':
    case 'htm':
      return pageScripts(text);
    case 'md':
    case 'mdx':
    case 'markdown':
      return fences(text);
    default:
      return null;
  }
}

/** Dialects to try for a path, the likeliest first. Flow's annotations mostly read as TypeScript's. */
export function dialectsOf(path: string): readonly Dialect[] {
  if (/\.d\.[cm]?ts$/.test(path)) return ['dts', 'ts'];
  if (/\.[cm]?ts$/.test(path)) return ['ts', 'tsx'];
  if (/\.tsx$/.test(path)) return ['tsx', 'ts'];
  return ['jsx', 'tsx', 'ts'];
}
