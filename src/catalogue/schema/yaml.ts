import type { Document, LineCounter, Node } from 'yaml';
import type { Located, LocatedEntry, Position, ProblemCollector } from './located.js';
import { nestsDeep } from './nested-yaml.js';

/**
 * Text to located data. The YAML package is loaded here and nowhere else, and only when somebody brings a
 * catalogue of their own: the built-in one is compiled.
 */
export async function readYaml(source: string, report: ProblemCollector): Promise<Located | undefined> {
  if (source.length > MOST_CHARACTERS) {
    report.add(
      { line: 1, column: 1 },
      '',
      'the file is too large',
      `write at most ${MOST_CHARACTERS} characters`,
    );
    return undefined;
  }
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  if ([...new yaml.Parser().parse(source)].some(nestsDeep)) {
    report.add({ line: 1, column: 1 }, '', 'the data is nested too deeply', 'write fewer levels');
    return undefined;
  }
  const document = withoutStacks(() =>
    yaml.parseDocument(source, { lineCounter: lines, uniqueKeys: true, prettyErrors: false }),
  );
  for (const error of document.errors.slice(0, MAX_FAULTS)) {
    // The message of the parser may quote the file, which may be any file that a command line names.
    const what = error.code.toLowerCase().replaceAll('_', ' ');
    report.add(position(lines, error.pos[0]), '', `this is not YAML: ${what}`, remedyOf(error.code));
  }
  if (document.errors.length > 0) return undefined;
  if (document.contents === null) {
    report.add({ line: 1, column: 1 }, '', 'the file is empty', 'add "entries:" with at least one entry');
    return undefined;
  }
  return locate(document.contents, { yaml, document, lines, report, depth: 0, nodes: { count: 0 } });
}

const MOST_CHARACTERS = 500_000;
/** Faults that are told. */
const MAX_FAULTS = 20;

/** Errors with a stack that nobody looks at take most of the time of a file that is no YAML. */
function withoutStacks<T>(work: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

interface Context {
  readonly yaml: typeof import('yaml');
  readonly document: Document;
  readonly lines: LineCounter;
  readonly report: ProblemCollector;
  readonly depth: number;
  readonly nodes: { count: number };
}

/** Anchors that hold each other would never end. */
const DEEPEST = 40;
/** Aliases of aliases make much of little. */
const MOST_NODES = 200_000;

function position(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

function remedyOf(code: string): string {
  if (code === 'DUPLICATE_KEY') return 'keep one of the two keys';
  if (code === 'TAB_AS_INDENT') return 'indent with spaces';
  return 'check indentation, quotes and colons around this place';
}

function locate(node: Node, context: Context): Located | undefined {
  const { yaml, document, lines, report } = context;
  const at = position(lines, node.range?.[0] ?? 0);
  if (context.depth > DEEPEST) {
    report.add(at, '', 'the data is nested too deeply', 'remove the anchor that contains itself');
    return undefined;
  }
  if (++context.nodes.count > MOST_NODES) {
    if (context.nodes.count === MOST_NODES + 1)
      report.add(at, '', 'the data is too large', 'write less, or use fewer anchors');
    return undefined;
  }
  const deeper = { ...context, depth: context.depth + 1 };
  if (yaml.isAlias(node)) {
    const target = node.resolve(document);
    // What an anchor holds is reported where the anchor stands: that is where it is repaired.
    return target === undefined ? undefined : locate(target, deeper);
  }
  if (yaml.isSeq(node)) {
    const items = node.items.map((item) => (yaml.isNode(item) ? locate(item, deeper) : undefined));
    return { kind: 'list', items: items.filter((item) => item !== undefined), at };
  }
  if (yaml.isMap(node)) {
    const entries: LocatedEntry[] = [];
    for (const pair of node.items) {
      const keyAt = yaml.isNode(pair.key) ? position(lines, pair.key.range?.[0] ?? 0) : at;
      if (!yaml.isScalar(pair.key) || typeof pair.key.value !== 'string') {
        report.add(keyAt, '', 'a key is not a plain text', 'write keys as texts');
        continue;
      }
      const value = yaml.isNode(pair.value)
        ? locate(pair.value, deeper)
        : ({ kind: 'scalar', value: null, at: keyAt } as const);
      if (value !== undefined) entries.push({ key: pair.key.value, keyAt, value });
    }
    return { kind: 'map', entries, at };
  }
  if (yaml.isScalar(node)) {
    const { value } = node;
    if (
      typeof value === 'string' ||
      typeof value === 'number' ||
      typeof value === 'boolean' ||
      value === null
    ) {
      return { kind: 'scalar', value, at };
    }
  }
  report.add(
    at,
    '',
    'this kind of value is not supported',
    'use texts, numbers, true, false, lists and mappings',
  );
  return undefined;
}
