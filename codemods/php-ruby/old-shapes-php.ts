/** Functions in PHP that are given rules with the fields of the retired API, and give the same back. */
import { type Mapping, mappedFields } from '../../src/convert/index.js';
import type { OldRole } from '../planner/index.js';
import { meaningLines } from './old-fields.js';
import { answerField, field, newCall, ownType, ruleId } from './php-answers.js';
import { type Body, entryPoint, isSure, type Requests, shapeOf, type Writing } from './writing.js';

type Bodies = Readonly<
  Record<Exclude<OldRole, 'listOld'> | 'toCustom', (writing: Writing, requests: Requests) => Body>
>;

export const OLD_SHAPES: Bodies = {
  readOld: (writing, requests) => {
    const { kind } = writing;
    const id = ruleId(writing);
    const isResult = writing.call.sender.returns === 'result';
    const name = isResult ? '$ruleset' : '$answer';
    const rules = field(writing, isResult ? name : answerField(writing, name, 'result'), 'rules');
    return {
      parameters: [id],
      says: `Reads a ${kind.noun}, with the fields of a ${kind.oldNoun}.`,
      type: ownType(writing),
      lines: [
        `${name} = ${requests.send('GET', entryPoint(kind))};`,
        ...refused(writing, name),
        `$rule = array_column(${rules} ?? [], null, 'id')[${id}] ?? null;`,
        `$found = $rule === null ? null : ${newCall(writing, 'toOld', '$rule')};`,
        '',
        ...(isResult
          ? ['return $found;']
          : [
              ...(isSure(writing) ? [] : [`${answerField(writing, name, 'success')} = $found !== null;`]),
              `${answerField(writing, name, 'result')} = $found;`,
              '',
              `return ${name};`,
            ]),
      ],
    };
  },
  addOld: (writing) => ({
    parameters: ['$rules'],
    takesObjects: shapeOf(writing) === 'object',
    says: `Adds ${writing.kind.noun}s one by one; takes and returns the fields of ${writing.kind.oldNoun}s.`,
    type: ownType(writing),
    lines: eachRule(writing, [
      `$answer = ${newCall(writing, 'add', newCall(writing, 'toCustom', '$rule'))};`,
      ...refused(writing, '$answer'),
      `$done[] = ${newCall(writing, 'toOld', resultOf(writing))};`,
    ]),
  }),
  changeOld: (writing) => {
    const id = ruleId(writing);
    const isResult = writing.call.sender.returns === 'result';
    const rules = field(writing, resultOf(writing), 'rules');
    const changed = `${newCall(writing, 'toOld', `array_column(${rules}, null, 'id')[${id}]`)}`;
    return {
      parameters: [id, '$rule'],
      takesObjects: shapeOf(writing) === 'object',
      says: `Changes a ${writing.kind.noun}; takes and returns the fields of a ${writing.kind.oldNoun}.`,
      type: ownType(writing),
      lines: [
        `$answer = ${newCall(writing, 'update', id, newCall(writing, 'toCustom', asArrays(writing, '$rule')))};`,
        ...refused(writing, '$answer'),
        ...(isResult
          ? ['', `return ${changed};`]
          : [`${answerField(writing, '$answer', 'result')} = ${changed};`, '', 'return $answer;']),
      ],
    };
  },
  changeAllOld: (writing) => ({
    parameters: ['$rules'],
    takesObjects: shapeOf(writing) === 'object',
    says: `Changes ${writing.kind.noun}s one by one; takes and returns the fields of ${writing.kind.oldNoun}s.`,
    type: ownType(writing),
    lines: eachRule(writing, [
      `$answer = ${newCall(writing, 'changeOld', `$rule['id']`, '$rule')};`,
      ...refused(writing, '$answer'),
      `$done[] = ${resultOf(writing)};`,
    ]),
  }),
  removeOld: (writing) => {
    const id = ruleId(writing);
    const object = shapeOf(writing) === 'object' ? '(object) ' : '';
    const isResult = writing.call.sender.returns === 'result';
    return {
      parameters: [id],
      says: `Deletes a ${writing.kind.noun}; the result is its id, as it was for a ${writing.kind.oldNoun}.`,
      type: ownType(writing),
      lines: [
        `$answer = ${newCall(writing, 'remove', id)};`,
        ...refused(writing, '$answer'),
        ...(isResult
          ? ['', `return ${object}['id' => ${id}];`]
          : [
              `${answerField(writing, '$answer', 'result')} = ${object}['id' => ${id}];`,
              '',
              'return $answer;',
            ]),
      ],
    };
  },
  toCustom: ({ kind }) => ({
    parameters: ['$rule'],
    says: `Returns a ${kind.oldNoun}, or some fields of one, as a ${kind.noun}.`,
    type: 'array',
    lines: newObjectLines(kind.mapping),
  }),
};

/** What the caller sends, in programs whose answers are objects. */
function asArrays(writing: Writing, sent: string): string {
  return shapeOf(writing) === 'object' ? `json_decode(json_encode(${sent}), true)` : sent;
}

function resultOf(writing: Writing): string {
  return writing.call.sender.returns === 'result' ? '$answer' : answerField(writing, '$answer', 'result');
}

/** The caller sees what the API refuses. */
function refused(writing: Writing, name: string): readonly string[] {
  if (isSure(writing)) return [];
  const isResult = writing.call.sender.returns === 'result';
  const test = isResult ? `empty(${name})` : `empty(${answerField(writing, name, 'success')})`;
  return [`if (${test}) {`, `    return ${name};`, '}'];
}

function eachRule(writing: Writing, lines: readonly string[]): readonly string[] {
  const { returns, envelope } = writing.call.sender;
  const object = shapeOf(writing) === 'object' ? '(object) ' : '';
  const answer = `${object}['success' => true, 'errors' => [], 'messages' => [], 'result' => $done]`;
  return [
    ...(envelope === null ? [] : [`$answer = ['${envelope.success}' => true];`]),
    '$done = [];',
    `foreach (${asArrays(writing, '$rules')} as $rule) {`,
    ...lines.map((line) => `    ${line}`),
    '}',
    ...(envelope === null ? [] : [`$answer['${envelope.result}'] = $done;`]),
    '',
    `return ${returns === 'result' ? '$done' : envelope === null ? answer : '$answer'};`,
  ];
}

/** The body of a function that gives a rule of the old API the form of the new one. */
function newObjectLines(mapping: Mapping): readonly string[] {
  const fields = mappedFields(mapping).filter(({ now }) => now !== mapping.identity);
  const kept = new Set(fields.flatMap(({ old, now }) => (old === now || old.includes('.') ? [now] : [])));
  const negated = fields.filter(({ isNegated }) => isNegated);
  const names = [...kept, ...negated.map(({ now }) => now)].map((name) => `'${name}'`).join(', ');
  return [
    `$custom = array_intersect_key($rule, array_flip([${names}]));`,
    ...fields.flatMap(({ old, now, isNegated }) => {
      const keys = old.split('.').map((key) => `['${key}']`);
      if (isNegated !== true && keys.length === 1) return [];
      const of = `$rule${keys.join('')}`;
      return [`if (isset(${of})) {`, `    $custom['${now}'] = ${isNegated ? '!' : ''}${of};`, '}'];
    }),
    ...meaningLines(mapping, '$custom', (name) => `($custom['${name}'] ?? null)`),
    '',
    'return $custom;',
  ];
}
