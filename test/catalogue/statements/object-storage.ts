import { entry, of, type Proof, reason, shown } from './statement.js';

const CASES = 'storage/storage.test.ts';
const ANSWER = reason(
  'It describes what the service answers; no code depends on it in a way that can be seen.',
);
const OPEN = reason('The specification says that it does not show this.');
const rows = (section: string, from: number, ...all: readonly (readonly [says: string, ...by: Proof[]])[]) =>
  all.map(([says, ...by], index) => of(section, from + index, says, ...by));
const entries = (...ids: readonly string[]): Proof[] => ids.map((id) => entry(id));

/** A call through the SDK of the S3 API to this service, or with `AWS` to another. */
const s3 = (command: string, args: string, region = 'auto'): string =>
  `import { ${command}Command, S3Client } from '@aws-sdk/client-s3';
const s3 = new S3Client({ region: '${region}', endpoint: \`https://\${account}.r2.cloudflarestorage.com\` });
await s3.send(new ${command}Command({ Bucket: 'media', ${args} }));\n`;
const bucket = (code: string): string =>
  `export async function run(bucket: R2Bucket, key: string) {\n  ${code}\n}\n`;
const cors = (rule: string): string => s3('PutBucketCors', `CORSConfiguration: { CORSRules: [${rule}] }`);

/** Sections 2.6 and 4.3 to 4.5, and the lines of other sections that speak of object storage. */
export const OBJECT_STORAGE = [
  ...rows('1', 5, [
    'a bucket is read, listed, written and deleted; a binding is open to every request',
    ...entries('r2-unprotected-binding'),
  ]),
  ...rows(
    '2.6',
    1,
    ['bucket', ...entries('r2-location-constraint', 'r2-jurisdiction', 'r2-bucket-encryption')],
    ['object', entry('r2-several-hashes', bucket("await bucket.put(key, 'a', { md5: a, sha1: b });"))],
    ['multipart upload', ...entries('r2-sorted-parts')],
    ['properties of CORS', ...entries('r2-cors-origin', 'r2-cors-empty-header', 'r2-expose-headers')],
    ['other fields are open', OPEN],
    ['fields of retired resources are open', OPEN],
  ),
  ...rows(
    '3',
    4,
    ['a condition that fails at completion aborts the upload', ...entries('r2-conditional-complete')],
    ['abort may be repeated', ...entries('r2-repeated-abort')],
    ['parts may come in any order', ...entries('r2-sorted-parts')],
    ['parts of different size are refused at completion', ...entries('r2-part-sizes')],
  ),
  ...rows('4.3 routing', 1, [
    'path style, virtual hosts, region auto',
    entry('r2-region', s3('HeadObject', "Key: 'a'", 'eu-west-1')),
    shown(CASES, 'what shows the service'),
  ]),
  ...rows(
    '4.3 operations',
    1,
    ['of buckets', entry('r2-bucket-operations', s3('PutBucketPolicy', 'Policy: policy'))],
    ['of objects', entry('r2-object-operations', s3('GetObjectAttributes', "Key: 'a'"))],
    [
      'of multipart uploads',
      entry('r2-object-tags', s3('CreateMultipartUpload', "Key: 'a', Tagging: 'b=c'")),
    ],
  ),
  ...rows(
    '4.3 rules',
    1,
    [
      'CreateBucket',
      entry(
        'r2-location-constraint',
        s3('CreateBucket', "CreateBucketConfiguration: { LocationConstraint: 'eu-west-1' }"),
      ),
      entry('r2-object-lock', s3('CreateBucket', 'ObjectLockEnabledForBucket: true')),
    ],
    ['region of HeadBucket and GetBucketLocation', ANSWER],
    [
      'answers of a fresh bucket; AES256 alone',
      entry('r2-canned-answers', s3('GetBucketVersioning', '')),
      ...entries('r2-bucket-encryption'),
    ],
    [
      'unsupported operations and parameters',
      entry('r2-list-parameters', s3('ListObjectsV2', "OptionalObjectAttributes: ['RestoreStatus']")),
      ...entries('r2-bucket-operations', 'r2-x-id', 'r2-x-purpose'),
    ],
    ['ListBuckets', ...entries('r2-name-contains')],
    [
      'ListObjects and ListObjectsV2',
      ...entries('r2-key-count', 'r2-next-marker', 'r2-full-page', 'r2-old-cursors'),
    ],
    [
      'ranges of GetObject',
      entry('r2-ranges', s3('GetObject', "Key: 'a', Range: `bytes=${start}-${start + size}`")),
    ],
    [
      'PutObject',
      entry('r2-acl', s3('PutObject', "Key: 'a', ACL: 'public-read'")),
      ...entries('r2-content-type'),
    ],
    [
      'conditional headers and CopyObject',
      entry('r2-copy-source', s3('CopyObject', "Key: 'a', CopySource: 'media/b'")),
      entry('r2-conditional-write', s3('PutObject', "Key: 'a', IfNoneMatch: '*'")),
    ],
    ['DeleteObjects', ...entries('r2-delete-limit', 'r2-key-spaces')],
    ['parts of uploads', ...entries('r2-part-sizes', 'r2-sorted-parts', 'r2-multipart-etag')],
    ['ListMultipartUploads', ANSWER],
    [
      'PutBucketCors',
      entry('r2-cors-origin', cors("{ AllowedMethods: ['GET'], AllowedOrigins: ['https://example.com/a'] }")),
      entry('r2-cors-empty-header', cors("{ AllowedOrigins: ['*'], AllowedHeaders: [''] }")),
      entry('r2-cors-header-case', cors("{ AllowedOrigins: ['*'], AllowedHeaders: ['A', 'a'] }")),
      ...entries('r2-cors-keys', 'r2-expose-headers'),
    ],
    ['presigned URLs', shown(CASES, 'calls in JavaScript')],
    ['lifecycle rules and OPTIONS', ...entries('r2-options-without-origin')],
    ['copies of multipart objects', ANSWER],
  ),
  ...rows(
    '4.4',
    1,
    ['get bucket', ...entries('r2-missing-bucket', 'r2-bucket-id')],
    ['get sippy', ...entries('r2-sippy-config')],
    ['change sippy', ...entries('r2-sippy-config')],
    ['validate sippy', ANSWER],
    ['list buckets', ...entries('r2-name-contains', 'r2-jurisdiction')],
    ['paths are open', OPEN],
  ),
  ...rows(
    '4.5',
    1,
    ['put', ...entries('r2-put-condition', 'r2-several-hashes')],
    [
      'get',
      entry(
        'r2-http-etag',
        bucket("const one = await bucket.get(key);\n  if (one) headers.set('etag', one.etag);"),
      ),
      ...entries('r2-missing-object', 'r2-get-condition'),
    ],
    ['head', ...entries('r2-http-etag')],
    ['delete', ...entries('r2-delete-many')],
    ['list', ...entries('r2-list-include', 'r2-list-metadata', 'r2-list-length', 'r2-list-flag')],
    ['multipart', ANSWER],
  ),
  ...rows(
    '4.5 text',
    1,
    [
      'malformed ranges and conditions',
      entry('r2-malformed-range', bucket('return bucket.get(key, { range: { offset: -1 } });')),
    ],
    ['shape of a handler', ...entries('r2-unprotected-binding')],
  ),
  ...rows('5', 3, ['requests are signed, or URLs presigned', ...entries('r2-region')]),
  ...rows(
    '5 rules',
    1,
    ['tokens are of one account', reason('A token shows nothing of this in code.')],
    ['a binding does not protect its bucket', ...entries('r2-unprotected-binding')],
  ),
  ...rows(
    '7.2',
    7,
    ['a bucket that is missing', ...entries('r2-missing-bucket')],
    ['an object that is missing', ...entries('r2-missing-object')],
    ['no authorization', ...entries('r2-unprotected-binding')],
    [
      'a method that is not supported',
      reason('The application defines it; nothing is wrong with another answer.'),
    ],
    ['OPTIONS without origin', ...entries('r2-options-without-origin')],
    ['parameters of ListObjects', ...entries('r2-list-parameters')],
    ['a condition that fails', ...entries('r2-conditional-write')],
    ['DeleteObjects with too many keys', ...entries('r2-delete-limit')],
    ['unknown keys in XML', ...entries('r2-cors-keys')],
    ['object lock', ...entries('r2-object-lock')],
  ),
  ...rows('7.2 codes', 1, ['codes of errors', ...entries('r2-concurrency-error')]),
  ...rows(
    '8',
    1,
    ['objects of one request', ...entries('r2-delete-limit')],
    ['sizes of parts', ...entries('r2-part-sizes')],
  ),
  ...rows('8', 5, [
    'continuation tokens',
    entry('r2-old-cursors', s3('ListObjectsV2', "ContinuationToken: '1ueGcxLPRx1Tr'")),
  ]),
  ...rows(
    '9 object storage',
    1,
    ['2024-06-07', ...entries('r2-migration-encrypted-source')],
    ['2024-06-06', ...entries('r2-x-purpose')],
    ['2024-02-20', ...entries('r2-options-without-origin')],
    ['2024-02-06', ...entries('r2-sippy-config')],
    ['2024-01-30', ...entries('r2-cors-empty-header')],
    ['2024-01-26', ...entries('r2-sorted-parts')],
    ['2023-12-11', ...entries('r2-x-id')],
    ['2023-10-23', ...entries('r2-cors-origin')],
    ['2023-09-01', ...entries('r2-name-contains')],
    ['2023-08-11', ...entries('r2-conditional-complete')],
    ['2023-06-21', ...entries('r2-multipart-etag')],
    ['2022-07-19', ...entries('r2-old-cursors')],
    ['2022-07-01', ...entries('r2-delete-limit', 'r2-list-parameters')],
  ),
];
