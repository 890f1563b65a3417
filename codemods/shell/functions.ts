/** The small functions of a script that use rules of rulesets. */
import type { Mapping } from '../../src/convert/index.js';
import { fieldPairs, functionNames, meaningsIn, type RuleKind, snake } from '../planner/index.js';
import type { ShellCall } from './calls.js';
import { type OldFunction, oldFunction } from './old-functions.js';

/** `addAny` is given rules whose action only shows when the script runs, `updateAction` changes with an action. */
export type RuleFunction =
  | 'list'
  | 'add'
  | 'addFirst'
  | 'addAny'
  | 'update'
  | 'updateAction'
  | 'delete'
  | OldFunction;

export interface ShellRules extends RuleKind {
  readonly names: Readonly<Record<RuleFunction, string>>;
}

export function shellRules(kind: RuleKind): ShellRules {
  const names = functionNames(kind, snake);
  const { add, addOneOld } = names;
  const news = { ...names, addAny: add, updateAction: names.update, delete: names.remove };
  const olds = {
    addOld: addOneOld,
    addAnyOld: addOneOld,
    updateOld: names.changeOld,
    deleteOld: names.removeOld,
  };
  return { ...kind, names: { ...news, ...olds } };
}

export interface Writing {
  /** Variables whose names the script has as well. */
  readonly renamed: ReadonlySet<string>;
  readonly indent: string;
  /** `local` is no part of sh. */
  readonly hasLocal: boolean;
  readonly hasKeyword: boolean;
}

const LONGEST = 92;
const ORDER: readonly RuleFunction[] = [
  'list',
  'add',
  'addAny',
  'addFirst',
  'update',
  'updateAction',
  'delete',
  'listOld',
  'addOld',
  'addFirstOld',
  'addAnyOld',
  'updateOld',
  'deleteOld',
];

export function functionTexts(
  kind: ShellRules,
  wanted: ReadonlySet<RuleFunction>,
  callFor: (name: RuleFunction) => ShellCall,
  writing: Writing,
): readonly string[] {
  return ORDER.filter((name) => wanted.has(name)).map((name) => {
    const call = callFor(name);
    const { says, variables, lines } = withOtherNames(BODIES[name](kind, call), writing.renamed);
    const head = writing.hasKeyword ? `function ${kind.names[name]} {` : `${kind.names[name]}() {`;
    const body = [...(writing.hasLocal ? [`local ${variables.join(' ')}`] : []), ...lines];
    const indented = body.map((line) => writing.indent + line.replaceAll('\t', writing.indent));
    const text = [...says.map((line) => `# ${line}`), head, ...indented, '}'].join('\n');
    return call.zone.length === 0 ? withoutZone(text) : text;
  });
}

/** `$rule` becomes `$_rule`. */
function withOtherNames(body: FunctionBody, renamed: ReadonlySet<string>): FunctionBody {
  const other = (name: string) => (renamed.has(name) ? `_${name}` : name);
  const variable = /(\$\{?|^\t*)([a-z]+)(?=\b(?!\()|=)/g;
  return {
    ...body,
    variables: body.variables.map(other),
    lines: body.lines.map((line) =>
      line.replace(variable, (whole, sign: string, name: string) =>
        sign.startsWith('$') || line.startsWith(`${sign}${name}=`) ? sign + other(name) : whole,
      ),
    ),
  };
}

/** The same without the first argument. */
function withoutZone(text: string): string {
  return text
    .replaceAll('of a zone ($1)', 'of the zone')
    .replaceAll('to a zone ($1)', 'to the zone')
    .replaceAll(/\$([23])\b/g, (_, place: string) => `$${Number(place) - 1}`);
}

/** Variables that new functions have, by which a script that has them as well would notice. */
export function variablesOf(name: RuleFunction, kind: ShellRules, call: ShellCall): readonly string[] {
  return BODIES[name](kind, call).variables;
}

export interface FunctionBody {
  readonly says: readonly string[];
  readonly variables: readonly string[];
  readonly lines: readonly string[];
}

type Write = (kind: ShellRules, call: ShellCall) => FunctionBody;

interface Adding {
  readonly says: (rule: string) => readonly string[];
  /** Lines that make the rule that is sent of the one that is given. */
  readonly prepared?: (mapping: Mapping) => readonly string[];
  readonly rule: string;
  /** What is sent where there are other rules. */
  readonly placed: string;
}

/** A program of jq that gives a rule the fields which its values stand for now. */
function meanings(mapping: Mapping): string {
  const map = (pairs: readonly string[]) => `{${pairs.join(', ')}}`;
  const print = { pair: (key: string, value: string) => `${key}: ${value}`, map, text: JSON.stringify };
  const texts = meaningsIn(mapping).map(
    ({ name, value, now }) => `if .${name} == "${value}" then . + ${map(fieldPairs(now, print))} else . end`,
  );
  return texts.join(' | ');
}

const ADDING: Readonly<Record<'add' | 'addFirst' | 'addAny', Adding>> = {
  add: {
    says: (rule) => [`Appends a ${rule} ($2, as JSON) to a zone ($1).`],
    rule: '"$2"',
    placed: '"$2"',
  },
  addFirst: {
    says: (rule) => [`Adds a ${rule} ($2, as JSON) before the others of a zone ($1).`],
    rule: '"$2"',
    placed: `"$(printf '%s' "$2" | jq -c '. + {position: {before: ""}}')"`,
  },
  addAny: {
    says: (rule) => [
      `Adds a ${rule} ($2, as JSON) to a zone ($1). One that allows becomes a skip before the others.`,
    ],
    prepared: (mapping) => [`rule=$(printf '%s' "$2" | jq -c \\`, `\t'${meanings(mapping)}')`],
    rule: '"$rule"',
    placed: `"$(printf '%s' "$rule" | jq -c 'if .action == "skip" then . + {position: {before: ""}} else . end')"`,
  },
};

const adding =
  (name: keyof typeof ADDING): Write =>
  (kind, call) => ({
    says: [...ADDING[name].says(kind.noun), 'The first rule of a zone creates the ruleset.'],
    variables: ['rulesets', 'ruleset', ...(ADDING[name].prepared === undefined ? [] : ['rule'])],
    lines: [
      ...found(kind, call),
      ...(ADDING[name].prepared?.(kind.mapping) ?? []),
      'if [ -n "$ruleset" ]; then',
      ...request(call, ['POST', 'rulesets/$ruleset/rules', ADDING[name].placed], '\t'),
      ...(call.isFailing ? ['else'] : [`elif ${isAnswered(call)}; then`]),
      ...request(
        call,
        [
          'POST',
          'rulesets',
          `'{"name":"default","kind":"zone","phase":"${kind.phase}","rules":['${ADDING[name].rule}']}'`,
        ],
        '\t',
      ),
      ...(call.isFailing ? [] : ['else', '\tprintf \'%s\\n\' "$rulesets"']),
      'fi',
    ],
  });

/** The API did not refuse to list the rulesets. */
function isAnswered({ prints }: ShellCall): string {
  return prints === 'result'
    ? '[ "$rulesets" != null ]'
    : `printf '%s' "$rulesets" | jq -e .success >/dev/null`;
}

const CHANGED = 'del(.version, .last_updated)';
/** Parameters belong to the action. */
const CHANGED_ACTION = [
  CHANGED,
  'if ($changes.action // .action) == .action then . else del(.action_parameters) end',
];

const updating =
  (changed: readonly string[]): Write =>
  (kind, call) => {
    const [first, ...others] = changed;
    const steps = [
      `'${resultOf(call)}rules[]? | select(.id == $id) | ${first}`,
      ...others.map((step) => `| ${step}`),
    ];
    return {
      says: [
        `Changes fields ($3, as JSON) of a ${kind.noun} ($2) of a zone ($1).`,
        'The API replaces the whole rule, so the rest is read first.',
      ],
      variables: ['answer', 'ruleset', 'rule'],
      lines: [
        ...assigned('answer', wrapped(call.again('GET', `rulesets/phases/${kind.phase}/entrypoint`), '')),
        `ruleset=$(printf '%s' "$answer" | jq -r '${resultOf(call)}id')`,
        `rule=$(printf '%s' "$answer" | jq -c --arg id "$2" --argjson changes "$3" \\`,
        ...steps.map((step, index) => `\t${step}${index === steps.length - 1 ? " + $changes')" : ''}`),
        ...request(call, ['PATCH', 'rulesets/$ruleset/rules/$2', '"$rule"'], ''),
      ],
    };
  };

const old =
  (name: OldFunction): Write =>
  (kind, call) =>
    oldFunction(name, kind, call, found(kind, call));

const BODIES: Readonly<Record<RuleFunction, Write>> = {
  list: (kind, call) => ({
    says: [`Prints the ${kind.noun}s of a zone ($1) as a JSON array. A new zone has no ruleset for them.`],
    variables: ['rulesets', 'ruleset'],
    lines: [
      ...found(kind, call),
      'if [ -n "$ruleset" ]; then',
      ...piped(call.again('GET', 'rulesets/$ruleset'), `jq '${resultOf(call)}rules // []'`).map(
        (line) => `\t${line}`,
      ),
      ...(call.isFailing ? ['else'] : [`elif ${isAnswered(call)}; then`]),
      "\techo '[]'",
      ...(call.isFailing ? [] : ['else', '\tprintf \'%s\\n\' "$rulesets"']),
      'fi',
    ],
  }),
  add: adding('add'),
  addFirst: adding('addFirst'),
  addAny: adding('addAny'),
  update: updating([CHANGED]),
  updateAction: updating(CHANGED_ACTION),
  delete: (kind, call) => ({
    says: [`Deletes a ${kind.noun} ($2) of a zone ($1).`],
    variables: ['ruleset'],
    lines: [
      ...assigned(
        'ruleset',
        piped(call.again('GET', `rulesets/phases/${kind.phase}/entrypoint`), `jq -r '${resultOf(call)}id'`),
      ),
      ...request(call, ['DELETE', 'rulesets/$ruleset/rules/$2'], ''),
    ],
  }),
  listOld: old('listOld'),
  addOld: old('addOld'),
  addFirstOld: old('addFirstOld'),
  addAnyOld: old('addAnyOld'),
  updateOld: old('updateOld'),
  deleteOld: old('deleteOld'),
};

function resultOf({ prints }: ShellCall): string {
  return prints === 'answer' ? '.result.' : '.';
}

/** The id of the ruleset of the phase, or nothing. */
function found({ phase }: ShellRules, call: ShellCall): readonly string[] {
  const rulesets = assigned('rulesets', wrapped(call.again('GET', 'rulesets'), ''));
  const all = call.prints === 'answer' ? '.result[]?' : '.[]?';
  return [
    ...rulesets.slice(0, -1),
    `${rulesets.at(-1)} || return`,
    'ruleset=$(printf \'%s\' "$rulesets" |',
    `\tjq -r '${all} | select(.kind == "zone" and .phase == "${phase}").id')`,
  ];
}

function assigned(name: string, lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => {
    const opened = index === 0 ? `${name}=$(${line}` : line;
    return index === lines.length - 1 ? `${opened})` : opened;
  });
}

function piped(words: readonly string[], filter: string): readonly string[] {
  const line = `${words.join(' ')} | ${filter}`;
  if (line.length < LONGEST) return [line];
  const lines = wrapped(words, '');
  return [...lines.slice(0, -1), `${lines.at(-1)} |`, `\t${filter}`];
}

function request(
  call: ShellCall,
  [method, path, body]: readonly [string, string, string?],
  indent: string,
): readonly string[] {
  return wrapped(call.again(method, path, body), indent);
}

/** A command on as few lines as its width allows. */
function wrapped(words: readonly string[], indent: string): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    const fits = line !== undefined && line.length + word.length < LONGEST;
    if (fits) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(line === undefined ? indent + word : `${indent}\t${word}`);
  }
  return lines.map((line, index) => (index < lines.length - 1 ? `${line} \\` : line));
}
