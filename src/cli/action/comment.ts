/** Keeps one comment on a pull request that adds calls of retired APIs, up to date. */
import { Octokit } from '@octokit/core';
import { Git, openWorkTree } from '../../migrate/index.js';
import { HostError, networkFetch } from '../../migrate/pull-request/index.js';
import { type JsonFinding, markdownCode, markdownText, visible } from '../../report/index.js';
import { findOutside, findRepository } from '../../scan/walk/index.js';
import { VERSION } from '../../version.js';
import { UsageError } from '../base/arguments.js';
import type { Io } from '../base/command.js';
import { EXIT } from '../base/exit-code.js';
import { foldersOutside } from '../base/search-path.js';
import { fails, parseFailOn } from '../scan/fail-on.js';
import type { Inputs } from './inputs.js';
import { added, findingsIn } from './scan.js';
import { addSummary, data, eventOf, setOutputs } from './workflow.js';

const MARK = '<!-- edge-sunset comment -->';
const PER_PAGE = 100;

interface PullRequest {
  readonly number: number;
  readonly base: string;
}

export async function commentMode(inputs: Inputs, io: Io): Promise<number> {
  const failOn = parseFailOn(inputs.failOn ?? 'any');
  if (failOn === null)
    throw new UsageError(
      `the input fail-on is any, ended, a number of days such as 30d, or never, not ${JSON.stringify(inputs.failOn)}.`,
    );
  const pull = pullRequestIn(eventOf(io.env));
  const now = await findingsIn(io.cwd, inputs, io);
  if (now === null) return EXIT.usage;
  const findings = added(now, await findingsBefore(pull.base, inputs, io));
  setOutputs({ findings: findings.length }, io.env);
  const text = textOf(findings);
  addSummary(text, io.env);
  try {
    await keepComment(pull.number, text, findings.length > 0, inputs, io);
  } catch (error) {
    // The token of a fork may only read: its pull request has the summary.
    if (!(error instanceof HostError)) throw error;
    io.stdout(`::warning::${data(visible(`edge-sunset: the comment was not written: ${error.message}`))}\n`);
  }
  return findings.some((finding) => fails(finding, failOn)) ? EXIT.findings : EXIT.clean;
}

function pullRequestIn(event: Readonly<Record<string, unknown>>): PullRequest {
  const { pull_request: pull } = event as {
    readonly pull_request?: { readonly number?: unknown; readonly base?: { readonly sha?: unknown } };
  };
  const [number, base] = [pull?.number, pull?.base?.sha];
  if (typeof number !== 'number' || typeof base !== 'string' || !/^[0-9a-f]{40,64}$/.test(base))
    throw new UsageError('mode: comment works on the event pull_request only.');
  return { number, base };
}

/** What was there before, in a clean work tree of the commit that the pull request is based on. */
async function findingsBefore(base: string, inputs: Inputs, io: Io): Promise<readonly JsonFinding[]> {
  const repository = findRepository(io.cwd);
  if (repository === undefined) throw new UsageError('mode: comment needs a checkout of the repository.');
  const environment = { ...io.env, PATH: foldersOutside(repository.top, io.env.PATH ?? '') };
  const program = findOutside('git', environment, repository.top);
  if (program === undefined) throw new UsageError('no git program was found outside the repository.');
  const git = new Git(program, repository.top, environment, io.interruption());
  await git.fetchCommit('origin', base, 1);
  const tree = await openWorkTree(git, repository.commonDir, base);
  try {
    return (await findingsIn(tree.folder, inputs, { ...io, stderr: () => {} })) ?? [];
  } finally {
    tree.remove();
  }
}

function textOf(findings: readonly JsonFinding[]): string {
  const head =
    findings.length === 0
      ? 'This pull request adds no calls of retired APIs.'
      : `This pull request adds ${findings.length} ${findings.length === 1 ? 'call' : 'calls'} of retired APIs:\n\n${tableOf(findings)}\n\n\`npx edge-sunset explain <entry>\` describes the replacement.`;
  return `${MARK}\n${head}\n`;
}

const MOST_ROWS = 50;

function tableOf(findings: readonly JsonFinding[]): string {
  const rows = findings
    .slice(0, MOST_ROWS)
    .map(
      ({ path, line, entry, message }) =>
        `| ${markdownCode(`${path}:${line}`)} | ${markdownText(entry)} | ${markdownText(message)} |`,
    );
  const left = findings.length - rows.length;
  const rest = left > 0 ? ['', `The report of the scan has ${left} more.`] : [];
  return ['| Site | Entry | What is retired |', '| --- | --- | --- |', ...rows, ...rest].join('\n');
}

/** One comment, written anew when something changed. None is begun for a pull request that adds nothing. */
async function keepComment(
  number: number,
  text: string,
  isNeeded: boolean,
  inputs: Inputs,
  io: Io,
): Promise<void> {
  const token = inputs.token ?? io.env.GITHUB_TOKEN ?? '';
  const [owner = '', repo = ''] = (io.env.GITHUB_REPOSITORY ?? '').split('/');
  if (token === '' || repo === '') throw new HostError('there is no token, or no GITHUB_REPOSITORY');
  const octokit = new Octokit({
    auth: token,
    baseUrl: io.env.GITHUB_API_URL ?? 'https://api.github.com',
    userAgent: `edge-sunset/${VERSION}`,
    request: { fetch: networkFetch(io.interruption()) },
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
  });
  const place = { owner, repo };
  /** Somebody else's comment may begin in the same way: it cannot be changed, and is not ours. */
  const wasChanged = (id: number | bigint): Promise<boolean> =>
    octokit
      .request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
        ...place,
        comment_id: id,
        body: text,
      })
      .then(
        () => true,
        (error: unknown) => {
          if (error instanceof Error && 'status' in error && error.status === 403) return false;
          throw error;
        },
      );
  try {
    for (let page = 1; ; page++) {
      const { data } = await octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
        ...place,
        issue_number: number,
        per_page: PER_PAGE,
        page,
      });
      for (const { id, body } of data.filter((comment) => comment.body?.startsWith(MARK))) {
        if (body?.trim() === text.trim()) return;
        if (await wasChanged(id)) return;
      }
      if (data.length < PER_PAGE) break;
    }
    if (!isNeeded) return;
    await octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
      ...place,
      issue_number: number,
      body: text,
    });
  } catch (error) {
    if (error instanceof Error && error.name === 'Interrupted') throw error;
    throw new HostError(error instanceof Error ? error.message : String(error));
  }
}
