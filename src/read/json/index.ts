import { flatFile } from '../flat.js';
import type { Program, Reader, Reading, SourceFile } from '../reader.js';
import { wranglerUsages } from '../storage/wrangler-usages.js';
import { mayTellOfData } from '../structured/may-tell.js';
import { dataResources } from '../structured/resources.js';
import { sendersOf } from '../structured/senders.js';
import { structuredStorageUsages } from '../structured/storage.js';
import { structuredUsages } from '../structured/usages.js';
import { evidenceOf } from '../text/plain/evidence.js';
import { notebookUsages } from './notebook.js';
import { scanDocuments } from './scan.js';

export { embeddedJson } from './embedded.js';
export { scanJson } from './scan.js';

/** JSON of every kind: request collections, workflows, infrastructure, notebooks. */
export const jsonReader: Reader = {
  id: 'json',
  languages: ['json', 'ndjson'],
  read: (file, _roots, program) => readJson(file, program),
  mayTell: mayTellOfData,
  storage: (file) => [
    ...wranglerUsages(file),
    ...scanDocuments(flatFile(file.path, file.text)).flatMap((one) => structuredStorageUsages(file, one)),
  ],
};

export function readJson(file: SourceFile, program: Program): Reading {
  const { profiles } = program;
  const evidence = evidenceOf(file, profiles, null);
  const senders = sendersOf(file, program);
  const usages = scanDocuments(flatFile(file.path, file.text)).flatMap((document) => [
    ...dataResources(file, profiles, document),
    ...(file.path.endsWith('.ipynb')
      ? notebookUsages(file, document, program)
      : structuredUsages({ file, profiles, evidence, senders }, document)),
  ]);
  return { usages, undetermined: [], tier: 'text' };
}
