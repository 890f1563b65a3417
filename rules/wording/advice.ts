import type { Entry } from '../../src/catalogue/index.js';

/** What begins a replacement that is an instruction already. */
const IMPERATIVE =
  /^(?:add|begin|check|compare|count|delete|do not|drop|go on|keep|leave|narrow|raise|read|remove|rename|retry|send|set|stop|take|use|write)\b/i;
const NONE = /^none(?: with the same meaning)?[;,:.]\s*/i;

/**
 * What to do instead, short enough for an editor: the first clause of the replacement, as an instruction without
 * its full stop. Null where nothing takes the place of what is gone.
 */
export function adviceOf({ replacement }: Pick<Entry, 'replacement'>): string | null {
  const rest = replacement.replace(NONE, '');
  const clause = firstClause(rest);
  if (IMPERATIVE.test(clause)) return capitalised(clause);
  return rest === replacement ? `Use ${uncapitalised(clause)}` : null;
}

/** What stands in brackets ends nothing. */
function firstClause(text: string): string {
  const clause = /^(?:\{[^}]*\}|\([^)]*\)|[:;.](?!\s|$)|[^:;.])*/.exec(text)?.[0] ?? text;
  const comma = /, (?:with|for|which|whose)\b/.exec(clause);
  return comma === null ? clause : clause.slice(0, comma.index);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Names keep their capitals: `GET`, `WAF`, `SSH`; `The`, `A` and `One` do not. */
function uncapitalised(text: string): string {
  return /^(?:[A-Z]\s|[A-Z][a-z])/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
