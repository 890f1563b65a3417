/** Service, protocol and name of SRV records in JSON move into the name of the record. */
import type { Site, Verdict } from '../../src/migrate/model.js';
import { type JsonNode, memberNamed, objectsAround, treeEdits } from '../places/json-tree.js';
import { inPlace, marker } from '../places/verdicts.js';
import { wholeName } from '../terraform-srv/name.js';
import type { JsonModule } from './resources.js';

const STEPS = 'Write _service._proto.name into the name of the record and remove the three from data.';
const PARTS = ['service', 'proto', 'name'] as const;

export function wholeRecordName(
  { finding, file: { path, text } }: Site,
  { root }: JsonModule,
): Verdict | null {
  const around = objectsAround(root, finding.at.start);
  const at = around.findLastIndex(({ name }) => name === 'data');
  const [record, data] = [around[at - 1]?.object, around[at]?.object];
  if (record === undefined || data === undefined) return null;
  const [service, proto, inner] = PARTS.map((part) => textOf(memberNamed(data, part)?.value));
  const outer = memberNamed(record, 'name');
  const written = textOf(outer?.value);
  const name = service && proto && written ? wholeName(`${service}.${proto}`, inner ?? null, written) : null;
  if (outer === undefined || name === null)
    return marker('the whole name could not be put together here', STEPS);
  const gone = new Set(PARTS.flatMap((part) => memberNamed(data, part)?.node ?? []));
  const { offset, length } = outer.value;
  return inPlace({
    level: 'review',
    reason: 'service and protocol belong into the name of the record',
    edits: [
      ...(name === written ? [] : [{ start: offset, end: offset + length, text: JSON.stringify(name) }]),
      ...treeEdits(text, root, gone),
    ].map((edit) => ({ ...edit, file: path })),
  });
}

function textOf(node: JsonNode | undefined): string | null {
  return node?.type === 'string' ? String(node.value) : null;
}
