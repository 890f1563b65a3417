/** The small functions that take the place of retired calls in a program in Go. */
import { fieldOf, textOf } from '../../src/grammar/index.js';
import { aligned } from './format.js';
import type { Feature, FunctionRole, RuleKind } from './kind.js';
import { receiverOf, type Sender } from './sender.js';
import { code, type Piece, textFrom, word } from './text.js';

export interface Writing {
  readonly kind: RuleKind;
  readonly sender: Sender;
  /** What stands before the zone in paths. */
  readonly before: readonly Piece[];
  /** Null where the function that sends writes it. */
  readonly zone: Piece | null;
  /** `zoneID` */
  readonly zoneParameter: string | null;
  /** Arguments without a role: source and, for what the caller hands on, name and type. */
  readonly others: ReadonlyMap<number, string>;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  readonly isFormat: boolean;
  /** `any`, or what the file writes for it. */
  readonly any: string;
  /** `http.MethodGet` rather than `"GET"`. */
  readonly hasMethodNames: boolean;
}

/** What is specific to the functions of one role. */
export interface Wanted {
  readonly role: FunctionRole;
  readonly features: ReadonlySet<Feature>;
  /** The type of a rule. */
  readonly type: string;
  /** The type of the rule that was added, where it is given back. */
  readonly result: string | null;
}

const INNER = /^(?:rule|rules|ruleset|rulesets|id|err|changes|body|out|data|answer)$/;

export function isTaken(name: string): boolean {
  return INNER.test(name);
}

class Requests {
  readonly writing: Writing;
  readonly #isDirect: boolean;

  constructor(writing: Writing) {
    this.writing = writing;
    this.#isDirect = isDirect(writing.sender);
  }

  send(method: string, tail: readonly Piece[], body: string, out: string): string {
    const { writing } = this;
    const { zone, before, isFormat } = writing;
    const path = textFrom(
      zone === null
        ? [
            ...before,
            ...tail.map((piece, index) =>
              index === 0 ? { ...piece, text: piece.text.replace(/^\//, '') } : piece,
            ),
          ]
        : [...before, word('zones/'), zone, ...tail],
      isFormat,
    );
    if (!this.#isDirect) {
      const args = [
        ...writing.parameters.map(({ name }) => name),
        methodText(writing, method),
        path,
        body,
        out,
      ];
      return `${calledOn(writing)}${ADAPTER}(${args.join(', ')})`;
    }
    return callCore(writing, { method: methodText(writing, method), path, body, out });
  }
}

const ADAPTER = 'rulesetRequest';

/** It decodes the result of an answer, and tells of errors. */
function isDirect({ gives, bodyForm, throws, roles }: Sender): boolean {
  return gives === 'result' && bodyForm === 'value' && throws && roles.method !== null && roles.body !== null;
}

export function needsAdapter({ sender }: Writing): boolean {
  return !isDirect(sender);
}

function methodText({ hasMethodNames }: Writing, method: string): string {
  return hasMethodNames ? `http.Method${method.charAt(0)}${method.slice(1).toLowerCase()}` : `"${method}"`;
}

function calledOn({ sender }: Writing): string {
  const receiver = receiverOf(sender.core);
  return receiver === null ? '' : `${receiver}.`;
}

function callCore(
  writing: Writing,
  { method, path, body, out }: { method: string; path: string; body: string; out: string },
): string {
  const { sender, others } = writing;
  const { roles, core } = sender;
  const args: string[] = [];
  const put = (index: number | null, text: string) => {
    if (index !== null) args[index] = text;
  };
  put(roles.method, method);
  put(roles.path, path);
  put(roles.body, body);
  put(roles.out, out);
  for (const [index, text] of others) put(index, text);
  const name = fieldOf(core.node, 'name');
  return `${calledOn(writing)}${name === null ? '' : textOf(core.tree, name)}(${args.join(', ')})`;
}

interface Head {
  readonly name: string;
  readonly says: string;
  readonly parameters: readonly (readonly [string, string])[];
  readonly result: string;
}

/** `func (c *Client) addCustomRule(zoneID string, rule Rule) error {` */
function written(
  writing: Writing,
  { name, says, parameters, result }: Head,
  lines: readonly string[],
  isOfZone = true,
): string {
  const { sender, zoneParameter } = writing;
  const { core } = sender;
  const receiver = fieldOf(core.node, 'receiver');
  const all = [
    ...writing.parameters.map((one) => [one.name, one.type] as const),
    ...(isOfZone && zoneParameter !== null ? [[zoneParameter, 'string'] as const] : []),
    ...parameters,
  ];
  const list = all
    .map(([own, type], index) => (all[index + 1]?.[1] === type ? own : `${own} ${type}`))
    .join(', ');
  const holder = receiver === null ? '' : `${textOf(core.tree, receiver)} `;
  return [
    `// ${name} ${says}`,
    `func ${holder}${name}(${list}) ${result} {`,
    ...aligned(lines.map((line) => (line === '' ? '' : `\t${line}`)).join('\n')).split('\n'),
    '}',
  ].join('\n');
}

const RULESETS: readonly Piece[] = [word('/rulesets')];
const rulesetTail = (id: string, ...more: readonly Piece[]): readonly Piece[] => [
  word('/rulesets/'),
  code(id),
  ...more,
];
const entryPoint = ({ phase }: RuleKind): readonly Piece[] => [word(`/rulesets/phases/${phase}/entrypoint`)];

/** The request that all new functions send, where the program's own function does not decode the result. */
export function adapter(writing: Writing): string {
  const { sender, any } = writing;
  const { gives, bodyForm, roles, throws } = sender;
  const isValue = bodyForm === 'value';
  const body = isValue ? 'body' : 'payload';
  const request = callCore(writing, {
    method: 'method',
    path: 'path',
    body,
    out: gives === 'answer' ? '&answer' : 'out',
  });
  const payload =
    isValue || roles.body === null
      ? []
      : bodyForm === 'bytes'
        ? [
            'var payload []byte',
            'if body != nil {',
            '\tvar err error',
            '\tif payload, err = json.Marshal(body); err != nil {',
            '\t\treturn err',
            '\t}',
            '}',
          ]
        : [
            'var payload io.Reader',
            'if body != nil {',
            '\tdata, err := json.Marshal(body)',
            '\tif err != nil {',
            '\t\treturn err',
            '\t}',
            '\tpayload = bytes.NewReader(data)',
            '}',
          ];
  const hasCheck = !throws || gives === 'response';
  const answer = [
    'var answer struct {',
    ...(hasCheck ? ['\tSuccess bool `json:"success"`', '\tErrors json.RawMessage `json:"errors"`'] : []),
    '\tResult json.RawMessage `json:"result"`',
    '}',
  ];
  const check = hasCheck
    ? ['if !answer.Success {', '\treturn fmt.Errorf("%s %s: %s", method, path, answer.Errors)', '}']
    : [];
  const read = ['if out == nil {', '\treturn nil', '}', 'return json.Unmarshal(answer.Result, out)'];
  const got = (name: string) => [`${name}, err := ${request}`, 'if err != nil {', '\treturn err', '}'];
  const lines = (): readonly string[] => {
    switch (gives) {
      case 'result':
        return [`return ${request}`];
      case 'answer':
        return [...answer, `if err := ${request}; err != nil {`, '\treturn err', '}', ...check, ...read];
      case 'text':
        return [
          ...got('data'),
          ...answer,
          'if err := json.Unmarshal(data, &answer); err != nil {',
          '\treturn err',
          '}',
          ...check,
          ...read,
        ];
      case 'envelope':
        return [
          ...got('answer'),
          ...(throws
            ? []
            : ['if !answer.Success {', '\treturn fmt.Errorf("%s %s was refused", method, path)', '}']),
          ...read,
        ];
      case 'result-text':
        return [
          ...got('result'),
          'if out == nil {',
          '\treturn nil',
          '}',
          'return json.Unmarshal(result, out)',
        ];
      case 'response':
        return [
          ...got('res'),
          'defer res.Body.Close()',
          ...answer,
          'if err := json.NewDecoder(res.Body).Decode(&answer); err != nil {',
          '\treturn err',
          '}',
          ...check,
          ...read,
        ];
    }
  };
  return written(
    writing,
    {
      name: ADAPTER,
      says: 'sends a request and decodes the result of the answer into out.',
      parameters: [
        ['method', 'string'],
        ['path', 'string'],
        ['body', any],
        ['out', any],
      ],
      result: 'error',
    },
    [...payload, ...lines()],
    false,
  );
}

/** The id of the ruleset of a phase. */
export function rulesetIdFunction(writing: Writing): string {
  const requests = new Requests(writing);
  return written(
    writing,
    {
      name: 'rulesetID',
      says: 'returns the id of the ruleset of a phase. A new zone has none.',
      parameters: [['phase', 'string']],
      result: '(string, error)',
    },
    [
      'var rulesets []struct {',
      '\tID string `json:"id"`',
      '\tKind string `json:"kind"`',
      '\tPhase string `json:"phase"`',
      '}',
      `if err := ${requests.send('GET', RULESETS, 'nil', '&rulesets')}; err != nil {`,
      '\treturn "", err',
      '}',
      'for _, ruleset := range rulesets {',
      '\tif ruleset.Kind == "zone" && ruleset.Phase == phase {',
      '\t\treturn ruleset.ID, nil',
      '\t}',
      '}',
      'return "", nil',
    ],
  );
}

function ruleId(writing: Writing): string {
  return /\b\w+Id\b/.test(writing.sender.core.tree.text) && !/\b\w+ID\b/.test(writing.sender.core.tree.text)
    ? 'ruleId'
    : 'ruleID';
}

export function ruleFunction(writing: Writing, { role, features, type, result }: Wanted): string {
  const { kind, any } = writing;
  const requests = new Requests(writing);
  const { phase, noun, names } = kind;
  const handed = [
    ...writing.parameters.map(({ name }) => name),
    ...(writing.zoneParameter === null ? [] : [writing.zoneParameter]),
  ];
  const id = `${calledOn(writing)}rulesetID(${[...handed, `"${phase}"`].join(', ')})`;
  const own = ruleId(writing);
  const name = names[role];
  // A type may have the name that the rule would have.
  const rule = type === 'rule' ? 'added' : 'rule';
  switch (role) {
    case 'list':
      return written(
        writing,
        {
          name,
          says: `returns the ${noun}s of a zone. A new zone has none.`,
          parameters: [],
          result: `([]${type}, error)`,
        },
        [
          'var ruleset struct {',
          `\tRules []${type} \`json:"rules"\``,
          '}',
          `ruleset.Rules = []${type}{}`,
          `id, err := ${id}`,
          'if err != nil || id == "" {',
          '\treturn ruleset.Rules, err',
          '}',
          `err = ${requests.send('GET', rulesetTail('id'), 'nil', '&ruleset')}`,
          'return ruleset.Rules, err',
        ],
      );
    case 'add': {
      const isMap = /^map\[/.test(type);
      const action = isMap ? 'rule["action"]' : `${rule}.Action`;
      const hasSkips = features.has('skip');
      const isRead = result !== null;
      const failed = isRead ? `return ${result}{}, err` : 'return err';
      const mapped = features.has('any-action')
        ? [
            `if ${action} == "allow" {`,
            `\t${action} = "skip"`,
            `\t${isMap ? 'rule["action_parameters"]' : `${rule}.ActionParameters`} = map[string]string{"ruleset": "current"}`,
            '}',
          ]
        : [];
      const rules = rulesetTail('id', word('/rules'));
      const out = isRead ? '&ruleset' : 'nil';
      const created = isRead ? 'first' : 'ruleset';
      const first = [
        `${created} := map[string]${any}{`,
        '\t"name": "default",',
        '\t"kind": "zone",',
        `\t"phase": "${phase}",`,
        `\t"rules": []${type}{${rule}},`,
        '}',
      ];
      const create = requests.send('POST', RULESETS, created, out);
      const add = requests.send('POST', rules, rule, out);
      const asFirst = isMap
        ? ['rule["position"] = map[string]string{"before": ""}']
        : [
            'before := struct {',
            `\t${type}`,
            '\tPosition map[string]string `json:"position"`',
            `}{${rule}, map[string]string{"before": ""}}`,
            ...(isRead ? ['err = '] : ['return ']).map(
              (start) => `${start}${requests.send('POST', rules, 'before', out)}`,
            ),
          ];
      const skips = !hasSkips ? [] : [`if ${action} == "skip" {`, ...asFirst.map((line) => `\t${line}`), '}'];
      const lines = isRead
        ? [
            'var ruleset struct {',
            `\tRules []${result} \`json:"rules"\``,
            '}',
            `id, err := ${id}`,
            'if err != nil {',
            `\t${failed}`,
            '}',
            ...(isMap ? skips : []),
            'if id == "" {',
            ...first.map((line) => `\t${line}`),
            `\terr = ${create}`,
            ...(isMap || skips.length === 0 ? [] : [`} else ${skips[0] ?? ''}`, ...skips.slice(1, -1)]),
            '} else {',
            `\terr = ${add}`,
            '}',
            'if err != nil {',
            `\t${failed}`,
            '}',
            ...(hasSkips ? [`if ${action} == "skip" {`, '\treturn ruleset.Rules[0], nil', '}'] : []),
            'return ruleset.Rules[len(ruleset.Rules)-1], nil',
          ]
        : [
            `id, err := ${id}`,
            'if err != nil {',
            `\t${failed}`,
            '}',
            'if id == "" {',
            ...first.map((line) => `\t${line}`),
            `\treturn ${create}`,
            '}',
            ...skips,
            `return ${add}`,
          ];
      const says = hasSkips
        ? `adds a ${noun}: skip rules go first, others last. The first rule of a zone creates the ruleset.`
        : `appends a ${noun}. The first rule of a zone creates the ruleset.`;
      return written(
        writing,
        { name, says, parameters: [[rule, type]], result: isRead ? `(${result}, error)` : 'error' },
        [...mapped, ...lines],
      );
    }
    case 'update': {
      const tail = rulesetTail('ruleset.ID', word('/rules/'), code(own));
      const isMap = /^map\[/.test(type);
      const entry = requests.send('GET', entryPoint(kind), 'nil', '&ruleset');
      if (kind.isWhole)
        return written(
          writing,
          {
            name,
            says: `replaces a ${noun}.`,
            parameters: [
              [own, 'string'],
              ['rule', type],
            ],
            result: 'error',
          },
          [
            'var ruleset struct {',
            '\tID string `json:"id"`',
            '}',
            `if err := ${entry}; err != nil {`,
            '\treturn err',
            '}',
            `return ${requests.send('PATCH', tail, 'rule', 'nil')}`,
          ],
        );
      const merge = isMap
        ? ['for name, value := range changes {', '\trule[name] = value', '}']
        : [
            'data, err := json.Marshal(changes)',
            'if err != nil {',
            '\treturn err',
            '}',
            'if err := json.Unmarshal(data, &rule); err != nil {',
            '\treturn err',
            '}',
          ];
      const hasAction = features.has('action');
      return written(
        writing,
        {
          name,
          says: `changes fields of a ${noun}. The API replaces the whole rule, so the rest is read first.`,
          parameters: [
            [own, 'string'],
            ['changes', type],
          ],
          result: 'error',
        },
        [
          'var ruleset struct {',
          '\tID string `json:"id"`',
          `\tRules []map[string]${any} \`json:"rules"\``,
          '}',
          `if err := ${entry}; err != nil {`,
          '\treturn err',
          '}',
          'for _, rule := range ruleset.Rules {',
          `\tif rule["id"] != ${own} {`,
          '\t\tcontinue',
          '\t}',
          '\tdelete(rule, "version")',
          '\tdelete(rule, "last_updated")',
          ...(hasAction ? ['\taction := rule["action"]'] : []),
          ...merge.map((line) => `\t${line}`),
          ...(hasAction
            ? [
                '\tif rule["action"] != action {',
                '\t\tdelete(rule, "action_parameters") // parameters belong to the action',
                '\t}',
              ]
            : []),
          ...(features.has('any-action')
            ? [
                '\tif rule["action"] == "allow" {',
                '\t\trule["action"] = "skip"',
                '\t\trule["action_parameters"] = map[string]string{"ruleset": "current"}',
                '\t}',
              ]
            : []),
          `\treturn ${requests.send('PATCH', tail, 'rule', 'nil')}`,
          '}',
          `return fmt.Errorf("no ${noun} has the id %s", ${own})`,
        ],
      );
    }
    case 'remove':
      return written(
        writing,
        { name, says: `deletes a ${noun}.`, parameters: [[own, 'string']], result: 'error' },
        [
          'var ruleset struct {',
          '\tID string `json:"id"`',
          '}',
          `if err := ${requests.send('GET', entryPoint(kind), 'nil', '&ruleset')}; err != nil {`,
          '\treturn err',
          '}',
          `return ${requests.send('DELETE', rulesetTail('ruleset.ID', word('/rules/'), code(own)), 'nil', 'nil')}`,
        ],
      );
  }
}
