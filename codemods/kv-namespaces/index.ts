import { movedPath } from '../places/moved-paths.js';

/** Namespaces of the key-value store, below storage/kv: the path changes, the calls do not. */
export const kvNamespaces = movedPath({
  id: 'kv-namespaces',
  entries: ['kv-namespaces'],
  wholeTree: true,
  judge: () => ({
    level: 'safe',
    reason: 'the route has a new path; method, body and answer are the same',
  }),
  checklist: [],
});
