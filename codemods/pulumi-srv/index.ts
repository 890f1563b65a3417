/** Service, protocol and name of SRV records of Pulumi and CDKTF move into the name of the record. */
import type { Codemod, Difference, Site, Surroundings, Verdict } from '../../src/migrate/model.js';
import { attributeOf, isOfProgram, type ResourceText, resourceAt } from '../places/resource-text/index.js';
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

const STEPS = 'Write _service._proto.name into the name of the record and remove the three from data.';
const PARTS = ['service', 'proto', 'name'] as const;

function classify(site: Site, around: Surroundings): Verdict | null {
  // In Python, the arguments of a record look like the body of a request, too.
  const isRecord = isOfProgram(site) || (site.finding.kind === 'field' && site.file.language === 'python');
  const resource = isRecord ? resourceAt(site, around) : null;
  if (!isOfProgram(site) && !/^(?:Dns)?Record$/.test(resource?.type ?? '')) return null;
  if (resource === null) return marker('the record is put together in more than one place', STEPS);
  const data = attributeOf(resource.attributes, 'data');
  const gone = PARTS.flatMap((part) => attributeOf(data?.inner ?? null, part) ?? []);
  const above = gone[0] === undefined ? {} : { above: gone[0].start };
  const renamed = renamedRecord(resource, site.file.text);
  if ('problem' in renamed) return { ...marker(renamed.problem, STEPS), ...above };
  const removed = resource.without(gone);
  if (removed === null)
    return { ...marker('a comment stands at the parts, or shares their line', STEPS), ...above };
  return inPlace({
    level: 'review',
    reason: 'service and protocol belong into the name of the record',
    edits: editsHere(site, [...renamed.edits, ...removed]),
    differences: differencesOf(resource, renamed, site, around),
  });
}

const COMPUTED: Difference = {
  name: 'computed-name',
  what: 'a name that turns out to be @ at run time stood for the zone, and would now be written behind the labels',
};

function differencesOf(
  { tool, address }: ResourceText,
  { edits, isZoneAssumed, isComputed }: Renamed,
  site: Site,
  around: Surroundings,
): readonly Difference[] {
  const isReplaced = edits.length > 0 && providerOf(tool, site.file.path, around) !== 5;
  return [
    ...(isReplaced ? [replaced(tool, address)] : []),
    ...(isComputed ? [COMPUTED] : []),
    ...(isZoneAssumed
      ? [
          {
            name: 'record-of-zone',
            what: 'the domain in data is taken for the zone itself, so the two labels are the whole name of the record',
          },
        ]
      : []),
  ];
}

/** Before version 5 of the provider, a record with another name is another record. */
function replaced(tool: string, address: string): Difference {
  return {
    name: 'record-replaced',
    what:
      tool === 'cdktf'
        ? `its new name makes Terraform destroy ${address} before it is made again; to keep it, run terraform state rm and import it with Record.importFrom("<zone_id>/<record_id>")`
        : `its new name makes Pulumi replace ${address}, and the API refuses a second record like the first; keep it with pulumi state delete <urn> and { import: "<zone_id>/<record_id>" }, or set deleteBeforeReplace: true`,
  };
}
