/** The description of a pull request: what is retired, what changed, what behaves differently, what is left to do. */
import { type Entry, symptomText } from '../../catalogue/index.js';
import { markdownCode, markdownText } from '../../report/index.js';
import { VERSION } from '../../version.js';
import { ordered } from '../compose/apply.js';
import type { GateResult, PlannedFile, PlannedSite, RootPlan } from '../plan.js';
import { assumptionsOf } from '../report/tally.js';
import { type BranchPlan, fileOf } from './areas.js';
import { authorText, entriesOf, hasEnded, nameInMessage, verdictText } from './commits.js';

export interface BodyContext {
  readonly entryOf: (id: string) => Entry | undefined;
  /** The address of a line on the branch; null where nothing shows files. */
  readonly lineUrl: ((path: string, line: number) => string) | null;
  /** The command that makes the same change in a work tree. */
  readonly reproduce: string;
  /** A command that ended well on the branch. */
  readonly verified: string | null;
  readonly base: string;
}

/** Rows that are shown at once; more stand in a fold. */
const SHOWN_ROWS = 12;
/** GitHub refuses a description of more than 65,536 characters: no table takes more than a third of it. */
const MOST_CHARACTERS = 18_000;
/** Places in one line. */
const MOST_PLACES = 20;
const STRATEGIES = {
  'in-place': 'rewritten',
  delete: 'removed',
  deprecate: 'marked as deprecated',
  marker: 'left',
} as const;

export function bodyOf(branch: BranchPlan, plan: RootPlan, context: BodyContext): string {
  const lines = new Map(branch.files.map((file) => [file.path, lineAfterEdits(file)]));
  const placeOf = (site: PlannedSite) => place(site, lines.get(fileOf(site)) ?? null, context);
  const done = branch.sites.filter(({ outcome }) => outcome === 'migrated');
  const open = branch.sites.filter(({ outcome }) => outcome !== 'migrated');
  const sections = [
    summary(branch, done, open),
    retired(done, open, context),
    section('Changes', changes(done, placeOf)),
    section('Behaviour changes', differences(done)),
    section('Assumptions to check', assumptions(done)),
    section('Before you merge', checklist(plan, done)),
    section('Manual follow-up', leftovers(open, placeOf)),
    more(plan.gates, done, context),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

export function requestTitle(
  branch: BranchPlan,
  context: Pick<BodyContext, 'entryOf'>,
  prefix: string,
): string {
  const done = branch.sites.filter(({ outcome }) => outcome === 'migrated');
  const [first, ...others] = entriesOf(done, context.entryOf).map(({ title }) => title);
  const folders = [...new Set(branch.areas.map(({ folder }) => folder))].filter((folder) => folder !== '');
  const where = folders.length === 1 ? ` in ${nameInMessage(folders[0] ?? '')}` : '';
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `${prefix}Replace ${kindOf(done)} API calls: ${first ?? ''}${more}${where}`;
}

function summary(branch: BranchPlan, done: readonly PlannedSite[], open: readonly PlannedSite[]): string {
  const files = count(branch.files.length, 'file');
  const added = branch.files.filter(({ before }) => before === null).map(({ path }) => markdownCode(path));
  const news = added.length === 0 ? '' : ` The new code is in ${added.join(', ')}.`;
  const rest = open.length === 0 ? '' : ` ${count(open.length, 'call')} could not be replaced automatically.`;
  return `This replaces ${count(done.length, 'call')} to ${kindOf(done)} APIs in ${files}.${rest}${news}`;
}

/** What has no end, or one to come, still works. */
function kindOf(done: readonly PlannedSite[]): 'retired' | 'deprecated' {
  return done.some(({ found: { row } }) => row.daysPast !== null && row.daysPast >= 0)
    ? 'retired'
    : 'deprecated';
}

function retired(done: readonly PlannedSite[], open: readonly PlannedSite[], context: BodyContext): string {
  const sites = [...done, ...open];
  const rows = entriesOf(sites, context.entryOf).map((entry) => {
    const error = hasEnded(entry, sites) ? symptomOf(entry) : 'a response, still';
    return `| ${markdownText(entry.title)} | ${sinceOf(entry)} | ${error} | ${markdownText(entry.replacement)} |`;
  });
  return folded(['| API | Since | Calls now get | Replacement |', '| --- | --- | --- | --- |'], rows, 'APIs');
}

function sinceOf({ endOfLife, vendor }: Entry): string {
  if (endOfLife === null) return 'no end announced';
  const date = vendor?.date;
  return date === undefined || date === endOfLife
    ? endOfLife
    : `${endOfLife} (Cloudflare's own date: ${date})`;
}

function symptomOf({ symptoms }: Entry): string {
  const [first] = symptoms;
  if (first === undefined) return 'an error';
  if (first.assumed === 'answer') return symptomText(first);
  const status = first.status === undefined || first.assumed === 'status' ? '' : `HTTP ${first.status} `;
  const code = first.code === undefined ? '' : `${first.code} `;
  return `${status}${markdownCode(`${code}${first.message}`)}`;
}

function changes(done: readonly PlannedSite[], placeOf: (site: PlannedSite) => string): string {
  const [first = '', ...others] = new Set(done.map(({ reason }) => reason));
  const isShared = others.length === 0;
  const rows = done.map((site) => {
    const { found, strategy, level, reason } = site;
    const cells = [placeOf(site), calledOf(found.row), STRATEGIES[strategy], level];
    return `| ${[...cells, ...(isShared ? [] : [markdownText(reason)])].join(' | ')} |`;
  });
  // Several findings of one call are one row.
  const names = ['Site', 'Call', 'Change', 'Level', ...(isShared ? [] : ['Why'])];
  const table = folded(
    [`| ${names.join(' | ')} |`, `| ${names.map(() => '---').join(' | ')} |`],
    [...new Set(rows)],
    'changed sites',
  );
  return isShared && first !== '' ? `${table}\n\nWhy: ${markdownText(first)}.` : table;
}

function calledOf({ method, endpoint, subject }: PlannedSite['found']['row']): string {
  if (endpoint === null) return markdownText(subject);
  return markdownCode(method === null ? endpoint : `${method} ${endpoint}`);
}

function differences(done: readonly PlannedSite[]): string {
  const texts = new Set(done.flatMap((site) => site.differences.map(({ what }) => what)));
  return [...texts].map((text) => `- ${markdownText(text)}`).join('\n');
}

function assumptions(done: readonly PlannedSite[]): string {
  return assumptionsOf(done)
    .map((text) => `- [ ] ${markdownText(text)}`)
    .join('\n');
}

/** What the owner has to do, of the codemods that are part of this request. */
function checklist({ checklists }: RootPlan, done: readonly PlannedSite[]): string {
  const codemods = new Set(done.map(({ codemod }) => codemod));
  const items = new Set(
    checklists.filter(({ codemod }) => codemods.has(codemod)).flatMap((list) => list.items),
  );
  return [...items].map((item) => `- [ ] ${markdownText(item)}`).join('\n');
}

/** Places where the same is to be done share a line. */
function leftovers(open: readonly PlannedSite[], placeOf: (site: PlannedSite) => string): string {
  const places = new Map<string, string[]>();
  for (const site of open) {
    const isMarked = site.outcome === 'marked' || site.outcome === 'marked-before';
    const what = `${isMarked ? ' (marked in the code)' : ''}: ${markdownText(site.steps ?? site.because ?? site.reason)}`;
    places.set(what, [...(places.get(what) ?? []), placeOf(site)]);
  }
  const rows = [...places].map(([what, list]) => {
    const more = list.length - MOST_PLACES;
    const shown = list.slice(0, MOST_PLACES).join(', ');
    return `- [ ] ${shown}${more > 0 ? ` and ${more} more` : ''}${what}`;
  });
  const { shown, left } = withinLimit(rows);
  const text = [...shown, ...(left === 0 ? [] : [`- [ ] … and ${left} more, see the commits`])].join('\n');
  return open.length <= SHOWN_ROWS ? text : fold(`${open.length} places`, text);
}

function more(gates: readonly GateResult[], done: readonly PlannedSite[], context: BodyContext): string {
  const proofs = gates.filter(({ outcome }) => outcome === 'passed').map(({ gate }) => CHECKS[gate]);
  const notRun = gates.filter(({ gate, outcome }) => gate === 'types' && outcome === 'not-run');
  const verified =
    context.verified === null ? '' : `- ${markdownCode(context.verified)} succeeded on this branch.\n`;
  const levels = new Set(done.map(({ level }) => level));
  const meaning = [
    ...(levels.has('safe')
      ? ['changes of the level `safe` were proven equivalent with an emulated API']
      : []),
    ...(levels.has('review') ? ['changes of the level `review` need a review'] : []),
  ].join('; ');
  return `${section(
    'How this was checked',
    `${verified}${byAgents(done)}- Checked automatically: ${[...new Set(proofs)].join(', ')}.${notRun.length === 0 ? '' : ' Not checked: types.'}
- ${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`,
  )}

<details><summary>Reproduce, compare and undo</summary>

\`\`\`sh
# Make the same change again, in a clone of your own
git switch --detach ${context.base}
${context.reproduce}

# Compare, with this branch checked out: runs your program before and after against an emulated API
git worktree add --detach ../before ${context.base}
npx edge-sunset@${VERSION} compare --before ../before --after . -- <command>

# Undo, with this branch checked out; after a merge, revert the merge
git revert --no-edit ${context.base}..HEAD
\`\`\`

Made with edge-sunset ${VERSION}. A rerun updates this branch until somebody else commits to it.

</details>`;
}

/** What agents wrote, a line for each unit. */
function byAgents(done: readonly PlannedSite[]): string {
  const works = new Map(
    done.flatMap(({ agent }) => (agent === undefined ? [] : [[agent.unit, agent] as const])),
  );
  return [...works.values()]
    .map((work) => `- ${markdownText(authorText(work))} ${markdownText(verdictText(work))}\n`)
    .join('');
}

const CHECKS: Readonly<Record<GateResult['gate'], string>> = {
  parse: 'the result parses',
  overlap: 'edits do not overlap',
  bytes: 'nothing else changed',
  rerun: 'a second run changes nothing',
  types: 'no new type errors',
};

function section(title: string, text: string): string {
  return text === '' ? '' : `### ${title}\n\n${text}`;
}

function folded(head: readonly string[], rows: readonly string[], what: string): string {
  if (rows.length === 0) return '';
  const { shown, left } = withinLimit(rows);
  const table = [...head, ...shown].join('\n');
  if (rows.length <= SHOWN_ROWS && left === 0) return table;
  return fold(
    `${rows.length} ${what}`,
    left === 0 ? table : `${table}\n\n… and ${left} more, see the commits.`,
  );
}

function fold(title: string, text: string): string {
  return `<details><summary>${title}</summary>\n\n${text}\n\n</details>`;
}

/** As many rows as a description has room for. */
function withinLimit(rows: readonly string[]): { readonly shown: readonly string[]; readonly left: number } {
  let room = MOST_CHARACTERS;
  const past = rows.findIndex((row) => {
    room -= row.length;
    return room < 0;
  });
  const shown = past < 0 ? rows : rows.slice(0, past);
  return { shown, left: rows.length - shown.length };
}

function count(number: number, noun: string): string {
  return `${number} ${number === 1 ? noun : `${noun}s`}`;
}

function place(
  site: PlannedSite,
  lineAfter: ((offset: number) => number) | null,
  { lineUrl }: BodyContext,
): string {
  const path = fileOf(site);
  const line = lineAfter?.(site.found.finding.at.start) ?? site.found.row.line;
  const text = markdownCode(`${path}:${line}`);
  return lineUrl === null ? text : `[${text}](${lineUrl(path, line)})`;
}

/** The line of the new text that shows what became of an offset of the old one. */
function lineAfterEdits({ before, after, edits }: PlannedFile): (offset: number) => number {
  const old = before ?? '';
  const moved: {
    readonly start: number;
    readonly end: number;
    readonly text: string;
    readonly at: number;
  }[] = [];
  let shift = 0;
  for (const { start, end, text } of ordered(edits)) {
    moved.push({ start, end, text, at: start + shift });
    shift += text.length - (end - start);
  }
  /** What replaces removed text may be an edit of its own, with nothing but blanks and removed text between. */
  const isBetween = (from: number, to: number) => {
    let rest = '';
    let at = from;
    for (const { start, end } of moved) {
      if (end <= at || start >= to) continue;
      rest += old.slice(at, Math.max(at, start));
      at = Math.max(at, Math.min(end, to));
    }
    return `${rest}${old.slice(at, Math.max(at, to))}`.trim() === '';
  };
  return (offset) => {
    const around = moved.find(({ start, end }) => start <= offset && end > offset);
    if (around === undefined) {
      const last = moved.findLast(({ start }) => start <= offset);
      const base = last === undefined ? 0 : last.at + last.text.length - last.end;
      return lineAt(after, offset + base);
    }
    const isNew = ({ text }: { readonly text: string }) => text.trim() !== '';
    const shown = isNew(around)
      ? around
      : (moved.findLast(
          (edit) => isNew(edit) && edit.start <= around.start && isBetween(edit.end, around.start),
        ) ?? around);
    const blanks = /^\s*/.exec(shown.text)?.[0].length ?? 0;
    const start = isNew(shown) ? shown.at + blanks : shown.at;
    return Math.min(lineAt(after, start), lineAt(after, after.trimEnd().length));
  };
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
