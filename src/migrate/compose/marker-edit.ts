/**
 * Where a marker goes and how it is written: one comment line above the statement, in the syntax of the file. In
 * a script the statement is found in the tree; elsewhere it is the first line of what the place belongs to, as far
 * as brackets, strings and continued lines tell.
 */
import type { Edit } from '../../analysis/index.js';
import { type SourceFile, syntaxOf } from '../../read/index.js';
import { childrenOf, type Node } from '../../read/javascript/syntax/index.js';
import type { Site } from '../model.js';
import { requestAt } from '../request-files.js';
import { isInTemplate } from '../sites.js';
import { linePlaces } from './line-places.js';
import { lastBelow } from './search.js';

export interface Marker {
  readonly entry: string;
  /** The first eight hex digits of the fingerprints of what it stands for. */
  readonly ids: readonly string[];
  /** What to do, in at most 100 characters. */
  readonly todo: string;
  /** Offset of what it stands above, if that is not its site. */
  readonly above?: number | undefined;
}

export const ID_LENGTH = 8;

/**
 * Null where the language has no comments, or no place for one can be told. A marker above the place whose call was
 * edited since stands for nothing any more: it is written anew. `inUse` are ids that stand for something.
 */
export function markerEdit(site: Site, marker: Marker, inUse: ReadonlySet<string>): Edit | null {
  const place = marker.above === undefined ? commentPlace(site) : placeAbove(site, marker.above);
  if (place === null) return null;
  const { at } = place;
  const comment = commentOf(place, textOf(marker));
  const { text } = site.file;
  // Behind a tab, a recipe takes a comment for one of its commands.
  const indent = site.file.language === 'makefile' ? '' : (/^[ \t]*/.exec(text.slice(at))?.[0] ?? '');
  const start = staleAbove(site.file, at, marker.entry, inUse) ?? at;
  const end = start === at ? at : nextLine(text, start);
  return { start, end, text: `${indent}${comment}${linePlaces(site.file).eol}` };
}

/** Start of the nearest line of markers above that names the entry and an id which is none. */
function staleAbove(file: SourceFile, at: number, entry: string, inUse: ReadonlySet<string>): number | null {
  const { text } = file;
  for (let end = at; end > 0; ) {
    const start = linePlaces(file).lineStart(lastOfLine(text, end));
    const [, named, ids] = MARKED.exec(text.slice(start, Math.min(end, start + LONGEST_MARKER))) ?? [];
    if (named === undefined || ids === undefined) return null;
    if (named === entry && !ids.split(' ').some((id) => inUse.has(id))) return start;
    end = start;
  }
  return null;
}

/** Further behind the start of a line no marker is looked for. */
const LONGEST_MARKER = 4096;
const MARKED = /edge-sunset-todo ([a-z0-9-]+) ((?:[0-9a-f]{8} )*[0-9a-f]{8})\b/;

/** Offset on the line that ends right before an offset. */
function lastOfLine(text: string, end: number): number {
  return end - (text.slice(end - 2, end) === '\r\n' ? 2 : 1);
}

function nextLine(text: string, start: number): number {
  return start + (/^[^\r\n]*(?:\r\n|\n|\r)?/.exec(text.slice(start))?.[0].length ?? 0);
}

function textOf({ entry, ids, todo }: Marker): string {
  return `edge-sunset-todo ${entry} ${ids.join(' ')}: ${todo}`.replace(/\s+/g, ' ').trim();
}

/** The line above which the comment of a site goes, and how it is written. */
interface CommentPlace extends CommentForm {
  readonly at: number;
}

/** What stands around the text of a comment. */
export interface CommentForm {
  readonly open: string;
  /** Empty where the line ends it. */
  readonly close: string;
}

const commentPlaces = new WeakMap<Site, CommentPlace | null>();

/** Null where there is none. Kept, for it needs the tree of the file, and trees are not. */
export function commentPlace(site: Site): CommentPlace | null {
  const before = commentPlaces.get(site);
  if (before !== undefined) return before;
  const signs = commentSigns(site);
  const at =
    signs === null
      ? null
      : site.script === null
        ? lineOutside(site.file, site.finding.at.start)
        : lineOfStatement(site);
  const place = signs === null || at === null ? null : { at, ...signs };
  commentPlaces.set(site, place);
  return place;
}

/** The same above another place of its file, in languages without a tree. */
function placeAbove(site: Site, offset: number): CommentPlace | null {
  const signs = commentSigns(site);
  const at = lineOutside(site.file, offset);
  return signs === null || at === null ? null : { at, ...signs };
}

function commentOf({ open, close }: CommentPlace, text: string): string {
  if (close === '') return `${open} ${text}`;
  return `${open} ${open === '<!--' ? text.replaceAll('--', '- -') : text.replaceAll(close, '')} ${close}`;
}

function commentSigns(site: Site): CommentForm | null {
  const { file, script } = site;
  if (isInTemplate(site)) return IN_TEMPLATE;
  return script !== null ? IN_SCRIPT : commentForm(file.language);
}

function commentForm(language: string): CommentForm | null {
  const syntax = syntaxOf(language);
  const [line] = syntax?.lineComments ?? [];
  if (line !== undefined) return { open: line, close: '' };
  const [block] = syntax?.blockComments ?? [];
  if (block !== undefined) return block;
  return HASH_COMMENTS.has(language) ? { open: '#', close: '' } : null;
}

/** How a comment may be written in a language, the most usual form first; in a file with scripts by the place. */
export function commentForms(language: string): readonly CommentForm[] {
  const form = commentForm(language);
  if (form !== null) return [form];
  return SCRIPTED.has(language) ? [IN_SCRIPT, IN_TEMPLATE] : [];
}

const SCRIPTED: ReadonlySet<string> = new Set(['javascript', 'typescript', 'vue', 'svelte', 'astro', 'html']);

const IN_SCRIPT: CommentForm = { open: '//', close: '' };
const IN_TEMPLATE: CommentForm = { open: '<!--', close: '-->' };

const HASH_COMMENTS: ReadonlySet<string> = new Set([
  'terraform',
  'yaml',
  'shell',
  'dockerfile',
  'makefile',
  'just',
  'dotenv',
  'http',
]);

const HOLDERS: ReadonlySet<string> = new Set([
  'Program',
  'BlockStatement',
  'StaticBlock',
  'ClassBody',
  'TSModuleBlock',
  'SwitchCase',
  'SwitchStatement',
]);

/** Start of the line on which the innermost statement begins above which a line can stand. */
function lineOfStatement({ file, nodes }: Site): number | null {
  const template = nodes.find(({ type }) => type === 'ComponentTemplate');
  if (template !== undefined) return linePlaces(file).lineStart(template.range[0]);
  for (let depth = nodes.length - 1; depth > 0; depth--) {
    const [node, holder] = [nodes[depth], nodes[depth - 1]];
    if (node === undefined || holder === undefined || !HOLDERS.has(holder.type)) continue;
    if (holder.type === 'SwitchCase' && holder.test === node) continue;
    if (holder.type === 'SwitchStatement' && holder.discriminant === node) continue;
    const line = lineAmong(file, holder, startOf(node));
    if (line !== null && !isInsideText(nodes, line)) return line;
  }
  return null;
}

/** Start of the line of an offset, or of one above it, that lies inside the holder and in none of what it holds. */
function lineAmong(file: SourceFile, holder: Node, offset: number): number | null {
  const { lineStart } = linePlaces(file);
  const held = heldBy(holder);
  for (let line = lineStart(offset); ; ) {
    const isInside = holder.type === 'Program' || (holder.range[0] < line && line < holder.range[1]);
    if (!isInside) return null;
    const cut = held[lastBelow(held.length, (index) => (held[index]?.start ?? 0) < line)];
    if (cut === undefined || cut.end <= line) return line;
    line = lineStart(cut.start);
  }
}

const children = new WeakMap<Node, readonly { readonly start: number; readonly end: number }[]>();

/** The places of what a node holds, in the order of the text. */
function heldBy(holder: Node): readonly { readonly start: number; readonly end: number }[] {
  const before = children.get(holder);
  if (before !== undefined) return before;
  const held = childrenOf(holder)
    .map((child) => ({ start: startOf(child), end: child.range[1] }))
    .sort((a, b) => a.start - b.start);
  children.set(holder, held);
  return held;
}

/** Decorators stand before what they decorate. */
function startOf(node: Node): number {
  const decorators: unknown = Reflect.get(node, 'decorators');
  const starts = Array.isArray(decorators)
    ? decorators.flatMap((one: { readonly range?: readonly number[] }) => one.range?.[0] ?? [])
    : [];
  return Math.min(node.range[0], ...starts);
}

/** A comment in the middle of a template or of the text of an element would become a part of it. */
function isInsideText(nodes: readonly Node[], offset: number): boolean {
  return nodes.some(
    ({ type, range }) =>
      (type === 'TemplateLiteral' || type === 'JSXElement' || String(type) === 'JSXFragment') &&
      range[0] < offset &&
      offset < range[1] &&
      !nodes.some(
        (inner) =>
          HOLDERS.has(inner.type) &&
          range[0] < inner.range[0] &&
          inner.range[0] < offset &&
          offset <= inner.range[1],
      ),
  );
}

/** Without a tree: above all that no line may be put into. */
function lineOutside(file: SourceFile, offset: number): number | null {
  // A line in the body or among the headers would be sent.
  if (file.language === 'http') return requestAt(file, offset)?.line ?? null;
  const places = linePlaces(file);
  if (!places.isKnown) return null;
  let line = places.lineStart(offset);
  for (;;) {
    const held = places.around(line);
    if (held === null) return line;
    line = places.lineStart(Math.max(0, held.start));
  }
}
