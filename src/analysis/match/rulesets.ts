/** Bodies of the Rulesets API, by the request they are sent with or the resource they describe. */
import { type Entry, RULESET_RESOURCES } from '../../catalogue/index.js';
import type { ResourceUsage } from '../../read/index.js';
import { embeddedJson } from '../../read/json/index.js';
import {
  API_SPELLING,
  checkRuleset,
  type RulesetAct,
  type RulesetProblem,
  type RulesetRequest,
  sentences,
  type ToolSpelling,
} from '../../rulesets/index.js';
import type { Origin } from '../../value/index.js';
import type { Confidence } from '../finding.js';
import { type PossibleCall, urlsOf, type WeighedMatch } from './call.js';
import type { Hit } from './report.js';

/** Entries by the id that problems name. */
export type RulesetEntries = ReadonlyMap<string, Entry>;

/** What a method does at the end of a path. */
const ACTS: readonly (readonly [method: string, path: RegExp, act: RulesetAct])[] = [
  ['POST', /\/rulesets$/, 'ruleset'],
  ['PUT', /\/rulesets\/\{\w+\}$/, 'ruleset'],
  ['PUT', /\/entrypoint$/, 'entry-point'],
  ['POST', /\/rules$/, 'add-rule'],
  ['PATCH', /\/rules\/\{\w+\}$/, 'edit-rule'],
];

/** Hits of one call. What may be one of several requests is no proof. */
export function* bodyHits(
  call: PossibleCall,
  { match, confidence }: WeighedMatch,
  entries: RulesetEntries,
): Generator<Hit> {
  // What tests send is seldom whole, and goes to a stand-in for the API.
  if (call.usage.context === 'test') return;
  const [method, ...others] = call.methods;
  const { path } = match.template;
  if (typeof method !== 'string' || others.length > 0) return;
  const place = { method, endpoint: path, confidence };
  if (method === 'POST' && path.endsWith('/entrypoint')) {
    yield* hitsOf([POSTED], entries, place, entrypointOf(call));
    return;
  }
  // Where the path is a choice, the body is one as well, and which goes with which is not known.
  if (call.usage.kind === 'http' && urlsOf(call.usage.url).length > 1) return;
  const act = ACTS.find(([name, pattern]) => name === method && pattern.test(path))?.[2];
  const body = call.body.kind === 'text' ? embeddedJson(call.body) : call.body;
  if (act === undefined || body?.kind !== 'object') return;
  const phase = /\/phases\/(\w+)\/entrypoint/.exec(call.path.text)?.[1] ?? null;
  const request: RulesetRequest = { act, phase, spelling: spellingOf(call) };
  yield* hitsOf(checkRuleset(body, request), entries, place, null);
}

const POSTED: RulesetProblem = {
  check: 'ruleset-request',
  path: '',
  at: null,
  wrong: 'an entry point cannot be created with POST',
  remedy: 'send PUT with all rules, or POST one rule to /rulesets/{ruleset_id}/rules',
  refused: true,
  answer: '',
};

function entrypointOf(call: PossibleCall): Origin | null {
  const end = call.path.text.split('?')[0]?.length ?? 0;
  return call.sdk?.at ?? call.path.origin(end - 'entrypoint'.length, end);
}

/** An SDK sends the keys it knows; that of Go spells them as its language does. */
function spellingOf({ usage }: PossibleCall): ToolSpelling {
  if (usage.kind !== 'sdk') return API_SPELLING;
  return { anyCase: usage.sdk.startsWith('go:'), blocks: false, exactKeys: false };
}

/** Hits of a resource of an infrastructure tool, or of a ruleset in a file of data. */
export function* rulesetResourceHits(
  usage: ResourceUsage,
  entries: RulesetEntries,
  confidence: Confidence,
): Generator<Hit> {
  const { tool, resourceKind, name, attributes } = usage;
  const isDescribed = resourceKind !== 'data' && RULESET_RESOURCES.includes(name);
  if (!isDescribed && tool !== RULESET_DOCUMENT) return;
  const spelling: ToolSpelling =
    tool === RULESET_DOCUMENT
      ? API_SPELLING
      : { anyCase: tool !== 'terraform', blocks: true, exactKeys: false };
  const place = { method: null, endpoint: tool === RULESET_DOCUMENT ? null : name, confidence };
  yield* hitsOf(checkRuleset(attributes, { act: 'ruleset', spelling }), entries, place, null);
}

/** The tool of a ruleset that stands in a file by itself. */
const RULESET_DOCUMENT = 'rulesets-api';

function* hitsOf(
  problems: readonly RulesetProblem[],
  entries: RulesetEntries,
  place: Pick<Hit, 'method' | 'endpoint' | 'confidence'>,
  at: Origin | null,
): Generator<Hit> {
  for (const problem of problems) {
    const entry = entries.get(problem.check);
    if (entry === undefined) continue;
    yield {
      entry,
      kind: 'value',
      at: at ?? problem.at,
      ...place,
      advice: sentences(problem.wrong, problem.remedy),
    };
  }
}
