/** Markers as comments: one for all that would say the same in one place, or in one function of a test. */
import type { Edit } from '../../analysis/index.js';
import { closest, leafAt } from '../../grammar/index.js';
import { append, isFunction } from '../../read/javascript/syntax/index.js';
import { TEST_TODO } from '../judge/todo.js';
import type { Site } from '../model.js';
import type { JudgedSite } from '../plan.js';
import type { Sources } from '../sites.js';
import type { Marked } from './index.js';
import { markerEdit } from './marker-edit.js';

interface Comment {
  readonly site: Site;
  readonly edit: Edit;
  readonly judged: readonly JudgedSite[];
}

export function commentsFor(
  marks: readonly Marked[],
  inUse: ReadonlySet<string>,
  sources: Sources,
): readonly Comment[] {
  const places = new Map<string, Marked[]>();
  for (const one of marks) {
    const { judged, marker } = one;
    const edit = markerEdit(judged.site, marker, inUse);
    if (edit === null) continue;
    append(places, [edit.start, edit.end, ...sayingOf(one)].join('\0'), one);
  }
  return joinedInFunctions([...places.values()], sources).flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { site } = first.judged;
    const ids = [...new Set(group.flatMap(({ marker }) => marker.ids))];
    const edit = markerEdit(site, { ...first.marker, ids }, inUse);
    return edit === null ? [] : [{ site, edit, judged: group.map(({ judged }) => judged) }];
  });
}

/**
 * A test names its call where it expects it and where it makes it, and fields of one object are read or written one
 * after the other: the first of them speaks for all.
 */
function joinedInFunctions(groups: readonly Marked[][], sources: Sources): readonly Marked[][] {
  const alike = new Map<string, Marked[][]>();
  for (const group of groups) {
    const [first] = group;
    if (first !== undefined && (first.marker.todo === TEST_TODO || isOfField(first)))
      append(alike, sayingOf(first).join('\0'), group);
  }
  const inFunctions = new Map<string, Marked[][]>();
  for (const [saying, several] of alike) {
    if (several.length < 2) continue;
    for (const group of several) {
      const start = functionAround(group, sources);
      if (start !== null) append(inFunctions, `${start}\0${saying}`, group);
    }
  }
  const joined = new Map<Marked[], Marked[]>();
  for (const several of inFunctions.values()) {
    const inOrder = several.toSorted((a, b) => startOf(a) - startOf(b));
    for (const near of runsOf(inOrder))
      for (const group of near) joined.set(group, group === near[0] ? near.flat() : []);
  }
  return groups.map((group) => joined.get(group) ?? group);
}

/** Fields have to stand near each other; what a test names may be anywhere in its function. */
function runsOf(inOrder: readonly Marked[][]): readonly Marked[][][] {
  const runs: Marked[][][] = [];
  for (const group of inOrder) {
    const [last] = runs.at(-1)?.at(-1) ?? [];
    const isTest = group[0]?.marker.todo === TEST_TODO;
    const isNear = last !== undefined && lineOf(group) - lineOf([last]) <= NEAR;
    if (last !== undefined && (isTest || isNear)) runs.at(-1)?.push(group);
    else runs.push([group]);
  }
  return runs;
}

function isOfField({ judged }: Marked): boolean {
  return /^(?:field|behaviour)$/.test(judged.site.finding.kind);
}

const NEAR = 4;

function lineOf([first]: readonly Marked[]): number {
  return first?.judged.found.row.line ?? 0;
}

function sayingOf({ judged, marker: { entry, todo } }: Marked): readonly string[] {
  return [judged.site.file.path, entry, todo];
}

function startOf([first]: Marked[]): number {
  return first?.judged.site.finding.at.start ?? 0;
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  'function_definition',
  'function_declaration',
  'method_declaration',
  'method',
  'anonymous_function',
  'anonymous_function_creation_expression',
  'func_literal',
  'lambda',
]);
const BLOCKS_OF_RUBY: ReadonlySet<string> = new Set(['method', 'block', 'do_block']);

/** Start of the innermost function around what is marked; null where none can be told. */
function functionAround([first]: Marked[], sources: Sources): number | null {
  if (first === undefined) return null;
  const { nodes, script, file, finding } = first.judged.site;
  if (script !== null) return nodes.findLast(isFunction)?.range[0] ?? null;
  const tree = sources.tree(file.path);
  if (tree === null) return null;
  const types = tree.language === 'ruby' ? BLOCKS_OF_RUBY : FUNCTIONS;
  return closest(leafAt(tree, finding.at.start, finding.at.end), types)?.start ?? null;
}
