import {
  type ObjectValue,
  type Origin,
  propertyOf,
  text as textOf,
  unknown,
  type Value,
} from '../../value/index.js';
import { meetLimit } from '../limits.js';
import type { Program, Reader, Reading, SourceFile } from '../reader.js';
import { withRecordType } from '../structured/record-type.js';
import { structuredUsages } from '../structured/usages.js';
import { contextOf, evidenceOf, type FileEvidence } from '../text/plain/evidence.js';
import { proseUsages } from '../text/plain/prose.js';
import type { ResourceUsage, Usage } from '../usage.js';
import { configurationOf, referencesAround } from './configurations.js';
import { type DataRead, dataReads } from './data-reads.js';
import { calledResources, callsOf, type ModuleCall } from './modules.js';
import type { Block, Label } from './parse.js';
import { pinnedProvider } from './provider-version.js';
import type { References } from './references.js';
import { filesOfFolder, terraformStorage } from './storage.js';
import { objectOf, resolved, roundsOfBlock } from './values.js';

export { calledFolder, isGivenToModule } from './module-source.js';
export { type Attribute, type Block, type Body, parseConfiguration } from './parse.js';
export { pinnedProvider } from './provider-version.js';
export { objectOf } from './values.js';

/** Terraform, OpenTofu and other files of the same language: resources, data sources, modules, and what is in them. */
export const terraformReader: Reader = {
  id: 'terraform',
  languages: ['terraform'],
  read: (file, _roots, program) => readTerraform(file, program),
  storage: (file, program) => {
    const references = referencesAround(file, program);
    return terraformStorage(file, filesOfFolder(file, program, configurationOf), references);
  },
};

export function readTerraform(file: SourceFile, program: Program): Reading {
  const { body, comments, limit } = configurationOf(file);
  if (limit !== null) meetLimit(limit);
  const references = referencesAround(file, program);
  const reading = new TerraformReading(file, program, references);
  for (const block of body.blocks) reading.block(block);
  for (const attribute of body.attributes) reading.value(attribute.value);
  for (const call of callsOf(file, references, program)) reading.call(call);
  for (const read of dataReads(file, comments)) reading.read(read);
  reading.texts();
  for (const { start, end } of comments) reading.comment(start, end);
  return { usages: reading.usages, undetermined: [], tier: 'text' };
}

const KINDS: Readonly<Record<string, string>> = { resource: 'resource', data: 'data', ephemeral: 'data' };

class TerraformReading {
  readonly usages: Usage[] = [];
  readonly #evidence: FileEvidence;
  /** What is looked through for texts, all at once. */
  readonly #values: Value[] = [];

  constructor(
    readonly file: SourceFile,
    readonly program: Program,
    readonly references: References,
  ) {
    this.#evidence = evidenceOf(file, program.profiles, null);
  }

  block(block: Block): void {
    const written = objectOf(block.body, block.origin);
    const [type] = block.labels;
    const kind = KINDS[block.type];
    for (const references of roundsOfBlock(written, this.references)) {
      const attributes = withRecordType(resolved(written, references));
      if (kind !== undefined && type !== undefined)
        this.#usage(this.file, block.origin, kind, type, attributes);
      this.value(attributes);
    }
  }

  read({ name, attribute, origin }: DataRead): void {
    const property = { key: attribute, keyOrigin: origin, value: unknown('read', origin), origin };
    const attributes: Value = { kind: 'object', properties: [property], open: true, origin };
    this.#usage(this.file, origin, 'data attribute', { text: name, origin }, attributes);
  }

  /** What reaches the resources of a module of this tree goes where they go. */
  call(call: ModuleCall): void {
    const { file, program, references } = this;
    for (const called of calledResources(call, file, { references, program })) {
      const [type] = called.block.labels;
      if (type === undefined) continue;
      this.#usage(called.file, called.block.origin, 'resource', type, withRecordType(called.attributes));
    }
  }

  #usage(file: SourceFile, site: Origin, kind: string, type: Label, attributes: Value): void {
    const pinned = pinnedProvider(file, this.program, type.text);
    const usage: ResourceUsage = {
      kind: 'resource',
      site,
      evidence:
        pinned === null ? [] : [{ kind: 'client', name: `the provider ${pinned.version} (${pinned.from})` }],
      context: contextOf(file.path),
      tool: 'terraform',
      resourceKind: kind,
      name: type.text,
      nameOrigin: type.origin,
      attributes,
      ...(pinned === null ? {} : { version: pinned.version }),
    };
    this.usages.push(usage);
  }

  value(value: Value): void {
    if (value.kind !== 'scalar') this.#values.push(value);
  }

  /** Expressions, addresses and commands among the texts of all values. */
  texts(): void {
    const { profiles } = this.program;
    for (const one of structuredUsages(
      { file: this.file, profiles, evidence: this.#evidence, method: readingMethod },
      { kind: 'array', items: this.#values, open: false, origin: null },
    ))
      this.usages.push(one);
  }

  comment(start: number, end: number): void {
    const { profiles } = this.program;
    for (const one of proseUsages({
      file: this.file.path,
      text: this.file.text.slice(start, end),
      offset: start,
      profiles,
      evidence: this.#evidence,
      context: 'docs',
    }))
      this.usages.push(one);
  }
}

/** A data source that names an address and no method reads it. */
function readingMethod(owners: readonly ObjectValue[]): Value {
  const [owner] = owners;
  return owner === undefined || propertyOf(owner, 'url') === undefined
    ? unknown('not stated')
    : textOf('GET', null);
}
