/**
 * The old API refused a rule whose expression was there already. New code that fails then does what the old one did: its
 * question is none that the old code did not ask.
 */
import { literally } from '../../value/index.js';

const HEAD = /^[ \t]*(?:\} else )?(?:if|elif)\b[^\n]{0,200}\.expression\b[^\n]{0,200}$/gm;
const SAME = /\.expression\b["')\]]{0,3} ?===? ?[\w.]|[\w.] ?===? ?[\w.]{1,40}\.expression\b/;
const FAILS = /\b(?:throw|raise)\b|\bexit\(\s{0,4}[1-9"a-zA-Z]/;
/** Anything that goes on without the rule. */
const GOES_ON = /\b(?:return|continue|break)\b(?! (?:fail|abort|die)\w{0,20}\()/;
/** Lines of a block that only fails. */
const MOST_LINES = 4;

/** Code without the heads of such statements. */
export function withoutRefusals(code: string): string {
  return code.replace(HEAD, (head: string, at: number) =>
    SAME.test(head) && fails(head, code, at + head.length) ? '' : head,
  );
}

function fails(head: string, code: string, end: number): boolean {
  const own = head.replace(/^.*?\.expression\b/, '');
  const isBlock = /[{:]\s*$/.test(head);
  const block = isBlock ? blockOf(code.slice(end + 1, end + 1000)) : own;
  if (GOES_ON.test(block)) return false;
  return FAILS.test(block) || callsIn(block).some((name) => isFailing(name, code));
}

/** The first lines, up to the one that closes them or stands less deep. */
function blockOf(rest: string): string {
  const lines = rest.split('\n');
  const depth = (line: string) => line.length - line.trimStart().length;
  const first = depth(lines[0] ?? '');
  const end = lines.findIndex((line) => line.trim() !== '' && depth(line) < first);
  return lines.slice(0, Math.min(end < 0 ? lines.length : end, MOST_LINES)).join('\n');
}

function callsIn(block: string): readonly string[] {
  return [...block.matchAll(/(?<![\w.$])([A-Za-z_$][\w$]*)\(/g)].map(([, name = '']) => name);
}

/** A function of the program that ends it, or throws. */
function isFailing(name: string, code: string): boolean {
  const start = new RegExp(`\\b(?:function|def|const) ${literally(name)}\\b[^\\n]{0,120}\\n`).exec(code);
  if (start === null) return false;
  const body = blockOf(code.slice(start.index + start[0].length, start.index + start[0].length + 1000));
  return FAILS.test(body) && !GOES_ON.test(body) && !/\bif\b/.test(body);
}
