/** The plan as the text of a pull request: what was dead, what was done where, what behaves differently, what is left. */
import {
  daysBetween,
  MARKDOWN_MARK,
  markdownCode,
  markdownText,
  plural,
  relativeDays,
} from '../../report/index.js';
import { VERSION } from '../../version.js';
import type { MigrationPlan, PlannedSite } from '../plan.js';
import { testText } from '../tests-of-calls.js';
import { assumptionsOf, followUpOf, sitesOf, tallyOf } from './tally.js';

/** Rows of a table that are shown; a longer one goes into a fold. */
const SHOWN_ROWS = 20;

export function markdownOf(plan: MigrationPlan, command: string): string {
  const sites = sitesOf(plan);
  const sections = [
    headOf(plan),
    deadText(plan, sites),
    sitesText(sites),
    differencesText(sites),
    assumptionsText(sites),
    testsText(sites),
    checklistText(plan),
    openText(sites),
    gatesText(plan),
    `Made with edge-sunset ${VERSION}: ${markdownCode(command)}. \`npx edge-sunset undo\` reverts it.`,
  ];
  return `${MARKDOWN_MARK}\n${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function headOf(plan: MigrationPlan): string {
  const { sites, byOutcome, open, files } = tallyOf(plan);
  if (sites === 0) return 'Nothing to migrate: no retired API calls were found.';
  const calls = `${byOutcome.migrated} of ${plural(sites, 'call')} ${byOutcome.migrated === 1 ? 'is' : 'are'} migrated`;
  return `${calls} in ${plural(files, 'file')}; ${open} ${open === 1 ? 'needs' : 'need'} manual work.`;
}

function deadText(plan: MigrationPlan, sites: readonly PlannedSite[]): string {
  const rows = new Map(sites.map(({ found: { row } }) => [row.entry, row]));
  return [...rows.values()]
    .map(({ entry, endOfLife, replacement }) => {
      const days = endOfLife === null ? null : daysBetween(endOfLife, plan.now);
      const since =
        endOfLife === null || days === null
          ? 'no end announced'
          : days >= 0
            ? `retired on ${endOfLife}, ${relativeDays(days)}`
            : `ends on ${endOfLife}`;
      return `- **${markdownText(entry)}**: ${since}. ${markdownText(replacement)}`;
    })
    .join('\n');
}

function sitesText(sites: readonly PlannedSite[]): string {
  if (sites.length === 0) return '';
  const rows = sites.map(({ found: { row }, strategy, level, outcome, reason }) => {
    const what = outcome === 'migrated' ? `${strategy}, ${level}` : outcome;
    const place = markdownCode(`${row.path}:${row.line}`);
    return `| ${place} | ${markdownText(row.entry)} | ${what} | ${markdownText(reason)} |`;
  });
  const table = ['| Place | Entry | Change | Reason |', '| --- | --- | --- | --- |', ...rows].join('\n');
  return rows.length <= SHOWN_ROWS
    ? table
    : `<details><summary>${rows.length} places</summary>\n\n${table}\n\n</details>`;
}

function differencesText(sites: readonly PlannedSite[]): string {
  const named = new Map(
    sites
      .filter(({ outcome }) => outcome === 'migrated')
      .flatMap(({ differences }) => differences.map(({ name, what }) => [name, what] as const)),
  );
  if (named.size === 0) return '';
  return `### Behaviour changes\n\n${[...named].map(([name, what]) => `- ${markdownCode(name)}: ${markdownText(what)}`).join('\n')}`;
}

function assumptionsText(sites: readonly PlannedSite[]): string {
  const rows = assumptionsOf(sites).map((text) => `- [ ] ${markdownText(text)}`);
  return rows.length === 0 ? '' : `### Assumptions to check\n\n${rows.join('\n')}`;
}

/** Tests that answer calls which are rewritten. */
function testsText(sites: readonly PlannedSite[]): string {
  const places = sites.filter(({ outcome }) => outcome === 'migrated').flatMap(({ tests }) => tests);
  const rows = new Set(places.map((place) => `- [ ] ${markdownCode(testText(place))}`));
  return rows.size === 0 ? '' : `### Tests that answer rewritten calls\n\n${[...rows].join('\n')}`;
}

function checklistText(plan: MigrationPlan): string {
  const items = followUpOf(plan);
  return items.length === 0
    ? ''
    : `### Manual follow-up\n\n${items.map((item) => `- [ ] ${item}`).join('\n')}`;
}

function openText(sites: readonly PlannedSite[]): string {
  const open = sites.filter(({ outcome }) => outcome !== 'migrated');
  if (open.length === 0) return '';
  const rows = open.map(({ found: { row }, steps, because, reason }) => {
    const what = steps ?? because ?? reason;
    const place = markdownCode(`${row.path}:${row.line}`);
    return `- [ ] ${place} (${markdownText(row.entry)}): ${markdownText(what)}`;
  });
  return `### Calls that need manual work\n\n${rows.join('\n')}`;
}

function gatesText(plan: MigrationPlan): string {
  const gates = plan.roots.flatMap((root) => root.gates);
  if (gates.length === 0) return '';
  const rows = gates.map(({ gate, outcome, detail }) => `\`${gate}\` ${outcome} (${markdownText(detail)})`);
  return `Gates: ${rows.join('; ')}.`;
}
