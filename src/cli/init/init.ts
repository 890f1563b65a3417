import { existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exchange, realDisk } from '../../migrate/index.js';
import { findConfig } from '../../scan/config/index.js';
import { flagHelp, parseArguments, UsageError } from '../base/arguments.js';
import type { Command, Io } from '../base/command.js';
import { EXIT } from '../base/exit-code.js';
import { linkFault } from '../base/output.js';
import { inWords } from '../migrate/state.js';
import { agentFiles } from './agents.js';
import { CONFIG_NAME, configText, eslintText, githubText, gitlabText } from './files.js';

const FLAGS = {
  agents: {
    kind: 'switch',
    summary: 'files for coding agents: a skill, a section of AGENTS.md, and entries in MCP configurations',
  },
  yes: { kind: 'switch', short: 'y', summary: 'write the files without asking' },
} as const;

export const initCommand: Command = {
  name: 'init',
  summary: 'propose and write a configuration and a CI job',
  flags: FLAGS,
  help: `Set up edge-sunset in this folder: a configuration, a job for the detected CI systems, and the lines to add to an
ESLint configuration. The files are shown before they are written. Existing files are never changed, except by --agents,
which adds to them and leaves everything else in them as it is.

Usage: edge-sunset init [options]

${flagHelp(FLAGS)}
`,
  run: init,
};

/** A file that is proposed. */
interface Proposal {
  readonly path: string;
  readonly text: string;
  /** What is shown of it, if not all. */
  readonly added?: string;
  /** What is there; by default nothing. */
  readonly before?: string | null;
}

async function init(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, FLAGS);
  if (positionals.length > 0) throw new UsageError('init works in the current folder and takes no path.');
  const answers = values.yes || values.agents ? DEFAULTS : await asked(io);
  const proposals = values.agents ? agentFiles(io.cwd) : proposalsFor(answers, io.cwd);
  for (const { path, text, added = text, before = null } of proposals)
    io.stdout(`${path}${before === null ? '' : ' (added to what is there)'}\n${indented(added)}\n`);
  if (!values.agents) for (const advice of adviceFor(io.cwd)) io.stdout(`${advice}\n`);
  if (proposals.length === 0) {
    io.stderr('edge-sunset init: all files exist already; nothing was written.\n');
    return EXIT.clean;
  }
  if (!values.yes && !(await agreed(io))) {
    io.stderr(`edge-sunset init: nothing was written${io.ask === undefined ? '; --yes writes it' : ''}.\n`);
    return EXIT.clean;
  }
  write(proposals, io);
  io.stderr(
    `edge-sunset init: wrote ${proposals.map(({ path }) => path).join(', ')}. Next: npx edge-sunset scan\n`,
  );
  return EXIT.clean;
}

interface Answers {
  /** Also what will end later. */
  readonly announced: boolean;
  readonly baseline: boolean;
}

const DEFAULTS: Answers = { announced: true, baseline: false };

async function asked(io: Io): Promise<Answers> {
  if (io.ask === undefined) return DEFAULTS;
  const only = await yes(io, 'Fail only for APIs that are retired today, not for later ones? [y/N] ');
  const baseline = await yes(io, 'Create a baseline, so that only new findings are reported? [y/N] ');
  return { announced: !only, baseline };
}

async function agreed(io: Io): Promise<boolean> {
  return io.ask !== undefined && (await yes(io, 'Write these files? [y/N] '));
}

async function yes(io: Io, question: string): Promise<boolean> {
  return /^y(?:es)?$/i.test(((await io.ask?.(question)) ?? '').trim());
}

function proposalsFor({ announced, baseline }: Answers, cwd: string): readonly Proposal[] {
  const proposals: Proposal[] = [];
  const config = findConfig(cwd);
  if (!config.ok) throw new UsageError(`the configuration cannot be used:\n${config.problems.join('\n')}`);
  if (config.file === null) {
    const isNodeProject = existsSync(join(cwd, 'package.json'));
    proposals.push({ path: CONFIG_NAME, text: configText({ announced, baseline, isNodeProject }) });
  }
  if (existsSync(join(cwd, '.github'))) {
    proposals.push({ path: '.github/workflows/edge-sunset.yml', text: githubText() });
  }
  if (existsSync(join(cwd, '.gitlab-ci.yml'))) {
    proposals.push({ path: '.gitlab/edge-sunset.yml', text: gitlabText() });
  }
  return proposals.filter(({ path }) => !existsSync(join(cwd, path)));
}

/** What belongs into files that exist, which only their owner changes. */
function adviceFor(cwd: string): readonly string[] {
  const eslint = readdirSync(cwd).find((name) => /^eslint\.config\.[cm]?[jt]s$/.test(name));
  const advice: string[] = [];
  if (eslint !== undefined) advice.push(`Add to ${eslint}:\n${indented(eslintText())}`);
  if (existsSync(join(cwd, '.gitlab-ci.yml'))) {
    advice.push(`Add to .gitlab-ci.yml:\n${indented('include:\n  - local: .gitlab/edge-sunset.yml\n')}`);
  }
  return advice;
}

/** All of them, or none. */
function write(proposals: readonly Proposal[], { cwd }: Io): void {
  for (const { path } of proposals) {
    const fault = linkFault(join(cwd, path), cwd);
    if (fault !== null) throw new UsageError(`${path} is not written: ${fault}.`);
  }
  inWords(() => {
    for (const { path } of proposals) mkdirSync(dirname(join(cwd, path)), { recursive: true });
    const changes = proposals.map(({ path, before = null, text }) => ({
      path,
      before: before === null ? null : Buffer.from(before),
      after: Buffer.from(text),
    }));
    exchange({ disk: realDisk, tree: realpathSync.native(cwd), id: `init-${process.pid}` }, changes);
  });
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '    ');
}
