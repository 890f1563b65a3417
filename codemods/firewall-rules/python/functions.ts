/** The small functions that take the place of retired calls in a program in Python. */
import type { PythonCall } from './call.js';

export type FunctionName =
  | 'list_custom_rules'
  | 'add_custom_rule'
  | 'update_custom_rule'
  | 'delete_custom_rule';

export interface Writing {
  /** Names that the caller hands on, before the zone. */
  readonly parameters: readonly string[];
  readonly indent: string;
  readonly isTyped: boolean;
  readonly hasDocstrings: boolean;
  readonly quote: string;
  /** The program checks the status of what it lists. */
  readonly isChecked: boolean;
  /** Some of the rules that are added are skip rules. */
  readonly hasSkips: boolean;
}

const PHASE = 'http_request_firewall_custom';
const ENTRY_POINT = `zones/{zone_id}/rulesets/phases/${PHASE}/entrypoint`;

interface Body {
  readonly parameters: readonly string[];
  readonly says: string;
  readonly returned: 'list' | 'call';
  readonly lines: readonly string[];
}

export function functionText(name: FunctionName, call: PythonCall, writing: Writing): string {
  const body = BODIES[name](call, writing);
  const typed = (parameter: string) => (writing.isTyped ? `${parameter}: ${TYPES[parameter]}` : parameter);
  const parameters = [...writing.parameters, ...body.parameters.map(typed)].join(', ');
  const type = writing.isTyped ? returnType(body, call) : '';
  const { quote: q } = writing;
  const lines = [
    `def ${name}(${parameters})${type}:`,
    ...(writing.hasDocstrings ? [`    """${body.says}"""`] : []),
    ...body.lines.map((line) => `    ${line}`),
  ];
  const whole = writing.hasDocstrings ? lines : [`# ${body.says}`, ...lines];
  return whole.map((line) => `${writing.indent}${line.replaceAll('~', q)}`).join('\n');
}

function returnType({ returned }: Body, { returns }: PythonCall): string {
  if (returned === 'list') return ' -> list';
  return returns === 'response' ? ' -> requests.Response' : '';
}

const TYPES: Readonly<Record<string, string>> = {
  zone_id: 'str',
  rule_id: 'str',
  rule: 'dict',
  changes: 'dict',
};

const RESULT = { response: '.json()[~result~]', answer: '[~result~]', result: '' } as const;

/** What has to be true before the result of a call is looked at; else the caller sees the refusal. */
function refusal({ returns }: PythonCall, name: string): readonly string[] {
  switch (returns) {
    case 'response':
      return [`if not ${name}.ok:`, `    return ${name}`];
    case 'answer':
      return [`if not ${name}[~success~]:`, `    return ${name}`];
    case 'result':
      return [];
  }
}

const BODIES: Readonly<Record<FunctionName, (call: PythonCall, writing: Writing) => Body>> = {
  list_custom_rules: (call, { isChecked }) => ({
    parameters: ['zone_id'],
    says: 'Returns the WAF custom rules of a zone; a new zone has none.',
    returned: 'list',
    lines: [
      ...fetched(call, 'rulesets', 'zones/{zone_id}/rulesets', isChecked),
      'for ruleset in rulesets:',
      `    if ruleset[~kind~] == ~zone~ and ruleset[~phase~] == ~${PHASE}~:`,
      '        ruleset_id = ruleset[~id~]',
      ...fetched(call, 'found', 'zones/{zone_id}/rulesets/{ruleset_id}', isChecked).map(
        (line) => `        ${line}`,
      ),
      '        return found.get(~rules~, [])',
      'return []',
    ],
  }),
  add_custom_rule: (call, { hasSkips }) => ({
    parameters: ['zone_id', 'rule'],
    says: hasSkips
      ? 'Adds a WAF custom rule: skip rules go first, others last. The first rule of a zone creates the ruleset.'
      : 'Appends a WAF custom rule. The first rule of a zone creates the ruleset.',
    returned: 'call',
    lines: [
      `rulesets = ${call.again('GET', 'zones/{zone_id}/rulesets')}`,
      ...refusal(call, 'rulesets'),
      `for ruleset in rulesets${RESULT[call.returns]}:`,
      `    if ruleset[~kind~] == ~zone~ and ruleset[~phase~] == ~${PHASE}~:`,
      '        ruleset_id = ruleset[~id~]',
      ...(hasSkips
        ? ['        position = {~before~: ~~} if rule[~action~] == ~skip~ else {~after~: ~~}']
        : []),
      `        return ${call.again('POST', 'zones/{zone_id}/rulesets/{ruleset_id}/rules', hasSkips ? '{**rule, ~position~: position}' : 'rule')}`,
      `first = {~name~: ~default~, ~kind~: ~zone~, ~phase~: ~${PHASE}~, ~rules~: [rule]}`,
      `return ${call.again('POST', 'zones/{zone_id}/rulesets', 'first')}`,
    ],
  }),
  update_custom_rule: (call) => ({
    parameters: ['zone_id', 'rule_id', 'changes'],
    says: 'Changes fields of a WAF custom rule. The API replaces the whole rule, so the rest is read first.',
    returned: 'call',
    lines: [
      `answer = ${call.again('GET', ENTRY_POINT)}`,
      ...refusal(call, 'answer'),
      `ruleset = answer${RESULT[call.returns]}`,
      'ruleset_id = ruleset[~id~]',
      'rule = next((rule for rule in ruleset.get(~rules~, []) if rule[~id~] == rule_id), {})',
      'kept = {key: value for key, value in rule.items() if key not in (~version~, ~last_updated~)}',
      `return ${call.again('PATCH', 'zones/{zone_id}/rulesets/{ruleset_id}/rules/{rule_id}', '{**kept, **changes}')}`,
    ],
  }),
  delete_custom_rule: (call) => ({
    parameters: ['zone_id', 'rule_id'],
    says: 'Deletes a WAF custom rule.',
    returned: 'call',
    lines: [
      `answer = ${call.again('GET', ENTRY_POINT)}`,
      ...refusal(call, 'answer'),
      `ruleset_id = answer${RESULT[call.returns]}[~id~]`,
      `return ${call.again('DELETE', 'zones/{zone_id}/rulesets/{ruleset_id}/rules/{rule_id}')}`,
    ],
  }),
};

/** The result of a call, which is checked where the program checked it. */
function fetched(call: PythonCall, name: string, path: string, isChecked: boolean): readonly string[] {
  const request = call.again('GET', path);
  if (call.returns !== 'response' || !isChecked) return [`${name} = ${request}${RESULT[call.returns]}`];
  return [`response = ${request}`, 'response.raise_for_status()', `${name} = response.json()[~result~]`];
}
