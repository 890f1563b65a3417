/** What requests of the Rulesets API, and resources that stand for them, do: in the words of `expected.ts`. */
import type { Json, JsonObject } from '../../edge/index.js';
import type { Origin } from '../../value/index.js';
import type { Effect } from './expected.js';
import { hasMark, isMark, OPEN } from './marks.js';
import type { Sent, SentResource } from './sent.js';

export interface RulesetWrite {
  readonly sent: Sent;
  /** The rules of its body all stand in the code: none is carried over from what was read. */
  readonly replacesAll: boolean;
}

const RULESETS = /\/rulesets(?:\/|$|‹)/;
const PHASE = /\/rulesets\/phases\/([\w‹›]+)\/entrypoint$/;
const RULES = /\/rulesets\/[^/]+\/rules$/;
const RULE = /\/rulesets\/[^/]+\/rules\/[^/]+$/;
const RULESET = /\/rulesets(?:\/[^/]+)?$/;

export function isRulesetRequest({ path }: Sent): boolean {
  return RULESETS.test(path);
}

export function actualOf(requests: readonly Sent[]): {
  readonly effects: readonly Effect[];
  readonly replacing: readonly RulesetWrite[];
} {
  const effects: Effect[] = [];
  const replacing: RulesetWrite[] = [];
  const rulesets = requests.filter(isRulesetRequest);
  // An address that stands in a constant is told once more where it is sent, or where a longer one is made of it.
  const isSentElsewhere = ({ method, template }: Sent) =>
    method === null &&
    rulesets.some(
      (one) => one.method !== null && (one.template === template || one.template.startsWith(`${template}/`)),
    );
  for (const sent of rulesets) {
    if (isSentElsewhere(sent)) continue;
    const { method, path, at, body } = sent;
    const phase = phaseNamed(path) ?? phaseIn(body);
    if (method === null || /\/rulesets‹\d+›$/.test(path)) effects.push(...anyOf(body, phase, at));
    else if (method === 'GET') effects.push({ kind: 'read', phase, at });
    else if (method === 'DELETE') effects.push({ kind: 'remove', phase, at });
    else if (RULE.test(path)) effects.push({ kind: 'change', phase, fields: ruleOf(body), at });
    else if (RULES.test(path)) effects.push({ kind: 'add', phase, rule: ruleOf(body), at });
    else if (PHASE.test(path) || RULESET.test(path)) {
      const rules = rulesOf(body);
      const isReplacing = method === 'PUT';
      for (const rule of [...rules.items, ...rules.marks]) effects.push({ kind: 'add', phase, rule, at });
      if (rules.isOpen) {
        // Rules that were read and are sent again: some may be left out, changed or added.
        for (const kind of ['change', 'remove', 'add'] as const)
          effects.push(
            kind === 'remove'
              ? { kind, phase, at }
              : kind === 'add'
                ? { kind, phase, rule: '', at }
                : { kind, phase, fields: '', at },
          );
      }
      // A reader takes what else the function is given for a body, too.
      const isOther =
        isEmptyBody(body) && rulesets.some((one) => one.path === path && !isEmptyBody(one.body));
      if (isReplacing && !isOther) replacing.push({ sent, replacesAll: !rules.isOpen });
    }
  }
  return { effects, replacing };
}

function isEmptyBody(body: Json | undefined): boolean {
  return isRecord(body) && Object.keys(body).length === 0;
}

/** What a function may send that is told its method or its path. */
function anyOf(body: Json | undefined, phase: string | null, at: Origin): readonly Effect[] {
  const { items, marks } = rulesOf(body);
  const rules = isRecord(body) && body.rules === undefined ? [body] : [...items, ...marks];
  return [
    { kind: 'read', phase, at },
    { kind: 'change', phase, fields: '', at },
    { kind: 'remove', phase, at },
    { kind: 'add', phase, rule: '', at },
    ...rules.map((rule): Effect => ({ kind: 'add', phase, rule, at })),
  ];
}

function phaseNamed(path: string): string | null {
  const phase = PHASE.exec(path)?.[1];
  return phase === undefined || hasMark(phase) ? null : phase;
}

function phaseIn(body: Json | undefined): string | null {
  const phase = isRecord(body) ? body.phase : undefined;
  return typeof phase === 'string' && !isMark(phase) ? phase : null;
}

function ruleOf(body: Json | undefined): JsonObject | string {
  return isRecord(body) ? body : typeof body === 'string' ? body : '';
}

interface BodyRules {
  readonly items: readonly JsonObject[];
  /** Rules that are only known by a name. */
  readonly marks: readonly string[];
  readonly isOpen: boolean;
}

/** The rules of a body that stand in the code, and whether there may be others. */
function rulesOf(body: Json | undefined): BodyRules {
  const rules = isRecord(body) ? body.rules : undefined;
  if (!Array.isArray(rules)) {
    const isOpen = !isRecord(body) || rules !== undefined || body[OPEN] !== undefined;
    return { items: [], marks: [], isOpen };
  }
  const list = rules as readonly Json[];
  const items = list.filter(isRecord);
  return { items, marks: list.filter(isMark), isOpen: list.some((item) => !isRecord(item) && !isMark(item)) };
}

function isRecord(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** A ruleset of Terraform: version 4 has blocks `rules`, version 5 a list. */
export function actualOfResources(resources: readonly SentResource[]): readonly Effect[] {
  return resources.flatMap(({ type, attributes, at }): readonly Effect[] => {
    if (type !== 'cloudflare_ruleset' || !isRecord(attributes)) return [];
    const phase = typeof attributes.phase === 'string' ? attributes.phase : null;
    const { rules } = attributes;
    const items = Array.isArray(rules) ? (rules as readonly Json[]) : rules === undefined ? [] : [rules];
    const effects = items.map(
      (rule): Effect => ({ kind: 'add', phase, rule: isRecord(rule) ? rule : '', at }),
    );
    return attributes[OPEN] === undefined ? effects : [...effects, { kind: 'add', phase, rule: '', at }];
  });
}
