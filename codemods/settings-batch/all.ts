/** Reading all settings: a new function reads them one by one, and gives what the list was. */
import type { Difference, Site, Surroundings, Verdict } from '../../src/migrate/model.js';
import { moduleOf } from '../direct/module.js';
import { rewritten } from '../direct/plan.js';
import { GONE_SETTINGS } from '../places/gone-settings.js';
import { TEMPLATES } from './generated/templates.js';

const NAMES: Readonly<Record<string, string>> = { listSettings: 'listZoneSettings' };
const MODULE = moduleOf('zoneSettings', { phase: '', names: NAMES, mapping: TEMPLATES.mapping });

/** What the client gives back around the result stays around it. */
export const SETTINGS_MODULE: typeof MODULE = {
  ...MODULE,
  text: (language, wanted) => {
    const text = MODULE.text(language, wanted);
    if (!wanted.features.includes('envelope')) return text;
    return (
      text
        ?.replace('Promise<T[]>', 'Promise<Envelope<T[]>>')
        .replace('refused as unknown as T[]', 'refused as Envelope<never>')
        .replace(' as unknown as T[]', '') ?? null
    );
  },
};

const LISTED: Difference = {
  name: 'listed-settings',
  what: 'the settings that the new module names are read, each by a request of its own; where one cannot be read, all fail',
};

export function listOfAll(site: Site, around: Surroundings, steps: string): Verdict {
  return rewritten(site, around, {
    steps: () => steps,
    named: (template) => NAMES[template] ?? template,
    replace: ({ query, convention }) => {
      if (query === null || query.length > 0) return 'it asks for some of the settings only';
      if (convention.callee === 'sdk') return 'the SDK reads single settings by another method';
      if (goneSettingIn(site)) return 'a setting that is gone is looked for here';
      return {
        call: 'listSettings',
        isMapped: true,
        isList: true,
        args: [],
        features: convention.gives === 'result' ? [] : ['envelope'],
        differences: [LISTED],
      };
    },
  });
}

/** A name of a setting that no longer exists, anywhere in the file. */
function goneSettingIn({ file }: Site): boolean {
  return [...file.text.matchAll(/(['"`])(\w+)\1/g)].some(([, , name = '']) => GONE_SETTINGS.has(name));
}
