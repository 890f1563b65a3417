/**
 * The jscodeshift transform of every codemod. It makes no edits: it asks edge-sunset once for the plan of the
 * package of the first file it is given, and returns the planned text of each file.
 *
 * The program runs as a process of its own, for jscodeshift's Babel hook breaks the modules it is made of.
 * jscodeshift works with several processes that write while others still read, and a plan made half-way would be
 * another one: so all of them share the plan of whoever comes first.
 */
import childProcess = require('node:child_process');
import crypto = require('node:crypto');
import fs = require('node:fs');
import os = require('node:os');
import path = require('node:path');

interface FileInfo {
  readonly path: string;
  readonly source: string;
}

interface Api {
  readonly report?: (message: string) => void;
}

interface Options {
  readonly dry?: boolean;
  readonly level?: string;
}

interface Plan {
  readonly files: readonly {
    readonly path: string;
    readonly created: boolean;
    /** SHA-256 of the text before, without byte order mark. */
    readonly before: string | null;
    readonly text: string;
  }[];
  readonly sites: readonly { readonly path: string; readonly line: number; readonly outcome: string }[];
}

interface Work {
  readonly codemod: string;
  readonly entries: readonly string[];
  readonly program: string;
}

const WAIT_MILLISECONDS = 25;
const PATIENCE_MILLISECONDS = 300_000;
/** Processes of one run start within moments; a plan that is older was made for another run. */
const FRESH_MILLISECONDS = 60_000;

const plans = new Map<string, Plan>();

function transformOf(codemod: string, entries: readonly string[]) {
  const program = path.join(__dirname, '..', 'cli', 'main.js');
  const work: Work = { codemod, entries, program };
  return function transform(file: FileInfo, api: Api, options: Options): string {
    const absolute = fs.realpathSync(file.path);
    const root = packageOf(path.dirname(absolute));
    const plan = planOf(root, work, options);
    const name = path.relative(root, absolute).split(path.sep).join('/');
    const planned = plan.files.find((candidate) => candidate.path === name);
    const open = plan.sites.filter((site) => site.path === name && site.outcome !== 'migrated');
    if (open.length > 0)
      api.report?.(`edge-sunset: to be done by hand: ${open.map(({ line }) => `line ${line}`).join(', ')}`);
    if (planned === undefined) return file.source;
    const mark = file.source.startsWith('\ufeff') ? '\ufeff' : '';
    const text = file.source.slice(mark.length);
    if (text === planned.text) return file.source;
    if (planned.before !== sha256(text))
      throw new Error(`${name} was changed since the plan was made; run again`);
    if (options.dry !== true) for (const other of plan.files) if (other.created) bringIn(root, other);
    return mark + planned.text;
  };
}

/** The nearest folder above with a `package.json`, else the folder of the repository, else the file's own. */
function packageOf(folder: string): string {
  for (const sign of ['package.json', '.git']) {
    for (let at = folder; ; at = path.dirname(at)) {
      if (fs.existsSync(path.join(at, sign))) return at;
      if (path.dirname(at) === at) break;
    }
  }
  return folder;
}

function planOf(root: string, work: Work, options: Options): Plan {
  const level = options.level ?? 'review';
  const key = sha256(JSON.stringify([root, work.codemod, level]));
  const known = plans.get(key);
  if (known !== undefined) return known;
  // A process of its own for each worker is how jscodeshift works, unless it was told not to.
  const shared = process.send === undefined ? null : sharedFolder();
  const make = () => ask(root, work, level);
  const plan =
    shared === null ? make() : together(path.join(shared, `${process.ppid}-${key.slice(0, 16)}`), make);
  plans.set(key, plan);
  return plan;
}

/** Whoever makes the lock makes the plan; the others wait for it. */
function together(name: string, make: () => Plan): Plan {
  const [lock, result] = [`${name}.lock`, `${name}.json`];
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  while (Date.now() < deadline) {
    const made = freshPlan(result);
    if (made !== null) return made;
    if (takeLock(lock)) {
      try {
        const again = freshPlan(result);
        if (again !== null) return again;
        const plan = make();
        fs.writeFileSync(`${result}.new`, JSON.stringify(plan), { mode: 0o600 });
        fs.renameSync(`${result}.new`, result);
        return plan;
      } finally {
        fs.rmSync(lock, { force: true });
      }
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MILLISECONDS);
  }
  throw new Error('edge-sunset: no other worker has made the plan in five minutes');
}

function freshPlan(file: string): Plan | null {
  try {
    const started = Date.now() - process.uptime() * 1000;
    if (fs.statSync(file).mtimeMs < started - FRESH_MILLISECONDS) return null;
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** A lock whose process is gone is taken over. */
function takeLock(lock: string): boolean {
  try {
    fs.writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch {
    const holder = Number(readOr(lock, ''));
    if (holder > 0 && !isAlive(holder)) fs.rmSync(lock, { force: true });
    return false;
  }
}

function readOr(file: string, otherwise: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A folder that nobody else can write to; without one, every process asks for itself. */
function sharedFolder(): string | null {
  const user = process.getuid?.() ?? os.userInfo().username;
  const folder = path.join(os.tmpdir(), `edge-sunset-${user}`);
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch {
    // It is there already, or it cannot be made: its owner tells.
  }
  const status = fs.lstatSync(folder, { throwIfNoEntry: false });
  if (status?.isDirectory() !== true) return null;
  const isOurs =
    process.getuid === undefined || (status.uid === process.getuid() && (status.mode & 0o022) === 0);
  return isOurs ? folder : null;
}

function ask(root: string, { entries, program }: Work, level: string): Plan {
  const only = entries.flatMap((entry) => ['--only', entry]);
  const { NODE_OPTIONS: _hooks, BABEL_ENV: _babel, ...env } = process.env;
  const { status, stdout, stderr, error } = childProcess.spawnSync(
    process.execPath,
    [program, 'migrate', '.', '--format', 'json', '--level', level, '--allow-incomplete', ...only],
    { cwd: root, env, encoding: 'utf8', maxBuffer: 1024 * 1024 * 1024, windowsHide: true },
  );
  // 4 tells of changes that a gate refused; they are not part of the plan.
  if (status !== 0 && status !== 1 && status !== 4)
    throw new Error(`edge-sunset migrate ended with ${status}: ${error?.message ?? stderr.trim()}`);
  return JSON.parse(stdout);
}

/** Two processes may come at the same time: one makes the file, the other finds the same bytes. */
function bringIn(root: string, { path: name, text }: Plan['files'][number]): void {
  const file = path.join(root, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  try {
    fs.writeFileSync(file, text, { flag: 'wx' });
  } catch (error) {
    // Another worker may have made the file and not yet written all of it.
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (let tries = 0; readOr(file, '') !== text; tries++) {
      if (tries === 100) throw error;
      Atomics.wait(pause, 0, 0, 20);
    }
  }
}

function sha256(text: string): string {
  return crypto.createHash('sha256').update(text).digest('hex');
}

export = { transformOf };
