/** Lists of rules in Go whose answers cannot be followed: a function gives what the program's own function gave. */
import { type Mapping, type OldKey, oldObject } from '../../src/convert/index.js';
import { fieldOf, type GoPackage, textOf } from '../../src/grammar/index.js';
import type { Difference, FileEdit } from '../../src/migrate/index.js';
import { literally } from '../../src/value/index.js';
import { LOST, MAPPED } from '../planner/index.js';
import type { Handed } from './arguments.js';
import type { RequestCall } from './call.js';
import type { NamedRules } from './kind.js';
import { goName } from './structs.js';
import { calledOn, ownName, Requests, rulesetTail, type Writing, written } from './writing.js';

export interface OldList {
  readonly call: RequestCall;
  readonly handed: Handed;
  readonly edits: readonly FileEdit[];
  readonly differences: readonly Difference[];
}

/** The call of a function that gives rules the fields that they had; or why there is none. */
export function oldList(
  of: GoPackage,
  kind: NamedRules,
  { call, handed }: Pick<OldList, 'call' | 'handed'>,
  why: string,
): OldList | string {
  const { sender, out } = call.sent;
  const { gives, inline } = sender;
  const isList = call.method === 'GET' && call.id === null && call.collection === kind.collections[0];
  if (!isList || inline !== undefined || gives === 'response' || gives === 'envelope') return why;
  const isInArgument = sender.roles.out !== null;
  if (isInArgument && out === null) return why;
  // There are no pages any more.
  if (of.files.some(({ tree }) => /\bresult_info\b/.test(tree.text))) return why;
  if (of.files.some(({ tree }) => readsLost(kind.mapping, tree.text))) return LOST;
  const given = out === null ? [] : [textOf(call.tree, out)];
  const text = `${handed.target}${kind.names.listOld}(${[...handed.args, ...given].join(', ')})`;
  const { start, end } = call.node;
  return {
    call,
    handed,
    edits: [{ file: call.path, start, end, text }],
    differences: [...kind.listed, MAPPED],
  };
}

/** Fields of old rules that are gone, read of a map or of a struct. */
function readsLost({ gone, fields }: Mapping, text: string): boolean {
  const lasts = gone.map(lastOf);
  // A part of a rule may be gone whose name another part still has.
  const names = lasts.filter(
    (name) => !fields.some(({ old }) => lastOf(old) === name || old.startsWith(`${name}.`)),
  );
  return names.some(
    (name) =>
      text.includes(`["${name}"]`) ||
      (text.includes(`json:"${name}`) && new RegExp(`\\.${literally(goName(name))}\\b`).test(text)),
  );
}

export function oldListFunctions(writing: Writing): readonly string[] {
  const { kind, any, sender } = writing;
  const requests = new Requests(writing);
  const isInArgument = sender.roles.out !== null;
  const result = fieldOf(sender.core.node, 'result');
  const returned = isInArgument || result === null ? 'error' : textOf(sender.core.tree, result);
  const failed = isInArgument ? 'return err' : 'return nil, err';
  const check = (indent: string) => [`${indent}if err != nil {`, `${indent}\t${failed}`, `${indent}}`];
  const handed = [
    ...writing.parameters.map(({ name }) => name),
    ...(writing.zoneParameter === null ? [] : [writing.zoneParameter]),
  ];
  const phases = writing.isMixed ? [] : [`"${kind.phase}"`];
  const id = `${calledOn(writing)}${ownName(writing, 'rulesetID')}(${[...handed, ...phases].join(', ')})`;
  const list = written(
    writing,
    {
      name: kind.names.listOld,
      says: `reads the ${kind.noun}s of a zone, with the fields of ${kind.oldNoun}s. A new zone has none.`,
      parameters: isInArgument ? [['out', any]] : [],
      result: returned,
    },
    [
      `rules := []map[string]${any}{}`,
      `id, err := ${id}`,
      ...check(''),
      'if id != "" {',
      '\tvar ruleset struct {',
      `\t\tRules []map[string]${any} \`json:"rules"\``,
      '\t}',
      `\tif err := ${requests.send('GET', rulesetTail('id'), 'nil', '&ruleset')}; err != nil {`,
      `\t\t${failed}`,
      '\t}',
      '\tfor _, rule := range ruleset.Rules {',
      `\t\trules = append(rules, ${kind.names.toOld}(rule))`,
      '\t}',
      '}',
      ...handedBack(writing, returned),
    ],
  );
  const old = [
    `// ${kind.names.toOld} gives a ${kind.noun} the fields of a ${kind.oldNoun}.`,
    `func ${kind.names.toOld}(rule map[string]${any}) map[string]${any} {`,
    ...oldRuleLines(kind.mapping, any).map((line) => `\t${line}`),
    '}',
  ].join('\n');
  return [list, old];
}

/** The rules in the form in which the program's own function gives an answer. */
function handedBack({ sender, any }: Writing, returned: string): readonly string[] {
  const isResult = sender.gives === 'result' || sender.gives === 'result-text';
  const answer = isResult ? 'rules' : `map[string]${any}{"success": true, "result": rules}`;
  if (sender.gives === 'text' || sender.gives === 'result-text') return [`return json.Marshal(${answer})`];
  const failed = sender.roles.out === null ? 'return nil, err' : 'return err';
  const data = [`data, err := json.Marshal(${answer})`, 'if err != nil {', `\t${failed}`, '}'];
  if (sender.roles.out !== null) return [...data, 'return json.Unmarshal(data, out)'];
  const [, type = ''] = /^\(\s*(?:\w+\s+)?(.+?)\s*,/.exec(returned) ?? [];
  return [...data, `var answer ${type}`, 'err = json.Unmarshal(data, &answer)', 'return answer, err'];
}

function oldRuleLines(mapping: Mapping, any: string): readonly string[] {
  const named = mapping.fields.filter((one) => one.isRare !== true);
  const parts = Object.entries(mapping.parts).map(
    ([part, name]) => `${name}, _ := rule["${part}"].(map[string]${any})`,
  );
  const changed = named.flatMap((one) => {
    if (!('now' in one)) return [];
    if (one.absent === '') return [`if rule["${one.now}"] == nil {`, `\trule["${one.now}"] = ""`, '}'];
    if (one.values === undefined) return [];
    const name = lastOf(one.old);
    const cases = Object.entries(one.values).flatMap(([now, old]) => [
      `case "${now}":`,
      `\t${name} = "${old}"`,
    ]);
    return [`${name} := rule["${one.now}"]`, `switch ${name} {`, ...cases, '}'];
  });
  const pairs = oldObject(mapping, () => false).map(
    (one) => [one.key, valueText(mapping, any, one)] as const,
  );
  const width = Math.max(...pairs.map(([key]) => key.length));
  return [
    ...parts,
    ...changed,
    `return map[string]${any}{`,
    ...pairs.map(([key, text]) => `\t"${key}":${' '.repeat(width - key.length + 1)}${text},`),
    '}',
  ];
}

function valueText(mapping: Mapping, any: string, { value }: OldKey): string {
  if (!('old' in value)) {
    const inner = value.map((one) => `"${one.key}": ${valueText(mapping, any, one)}`);
    return `map[string]${any}{${inner.join(', ')}}`;
  }
  if (!('now' in value)) return String(value.value);
  if (value.values !== undefined) return lastOf(value.old);
  const [first = '', second] = value.now.split('.');
  const field = second === undefined ? `rule["${first}"]` : `${mapping.parts[first] ?? first}["${second}"]`;
  return value.isNegated === true ? `${field} == false` : field;
}

function lastOf(path: string): string {
  return path.split('.').at(-1) ?? '';
}
