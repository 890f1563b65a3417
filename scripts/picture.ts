/**
 * Writes the report that the documentation shows, as text in docs/scan.md and as the picture of the README, from a scan of
 * the example. With `--check` it only says whether both are up to date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Io } from '../src/cli/base/command.js';
import { run } from '../src/cli/run/run.js';
import { terminalPicture } from './helpers/terminal-picture.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const ARGUMENTS = ['scan', 'scripts/deploy.mjs'];
const BLOCK = /(<!-- output: scan scripts\/deploy\.mjs -->\n\n```\n)[\s\S]*?(```\n)/;

async function reportWith(env: Readonly<Record<string, string>>): Promise<string> {
  let text = '';
  const io: Io = {
    stdout: (piece) => {
      text += piece;
    },
    stderr: (piece) => process.stderr.write(piece),
    stdin: async () => new Uint8Array(),
    cwd: path.join(ROOT, 'examples/legacy-app'),
    env,
    isTerminal: { stdout: false, stderr: false },
    readingOnly: (work) => work(),
    interruption: () => new AbortController().signal,
    today: () => '2026-11-21',
  };
  await run(ARGUMENTS, io);
  return text;
}

const plain = await reportWith({});
const coloured = await reportWith({ FORCE_COLOR: '1' });
const page = readFileSync(path.join(ROOT, 'docs/scan.md'), 'utf8');
const command = `npx edge-sunset ${ARGUMENTS.join(' ')}`;
const outputs = new Map([
  [
    'docs/scan.md',
    page.replace(BLOCK, (_, begin: string, end: string) => `${begin}$ ${command}\n${plain}${end}`),
  ],
  ['docs/scan.svg', terminalPicture(command, coloured)],
]);
let stale = 0;
for (const [file, content] of outputs) {
  const place = path.join(ROOT, file);
  if (existsSync(place) && readFileSync(place, 'utf8') === content) continue;
  stale++;
  if (process.argv.includes('--check')) console.error(`${file} is out of date: npm run docs:picture`);
  else writeFileSync(place, content);
}
if (process.argv.includes('--check') && stale > 0) process.exitCode = 1;
