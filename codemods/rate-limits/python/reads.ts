/** What a program in Python reads of a rate limit, as it reads the same of a rate limiting rule. */
import type { Edit } from '../../../src/analysis/index.js';
import type { RuleRead } from '../../python/kind.js';
import { described, notEnabled } from '../../python/reads.js';

/** Where the same value stands now. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  id: ['id'],
  threshold: ['ratelimit', 'requests_per_period'],
  period: ['ratelimit', 'period'],
  'match.request.url': ['expression'],
};

/** Null where a value has no counterpart, or another one: the modes of an action have other names. */
export function readEdits(read: RuleRead): readonly Edit[] | null {
  const { use, chain, steps } = read;
  if (/^\[["']disabled["']\]$|^\.get\(["']disabled["'](?:, ?False)?\)$/.test(steps)) return notEnabled(read);
  const written = /^(?:\[["']\w+["']\])+/.exec(steps)?.[0] ?? '';
  const names = [...written.matchAll(/\w+/g)].map(([name]) => name);
  const [first = ''] = names;
  if (names.length === 1 && first === 'description') return described(read);
  const field = FIELDS[names.join('.')];
  if (field === undefined || use.end + written.length !== chain.end) return null;
  const quote = steps.includes("'") ? "'" : '"';
  const text = field.map((name) => `[${quote}${name}${quote}]`).join('');
  return text === written ? [] : [{ start: use.end, end: use.end + written.length, text }];
}
