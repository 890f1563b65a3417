import {
  knownText,
  type Origin,
  type Property,
  propertyOf,
  text as textOf,
  type Value,
} from '../../../value/index.js';
import { syntaxOf } from '../../languages.js';
import type { Program, SourceFile } from '../../reader.js';
import {
  isServiceAddress,
  operationNamed,
  parameterNamed,
  type Sure,
  serviceOf,
} from '../../storage/service.js';
import type { StorageUsage } from '../../usage.js';
import { calleeOf } from '../lexing/calls.js';
import { isPunctuation } from '../lexing/code.js';
import { literalText } from '../lexing/tokens.js';
import { type Unit, unitOf } from '../requests/unit.js';
import { argumentsOf } from '../usages/sdk-arguments.js';
import { constantsAround } from '../values/constants.js';

/**
 * Calls of the SDKs of AWS for Go, PHP and Ruby. Clients are not followed: a call counts in a file that makes clients
 * of this service and no others.
 */

/** The names in a call that makes a client, joined by dots. */
const CLIENTS: Readonly<Record<string, RegExp>> = {
  go: /^s3\.New(?:FromConfig)?$/,
  php: /(?:^|\.)S3(?:Multi)?Client(?:\.factory)?$/,
  ruby: /(?:^|\.)S3\.(?:Client|Resource)\.new$/,
};
const OPERATION =
  /^(?:Put|Get|Delete|Head|List|Copy|Create|Complete|Abort|Upload|Restore|Select|Write)(?:Object|Bucket|Multipart|Part|Public)\w*$/;

export function clientStorageUsages(file: SourceFile, program: Program): StorageUsage[] {
  const syntax = syntaxOf(file.language);
  const made = CLIENTS[file.language];
  if (syntax === null || made === undefined || !/\baws\b/i.test(file.text)) return [];
  const unit = unitOf(file, syntax, program, ({ file: own, program: whole }) => constantsAround(own, whole));
  const opens = unit.code.tokens.flatMap((token, at) => (isPunctuation(token, '(') ? [at] : []));
  const clients = opens
    .filter((open) => made.test(calleeOf(unit.code, open).join('.')))
    .map((open) => clientAt(unit, open));
  // Which of several clients of Go an address belongs to, nobody can tell.
  const isUnclear = file.language === 'go' && clients.length > 1;
  if (isUnclear || clients.length === 0 || clients.some((client) => client === null)) return [];
  return [...clients.flatMap((client) => client ?? []), ...opens.flatMap((open) => callAt(unit, open) ?? [])];
}

/** Null for a client of another service, or of one that nobody knows. */
function clientAt(unit: Unit, open: number): StorageUsage | null {
  const options = argumentsOf(unit, open).findLast((value) => value.kind === 'object');
  const sure =
    options?.kind === 'object'
      ? serviceOf(propertyOf(options, 'endpoint')?.value, propertyOf(options, 'region')?.value)
      : unit.file.language === 'go'
        ? addressedService(unit)
        : null;
  return sure === null ? null : usageOf(unit, open, 'Client', options ?? NOTHING, sure);
}

/** In Go, the address is set in a function that is handed to the client, or to its configuration. */
function addressedService({ code }: Unit): Sure | null {
  return code.tokens.some((token) => isServiceAddress((literalText(token) ?? '').replaceAll(/%\w/g, '*')))
    ? 'likely'
    : null;
}

function callAt(unit: Unit, open: number): StorageUsage | null {
  const names = calleeOf(unit.code, open);
  const operation = operationNamed(names.at(-1) ?? '');
  if (names.length < 2 || !OPERATION.test(operation)) return null;
  const parameters = argumentsOf(unit, open).findLast((value) => value.kind === 'object') ?? NOTHING;
  return usageOf(unit, open, operation, renamed(parameters), 'likely');
}

const NOTHING: Value = { kind: 'object', properties: [], open: true, origin: null };

function usageOf(unit: Unit, open: number, operation: string, parameters: Value, sure: Sure): StorageUsage {
  const { code, file, context } = unit;
  const { tokens, partner } = code;
  const range = (from: number, to: number): Origin => ({
    file: file.path,
    start: tokens[from]?.start ?? 0,
    end: tokens[to]?.end ?? 0,
  });
  const at = range(open - 1, open - 1);
  const site = range(open - 1, partner[open] ?? open);
  return { kind: 'storage', operation, site, at, parameters, sure, evidence: [], context };
}

/** Parameters under the names of the API, with constants of the SDK as the texts they stand for. */
function renamed(value: Value): Value {
  if (value.kind === 'array') return { ...value, items: value.items.map(renamed) };
  if (value.kind === 'object') {
    const properties = value.properties.map(
      (property): Property => ({
        ...property,
        key: parameterNamed(property.key),
        value: renamed(property.value),
      }),
    );
    return { ...value, properties };
  }
  const [only] = value.kind === 'text' ? value.pieces : [];
  const meant = only?.kind === 'hole' ? constantNamed(only.name ?? '') : null;
  return meant === null || knownText(value) !== null ? value : textOf(meant, value.origin);
}

/** `types.ObjectCannedACLPublicRead` is `public-read`. */
function constantNamed(name: string): string | null {
  const [, kind, rest = ''] =
    /\b(?:Object|Bucket)?(CannedACL|LocationConstraint|ServerSideEncryption)([A-Z]\w*)$/.exec(name) ?? [];
  if (kind === undefined) return null;
  const words = rest.replaceAll(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase();
  if (kind !== 'ServerSideEncryption') return words;
  return words === 'aes-256' ? 'AES256' : words.replaceAll('-', ':');
}
