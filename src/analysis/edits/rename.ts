/** Names that have a new spelling: those of expressions, and segments of paths. They are the same in every language. */
import type { Entry } from '../../catalogue/index.js';
import type { Edit, Finding } from '../finding.js';
import type { Fix } from './fix.js';

export function renameInExpression(entry: Entry, { at, confidence }: Finding, written: string): Fix | null {
  const rename = entry.expressions.find(({ name }) => name === written)?.rename;
  if (rename === undefined) return null;
  return {
    level: confidence === 'exact' ? 'safe' : 'review',
    action: { kind: 'replace', from: written, to: rename },
    edits: [{ start: at.start, end: at.end, text: rename }],
  };
}

/** The segments that differ between a path and the one that took its place. */
export function renameInPath(entry: Entry, finding: Finding, written: string): Fix | null {
  const endpoint = entry.endpoints.find(({ path }) => path === finding.endpoint);
  if (endpoint?.successor === undefined) return null;
  const { from, to } = differenceOf(endpoint.path, endpoint.successor);
  const edit = replaceSegments(finding, written, from, to);
  if (edit === null) return null;
  const hasBody = finding.method !== null && ['POST', 'PUT', 'PATCH'].includes(finding.method);
  return {
    level: 'review',
    action: { kind: 'replace', from, to, ...(hasBody ? { check: 'the request body' } : {}) },
    edits: [edit],
  };
}

/** Other segments in the place of some that stand, once, in the text a finding points at. */
export function replaceSegments({ at }: Finding, written: string, from: string, to: string): Edit | null {
  const offsets = [...written.matchAll(/[^/?#]+/g)].filter(({ index }) =>
    startsWithSegments(written.slice(index), from),
  );
  const [found] = offsets;
  if (found === undefined || offsets.length > 1) return null;
  const start = at.start + found.index;
  return { start, end: start + from.length, text: to };
}

function startsWithSegments(text: string, segments: string): boolean {
  return text.startsWith(segments) && /^(?:$|[/?#])/.test(text.slice(segments.length));
}

function differenceOf(before: string, after: string): { readonly from: string; readonly to: string } {
  const [a, b] = [before.split('/'), after.split('/')];
  const same = (x: string | undefined, y: string | undefined): boolean =>
    x === y || (x?.startsWith('{') === true && y?.startsWith('{') === true);
  let head = 0;
  while (head < Math.min(a.length, b.length) && same(a[head], b[head])) head++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && same(a[a.length - 1 - tail], b[b.length - 1 - tail]))
    tail++;
  return {
    from: a.slice(head, a.length - tail).join('/'),
    to: b.slice(head, b.length - tail).join('/'),
  };
}
