/** Service, protocol and name of SRV records in JSON move into the name of the record. */
import type { Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { holds, type JsonNode, memberNamed, objectsAround, treeEdits } from '../places/json-tree.js';
import { COMPUTED_NAME, SRV_STEPS } from '../places/srv-records.js';
import { inPlace, marker } from '../places/verdicts.js';
import { isComputed, wholeName } from '../terraform-srv/name.js';
import { nameReader, renamedDifferences } from '../terraform-srv/renamed.js';
import { otherFiles } from './plan.js';
import type { JsonModule } from './resources.js';

const PARTS = ['service', 'proto', 'name'] as const;

export function wholeRecordName(
  { finding, file }: Site,
  { root, resources }: JsonModule,
  surroundings: Surroundings,
): Verdict | null {
  const { path, text } = file;
  const around = objectsAround(root, finding.at.start);
  const at = around.findLastIndex(({ name }) => name === 'data');
  const [record, data] = [around[at - 1]?.object, around[at]?.object];
  if (record === undefined || data === undefined) return null;
  const [service, proto, inner] = PARTS.map((part) => textOf(memberNamed(data, part)?.value));
  const outer = memberNamed(record, 'name');
  const written = textOf(outer?.value);
  const whole = service && proto && written ? wholeName(service, proto, inner ?? null, written) : null;
  if (outer === undefined || whole === null)
    return marker('the whole name could not be put together here', SRV_STEPS);
  const isRenamed = whole.name !== written;
  const address = resources.find(({ node }) => holds(node, finding.at.start))?.address ?? '';
  const reader = isRenamed ? nameReader(address, [file, ...otherFiles(path, surroundings)]) : null;
  if (reader !== null) return marker(reader, SRV_STEPS);
  const gone = new Set(PARTS.flatMap((part) => memberNamed(data, part)?.node ?? []));
  const { offset, length } = outer.value;
  return inPlace({
    level: 'review',
    reason: 'service and protocol belong into the name of the record',
    edits: [
      ...(isRenamed ? [{ start: offset, end: offset + length, text: JSON.stringify(whole.name) }] : []),
      ...treeEdits(text, root, gone),
    ].map((edit) => ({ ...edit, file: path })),
    differences: [
      ...(isRenamed ? renamedDifferences(address, path, surroundings) : []),
      ...(isRenamed && isComputed(written ?? '') ? [COMPUTED_NAME] : []),
      ...whole.assumed,
    ],
  });
}

function textOf(node: JsonNode | undefined): string | null {
  return node?.type === 'string' ? String(node.value) : null;
}
