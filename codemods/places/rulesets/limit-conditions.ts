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
  /** There is a condition for each item, not one for the list. */
  readonly isEach?: true;
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

/** Patterns of requests that are not limited, each compared with host and path as one text; a query was never compared. */
const BYPASS = {
  name: 'pattern',
  values: neverNull,
  condition: `"not concat(http.host, http.request.uri.path) wildcard \\"\${pattern}\\""`,
  applies: 'length(regexall("[?]", pattern)) == 0',
  isEach: true,
} as const;

function neverNull(list: string): string {
  return `coalesce(${list}, [])`;
}

export function requestConditions(source: LimitSource): readonly ComputedCondition[] {
  return [
    ...computed(source.computedList('match', 'request', 'schemes'), SCHEMES),
    ...computed(source.computedList('match', 'request', 'methods'), METHODS),
    ...computed(source.computedPatterns('bypass_url_patterns'), BYPASS),
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
function listOfOne(computed: ComputedCondition): readonly string[] {
  const { list, name, values, condition, applies, isEach = false } = computed;
  const items = isEach ? values(list) : `[${values(list)}]`;
  return ['  [', `    for ${name} in ${items} :`, `    ${condition}`, `    if ${applies}`, '  ],'];
}
