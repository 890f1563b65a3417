import { alternatives, type ObjectValue, type Property, propertyOf, type Value } from '../../value/index.js';
import type { Program, SourceFile } from '../reader.js';
import { type Sure, serviceOf } from '../storage/service.js';
import { contextOf } from '../text/plain/evidence.js';
import type { StorageUsage } from '../usage.js';
import type { Block, Configuration } from './parse.js';
import type { References } from './references.js';
import { objectOf, resolved } from './values.js';

/** Backends and providers of the S3 API that are pointed at the object storage, and what is asked of them. */

/** What a resource of the provider for AWS does to a bucket. */
const RESOURCES: Readonly<Record<string, string>> = {
  aws_s3_bucket_acl: 'PutBucketAcl',
  aws_s3_bucket_policy: 'PutBucketPolicy',
  aws_s3_bucket_versioning: 'PutBucketVersioning',
  aws_s3_bucket_website_configuration: 'PutBucketWebsite',
  aws_s3_bucket_logging: 'PutBucketLogging',
  aws_s3_bucket_replication_configuration: 'PutBucketReplication',
  aws_s3_bucket_notification: 'PutBucketNotificationConfiguration',
  aws_s3_bucket_ownership_controls: 'PutBucketOwnershipControls',
  aws_s3_bucket_public_access_block: 'PutPublicAccessBlock',
  aws_s3_bucket_accelerate_configuration: 'PutBucketAccelerateConfiguration',
  aws_s3_bucket_request_payment_configuration: 'PutBucketRequestPayment',
  aws_s3_bucket_object_lock_configuration: 'PutObjectLockConfiguration',
  aws_s3_bucket_analytics_configuration: 'PutBucketAnalyticsConfiguration',
  aws_s3_bucket_inventory: 'PutBucketInventoryConfiguration',
  aws_s3_bucket_metric: 'PutBucketMetricsConfiguration',
  aws_s3_bucket_intelligent_tiering_configuration: 'PutBucketIntelligentTieringConfiguration',
  aws_s3_object: 'PutObject',
  aws_s3_bucket_object: 'PutObject',
  aws_s3_object_copy: 'CopyObject',
};
const ATTRIBUTES: Readonly<Record<string, string>> = {
  acl: 'ACL',
  tags: 'Tagging',
  server_side_encryption: 'ServerSideEncryption',
  kms_key_id: 'SSEKMSKeyId',
  object_lock_mode: 'ObjectLockMode',
  object_lock_retain_until_date: 'ObjectLockRetainUntilDate',
  object_lock_legal_hold_status: 'ObjectLockLegalHoldStatus',
  website_redirect: 'WebsiteRedirectLocation',
  expected_bucket_owner: 'ExpectedBucketOwner',
};

export interface TerraformFile {
  readonly file: SourceFile;
  readonly configuration: Configuration;
}

/** `files` are those of one folder, which Terraform reads as one; `file` is the one that is asked for. */
export function terraformStorage(
  file: SourceFile,
  files: readonly TerraformFile[],
  references: References,
): StorageUsage[] {
  const usages: StorageUsage[] = [];
  const providers = new Map<string, Sure>();
  for (const one of files) {
    for (const block of one.configuration.body.blocks) {
      if (block.type === 'terraform' && one.file === file)
        for (const usage of backends(block, file, references)) usages.push(usage);
      if (block.type !== 'provider' || block.labels[0]?.text !== 'aws') continue;
      const attributes = attributesOf(block, references);
      const sure = serviceAt(attributes);
      if (sure === null) continue;
      providers.set(textAt(attributes, 'alias') ?? '', sure);
      if (one.file === file) usages.push(usageOf('Client', block, file, attributes, sure));
    }
  }
  if (providers.size === 0) return usages;
  for (const one of files) {
    for (const block of one.configuration.body.blocks) {
      const [type] = block.labels;
      const operation = type === undefined ? undefined : RESOURCES[type.text];
      if (block.type !== 'resource' || type === undefined || operation === undefined) continue;
      const attributes = attributesOf(block, references);
      const sure = providers.get(aliasOf(block, one.file));
      if (sure === undefined) continue;
      const usage = usageOf(operation, block, one.file, renamed(attributes), sure);
      usages.push({ ...usage, at: type.origin });
    }
  }
  return usages;
}

function backends(terraform: Block, file: SourceFile, references: References): StorageUsage[] {
  return terraform.body.blocks.flatMap((block) => {
    if (block.type !== 'backend' || block.labels[0]?.text !== 's3') return [];
    const attributes = attributesOf(block, references);
    const sure = serviceAt(attributes);
    if (sure === null) return [];
    return [
      usageOf('Client', block, file, attributes, sure),
      usageOf('PutObject', block, file, renamed(attributes), sure),
    ];
  });
}

function attributesOf(block: Block, references: References): ObjectValue {
  const value = resolved(objectOf(block.body, block.origin), references);
  return value.kind === 'object' ? value : { kind: 'object', properties: [], open: true, origin: null };
}

/** `endpoints = { s3 = "…" }`, `endpoints { s3 = "…" }`, and `endpoint` of older backends. */
function serviceAt(attributes: ObjectValue): Sure | null {
  const endpoints = propertyOf(attributes, 'endpoints')?.value;
  const inner =
    endpoints === undefined
      ? []
      : itemsOf(endpoints).flatMap((one) =>
          one.kind === 'object' ? (propertyOf(one, 's3')?.value ?? []) : [],
        );
  return serviceOf(
    inner[0] ?? propertyOf(attributes, 'endpoint')?.value,
    propertyOf(attributes, 'region')?.value,
  );
}

function itemsOf(value: Value): readonly Value[] {
  return value.kind === 'array' ? value.items : alternatives(value);
}

function textAt(attributes: ObjectValue, name: string): string | null {
  const value = propertyOf(attributes, name)?.value;
  const [piece] = value?.kind === 'text' ? value.pieces : [];
  return piece?.kind === 'text' ? piece.text : null;
}

/** `provider = aws.storage`; the empty text for the one without an alias. */
function aliasOf(block: Block, { text }: SourceFile): string {
  const attribute = block.body.attributes.find(({ name }) => name === 'provider');
  if (attribute === undefined) return '';
  return /aws\.([\w-]+)/.exec(text.slice(attribute.origin.start, attribute.origin.end))?.[1] ?? '';
}

function renamed(attributes: ObjectValue): ObjectValue {
  const properties = attributes.properties.flatMap((one): readonly Property[] => {
    const key = ATTRIBUTES[one.key];
    return key === undefined ? [] : [{ ...one, key }];
  });
  return { ...attributes, properties };
}

function usageOf(
  operation: string,
  block: Block,
  file: SourceFile,
  parameters: Value,
  sure: Sure,
): StorageUsage {
  const at = block.labels[0]?.origin ?? block.typeOrigin;
  return {
    kind: 'storage',
    operation,
    site: block.origin,
    at,
    parameters,
    sure,
    evidence: [],
    context: contextOf(file.path),
  };
}

/** Files of a folder that are looked at. */
const MAX_STORAGE_FILES = 40;

export function filesOfFolder(
  file: SourceFile,
  program: Program,
  configurationOf: (file: SourceFile) => Configuration,
): readonly TerraformFile[] {
  const others = (program.siblings?.(file.path) ?? [])
    .filter((path) => path !== file.path && /\.(?:tf|tofu)$/.test(path))
    .slice(0, MAX_STORAGE_FILES)
    .flatMap((path) => program.file(path) ?? []);
  return [file, ...others].map((one) => ({ file: one, configuration: configurationOf(one) }));
}
