/** Functions that are given rules with the fields of the retired API, and give the same back. */
import { type Mapping, mappedFields } from '../../src/convert/index.js';
import { fieldPairs, meaningsIn } from '../planner/index.js';
import type { PythonCall } from './call.js';
import { entryPoint, noResult, refusal } from './function-answers.js';
import type { FunctionBody } from './kind.js';
import { OBJECTS } from './old-fields.js';

/** The bodies of these functions, with `~` for the quotes of the file. */
export const OLD_SHAPES: Readonly<
  Record<
    'listOld' | 'readOld' | 'addOld' | 'changeOld' | 'changeAllOld' | 'removeOld' | 'toCustom',
    FunctionBody
  >
> = {
  listOld: (call, { kind, called }) => {
    const mapped = (rules: string) => `[${kind.names.toOld}(rule) for rule in ${rules}]`;
    return {
      parameters: ['zone_id'],
      says: `Reads the ${kind.noun}s of a zone, with the fields of ${kind.oldNoun}s.`,
      type: call.returns === 'result' ? 'list' : 'dict',
      lines:
        call.returns === 'result'
          ? [`rules = ${called('list')}`, ...noResult(call, 'rules', true), `return ${mapped('rules')}`]
          : [
              `answer = ${called('answer')}`,
              ...refusal(call, 'answer'),
              `return {**answer, ~result~: ${mapped('answer[~result~].get(~rules~, [])')}}`,
            ],
    };
  },
  readOld: (call, { kind }, send) => {
    const isResult = call.returns === 'result';
    const name = isResult ? 'ruleset' : 'answer';
    const one = `${kind.names.toOld}(rule) for rule in rules if rule[~id~] == rule_id`;
    return {
      parameters: ['zone_id', 'rule_id'],
      says: `Reads a ${kind.noun}, with the fields of a ${kind.oldNoun}.`,
      type: 'dict',
      lines: [
        `${name} = ${send('GET', entryPoint(kind))}`,
        ...refusal(call, name),
        `rules = ${isResult ? name : `${name}[~result~]`}.get(~rules~, [])`,
        ...(isResult
          ? [`return next(${call.sender.givesNothing ? `(${one}), None` : one})`]
          : [
              `found = next((${one}), None)`,
              call.sender.givesNothing
                ? 'return {**answer, ~result~: found} if found else None'
                : 'return {**answer, ~success~: found is not None, ~result~: found}',
            ]),
      ],
    };
  },
  addOld: (call, { kind, called }) => ({
    parameters: ['zone_id', 'rules'],
    says: `Adds ${kind.noun}s one by one; takes and returns the fields of ${kind.oldNoun}s.`,
    type: call.returns === 'result' ? 'list' : 'dict',
    lines: eachRule(call, [
      `custom = ${kind.names.toCustom}(rule)`,
      `changed = ${called('add', 'custom')}`,
      ...refusal(call, 'changed'),
      ...(call.returns === 'result'
        ? [`done.append(${kind.names.toOld}(changed))`]
        : [
            'place = 0 if custom.get(~action~) == ~skip~ else -1',
            `done.append(${kind.names.toOld}(changed[~result~][~rules~][place]))`,
          ]),
    ]),
  }),
  changeOld: (call, { kind, called }) => {
    const isResult = call.returns === 'result';
    const name = isResult ? 'ruleset' : 'answer';
    const rules = isResult ? 'ruleset[~rules~]' : 'answer[~result~][~rules~]';
    const changed = `next(${kind.names.toOld}(one) for one in ${rules} if one[~id~] == rule_id)`;
    return {
      parameters: ['zone_id', 'rule_id', 'rule'],
      says: `Changes a ${kind.noun}; takes and returns the fields of a ${kind.oldNoun}.`,
      type: 'dict',
      lines: [
        `${name} = ${called('update', 'rule_id', `${kind.names.toCustom}(rule)`)}`,
        ...refusal(call, name),
        isResult ? `return ${changed}` : `return {**answer, ~result~: ${changed}}`,
      ],
    };
  },
  changeAllOld: (call, { kind, called }) => ({
    parameters: ['zone_id', 'rules'],
    says: `Changes ${kind.noun}s one by one; takes and returns the fields of ${kind.oldNoun}s.`,
    type: call.returns === 'result' ? 'list' : 'dict',
    lines: eachRule(call, [
      `changed = ${called('changeOld', 'rule[~id~]', 'rule')}`,
      ...refusal(call, 'changed'),
      `done.append(changed${call.returns === 'result' ? '' : '[~result~]'})`,
    ]),
  }),
  removeOld: (call, { kind, called }) => {
    const name = call.returns === 'result' ? 'ruleset' : 'answer';
    const checks = refusal(call, name);
    return {
      parameters: ['zone_id', 'rule_id'],
      says: `Deletes a ${kind.noun}; the result is its id, as it was for a ${kind.oldNoun}.`,
      type: 'dict',
      lines: [
        checks.length === 0 ? called('remove', 'rule_id') : `${name} = ${called('remove', 'rule_id')}`,
        ...checks,
        call.returns === 'result' ? 'return {~id~: rule_id}' : 'return {**answer, ~result~: {~id~: rule_id}}',
      ],
    };
  },
  toCustom: (_, { kind }) => ({
    parameters: ['rule'],
    says: `Returns a ${kind.oldNoun}, or some fields of one, as a ${kind.noun}.`,
    type: 'dict',
    lines: newObjectLines(kind.mapping),
  }),
};

function eachRule({ returns }: PythonCall, lines: readonly string[]): readonly string[] {
  const answer = '{~success~: True, ~errors~: [], ~messages~: [], ~result~: done}';
  return [
    'done = []',
    'for rule in rules:',
    ...lines.map((line) => `    ${line}`),
    `return ${returns === 'result' ? 'done' : answer}`,
  ];
}

/** The body of a function that gives a rule of the old API the form of the new one. */
function newObjectLines(mapping: Mapping): readonly string[] {
  const fields = mappedFields(mapping).filter(({ now }) => now !== mapping.identity);
  const kept = new Set([
    ...fields.flatMap(({ old, now, isNegated }) => (old === now || isNegated ? [now] : [])),
    ...fields.flatMap(({ old, now }) => (old.includes('.') ? [now] : [])),
  ]);
  const names = [...kept].map((name) => `~${name}~`).join(', ');
  return [
    `custom = {key: rule[key] for key in (${names}) if key in rule}`,
    ...fields.flatMap(({ old, now, isNegated }) => {
      const [first = '', second] = old.split('.');
      if (isNegated)
        return [`if rule.get(~${old}~) is not None:`, `    custom[~${now}~] = not rule[~${old}~]`];
      if (second === undefined) return [];
      return [
        `if ~${second}~ in (rule.get(~${first}~) or {}):`,
        `    custom[~${now}~] = rule[~${first}~][~${second}~]`,
      ];
    }),
    ...meaningsIn(mapping).flatMap(({ name, value, now }) => [
      `if custom.get(~${name}~) == ~${value}~:`,
      `    custom.update(${OBJECTS.map(fieldPairs(now, OBJECTS))})`,
    ]),
    'return custom',
  ];
}
