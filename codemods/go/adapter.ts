/** The request of all new functions in Go, where the program's own function does not decode the result. */
import { type Inline, linesOfAll, named } from './inline.js';
import { code, textFrom } from './text.js';
import { callCore, ownName, type Writing, written } from './writing.js';

const NOTHING = ['if out == nil {', '\treturn nil', '}'];

/** The request that all new functions send, where the program's own function does not decode the result. */
export function adapter(writing: Writing, all: readonly Inline[]): string {
  const { sender, any } = writing;
  const { gives, bodyForm, roles, throws } = sender;
  const isValue = bodyForm === 'value';
  const body = isValue ? 'body' : 'payload';
  const { inline } = sender;
  const request = callCore(writing, {
    method: 'method',
    path: 'path',
    body,
    out: gives === 'answer' ? '&answer' : 'out',
  });
  const payload =
    (isValue && inline === undefined) || (inline === undefined ? roles.body === null : !writing.hasBody)
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
  const read = [...NOTHING, 'return json.Unmarshal(answer.Result, out)'];
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
      case 'map':
        return [...got('answer'), ...resultOfMap(throws)];
      case 'result-text':
        return [...got('result'), ...NOTHING, 'return json.Unmarshal(result, out)'];
      case 'response':
        return [
          ...(inline === undefined ? got('res') : sentAnew(writing, inline, linesOfAll(all))),
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
      name: ownName(writing, 'rulesetRequest'),
      says: 'sends a request and decodes the result of the answer into out.',
      parameters: [
        ['method', 'string'],
        ['path', 'string'],
        ...(writing.hasBody ? [['body', any] as const] : []),
        ['out', any],
      ],
      result: 'error',
    },
    [...payload, ...lines()],
    false,
  );
}

/** The result of an answer that is a map. */
function resultOfMap(throws: boolean): readonly string[] {
  const check = [
    'if answer["success"] != true {',
    '\treturn fmt.Errorf("%s %s: %v", method, path, answer["errors"])',
    '}',
  ];
  return [
    ...(throws ? [] : check),
    ...NOTHING,
    'data, err := json.Marshal(answer["result"])',
    'if err != nil {',
    '\treturn err',
    '}',
    'return json.Unmarshal(data, out)',
  ];
}

/** The request, as the functions made it. */
function sentAnew(writing: Writing, inline: Inline, lines: readonly string[]): readonly string[] {
  const { context, client, made } = inline;
  const address = textFrom([...writing.address, code('path')], false);
  const body = writing.hasBody ? 'payload' : 'nil';
  const args = [...(context === null ? [] : [named(inline, context)]), 'method', address, body];
  const failed = ['if err != nil {', '\treturn err', '}'];
  return [
    `req, err := http.NewRequest${context === null ? '' : 'WithContext'}(${args.join(', ')})`,
    ...failed,
    ...lines.flatMap((line) => named(inline, line).replaceAll(/\n\t/g, '\n').split('\n')),
    ...(made === null ? [] : [`client := ${named(inline, made)}`]),
    `res, err := ${named(inline, client)}.Do(req)`,
    ...failed,
  ];
}
