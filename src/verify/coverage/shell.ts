/** Lines of bash scripts that ran, from a trace that goes to a file of its own. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import type { Noted } from './lines.js';

/** Read by each bash before its script. A script that traces itself, or looks at that, is left alone. */
export const BASH_START = `if [[ -f $0 && -n \${EDGE_SUNSET_LINES_IN-} ]] && ! grep -Eq 'XTRACE|xtrace|PS4|set [-+][A-Za-z]*x|DEBUG' "$0"; then
  exec {BASH_XTRACEFD}>>"$EDGE_SUNSET_LINES_IN.trace"
  PS4='+ $LINENO \${BASH_SOURCE[0]-}: '
  set -x
fi
`;

const TRACED = /^\++ (\d{1,7}) (.+?): /gm;

export function shellLines(trace: string, root: string): readonly Noted[] {
  if (!existsSync(trace)) return [];
  const traced = new Map<string, Set<number>>();
  for (const [, line = '', name = ''] of readFileSync(trace, 'utf8').matchAll(TRACED)) {
    const path = resolve(root, name);
    if (path.startsWith(root + sep) && existsSync(path))
      traced.set(path, (traced.get(path) ?? new Set()).add(Number(line)));
  }
  return [...traced].map(([path, lines]) => {
    const commands = commandsIn(readFileSync(path, 'utf8'));
    const ran = commands.filter(({ first, last }) =>
      [...lines].some((line) => first <= line && line <= last),
    );
    const linesOf = (list: readonly Command[]) => new Set(list.map(({ first }) => first));
    return {
      path: path
        .slice(root.length + 1)
        .split(sep)
        .join('/'),
      can: linesOf(commands),
      ran: linesOf(ran),
    };
  });
}

interface Command {
  readonly first: number;
  readonly last: number;
}

/** What bash traces nothing for: ends and beginnings of blocks, heads of functions, patterns of a `case`. */
const UNTRACED =
  /^(?:#.*|(?:then|else|do|fi|done|esac|\}|\{|;;&?|\)|in)(?:[ ;|<>&)].*)?|(?:function )?[\w-]+ ?\(\) ?[{(]?.{0,3}|\(?[^()]{1,80}\)|)$/;
const GOES_ON = /(?:\\|\||&&)$/;
const HERE = /<<-?\s?(["']?)(\w+)\1/;

/** Commands of a script with all their lines: what is quoted, goes on, or is handed on as a text belongs to one. */
function commandsIn(text: string): readonly Command[] {
  const lines = text.split('\n');
  const commands: Command[] = [];
  for (let at = 0; at < lines.length; at++) {
    const first = at;
    let whole = lines[at] ?? '';
    while (at + 1 < lines.length && (isOpen(whole) || GOES_ON.test(whole.trimEnd())))
      whole += `\n${lines[++at] ?? ''}`;
    const [, , word] = /<<</.test(whole) ? [] : (HERE.exec(whole) ?? []);
    if (word !== undefined) while (at + 1 < lines.length && lines[++at]?.trim() !== word);
    if (!UNTRACED.test(whole.trim())) commands.push({ first: first + 1, last: at + 1 });
  }
  return commands;
}

/** A quote or `$(` is not closed yet. */
function isOpen(text: string): boolean {
  const stack: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    const inside = stack.at(-1);
    if (inside === "'") {
      if (sign === "'") stack.pop();
    } else if (sign === '\\') at++;
    else if (sign === '"') {
      if (inside === '"') stack.pop();
      else stack.push('"');
    } else if (text.startsWith('$(', at)) {
      stack.push(')');
      at++;
    } else if (inside === '"') continue;
    else if (sign === "'") stack.push("'");
    else if (sign === '(' && inside === ')') stack.push(')');
    else if (sign === ')' && inside === ')') stack.pop();
    else if (sign === '#' && /(?:^|\s)$/.test(text.slice(Math.max(0, at - 1), at))) {
      const end = text.indexOf('\n', at);
      if (end < 0) break;
      at = end;
    }
  }
  return stack.length > 0;
}
