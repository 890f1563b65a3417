/** What a scan need not do again: see `tree-memory.ts`. */

export { checkoutOf } from './checkout.js';
export { tellsChanges } from './file-systems.js';
export { keep, kept, type MemoryPlace } from './kept.js';
export { TreeMemory } from './tree-memory.js';
