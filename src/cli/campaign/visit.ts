/** Runs `pr` in a fresh clone of a repository. Whatever ends it in between, the next visit finds what is there. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { withoutCredentials } from '../../migrate/index.js';
import { HostError } from '../../migrate/pull-request/index.js';
import { visible, visibleLines } from '../../report/index.js';
import { isUsageError } from '../base/arguments.js';
import type { Io } from '../base/command.js';
import { EXIT } from '../base/exit-code.js';
import { runQuietly } from '../base/quiet-run.js';
import type { JsonPr } from '../pr/json.js';
import { prCommand } from '../pr/pr.js';
import type { Campaign } from './file.js';
import type { Visit } from './journal.js';
import { type Context, placeOf, tipsOf } from './look.js';
import type { Repository } from './repositories.js';

type Done = Omit<Visit, 'repository' | 'options'>;

const NOTHING: Done = { result: 'done', at: null, detail: null, manual: 0, exit: EXIT.clean, asked: [] };

/** The exit code of an interrupt, or null. */
export async function visit(
  repository: Repository,
  context: Context,
  folder: string,
  io: Io,
): Promise<number | null> {
  const { journal, options } = context;
  const asked = journal.visitOf(repository.name)?.asked ?? [];
  const done = await visited(repository, { ...context, asked }, folder, io);
  if (typeof done === 'number') return done;
  journal.write({ repository: repository.name, options, ...done });
  if (done.detail !== null) io.stderr(`edge-sunset campaign: ${repository.name}: ${done.detail}\n`);
  return null;
}

async function visited(
  repository: Repository,
  context: Context & { readonly asked: readonly string[] },
  folder: string,
  io: Io,
): Promise<Done | number> {
  const { git, campaign, asked } = context;
  const failed = (why: string): Done => ({
    ...NOTHING,
    ...{ result: 'failed', detail: visible(withoutCredentials(why)), exit: EXIT.usage, asked },
  });
  const before = await tipsOf(git, repository.url, campaign.prefix);
  if (before.problem !== null) return failed(`git cannot read ${repository.url}: ${before.problem}`);
  if (before.base === null) return { ...NOTHING, detail: 'the repository is empty', asked };
  const clone = join(folder, 'clone');
  rmSync(clone, { recursive: true, force: true });
  mkdirSync(clone);
  try {
    const options = ['--quiet', '--depth=1', '--no-tags', '--no-checkout', '--', repository.url, clone];
    const cloned = await git.run(['clone', ...options]);
    if (cloned.status !== 0) return failed(`it cannot be cloned: ${cloned.stderr.trim()}`);
    const run = await runQuietly(prCommand, argvOf(campaign), {
      ...io,
      cwd: clone,
      // What is left there by a run that is killed goes with the folder.
      env: { ...io.env, TMPDIR: folder },
    });
    if (run.code >= 128) return run.code;
    io.stderr(visibleLines(run.stderr.replace(/^(?=.)/gm, `${repository.name}: `)));
    const { branches, rest }: JsonPr = JSON.parse(run.stdout);
    for (const { branch, status, url } of branches)
      if (status !== 'unchanged')
        io.stderr(`edge-sunset campaign: ${repository.name}: ${status} ${branch} ${url ?? ''}\n`);
    const faults = branches.filter(({ status }) => status === 'failed' || status === 'not-verified');
    const [fault] = faults;
    return {
      result:
        fault === undefined
          ? 'done'
          : faults.every(({ status }) => status === 'not-verified')
            ? 'not-verified'
            : 'failed',
      at: placeOf(before.base, await tipsOf(git, repository.url, campaign.prefix)),
      detail: fault === undefined ? null : `${fault.branch}: ${(fault.detail ?? '').split('\n')[0]}`,
      manual: Object.values(rest).reduce((sum, count) => sum + count, 0),
      exit: run.code,
      asked: [...asked, ...(await askReviewers(repository, context))],
    };
  } catch (error) {
    if (isUsageError(error) || error instanceof HostError) return failed(error.message);
    throw error;
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}

/** Those who were never asked for a request: whom somebody took off it is not asked again. */
async function askReviewers(
  { place }: Repository,
  { campaign, hostAt, asked }: Context & { readonly asked: readonly string[] },
): Promise<readonly string[]> {
  if (campaign.reviewers.length === 0) return [];
  const host = await hostAt(place);
  const added: string[] = [];
  for (const { number } of await host.openRequests(campaign.prefix)) {
    const names = campaign.reviewers.filter((one) => !asked.includes(`${number}:${one}`));
    if (names.length === 0) continue;
    await host.askForReview(number, names);
    added.push(...names.map((one) => `${number}:${one}`));
  }
  return added;
}

function argvOf({ entries, level, agent, verify, draft, prefix, title }: Campaign): readonly string[] {
  const given = { level, agent, verify, prefix, title };
  return [
    '--push',
    '--format=json',
    ...(draft === true ? ['--draft'] : []),
    ...entries.map((id) => `--only=${id}`),
    ...Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`])),
  ];
}
