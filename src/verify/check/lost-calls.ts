/** Functions that are called less often than before, and errors that nobody hears of any more. */
import { literally } from '../../value/index.js';
import type { Loss } from './model.js';

const DEFINED =
  /\bfunction\s+(\w+)|\bdef\s+(\w+)|\b(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?(?:\([^()\n]{0,120}\)|\w+)\s*=>|^[ \t]*(?:async\s+)?(\w+)\([^()\n]{0,120}\)\s*\{|^(\w+)\s*\(\)\s*\{/gm;

export function functionsIn(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(DEFINED)].flatMap(([, ...found]) => found.filter((one) => one !== undefined)),
  );
}

export function callLosses(before: string, after: string): readonly Loss[] {
  return [...lostCalls(before, after), ...swallowedErrors(before, after), ...droppedAnswers(before, after)];
}

/** Functions that the old code calls, and the new one defines and calls no more. */
function lostCalls(before: string, after: string): readonly Loss[] {
  const old = functionsIn(before);
  const calls = (text: string, name: string) =>
    text.split(new RegExp(`(?<![\\w$])${literally(name)}(?![\\w$])`)).length - 1;
  const fewer = [...old].filter(
    (name) =>
      !sends(before, name) &&
      calls(after, name) > 1 &&
      calls(after, name) < calls(before, name) &&
      bodyOf(before, name) === bodyOf(after, name),
  );
  return [
    ...fewer.map((name) => ({ what: `${name} is called less often than before` })),
    ...[...functionsIn(after)].flatMap((name) =>
      name.length > 1 &&
      !/^(?:if|for|while|switch|catch|constructor|main|__\w+__)$/.test(name) &&
      calls(after, name) === 1 &&
      (!old.has(name) || calls(before, name) > 1)
        ? [{ what: `nothing calls ${name}` }]
        : [],
    ),
  ];
}

/** It is given a path or a method. */
export function sends(text: string, name: string): boolean {
  return new RegExp(
    `\\b${literally(name)}\\b[ (]{1,2}[^\\n]{0,80}(?:["'\`/]/?\\w|\\b(?:GET|POST|PUT|PATCH|DELETE)\\b)`,
  ).test(text);
}

/** The lines from its definition to the next that stands as far to the left. */
function bodyOf(text: string, name: string): string {
  const start = new RegExp(`^([ \\t]*)[^\\n]{0,40}\\b${literally(name)}\\b[^\\n]*[{:]\\s*$`, 'm').exec(text);
  if (start === null) return '';
  const rest = text.slice(start.index + start[0].length);
  const indent = start[1] ?? '';
  const lines = rest.split('\n');
  const end = lines.findIndex(
    (line, index) => index > 0 && line.startsWith(indent) && /^\S/.test(line.slice(indent.length)),
  );
  return [start[0], ...lines.slice(0, end < 0 ? lines.length : end)].join('\n');
}

/** `if (!response.ok) return [];` */
const REFUSED =
  /\bif\s{0,4}\(?\s{0,4}(?:!|not )\s{0,4}\w{1,40}\.ok\s{0,4}\)?\s{0,4}[:{]?\s{0,40}return\s{1,4}(?:\[\]|null|undefined|None|\{|;|\()/g;

const CAUGHT =
  /\bcatch\s?(?:\((\w{0,40})\))?\s?\{((?:[^{}]|\{[^{}]{0,200}\}){0,300})\}|\.catch\(\(?(\w{0,40})\)?\s?=>\s?(?![\s{])([^{;\n]{1,80})|\bexcept\b([^:\n]{0,80}):[ \t]{0,4}\n?([^\n]{0,200}\n[^\n]{0,200})|\|\|\s?(true|:)(?=\s)/g;

/** All errors of a class are taken, and others thrown again: `if (error instanceof Refused) return [];` */
const OF_A_CLASS = /\binstanceof [\w.]{1,60}\s{0,2}\)\s{0,4}\{?\s{0,40}return\b/;
/** A class of errors for what is not there. */
const NOTHING = /\binstanceof (?:\w{1,20}\.)?(?:No|Not|Missing|Absent|Unknown)[A-Z]/;

/** New code that goes on after any error, whatever it was. */
function swallowedErrors(before: string, after: string): readonly Loss[] {
  const known = new Set([...before.matchAll(CAUGHT)].map(([whole]) => whole.replace(/\s+/g, ' ')));
  const refused = [...after.matchAll(REFUSED)].filter(
    ([whole]) => !before.replace(/\s+/g, ' ').includes(whole.replace(/\s+/g, ' ')),
  );
  if (refused.length > 0) return [{ what: 'the new code takes any refused request for no rules' }];
  return [...after.matchAll(CAUGHT)].flatMap(([whole, , braces, , arrow, type, block, shell]) => {
    if (known.has(whole.replace(/\s+/g, ' '))) return [];
    const body = braces ?? arrow ?? block ?? shell ?? '';
    const isNarrow = /404|10003|NotFound|status|code/i.test(`${type ?? ''} ${body}`) || NOTHING.test(body);
    const isTold =
      /throw|raise|exit|error|print|console|reject|warn|log/i.test(body) && !OF_A_CLASS.test(body);
    return isNarrow || isTold
      ? []
      : [{ what: 'the new code goes on after any error as if there were no rules' }];
  });
}

const HANDLER = /^(?:\}\s?)?(?:catch|except|rescue)\b/;

/** What is done with errors: the lines that stand deeper than the head. */
function handlersIn(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const depth = (line: string) => line.length - line.trimStart().length;
  return lines.flatMap((line, at) => {
    if (!HANDLER.test(line.trim())) return [];
    const end = lines.findIndex((other, index) => index > at && depth(other) <= depth(line));
    return [lines.slice(at, end < 0 ? lines.length : end).join('\n')];
  });
}

const HELD = /(?<![\w.$])(?:(?:const|let|var) )?([A-Za-z_]\w{0,40}) = /g;

/** Errors that the old code went on after. */
export function lostHandlers(before: string, after: string): readonly Loss[] {
  const goingOn = (text: string) =>
    handlersIn(text).filter((block) => !/\b(?:throw|raise|exit|return)\b/.test(block)).length;
  return goingOn(after) < goingOn(before)
    ? [{ what: 'the new code stops after an error that the old one went on after' }]
    : [];
}

/** Variables of the old code that nothing reads any more. */
export function lostUses(before: string, after: string): readonly Loss[] {
  const uses = (text: string, name: string) =>
    text.split(new RegExp(`(?<![\\w$-])${literally(name)}(?![\\w$-])`)).length - 1;
  const held = (text: string) => new Set([...text.matchAll(HELD)].map(([, name = '']) => name));
  const old = held(before);
  const unread = [...held(after)].filter(
    (name) => old.has(name) && uses(after, name) === 1 && uses(before, name) > 1,
  );
  return unread.map((name) => ({ what: `nothing reads ${name} any more` }));
}

/** A request whose answer nothing looks at; clients of JavaScript fail by themselves, `fetch` does not. */
const DROPPED =
  /^[ \t]*(?:[A-Za-z_]\w{0,40}\.(get|post|put|patch|delete|request)\((?=[^\n]{0,20}(?:["'`]|[A-Z]|\w{0,12}url|$))|await fetch\()/gim;

function droppedAnswers(before: string, after: string): readonly Loss[] {
  const own = functionsIn(after);
  const count = (text: string) =>
    [...text.matchAll(DROPPED)].filter(([, method]) => method === undefined || !own.has(method)).length;
  const isChecked = /\baxios\b|\bgot\b|\bky\b/.test(after) && !/validateStatus/.test(after);
  return !isChecked && count(after) > count(before)
    ? [{ what: 'a request of the new code is sent, and nothing asks how it went' }]
    : [];
}

const ORDERS =
  /\bsorted\(|\.(?:sort|toSorted|sort_by|reverse|reversed)\(|\bsort_by\(|\bunique\b|\bnew Set\(|(?<![.\w])set\(/g;

/** What puts a list in order, or leaves out what is there twice. */
export function lostOrder(before: string, after: string, text: string): readonly Loss[] {
  const times = (text: string) => text.match(ORDERS)?.length ?? 0;
  // Rules stand in their order: nobody has to sort them by priority.
  if (/\bpriority\b/.test(text) && times(before) - times(after) === 1) return [];
  return times(after) < times(before)
    ? [{ what: 'something is put in order, or freed of doubles, less often than before' }]
    : [];
}
