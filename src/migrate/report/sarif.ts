/** The plan as SARIF 2.1.0: one result for each site, with the edits that would be made as its fix. */
import { builtinCatalogue } from '../../catalogue/index.js';
import { DOCUMENTATION } from '../../documentation.js';
import {
  jsonLine,
  maskSecrets,
  originalUriBaseIds,
  ruleName,
  sarifRule,
  sarifUris,
  sha256,
} from '../../report/index.js';
import { VERSION } from '../../version.js';
import type { FileEdit } from '../model.js';
import type { MigrationPlan, PlannedSite } from '../plan.js';
import { assumptionOf } from './tally.js';

export function sarifOf(plan: MigrationPlan): string {
  const uriOf = sarifUris(plan.places);
  const rules = [
    ...new Set(plan.roots.flatMap(({ sites }) => sites.map(({ found }) => found.row.entry))),
  ].sort();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'edge-sunset',
            semanticVersion: VERSION,
            version: VERSION,
            informationUri: DOCUMENTATION,
            rules: rules.map(ruleOf),
          },
        },
        automationDetails: { id: 'edge-sunset/migrate/' },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: originalUriBaseIds(plan.places),
        results: plan.roots.flatMap(({ shown, sites }) =>
          sites.map((site) => {
            const ruleIndex = rules.indexOf(site.found.row.entry);
            return resultOf(site, ruleIndex, (path) => uriOf(shown(path)));
          }),
        ),
      },
    ],
  };
  return `${jsonLine(log, 1)}\n`;
}

/** Entries of the user's own are known by their name alone. */
function ruleOf(entry: string) {
  const known = builtinCatalogue().entries.find(({ id }) => id === entry);
  if (known !== undefined) return sarifRule(known);
  const text = `Retired: ${entry}, an entry of a custom catalogue.`;
  return { id: ruleName(entry), shortDescription: { text }, fullDescription: { text }, help: { text } };
}

/** Names a file of the root. */
type UriOf = (path: string) => ReturnType<ReturnType<typeof sarifUris>>;

function resultOf(site: PlannedSite, ruleIndex: number, uriOf: UriOf) {
  const { row, finding } = site.found;
  const location = uriOf(finding.at.file);
  const { line, column, endLine, endColumn } = row;
  const assumption = assumptionOf(site);
  return {
    ruleId: ruleName(row.entry),
    ruleIndex,
    level: site.strategy === 'marker' ? 'warning' : 'note',
    message: {
      text: [`${row.subject}: ${site.strategy}, ${site.level}`, site.steps ?? site.reason, assumption]
        .filter((part) => part !== null)
        .join('. '),
    },
    locations: [
      {
        physicalLocation: {
          artifactLocation: location,
          region: { startLine: line, startColumn: column, endLine, endColumn },
        },
      },
    ],
    partialFingerprints: {
      primaryLocationLineHash: `${sha256(`\0${location.uri}\0${row.fingerprint}`).slice(0, 16)}:1`,
    },
    ...(site.edits.length === 0 || site.edits.some(({ text }) => maskSecrets(text) !== text)
      ? {}
      : { fixes: [fixOf(site, uriOf)] }),
    properties: {
      entry: row.entry,
      strategy: site.strategy,
      level: site.level,
      outcome: site.outcome,
      codemod: site.codemod,
      evidence: site.evidence.grade,
      differences: site.differences.map(({ name }) => name),
    },
  };
}

function fixOf({ edits, reason }: PlannedSite, uriOf: UriOf) {
  const byFile = new Map<string, FileEdit[]>();
  for (const edit of edits) byFile.set(edit.file, [...(byFile.get(edit.file) ?? []), edit]);
  return {
    description: { text: reason },
    artifactChanges: [...byFile].map(([file, list]) => ({
      artifactLocation: uriOf(file),
      replacements: list.map(({ start, end, text }) => ({
        deletedRegion: { charOffset: start, charLength: end - start },
        insertedContent: { text },
      })),
    })),
  };
}
