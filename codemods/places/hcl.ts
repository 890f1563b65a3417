/** Blocks and attributes of Terraform files, as they are written, with whole lines to take out. */
import type { Surroundings } from '../../src/migrate/index.js';
import type { SourceFile } from '../../src/read/index.js';
import { type Attribute, type Block, parseConfiguration } from '../../src/read/terraform/index.js';
import type { Origin, Property } from '../../src/value/index.js';

/** A stretch of whole lines, with the line end of the last. */
export interface Lines {
  readonly start: number;
  readonly end: number;
}

export interface HclFile {
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** What stands outside of blocks: inputs of Terragrunt, values of variables. */
  readonly attributes: readonly Attribute[];
  readonly comments: readonly Lines[];
}

const parsed = new WeakMap<SourceFile, HclFile>();

export function hclFile(file: SourceFile): HclFile {
  const known = parsed.get(file);
  if (known !== undefined) return known;
  const { path, text } = file;
  // What a file in JSON names is found in its text; its resources are migrated by themselves.
  const { body, comments } = path.endsWith('.json')
    ? { body: { blocks: [], attributes: [] }, comments: [] }
    : parseConfiguration(path, text);
  const read = { path, text, ...body, comments };
  parsed.set(file, read);
  return read;
}

/** The files of a Terraform module: all of one folder. */
export function moduleFiles(path: string, around: Surroundings): readonly HclFile[] {
  const paths = around.siblings(path).filter((sibling) => /\.(?:tf|tofu)(?:\.json)?$/.test(sibling));
  return [...new Set([...paths, path])].sort().flatMap((sibling) => {
    const file = around.file(sibling);
    return file === null ? [] : [hclFile(file)];
  });
}

export function isResource(block: Block, type: string): boolean {
  return block.type === 'resource' && block.labels[0]?.text === type && block.labels[1] !== undefined;
}

/** The name that a resource is referred to by: `cloudflare_filter.admin`. */
export function addressOf(block: Block): string {
  return block.labels.map(({ text }) => text).join('.');
}

/** The value of an attribute as it is written, without a comment behind it. */
export function writtenValue(file: HclFile, attribute: Attribute): string {
  const from = file.text.indexOf('=', attribute.nameOrigin.end) + 1;
  return file.text.slice(from, endOfValue(file, attribute)).trim();
}

export function attributeNamed(block: Block, name: string): Attribute | undefined {
  return block.body.attributes.find((attribute) => attribute.name === name);
}

/** The same, or null where the block has no such attribute. */
export function attributeText(file: HclFile, block: Block, name: string): string | null {
  const attribute = attributeNamed(block, name);
  return attribute === undefined ? null : writtenValue(file, attribute);
}

/** The value of an attribute, or of a property of an object, as it is written. */
export function writtenProperty({ text, comments }: HclFile, { keyOrigin, origin }: Property): string {
  if (keyOrigin === null || origin === null) return '';
  const [mark] = /^["\s]*[=:]/.exec(text.slice(keyOrigin.end, origin.end)) ?? [''];
  let { end } = origin;
  for (const comment of [...comments].reverse())
    if (keyOrigin.end < comment.start && comment.start < end && text.slice(comment.end, end).trim() === '')
      end = comment.start;
  return text.slice(keyOrigin.end + mark.length, end).trim();
}

/** A comment behind the value on its last line does not belong to it. */
function endOfValue(file: HclFile, { nameOrigin, origin }: Attribute): number {
  const newline = lineEnd(file.text, origin.end);
  const comment = file.comments.find(
    ({ start, end }) => nameOrigin.end < start && start < newline && end >= newline,
  );
  return comment?.start ?? newline;
}

/** Offset of the line end behind an offset, or the end of the text. */
function lineEnd(text: string, offset: number): number {
  const found = text.indexOf('\n', offset);
  const end = found < 0 ? text.length : found;
  return text.charAt(end - 1) === '\r' ? end - 1 : end;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function afterLine(text: string, offset: number): number {
  const found = text.indexOf('\n', offset);
  return found < 0 ? text.length : found + 1;
}

/** The lines of a block or attribute; null where something else stands on them. */
export function linesOf(file: HclFile, { origin }: { readonly origin: Origin }): Lines | null {
  const { text, comments } = file;
  const start = lineStart(text, origin.start);
  const end = afterLine(text, origin.end);
  const behind = text.slice(origin.end, end);
  const comment = comments.find((one) => origin.end <= one.start && one.start < end);
  const rest = comment === undefined ? behind : text.slice(origin.end, comment.start);
  const isAlone = text.slice(start, origin.start).trim() === '' && /^[\s,]*$/.test(rest);
  return isAlone ? { start, end } : null;
}

/**
 * Lines of comments that stand right above a line. A heading, with an empty line behind it, counts too, unless it is
 * the first thing of the file and says something of all of it.
 */
export function commentsAbove(file: HclFile, start: number): Lines {
  const close = commentLinesAbove(file, start);
  if (close < start) return { start: close, end: start };
  const blank = file.text.slice(0, start).endsWith('\n\n') ? start - 1 : start;
  const heading = blank < start ? commentLinesAbove(file, blank) : start;
  return heading < blank && heading > 0 ? { start: heading, end: start } : { start, end: start };
}

function commentLinesAbove(file: HclFile, start: number): number {
  let from = start;
  while (from > 0) {
    const above = lineStart(file.text, from - 1);
    const line = file.text.slice(above, from).trim();
    const isComment = file.comments.some(
      (one) => one.start < from && above < one.end && /^(?:#|\/\/|\/\*|\*)/.test(line),
    );
    if (!isComment) break;
    from = above;
  }
  return from;
}

/** All comments within a block, as lines without their indentation. */
export function commentsInside(file: HclFile, block: Block): readonly string[] {
  return file.comments
    .filter(({ start, end }) => block.origin.start < start && end <= block.origin.end)
    .flatMap(({ start, end }) => file.text.slice(start, end).split(/\r?\n/))
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** With the empty lines behind it, so that no gap is left. */
export function withGap(text: string, { start, end }: Lines): Lines {
  let to = end;
  while (to < text.length) {
    const next = afterLine(text, to);
    if (text.slice(to, next).trim() !== '') break;
    to = next;
  }
  return { start, end: to };
}

/** The empty lines that would be left at the end of a file without these stretches; null for none. */
export function blankTail(text: string, stretches: readonly Lines[]): Lines | null {
  let from = text.length;
  for (const { start, end } of [...stretches].sort((left, right) => right.start - left.start))
    if (end === from) from = start;
  const start = text.indexOf('\n', text.slice(0, from).trimEnd().length) + 1;
  return start < from && from < text.length ? { start, end: from } : null;
}
