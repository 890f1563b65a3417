/** Rate limits without the condition that exempts known crawlers. */
import { EXEMPT_CRAWLERS, withoutCrawlerCondition } from '../src/convert/index.js';
import type { Codemod, FileEdit, Verdict } from '../src/migrate/index.js';

const ENTRY = 'rate-limits';
/** What the new module of rules is asked for. */
const FEATURE = 'no-crawlers';

/** The same codemod, which writes rules that limit crawlers, too. */
export function limitingCrawlers(codemod: Codemod): Codemod {
  if (!codemod.entries.includes(ENTRY)) return codemod;
  return {
    ...codemod,
    checklist: codemod.checklist.filter((one) => one !== EXEMPT_CRAWLERS),
    classify(site, around) {
      if (site.entry.id !== ENTRY) return codemod.classify(site, around);
      const askHelper = (features: readonly string[]) => around.askHelper([...features, FEATURE]);
      const verdict = codemod.classify(site, { ...around, askHelper });
      return verdict === null ? null : withoutCondition(verdict);
    },
  };
}

function withoutCondition(verdict: Verdict): Verdict {
  if (verdict.strategy === 'marker') return verdict;
  const edits = verdict.edits.map(
    (edit): FileEdit => ({ ...edit, text: withoutCrawlerCondition(edit.text) }),
  );
  return { ...verdict, edits };
}
