/** Service, protocol and name of SRV records in Terraform move into the name of the record. */
import type { Edit } from '../../src/analysis/index.js';
import type { Codemod, Difference, FileEdit, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import type { Attribute, Block } from '../../src/read/terraform/index.js';
import { literally, propertyOf } from '../../src/value/index.js';
import {
  addressOf,
  attributeNamed,
  attributeText,
  type HclFile,
  hclFile,
  linesOf,
  moduleFiles,
  writtenProperty,
} from '../places/hcl.js';
import { realigned } from '../places/hcl-align.js';
import { type Entry, entriesOf } from '../places/hcl-entries.js';
import { plain } from '../places/rulesets/resources.js';
import { COMPUTED_NAME, SRV_STEPS } from '../places/srv-records.js';
import { inPlace, marker } from '../places/verdicts.js';
import { assumedOf, isComputed, wholeName } from './name.js';
import { nameReader, renamedDifferences } from './renamed.js';

export const terraformSrv: Codemod = {
  id: 'terraform-srv',
  entries: ['srv-data'],
  language: 'terraform',
  ties: 'site',
  classify,
  checklist: [],
};

const PARTS = ['service', 'proto', 'name'] as const;

function classify(site: Site, around: Surroundings): Verdict | null {
  const file = hclFile(site.file);
  const { start } = site.finding.at;
  const record = file.blocks.find(({ origin }) => origin.start <= start && start < origin.end);
  if (record?.type !== 'resource') return null;
  const data = dataOf(file, record);
  if (data === null) return marker('the parts of the name are not written out in data', SRV_STEPS);
  const { siblings, written } = data;
  const name = nameEdit(file, record, written);
  const gone = siblings.filter((one) => (PARTS as readonly string[]).includes(one.name));
  const above = gone[0]?.origin.start ?? start;
  if (name === null) return { ...marker('the whole name could not be put together here', SRV_STEPS), above };
  const address = addressOf(record);
  const isRenamed = name.edits.length > 0;
  const reader = isRenamed ? nameReader(address, moduleFiles(file.path, around)) : null;
  if (reader !== null) return { ...marker(reader, SRV_STEPS), above };
  const edits: FileEdit[] = [...name.edits, ...realigned(file, siblings, gone)].map((edit) => ({
    ...edit,
    file: file.path,
  }));
  for (const part of gone) {
    const lines = linesOf(file, part);
    if (lines === null) return { ...marker('something else stands on the same line', SRV_STEPS), above };
    edits.push({ file: file.path, start: lines.start, end: lines.end, text: '' });
  }
  return inPlace({
    level: 'review',
    reason: 'service and protocol belong into the name of the record',
    edits,
    differences: [...(isRenamed ? renamedDifferences(address, file.path, around) : []), ...name.differences],
  });
}

interface NewName {
  readonly edits: readonly Edit[];
  readonly differences: readonly Difference[];
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
function nameEdit(file: HclFile, record: Block, data: RecordData['written']): NewName | null {
  const [service, proto, inner] = PARTS.map((part) => templateOf(data(part)));
  const outer = attributeNamed(record, 'name');
  const raw = attributeText(file, record, 'name');
  const written = literal(raw);
  if (raw !== null && isTakenApart(raw, data)) {
    const assumed = assumedOf(inner ?? null);
    return assumed === null ? null : { edits: [], differences: assumed };
  }
  if (outer === undefined || !service || !proto) return null;
  // Where both names are the same expression, it is the bare name.
  const bare = written ?? (raw === data('name') ? (inner ?? null) : null);
  const whole = bare === null ? null : wholeName(service, proto, inner ?? null, bare);
  if (whole === null || bare === null) return null;
  if (whole.name === written) return { edits: [], differences: whole.assumed };
  const computed = isComputed(bare) ? [COMPUTED_NAME] : [];
  return { edits: [renamed(file, outer, whole.name)], differences: [...computed, ...whole.assumed] };
}

/** Whether service and protocol are the first two labels of the outer name: `split(".", each.key)[0]`. */
function isTakenApart(name: string, data: RecordData['written']): boolean {
  const label = new RegExp(
    `^(?:split\\("\\.", ${literally(name)}\\)\\[([01])\\]|element\\(split\\("\\.", ${literally(name)}\\), ([01])\\))$`,
  );
  return ['service', 'proto'].every((part, index) => {
    const [, at, other] = label.exec(plain(data(part) ?? '')) ?? [];
    return (at ?? other) === String(index);
  });
}

/** The text of a quoted value without escapes; `${…}` stays as it is. */
function literal(written: string | null): string | null {
  return /^"([^"\\]*)"$/.exec(written ?? '')?.[1] ?? null;
}

/** What stands for the value within a text: the value itself, or an interpolation. */
function templateOf(written: string | null): string | null {
  return (
    literal(written) ?? (/^(?:[\w.,()[\] ]|\["[\w-]+"\])+$/.test(written ?? '') ? `\${${written}}` : null)
  );
}

function renamed(file: HclFile, { nameOrigin, origin }: Attribute, name: string): Edit {
  const equals = file.text.indexOf('=', nameOrigin.end);
  const start = equals + 1 + (/^\s*/.exec(file.text.slice(equals + 1))?.[0].length ?? 0);
  return { start, end: start + file.text.slice(start, origin.end).trimEnd().length, text: `"${name}"` };
}
