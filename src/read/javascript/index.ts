import type { Reader } from '../reader.js';
import { projectOf } from './modules/project.js';
import { isInSentence, isRun, mayBeUsed } from './modules/words.js';
import { readSource } from './reading/read.js';
import { storageUsages } from './storage/index.js';
import { completeRanges } from './syntax/ranges.js';

export { adoptTree } from './adopt.js';
export {
  type AnswerMember,
  type AnswerPart,
  answerOf,
  sourceOfValue,
  type ValueSource,
} from './answer-of.js';
export { resourcePackage } from './clients/packages.js';
export { type ClientSpec, clientNamed } from './clients/specs.js';
export { projectOf } from './modules/project.js';
export { configurationText, writtenIn } from './reading/places/embedded.js';
export { componentTemplate } from './syntax/component-template.js';
export type { Node } from './syntax/estree.js';
export { isNode } from './syntax/nodes.js';
export type { Declared, StaticType, Types } from './types.js';

/** Reads JavaScript and TypeScript in all their dialects, and the scripts inside components and pages. */
export const javascriptReader: Reader = {
  id: 'javascript',
  languages: ['javascript', 'typescript', 'vue', 'svelte', 'astro', 'html'],
  read: readSource,
  storage: storageUsages,
  tied: (path, program) => projectOf(program).tied(path),
  isRun,
  isInSentence,
  mayBeUsed,
  trees: (path, program) => {
    const modules = projectOf(program).modules(path);
    for (const module of modules) completeRanges(module.program);
    return modules;
  },
  leave: (path, program) => projectOf(program).leave(path),
};
