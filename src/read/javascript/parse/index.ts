import type { Program } from '../syntax/estree.js';
import { dialectsOf, embeddedScripts, type Stretches, scriptOf } from './blocks.js';
import { parseTemplate } from './component.js';
import { mayCostMuch } from './error-cost.js';
import { mayBeFlow, parseFlow } from './flow.js';
import { parseIsolated } from './isolated.js';
import { mayNestDeep } from './nesting.js';
import { type Dialect, parseWithOxc } from './oxc.js';
import { setHandlersApart } from './page.js';
import { blank } from './template.js';

export type { Binding } from './binding.js';
export { commentsOf } from './comments.js';
export type { Danger } from './isolated.js';
export type { Dialect } from './oxc.js';

export interface ParsedScript {
  /** The file's text, with all that is not this script blanked out. */
  readonly text: string;
  readonly program: Program;
}

export interface ParsedFile {
  readonly scripts: readonly ParsedScript[];
  /** Why the file, or a script in it, could not be read; `nesting` or `memory` if the parse would not have survived. */
  readonly refused: string | null;
}

/** `written`: the part of the text that is not blank. */
function parseScript(
  text: string,
  dialects: readonly Dialect[],
  written = text,
): Program | { readonly refused: string } {
  const danger = mayNestDeep(written) ? 'nesting' : mayCostMuch(text) ? 'memory' : null;
  let first: string | null = null;
  for (const dialect of dialects) {
    const result = danger === null ? parseWithOxc(text, dialect) : parseIsolated(text, dialect, danger);
    if ('program' in result) return result.program;
    first ??= result.refused;
    if (result.refused === danger) return result;
  }
  if (dialects.includes('jsx') && mayBeFlow(text) && danger === null) {
    const result = parseFlow(text);
    if ('program' in result) return result.program;
  }
  return { refused: first ?? 'no dialect' };
}

/** The scripts of a file, whatever kind of file it is. */
export function parseFile(path: string, text: string): ParsedFile {
  const content = text.charCodeAt(0) === 0xfeff ? ` ${text.slice(1)}` : text;
  const parts = embeddedScripts(path, content);
  if (parts === null) {
    const parsed = parseScript(content, dialectsOf(path));
    return 'refused' in parsed
      ? { scripts: [], refused: parsed.refused }
      : { scripts: [{ text: content, program: parsed }], refused: null };
  }
  const scripts: ParsedScript[] = [];
  const refused = parts
    .map((part) => parseStretches(content, part, dialectsOf(path), scripts))
    .find((complaint) => complaint !== null);
  if (/\.(?:vue|svelte)$/.test(path)) addTemplate(path, content, parts[0]?.dialect ?? 'jsx', scripts);
  return { scripts, refused: refused ?? null };
}

/** Stretches that are no script together are parsed by halves; the first complaint about a single one, if any. */
function parseStretches(
  content: string,
  part: Stretches,
  dialects: readonly Dialect[],
  into: ParsedScript[],
): string | null {
  const script = scriptOf(content, part);
  const written = script.text.slice(part.stretches[0]?.start, part.stretches.at(-1)?.end);
  const parsed = parseScript(script.text, [part.dialect, ...dialects], written);
  if (!('refused' in parsed)) {
    setHandlersApart(content, parsed, part.stretches);
    into.push({ text: script.text, program: parsed });
    return null;
  }
  const { stretches } = part;
  if (stretches.length === 1) return stretches[0]?.kind === 'handler' ? null : parsed.refused;
  // A handler that is no script, as one of a framework with a language of its own, takes no other with it.
  const sound = stretches.filter(
    ({ start, end, kind }) =>
      kind !== 'handler' || !('refused' in parseScript(content.slice(start, end), [part.dialect])),
  );
  if (sound.length < stretches.length && sound.length > 0)
    return parseStretches(content, { ...part, stretches: sound }, dialects, into);
  const middle = stretches.length >> 1;
  const first = parseStretches(content, { ...part, stretches: stretches.slice(0, middle) }, dialects, into);
  return parseStretches(content, { ...part, stretches: stretches.slice(middle) }, dialects, into) ?? first;
}

/** The template of a component knows the names of its script. */
function addTemplate(path: string, text: string, dialect: Dialect, scripts: ParsedScript[]): void {
  const template = parseTemplate(path, text, (code) => {
    const parsed = parseScript(code, [dialect]);
    return 'refused' in parsed ? null : parsed;
  });
  if (template === null) return;
  const [start, end] = template.range;
  const [script, ...others] = scripts;
  const program: Program = script?.program ?? { type: 'Program', body: [], range: [0, text.length] };
  const code = script?.text ?? blank(text);
  program.body.push(template);
  const whole = { text: code.slice(0, start) + text.slice(start, end) + code.slice(end), program };
  scripts.length = 0;
  scripts.push(whole);
  for (const other of others) scripts.push(other);
}
