/** The small functions that take the place of retired calls in a program in PHP. */
import { type FunctionRole, oldObjectLines } from '../planner/index.js';
import { meaningLines, phpObjects } from './old-fields.js';
import { OLD_SHAPES } from './old-shapes-php.js';
import { answerField, field, MAPPINGS, ownType, ruleId } from './php-answers.js';
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
export function phpFunction(role: FunctionRole, writing: Writing): string | null {
  const { kind, style, holder, zoneParameter } = writing;
  const requests = new Requests(writing);
  const body = BODIES[role]?.(writing, requests) ?? null;
  if (body === null) return null;
  if (requests.isRefused) return null;
  const isMapping = MAPPINGS.has(role);
  const handed = isMapping ? [] : writing.parameters;
  const zone = isMapping || zoneParameter === null ? [] : [zoneParameter];
  const typeFor = (name: string) =>
    role === 'toOld' ? (body.type ?? 'array') : body.takesObjects === true ? 'mixed' : typeOf(name);
  const typed = (name: string) =>
    style.isTyped && typeFor(name) !== 'mixed' ? `${typeFor(name)} ${name}` : name;
  const parameters = [...handed, ...[...zone, ...body.parameters].map(typed)].join(', ');
  const type = style.isTyped && body.type !== null ? `: ${body.type}` : '';
  const modifiers = holder === null ? '' : holder === 'class' ? 'private static ' : 'private ';
  const head = `${modifiers}function ${functionName(kind, role, style)}(${parameters})${type}`;
  const lines = [
    ...commentOf(
      writing,
      body,
      [...zone, ...body.parameters].map((name) => `${typeFor(name)} ${name}`),
    ),
    ...(style.isBraceOnLine ? [`${requests.written(head)} {`] : [requests.written(head), '{']),
    ...body.lines.map((line) => requests.written(line === '' ? '' : `    ${line}`)),
    '}',
  ];
  const indent = holder === null ? '' : style.unit;
  return lines
    .map((line) => {
      const depth = (/^ */.exec(line)?.[0].length ?? 0) / 4;
      return line === ''
        ? ''
        : indent + style.unit.repeat(Math.floor(depth)) + ' '.repeat((depth % 1) * 4) + line.trimStart();
    })
    .join('\n');
}

function typeOf(name: string): string {
  return /^\$(?:rules?|changes)$/.test(name) ? 'array' : 'string';
}

function commentOf(
  { style }: Writing,
  { says, type }: Body,
  parameters: readonly string[],
): readonly string[] {
  switch (style.comment) {
    case 'line':
      return [`// ${says}`];
    case 'block':
      return ['/**', ` * ${says}`, ' */'];
    case 'tags':
      return [
        '/**',
        ` * ${says}`,
        ' *',
        ...parameters.map((parameter) => ` * @param ${parameter}`),
        ...(type === null || type === 'void' ? [] : [` * @return ${type}`]),
        ' */',
      ];
  }
}

/** The result of a request. */
function resultOf(writing: Writing, requests: Requests, request: string): string {
  const { sender } = writing.call;
  if (sender.returns === 'result') return request;
  return answerField(writing, sender.returns === 'answer' ? request : requests.parsed(request), 'result');
}

function isOfPhase(writing: Writing): string {
  const { phase } = writing.kind;
  return `if (${field(writing, '$ruleset', 'kind')} === 'zone' && ${field(writing, '$ruleset', 'phase')} === '${phase}') {`;
}

/** Before what is in the answer is looked at: the caller sees what the API refuses. */
function checked(writing: Writing, requests: Requests, request: string): readonly string[] {
  const { sender } = writing.call;
  if (sender.returns === 'result')
    return [
      `$ruleset = ${request};`,
      ...(isSure(writing) ? [] : ['if (empty($ruleset)) {', '    return $ruleset;', '}']),
    ];
  if (isSure(writing))
    return isResponse(writing)
      ? [`$response = ${request};`, `$ruleset = ${resultOf(writing, requests, '$response')};`]
      : [`$ruleset = ${resultOf(writing, requests, request)};`];
  const answer = sender.returns === 'answer' ? '$answer' : '$response';
  const parsed = sender.returns === 'answer' ? answer : requests.parsed(answer);
  return [
    `${answer} = ${request};`,
    `$ruleset = ${answerField(writing, parsed, 'result')} ?? null;`,
    'if ($ruleset === null) {',
    `    return ${answer};`,
    '}',
  ];
}

function orEmpty(writing: Writing): string {
  return isSure(writing) ? '' : ' ?? []';
}

/** Line of a loop over the rulesets of a zone. */
function rulesetsLoop(writing: Writing, requests: Requests): readonly string[] {
  const rulesets = requests.send('GET', RULESETS);
  const isParsed = isResponse(writing);
  if (writing.call.sender.returns === 'result' && !isSure(writing))
    return [
      `$rulesets = ${rulesets};`,
      'if (!is_array($rulesets)) {',
      '    return $rulesets;',
      '}',
      'foreach ($rulesets as $ruleset) {',
    ];
  const result = resultOf(writing, requests, isParsed ? '$response' : rulesets);
  return [
    ...(isParsed ? [`$response = ${rulesets};`] : []),
    `foreach (${result}${orEmpty(writing)} as $ruleset) {`,
  ];
}

/** Its answer has to be parsed. */
function isResponse({ call }: Writing): boolean {
  return call.sender.returns === 'response' || call.sender.returns === 'text';
}

const RULE_TAIL = (id: string) => [text('/rules/'), code(id)];

const BODIES: Readonly<Partial<Record<FunctionRole, (writing: Writing, requests: Requests) => Body>>> = {
  ...OLD_SHAPES,
  list: (writing, requests) => {
    const id = field(writing, '$ruleset', 'id');
    const found = requests.send('GET', rulesetTail(id));
    const isParsed = isResponse(writing);
    const isUnsure = writing.call.sender.returns === 'result' && !isSure(writing);
    const result = isUnsure ? '$found' : resultOf(writing, requests, isParsed ? '$response' : found);
    const rules = mappedIn(writing, `${field(writing, result, 'rules')} ?? []`);
    return {
      parameters: [],
      says: `Returns the ${writing.kind.noun}s of a zone; a new zone has none.`,
      type: isSure(writing) || writing.call.sender.returns !== 'result' ? 'array' : null,
      lines: [
        ...rulesetsLoop(writing, requests),
        `    ${isOfPhase(writing)}`,
        ...(isParsed ? [`        $response = ${found};`, ''] : []),
        ...(isUnsure ? [`        $found = ${found};`, ''] : []),
        `        return ${isUnsure ? `empty($found) ? $found : ${rules.endsWith(')') ? rules : `(${rules})`}` : rules};`,
        '    }',
        '}',
        '',
        'return [];',
      ],
    };
  },
  answer: (writing, requests) => {
    const { kind } = writing;
    const id = field(writing, '$ruleset', 'id');
    const result = answerField(writing, '$answer', 'result');
    const mapped = mappedIn(writing, `${field(writing, result, 'rules')} ?? []`);
    return {
      parameters: [],
      says: `Returns the ${kind.noun}s of a zone as the result of an answer; a new zone has none.`,
      type: ownType(writing),
      lines: [
        `$answer = ${requests.send('GET', RULESETS)};`,
        `if (empty(${answerField(writing, '$answer', 'success')})) {`,
        '    return $answer;',
        '}',
        `foreach (${result} as $ruleset) {`,
        `    ${isOfPhase(writing)}`,
        `        $answer = ${requests.send('GET', rulesetTail(id))};`,
        `        if (!empty(${answerField(writing, '$answer', 'success')})) {`,
        `            ${result} = ${mapped};`,
        '        }',
        '',
        '        return $answer;',
        '    }',
        '}',
        `${result} = [];`,
        '',
        'return $answer;',
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
      rulesetTail(field(writing, '$ruleset', 'id'), text('/rules')),
      hasSkips ? "$rule + ['position' => $position]" : '$rule',
    );
    const first = requests.send('POST', RULESETS, '$first');
    const sent = (request: string, index: string) => added(writing, request, isRead, index);
    return {
      parameters: ['$rule'],
      says: hasSkips
        ? `Adds a ${kind.noun}: skip rules go first, others last. The first rule of a zone creates the ruleset.`
        : `Appends a ${kind.noun}. The first rule of a zone creates the ruleset.`,
      type:
        isRead && returns === 'result' && isSure(writing)
          ? shapeOf(writing) === 'object'
            ? 'object'
            : 'array'
          : ownType(writing),
      lines: [
        ...(features.has('any-action')
          ? meaningLines(kind.mapping, '$rule', (name) => `$rule['${name}']`)
          : []),
        ...rulesetsLoop(writing, requests),
        `    ${isOfPhase(writing)}`,
        ...(hasSkips
          ? ["        $position = $rule['action'] === 'skip' ? ['before' => ''] : ['after' => ''];"]
          : []),
        ...sent(rules, hasSkips ? "$rule['action'] === 'skip' ? 0 : -1" : '').map((line) =>
          line === '' ? '' : `        ${line}`,
        ),
        '    }',
        '}',
        `$first = ['name' => 'default', 'kind' => 'zone', 'phase' => '${kind.phase}', 'rules' => [$rule]];`,
        ...(isRead ? [] : ['']),
        ...sent(first, ''),
      ],
    };
  },
  update: (writing, requests) => {
    const { kind, features } = writing;
    const id = ruleId(writing);
    const tail = rulesetTail(field(writing, '$ruleset', 'id'), ...RULE_TAIL(id));
    const ruleset = checked(writing, requests, requests.send('GET', entryPoint(kind)));
    if (kind.isWhole)
      return {
        parameters: [id, '$rule'],
        says: `Replaces a ${kind.noun}.`,
        type: ownType(writing),
        lines: [...ruleset, '', `return ${requests.send('PATCH', tail, '$rule')};`],
      };
    const found = `array_column(${field(writing, '$ruleset', 'rules')} ?? [], null, 'id')[${id}] ?? []`;
    return {
      parameters: [id, '$changes'],
      says: `Changes fields of a ${kind.noun}. The API replaces the whole rule, so the rest is read first.`,
      type: ownType(writing),
      lines: [
        ...ruleset,
        `$rule = ${shapeOf(writing) === 'object' ? `(array) (${found})` : found};`,
        "unset($rule['version'], $rule['last_updated']);",
        ...(features.has('action')
          ? [
              "if (isset($changes['action']) && $changes['action'] !== ($rule['action'] ?? null)) {",
              "    unset($rule['action_parameters']); // parameters belong to the action",
              '}',
            ]
          : []),
        '',
        `return ${requests.send('PATCH', tail, 'array_merge($rule, $changes)')};`,
      ],
    };
  },
  remove: (writing, requests) => {
    const id = ruleId(writing);
    const tail = rulesetTail(field(writing, '$ruleset', 'id'), ...RULE_TAIL(id));
    return {
      parameters: [id],
      says: `Deletes a ${writing.kind.noun}.`,
      type: ownType(writing),
      lines: [
        ...checked(writing, requests, requests.send('GET', entryPoint(writing.kind))),
        '',
        `return ${requests.send('DELETE', tail)};`,
      ],
    };
  },
  toOld: (writing) => ({
    parameters: ['$rule'],
    says: `Gives a ${writing.kind.noun} the fields that its readers know.`,
    type: shapeOf(writing) === 'object' ? 'object' : 'array',
    lines: oldObjectLines(
      writing.kind.mapping,
      phpObjects(shapeOf(writing), (name) => field(writing, '$rule', name)),
      (rare) => rare === 'ref' && writing.features.has('ref'),
    ),
  }),
};

/** Rules as their readers know them, where they leave the code. */
function mappedIn(writing: Writing, rules: string): string {
  return writing.features.has('mapped') ? `array_map(${callable(writing)}, ${rules})` : rules;
}

/** What is given back of a rule that was added: the rule, where it is read. */
function added(writing: Writing, request: string, isRead: boolean, index: string): readonly string[] {
  if (!isRead) return [`return ${request};`];
  const { sender } = writing.call;
  const rules = (of: string) => field(writing, of, 'rules');
  const one = (of: string) =>
    index === '' ? `end(${rules(of)})` : `$rule['action'] === 'skip' ? ${rules(of)}[0] : end(${rules(of)})`;
  if (sender.returns === 'result')
    return [
      `$changed = ${request};`,
      '',
      isSure(writing)
        ? `return ${one('$changed')};`
        : `return empty($changed) ? $changed : ${index === '' ? one('$changed') : `(${one('$changed')})`};`,
    ];
  const result = answerField(writing, '$answer', 'result');
  return [
    `$answer = ${request};`,
    `if (!empty(${answerField(writing, '$answer', 'success')})) {`,
    `    ${result} = ${one(result)};`,
    '}',
    '',
    'return $answer;',
  ];
}

/** The name of the function that maps rules, as it is handed to another one. */
export function callable({ kind, style, holder }: Pick<Writing, 'kind' | 'style' | 'holder'>): string {
  const name = functionName(kind, 'toOld', style);
  return holder === null
    ? `'${name}'`
    : holder === 'class'
      ? `[self::class, '${name}']`
      : `[$this, '${name}']`;
}
