import type { Program, SourceFile } from '../../reader.js';
import { wranglerFor } from '../../storage/wrangler.js';
import type { StorageUsage } from '../../usage.js';
import { type Engine, startedEngine } from '../evaluate/engine.js';
import type { Question } from '../modules/imported-by.js';
import { projectOf } from '../modules/project.js';
import type { Module } from '../syntax/module.js';
import { bindingUsages } from './bindings.js';
import { publicBucketUsages } from './public-bucket.js';
import { s3Usages } from './s3.js';

/** Other files that are read because they use a client that is made in a file. */
const MAX_USERS = 20;
/** For a file, and those that use its client. */
const STEPS = 30_000;
/** Milliseconds for a file; far beyond what its steps can take. */
const TIME = 20_000;

/** What a file asks of the object storage, and what the files do that import a client from it. */
export function storageUsages(file: SourceFile, program: Program): readonly StorageUsage[] {
  const project = projectOf(program);
  const modules = project.reading(file);
  const engine = startedEngine(project, STEPS, TIME);
  const own = modules.flatMap((module) => usagesIn(engine, module, program));
  if (!own.some(({ operation }) => operation === 'Client')) return own;
  const users = modules.flatMap((module) => project.importersOf(module, USES_COMMANDS, MAX_USERS));
  return [...own, ...users.flatMap((module) => usagesIn(engine, module, program))];
}

const USES_COMMANDS: Question = {
  key: 'uses the S3 API',
  concerns: (text) => /aws-sdk|\.(?:send|[a-z]+(?:Object|Bucket|Upload)\w*)\s*\(/.test(text),
};

function usagesIn(engine: Engine, module: Module, program: Program): readonly StorageUsage[] {
  return [
    ...publicBucketUsages(engine, module),
    ...s3Usages(engine, module),
    ...bindingUsages(engine, module, wranglerFor(module.path, program)),
  ];
}
