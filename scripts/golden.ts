/**
 * The golden case: `npm run golden -- <clone of sefinek/Cloudflare-WAF-Expressions at 52cc4bf>`. The program is
 * migrated unattended and run in nine scenarios, before and after. Only what leaves the API alone is replaced in
 * both: its log, the file in which it keeps ids, its update by git, its list of addresses, its expression files.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';
import { run } from '../src/cli/run/run.js';
import { ENDED, holds, type Row, runScenario, tableOf } from './golden/run.js';
import { SCENARIOS } from './golden/scenarios.js';
import { MEASURED } from './prove/page.js';

/** By path in the clone. A log of an error is the only way in which the program tells that it failed. */
const REPLACED: Readonly<Record<string, string>> = {
  'data/scripts/log.js': 'module.exports = (_, level) => { if (level === 3) process.exitCode = 1; };\n',
  'data/services/ruleCache.js':
    'module.exports = { load: async () => ({ zones: {}, ipListId: null }), save: async () => {} };\n',
  'data/services/updates.js':
    'module.exports = { pull: async () => null, pullAndRestart: async () => {} };\n',
  'data/services/cloudflare/syncIPList.js': 'module.exports = async () => {};\n',
  'data/scripts/parseExpressions.js': [
    'module.exports = async () => {',
    '  const parts = Object.entries(JSON.parse(process.env.WANTED_PARTS));',
    '  const block = ({ name, action, expression }) => ({ name, action, expressions: expression, length: expression.length });',
    '  return Object.fromEntries(parts.map(([index, part]) => [index, block(part)]));',
    '};',
    '',
  ].join('\n'),
  'golden-run.js': "require('./data/services/cloudflare/updateWAFRules.js')();\n",
};
const PACKAGES = ['axios@1', 'axios-retry@4'];
const [BEGIN, END] = ['<!-- golden case -->', '<!-- end of the golden case -->'];

const [clone] = process.argv.slice(2);
if (clone === undefined || !existsSync(join(clone, 'data/services/cloudflare/updateWAFRules.js'))) {
  console.error('usage: npm run golden -- <clone of sefinek/Cloudflare-WAF-Expressions at 52cc4bf>');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'edge-sunset-golden-'));
try {
  const rows = await golden(resolve(clone));
  const table = tableOf(rows);
  console.log(table);
  writeMeasured(table);
  if (!rows.every(holds)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function golden(source: string): Promise<readonly Row[]> {
  const [before, after] = [join(folder, 'before'), join(folder, 'after')];
  for (const tree of [before, after])
    cpSync(source, tree, {
      recursive: true,
      filter: (path) => !['.git', 'node_modules'].includes(basename(path)),
    });
  await migrate(after);
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', ...PACKAGES], {
    cwd: folder,
    stdio: 'ignore',
    shell: process.platform === 'win32',
  });
  for (const tree of [before, after]) {
    symlinkSync(join(folder, 'node_modules'), join(tree, 'node_modules'), 'junction');
    for (const [path, text] of Object.entries(REPLACED)) writeFileSync(join(tree, path), text);
  }
  const env = { ...process.env, CF_API_TOKEN: 'x', NODE_ENV: 'test' };
  const rows: Row[] = [];
  for (const scenario of SCENARIOS)
    rows.push(await runScenario(scenario, { before, after, command: ['node', 'golden-run.js'], env }));
  return rows;
}

/** As a user would, without anybody looking. */
async function migrate(cwd: string): Promise<void> {
  let said = '';
  const argv = ['migrate', '--write', '--level', 'review', '--format', 'json', '--allow-dirty', '.'];
  const exitCode = await run(argv, {
    stdout: (text) => {
      said += text;
    },
    stderr: (text) => process.stderr.write(text),
    stdin: async () => new Uint8Array(),
    cwd,
    env: { EDGE_SUNSET_STATE: join(folder, 'state') },
    isTerminal: { stdout: false, stderr: false },
    today: () => ENDED,
    interruption: () => new AbortController().signal,
    readingOnly: (work) => work(),
  });
  const { sites } = JSON.parse(said) as { readonly sites: readonly Site[] };
  const done = sites.filter(({ outcome }) => outcome === 'migrated');
  console.log(`${sites.length} sites, ${done.length} migrated, exit code ${exitCode}`);
  const stored = sites.flatMap(({ differences }) => differences.filter(({ name }) => name === 'stored-ids'));
  for (const { what } of stored) console.log(`open point: ${what}`);
  console.log('');
}

interface Site {
  readonly outcome: string;
  readonly differences: readonly { readonly name: string; readonly what: string }[];
}

function writeMeasured(table: string): void {
  const text = readFileSync(MEASURED, 'utf8');
  const [start, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`${MEASURED} has no place for the golden case`);
  writeFileSync(MEASURED, `${text.slice(0, start + BEGIN.length)}\n\n${table}\n\n${text.slice(end)}`);
}
