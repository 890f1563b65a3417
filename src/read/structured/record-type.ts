import { knownText, type Property, propertyOf, text as textOf, type Value } from '../../value/index.js';

/** What only the data of an SRV record has together. */
const TELLING = ['proto', 'weight', 'port', 'target'];

/** A record whose type comes from elsewhere, with the type that its data tells. */
export function withRecordType(record: Value): Value {
  if (record.kind !== 'object') return record;
  const data = propertyOf(record, 'data')?.value;
  const stated = propertyOf(record, 'type');
  if (data?.kind !== 'object' || stated === undefined || knownText(stated.value) !== null) return record;
  if (!TELLING.every((key) => propertyOf(data, key) !== undefined)) return record;
  const type: Property = { ...stated, value: textOf('SRV', null) };
  return { ...record, properties: record.properties.map((one) => (one === stated ? type : one)) };
}
