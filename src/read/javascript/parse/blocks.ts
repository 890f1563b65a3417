import type { Dialect } from './oxc.js';
import { blank } from './template.js';

/**
 * Script inside other kinds of files. Everything that is not script becomes blanks, so that every offset of
 * the script is an offset of the file.
 */

export interface Script {
  readonly text: string;
  readonly dialect: Dialect;
}

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi;
const FENCE = /^([ \t]*)(```+|~~~+)[ \t]*(\w+)?[^\n]*\n([\s\S]*?)^[ \t]*\2[ \t]*$/gm;
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

/** A copy of `text` in which only `ranges` are left; line breaks stay. */
function keepOnly(text: string, ranges: readonly (readonly [number, number])[]): string {
  let kept = '';
  let at = 0;
  for (const [start, end] of ranges) {
    kept += blank(text.slice(at, start)) + text.slice(start, end);
    at = end;
  }
  return kept + blank(text.slice(at));
}

function scriptBlocks(text: string): { range: [number, number]; dialect: Dialect }[] {
  const blocks: { range: [number, number]; dialect: Dialect }[] = [];
  for (const match of text.matchAll(SCRIPT)) {
    const attributes = match[1] ?? '';
    const type = /\btype\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1];
    if (
      type !== undefined &&
      !/^(?:module|(?:text|application)\/(?:javascript|ecmascript|babel|jsx|typescript))$/i.test(type)
    )
      continue;
    const language = /\blang\s*=\s*["']?(\w+)/i.exec(attributes)?.[1]?.toLowerCase();
    const start = match.index + match[0].indexOf('>') + 1;
    const range: [number, number] = [start, start + (match[2] ?? '').length];
    blocks.push({ range, dialect: FENCE_DIALECTS[language ?? 'js'] ?? 'jsx' });
  }
  return blocks;
}

/** The scripts of a component file or page. Blocks of one component share their names: they are one script. */
function componentScripts(text: string, whole: boolean): Script[] {
  const blocks = scriptBlocks(text);
  if (!whole) return blocks.map(({ range, dialect }) => ({ text: keepOnly(text, [range]), dialect }));
  const dialect = blocks.find((block) => block.dialect !== 'jsx')?.dialect ?? 'jsx';
  return blocks.length === 0
    ? []
    : [
        {
          text: keepOnly(
            text,
            blocks.map((block) => block.range),
          ),
          dialect,
        },
      ];
}

function astroScripts(text: string): Script[] {
  const front = FRONTMATTER.exec(text);
  const scripts = componentScripts(text, false);
  if (front?.index !== 0) return scripts;
  const start = front[0].indexOf('\n') + 1;
  return [{ text: keepOnly(text, [[start, start + (front[1] ?? '').length]]), dialect: 'ts' }, ...scripts];
}

function fences(text: string): Script[] {
  const scripts: Script[] = [];
  for (const match of text.matchAll(FENCE)) {
    const dialect = FENCE_DIALECTS[(match[3] ?? '').toLowerCase()];
    if (dialect === undefined) continue;
    const start = match.index + match[0].indexOf('\n') + 1;
    scripts.push({ text: keepOnly(text, [[start, start + (match[4] ?? '').length]]), dialect });
  }
  return scripts;
}

/** The scripts of a file that holds other things too; null for a file that is script from end to end. */
export function embeddedScripts(path: string, text: string): readonly Script[] | null {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  switch (extension) {
    case 'vue':
    case 'svelte':
      return componentScripts(text, true);
    case 'astro':
      return astroScripts(text);
    case 'html':
    case 'htm':
      return componentScripts(text, false);
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
