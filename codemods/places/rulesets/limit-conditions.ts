/** Conditions of a rate limit whose lists are only known when Terraform runs. */
import type { LimitSource } from './limit.js';

/** A list as it is written, and the condition that Terraform makes of it. */
interface ComputedCondition {
  readonly list: string;
  readonly name: string;
  /** The list under its name; null stands for an empty list. */
  readonly values: (list: string) => string;
  readonly condition: string;
  /** When the old API compared anything at all. */
  readonly applies: string;
}

const METHODS = {
  name: 'methods',
  values: neverNull,
  condition: `"http.request.method in {\${join(" ", formatlist("\\"%s\\"", methods))}}"`,
  applies: 'length(methods) > 0 && !contains(methods, "_ALL_")',
};

const SCHEMES = {
  name: 'schemes',
  values: (list: string) => `toset(${neverNull(list)})`,
  condition: 'contains(schemes, "HTTPS") ? "ssl" : "not ssl"',
  applies: 'length(schemes) == 1 && !contains(schemes, "_ALL_")',
};

const STATUSES = {
  name: 'statuses',
  values: neverNull,
  condition: `"http.response.code in {\${join(" ", statuses)}}"`,
  applies: 'length(statuses) > 0',
};

function neverNull(list: string): string {
  return `coalesce(${list}, [])`;
}

export function requestConditions(source: LimitSource): readonly ComputedCondition[] {
  return [
    ...computed(source.computedList('match', 'request', 'schemes'), SCHEMES),
    ...computed(source.computedList('match', 'request', 'methods'), METHODS),
  ];
}

export function responseConditions(source: LimitSource): readonly ComputedCondition[] {
  return computed(
    source.computedList('match', 'response', 'statuses') ??
      source.computedList('match', 'response', 'status'),
    STATUSES,
  );
}

function computed(
  list: string | null,
  condition: Omit<ComputedCondition, 'list'>,
): readonly ComputedCondition[] {
  return list === null ? [] : [{ ...condition, list }];
}

/** An expression as it is written, with the conditions that Terraform adds to it. */
export function withConditions(expression: string, conditions: readonly ComputedCondition[]): string {
  if (conditions.length === 0) return expression;
  return ['join(" and ", flatten([', `  ${expression},`, ...conditions.flatMap(listOfOne), ']))'].join('\n');
}

/** A list of the condition, or of nothing where it does not apply. */
function listOfOne({ list, name, values, condition, applies }: ComputedCondition): readonly string[] {
  return ['  [', `    for ${name} in [${values(list)}] :`, `    ${condition}`, `    if ${applies}`, '  ],'];
}
