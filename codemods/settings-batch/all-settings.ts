/** All settings of a zone, for a program that shows them, or that looks for names that only its run knows. */
import { ZONE_SETTINGS } from '../../src/catalogue/index.js';
import type { Difference, Helper, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { moduleOf } from '../direct/module.js';
import { rewritten } from '../direct/plan.js';
import { TEMPLATES } from './generated/templates.js';

const NAME = 'zoneSettings';
const ENVELOPE = 'envelope';

export const zoneSettings: Helper = {
  name: NAME,
  text: (language, wanted) => {
    const style = wanted.features.includes(ENVELOPE) ? TEMPLATES.envelope : TEMPLATES.result;
    const kind = { phase: '', names: {}, mapping: [...TEMPLATES.settings, ...style] };
    const text = moduleOf(NAME, kind).text(language, wanted);
    return (
      text?.replace(
        /^\/\*\* Filled in .*\n(.*)'ssl'/m,
        (_, head: string) => `${head}${namesText(wanted.width)}`,
      ) ?? null
    );
  },
};

/** In lines, so that the list does not fill a page. */
function namesText(width: number): string {
  const lines = [''];
  for (const id of ZONE_SETTINGS) {
    const line = lines.at(-1) ?? '';
    if (line.length + id.length + (lines.length === 1 ? HEAD : INDENT) > width) lines.push(id);
    else lines[lines.length - 1] = line === '' ? id : `${line} ${id}`;
  }
  return `\`${lines.join('\n  ')}\``;
}

/** What stands before the names of the first line and of the others, and the blank between two names. */
const [HEAD, INDENT] = ['const SETTINGS = ` '.length, 3];

const EACH: Difference = {
  name: 'one-request-for-each-setting',
  what: `all settings are read by ${ZONE_SETTINGS.length} requests, which count towards the limit of the API; a setting that cannot be read is left out, and a warning says so`,
};

export function readAll(site: Site, around: Surroundings, steps: string): Verdict {
  return rewritten(site, around, {
    steps: () => steps,
    reason: 'each setting that still exists is read by a request of its own',
    named: (template) => template,
    replace: ({ convention: { gives }, member, query }) => {
      if (query === null || query.length > 0) return 'what its query asks for cannot be told';
      return {
        call: 'listZoneSettings',
        isMapped: true,
        isList: true,
        args: [],
        features: gives === 'result' || member !== undefined ? [] : [ENVELOPE],
        differences: [EACH],
      };
    },
  });
}
