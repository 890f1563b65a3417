/** Service, protocol and name of SRV records of Pulumi and CDKTF move into the name of the record. */
import type { Codemod, Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { literally } from '../../src/value/index.js';
import { attributeOf, isOfProgram, type ResourceText, resourceAt } from '../places/resource-text/index.js';
import { useOfExport, useOfModule } from '../places/resource-text/uses.js';
import { COMPUTED_NAME, replacedRecord, SRV_STEPS, ZONE_ASSUMED } from '../places/srv-records.js';
import { editsHere, inPlace, marker } from '../places/verdicts.js';
import { providerOf } from '../pulumi-rulesets/versions.js';
import { type Renamed, renamedRecord } from './record.js';

export const pulumiSrv: Codemod = {
  id: 'pulumi-srv',
  entries: ['srv-data'],
  language: ['typescript', 'javascript', 'python', 'yaml'],
  ties: 'site',
  classify,
  checklist: [],
};

const PARTS = ['service', 'proto', 'name'] as const;

function classify(site: Site, around: Surroundings): Verdict | null {
  // In Python, the arguments of a record look like the body of a request, too.
  const isRecord = isOfProgram(site) || (site.finding.kind === 'field' && site.file.language === 'python');
  const resource = isRecord ? resourceAt(site, around) : null;
  if (!isOfProgram(site) && !/^(?:Dns)?Record$/.test(resource?.type ?? '')) return null;
  if (resource === null) return marker('the record is put together in more than one place', SRV_STEPS);
  const data = attributeOf(resource.attributes, 'data');
  const gone = PARTS.flatMap((part) => attributeOf(data?.inner ?? null, part) ?? []);
  const above = gone[0] === undefined ? {} : { above: gone[0].start };
  const renamed = renamedRecord(resource, site.file.text);
  if ('problem' in renamed) return { ...marker(renamed.problem, SRV_STEPS), ...above };
  const read = readOf(resource, renamed.edits.length > 0 ? ['name', 'data'] : ['data'], site, around);
  if (read !== null) return { ...marker(read, SRV_STEPS), ...above };
  const removed = resource.without(gone);
  if (removed === null)
    return { ...marker('a comment stands at the parts, or shares their line', SRV_STEPS), ...above };
  return inPlace({
    level: 'review',
    reason: 'service and protocol belong into the name of the record',
    edits: editsHere(site, [...renamed.edits, ...removed]),
    differences: differencesOf(resource, renamed, site, around),
  });
}

/** What reads an attribute of the record that changes. */
function readOf(
  resource: ResourceText,
  names: readonly string[],
  { file: { path, language } }: Site,
  around: Surroundings,
): string | null {
  const { address, exportedName } = resource;
  const own = names.find((name) => resource.reads(name));
  if (own !== undefined) return `something reads the ${own} of ${address}, which changes`;
  if (exportedName === null) return null;
  const pattern = new RegExp(`\\b${literally(exportedName)}[!?]?\\.(?:${names.map(literally).join('|')})\\b`);
  const find = language === 'python' ? useOfModule : useOfExport;
  const place = find(path, exportedName, around, pattern);
  return place === null ? null : `${place} reads what changes of ${address}`;
}

function differencesOf(
  { tool, address }: ResourceText,
  { edits, isZoneAssumed, isComputed }: Renamed,
  site: Site,
  around: Surroundings,
): readonly Difference[] {
  const isReplaced = edits.length > 0 && providerOf(tool, site.file.path, around) !== 5;
  const isPython = site.file.language === 'python';
  const language = tool === 'cdktf' ? tool : isPython ? 'python' : 'pulumi';
  return [
    ...(isReplaced ? [replacedRecord(language, address)] : []),
    ...(isComputed ? [COMPUTED_NAME] : []),
    ...(isZoneAssumed ? [ZONE_ASSUMED] : []),
  ];
}
