/** Lines of Go in the columns that gofmt lays out. */

interface Cells {
  readonly indent: string;
  readonly cells: readonly string[];
}

/** Keys with their values, or fields of a struct: lines right below each other have columns in common. */
export function aligned(text: string): string {
  const lines = text.split('\n');
  const out: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const run: Cells[] = [];
    for (let next = cellsOf(lines[at + run.length]); next !== null; next = cellsOf(lines[at + run.length])) {
      const [first] = run;
      const isSame = first === undefined || (first.indent === next.indent && kindOf(first) === kindOf(next));
      if (!isSame) break;
      run.push(next);
    }
    if (run.length === 0) out.push(lines[at] ?? '');
    else out.push(...linesOf(run));
    at += Math.max(1, run.length);
  }
  return out.join('\n');
}

const PAIR = /^(\t*)((?:"[^"\\]*"|[A-Za-z_]\w*):)[ \t]+(\S.*)$/;
const FIELD =
  /^(\t*)([A-Za-z_]\w*(?:, [A-Za-z_]\w*)*)[ \t]+((?:[\w.*[\]]*struct \{|[\w.*[\]{}]+(?: \w+)?))(?:[ \t]+(`[^`]*`))?$/;
const STATEMENT =
  /^\t*(?:return|case|var|const|type|func|defer|go|goto|break|continue|package|import|else)\b/;

function kindOf({ cells }: Cells): boolean {
  return cells[0]?.endsWith(':') === true;
}

/** Null for a line that has no columns: a value of several lines stands apart from those around it. */
function cellsOf(line: string | undefined): Cells | null {
  if (line === undefined || STATEMENT.test(line)) return null;
  const pair = PAIR.exec(line);
  if (pair !== null) {
    const [, indent = '', key = '', value = ''] = pair;
    return key !== 'default:' && isWhole(value) ? { indent, cells: [key, value] } : null;
  }
  const field = FIELD.exec(line);
  if (field === null || /(?<!struct )\{$|,$/.test(line)) return null;
  const [, indent = '', names = '', type = '', tag] = field;
  return { indent, cells: tag === undefined ? [names, type] : [names, type, tag] };
}

function isWhole(value: string): boolean {
  let depth = 0;
  let quote: string | null = null;
  for (let at = 0; at < value.length; at++) {
    const character = value.charAt(at);
    if (quote !== null) {
      if (character === '\\' && quote !== '`') at++;
      else if (character === quote) quote = null;
    } else if (/["'`]/.test(character)) quote = character;
    else if (/[[({]/.test(character)) depth++;
    else if (/[\])}]/.test(character)) depth--;
  }
  return depth === 0 && quote === null;
}

function linesOf(run: readonly Cells[]): readonly string[] {
  const width = Math.max(...run.map(({ cells }) => cells[0]?.length ?? 0));
  return run.map(({ indent, cells: [first = '', second = '', third] }, index) => {
    const start = `${indent}${first.padEnd(width)} ${second}`;
    return third === undefined
      ? start
      : `${start.padEnd(indent.length + width + 1 + tagged(index))} ${third}`;
  });

  /** The width of the types in the lines around that have tags as well. */
  function tagged(index: number): number {
    let [from, to] = [index, index];
    while (run[from - 1]?.cells.length === 3) from--;
    while (run[to + 1]?.cells.length === 3) to++;
    return Math.max(...run.slice(from, to + 1).map(({ cells }) => cells[1]?.length ?? 0));
  }
}
