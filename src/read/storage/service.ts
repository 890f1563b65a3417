import { alternatives, knownText, shapeOf, type Value } from '../../value/index.js';
import { wordsOf } from '../text/words/verbs.js';

/**
 * Whether a client of the S3 API talks to the object storage of Cloudflare. Nothing else speaks for it than its host
 * and the region `auto`, which other services take too: where a known host contradicts, the region says nothing.
 */

export type Sure = 'exact' | 'likely';

/** Text without which no reader has to look for uses of the object storage. */
export const STORAGE_SIGN =
  /r2\.cloudflarestorage\.com|\.r2\.dev\b|\bR2Bucket\b|\br2_buckets\b|r2_list_honor_include|r2\/buckets|\bhttpEtag\b|\b(?:http|custom)Metadata\b|\bonlyIf\b|\bwriteHttpMetadata\b|region(?:_name)?['"]?\s*[:=]\s*['"]?auto\b|--region[ =]auto\b|REGION=['"]?auto\b/;

/** Names of variables that hold the address of another service with the same API. */
const OTHER_SERVICE =
  /minio|tigris|wasabi|backblaze|google|scaleway|supabase|localstack|fly_?io|storj|linode|hetzner/i;
/** Names so short that they are part of others: `costs`, `crossRegion`, `namespaces`. */
const OTHER_WORDS = new Set(['b2', 'ceph', 'cos', 'garage', 'gcs', 'oss', 'spaces']);

function isOtherService(name: string): boolean {
  return OTHER_SERVICE.test(name) || wordsOf(name).some((word) => OTHER_WORDS.has(word));
}

export function serviceOf(endpoint: Value | undefined, region: Value | undefined): Sure | null {
  const addresses = endpoint === undefined ? [] : alternatives(endpoint).map(addressOf);
  if (addresses.some((address) => address.host === 'other')) return null;
  const isNamed = addresses.some((address) => address.host === 'service');
  if (isNamed) return addresses.length === 1 ? 'exact' : 'likely';
  if (addresses.some(({ name }) => isOtherService(name))) return null;
  const regions = region === undefined ? [] : alternatives(region);
  return regions.length === 1 && knownText(regions[0] ?? NOTHING) === 'auto' ? 'likely' : null;
}

const NOTHING: Value = { kind: 'unknown', why: 'nothing', origin: null };

interface Address {
  readonly host: 'service' | 'other' | 'unknown';
  readonly name: string;
}

function addressOf(value: Value): Address {
  if (value.kind !== 'text') return { host: 'unknown', name: value.kind === 'unknown' ? value.why : '' };
  const shape = shapeOf(value.pieces, '*');
  const names = value.pieces.flatMap((piece) => (piece.kind === 'hole' ? (piece.name ?? '') : '')).join(' ');
  if (isServiceAddress(shape)) return { host: 'service', name: names };
  // A host of which nothing but holes is known may be any.
  const host = /^(?:https?:)?\/\/([^/?#]+)/i.exec(shape)?.[1] ?? shape;
  return { host: /[a-z0-9]/i.test(host) ? 'other' : 'unknown', name: names };
}

export function isServiceAddress(address: string): boolean {
  return /(?:^|[/.*@])r2\.cloudflarestorage\.com(?:[:/?#]|$)/i.test(address);
}

/** A bucket that is open to the public, below the vendor's own domain. */
export function isPublicAddress(address: string): boolean {
  return /^https?:\/\/[\w*-]+\.r2\.dev(?:[:/?#]|$)/i.test(address);
}

/** Headers of the S3 API and the parameters that SDKs make them of. */
const PARAMETERS: Readonly<Record<string, string>> = {
  'x-amz-tagging': 'Tagging',
  'x-amz-tagging-directive': 'TaggingDirective',
  'x-amz-acl': 'ACL',
  'x-amz-grant-read': 'GrantRead',
  'x-amz-grant-read-acp': 'GrantReadACP',
  'x-amz-grant-write-acp': 'GrantWriteACP',
  'x-amz-grant-full-control': 'GrantFullControl',
  'x-amz-server-side-encryption': 'ServerSideEncryption',
  'x-amz-server-side-encryption-aws-kms-key-id': 'SSEKMSKeyId',
  'x-amz-server-side-encryption-context': 'SSEKMSEncryptionContext',
  'x-amz-server-side-encryption-bucket-key-enabled': 'BucketKeyEnabled',
  'x-amz-object-lock-mode': 'ObjectLockMode',
  'x-amz-object-lock-retain-until-date': 'ObjectLockRetainUntilDate',
  'x-amz-object-lock-legal-hold': 'ObjectLockLegalHoldStatus',
  'x-amz-bucket-object-lock-enabled': 'ObjectLockEnabledForBucket',
  'x-amz-website-redirect-location': 'WebsiteRedirectLocation',
  'x-amz-request-payer': 'RequestPayer',
  'x-amz-expected-bucket-owner': 'ExpectedBucketOwner',
  'x-amz-source-expected-bucket-owner': 'ExpectedSourceBucketOwner',
  'x-amz-mfa': 'MFA',
  'x-amz-bypass-governance-retention': 'BypassGovernanceRetention',
  'x-amz-copy-source': 'CopySource',
};

/** Headers of a request that is signed by hand, as the parameters they stand for. */
export function headersAsParameters(headers: Value): Value {
  if (headers.kind !== 'object') return headers;
  const properties = headers.properties.flatMap((property) => {
    const key = PARAMETERS[property.key.toLowerCase()];
    return key === undefined ? [] : [{ ...property, key }];
  });
  return { ...headers, properties };
}

const SPELLINGS = new Map(
  [...Object.values(PARAMETERS), 'CORSConfiguration', 'CORSRules', 'ID'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);

const START_AND_LENGTH = /bytes=\$?\{\s*([\w.]+)\s*\}-\$?\{\s*\1\s*\+\s*([\w.]+)\s*\}/;

/** `bytes=${start}-${start + length}`, as JavaScript or Python writes it: the last byte is part of a range. */
export function isRangeOneTooLong(written: string): boolean {
  const [, , length] = START_AND_LENGTH.exec(written) ?? [];
  return length !== undefined && !/last|end|max/i.test(length);
}

/** `tagging`, `ssekms_key_id` and `grant-read-acp` as the API calls them. */
export function parameterNamed(name: string): string {
  return SPELLINGS.get(name.replaceAll(/[-_]/g, '').toLowerCase()) ?? operationNamed(name);
}

/** `put_object`, `put-object` and `putObject` are `PutObject`. */
export function operationNamed(name: string): string {
  const words = name.replaceAll(/[-_]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const pascal = words.charAt(0).toUpperCase() + words.slice(1);
  // What SDKs call otherwise than the API.
  return RENAMED[pascal] ?? pascal;
}

const RENAMED: Readonly<Record<string, string>> = {
  Upload: 'PutObject',
  UploadFile: 'PutObject',
  UploadFileobj: 'PutObject',
  ManagedUpload: 'PutObject',
  Copy: 'CopyObject',
};
