/** The small functions that take the place of retired calls in a program in Go. */
import type { FunctionRole } from './kind.js';
import { meaningLines } from './literals.js';
import { goName } from './structs.js';
import { code, word } from './text.js';
import {
  calledOn,
  entryPoint,
  ownName,
  Requests,
  RULESETS,
  rulesetTail,
  type Wanted,
  type Writing,
  written,
} from './writing.js';

/** The id of the ruleset of a phase. */
export function rulesetIdFunction(writing: Writing): string {
  const requests = new Requests(writing);
  const { isMixed, kind } = writing;
  return written(
    writing,
    {
      name: ownName(writing, 'rulesetID'),
      says: `returns the id of the ruleset ${isMixed ? `with the ${kind.noun}s` : 'of a phase'}. A new zone has none.`,
      parameters: isMixed ? [] : [['phase', 'string']],
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
      `\tif ruleset.Kind == "zone" && ruleset.Phase == ${isMixed ? `"${kind.phase}"` : 'phase'} {`,
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

type New = Wanted & { readonly role: Exclude<FunctionRole, 'listOld'> };

export function ruleFunction(writing: Writing, { role, features, type, result }: New): string {
  const { kind, any } = writing;
  const requests = new Requests(writing);
  const { phase, noun, names } = kind;
  const handed = [
    ...writing.parameters.map(({ name }) => name),
    ...(writing.zoneParameter === null ? [] : [writing.zoneParameter]),
  ];
  const phases = writing.isMixed ? [] : [`"${phase}"`];
  const id = `${calledOn(writing)}${ownName(writing, 'rulesetID')}(${[...handed, ...phases].join(', ')})`;
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
    case 'get':
      return written(
        writing,
        {
          name,
          says: `returns a ${noun} of a zone.`,
          parameters: [[own, 'string']],
          result: `(${type}, error)`,
        },
        [
          'var ruleset struct {',
          `\tRules []${type} \`json:"rules"\``,
          '}',
          `if err := ${requests.send('GET', entryPoint(kind), 'nil', '&ruleset')}; err != nil {`,
          `\treturn ${type}{}, err`,
          '}',
          'for _, one := range ruleset.Rules {',
          `\tif one.ID == ${own} {`,
          '\t\treturn one, nil',
          '\t}',
          '}',
          `return ${type}{}, fmt.Errorf("no ${noun} has the id %s", ${own})`,
        ],
      );
    case 'add': {
      const isMap = /^map\[/.test(type);
      const action = isMap ? 'rule["action"]' : `${rule}.Action`;
      const hasSkips = features.has('skip');
      const isRead = result !== null;
      const failed = isRead ? `return ${result}{}, err` : 'return err';
      const mapped = features.has('any-action')
        ? meaningLines(kind.mapping, (name) => (isMap ? `rule["${name}"]` : `${rule}.${goName(name)}`))
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
            ? meaningLines(kind.mapping, (name) => `rule["${name}"]`).map((line) => `\t${line}`)
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
