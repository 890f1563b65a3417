/** Service records in languages other than JavaScript: maps, and JSON in texts. */

import type { Edit } from '../../src/analysis/index.js';
import { type SyntaxNode, type SyntaxTree, textOf } from '../../src/grammar/index.js';
import type { Site, Surroundings, Verdict } from '../../src/migrate/model.js';
import { alternatives, type ObjectValue, propertyOf, type Value } from '../../src/value/index.js';
import { pairNamed, pairValue } from '../languages/elements.js';
import { fieldAt, withoutFields } from '../languages/fields.js';
import { editsHere, inPlace, marker } from '../places/verdicts.js';
import { recordValues } from './outer-name.js';

const PARTS = ['service', 'proto', 'name'] as const;
const LABELS = /^(_[^.]+)\.(_[^.]+)\./;

export function sentOutside(site: Site, around: Surroundings, steps: string): Verdict | null {
  if (site.finding.kind !== 'field' || site.finding.by !== undefined) return null;
  const records = new Map(recordValues(site).map((one) => [one.origin?.start ?? -1, one]));
  const [record, ...others] = records.values();
  const data = record === undefined ? undefined : propertyOf(record, 'data')?.value;
  if (record === undefined || others.length > 0 || data?.kind !== 'object')
    return marker('the record that is sent with these fields cannot be followed', steps);
  const fields = PARTS.flatMap((part) => propertyOf(data, part) ?? []);
  const places = fields.flatMap(({ keyOrigin }) => keyOrigin ?? []);
  if (places.length < fields.length || places.some(({ file }) => file !== site.file.path))
    return marker('the fields are not written one by one here', steps);
  const removed = withoutFields(around, places);
  if (removed === null) return marker('the fields cannot be taken out without touching others', steps);
  const name = nameEdit(site, around, record, data);
  if (typeof name === 'string') return marker(name, steps);
  return inPlace({
    level: 'review',
    reason:
      name.length === 0
        ? 'the name outside has both labels already; what else looks at the record cannot be seen here'
        : 'the name is put together from its parts; what else looks at the record cannot be seen here',
    edits: editsHere(site, [...name, ...removed]),
  });
}

/** The edits that make the name outside whole, none if it is; or why there are none. */
function nameEdit(
  site: Site,
  around: Surroundings,
  record: ObjectValue,
  data: ObjectValue,
): readonly Edit[] | string {
  const outer = propertyOf(record, 'name');
  const [service, proto, base] = PARTS.map((part) => propertyOf(data, part)?.value);
  if (service === undefined || proto === undefined)
    return 'service or protocol is missing, and the name outside may not say it';
  const written = outer === undefined ? null : patternOf(outer.value);
  const labels = [service, proto].map(patternOf);
  if (written !== null) {
    const prefix = `${labels[0]}.${labels[1]}.`;
    if (written.startsWith(prefix)) {
      const rest = base === undefined ? null : patternOf(base);
      return rest === null || rest === '@' || written === prefix + rest
        ? []
        : 'the name outside and the one in data differ';
    }
    if (LABELS.test(written)) return 'the name outside and the one in data differ';
  }
  return composedName(
    site,
    around,
    outer?.keyOrigin ?? null,
    base === undefined ? null : patternOf(base),
    written,
  );
}

/** What a value looks like: its text, with the names of what is put into it. */
function patternOf(value: Value): string | null {
  const [only, ...others] = alternatives(value);
  if (only?.kind !== 'text' || others.length > 0) return null;
  return only.pieces.map((piece) => (piece.kind === 'text' ? piece.text : `{${piece.name ?? '?'}}`)).join('');
}

/** In Python, where every part can be put into a text. */
function composedName(
  site: Site,
  around: Surroundings,
  outer: Site['finding']['at'] | null,
  base: string | null,
  written: string | null,
): readonly Edit[] | string {
  const UNCLEAR = 'whether the name outside has both labels already cannot be told';
  const field = fieldAt(around, site.finding.at);
  const name = outer === null ? null : fieldAt(around, outer);
  if (field === null || name === null || field.tree.language !== 'python') return UNCLEAR;
  if (base === null || written !== base)
    return base === null ? UNCLEAR : 'the name outside and the one in data differ';
  if (base === '' || base === '@') return 'the base name is the zone itself, whose name is not known here';
  const values = PARTS.flatMap((part) => {
    const pair = pairNamed(field.tree, field.map, part);
    return (pair === null ? null : pairValue(pair)) ?? [];
  });
  const place = pairValue(name.pair);
  const parts = values.map((value) => partOf(field.tree, value));
  if (place === null || parts.length < PARTS.length || parts.includes(null))
    return 'a part of the name is worked out on the spot';
  const whole = parts.join('.');
  const quote = textOf(field.tree, values[0] ?? place).includes("'") ? "'" : '"';
  return [
    { start: place.start, end: place.end, text: `${whole.includes('{') ? 'f' : ''}${quote}${whole}${quote}` },
  ];
}

/** What stands for a value inside a formatted string; null where it would need quotes of its own. */
function partOf(tree: SyntaxTree, value: SyntaxNode): string | null {
  const text = textOf(tree, value);
  if (value.type === 'identifier' || /^[\w.]+$/.test(text)) return `{${text}}`;
  const [, prefix = '', inner = ''] =
    /^([fF]?)(?:"([^"'\\]*)"|'([^"'\\]*)')$/.exec(text)?.filter((part) => part !== undefined) ?? [];
  const isPlain = value.type === 'string' && /^["'fF]/.test(text) && !(prefix === '' && /[{}]/.test(inner));
  return isPlain ? inner : null;
}
