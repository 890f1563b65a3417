/** Service, protocol and name of SRV records in Terraform move into the name of the record. */
import type { Edit } from '../../src/analysis/index.js';
import type { Codemod, FileEdit, Site, Verdict } from '../../src/migrate/model.js';
import type { Attribute, Block } from '../../src/read/terraform/parse.js';
import { propertyOf } from '../../src/value/index.js';
import {
  attributeNamed,
  attributeText,
  type HclFile,
  hclFile,
  linesOf,
  writtenProperty,
} from '../places/hcl.js';
import { realigned } from '../places/hcl-align.js';
import { type Entry, entriesOf } from '../places/hcl-entries.js';
import { inPlace, marker } from '../places/verdicts.js';
import { wholeName } from './name.js';

export const terraformSrv: Codemod = {
  id: 'terraform-srv',
  entries: ['srv-data'],
  language: 'terraform',
  ties: 'site',
  classify,
  checklist: [],
};

const STEPS = 'Write _service._proto.name into the name of the record and remove the three from data.';
const PARTS = ['service', 'proto', 'name'] as const;

function classify(site: Site): Verdict | null {
  const file = hclFile(site.file);
  const { start } = site.finding.at;
  const record = file.blocks.find(({ origin }) => origin.start <= start && start < origin.end);
  if (record?.type !== 'resource') return null;
  const data = dataOf(file, record);
  if (data === null) return marker('the parts of the name are not written out in data', STEPS);
  const { siblings, written } = data;
  const name = nameEdit(file, record, written);
  const gone = siblings.filter((one) => (PARTS as readonly string[]).includes(one.name));
  const above = gone[0]?.origin.start ?? start;
  if (name === null) return { ...marker('the whole name could not be put together here', STEPS), above };
  const edits: FileEdit[] = [...name, ...realigned(file, siblings, gone)].map((edit) => ({
    ...edit,
    file: file.path,
  }));
  for (const part of gone) {
    const lines = linesOf(file, part);
    if (lines === null) return { ...marker('something else stands on the same line', STEPS), above };
    edits.push({ file: file.path, start: lines.start, end: lines.end, text: '' });
  }
  return inPlace({
    level: 'review',
    reason: 'service and protocol belong into the name of the record',
    edits,
  });
}

interface RecordData {
  readonly siblings: readonly Entry[];
  /** What a name is given, as it is written. */
  readonly written: (name: string) => string | null;
}

/** A block, or since version 5 of the provider an object. */
function dataOf(file: HclFile, record: Block): RecordData | null {
  const block = record.body.blocks.find(({ type }) => type === 'data');
  if (block !== undefined)
    return { siblings: entriesOf(block.body), written: (name) => attributeText(file, block, name) };
  const { value } = attributeNamed(record, 'data') ?? {};
  if (value?.kind !== 'object' || value.open) return null;
  return {
    siblings: entriesOf(record.body).find(({ name }) => name === 'data')?.inner ?? [],
    written: (name) => {
      const property = propertyOf(value, name);
      return property === undefined ? null : writtenProperty(file, property);
    },
  };
}

/** Sets the outer name where it is not whole yet; null where it cannot be told. */
function nameEdit(file: HclFile, record: Block, data: RecordData['written']): readonly Edit[] | null {
  const [service, proto, inner] = PARTS.map((part) => templateOf(data(part)));
  const outer = attributeNamed(record, 'name');
  const raw = attributeText(file, record, 'name');
  const written = literal(raw);
  if (outer === undefined || !service || !proto) return null;
  const prefix = `${service}.${proto}`;
  // Where both names are the same expression, it is the bare name.
  if (written === null) return raw === data('name') ? [renamed(file, outer, `${prefix}.${inner}`)] : null;
  const name = wholeName(prefix, inner ?? null, written);
  if (name === null) return null;
  return name === written ? [] : [renamed(file, outer, name)];
}

/** The text of a quoted value without escapes; `${…}` stays as it is. */
function literal(written: string | null): string | null {
  return /^"([^"\\]*)"$/.exec(written ?? '')?.[1] ?? null;
}

/** What stands for the value within a text: the value itself, or an interpolation. */
function templateOf(written: string | null): string | null {
  return (
    literal(written) ??
    (/^[\w.]+(?:\[(?:"[\w-]+"|[\w.]+)\][\w.]*)*$/.test(written ?? '') ? `\${${written}}` : null)
  );
}

function renamed(file: HclFile, { nameOrigin, origin }: Attribute, name: string): Edit {
  const equals = file.text.indexOf('=', nameOrigin.end);
  const start = equals + 1 + (/^\s*/.exec(file.text.slice(equals + 1))?.[0].length ?? 0);
  return { start, end: start + file.text.slice(start, origin.end).trimEnd().length, text: `"${name}"` };
}
