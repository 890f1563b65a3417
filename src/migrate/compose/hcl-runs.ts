/** A comment between attributes of Terraform splits the run that `terraform fmt` aligns in two. */
import type { Edit } from '../../analysis/index.js';
import { ordered } from './apply.js';

interface Line {
  readonly start: number;
  readonly end: number;
}

/** An attribute on one line: its name and where the white space before its equals sign stands. */
interface Attribute {
  readonly indent: string;
  readonly name: string;
  readonly space: Line;
}

/** The edits with the attributes above and below each comment aligned anew, if they were aligned before. */
export function alignedAround(text: string, edits: readonly Edit[], comments: readonly Edit[]): Edit[] {
  const result = [...edits];
  for (const { start } of comments) {
    const above = run(text, result, comments, start, before);
    const below = run(text, result, comments, start, after);
    const all = [...above, ...below];
    const columns = new Set(all.map(({ name, space }) => name.length + space.end - space.start));
    const isOneBlock = new Set(all.map(({ indent }) => indent)).size === 1;
    if (columns.size !== 1 || !isOneBlock || above.length === 0) continue;
    for (const part of [above, below]) {
      const width = Math.max(...part.map(({ name }) => name.length));
      for (const { name, space } of part) replace(result, space, ' '.repeat(width - name.length + 1));
    }
  }
  return ordered(result).filter(({ start, end, text: after }) => text.slice(start, end) !== after);
}

/** The edits with the attributes around lines that go aligned anew, if they were aligned before. */
export function alignedWithout(text: string, edits: readonly Edit[], gone: readonly Edit[]): Edit[] {
  const result = [...edits];
  for (const { start, end } of gone) {
    const own = text.slice(start, end).split('\n');
    const columns = own.flatMap((line) => {
      const attribute = attributeOn(line, { start: 0, end: line.length });
      return attribute === null ? [] : attribute.space.end;
    });
    const rest = [...run(text, result, [], start, before), ...run(text, result, [], end, after)];
    const all = new Set([
      ...columns,
      ...rest.map(({ indent, name, space }) => indent.length + name.length + space.end - space.start),
    ]);
    if (all.size !== 1) continue;
    const width = Math.max(...rest.map(({ name }) => name.length));
    for (const { name, space } of rest) replace(result, space, ' '.repeat(width - name.length + 1));
  }
  return result.filter(({ start, end, text: later }) => text.slice(start, end) !== later);
}

function replace(edits: Edit[], { start, end }: Line, text: string): void {
  const known = edits.findIndex((one) => one.start === start && one.end === end);
  edits.splice(known < 0 ? edits.length : known, known < 0 ? 0 : 1, { start, end, text });
}

type Step = (text: string, at: number) => Line | null;

const before: Step = (text, at) => (at === 0 ? null : { start: text.lastIndexOf('\n', at - 2) + 1, end: at });

const after: Step = (text, at) => {
  const found = text.indexOf('\n', at);
  return at >= text.length ? null : { start: at, end: found < 0 ? text.length : found + 1 };
};

/** Attributes on the lines from an offset on, without those that go, up to anything else. */
function run(
  text: string,
  edits: readonly Edit[],
  comments: readonly Edit[],
  from: number,
  step: Step,
): readonly Attribute[] {
  const found: Attribute[] = [];
  for (let line = step(text, from); line !== null; ) {
    const { start, end } = line;
    const isGone = edits.some((one) => one.start <= start && end <= one.end && one.text === '');
    const attribute = isGone ? null : attributeOn(text, line);
    if (attribute !== null) {
      const { space } = attribute;
      const isEdited = edits.some((one) => one.start < end && one.end > start && !isSame(one, space));
      if (isEdited) return [];
      found.push(attribute);
    } else if (!isGone) break;
    const border = step === before ? start : end;
    if (comments.some((one) => one.start === border)) break;
    line = step(text, border);
  }
  return found;
}

function isSame(edit: Edit, { start, end }: Line): boolean {
  return edit.start === start && edit.end === end;
}

function attributeOn(text: string, { start, end }: Line): Attribute | null {
  const [, indent, name, space] =
    /^([ \t]*)("?[\w-]+"?)([ \t]+)=(?![=>])[^\n]*[^\s{[(,]\s*$/.exec(text.slice(start, end)) ?? [];
  if (indent === undefined || name === undefined || space === undefined) return null;
  const from = start + indent.length + name.length;
  return { indent, name, space: { start: from, end: from + space.length } };
}
