/** Calls of functions that a shared module has once for several kinds of things. */
import type { SharedModule } from '../model.js';

/** `listRules(CUSTOM_RULES, cf, zone)` of `listCustomRules(cf, zone)`. */
export function withCalls(text: string, calls: SharedModule['calls']): string {
  return text.replace(
    /\b(\w+)(<[^()]{0,400}>)?\((\s*)/g,
    (whole, called: string, type = '', space: string) => {
      const call = calls.get(called);
      return call === undefined ? whole : `${call.name}${type}(${space}${call.first},${space || ' '}`;
    },
  );
}
