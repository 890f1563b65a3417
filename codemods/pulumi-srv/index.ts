/** Service, protocol and name of SRV records of Pulumi and CDKTF move into the name of the record. */
import type { Codemod, Difference, Site, Surroundings, Verdict } from '../../src/migrate/model.js';
import {
  attributeOf,
  isOfProgram,
  type Piece,
  patternOf,
  type ResourceText,
  resourceAt,
} from '../places/resource-text/index.js';
import { editsHere, inPlace, marker } from '../places/verdicts.js';
import { providerOf } from '../pulumi-rulesets/versions.js';
import { wholeName } from './name.js';

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

const OF_ZONE = /(['"]|:[ \t]*)@(?:\1|[ \t]*$)/m;

const COMPUTED: Difference = {
  name: 'computed-name',
  what: 'a name that turns out to be @ at run time stood for the zone, and would now be written behind the labels',
};

interface Renamed {
  /** Nothing says what the name is that the labels go before. */
  readonly isComputed: boolean;
  readonly edits: readonly { readonly start: number; readonly end: number; readonly text: string }[];
  readonly isZoneAssumed: boolean;
}

function renamedRecord(resource: ResourceText, text: string): Renamed | { readonly problem: string } {
  const { attributes } = resource;
  const outer = attributeOf(attributes, 'name');
  const inner = attributeOf(attributes, 'data', 'name');
  const [service, proto] = ['service', 'proto'].map((part) => attributeOf(attributes, 'data', part)?.pieces);
  if (attributes === null || attributeOf(attributes, 'data')?.inner == null)
    return { problem: 'the record is put together in more than one place' };
  if (service == null || outer?.pieces == null)
    return { problem: 'service or the name of the record is missing or computed' };
  // Since version 5 of the provider, data has no other part of the name.
  if (proto === undefined && inner === null && patternOf(outer.pieces).startsWith(`${patternOf(service)}._`))
    return { edits: [], isZoneAssumed: false, isComputed: false };
  if (proto == null) return { problem: 'the protocol is missing or computed' };
  if (inner !== null && inner.pieces === null) return { problem: 'the name in data is computed' };
  const labels: readonly Piece[] = [...service, { text: '.' }, ...proto];
  if (
    [service, proto].some(([first]) => first !== undefined && 'text' in first && !first.text.startsWith('_'))
  )
    return { problem: 'service or protocol has no underscore in front' };
  const name = wholeName({
    labels: patternOf(labels),
    inner: inner?.pieces == null ? null : patternOf(inner.pieces),
    outer: patternOf(outer.pieces),
  });
  if ('problem' in name) return name;
  const { is, isZoneAssumed } = name;
  if (is === 'kept') return { edits: [], isZoneAssumed, isComputed: false };
  if (resource.reads('name'))
    return { problem: `something reads the name of ${resource.address}, which changes` };
  const isComputed = is === 'before' && outer.pieces.every((piece) => 'code' in piece || piece.text === '');
  if (isComputed && OF_ZONE.test(text)) return { problem: 'the name may be @, which stands for the zone' };
  const edit = resource.withText(
    outer,
    is === 'labels' ? labels : [...labels, { text: '.' }, ...outer.pieces],
  );
  return edit === null
    ? { problem: 'a part of the name may be an output, which cannot be put into a text here' }
    : { edits: [edit], isZoneAssumed, isComputed };
}

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
