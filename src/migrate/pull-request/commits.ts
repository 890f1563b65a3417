/** The commits of a branch: their messages, and the line by which a later run knows its own. */
import { createHash } from 'node:crypto';
import type { Entry } from '../../catalogue/index.js';
import { isOver, visible, wrap } from '../../report/index.js';
import type { AgentWork, PlannedFile, PlannedSite } from '../plan.js';
import type { FilesWith } from '../plan-options.js';
import type { BranchPlan } from './areas.js';

export interface CommitPlan {
  readonly title: string;
  readonly message: string;
  /** Files as they are after this commit. */
  readonly files: readonly PlannedFile[];
}

const TITLE_WIDTH = 72;
const BODY_WIDTH = 72;
/** Named in a message; the commit shows all. */
const MOST_PLACES = 50;

/** One commit for each codemod; comments for a person come with the last one. */
export function commitsOf(
  branch: BranchPlan,
  filesWith: FilesWith,
  entryOf: (id: string) => Entry | undefined,
  titlePrefix: string,
): readonly CommitPlan[] {
  const done = new Set<number>();
  const commits = branch.steps.map(({ clusters }, index) => {
    for (const id of clusters) done.add(id);
    const isLast = index === branch.steps.length - 1;
    const sites = branch.sites.filter(
      ({ cluster, outcome }) => outcome === 'migrated' && cluster !== null && clusters.has(cluster),
    );
    const marked = isLast ? branch.sites.filter(({ outcome }) => outcome === 'marked') : [];
    return { sites, marked, files: isLast ? branch.files : filesWith(done, new Set()) };
  });
  const titles = commits.map(({ sites }) => titleOf(entriesOf(sites, entryOf), titlePrefix));
  return commits.map(({ sites, marked, files }, index) => {
    const title = titles[index] ?? '';
    // The same API in several languages: one codemod for each.
    const isShared = titles.filter((other) => other === title).length > 1;
    const [{ agent } = {}] = sites;
    const own = agent === undefined ? languagesOf(sites) : ` (unit ${agent.unit})`;
    const named = isShared ? titleOf(entriesOf(sites, entryOf), titlePrefix, own) : title;
    return { title: named, message: messageOf(named, sites, marked, entryOf), files };
  });
}

/** Whether the calls of an entry fail on the day of the plan. */
export function hasEnded(entry: Entry, sites: readonly PlannedSite[]): boolean {
  const row = sites.find(({ found }) => found.row.entry === entry.id)?.found.row;
  return row !== undefined && row.daysPast !== null && isOver(row.daysPast, entry);
}

function languagesOf(sites: readonly PlannedSite[]): string {
  return ` (${[...new Set(sites.map(({ found }) => found.row.language))].join(', ')})`;
}

function messageOf(
  title: string,
  sites: readonly PlannedSite[],
  marked: readonly PlannedSite[],
  entryOf: (id: string) => Entry | undefined,
): string {
  const why = entriesOf(sites, entryOf).map((entry) => {
    const { title: name, endOfLife, replacement } = entry;
    const end = `${hasEnded(entry, sites) ? 'Retired' : 'Ends'} on ${endOfLife}`;
    const since = endOfLife === null ? 'Discouraged' : end;
    return `${since}: ${name}. ${sentence(`Replacement: ${replacement}`)}`;
  });
  const places = new Set(sites.map(({ found: { row } }) => `${nameInMessage(row.path)}:${row.line}`));
  const others = places.size - MOST_PLACES;
  const shown = [...places].slice(0, MOST_PLACES).join(', ');
  const what = `Changed calls: ${shown}${others > 0 ? ` and ${others} more` : ''}.`;
  const [{ agent } = {}] = sites;
  const author = agent === undefined ? [] : [`${authorText(agent)} ${verdictText(agent)}`];
  const differences = new Set(sites.flatMap((site) => site.differences.map(({ what: text }) => text)));
  const open =
    marked.length === 0
      ? []
      : [
          `${marked.length} more ${marked.length === 1 ? 'call needs' : 'calls need'} manual work and ${marked.length === 1 ? 'has' : 'have'} an edge-sunset-todo comment.`,
        ];
  const paragraphs = [
    ...[...why, what, ...author].map(wrapped),
    ...(differences.size === 0 ? [] : [`Behaviour changes:\n${[...differences].map(item).join('\n')}`]),
    ...open.map(wrapped),
  ];
  return `${title}\n\n${paragraphs.join('\n\n')}\n`;
}

/** Who wrote a change that no codemod wrote. */
export function authorText({ command, unit, rounds }: AgentWork): string {
  const times = rounds === 1 ? 'in one round' : `in ${rounds} rounds`;
  return `Written by a coding agent (${nameInMessage(command)}) from the brief of unit ${unit}, ${times}.`;
}

/** What verified it. */
export function verdictText({ verdict, runs }: AgentWork): string {
  const how =
    verdict === 'verified'
      ? `the program did the same before and after, run against an emulated API with: ${runs.map(nameInMessage).join('; ')}`
      : 'what it sends means the same as before; it was not run';
  return `edge-sunset verify: ${verdict} (${how}).`;
}

/** Hosts read commit messages and titles: `[skip ci]` skips the checks, `closes #1` closes, `@name` calls somebody. */
export function nameInMessage(path: string): string {
  return visible(path).replace(
    /[[\]@#!]|GH(?=-\d)/gi,
    (text) => `\\u{${(text.codePointAt(0) ?? 0).toString(16)}}${text.slice(1)}`,
  );
}

export function entriesOf(
  sites: readonly PlannedSite[],
  entryOf: (id: string) => Entry | undefined,
): readonly Entry[] {
  const ids = [...new Set(sites.map(({ found }) => found.row.entry))];
  return ids.flatMap((id) => entryOf(id) ?? []);
}

function titleOf(entries: readonly Entry[], prefix: string, end = ''): string {
  const [first, ...others] = entries.map(({ title }) => title);
  const more = `${others.length === 0 ? '' : ` and ${others.length} more`}${end}`;
  const kind = entries.some(({ endOfLife }) => endOfLife !== null) ? 'retired' : 'deprecated';
  const room = TITLE_WIDTH - more.length;
  const whole = `${prefix}Replace ${kind} API calls: ${first ?? ''}`;
  if (whole.length <= room) return `${whole}${more}`;
  const short = `${prefix}Replace ${kind} calls: ${first ?? ''}`;
  return `${short.length > room ? `${short.slice(0, room - 1).trimEnd()}…` : short}${more}`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function wrapped(text: string): string {
  return wrap(text, BODY_WIDTH).join('\n');
}

function item(text: string): string {
  return `- ${wrap(visible(text), BODY_WIDTH - 2).join('\n  ')}`;
}

/** Marks a commit as made by us: step, plan, and a digest of what it was when it was made. */
export interface CommitMark {
  readonly step: number;
  readonly steps: number;
  readonly plan: string;
  readonly check: string;
}

const TRAILER = /^Edge-Sunset: (\d+)\/(\d+) plan=([0-9a-f]{16}) check=([0-9a-f]{16})$/m;

export function withMark(message: string, mark: CommitMark): string {
  const body = message.trimEnd();
  const last = body.slice(body.lastIndexOf('\n\n') + 2);
  const areTrailers = body.includes('\n\n') && last.split('\n').every((line) => /^[\w-]+: \S/.test(line));
  const line = `Edge-Sunset: ${mark.step}/${mark.steps} plan=${mark.plan} check=${mark.check}`;
  return `${body}${areTrailers ? '\n' : '\n\n'}${line}\n`;
}

export function markOf(message: string): CommitMark | null {
  const [, step, steps, plan, check] = TRAILER.exec(message) ?? [];
  if (plan === undefined || check === undefined) return null;
  return { step: Number(step), steps: Number(steps), plan, check };
}

/** Changes when anybody amends, rebases or rewords the commit. */
export function checkOf(parent: string, tree: string, message: string): string {
  const body = message.replace(TRAILER, '').trim();
  return shortDigest([parent, tree, body]);
}

/** What a branch is to hold, wherever it begins: equal plans need no new commits. */
export function planDigest(commits: readonly CommitPlan[]): string {
  return shortDigest(
    commits.flatMap(({ files }, index) => [
      String(index),
      ...files.flatMap(({ path, before, after }) => [
        path,
        before === null ? '' : digestOf(before),
        digestOf(after),
      ]),
    ]),
  );
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function shortDigest(parts: readonly string[]): string {
  return digestOf(JSON.stringify(parts)).slice(0, 16);
}
