import type { Profile } from '../../catalogue/index.js';
import {
  alternatives,
  knownText,
  type ObjectValue,
  propertyOf,
  shapeOf,
  type TextValue,
  text as textOf,
  unknown,
  type Value,
} from '../../value/index.js';
import { meetLimit } from '../limits.js';
import type { SourceFile } from '../reader.js';
import { addressOf } from '../text/plain/address.js';
import { baseHost, contextOf, type FileEvidence, withBases } from '../text/plain/evidence.js';
import { expressionUsage, mayHoldExpression } from '../text/plain/expressions.js';
import { proseUsages } from '../text/plain/prose.js';
import { methodOfWords } from '../text/requests/command-lists.js';
import { shellUsages } from '../text/shell/shell.js';
import { methodNamed } from '../text/words/verbs.js';
import type { Context, Usage } from '../usage.js';
import { NO_SENDERS, type Senders } from './senders.js';
import { sentRecords } from './sent-records.js';
import { filledIn, type Matrix, matrixOf, type Variant, variantsOf } from './templates.js';

/**
 * Requests, expressions and commands in data: JSON, YAML and the values of Terraform. An address is sent with
 * the method and the body that stand beside it, or beside the object it is in.
 */
export interface StructuredInput {
  readonly file: SourceFile;
  readonly profiles: readonly Profile[];
  readonly evidence: FileEvidence;
  /** Of the scripts that send the file as it is. */
  readonly senders?: Senders;
  /** Where an address has nobody who names a method beside it. */
  readonly method?: (owners: readonly ObjectValue[]) => Value;
}

const METHOD_KEYS = ['method', 'http_method', 'httpMethod', 'requestMethod', 'create_method', 'verb'];
const BODY_KEYS = [
  'body',
  'request_body',
  'payload',
  'jsonBody',
  'json',
  'bodyParametersJson',
  'data',
  'postData',
];
/** Objects around an address that are asked for method and body. */
const REACH = 3;
const MAX_DEPTH = 200;

export function structuredUsages(input: StructuredInput, root: Value): Usage[] {
  const variables = new Map<string, TextValue>();
  collectVariables(root, variables, 0);
  const bases = [...variables].flatMap(([name, value]) => baseHost(shapeOf(value.pieces, ''), name) ?? []);
  const evidence = withBases(input.evidence, bases, input.file.text, input.profiles);
  const walk = new Walk({ ...input, evidence }, variables);
  walk.value(root, '', [], 0, NO_MATRIX);
  const { file, senders = NO_SENDERS } = input;
  return [...walk.usages, ...sentRecords(file, senders.ofRecords, root)];
}

/** Mappings whose entries the commands of a job see as variables. */
const VARIABLES = /^(?:env|variables|environment)$/;

/** `[{"key": "base", "value": "https://…"}]`, as collections of requests keep theirs. */
const LISTED_VARIABLES = /^(?:variables?|values)$/;

function addListed(item: Value, found: Map<string, TextValue>): void {
  if (item.kind !== 'object') return;
  const name = knownText(propertyOf(item, 'key')?.value ?? propertyOf(item, 'name')?.value ?? item);
  const text = propertyOf(item, 'value')?.value;
  if (name !== null && text?.kind === 'text' && !found.has(name)) found.set(name, text);
}

function collectVariables(value: Value, found: Map<string, TextValue>, depth: number): void {
  if (depth > MAX_DEPTH) return;
  if (value.kind === 'array') for (const item of value.items) collectVariables(item, found, depth + 1);
  if (value.kind !== 'object') return;
  for (const property of value.properties) {
    if (VARIABLES.test(property.key) && property.value.kind === 'object') {
      for (const { key, value: text } of property.value.properties)
        if (text.kind === 'text' && !found.has(key)) found.set(key, text);
    } else if (LISTED_VARIABLES.test(property.key) && property.value.kind === 'array') {
      for (const item of property.value.items) addListed(item, found);
    } else collectVariables(property.value, found, depth + 1);
  }
}

const DESCRIBING = /(?:^|[_-])(?:description|summary|comment|documentation|docs?|help|title|message)$/i;

/** Whether a key names text for people: `description`, `ai_description`, `shortDescription`. */
function isDescribing(key: string): boolean {
  return DESCRIBING.test(key.replace(/(?<=[a-z])(?=[A-Z])/g, '_'));
}

/** What a list of an API's operations says of each, and no request does. */
const CATALOGUED = ['operationId', 'summary', 'deprecated', 'responses', 'tag', 'tags'];

/** `{"method": "GET", "path": "/zones/{id}/x", "summary": …}`: a path without a host that is described, not called. */
function isCatalogued(path: TextValue, owner: ObjectValue | undefined): boolean {
  const [first] = path.pieces;
  return (
    owner !== undefined &&
    first?.kind === 'text' &&
    first.text.startsWith('/') &&
    methodBeside([owner]) !== null &&
    CATALOGUED.some((key) => propertyOf(owner, key) !== undefined)
  );
}

const NO_MATRIX: Matrix = new Map();

class Walk {
  readonly usages: Usage[] = [];
  readonly #context: Context;
  /** The method of the command of which the items of a list are the words. */
  #command: Value | null = null;

  constructor(
    readonly input: StructuredInput,
    readonly variables: ReadonlyMap<string, TextValue>,
  ) {
    this.#context = contextOf(input.file.path);
  }

  value(value: Value, key: string, owners: readonly ObjectValue[], depth: number, matrix: Matrix): void {
    if (depth > MAX_DEPTH) {
      meetLimit(`nested deeper than ${MAX_DEPTH} levels`);
      return;
    }
    for (const one of alternatives(value)) {
      if (one.kind === 'object') {
        const around = [one, ...owners].slice(0, REACH);
        const strategy = propertyOf(one, 'strategy')?.value;
        const cells = strategy === undefined ? matrix : matrixOf(strategy);
        for (const property of one.properties) {
          this.#described(property.key, property.value, property.keyOrigin);
          this.value(property.value, property.key, around, depth + 1, cells);
        }
      } else if (one.kind === 'array') {
        const before = this.#command;
        this.#command = methodOfWords(one.items.map(knownText));
        for (const item of one.items) this.value(item, key, owners, depth + 1, matrix);
        this.#command = before;
      } else if (one.kind === 'text' && one.origin?.file === this.input.file.path) {
        for (const variant of variantsOf(one, owners, matrix)) this.#text(one, variant, key, owners);
      }
    }
  }

  #text(
    written: TextValue,
    { text: value, names }: Variant,
    key: string,
    owners: readonly ObjectValue[],
  ): void {
    const { profiles, evidence, file, senders = NO_SENDERS } = this.input;
    const address = addressOf(value, profiles, evidence);
    if (address !== null && written.origin !== null) {
      this.usages.push({
        kind: 'http',
        site: written.origin,
        evidence: address.evidence,
        context: isDescribing(key) || isCatalogued(value, owners[0]) ? 'docs' : this.#context,
        method: this.#command ?? methodBeside(owners) ?? this.input.method?.(owners) ?? unknown('not stated'),
        url: address.url,
        body: filledIn(bodyBeside(owners), names),
        headers: unknown('not looked at'),
        reads: [],
      });
      return;
    }
    if (isDescribing(key)) {
      this.#mentions(written);
      return;
    }
    const content = value.pieces.map((piece) => (piece.kind === 'text' ? piece.text : ' ')).join('');
    if (/\bcurl\b/.test(content)) {
      for (const one of shellUsages({
        file,
        pieces: value.pieces,
        profiles,
        evidence,
        context: this.#context,
        outside: this.variables,
      }))
        this.usages.push(one);
    } else if (mayHoldExpression(content)) {
      const usage = expressionUsage(value, this.#context, [...senders.evidence, ...evidence.all]);
      if (usage !== null) this.usages.push(key === 'expression' ? { ...usage, place: 'known' } : usage);
    }
  }

  /** Sentences for people, with addresses and expressions in them. */
  #mentions({ origin }: TextValue): void {
    if (origin === null) return;
    const { file, profiles, evidence } = this.input;
    const text = file.text.slice(origin.start, origin.end);
    const prose = { file: file.path, text, offset: origin.start, profiles, evidence };
    for (const one of proseUsages({ ...prose, context: 'docs' })) this.usages.push(one);
  }

  /** `"/zones/{id}/x": {"get": …}`: an address that is described, not called. */
  #described(key: string, value: Value, origin: Value['origin']): void {
    if (!key.startsWith('/') || value.kind !== 'object' || origin === null) return;
    const { profiles, evidence } = this.input;
    const address = addressOf(textOf(key, origin), profiles, evidence);
    if (address === null) return;
    for (const property of value.properties) {
      const method = methodNamed(property.key);
      if (method === null) continue;
      this.usages.push({
        kind: 'http',
        site: origin,
        evidence: address.evidence,
        context: 'docs',
        method: textOf(method, null),
        url: address.url,
        body: unknown('described'),
        headers: unknown('described'),
        reads: [],
      });
    }
  }
}

function methodBeside(owners: readonly ObjectValue[]): Value | null {
  for (const owner of owners) {
    for (const key of METHOD_KEYS) {
      const property = propertyOf(owner, key);
      const method = property === undefined ? null : methodNamed(knownText(property.value) ?? '');
      if (method !== null) return textOf(method, null);
    }
  }
  return null;
}

function bodyBeside(owners: readonly ObjectValue[]): Value {
  for (const owner of owners) {
    for (const key of BODY_KEYS) {
      const property = propertyOf(owner, key);
      if (property === undefined) continue;
      // Some tools keep the body in an object that also tells its mode.
      const inner =
        property.value.kind === 'object'
          ? (propertyOf(property.value, 'raw') ?? propertyOf(property.value, 'text'))
          : undefined;
      return inner?.value ?? property.value;
    }
  }
  return unknown('no body');
}
