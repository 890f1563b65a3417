/** A brief, with rules as the user wants them. */
import { withoutCrawlerCondition } from '../../convert/index.js';
import { type Brief, type BriefInput, wholeBrief } from './brief.js';

export interface AskedBrief extends BriefInput {
  /** Whether rules that are made of rate limits exempt known crawlers, as the old API did; by default they do. */
  readonly exemptCrawlers?: boolean;
}

export function briefOf({ exemptCrawlers = true, ...input }: AskedBrief): Brief {
  const brief = wholeBrief(input);
  if (exemptCrawlers || !input.unit.entries.includes('rate-limits')) return brief;
  return {
    ...brief,
    requests: brief.requests.map((one) => ({ ...one, bodies: one.bodies.map(withoutCrawlerCondition) })),
    pitfalls: brief.pitfalls.filter(({ id }) => id !== 'crawlers'),
  };
}
