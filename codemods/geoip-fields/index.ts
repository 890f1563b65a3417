import type { Codemod } from '../../src/migrate/index.js';
import { isTextCompared } from '../places/compared.js';
import { marker } from '../places/verdicts.js';

/** New names for six fields; the edit of the finding is all there is to it. */
export const geoipFields: Codemod = {
  id: 'geoip-fields',
  entries: ['geoip-fields'],
  ties: 'site',
  classify: ({ script, nodes }) =>
    isTextCompared(script, nodes) ? marker('rules are looked up by this text', BOTH) : null,
  checklist: [],
};

const BOTH =
  'Rename the field here and in the rules that exist at the same time: they are looked up by this text.';
