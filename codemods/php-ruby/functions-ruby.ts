/** The small functions that take the place of retired calls in a program in Ruby. */
import { type FunctionRole, fieldPairs, meaningsIn, oldObjectLines } from '../planner/index.js';
import { rubyObjects } from './old-fields.js';
import { requoted } from './style.js';
import {
  type Body,
  code,
  entryPoint,
  functionName,
  isSure,
  Requests,
  RULESETS,
  rulesetTail,
  shapeOf,
  text,
  type Writing,
} from './writing.js';

/** Null where the client of the call cannot send one of the requests. */
export function rubyFunction(role: FunctionRole, writing: Writing): string | null {
  const { kind, style, holder, zoneParameter } = writing;
  const requests = new Requests(writing);
  const body = BODIES[role]?.(writing, requests) ?? null;
  if (body === null) return null;
  if (requests.isRefused) return null;
  const isMapping = role === 'toOld';
  const handed = isMapping ? [] : writing.parameters;
  const zone = isMapping || zoneParameter === null ? [] : [zoneParameter];
  const parameters = [...handed, ...zone, ...body.parameters].join(', ');
  const name = `${holder === 'class' ? 'self.' : ''}${functionName(kind, role, style)}`;
  const lines = [
    `# ${body.says}`,
    `def ${name}${parameters === '' ? '' : `(${parameters})`}`,
    ...body.lines.map((line) => (line === '' ? '' : `  ${requests.written(line)}`)),
    'end',
  ];
  const { quote } = style;
  const indent = holder === null ? '' : style.unit;
  return lines.map((line) => (line === '' ? '' : `${indent}${requoted(line, quote)}`)).join('\n');
}

function field(writing: Writing, of: string, name: string): string {
  return shapeOf(writing) === 'symbol' ? `${of}[:${name}]` : `${of}['${name}']`;
}

function resultOf(writing: Writing, requests: Requests, request: string): string {
  const { returns } = writing.call.sender;
  if (returns === 'result') return request;
  return field(writing, returns === 'answer' ? request : requests.parsed(request), 'result');
}

/** `ruleset` is the one of the phase, or nil. */
function found(writing: Writing, requests: Requests): readonly string[] {
  const { phase } = writing.kind;
  const rulesets = resultOf(writing, requests, requests.send('GET', RULESETS));
  if (writing.call.sender.returns === 'result' && !isSure(writing))
    return [
      `rulesets = ${rulesets}`,
      'return rulesets unless rulesets.is_a?(Array)',
      '',
      'ruleset = rulesets.find do |one|',
      `  ${ofPhase(writing, 'one', phase)}`,
      'end',
    ];
  const all = isSure(writing) ? rulesets : `(${rulesets} || [])`;
  return [`ruleset = ${all}.find do |one|`, `  ${ofPhase(writing, 'one', phase)}`, 'end'];
}

function ofPhase(writing: Writing, of: string, phase: string): string {
  return `${field(writing, of, 'kind')} == 'zone' && ${field(writing, of, 'phase')} == '${phase}'`;
}

/** Before what is in the answer is looked at: the caller sees what the API refuses. */
function checked(writing: Writing, requests: Requests, request: string): readonly string[] {
  const { sender } = writing.call;
  if (isSure(writing)) return [`ruleset = ${resultOf(writing, requests, request)}`];
  if (sender.returns === 'result') return [`ruleset = ${request}`, 'return ruleset unless ruleset', ''];
  const answer = sender.returns === 'answer' ? 'answer' : 'response';
  return [
    `${answer} = ${request}`,
    `ruleset = ${field(writing, sender.returns === 'answer' ? answer : requests.parsed(answer), 'result')}`,
    `return ${answer} unless ruleset`,
    '',
  ];
}

const BODIES: Readonly<Partial<Record<FunctionRole, (writing: Writing, requests: Requests) => Body>>> = {
  list: (writing, requests) => {
    const id = field(writing, 'ruleset', 'id');
    const result = resultOf(writing, requests, requests.send('GET', rulesetTail(id)));
    const isUnsure = writing.call.sender.returns === 'result' && !isSure(writing);
    const rules = mappedIn(writing, `${field(writing, isUnsure ? 'found' : result, 'rules')} || []`);
    return {
      parameters: [],
      says: `Returns the ${writing.kind.noun}s of a zone; a new zone has none.`,
      type: null,
      lines: [
        ...found(writing, requests),
        'return [] unless ruleset',
        '',
        ...(isUnsure ? [`found = ${result}`, 'return found unless found', ''] : []),
        rules,
      ],
    };
  },
  answer: (writing, requests) => {
    const { kind } = writing;
    const success = field(writing, 'answer', 'success');
    const result = field(writing, 'answer', 'result');
    const mapped = mappedIn(writing, `${field(writing, result, 'rules')} || []`);
    return {
      parameters: [],
      says: `Returns the ${kind.noun}s of a zone as the result of an answer; a new zone has none.`,
      type: null,
      lines: [
        `answer = ${requests.send('GET', RULESETS)}`,
        `return answer unless ${success}`,
        '',
        `ruleset = ${result}.find do |one|`,
        `  ${ofPhase(writing, 'one', kind.phase)}`,
        'end',
        `return answer.merge(${shapeOf(writing) === 'symbol' ? 'result: []' : "'result' => []"}) unless ruleset`,
        '',
        `answer = ${requests.send('GET', rulesetTail(field(writing, 'ruleset', 'id')))}`,
        `${result} = ${mapped} if ${success}`,
        'answer',
      ],
    };
  },
  add: (writing, requests) => {
    const { kind, features } = writing;
    const { returns } = writing.call.sender;
    const hasSkips = features.has('skip');
    const isRead = features.has('read') && (returns === 'result' || returns === 'answer');
    const rules = requests.send(
      'POST',
      rulesetTail(field(writing, 'ruleset', 'id'), text('/rules')),
      hasSkips ? 'rule.merge(position: position)' : 'rule',
    );
    const first = requests.send('POST', RULESETS, 'first');
    const made = `first = { name: 'default', kind: 'zone', phase: '${kind.phase}', rules: [rule] }`;
    const name = returns === 'answer' ? 'answer' : 'changed';
    return {
      parameters: ['rule'],
      says: hasSkips
        ? `Adds a ${kind.noun}: skip rules go first, others last. The first rule of a zone creates the ruleset.`
        : `Appends a ${kind.noun}. The first rule of a zone creates the ruleset.`,
      type: null,
      lines: [
        ...(features.has('any-action')
          ? meaningsIn(kind.mapping).map(({ name, value, now }) => {
              const pairs = fieldPairs(now, rubyObjects('symbol', String)).join(', ');
              return `rule = rule.merge(${pairs}) if rule[:${name}] == '${value}'`;
            })
          : []),
        ...(hasSkips ? ["position = rule[:action] == 'skip' ? { before: '' } : { after: '' }"] : []),
        ...found(writing, requests),
        ...(isRead
          ? [
              `${name} =`,
              '  if ruleset',
              `    ${rules}`,
              '  else',
              `    ${made}`,
              `    ${first}`,
              '  end',
              ...added(writing, name, hasSkips),
            ]
          : [`return ${rules} if ruleset`, '', made, first]),
      ],
    };
  },
  update: (writing, requests) => {
    const { kind, features } = writing;
    const tail = rulesetTail(field(writing, 'ruleset', 'id'), text('/rules/'), code('rule_id'));
    const ruleset = checked(writing, requests, requests.send('GET', entryPoint(kind)));
    if (kind.isWhole)
      return {
        parameters: ['rule_id', 'rule'],
        says: `Replaces a ${kind.noun}.`,
        type: null,
        lines: [...ruleset, requests.send('PATCH', tail, 'rule')],
      };
    const isSymbol = shapeOf(writing) === 'symbol';
    const key = (name: string) => (isSymbol ? `:${name}` : `'${name}'`);
    const rules = `(${field(writing, 'ruleset', 'rules')} || [])`;
    return {
      parameters: ['rule_id', 'changes'],
      says: `Changes fields of a ${kind.noun}. The API replaces the whole rule, so the rest is read first.`,
      type: null,
      lines: [
        ...ruleset,
        `rule = ${rules}.find { |one| ${field(writing, 'one', 'id')} == rule_id } || {}`,
        `kept = rule.reject { |name, _| ${isSymbol ? '%i' : '%w'}[version last_updated].include?(name) }`,
        ...(features.has('action')
          ? [
              '# Parameters belong to the action.',
              `kept.delete(${key('action_parameters')}) if changes.key?(:action) && changes[:action] != ${field(writing, 'kept', 'action')}`,
            ]
          : []),
        requests.send(
          'PATCH',
          tail,
          isSymbol ? 'kept.merge(changes)' : 'kept.merge(changes.transform_keys(&:to_s))',
        ),
      ],
    };
  },
  remove: (writing, requests) => ({
    parameters: ['rule_id'],
    says: `Deletes a ${writing.kind.noun}.`,
    type: null,
    lines: [
      ...checked(writing, requests, requests.send('GET', entryPoint(writing.kind))),
      requests.send('DELETE', rulesetTail(field(writing, 'ruleset', 'id'), text('/rules/'), code('rule_id'))),
    ],
  }),
  toOld: (writing) => ({
    parameters: ['rule'],
    says: `Gives a ${writing.kind.noun} the fields that its readers know.`,
    type: null,
    lines: oldObjectLines(
      writing.kind.mapping,
      rubyObjects(shapeOf(writing), (name) => field(writing, 'rule', name)),
      (rare) => rare === 'ref' && writing.features.has('ref'),
    ),
  }),
};

/** Rules as their readers know them, where they leave the code. */
function mappedIn({ kind, style, features }: Writing, rules: string): string {
  return features.has('mapped')
    ? `(${rules}).map { |rule| ${functionName(kind, 'toOld', style)}(rule) }`
    : rules;
}

/** What is given back of a rule that was added and is read. */
function added(writing: Writing, name: string, hasSkips: boolean): readonly string[] {
  const one = (of: string) =>
    hasSkips
      ? `rule[:action] == 'skip' ? ${field(writing, of, 'rules')}.first : ${field(writing, of, 'rules')}.last`
      : `${field(writing, of, 'rules')}.last`;
  if (name === 'changed') {
    const rule = one('changed');
    return [isSure(writing) ? rule : hasSkips ? `changed && (${rule})` : `changed && ${rule}`];
  }
  const result = field(writing, 'answer', 'result');
  return [
    `${result} = ${hasSkips ? `(${one(result)})` : one(result)} if ${field(writing, 'answer', 'success')}`,
    'answer',
  ];
}
