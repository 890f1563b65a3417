/** The small functions that take the place of retired calls in a program in Python. */
import { literally } from '../../src/value/index.js';
import { type Feature, type FunctionRole, oldObjectLines } from '../planner/index.js';
import type { PythonCall } from './call.js';
import { entryPoint, noResult, refusal } from './function-answers.js';
import type { FunctionBody, NamedRules, Send, Writing } from './kind.js';
import { meaningLines, OBJECTS } from './old-fields.js';
import { OLD_SHAPES } from './old-shape-functions.js';

/** Null where the client of the call cannot send one of the requests. */
export function functionText(role: FunctionRole, call: PythonCall, writing: Writing): string | null {
  const requests = requestsOf(call);
  const body = BODIES[role](call, writing, requests.send);
  if (requests.isRefused()) return null;
  const isMapping = role.startsWith('to');
  const typed = (parameter: string) => (writing.isTyped ? `${parameter}: ${TYPES[parameter]}` : parameter);
  const handed = isMapping ? [] : writing.parameters;
  const own = body.parameters.filter((parameter) => parameter !== 'zone_id' || call.zone !== null);
  const parameters = [...handed, ...own.map(typed)].join(', ');
  const type = writing.isTyped ? ` -> ${body.type}` : '';
  const lines = [
    `${call.sender.isAsync && !isMapping ? 'async ' : ''}def ${writing.kind.names[role]}(${parameters})${type}:`,
    ...(writing.hasDocstrings ? [`    """${body.says}"""`] : []),
    ...withAddress(body.lines, parameters).map((line) => `    ${line}`),
  ];
  const whole = writing.hasDocstrings ? lines : [`# ${body.says}`, ...lines];
  const indent = isMapping ? '' : writing.indent;
  return whole.map((line) => `${indent}${line.replaceAll('~', writing.quote)}`).join('\n');
}

const WIDTH = 120;

/** The address of the rulesets in a variable of its own, where lines with it would be too long. */
function withAddress(lines: readonly string[], parameters: string): readonly string[] {
  const addresses = lines.join('\n').match(ADDRESS) ?? [];
  const [first = ''] = addresses.map((address) => address.replace(ADDRESS, '$2'));
  const isLong = lines.some((line) => line.length + 4 > WIDTH);
  const isOne = addresses.every((address) => address.replace(ADDRESS, '$2') === first);
  const quote = addresses[0]?.charAt(1) ?? '';
  const name = /^\/?zones\//.test(first) ? 'path' : 'url';
  const isTaken = new RegExp(`\\b${literally(name)}\\b`).test(`${parameters}\n${first}`);
  if (!isLong || !isOne || addresses.length < 2 || isTaken) return lines;
  const short = (line: string) =>
    line.replace(ADDRESS, (_, mark: string, __, rest: string) =>
      rest === '' ? name : `f${mark}{${name}}${rest}${mark}`,
    );
  return [`${name} = f${quote}${first}${quote}`, ...lines.map(short)];
}

/** Up to the rulesets of the zone, and what follows. */
const ADDRESS = /\bf(["'])([^"'\n]*\bzones\/\{zone_id\}\/rulesets)([^"'\n]*)\1/g;

const TYPES: Readonly<Record<string, string>> = {
  action: 'str',
  zone_id: 'str',
  rule_id: 'str',
  rule: 'dict',
  rules: 'list',
  changes: 'dict',
};

function requestsOf(call: PythonCall): { readonly send: Send; readonly isRefused: () => boolean } {
  let refused = false;
  return {
    send: (method, path, body) => {
      const text = call.again(method, path, body);
      if (text === null) refused = true;
      return `${call.sender.isContext ? 'await ' : ''}${text ?? ''}`;
    },
    isRefused: () => refused,
  };
}

/** What a call returns, down to its result. */
function resultOf({ returns, sender }: PythonCall, request: string): string {
  if (returns === 'result') return request;
  return `${returns === 'response' ? parsed(sender, request) : sender.isAsync ? `(${request})` : request}[~result~]`;
}

/** The answer in a response; that of aiohttp is awaited. */
function parsed({ isAsync, isContext }: PythonCall['sender'], request: string): string {
  const response = isAsync || isContext ? `(${request})` : request;
  return isContext ? `(await ${response}.json())` : `${response}.json()`;
}

/** The result of a call whose value has a name. */
function resultIn({ returns, sender }: PythonCall, name: string): string {
  if (returns === 'result') return name;
  if (returns === 'answer') return `${name}[~result~]`;
  return sender.isContext ? `(await ${name}.json())[~result~]` : `${name}.json()[~result~]`;
}

function returnType({ returns, sender }: PythonCall): string {
  if (sender.isSilent) return 'None';
  return returns === 'response' ? sender.type : 'dict';
}

const isOfPhase = ({ phase }: NamedRules) =>
  `    if ruleset[~kind~] == ~zone~ and ruleset[~phase~] == ~${phase}~:`;
const RULESETS = 'zones/{zone_id}/rulesets';
const RULE = 'zones/{zone_id}/rulesets/{ruleset_id}/rules/{rule_id}';

const BODIES: Readonly<Record<FunctionRole, FunctionBody>> = {
  ...OLD_SHAPES,
  list: (call, { kind, features }, send) => ({
    parameters: ['zone_id'],
    says: `Returns the ${kind.noun}s of a zone; a new zone has none.`,
    type: 'list',
    lines: [
      ...fetched(call, 'rulesets', send('GET', RULESETS), features),
      ...noResult(call, 'rulesets', true),
      'for ruleset in rulesets:',
      isOfPhase(kind),
      '        ruleset_id = ruleset[~id~]',
      ...[
        ...fetched(call, 'found', send('GET', `${RULESETS}/{ruleset_id}`), features),
        ...noResult(call, 'found'),
      ].map((line) => `        ${line}`),
      features.has('mapped')
        ? `        return [${kind.names.toOld}(rule) for rule in found.get(~rules~, [])]`
        : '        return found.get(~rules~, [])',
      'return []',
    ],
  }),
  answer: (call, { kind }, send) => {
    const answer = (request: string) =>
      call.returns === 'response' ? parsed(call.sender, request) : request;
    return {
      parameters: ['zone_id'],
      says: `Asks for the ruleset with the ${kind.noun}s of a zone; the result of a new zone is empty.`,
      type: 'dict',
      lines: [
        `rulesets = ${answer(send('GET', RULESETS))}`,
        ...(call.sender.givesNothing ? ['if not rulesets:', '    return rulesets'] : []),
        'for ruleset in rulesets[~result~] or []:',
        isOfPhase(kind),
        '        ruleset_id = ruleset[~id~]',
        `        return ${answer(send('GET', `${RULESETS}/{ruleset_id}`))}`,
        'return {**rulesets, ~result~: {}}',
      ],
    };
  },
  add: (call, { kind, features }, send) => {
    const hasSkips = features.has('skip');
    const sent = hasSkips ? '{**rule, ~position~: position}' : 'rule';
    const added = (request: string) => {
      if (call.returns !== 'result' || call.sender.isSilent || !features.has('read'))
        return [`return ${request}`];
      const place = hasSkips ? '[0 if rule[~action~] == ~skip~ else -1]' : '[-1]';
      return [`changed = ${request}`, ...noResult(call, 'changed'), `return changed[~rules~]${place}`];
    };
    return {
      parameters: ['zone_id', 'rule'],
      says: hasSkips
        ? `Adds a ${kind.noun}: skip rules go first, others last. The first rule of a zone creates the ruleset.`
        : `Appends a ${kind.noun}. The first rule of a zone creates the ruleset.`,
      type: returnType(call),
      lines: [
        `rulesets = ${send('GET', RULESETS)}`,
        ...(call.returns === 'result' ? noResult(call, 'rulesets', true) : refusal(call, 'rulesets')),
        `for ruleset in ${resultIn(call, 'rulesets')}:`,
        isOfPhase(kind),
        '        ruleset_id = ruleset[~id~]',
        ...(hasSkips
          ? ['        position = {~before~: ~~} if rule[~action~] == ~skip~ else {~after~: ~~}']
          : []),
        ...added(send('POST', `${RULESETS}/{ruleset_id}/rules`, sent)).map((line) => `        ${line}`),
        `first = {~name~: ~default~, ~kind~: ~zone~, ~phase~: ~${kind.phase}~, ~rules~: [rule]}`,
        ...added(send('POST', RULESETS, 'first')),
      ],
    };
  },
  update: (call, { kind, features }, send) => {
    const [says, body] = kind.isWhole
      ? [`Replaces a ${kind.noun}.`, 'rule']
      : [
          `Changes fields of a ${kind.noun}. The API replaces the whole rule, so the rest is read first.`,
          '{**kept, **changes}',
        ];
    const isResult = call.returns === 'result';
    const kept = [
      ...(isResult ? [] : [`ruleset = ${resultIn(call, 'answer')}`]),
      'ruleset_id = ruleset[~id~]',
      'rule = next((rule for rule in ruleset.get(~rules~, []) if rule[~id~] == rule_id), {})',
      'kept = {key: value for key, value in rule.items() if key not in (~version~, ~last_updated~)}',
      ...(features.has('unset')
        ? ['changes = {key: value for key, value in changes.items() if value is not None}']
        : []),
      ...(features.has('action')
        ? [
            'if changes.get(~action~, kept.get(~action~)) != kept.get(~action~):',
            '    kept.pop(~action_parameters~, None)  # parameters belong to the action',
          ]
        : []),
    ];
    return {
      parameters: ['zone_id', 'rule_id', kind.isWhole ? 'rule' : 'changes'],
      says,
      type: returnType(call),
      lines: [
        `${isResult ? 'ruleset' : 'answer'} = ${send('GET', entryPoint(kind))}`,
        ...refusal(call, isResult ? 'ruleset' : 'answer'),
        ...(kind.isWhole ? [`ruleset_id = ${resultIn(call, isResult ? 'ruleset' : 'answer')}[~id~]`] : kept),
        `return ${send('PATCH', RULE, body)}`,
      ],
    };
  },
  remove: (call, { kind }, send) => ({
    parameters: ['zone_id', 'rule_id'],
    says: `Deletes a ${kind.noun}.`,
    type: returnType(call),
    lines: [
      `${call.returns === 'result' ? 'ruleset' : 'answer'} = ${send('GET', entryPoint(kind))}`,
      ...refusal(call, call.returns === 'result' ? 'ruleset' : 'answer'),
      `ruleset_id = ${resultIn(call, call.returns === 'result' ? 'ruleset' : 'answer')}[~id~]`,
      `return ${send('DELETE', RULE)}`,
    ],
  }),
  toOld: (_, { kind, features }) => ({
    parameters: ['rule'],
    says: `Returns a ${kind.noun} in the form of the old API.`,
    type: 'dict',
    lines: oldObjectLines(kind.mapping, OBJECTS, (field) =>
      features.has(field.startsWith('filter.') ? 'filter' : 'ref'),
    ),
  }),
  toPart: (_, { kind }) => ({
    parameters: ['rule'],
    says: `Returns the expression of a ${kind.noun} in the form of an old filter.`,
    type: 'dict',
    lines: kind.part === null ? [] : oldObjectLines(kind.part, OBJECTS, () => false),
  }),
  toNew: (_, { kind }) => ({
    parameters: ['action'],
    says: `Returns what a ${kind.noun} has for the action of an old rule.`,
    type: 'dict',
    lines: meaningLines(kind.mapping, 'action'),
  }),
};

/** The result of a call, which is checked where the program checked it. */
function fetched(
  call: PythonCall,
  name: string,
  request: string,
  features: ReadonlySet<Feature>,
): readonly string[] {
  if (call.returns !== 'response' || !features.has('checked'))
    return [`${name} = ${resultOf(call, request)}`];
  return [`response = ${request}`, 'response.raise_for_status()', `${name} = ${resultIn(call, 'response')}`];
}
