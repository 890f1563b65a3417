import {
  ONE_CHARACTERISTIC,
  PERIODS,
  RATE_LIMIT_FIELDS,
  RATE_LIMITS,
  REQUIRED_CHARACTERISTIC,
  TIMEOUTS,
  WITHOUT_TIMEOUT,
} from '../catalogue/index.js';
import { checkExpression } from './expression.js';
import type { RulesetPart } from './part.js';

const CHECK = 'ruleset-rate-limit';

export function checkRateLimit(rule: RulesetPart, limit: RulesetPart, phase: string | null): void {
  if (!limit.isThere) {
    if (!rule.lacks('ratelimit')) return;
    rule.add({
      check: CHECK,
      wrong: 'the rule has no ratelimit',
      remedy: 'write "ratelimit" with characteristics, period, requests_per_period and mitigation_timeout',
      answer: 'rule is missing required field: ratelimit',
    });
    return;
  }
  if (phase !== null && phase !== RATE_LIMITS && phase !== 'magic_transit_ratelimit') {
    limit.add({
      check: CHECK,
      wrong: `a rule of the phase ${phase} cannot count requests`,
      remedy: `put the rule into the phase ${RATE_LIMITS}`,
      answer: `ratelimit is not allowed in the ${phase} phase`,
    });
  }
  if (phase === 'magic_transit_ratelimit' || !limit.expect('object', CHECK)) return;
  limit.expectKeys(RATE_LIMIT_FIELDS, 'a rate limit', CHECK, {
    threshold: 'write "requests_per_period"',
    timeout: 'write "mitigation_timeout"',
  });
  checkCharacteristics(limit);
  checkPeriod(limit);
  checkCount(limit);
  checkTimeout(rule, limit.at('mitigation_timeout'));
  const counting = limit.at('counting_expression');
  if (counting.text !== '') checkExpression(counting);
}

function checkCharacteristics(limit: RulesetPart): void {
  const list = limit.at('characteristics');
  const names = list.items.map((item) => item.text);
  const isMissing =
    limit.lacks('characteristics') ||
    (list.isWhole && !names.includes(REQUIRED_CHARACTERISTIC) && !names.includes(null));
  if (isMissing || !list.expect('list', CHECK)) {
    (list.isThere ? list : limit).add({
      check: CHECK,
      wrong: `the characteristics do not include ${REQUIRED_CHARACTERISTIC}`,
      remedy: `add "${REQUIRED_CHARACTERISTIC}": the API requires it`,
      answer: `ratelimit characteristics must include ${REQUIRED_CHARACTERISTIC}`,
    });
  }
  if (ONE_CHARACTERISTIC.every((name) => names.includes(name))) {
    list.add({
      check: CHECK,
      wrong: `the characteristics have both ${ONE_CHARACTERISTIC.join(' and ')}`,
      remedy: 'keep one of the two',
      answer: `ratelimit characteristics cannot have both ${ONE_CHARACTERISTIC.join(' and ')}`,
    });
  }
}

function checkPeriod(limit: RulesetPart): void {
  const period = limit.at('period');
  const value = period.constant;
  const isWrong =
    value !== undefined &&
    !(PERIODS.includes(Number(value)) && (typeof value === 'number' || !period.spelling.exactKeys));
  if (!isWrong && !limit.lacks('period')) return;
  (period.isThere ? period : limit).add({
    check: CHECK,
    wrong:
      value === undefined
        ? 'the rate limit has no period'
        : `a rate limit cannot count over ${JSON.stringify(value)} seconds`,
    remedy: `use one of ${PERIODS.join(', ')}`,
    answer: `ratelimit period ${JSON.stringify(value ?? null)} is not allowed`,
  });
}

function checkCount(limit: RulesetPart): void {
  // A limit may count scores of the origin's answers in place of requests.
  if (limit.at('score_per_period').isThere) return;
  const count = limit.at('requests_per_period');
  const value = count.constant;
  const number =
    typeof value === 'number' || (value !== undefined && !count.spelling.exactKeys)
      ? Number(value)
      : Number.NaN;
  const isWrong = value !== undefined && !(Number.isInteger(number) && number >= 1);
  if (!isWrong && !(limit.lacks('requests_per_period') && limit.lacks('score_per_period'))) return;
  (count.isThere ? count : limit).add({
    check: CHECK,
    wrong: 'the rate limit has no positive number of requests',
    remedy: 'write "requests_per_period" with a whole number from 1',
    answer: 'ratelimit requests_per_period must be a positive integer',
  });
}

function checkTimeout(rule: RulesetPart, timeout: RulesetPart): void {
  const value = timeout.constant;
  if (value === undefined) return;
  if (!TIMEOUTS.includes(Number(value))) {
    timeout.add({
      check: CHECK,
      wrong: `the action of a rate limit cannot last ${JSON.stringify(value)} seconds`,
      remedy: `use one of ${TIMEOUTS.join(', ')}`,
      answer: `ratelimit mitigation_timeout ${JSON.stringify(value)} is not allowed`,
    });
  }
  const action = rule.at('action').text;
  if (action === null || !WITHOUT_TIMEOUT.includes(action) || Number(value) === 0) return;
  timeout.add({
    check: CHECK,
    wrong: `a rate limit with the action ${action} has no timeout`,
    remedy: 'write 0',
    answer: `ratelimit mitigation_timeout must be 0 for action ${action}`,
  });
}
