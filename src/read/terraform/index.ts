import {
  alternatives,
  knownText,
  propertyOf,
  text as textOf,
  unknown,
  type Value,
} from '../../value/index.js';
import type { Program, Reader, Reading, SourceFile } from '../reader.js';
import { addressOf } from '../text/address.js';
import { contextOf, evidenceOf, type FileEvidence } from '../text/evidence.js';
import { expressionUsage, mayHoldExpression } from '../text/expressions.js';
import { proseUsages } from '../text/prose.js';
import { shellUsages } from '../text/shell.js';
import { methodNamed } from '../text/verbs.js';
import type { ExpressionUsage, ResourceUsage, Usage } from '../usage.js';
import { type Block, parseConfiguration } from './parse.js';
import { objectOf, type References, referencesOf, resolved } from './values.js';

/** Terraform, OpenTofu and other files of the same language: resources, data sources, modules, and what is in them. */
export const terraformReader: Reader = {
  id: 'terraform',
  languages: ['terraform'],
  read: (file, _roots, program) => readTerraform(file, program),
};

export function readTerraform(file: SourceFile, program: Program): Reading {
  const { body, comments } = parseConfiguration(file.path, file.text);
  const references = referencesAround(file, program, referencesOf(body));
  const reading = new TerraformReading(file, program, references);
  for (const block of body.blocks) reading.block(block);
  for (const attribute of body.attributes) reading.texts(attribute.value, attribute.name);
  for (const { start, end } of comments) reading.comment(start, end);
  return { usages: reading.usages, undetermined: [], tier: 'text' };
}

const MAX_FILES = 40;

/** Locals and defaults of the module: all files of a folder are one. */
function referencesAround(file: SourceFile, program: Program, own: Map<string, Value>): References {
  let looked = 0;
  for (const path of program.siblings?.(file.path) ?? []) {
    if (path === file.path || !/\.(?:tf|tofu)$/.test(path) || looked++ > MAX_FILES) continue;
    const sibling = program.file(path);
    if (sibling === null || !/\b(?:locals|variable)\b/.test(sibling.text)) continue;
    for (const [name, value] of referencesOf(parseConfiguration(path, sibling.text).body)) {
      if (!own.has(name)) own.set(name, value);
    }
  }
  return own;
}

const KINDS: Readonly<Record<string, string>> = { resource: 'resource', data: 'data', ephemeral: 'data' };

class TerraformReading {
  readonly usages: Usage[] = [];
  readonly #evidence: FileEvidence;

  constructor(
    readonly file: SourceFile,
    readonly program: Program,
    readonly references: References,
  ) {
    this.#evidence = evidenceOf(file, program.profiles, null);
  }

  block(block: Block): void {
    const attributes = resolved(objectOf(block.body, block.origin), this.references);
    const [type] = block.labels;
    const kind = KINDS[block.type];
    if (kind !== undefined && type !== undefined) {
      const usage: ResourceUsage = {
        kind: 'resource',
        site: block.origin,
        evidence: [],
        context: contextOf(this.file.path),
        tool: 'terraform',
        resourceKind: kind,
        name: type.text,
        nameOrigin: type.origin,
        attributes,
      };
      this.usages.push(usage);
    }
    this.texts(attributes, '');
  }

  /** Expressions, addresses and commands among the texts of a value. */
  texts(value: Value, key: string, owner: Value | null = null): void {
    for (const one of alternatives(value)) {
      if (one.kind === 'object')
        for (const property of one.properties) this.texts(property.value, property.key, one);
      else if (one.kind === 'array') for (const item of one.items) this.texts(item, key, owner);
      else if (one.kind === 'text' && one.origin?.file === this.file.path) this.#text(one, key, owner);
    }
  }

  #text(value: Extract<Value, { kind: 'text' }>, key: string, owner: Value | null): void {
    const { profiles } = this.program;
    const context = contextOf(this.file.path);
    const evidence = this.#evidence;
    const address = addressOf(value, profiles, evidence);
    if (address !== null && value.origin !== null) {
      this.usages.push({
        kind: 'http',
        site: value.origin,
        evidence: address.evidence,
        context,
        method: methodBeside(owner),
        url: address.url,
        body: bodyBeside(owner),
        headers: unknown('not looked at'),
        reads: [],
      });
      return;
    }
    const written = value.pieces.map((piece) => (piece.kind === 'text' ? piece.text : ' ')).join('');
    if (mayHoldExpression(written)) {
      const usage = expressionUsage(value, context, evidence.all);
      if (usage !== null) this.usages.push(key === 'expression' ? known(usage) : usage);
    } else if (/\bcurl\b/.test(written)) {
      this.usages.push(
        ...shellUsages({ file: this.file, pieces: value.pieces, profiles, evidence, context }),
      );
    }
  }

  comment(start: number, end: number): void {
    const { profiles } = this.program;
    this.usages.push(
      ...proseUsages({
        file: this.file.path,
        text: this.file.text.slice(start, end),
        offset: start,
        profiles,
        evidence: this.#evidence,
        context: 'docs',
      }),
    );
  }
}

const known = (usage: ExpressionUsage): ExpressionUsage => ({ ...usage, place: 'known' });

/** The method that the object around an address names; reading an address is the way of data sources. */
function methodBeside(owner: Value | null): Value {
  if (owner?.kind !== 'object') return unknown('not stated');
  for (const key of ['method', 'http_method', 'create_method']) {
    const property = propertyOf(owner, key);
    const method = property === undefined ? null : methodNamed(knownText(property.value) ?? '');
    if (method !== null) return textOf(method, null);
  }
  return propertyOf(owner, 'url') === undefined ? unknown('not stated') : textOf('GET', null);
}

function bodyBeside(owner: Value | null): Value {
  if (owner?.kind !== 'object') return unknown('no body');
  for (const key of ['request_body', 'body', 'data', 'payload']) {
    const property = propertyOf(owner, key);
    if (property !== undefined) return property.value;
  }
  return unknown('no body');
}
