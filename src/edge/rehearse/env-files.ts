/** Files of variables that programs read by themselves: `.env`, `.env.local`, `.dev.vars`. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { entriesBelow, entriesIn } from './entries.js';
import { isSecret, replacement } from './secrets.js';

export interface EnvFile {
  readonly path: string;
  /** The same with throw-away credentials. */
  readonly masked: string;
  readonly secrets: ReadonlyMap<string, string>;
}

const NAME = /^(?:\.env(?:\..+)?|\.dev\.vars(?:\..+)?|.+\.env)$/;
const SAMPLE = /\.(?:example|sample|template|dist|defaults)$/;
const SKIPPED = new Set(['node_modules', '.git']);
const MOST_ENTRIES = 50_000;
const LARGEST = 1024 * 1024;

/** Those below a folder, and those beside the folders above it up to the repository root. */
export function envFiles(folder: string): readonly EnvFile[] {
  const paths: string[] = [];
  for (const { path, entry } of entriesBelow(folder, MOST_ENTRIES, SKIPPED))
    if (isEnvFile(entry.name)) paths.push(path);
  for (let at = folder; !isRepository(at) && dirname(at) !== at; ) {
    at = dirname(at);
    for (const entry of entriesIn(at)) if (isEnvFile(entry.name)) paths.push(join(at, entry.name));
  }
  return paths.flatMap((path) => readEnvFile(path) ?? []);
}

function isEnvFile(name: string): boolean {
  return NAME.test(name) && !SAMPLE.test(name);
}

function isRepository(folder: string): boolean {
  return lstatSync(join(folder, '.git'), { throwIfNoEntry: false }) !== undefined;
}

const LINE = /^(\s*(?:export\s+)?)([\w.-]+)(\s*[=:]\s*)(.*)$/;

function readEnvFile(path: string): EnvFile | null {
  const text = regularText(path);
  if (text === null) return null;
  const secrets = new Map<string, string>();
  const lines = text.split('\n');
  const masked: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [line = '', lead = '', name = '', sign = '', rest = ''] = LINE.exec(lines[at] ?? '') ?? [lines[at]];
    const quote = /^["'`]/.exec(rest)?.[0] ?? '';
    let written = quote === '' ? rest.replace(/(?<!\s)\s+#.*$/s, '').trimEnd() : rest.slice(1);
    // A value in quotes goes on over lines, such as a private key.
    if (quote !== '') {
      let last = at;
      while (!written.includes(quote) && last + 1 < lines.length) written += `\n${lines[++last] ?? ''}`;
      if (written.includes(quote)) at = last;
      written = written.split(quote)[0] ?? '';
    }
    if (name === '' || !isSecret(name, written)) {
      masked.push(quote === '' || name === '' ? line : `${lead}${name}${sign}${quote}${written}${quote}`);
      continue;
    }
    secrets.set(name, written);
    masked.push(`${lead}${name}${sign}${quote}${replacement(written)}${quote}`);
  }
  return { path, masked: masked.join('\n'), secrets };
}

/** Neither a link nor a pipe is waited for or followed. */
function regularText(path: string): string | null {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const status = fstatSync(descriptor);
    return status.isFile() && status.size <= LARGEST ? readFileSync(descriptor, 'utf8') : null;
  } catch {
    return null;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
