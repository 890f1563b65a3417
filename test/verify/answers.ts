/**
 * Programs with right and wrong migrations of them. A file of `answers/` has the tree before, right trees after, and
 * wrong ones:
 *
 *     run: <command, with ZONE_ID, ACCOUNT_ID and CLOUDFLARE_API_TOKEN in the environment; several lines are several runs>
 *     decide: <name=value>
 *     === before
 *     --- <file>
 *     === right
 *     --- <a new file>
 *     ~~~ <file>
 *     <text of the file before>
 *     => <what stands there instead; nothing for a deletion>
 *     === wrong: <what is wrong>
 *     <text of the first right answer; of the last one before it after `=== wrong (last): `>
 *     => <what stands there instead>
 *
 * `~~~` starts a change of a file; it may be left out where the text stands in one file only. `*** <file>` deletes one.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Io } from '../../src/cli/base/command.js';
import { type Change, verifyPlanned } from '../../src/cli/verify/change.js';
import { plannedUnits } from '../../src/cli/verify/planned-units.js';
import { type KeptRuns, type Verification, verificationText } from '../../src/verify/index.js';

type Files = ReadonlyMap<string, string>;

export interface Answer {
  readonly title: string;
  readonly isRight: boolean;
  readonly files: Files;
}

export interface AnswerCase {
  readonly name: string;
  readonly runs: readonly string[];
  readonly decisions: readonly string[];
  readonly before: Files;
  readonly answers: readonly Answer[];
}

export function answerCases(folder: URL = new URL('./answers/', import.meta.url)): readonly AnswerCase[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.answers'));
  return names
    .sort()
    .map((name) => parsed(name.slice(0, -'.answers'.length), readFileSync(new URL(name, folder), 'utf8')));
}

function parsed(name: string, text: string): AnswerCase {
  const [head = '', ...sections] = text.split(/^=== /m);
  const linesOf = (key: string) =>
    head.split('\n').flatMap((line) => (line.startsWith(`${key}: `) ? [line.slice(key.length + 2)] : []));
  let before: Files = new Map();
  let right: Files = new Map();
  let last: Files = new Map();
  const answers: Answer[] = [];
  for (const section of sections) {
    const end = section.indexOf('\n');
    const title = section.slice(0, end).trim();
    const body = section.slice(end + 1);
    const isRight = title.startsWith('right');
    if (title === 'before') {
      before = changed(name, new Map(), body);
      continue;
    }
    const from = title.startsWith('wrong (last)') ? last : right;
    const files = changed(`${name}: ${title}`, isRight ? before : from, body);
    if (isRight) last = files;
    if (isRight && right.size === 0) right = files;
    answers.push({ title: title.replace(/^wrong(?: \(last\))?: /, ''), isRight, files });
  }
  return { name, runs: linesOf('run'), decisions: linesOf('decide'), before, answers };
}

function changed(name: string, from: Files, body: string): Files {
  const files = new Map(from);
  for (const part of (/^(?:---|~~~|\*\*\*) /.test(body) ? body : `~~~ \n${body}`).split(
    /^(?=(?:---|~~~|\*\*\*) )/m,
  )) {
    const end = part.indexOf('\n');
    const file = part.slice(4, end).trim();
    const rest = part.slice(end + 1);
    if (part.startsWith('***')) files.delete(file);
    else if (part.startsWith('---')) files.set(file, rest);
    else replaceIn(files, file, rest, name);
  }
  return files;
}

function replaceIn(files: Map<string, string>, named: string, change: string, name: string): void {
  const [, from = '', to = ''] = /^([\s\S]*?)\n=>(?: |$)?([\s\S]*?)\n?$/.exec(change) ?? [];
  const paths = named === '' ? [...files.keys()] : [named];
  const holding = paths.filter((path) => files.get(path)?.includes(from) === true);
  const [path = ''] = holding;
  const text = files.get(path) ?? '';
  if (from === '' || holding.length !== 1 || text.split(from).length !== 2)
    throw new Error(`${name}: this text has to stand once in ${named || 'one file'}: ${from || change}`);
  files.set(
    path,
    text.replace(from, () => to),
  );
}

export type Outcome = 'accepted' | 'refuted' | 'not proven';

const NOW = '2026-11-21';

export interface Judged {
  readonly outcome: Outcome;
  readonly report: string;
}

/** Each answer of a case in its turn; the tree before is read once. `runs` are given to `--run`. */
export async function judgedAnswers(
  { before, answers, decisions }: AnswerCase,
  runs: readonly string[],
  judge: (answer: Answer, judged: Judged) => void,
  options: Pick<Change, 'everything'> = {},
): Promise<void> {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'edge-sunset-answers-')));
  try {
    const tree = (name: string, files: Files) => {
      for (const [path, text] of files) {
        const file = join(folder, name, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
      // Runs need the clients that programs import.
      if (runs.length > 0) lendModules(join(folder, name), files.get('package.json') ?? '');
      return join(folder, name);
    };
    const io = ioTo(folder);
    const root = tree('before', before);
    const planned = await plannedUnits(root, { now: NOW, sitesOnly: true }, io);
    const kept: KeptRuns = new Map();
    for (const [index, answer] of answers.entries()) {
      const change = {
        before: root,
        after: tree(`after-${index}`, answer.files),
        unit: null,
        commands: runs,
        runs: { most: 1, kept },
        decided: new Map(decisions.map((one): [string, string] => one.split('=') as [string, string])),
        allowed: new Set<string>(),
        now: NOW,
        ...options,
      };
      const { result, shown } = await verifyPlanned(change, planned, io);
      judge(answer, { outcome: outcomeOf(result), report: verificationText(result, shown) });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** Our own modules; the SDK in the version that the program asks for. */
function lendModules(folder: string, manifest: string): void {
  const to = join(folder, 'node_modules');
  if (existsSync(to)) return;
  const [, major] = /"cloudflare": "[\^~]?(\d+)/.exec(manifest) ?? [];
  if (major === undefined) {
    symlinkSync(MODULES, to);
    return;
  }
  mkdirSync(to);
  for (const name of readdirSync(MODULES)) symlinkSync(join(MODULES, name), join(to, name));
  symlinkSync(join(MODULES, `cloudflare-${major}`), join(to, 'cloudflare'));
}

function outcomeOf({ units }: Verification): Outcome {
  const verdicts = new Set(units.map(({ verdict }) => verdict));
  if (verdicts.has('refuted')) return 'refuted';
  return verdicts.has('not proven') || verdicts.size === 0 ? 'not proven' : 'accepted';
}

export function ioTo(cwd: string): Io {
  return {
    stdout: () => {},
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
    today: () => NOW,
    interruption: () => new AbortController().signal,
    readingOnly: (work) => work(),
  };
}
