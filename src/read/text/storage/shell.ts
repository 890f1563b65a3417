import {
  type Origin,
  type Piece,
  type Property,
  type TextValue,
  text as textOf,
  type Value,
} from '../../../value/index.js';
import { type FlatText, flatFile } from '../../flat.js';
import type { SourceFile } from '../../reader.js';
import { operationNamed, parameterNamed, type Sure, serviceOf } from '../../storage/service.js';
import type { Context, StorageUsage } from '../../usage.js';
import { contextOf } from '../plain/evidence.js';
import { readScript, type ShellCommand, type ShellScript } from '../shell/script.js';
import { ShellVariables } from '../shell/variables.js';
import { plainWord, textFrom, type Word } from '../shell/words.js';

/** Calls of the AWS CLI: `aws s3api put-object …`, `aws s3 cp …`. */

/** Options whose names in the API are more than the same words. */
const NAMES: Readonly<Record<string, string>> = {
  sse: 'ServerSideEncryption',
  'sse-kms-key-id': 'SSEKMSKeyId',
  'website-redirect': 'WebsiteRedirectLocation',
};
const HIGH_LEVEL: Readonly<Record<string, string>> = {
  cp: 'PutObject',
  mv: 'PutObject',
  sync: 'PutObject',
  mb: 'CreateBucket',
  website: 'PutBucketWebsite',
};
const ENDPOINTS = /^AWS_ENDPOINT_URL(?:_S3)?$/;
const REGIONS = /^AWS_(?:DEFAULT_)?REGION$/;

/** The program; `make` runs `@aws` without printing it. */
const PROGRAM = /^(?:[@+-]*|\S*\/)aws$/;
/** What may stand in front of it: variables, other programs, `RUN` of a Dockerfile, the prompt in documentation. */
const BEFORE = /^(?:\w+=|(?:sudo|exec|time|command|docker|run|RUN|\$|if|!|then|do|else)$)/;

export function shellStorageUsages(file: SourceFile): StorageUsage[] {
  return scriptStorageUsages(flatFile(file.path, file.text), contextOf(file.path), makeVariables(file));
}

const MAKE_VARIABLE =
  /^(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*(?::{0,3}|\?)=[ \t]*(["']?)([^\s"'#]+)\2[ \t]*$/gm;

function makeVariables({ path, text, language }: SourceFile): ReadonlyMap<string, TextValue> {
  if (language !== 'makefile' && language !== 'just') return new Map();
  return new Map(
    [...text.matchAll(MAKE_VARIABLE)].map(({ 0: line, 1: name = '', 2: quote, 3: value = '', index }) => {
      const start = index + line.lastIndexOf(`${quote}${value}`) + (quote?.length ?? 0);
      return [name, textOf(value, { file: path, start, end: start + value.length })];
    }),
  );
}

/** The calls of a script that may stand inside another file, with the variables that are set around it. */
export function scriptStorageUsages(
  source: FlatText,
  context: Context,
  outside: ReadonlyMap<string, TextValue>,
): StorageUsage[] {
  if (!/\baws\b/.test(source.text)) return [];
  const script = readScript(source);
  const variables = new ShellVariables(script, source, outside);
  const resolved = (word: Word): TextValue =>
    textFrom(variables.resolved(withVariables(word.pieces, outside), new Map()));
  const origin = (word: Word): Origin => ({
    file: source.file,
    start: source.offset(word.start),
    end: source.endOffset(word.end),
  });
  return script.commands.flatMap((command) => {
    const call = callOf(command, resolved, origin);
    if (call === null) return [];
    const sure = serviceAsked(call, script, outside, resolved);
    if (sure === null) return [];
    const { operation, at, parameters } = call;
    const base = {
      kind: 'storage',
      site: at,
      at,
      sure,
      evidence: [],
      context,
    } as const;
    const region = call.options.get('region');
    const client: StorageUsage[] =
      region === undefined
        ? []
        : [{ ...base, operation: 'Client', parameters: objectOf([property('region', at, region)]) }];
    return [...client, { ...base, operation, parameters: objectOf(parameters) }];
  });
}

/** `$(NAME)` is a variable where one of that name is set around the script. */
function withVariables(pieces: readonly Piece[], outside: ReadonlyMap<string, TextValue>): readonly Piece[] {
  return pieces.flatMap((piece) => {
    const name = piece.kind === 'hole' ? /^\$\((\w+)\)$/.exec(piece.name ?? '')?.[1] : undefined;
    return (name === undefined ? undefined : outside.get(name)?.pieces) ?? [piece];
  });
}

interface CliCall {
  readonly operation: string;
  readonly at: Origin;
  readonly options: ReadonlyMap<string, TextValue>;
  readonly parameters: readonly Property[];
  /** Variables set for this command alone. */
  readonly set: readonly Word[];
}

function callOf(
  { words }: ShellCommand,
  resolved: (word: Word) => TextValue,
  origin: (word: Word) => Origin,
): CliCall | null {
  const name = words.findIndex((word) => PROGRAM.test(plainWord(word)));
  if (name < 0 || !words.slice(0, name).every((word) => BEFORE.test(plainWord(word)))) return null;
  const plain: Word[] = [];
  const options = new Map<string, TextValue>();
  const parameters: Property[] = [];
  for (let index = name + 1; index < words.length; index++) {
    const word = words[index];
    if (word === undefined) break;
    const written = plainWord(word);
    if (!written.startsWith('--')) {
      plain.push(word);
      continue;
    }
    const [, option = '', inline] = /^--([\w-]+)(=)?/.exec(written) ?? [];
    const next = words[index + 1];
    const isAlone = inline === undefined && (next === undefined || plainWord(next).startsWith('--'));
    const value = isAlone || inline !== undefined || next === undefined ? null : resolved(next);
    if (value !== null) index++;
    const given = value ?? afterSign(resolved(word), inline === undefined);
    options.set(option, given);
    parameters.push(
      property(NAMES[option] ?? parameterNamed(option), origin(word), structured(option, given)),
    );
  }
  const [group, command] = plain.map(plainWord);
  const named = plain[1];
  if (named === undefined || command === undefined) return null;
  const operation =
    group === 's3api' ? operationNamed(command) : group === 's3' ? HIGH_LEVEL[command] : undefined;
  return operation === undefined
    ? null
    : { operation, at: origin(named), options, parameters, set: words.slice(0, name) };
}

/** The value in `--region=auto`; a switch has none. */
function afterSign(value: TextValue, isSwitch: boolean): TextValue {
  if (isSwitch) return { kind: 'text', pieces: [], origin: value.origin };
  const [first, ...rest] = value.pieces;
  if (first?.kind !== 'text') return value;
  const sign = first.text.indexOf('=') + 1;
  const { origin } = first;
  const moved = origin === null ? null : { ...origin, start: origin.start + sign };
  const piece = { kind: 'text', text: first.text.slice(sign), origin: moved } as const;
  return { kind: 'text', pieces: piece.text === '' ? rest : [piece, ...rest], origin: moved };
}

/** `LocationConstraint=eu-west-1` is an object of one key. */
function structured(option: string, value: TextValue): Value {
  const [first] = value.pieces;
  const key = first?.kind === 'text' ? /^([A-Z]\w+)=/.exec(first.text)?.[1] : undefined;
  if (key === undefined || !option.endsWith('configuration')) return value;
  const origin = value.origin ?? { file: '', start: 0, end: 0 };
  return objectOf([property(key, origin, afterSign(value, false))]);
}

function property(key: string, keyOrigin: Origin, value: Value): Property {
  return { key, keyOrigin, value, origin: null };
}

function objectOf(properties: readonly Property[]): Value {
  return { kind: 'object', properties, open: false, origin: null };
}

/** The address and the region that a command goes to: its own options, its variables, those around it. */
function serviceAsked(
  call: CliCall,
  script: ShellScript,
  outside: ReadonlyMap<string, TextValue>,
  resolved: (word: Word) => TextValue,
): Sure | null {
  const own = (names: RegExp): Value | undefined => {
    const word = call.set.find((one) => names.test(plainWord(one).split('=')[0] ?? ''));
    if (word !== undefined) return afterSign(resolved(word), false);
    const assigned = script.assigned.findLast(({ name }) => names.test(name));
    return assigned === undefined
      ? [...outside].find(([name]) => names.test(name))?.[1]
      : resolved(assigned.value);
  };
  return serviceOf(
    call.options.get('endpoint-url') ?? own(ENDPOINTS),
    call.options.get('region') ?? own(REGIONS),
  );
}
