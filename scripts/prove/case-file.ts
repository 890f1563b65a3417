/**
 * Reads and writes `codemods/<id>/cases/<name>.case`: a title, what is expected, and files.
 *
 *     === a rule is created with fetch
 *     level: review
 *     differences: priority-is-place
 *     run: node main.mjs
 *     scenarios: fresh, full
 *     === change main.mjs
 *      const zone = process.env.ZONE;
 *     -await send('POST', `/zones/${zone}/firewall/rules`, rules);
 *     +await addRules(zone, rules);
 *     === before package.json
 *     { "type": "module" }
 *     === after customRules.mjs
 *     export async function addRules(zone, rules) {
 *
 * `before` is a file that stays as it is (or was not accepted yet), `after` one that the migration writes, `change` both in
 * one, and `beside` one that `migrate` does not see: it lies beside both programs when they run. Behind a path may stand
 * `(crlf)`, `(no newline at end)`, `(base64)`, and `(quoted)` if a line begins like a section: then each has a space before it.
 * A value of the head goes on in lines that begin with two spaces.
 */
import type { Allowed, Files, Meta, OwnScenario, Run } from './cases.js';
import { diffLines } from './line-diff.js';

export interface CaseFile {
  readonly meta: Meta;
  readonly input: Files;
  readonly expected: Files;
  readonly beside: Files;
}

const KINDS = ['before', 'after', 'change', 'beside'] as const;
type Kind = (typeof KINDS)[number];
const FLAGS = ['crlf', 'no newline at end', 'quoted', 'base64'] as const;
type Flag = (typeof FLAGS)[number];
const SECTION = /^=== /;
const WIDTH = 110;

export function parseCaseFile(text: string, where: string): CaseFile {
  const fail = (message: string): never => {
    throw new Error(`${where}: ${message}`);
  };
  const sections: { readonly head: string; readonly lines: string[] }[] = [];
  for (const line of text.replace(/\n$/, '').split('\n')) {
    if (SECTION.test(line)) sections.push({ head: line.slice(4), lines: [] });
    else (sections.at(-1) ?? fail('it has to begin with "=== <title>"')).lines.push(line);
  }
  const [first, ...rest] = sections;
  const files: Record<Kind, Map<string, Buffer>> = {
    before: new Map(),
    after: new Map(),
    change: new Map(),
    beside: new Map(),
  };
  for (const { head, lines } of rest) {
    const { kind, path, flags } = sectionHead(head, fail);
    if (kind === 'change') {
      files.before.set(path, contentOf(linesOf(lines, '-', fail), flags));
      files.after.set(path, contentOf(linesOf(lines, '+', fail), flags));
    } else files[kind].set(path, contentOf(lines, flags));
  }
  const meta = parseHead(first?.head ?? '', first?.lines ?? [], fail);
  return { meta, input: sorted(files.before), expected: sorted(files.after), beside: sorted(files.beside) };
}

export function printCaseFile({ meta, input, expected, beside }: CaseFile): string {
  const paths = [...new Set([...input.keys(), ...expected.keys()])].sort();
  const sections = paths.flatMap((path) => {
    const [before, after] = [input.get(path), expected.get(path)];
    if (before === undefined || after === undefined) {
      const content = before ?? after;
      return content === undefined ? [] : [section(before === undefined ? 'after' : 'before', path, content)];
    }
    const flags = flagsOf(before);
    return flags.includes('base64') || flags.join() !== flagsOf(after).join()
      ? [section('before', path, before), section('after', path, after)]
      : [changeSection(path, before, after, flags)];
  });
  for (const [path, content] of beside) sections.push(section('beside', path, content));
  return `${[`=== ${meta.title}`, ...headLines(meta), ...sections].join('\n')}\n`;
}

function sorted(files: Files): Files {
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function sectionHead(head: string, fail: (message: string) => never) {
  const [, word = '', rest = ''] = /^(\w+) (.+)$/.exec(head) ?? [];
  const kind =
    KINDS.find((one) => one === word) ?? fail(`a section is one of ${KINDS.join(', ')}, not "${head}"`);
  const [, path = rest, named = ''] = /^(.*?) \(([a-z0-9, ]+)\)$/.exec(rest) ?? [];
  const flags = named.split(', ').flatMap((name): Flag[] => {
    const flag = FLAGS.find((one) => one === name);
    return flag === undefined ? (name === '' ? [] : fail(`what is "(${named})" of ${path}?`)) : [flag];
  });
  return { kind, path, flags };
}

/** The lines of a change that one of its texts has: those of both, and those with its mark. A blank line is one of both. */
function linesOf(lines: readonly string[], mark: '-' | '+', fail: (message: string) => never): string[] {
  return lines.flatMap((line) => {
    if (line !== '' && !' -+'.includes(line.charAt(0)))
      fail(`a line of a change begins with a space, "-" or "+": ${line}`);
    return line === '' || line.startsWith(' ') || line.startsWith(mark) ? [line.slice(1)] : [];
  });
}

function contentOf(lines: readonly string[], flags: readonly Flag[]): Buffer {
  if (flags.includes('base64')) return Buffer.from(lines.join(''), 'base64');
  const own = flags.includes('quoted') ? lines.map((line) => line.slice(1)) : lines;
  const end = flags.includes('crlf') ? '\r\n' : '\n';
  return Buffer.from(own.join(end) + (own.length === 0 || flags.includes('no newline at end') ? '' : end));
}

/** How the text of a file is written, but for `quoted`. */
function flagsOf(content: Buffer): readonly Flag[] {
  const text = content.toString('utf8');
  const count = (part: string) => text.split(part).length - 1;
  const isCrlf = count('\r\n') > 0 && count('\r\n') === count('\n');
  if (!Buffer.from(text).equals(content) || count('\r') !== (isCrlf ? count('\r\n') : 0)) return ['base64'];
  const isOpen = text !== '' && !text.endsWith('\n');
  return [...(isCrlf ? (['crlf'] as const) : []), ...(isOpen ? (['no newline at end'] as const) : [])];
}

function textLines(content: Buffer): string[] {
  const text = content.toString('utf8').replaceAll('\r\n', '\n');
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function section(kind: Kind, path: string, content: Buffer): string {
  const flags = flagsOf(content);
  if (flags.includes('base64'))
    return titled(kind, path, flags, content.toString('base64').match(/.{1,100}/g) ?? []);
  const lines = textLines(content);
  return lines.some((line) => SECTION.test(line))
    ? titled(
        kind,
        path,
        [...flags, 'quoted'],
        lines.map((line) => ` ${line}`),
      )
    : titled(kind, path, flags, lines);
}

function changeSection(path: string, before: Buffer, after: Buffer, flags: readonly Flag[]): string {
  const lines = diffLines(textLines(before), textLines(after));
  return titled(
    'change',
    path,
    flags,
    lines.map(({ mark, line }) => (mark === ' ' && line === '' ? '' : mark + line)),
  );
}

function titled(kind: Kind, path: string, flags: readonly Flag[], lines: readonly string[]): string {
  const named = flags.length === 0 ? '' : ` (${flags.join(', ')})`;
  return [`=== ${kind} ${path}${named}`, ...lines].join('\n');
}

/** In the order in which they are written. */
function headLines({ level, schedule, left, differences, notRun, run }: Meta): string[] {
  return [
    `level: ${level}`,
    ...pairs('schedule', schedule),
    ...(left ?? []).map(({ entry, reason }) => folded(`left: ${entry}: ${reason}`)),
    ...pairs('differences', differences?.join(', ')),
    ...pairs('not run', notRun),
    ...(run === undefined ? [] : runLines(run)),
  ];
}

function runLines({ command, scenarios, noop, only, exempt, env, majors, otherMajors }: Run): string[] {
  const named = scenarios.filter((one) => typeof one === 'string');
  const own = scenarios.filter((one) => typeof one !== 'string');
  const words = command.map((word) => (/[\s']/.test(word) || word === '' ? `'${word}'` : word));
  return [
    `run: ${words.join(' ')}`,
    ...pairs('scenarios', named.length === 0 ? undefined : named.join(', ')),
    ...own.map((scenario) => `scenario: ${json(scenario)}`),
    ...Object.entries(env ?? {}).map(([name, value]) => `env: ${name}=${value}`),
    ...pairs('noop', noop),
    ...pairs('only', only),
    ...(exempt ?? []).map((one) => `exempt: ${json(one)}`),
    ...pairs('majors', majors?.join(', ')),
    ...pairs('other majors', otherMajors),
  ];
}

function pairs(key: string, value: string | undefined): string[] {
  return value === undefined ? [] : [folded(`${key}: ${value}`)];
}

/** Broken at spaces: where lines are joined again, a space comes between them. */
function folded(text: string): string {
  if (text.length <= WIDTH || /\s{2}/.test(text)) return text;
  const at = text.lastIndexOf(' ', WIDTH);
  return at <= 0 ? text : `${text.slice(0, at)}\n  ${folded(text.slice(at + 1))}`;
}

/** On one line if it is short, else one line for each of its parts. */
function json(value: unknown, depth = 1): string {
  const whole = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
  if (typeof value !== 'object' || value === null || whole.length <= WIDTH - 15 - 2 * depth) return whole;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((item) => json(item, depth + 1))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${json(item, depth + 1)}`);
  const indent = '  '.repeat(depth);
  return `${open}\n${parts.map((part) => `${indent}  ${part}`).join(',\n')}\n${indent}${close}`;
}

function parseHead(title: string, lines: readonly string[], fail: (message: string) => never): Meta {
  const values = new Map<string, string[]>();
  let last: string[] = [];
  for (const line of lines) {
    if (line.startsWith('  ')) last.push(`${last.pop() ?? ''} ${line.trim()}`);
    else {
      const [, key = '', value = ''] =
        /^([a-z]+(?: [a-z]+)?): (.*)$/.exec(line) ?? fail(`what is "${line}"?`);
      if (!KEYS.has(key)) fail(`there is no key "${key}"; it is one of ${[...KEYS].join(', ')}`);
      last = values.get(key) ?? [];
      values.set(key, last);
      last.push(value);
    }
  }
  const one = (key: string) => {
    const [value, ...more] = values.get(key) ?? [];
    return more.length > 0 ? fail(`${key} stands there ${more.length + 1} times`) : value;
  };
  const level = one('level');
  if (level !== 'safe' && level !== 'review') return fail('level is safe or review');
  const [schedule, notRun, differences, command] = ['schedule', 'not run', 'differences', 'run'].map(one);
  const left = values.get('left')?.map((text) => {
    const [, entry = '', reason = ''] = /^([\w-]+): (.+)$/.exec(text) ?? fail('left is "<entry>: <reason>"');
    return { entry, reason };
  });
  return {
    title,
    level,
    ...(left === undefined ? {} : { left }),
    ...(differences === undefined ? {} : { differences: listOf(differences) }),
    ...(schedule === undefined ? {} : { schedule }),
    ...(command === undefined ? {} : { run: parseRun(command, values, one) }),
    ...(notRun === undefined ? {} : { notRun }),
  };
}

const KEYS: ReadonlySet<string> = new Set([
  'level',
  'schedule',
  'left',
  'differences',
  'not run',
  'run',
  'scenarios',
  'scenario',
  'env',
  'noop',
  'only',
  'exempt',
  'majors',
  'other majors',
]);

function parseRun(
  command: string,
  values: ReadonlyMap<string, readonly string[]>,
  one: (key: string) => string | undefined,
): Run {
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const parsed = <T>(key: string) => values.get(key)?.map((text) => JSON.parse(text) as T);
  const [scenarios, noop, only, majors, otherMajors] = [
    'scenarios',
    'noop',
    'only',
    'majors',
    'other majors',
  ].map(one);
  const exempt = parsed<Allowed>('exempt');
  const env = values.get('env')?.map((text) => [text.split('=')[0], text.slice(text.indexOf('=') + 1)]);
  return {
    command: words,
    scenarios: [
      ...(scenarios === undefined ? [] : listOf(scenarios)),
      ...(parsed<OwnScenario>('scenario') ?? []),
    ],
    ...(noop === undefined ? {} : { noop }),
    ...(only === undefined ? {} : { only }),
    ...(exempt === undefined ? {} : { exempt }),
    ...(env === undefined ? {} : { env: Object.fromEntries(env) }),
    ...(majors === undefined ? {} : { majors: majors === '' ? [] : listOf(majors).map(Number) }),
    ...(otherMajors === undefined ? {} : { otherMajors }),
  };
}

function listOf(text: string): string[] {
  return text.split(', ');
}
