import type { Codemod } from '../../src/migrate/index.js';

/** New names for six fields; the edit of the finding is all there is to it. */
export const geoipFields: Codemod = {
  id: 'geoip-fields',
  entries: ['geoip-fields'],
  ties: 'site',
  classify: () => null,
  checklist: [],
};
