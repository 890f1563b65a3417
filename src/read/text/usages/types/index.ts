import { unknown } from '../../../../value/index.js';
import { recordShape } from '../../../record-shapes.js';
import type { RecordUsage, ResponseRead } from '../../../usage.js';
import type { Unit } from '../../requests/unit.js';
import type { DescribedType } from './described.js';
import { pythonTypes } from './python.js';
import { rustTypes } from './rust.js';

/**
 * Fields that a type demands of an answer: decoding an object that lacks one fails, whoever reads it. Structs of Go
 * demand nothing.
 */
const READERS: Readonly<Record<string, (unit: Unit) => readonly DescribedType[]>> = {
  python: pythonTypes,
  rust: rustTypes,
};

/** Languages whose types are read. */
export const TYPED_LANGUAGES: ReadonlySet<string> = new Set(Object.keys(READERS));

export function typeUsages(unit: Unit): RecordUsage[] {
  const types = READERS[unit.file.language]?.(unit) ?? [];
  const usages: RecordUsage[] = [];
  for (const type of types) {
    const names = type.fields.map(({ wire }) => wire);
    const shapes = type.fields.map(({ wire }) => recordShape(wire, type.name, names, unit.file.text));
    const path = shapes.find((shape) => shape !== null)?.path;
    if (path === undefined) continue;
    const reads = type.fields.flatMap((field, index) =>
      shapes[index] === null ? [] : readsOf(unit, type, field, `result.${field.wire}`),
    );
    // The type of a part of the record: `meta: Meta`.
    const parts = type.fields.flatMap((field) =>
      types
        .filter((other) => other !== type && field.type.match(/\w+/g)?.includes(other.name) === true)
        .flatMap((other) =>
          other.fields.flatMap((inner) => readsOf(unit, other, inner, `result.${field.wire}.${inner.wire}`)),
        ),
    );
    usages.push(usageOf(unit, type, path, [...reads, ...parts]));
  }
  return usages;
}

function readsOf(
  unit: Unit,
  type: DescribedType,
  field: DescribedType['fields'][number],
  at: string,
): ResponseRead[] {
  if (!field.isRequired) return [];
  const origin = { file: unit.file.path, start: field.start, end: field.end };
  return [{ at, origin, by: type.isDecoded ? 'schema' : 'type' }];
}

function usageOf(unit: Unit, type: DescribedType, path: string, reads: readonly ResponseRead[]): RecordUsage {
  return {
    kind: 'record',
    site: { file: unit.file.path, start: type.start, end: type.end },
    evidence: unit.evidence.all,
    context: unit.context,
    path,
    body: unknown('described, not sent'),
    reads,
  };
}
