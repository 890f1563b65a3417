/** One small program each: what is reported of it, as `entry: text`, with hints; an empty list means nothing. */
export interface StorageCase {
  readonly name: string;
  readonly path: string;
  readonly code: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly reports: readonly string[];
}

const R2 = "region: 'auto', endpoint: 'https://example.r2.cloudflarestorage.com'";
const AWS = "region: 'eu-west-1'";

function script(
  name: string,
  code: string,
  reports: readonly string[] = [],
  files?: StorageCase['files'],
): StorageCase {
  return { name, path: 'src/a.ts', code, reports, ...(files === undefined ? {} : { files }) };
}

/** A call of the third version of the SDK, to this service or to another. */
function command(
  name: string,
  options: string,
  call: string,
  args: string,
  reports: readonly string[] = [],
): StorageCase {
  const code = `import { ${call}Command, S3Client } from '@aws-sdk/client-s3';\nconst s3 = new S3Client({ ${options} });\nawait s3.send(new ${call}Command({ Bucket: 'media', ${args} }));\n`;
  return script(name, code, reports);
}

const TAGGED = "Key: 'a', Tagging: 'b=c'";
const TAG = ['r2-object-tags: Tagging'];

/** What shows that a client talks to this service, and what does not. */
export const EVIDENCE: readonly StorageCase[] = [
  command('the host', R2, 'PutObject', TAGGED, TAG),
  command(
    'the host of a jurisdiction',
    "region: 'auto', endpoint: 'https://example.eu.r2.cloudflarestorage.com'",
    'PutObject',
    TAGGED,
    TAG,
  ),
  command(
    'the host with an account that is not known',
    'endpoint: `https://${process.env.ACCOUNT}.r2.cloudflarestorage.com`',
    'PutObject',
    TAGGED,
    TAG,
  ),
  command(
    'the region and an address that is not known',
    "region: 'auto', endpoint: process.env.R2_ENDPOINT",
    'PutObject',
    TAGGED,
    TAG,
  ),
  command(
    'the host as a default',
    "region: 'auto', endpoint: process.env.ENDPOINT ?? 'https://example.r2.cloudflarestorage.com'",
    'PutObject',
    TAGGED,
    TAG,
  ),
  command('a region of AWS', AWS, 'PutObject', TAGGED),
  command('no options', '', 'PutObject', TAGGED),
  command('an address that is not known', 'endpoint: process.env.R2_ENDPOINT', 'PutObject', TAGGED),
  command(
    'the region for another host',
    "region: 'auto', endpoint: 'https://storage.googleapis.com'",
    'PutObject',
    TAGGED,
  ),
  command(
    'the region for Tigris',
    "region: 'auto', endpoint: 'https://fly.storage.tigris.dev'",
    'PutObject',
    TAGGED,
  ),
  command(
    'the region and a name of another service',
    "region: 'auto', endpoint: process.env.MINIO_ENDPOINT",
    'PutObject',
    TAGGED,
  ),
  command(
    'the region and a name that holds the short name of another service',
    "region: 'auto', endpoint: process.env.CROSS_ZONE_COST_URL",
    'PutObject',
    TAGGED,
    TAG,
  ),
  command(
    'the region and the short name of another service',
    "region: 'auto', endpoint: process.env.ossEndpoint",
    'PutObject',
    TAGGED,
  ),
  command(
    'a host that only looks alike',
    "endpoint: 'https://r2.cloudflarestorage.com.example.com'",
    'PutObject',
    TAGGED,
  ),
  command(
    'either of two hosts',
    "endpoint: local ? 'http://localhost:9000' : 'https://example.r2.cloudflarestorage.com'",
    'PutObject',
    TAGGED,
  ),
  script(
    'a comment that names the host',
    "// not r2.cloudflarestorage.com\nimport { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';\nconst s3 = new S3Client({});\ns3.send(new PutObjectCommand({ Tagging: 'a=b' }));\n",
  ),
  script(
    'two clients, each for its calls',
    `import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';\nconst aws = new S3Client({ ${AWS} });\nconst r2 = new S3Client({ ${R2} });\nawait aws.send(new PutObjectCommand({ Tagging: 'a' }));\nawait r2.send(new PutObjectCommand({ ACL: 'private' }));\n`,
    ['r2-acl: private'],
  ),
];

const CLIENT = `import { S3Client } from '@aws-sdk/client-s3';\nexport const s3 = new S3Client({ ${R2} });\n`;

/** Ways to call the S3 API in JavaScript. */
export const JAVASCRIPT: readonly StorageCase[] = [
  script(
    'a client of another file',
    "import { PutObjectCommand } from '@aws-sdk/client-s3';\nimport { s3 } from './client.js';\n// region: 'auto'\nawait s3.send(new PutObjectCommand({ Tagging: 'a' }));\n",
    TAG,
    { 'src/client.ts': CLIENT },
  ),
  script(
    'a client of another file, for AWS',
    "import { PutObjectCommand } from '@aws-sdk/client-s3';\nimport { s3 } from './client.js';\n// region: 'auto'\nawait s3.send(new PutObjectCommand({ Tagging: 'a' }));\n",
    [],
    { 'src/client.ts': CLIENT.replace(R2, AWS) },
  ),
  script(
    'a command in a variable',
    `import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';\nconst s3 = new S3Client({ ${R2} });\nconst put = new PutObjectCommand({ Tagging: 'a' });\nawait s3.send(put);\n`,
    TAG,
  ),
  script(
    'options in a variable',
    `import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';\nconst s3 = new S3Client({ ${R2} });\nconst input = { Bucket: 'media', Tagging: 'a' };\nawait s3.send(new PutObjectCommand(input));\n`,
    TAG,
  ),
  script(
    'a function that makes the client',
    `import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';\nfunction client() {\n  return new S3Client({ ${R2} });\n}\nawait client().send(new PutObjectCommand({ Tagging: 'a' }));\n`,
    TAG,
  ),
  script(
    'a field of a class',
    `import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';\nclass Store {\n  #s3 = new S3Client({ ${R2} });\n  put() {\n    return this.#s3.send(new PutObjectCommand({ Tagging: 'a' }));\n  }\n}\n`,
    TAG,
  ),
  script(
    'a field that a constructor sets',
    `import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';\nclass Store {\n  constructor() {\n    this.s3 = new S3Client({ ${R2} });\n  }\n  put() {\n    return this.s3.send(new PutObjectCommand({ Tagging: 'a' }));\n  }\n}\n`,
    TAG,
  ),
  script(
    'a field of a class, for AWS',
    `// region: 'auto'\nimport { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';\nclass Store {\n  s3 = new S3Client({ ${AWS} });\n  put() {\n    return this.s3.send(new PutObjectCommand({ Tagging: 'a' }));\n  }\n}\n`,
  ),
  script(
    'the namespace of the SDK',
    `import * as sdk from '@aws-sdk/client-s3';\nconst s3 = new sdk.S3Client({ ${R2} });\nawait s3.send(new sdk.PutObjectCommand({ Tagging: 'a' }));\n`,
    TAG,
  ),
  script(
    'require',
    `const { PutObjectCommand, S3Client } = require('@aws-sdk/client-s3');\nconst s3 = new S3Client({ ${R2} });\ns3.send(new PutObjectCommand({ Tagging: 'a' }));\n`,
    TAG,
  ),
  script(
    'the aggregated client',
    `import { S3 } from '@aws-sdk/client-s3';\nconst s3 = new S3({ ${R2} });\nawait s3.putObject({ Tagging: 'a' });\nawait s3.getBucketPolicy({ Bucket: 'media' });\n`,
    [...TAG, 'r2-bucket-operations: getBucketPolicy'],
  ),
  script(
    'the aggregated client, for AWS',
    `// region: 'auto'\nimport { S3 } from '@aws-sdk/client-s3';\nconst s3 = new S3({ ${AWS} });\nawait s3.putObject({ Tagging: 'a' });\n`,
  ),
  script(
    'an upload of lib-storage',
    `import { S3Client } from '@aws-sdk/client-s3';\nimport { Upload } from '@aws-sdk/lib-storage';\nconst client = new S3Client({ ${R2} });\nawait new Upload({ client, params: { Bucket: 'media', Tagging: 'a' } }).done();\n`,
    TAG,
  ),
  script(
    'an upload of lib-storage, for AWS',
    `// region: 'auto'\nimport { S3Client } from '@aws-sdk/client-s3';\nimport { Upload } from '@aws-sdk/lib-storage';\nconst client = new S3Client({ ${AWS} });\nawait new Upload({ client, params: { Bucket: 'media', Tagging: 'a' } }).done();\n`,
  ),
  script(
    'a signed URL',
    `import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';\nimport { getSignedUrl } from '@aws-sdk/s3-request-presigner';\nconst s3 = new S3Client({ ${R2} });\nawait getSignedUrl(s3, new PutObjectCommand({ Tagging: 'a' }), { expiresIn: 60 });\n`,
    TAG,
  ),
  script(
    'a signed URL, for AWS',
    `// region: 'auto'\nimport { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';\nimport { getSignedUrl } from '@aws-sdk/s3-request-presigner';\nconst s3 = new S3Client({ ${AWS} });\nawait getSignedUrl(s3, new PutObjectCommand({ Tagging: 'a' }));\n`,
  ),
  script(
    'pages',
    `import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';\nconst client = new S3Client({ ${R2} });\nfor await (const page of paginateListObjectsV2({ client }, { Bucket: 'media', RequestPayer: 'requester' })) use(page);\n`,
    ['r2-owner-parameters: RequestPayer'],
  ),
  script(
    'version 2',
    "const AWS = require('aws-sdk');\nconst s3 = new AWS.S3({ endpoint: 'https://example.r2.cloudflarestorage.com' });\ns3.putObject({ Tagging: 'a' }, done);\ns3.upload({ ACL: 'public-read' }).promise();\n",
    [...TAG, 'r2-acl: public-read'],
  ),
  script(
    'version 2, with an endpoint that is an object',
    "import AWS from 'aws-sdk';\nconst s3 = new AWS.S3({ endpoint: new AWS.Endpoint('https://example.r2.cloudflarestorage.com') });\ns3.getSignedUrl('putObject', { Tagging: 'a' });\n",
    TAG,
  ),
  script(
    'version 2, the client alone',
    "import S3 from 'aws-sdk/clients/s3';\nconst s3 = new S3({ endpoint: 'https://example.r2.cloudflarestorage.com', signatureVersion: 'v4' });\nawait s3.putObject({ Tagging: 'a' }).promise();\n",
    TAG,
  ),
  script(
    'version 2, for AWS',
    "// region: 'auto'\nimport AWS from 'aws-sdk';\nconst s3 = new AWS.S3({ signatureVersion: 'v4' });\ns3.putObject({ Tagging: 'a' }, done);\n",
  ),
  script(
    'aws4fetch',
    "import { AwsClient } from 'aws4fetch';\nconst client = new AwsClient({ accessKeyId, secretAccessKey, region: 'auto' });\nawait client.fetch(`https://${id}.r2.cloudflarestorage.com/media/a`, { method: 'PUT', headers: { 'X-Amz-Tagging': 'a=b' }, body });\n",
    ['r2-object-tags: X-Amz-Tagging'],
  ),
  script(
    'aws4fetch, a setting of a bucket',
    "import { AwsClient } from 'aws4fetch';\nconst client = new AwsClient({ accessKeyId, secretAccessKey });\nawait client.fetch(`https://${id}.r2.cloudflarestorage.com/media?versioning`, { method: 'PUT', body });\n",
    ['r2-bucket-operations: `https://${id}.r2.cloudflarestorage.com/media?versioning`'],
  ),
  script(
    'aws4fetch, for AWS',
    "// region: 'auto'\nimport { AwsClient } from 'aws4fetch';\nconst client = new AwsClient({ accessKeyId, secretAccessKey });\nawait client.fetch('https://media.s3.amazonaws.com/a', { method: 'PUT', headers: { 'x-amz-tagging': 'a=b' } });\n",
  ),
  script(
    'headers that are fine',
    "await fetch(`https://${id}.r2.cloudflarestorage.com/media/a`, { method: 'PUT', headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', 'content-type': 'text/plain' } });\n",
  ),
  script(
    'a method of the same name',
    `import { S3Client } from '@aws-sdk/client-s3';\nconst s3 = new S3Client({ ${R2} });\nqueue.send({ Tagging: 'a' });\nconst db = new Map();\ndb.putObject({ Tagging: 'a' });\n`,
  ),
  command('a range whose end is inclusive', R2, 'GetObject', 'Range: `bytes=${from}-${from + last}`'),
  command('a range that begins elsewhere', R2, 'GetObject', 'Range: `bytes=${from}-${to + size}`'),
  command('a token that is not known', R2, 'ListObjectsV2', 'ContinuationToken: next'),
  script(
    'a write under a condition, in a file that handles its failure',
    `import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';\nconst s3 = new S3Client({ ${R2} });\ntry {\n  await s3.send(new PutObjectCommand({ IfMatch: etag }));\n} catch (error) {\n  report(error);\n}\n`,
  ),
  script(
    'a parameter that is left out',
    `import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';\nconst s3 = new S3Client({ ${R2} });\nawait s3.send(new PutObjectCommand({ Bucket: 'media', Tagging: undefined }));\n`,
  ),
];

function bucket(name: string, body: string, reports: readonly string[] = [], type = 'R2Bucket'): StorageCase {
  return script(
    name,
    `export async function run(bucket: ${type}, key: string) {\n${body}\n}\nexport type Kept = R2Bucket;\n`,
    reports,
  );
}

const TOML = (date: string, flags = '') =>
  `main = "src/a.js"\ncompatibility_date = "${date}"\n${flags}\n[[r2_buckets]]\nbinding = "MEDIA"\nbucket_name = "media"\n`;
const INCLUDED =
  "export default {\n  async fetch(request, env) {\n    const page = await env.MEDIA.list({ include: ['httpMetadata'] });\n    headers.set('etag', page.objects[0].httpEtag);\n  },\n};\n";
function worker(
  name: string,
  code: string,
  config: Readonly<Record<string, string>>,
  reports: readonly string[] = [],
): StorageCase {
  return { name, path: 'src/a.js', code, files: config, reports };
}

/** Buckets of workers. */
export const BINDINGS: readonly StorageCase[] = [
  worker('include before its day', INCLUDED, { 'wrangler.toml': TOML('2022-07-01') }, [
    'r2-list-include: include',
  ]),
  worker('include between the days of two sources', INCLUDED, { 'wrangler.toml': TOML('2022-07-20') }, [
    'r2-list-include: list',
  ]),
  worker('include on its day', INCLUDED, { 'wrangler.toml': TOML('2022-08-04') }),
  worker('include with the flag', INCLUDED, {
    'wrangler.toml': TOML('2022-07-01', 'compatibility_flags = ["r2_list_honor_include"]\n'),
  }),
  worker(
    'include, by a JSON file',
    INCLUDED,
    { 'wrangler.json': '{ "compatibility_date": "2022-05-01", "r2_buckets": [{ "binding": "MEDIA" }] }' },
    ['r2-list-include: include'],
  ),
  worker(
    'a worker without types',
    "export default {\n  async fetch(request, env) {\n    const done = await env.MEDIA.put('a', 'b', { onlyIf: request.headers });\n    return new Response(done.version);\n  },\n};\n",
    { 'wrangler.toml': TOML('2024-01-01') },
    ['r2-put-condition: version'],
  ),
  worker(
    'metadata of other storage',
    'export async function run(env) {\n  const files = await env.STORE.list();\n  return files.objects.map((one) => one.customMetadata);\n}\n',
    { 'wrangler.toml': TOML('2024-01-01') },
  ),
  worker('include, with no configuration', INCLUDED, {}),
  worker('another binding of the same worker', INCLUDED.replaceAll('env.MEDIA', 'env.CACHE'), {
    'wrangler.toml': TOML('2022-07-01'),
  }),
  worker('a member of another object', INCLUDED.replaceAll('env.MEDIA', 'this.MEDIA'), {
    'wrangler.toml': TOML('2022-07-01'),
  }),
  bucket('several checksums', "await bucket.put(key, 'a', { md5: one, sha1: two });", [
    'r2-several-hashes: put',
  ]),
  bucket('one checksum, the other left out', "await bucket.put(key, 'a', { md5: undefined, sha1: two });"),
  bucket(
    'several checksums, in another kind of binding',
    "await bucket.put(key, 'a', { md5: one, sha1: two });",
    [],
    'KVNamespace',
  ),
  bucket('a suffix alone', 'return await bucket.get(key, { range: { suffix: 2 } });'),
  bucket(
    'a result that is checked later',
    'const object = await bucket.get(key);\nif (!object) return null;\nreturn object.body;',
  ),
  bucket(
    'a listing with all that it reads',
    "const page = await bucket.list({ include: ['customMetadata', 'httpMetadata'] });\nreturn page.objects.map((one) => one.customMetadata);",
  ),
  bucket(
    'metadata of something else',
    'const page = await bucket.list();\nreturn others.map((one) => one.customMetadata);',
  ),
  bucket(
    'options that are not known',
    'const page = await bucket.list(options);\nreturn page.objects.map((one) => one.customMetadata);',
  ),
  bucket(
    'the bare ETag beside no header',
    'const object = await bucket.head(key);\nif (object === null) return null;\nreturn { etag: object.etag };',
  ),
  bucket(
    'metadata by an index',
    'const page = await bucket.list();\nreturn page.objects[0].customMetadata;',
    ['r2-list-metadata: customMetadata'],
  ),
  bucket(
    'metadata that is taken apart',
    'const page = await bucket.list();\nreturn page.objects.map(({ key, customMetadata }) => [key, customMetadata]);',
    ['r2-list-metadata: customMetadata'],
  ),
  bucket(
    'names that every object has',
    'const page = await bucket.list();\nreturn page.objects.map(({ key, size }) => [key, size]);',
  ),
  bucket(
    'a result under a condition that is taken apart',
    "const { etag } = await bucket.put(key, 'a', { onlyIf: condition });\nreturn etag;",
    ['r2-put-condition: etag'],
  ),
  bucket('a result that is taken apart', "const { etag } = await bucket.put(key, 'a');\nreturn etag;"),
  bucket(
    'a result that has a default',
    'const { size } = (await bucket.get(key)) ?? { size: 0 };\nreturn size;',
  ),
  bucket(
    'a bucket by another name',
    "const store = bucket;\nawait store.put(key, 'a', { sha1: one, sha256: two });",
    ['r2-several-hashes: put'],
  ),
  script(
    'a name of the environment',
    "interface Env {\n  MEDIA: R2Bucket;\n}\nexport async function run(env: Env) {\n  const { MEDIA } = env;\n  await MEDIA.put('a', 'b', { sha1: one, sha256: two });\n}\n",
    ['r2-several-hashes: put'],
  ),
  script(
    'one name, two types',
    "interface One {\n  store: R2Bucket;\n}\ninterface Two {\n  store: Store;\n}\nexport async function run(two: Two) {\n  await two.store.put('a', 'b', { sha1: one, sha256: two });\n}\n",
  ),
];

function config(name: string, path: string, code: string, reports: readonly string[] = []): StorageCase {
  return { name, path, code, reports };
}

const FLAG = 'compatibility_flags = ["nodejs_compat", "r2_list_honor_include"]\n';

/** Wrangler files. */
export const WRANGLER: readonly StorageCase[] = [
  config(
    'the flag of an environment',
    'wrangler.toml',
    `compatibility_date = "2024-01-01"\n\n[env.staging]\n${FLAG}\n[[env.staging.r2_buckets]]\nbinding = "MEDIA"\nbucket_name = "a"\n`,
    ['r2-list-flag: r2_list_honor_include'],
  ),
  config(
    'the date of an environment',
    'wrangler.toml',
    `compatibility_date = "2022-01-01"\n${FLAG}\n[env.staging]\ncompatibility_date = "2023-01-01"\n`,
    ['r2-list-flag: r2_list_honor_include'],
  ),
  config('a date without quotes', 'wrangler.toml', `compatibility_date = 2024-01-01\n${FLAG}`, [
    'r2-list-flag: r2_list_honor_include',
  ]),
  config('an old date', 'wrangler.toml', `compatibility_date = "2022-01-01"\n${FLAG}`),
  config('no date', 'wrangler.toml', FLAG),
  config(
    'buckets in one line',
    'wrangler.toml',
    'compatibility_date = "2024-01-01"\nr2_buckets = [{ binding = "a-b", bucket_name = "a" }]\n',
    ['r2-binding-name: a-b'],
  ),
  config(
    'the second of two buckets',
    'wrangler.toml',
    'compatibility_date = "2024-01-01"\n[[r2_buckets]]\nbinding = "A"\n[[r2_buckets]]\nbinding = "2B"\n',
    ['r2-binding-name: 2B'],
  ),
  config(
    'a bucket with dashes, a binding without',
    'wrangler.toml',
    'compatibility_date = "2024-01-01"\n[[r2_buckets]]\nbinding = "A"\nbucket_name = "a-b"\n',
  ),
  config(
    'a binding of another kind',
    'wrangler.toml',
    'compatibility_date = "2024-01-01"\n# no r2_buckets\n[[kv_namespaces]]\nbinding = "a-b"\n',
  ),
  config('no date, with buckets', 'wrangler.jsonc', '{ /* none */ "r2_buckets": [{ "binding": "A" }] }', [
    'r2-compatibility-date: A',
  ]),
  config(
    'an environment that inherits the date',
    'wrangler.json',
    '{ "compatibility_date": "2024-01-01", "env": { "x": { "r2_buckets": [{ "binding": "A" }] } } }',
  ),
  config('a file of another name', 'deploy.toml', 'r2_buckets = [{ binding = "a-b" }]\n'),
  config(
    'a file that cannot be parsed',
    'wrangler.toml',
    'compatibility_date = "2024\n[[r2_buckets]\nbinding = "a-b"\n',
  ),
];

const PY = 'import boto3\ns3 = boto3.client("s3", endpoint_url="https://example.r2.cloudflarestorage.com")\n';
const PY_AWS = '# region_name="auto"\nimport boto3\ns3 = boto3.client("s3", region_name="eu-west-1")\n';
const python = (name: string, code: string, reports: readonly string[] = []): StorageCase => ({
  name,
  path: 'a.py',
  code,
  reports,
});

export const PYTHON: readonly StorageCase[] = [
  python('a call', `${PY}s3.put_object(Bucket="a", Tagging="b=c")\n`, TAG),
  python('a call, for AWS', `${PY_AWS}s3.put_object(Bucket="a", Tagging="b=c")\n`),
  python(
    'the region alone',
    'import boto3, os\ns3 = boto3.client("s3", region_name="auto", endpoint_url=os.environ["S3_URL"])\ns3.put_object(Tagging="b=c")\n',
    TAG,
  ),
  python(
    'an address of parts',
    'import boto3\nURL = f"https://{ACCOUNT}.r2.cloudflarestorage.com"\ns3 = boto3.client(service_name="s3", endpoint_url=URL)\ns3.put_object(Tagging="b=c")\n',
    TAG,
  ),
  python(
    'another service of the SDK',
    'import boto3\n# r2.cloudflarestorage.com\nsqs = boto3.client("sqs", region_name="auto")\nsqs.put_object(Tagging="b=c")\n',
  ),
  python(
    'a session',
    'import boto3\nsession = boto3.session.Session()\ns3 = session.client("s3", endpoint_url="https://example.r2.cloudflarestorage.com")\ns3.get_bucket_policy(Bucket="a")\n',
    ['r2-bucket-operations: get_bucket_policy'],
  ),
  python(
    'extra arguments',
    `${PY}s3.upload_file("a", "b", "c", ExtraArgs={"ACL": "public-read", "ContentType": "text/plain"})\n`,
    ['r2-acl: public-read'],
  ),
  python(
    'extra arguments that are fine',
    `${PY}s3.upload_file("a", "b", "c", ExtraArgs={"ContentType": "text/plain"})\n`,
  ),
  python(
    'a signed URL',
    `${PY}s3.generate_presigned_url("put_object", Params={"Bucket": "a", "Tagging": "b=c"})\n`,
    ['r2-object-tags: Tagging'],
  ),
  python(
    'pages',
    `${PY}for page in s3.get_paginator("list_objects_v2").paginate(Bucket="a", RequestPayer="requester"):\n    pass\n`,
    ['r2-owner-parameters: RequestPayer'],
  ),
  python(
    'a function that makes the client',
    'import boto3\ndef client():\n    return boto3.client("s3", endpoint_url="https://example.r2.cloudflarestorage.com")\ns3 = client()\ns3.put_object(Tagging="b=c")\n',
    TAG,
  ),
  python(
    'a field',
    'import boto3\nclass Store:\n    def __init__(self):\n        self.s3 = boto3.client("s3", endpoint_url="https://example.r2.cloudflarestorage.com")\n    def put(self):\n        self.s3.put_object(Tagging="b=c")\n',
    TAG,
  ),
  python(
    'resources',
    'import boto3\ns3 = boto3.resource("s3", endpoint_url="https://example.r2.cloudflarestorage.com")\ns3.Object("a", "b").put(Tagging="b=c")\npolicy = s3.BucketPolicy("a")\npolicy.put(Policy=text)\n',
    [...TAG, 'r2-bucket-operations: put'],
  ),
  python(
    'resources that are right, or of something else',
    'import boto3\ns3 = boto3.resource("s3", endpoint_url="https://example.r2.cloudflarestorage.com")\ns3.Object("a", "b").put(Body=data)\ncache = Cache()\ncache.put(Tagging="b=c")\nshop.Product("a").put(Tagging="b=c")\n',
  ),
  python(
    'resources of another service',
    'import boto3\n# r2.cloudflarestorage.com\ns3 = boto3.resource("s3", region_name="eu-west-1")\ns3.Object("a", "b").put(Tagging="b=c")\n',
  ),
  python('two clients', `${PY}aws = boto3.client("s3")\naws.put_object(Tagging="b=c")\n`),
  python(
    'a region of AWS for the host',
    'import boto3\ns3 = boto3.client("s3", endpoint_url="https://example.r2.cloudflarestorage.com", region_name="us-west-2")\n',
    ['r2-region: us-west-2'],
  ),
  python('a method of the same name', `${PY}other.store(Tagging="b=c")\n`),
];

const source = (name: string, path: string, code: string, reports: readonly string[] = []): StorageCase => ({
  name,
  path,
  code,
  reports,
});
const GO = (address: string, calls: string): string =>
  `package main\n\nimport "github.com/aws/aws-sdk-go-v2/service/s3"\n\n// region = auto\nfunc main() {\n\tclient := s3.NewFromConfig(cfg, func(o *s3.Options) {\n\t\to.BaseEndpoint = aws.String(fmt.Sprintf("${address}", account))\n\t})\n${calls}}\n`;
const R2_ADDRESS = 'https://%s.r2.cloudflarestorage.com';
const GO_PUT =
  '\tclient.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String("media"), Tagging: aws.String("b=c")})\n';
const PHP = (options: string): string =>
  `<?php\n// region = auto\n$s3 = new Aws\\S3\\S3Client([${options}]);\n$s3->putObject(['Bucket' => 'media', 'ACL' => 'public-read']);\n$s3->getObject(['Bucket' => 'media', 'Key' => 'a']);\n`;
const RUBY = (options: string): string =>
  `# region = auto\ns3 = Aws::S3::Client.new(${options})\ns3.put_object(bucket: 'media', ssekms_key_id: key)\ns3.get_bucket_policy(bucket: 'media')\n`;

/** Languages in which a call counts where the file makes clients of this service alone. */
export const OTHER_LANGUAGES: readonly StorageCase[] = [
  source('Go', 'a.go', GO(R2_ADDRESS, GO_PUT), TAG),
  source('Go, for AWS', 'a.go', GO('https://%s.example.com', GO_PUT)),
  source(
    'Go, with a constant of the SDK and an operation that is missing',
    'a.go',
    GO(
      R2_ADDRESS,
      '\tclient.PutObject(ctx, &s3.PutObjectInput{ACL: types.ObjectCannedACLPublicRead})\n\tclient.PutBucketPolicy(ctx, input)\n\tclient.GetObject(ctx, &s3.GetObjectInput{Bucket: bucket})\n',
    ),
    ['r2-acl: types.ObjectCannedACLPublicRead', 'r2-bucket-operations: PutBucketPolicy'],
  ),
  source('Go, with two clients', 'a.go', GO(R2_ADDRESS, `\taws := s3.NewFromConfig(other)\n${GO_PUT}`)),
  source('PHP', 'a.php', PHP("'region' => 'auto', 'endpoint' => \"https://$id.r2.cloudflarestorage.com\""), [
    'r2-acl: public-read',
  ]),
  source('PHP, for AWS', 'a.php', PHP("'region' => 'eu-west-1'")),
  source('Ruby', 'a.rb', RUBY('region: \'auto\', endpoint: "https://#{id}.r2.cloudflarestorage.com"'), [
    'r2-bucket-operations: get_bucket_policy',
    'r2-encryption: ssekms_key_id',
  ]),
  source('Ruby, for AWS', 'a.rb', RUBY("region: 'eu-west-1'")),
];

const HOST = '--endpoint-url https://example.r2.cloudflarestorage.com';
const shell = (name: string, code: string, reports: readonly string[] = []): StorageCase => ({
  name,
  path: 'a.sh',
  code: `${code}\n`,
  reports,
});

function workflow(name: string, run: string, reports: readonly string[] = [], env = 'CI: true'): StorageCase {
  return {
    name,
    path: '.github/workflows/a.yml',
    code: `on: push\njobs:\n  publish:\n    steps:\n      - run: |\n          ${run}\n        env:\n          ${env}\n`,
    reports,
  };
}

export const COMMAND_LINE: readonly StorageCase[] = [
  shell('a parameter', `aws s3api put-object --bucket a --key b --tagging c=d ${HOST}`, [
    'r2-object-tags: --tagging',
  ]),
  shell('the same for AWS', 'aws s3api put-object --bucket a --key b --tagging c=d # --region auto'),
  shell('an operation', `aws ${HOST} s3api put-bucket-policy --bucket a --policy file://p.json`, [
    'r2-bucket-operations: put-bucket-policy',
  ]),
  shell('a copy', `aws s3 cp a.txt s3://media/ --acl public-read ${HOST}`, ['r2-acl: public-read']),
  shell('a copy without lists', `aws s3 cp a.txt s3://media/ ${HOST}`),
  shell('encryption', `aws s3 sync . s3://media/ --sse aws:kms ${HOST}`, ['r2-encryption: aws:kms']),
  shell(
    'the address in a variable',
    `URL=https://example.r2.cloudflarestorage.com\naws s3api put-object --tagging c=d --endpoint-url "$URL"`,
    ['r2-object-tags: --tagging'],
  ),
  shell(
    'the address in the environment',
    'export AWS_ENDPOINT_URL=https://example.r2.cloudflarestorage.com\naws s3api get-bucket-policy --bucket a',
    ['r2-bucket-operations: get-bucket-policy'],
  ),
  shell('the region', 'aws s3api put-object --tagging c=d --region auto --endpoint-url "$STORAGE_URL"', [
    'r2-object-tags: --tagging',
  ]),
  shell(
    'a region of AWS',
    `aws s3 ls s3://media --region eu-west-1\naws s3 cp a s3://media --region eu-west-1 ${HOST}`,
    ['r2-region: eu-west-1'],
  ),
  shell(
    'a constraint',
    `aws s3api create-bucket --bucket a --create-bucket-configuration LocationConstraint=eu-west-1 ${HOST}`,
    ['r2-location-constraint: eu-west-1'],
  ),
  shell(
    'a location hint',
    `aws s3api create-bucket --bucket a --create-bucket-configuration LocationConstraint=weur ${HOST}`,
  ),
  shell(
    'another host',
    'aws s3api put-object --tagging c=d --region auto --endpoint-url https://storage.googleapis.com',
  ),
  {
    name: 'a recipe of make',
    path: 'Makefile',
    code: `URL := https://example.r2.cloudflarestorage.com\npublish:\n\t@aws s3api put-object --tagging c=d --endpoint-url $(URL)\n`,
    reports: ['r2-object-tags: --tagging'],
  },
  {
    name: 'a recipe of just',
    path: 'justfile',
    code: `url := "https://example.r2.cloudflarestorage.com"\npublish:\n    aws s3api put-object --tagging c=d --endpoint-url {{url}}\n`,
    reports: ['r2-object-tags: --tagging'],
  },
  {
    name: 'a recipe of make, for AWS',
    path: 'Makefile',
    code: `URL := https://s3.example.com\nOTHER := https://example.r2.cloudflarestorage.com\npublish:\n\t@aws s3api put-object --tagging c=d --endpoint-url $(URL)\n`,
    reports: [],
  },
  {
    name: 'an image',
    path: 'Dockerfile',
    code: `FROM scratch\nRUN aws s3 cp a s3://media --acl public-read ${HOST}\n`,
    reports: ['r2-acl: public-read'],
  },
  workflow('a step of a workflow', `aws s3 cp a s3://media --acl public-read ${HOST}`, [
    'r2-acl: public-read',
  ]),
  workflow(
    'a step of several lines',
    `set -e\n          aws s3api put-object --bucket a \\\n            --tagging c=d \\\n            --endpoint-url https://\${{ secrets.ACCOUNT }}.r2.cloudflarestorage.com`,
    ['r2-object-tags: --tagging'],
  ),
  workflow(
    'a step with the address in its variables',
    'aws s3 cp a s3://media --acl public-read',
    ['r2-acl: public-read'],
    'AWS_ENDPOINT_URL: https://example.r2.cloudflarestorage.com',
  ),
  workflow('a step for AWS', 'aws s3 cp a s3://media --acl public-read # --region auto'),
  {
    name: 'two jobs, of which one has the address',
    path: '.github/workflows/a.yml',
    code: `jobs:\n  one:\n    env:\n      AWS_ENDPOINT_URL: https://example.r2.cloudflarestorage.com\n    steps:\n      - run: aws s3 ls s3://media\n  two:\n    steps:\n      - run: aws s3 cp a s3://media --acl public-read\n`,
    reports: [],
  },
  {
    name: 'a script of a package',
    path: 'package.json',
    code: `{ "scripts": { "publish": "aws s3 sync out s3://media --acl public-read ${HOST}" } }\n`,
    reports: ['r2-acl: public-read'],
  },
  {
    name: 'documentation',
    path: 'docs/a.md',
    code: `Upload:\n\n\`\`\`sh\n$ aws s3 cp a s3://media --acl public-read ${HOST}\n\`\`\`\n\n\`\`\`python\nimport boto3\ns3 = boto3.client("s3", endpoint_url="https://example.r2.cloudflarestorage.com")\ns3.put_object(Tagging="b=c")\n\`\`\`\n`,
    reports: ['r2-acl: public-read', 'r2-object-tags: Tagging'],
  },
  {
    name: 'documentation of AWS',
    path: 'docs/a.md',
    code: `No region auto here.\n\n\`\`\`sh\naws s3 cp a s3://media --acl public-read\n\`\`\`\n\nhttps://example.r2.cloudflarestorage.com\n`,
    reports: [],
  },
  shell('a command that is printed', `echo aws s3api put-object --tagging c=d ${HOST}`),
];

const ini = (name: string, code: string, reports: readonly string[] = []): StorageCase => ({
  name,
  path: 'rclone.conf',
  code,
  reports,
});
const HCL = 'endpoints = { s3 = "https://example.r2.cloudflarestorage.com" }';
const terraform = (name: string, code: string, reports: readonly string[] = []): StorageCase => ({
  name,
  path: 'main.tf',
  code,
  reports,
});

export const CONFIGURATION: readonly StorageCase[] = [
  ini(
    'a remote',
    '[r2]\ntype = s3\nprovider = Cloudflare\nregion = us-west-2\nendpoint = https://example.r2.cloudflarestorage.com\n',
    ['r2-region: us-west-2'],
  ),
  ini(
    'a remote as the vendor shows it',
    '[r2]\ntype = s3\nprovider = Cloudflare\nendpoint = https://example.r2.cloudflarestorage.com\nacl = private\nregion = auto\n',
  ),
  ini('public access', '[r2]\nendpoint = https://example.r2.cloudflarestorage.com\nacl = public-read\n', [
    'r2-acl: public-read',
  ]),
  ini(
    'the section of another remote',
    '[r2]\nendpoint = https://example.r2.cloudflarestorage.com\n[aws]\nregion = us-west-2\nacl = public-read\n',
  ),
  terraform(
    'a backend',
    `terraform {\n  backend "s3" {\n    bucket = "state"\n    region = "auto"\n    acl = "private"\n    ${HCL}\n  }\n}\n`,
    ['r2-acl: private'],
  ),
  terraform(
    'a backend for AWS',
    '# region = "auto"\nterraform {\n  backend "s3" {\n    bucket = "state"\n    region = "eu-west-1"\n    acl = "private"\n  }\n}\n',
  ),
  terraform(
    'a backend as the vendor shows it',
    `terraform {\n  backend "s3" {\n    bucket = "state"\n    key = "a"\n    region = "auto"\n    skip_credentials_validation = true\n    use_path_style = true\n    ${HCL}\n  }\n}\n`,
  ),
  terraform(
    'resources of a provider',
    `provider "aws" {\n  region = "auto"\n  ${HCL}\n}\nresource "aws_s3_bucket_policy" "a" {\n  bucket = "a"\n}\n`,
    ['r2-bucket-operations: aws_s3_bucket_policy'],
  ),
  terraform(
    'endpoints as a block',
    'provider "aws" {\n  endpoints {\n    s3 = "https://example.r2.cloudflarestorage.com"\n  }\n}\nresource "aws_s3_object" "a" {\n  tags = { b = "c" }\n}\n',
    ['r2-object-tags: tags'],
  ),
  terraform(
    'resources of another provider',
    `provider "aws" {\n  alias = "r2"\n  ${HCL}\n}\nprovider "aws" {\n  region = "eu-west-1"\n}\nresource "aws_s3_bucket_policy" "a" {\n  bucket = "a"\n}\n`,
  ),
  terraform(
    'resources of a provider by its alias',
    `provider "aws" {\n  alias = "r2"\n  ${HCL}\n}\nresource "aws_s3_bucket_policy" "a" {\n  provider = aws.r2\n  bucket = "a"\n}\n`,
    ['r2-bucket-operations: aws_s3_bucket_policy'],
  ),
];
