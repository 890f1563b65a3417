/**
 * Programs with right and wrong migrations of them. A file of `answers/` has the tree before, the right tree after and
 * changes of the right one that make it wrong:
 *
 *     run: <command, with ZONE_ID and CLOUDFLARE_API_TOKEN in the environment>
 *     === before
 *     --- <file>
 *     === right
 *     --- <file>
 *     === wrong: <what is wrong>
 *     ~~~ <file>
 *     <text of the right file>
 *     => <what stands there instead; nothing for a deletion>
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Io } from '../../src/cli/base/command.js';
import { verifyCommand } from '../../src/cli/verify/verify.js';

export interface Answer {
  readonly title: string;
  readonly isRight: boolean;
  readonly files: ReadonlyMap<string, string>;
}

export interface AnswerCase {
  readonly name: string;
  readonly run: string | null;
  readonly before: ReadonlyMap<string, string>;
  readonly answers: readonly Answer[];
}

const FOLDER = new URL('./answers/', import.meta.url);

export function answerCases(): readonly AnswerCase[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.answers'));
  return names
    .sort()
    .map((name) => parsed(name.slice(0, -'.answers'.length), readFileSync(new URL(name, FOLDER), 'utf8')));
}

function parsed(name: string, text: string): AnswerCase {
  const [head = '', ...sections] = text.split(/^=== /m);
  const run = /^run: (.*)$/m.exec(head)?.[1] ?? null;
  let before: ReadonlyMap<string, string> = new Map();
  let right: ReadonlyMap<string, string> = new Map();
  const answers: Answer[] = [];
  for (const section of sections) {
    const end = section.indexOf('\n');
    const title = section.slice(0, end).trim();
    const body = section.slice(end + 1);
    if (title === 'before') before = filesIn(body);
    else if (title.startsWith('right')) {
      const files = filesIn(body);
      if (right.size === 0) right = files;
      answers.push({ title, isRight: true, files });
    } else
      answers.push({
        title: title.replace(/^wrong: /, ''),
        isRight: false,
        files: changed(`${name}: ${title}`, right, body),
      });
  }
  return { name, run, before, answers };
}

function filesIn(body: string): ReadonlyMap<string, string> {
  const parts = body.split(/^--- /m).slice(1);
  return new Map(
    parts.map((part) => {
      const end = part.indexOf('\n');
      return [part.slice(0, end).trim(), part.slice(end + 1)];
    }),
  );
}

function changed(
  name: string,
  right: ReadonlyMap<string, string>,
  body: string,
): ReadonlyMap<string, string> {
  const files = new Map(right);
  for (const part of body.split(/^~~~ /m).slice(1)) {
    const end = part.indexOf('\n');
    const file = part.slice(0, end).trim();
    const [, from = '', to = ''] = /^([\s\S]*?)\n=>(?: |$)?([\s\S]*?)\n?$/.exec(part.slice(end + 1)) ?? [];
    const text = files.get(file);
    if (text === undefined || from === '' || text.split(from).length !== 2)
      throw new Error(`${name}: this text has to stand once in ${file}: ${from}`);
    files.set(
      file,
      text.replace(from, () => to),
    );
  }
  return files;
}

export type Outcome = 'accepted' | 'refuted' | 'not proven';

export async function outcomeOf(
  before: ReadonlyMap<string, string>,
  answer: Answer,
  run: string | null,
): Promise<{ readonly outcome: Outcome; readonly report: string }> {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'edge-sunset-answers-')));
  try {
    for (const [tree, files] of [
      ['before', before],
      ['after', answer.files],
    ] as const)
      for (const [path, text] of files) {
        const file = join(folder, tree, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    const out: string[] = [];
    const argv = [
      '--before',
      join(folder, 'before'),
      '--after',
      join(folder, 'after'),
      '--now',
      '2026-11-21',
    ];
    const code = await verifyCommand.run(run === null ? argv : [...argv, '--run', run], ioTo(out, folder));
    const outcome = code === 0 ? 'accepted' : code === 1 ? 'refuted' : 'not proven';
    return { outcome, report: out.join('') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function ioTo(out: string[], cwd: string): Io {
  const add = (text: string) => void out.push(text);
  return {
    stdout: add,
    stderr: () => {},
    stdin: async () => new Uint8Array(),
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ZONE_ID: '0123456789abcdef0123456789abcdef',
      ACCOUNT_ID: '0123456789abcdef0123456789abcdee',
      CLOUDFLARE_API_TOKEN: 'made-up',
    },
    isTerminal: { stdout: false, stderr: false },
    today: () => '2026-11-21',
    interruption: () => new AbortController().signal,
    readingOnly: (work) => work(),
  };
}
