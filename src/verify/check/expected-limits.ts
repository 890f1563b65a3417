/** Old rate limits as rules, where parts of them are only known at run time. */
import { BadInput, convert } from '../../convert/index.js';
import type { Json, JsonObject } from '../../edge/index.js';
import type { Origin } from '../../value/index.js';
import type { Room } from './expected.js';
import { isMark, type Marks, negated, OPEN } from './marks.js';

/** Numbers that stand for marks while a rate limit is converted. */
const STAND_IN = 900_000_001;
const PERIOD = 60;

export function isRecord(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

export function rateLimit(
  item: Json,
  { marks, open }: Pick<Room, 'marks' | 'open'>,
  at: Origin,
): JsonObject | string | null {
  if (!isRecord(item)) return String(item);
  const { threshold, disabled, [OPEN]: isOpen, id, ...rest } = item;
  if (isOpen !== undefined && (!isRecord(rest.match) || !isRecord(rest.action))) return partOf(item, marks);
  const { period, action, match } = rest;
  const timeout = isRecord(action) ? action.timeout : undefined;
  const given = {
    ...rest,
    threshold: isMark(threshold) ? STAND_IN : (threshold ?? STAND_IN),
    ...(isMark(period) ? { period: PERIOD } : {}),
    ...(isRecord(action) && isMark(timeout) ? { action: { ...action, timeout: PERIOD } } : {}),
    ...(isRecord(match) ? { match: withWholeHost(match) } : {}),
    ...(typeof disabled === 'boolean' ? { disabled } : {}),
  };
  try {
    const [rule] = convert('rate-limits', JSON.stringify([given])).rules;
    if (rule === undefined) return null;
    const written: Record<string, Json> = { ...(rule as JsonObject) };
    const counter = written.ratelimit;
    if (isRecord(counter))
      written.ratelimit = {
        ...counter,
        ...(counter.requests_per_period === STAND_IN
          ? { requests_per_period: isMark(threshold) ? threshold : marks.fresh() }
          : {}),
        ...(isMark(period) ? { period } : {}),
        ...(isMark(timeout) && counter.mitigation_timeout !== 0 ? { mitigation_timeout: timeout } : {}),
      };
    if (typeof written.expression === 'string')
      written.expression = written.expression.replace(/"\/(?=‹\d+›)/g, '"');
    if (isMark(disabled)) written.enabled = marks.of(negated(marks.name(disabled)));
    if (isOpen !== undefined) written[OPEN] = true;
    return written;
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    open.push({ at, why: `the rate limit could not be converted: ${marks.shown(error.message)}` });
    return marks.fresh();
  }
}

/** `www.example.com${path}`: a path begins behind a whole host name. */
function withWholeHost(match: JsonObject): JsonObject {
  const { request } = match;
  if (!isRecord(request) || typeof request.url !== 'string') return match;
  const url = request.url.replace(/^((?:\*\.|[\w-]{1,60}\.){1,6}[a-z]{2,20})(?=‹\d+›)/, '$1/');
  return { ...match, request: { ...request, url } };
}

/** Some fields of a limit that was read; the others are sent as they were. */
function partOf({ threshold, period, disabled, description }: JsonObject, marks: Marks): JsonObject {
  const counter = {
    ...(threshold === undefined ? {} : { requests_per_period: threshold }),
    ...(period === undefined ? {} : { period }),
  };
  return {
    ...(description === undefined ? {} : { description }),
    ...(typeof disabled === 'boolean' ? { enabled: !disabled } : {}),
    ...(isMark(disabled) ? { enabled: marks.of(negated(marks.name(disabled))) } : {}),
    ...(Object.keys(counter).length === 0 ? {} : { ratelimit: { ...counter, [OPEN]: true } }),
    [OPEN]: true,
  };
}
