/** Runs commands of the command line on texts in memory: the page asks, and gets what they print. */
import './assets.mjs';
import { setFiles } from './node/fs.mjs';

const ROOT = '/work';
const COMMANDS = {
  scan: async () => (await import('../../../src/cli/scan/scan.js')).scanCommand,
  migrate: async () => (await import('../../../src/cli/migrate/migrate.js')).migrateCommand,
  brief: async () => (await import('../../../src/cli/verify/brief.js')).briefCommand,
  convert: async () => (await import('../../../src/cli/rulesets/convert.js')).convertCommand,
  expr: async () => (await import('../../../src/cli/rulesets/expr.js')).expr,
};

addEventListener('message', async ({ data: { id, files = {}, runs } }) => {
  try {
    setFiles(Object.entries(files).map(([path, text]) => [`${ROOT}/${path}`, text]));
    const answers = [];
    for (const { argv, stdin } of runs) answers.push(await answerTo(argv, stdin));
    postMessage({ id, answers });
  } catch (error) {
    postMessage({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});

async function answerTo([name, ...rest], stdin = '') {
  const said = { stdout: '', stderr: '' };
  const command = await COMMANDS[name]();
  const io = {
    stdout: (text) => {
      said.stdout += text;
    },
    stderr: (text) => {
      said.stderr += text;
    },
    stdin: async () => new TextEncoder().encode(stdin),
    cwd: ROOT,
    env: { NO_COLOR: '1' },
    // What only the owner of a text sees is shown as it is, as on a terminal.
    isTerminal: { stdout: true, stderr: false },
    today: () => new Date().toISOString().slice(0, 10),
    interruption: () => new AbortController().signal,
    readingOnly: (work) => work(),
  };
  try {
    return { code: await command.run(rest, io), ...said };
  } catch (error) {
    if (error?.name !== 'UsageError') throw error;
    return { code: 2, ...said, stderr: `${said.stderr}${error.message}\n` };
  }
}
