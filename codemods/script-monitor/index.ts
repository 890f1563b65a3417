import { movedPath } from '../places/moved-paths.js';

/** Page Shield under its name of today: the segment changes, the calls do not. */
export const scriptMonitor = movedPath({
  id: 'script-monitor',
  entries: ['script-monitor'],
  wholeTree: true,
  judge: () => ({
    level: 'safe',
    reason: 'the route has a new name; method, body and answer are the same',
  }),
  checklist: [],
});
