import type { Origin, Property, TextValue, Value } from '../../../value/index.js';
import { flatFile } from '../../flat.js';
import type { SourceFile } from '../../reader.js';
import { operationNamed, type Sure, serviceOf } from '../../storage/service.js';
import type { StorageUsage } from '../../usage.js';
import { contextOf } from '../plain/evidence.js';
import { type Command, readScript, type Script } from '../shell/script.js';
import { ShellVariables } from '../shell/variables.js';
import { plainWord, textFrom, type Word } from '../shell/words.js';

/** Calls of the AWS CLI: `aws s3api put-object …`, `aws s3 cp …`. */

/** Options whose names in the API are more than the same words. */
const NAMES: Readonly<Record<string, string>> = {
  acl: 'ACL',
  sse: 'ServerSideEncryption',
  'sse-kms-key-id': 'SSEKMSKeyId',
  'ssekms-key-id': 'SSEKMSKeyId',
  'ssekms-encryption-context': 'SSEKMSEncryptionContext',
  'website-redirect': 'WebsiteRedirectLocation',
  mfa: 'MFA',
  'cors-configuration': 'CORSConfiguration',
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

export function shellStorageUsages(file: SourceFile): StorageUsage[] {
  if (!/\baws\b/.test(file.text)) return [];
  const source = flatFile(file.path, file.text);
  const script = readScript(source);
  const variables = new ShellVariables(script, source, undefined);
  const textOf = (word: Word): TextValue => textFrom(variables.resolved(word.pieces, new Map(), 0));
  const origin = (word: Word): Origin => ({
    file: file.path,
    start: source.offset(word.start),
    end: source.offset(word.end),
  });
  return script.commands.flatMap((command) => {
    const call = callOf(command, textOf, origin);
    if (call === null) return [];
    const sure = serviceAsked(call, script, textOf);
    if (sure === null) return [];
    const { operation, at, parameters } = call;
    const base = {
      kind: 'storage',
      site: at,
      at,
      sure,
      evidence: [],
      context: contextOf(file.path),
    } as const;
    const region = call.options.get('region');
    const client: StorageUsage[] =
      region === undefined
        ? []
        : [{ ...base, operation: 'Client', parameters: objectOf([property('region', at, region)]) }];
    return [...client, { ...base, operation, parameters: objectOf(parameters) }];
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
  { words }: Command,
  textOf: (word: Word) => TextValue,
  origin: (word: Word) => Origin,
): CliCall | null {
  const name = words.findIndex((word) => /^(?:\S*\/)?aws$/.test(plainWord(word)));
  if (
    name < 0 ||
    !words
      .slice(0, name)
      .every((word) => /^(?:\w+=|sudo$|exec$|time$|command$|docker$|run$)/.test(plainWord(word)))
  )
    return null;
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
    const value = isAlone || inline !== undefined || next === undefined ? null : textOf(next);
    if (value !== null) index++;
    const given = value ?? afterSign(textOf(word), inline === undefined);
    options.set(option, given);
    parameters.push(
      property(NAMES[option] ?? operationNamed(option), origin(word), structured(option, given)),
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

/** The address and the region that a command goes to: its own options, its variables, those of the script. */
function serviceAsked(call: CliCall, script: Script, textOf: (word: Word) => TextValue): Sure | null {
  const own = (names: RegExp): Value | undefined => {
    const word = call.set.find((one) => names.test(plainWord(one).split('=')[0] ?? ''));
    const assigned = script.assigned.findLast(({ name }) => names.test(name));
    return word === undefined
      ? assigned === undefined
        ? undefined
        : textOf(assigned.value)
      : afterSign(textOf(word), false);
  };
  return serviceOf(
    call.options.get('endpoint-url') ?? own(ENDPOINTS),
    call.options.get('region') ?? own(REGIONS),
  );
}
