import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { builtinCatalogue } from '../../catalogue/index.js';
import { recordOf, rehearse, reportOf, reportText } from '../../edge/rehearse/index.js';
import { scan } from '../../index.js';
import { flagHelp, parseArguments, UsageError } from '../base/arguments.js';
import type { Command, Io } from '../base/command.js';
import { EXIT } from '../base/exit-code.js';
import { checkWritable, EDGE_FLAGS, edgeFrom, write } from './options.js';
import { mayHaveMissed, RUN_FLAGS, runOptions } from './run-options.js';

const FLAGS = {
  ...EDGE_FLAGS,
  'keep-going': {
    kind: 'switch',
    summary: 'answer retired calls as before and report them, so that the calls behind them are seen too',
  },
  record: {
    kind: 'value',
    value: 'FILE',
    summary: 'write the full report with all requests and answers to this file (JSON)',
  },
  format: {
    kind: 'value',
    value: 'NAME',
    short: 'f',
    choices: ['text', 'json'],
    summary: 'format of the report: text (default) or json',
  },
  scan: {
    kind: 'value',
    value: 'DIR',
    summary: 'compare with the findings in this folder (default: the current one)',
  },
  'no-scan': { kind: 'switch', summary: 'do not compare with findings' },
  ...RUN_FLAGS,
} as const;

export const rehearseCommand: Command = {
  name: 'rehearse',
  summary: 'run a program against the emulated API and report failing calls',
  flags: FLAGS,
  help: `Run an unchanged program against an emulated API, on any day, and report which of its calls fail.
On Linux, if the system allows it, the only network of the program is the emulated API. Elsewhere proxies and hooks
redirect it, and the report says so. Credentials in its environment and in .env files are replaced.

Usage: edge-sunset rehearse [options] -- <command>

  edge-sunset rehearse -- node deploy.js
  edge-sunset rehearse --now 2024-06-01 -- npm run deploy

The output of the program goes to stderr, the report to stdout.
Exit codes: 0 no retired call, 1 a retired call was seen, 2 the program could not be started or made no call,
3 no retired call was seen, but calls may have been missed: the program was not isolated and not all of it was Node,
  or a request was too large to be read.

${flagHelp(FLAGS)}
`,
  run: runRehearse,
};

async function runRehearse(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals: command } = parseArguments(argv, FLAGS);
  if (command.length === 0)
    throw new UsageError("name the program after '--': edge-sunset rehearse -- node deploy.js");
  const [profile] = builtinCatalogue().profiles;
  if (profile === undefined) throw new Error('the catalogue has no profile');
  if (values.record !== undefined) checkWritable('--record', values.record, io.cwd);
  const rehearsal = await rehearse({
    edge: await edgeFrom(values, io, { keepGoing: values['keep-going'] }),
    command,
    cwd: io.cwd,
    env: io.env,
    profile,
    ...runOptions(values, io),
  });
  const root = resolve(io.cwd, values.scan ?? '.');
  const places = values['no-scan']
    ? null
    : (await scan({ paths: ['.'], cwd: root, now: rehearsal.now })).findings
        .filter(({ severity }) => severity !== 'hint')
        .map(({ entry, path, line }) => ({ entry, file: resolve(root, path), line }));
  const report = reportOf(rehearsal, places, realpathSync(io.cwd));
  if (values.record !== undefined) {
    write('--record', values.record, io.cwd, { ...report, ...recordOf(rehearsal) });
  }
  io.stdout(values.format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : reportText(report));
  const isSilent = rehearsal.calls.length === 0 && rehearsal.unread === 0;
  if (rehearsal.problem !== null || isSilent) return EXIT.usage;
  if (report.summary.dead > 0) return EXIT.findings;
  return mayHaveMissed(report.isolation) || report.unread > 0 ? EXIT.incomplete : EXIT.clean;
}
