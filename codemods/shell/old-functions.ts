/** Functions of a script whose answers have the fields of the retired API, for what is read in other places. */
import { type FieldMapping, type Mapping, type OldKey, oldObject } from '../../src/convert/index.js';
import type { ShellCall } from './calls.js';
import type { FunctionBody, RuleFunction, ShellRules } from './functions.js';

export type OldFunction = 'listOld' | 'addOld' | 'addFirstOld' | 'addAnyOld' | 'updateOld' | 'deleteOld';

/** The function that does the work of one. */
export const NEEDED: Readonly<Record<OldFunction, RuleFunction | null>> = {
  listOld: null,
  addOld: 'add',
  addFirstOld: 'addFirst',
  addAnyOld: 'addAny',
  updateOld: 'updateAction',
  deleteOld: 'delete',
};

/** `{id, action, filter: {id, expression}}` */
export function oldObjectIn(mapping: Mapping): string {
  return objectText(
    oldObject(mapping, () => false),
    mapping,
  );
}

function objectText(keys: readonly OldKey[], mapping: Mapping): string {
  const pairs = keys.map(({ key, value }) => {
    const text = 'old' in value ? valueText(value) : objectText(value, mapping);
    return text === `.${key}` ? key : `${key}: ${text}`;
  });
  return `{${pairs.join(', ')}}`;
}

function valueText(value: FieldMapping | { readonly value: boolean }): string {
  if (!('now' in value)) return String(value.value);
  const field = `.${value.now}`;
  if (value.isNegated === true) return `(${field} == false)`;
  if (value.values !== undefined) {
    const values = Object.entries(value.values).map(([now, old]) => `${now}: "${old}"`);
    return `({${values.join(', ')}}[${field}] // ${field})`;
  }
  return value.absent === undefined ? field : `(${field} // ${JSON.stringify(value.absent)})`;
}

/** The request, and what jq makes of its answer. */
function answered(call: readonly string[], options: string, result: readonly string[]): readonly string[] {
  const [first = '', ...others] = result;
  const lines = [`'if .success then .result = ${first}`, ...others.map((line) => `\t${line}`)];
  return [
    `answer=$(${call.join(' ')}) || return`,
    ...lines.map((line, index) =>
      [
        index === 0 ? `printf '%s' "$answer" | jq -c ${options}` : '',
        line,
        index === lines.length - 1 ? " else . end'" : '',
      ].join(''),
    ),
  ];
}

function listed(kind: ShellRules, call: ShellCall, found: readonly string[]): FunctionBody {
  const [request, path] = [call.again('GET', 'rulesets/$ruleset'), oldObjectIn(kind.mapping)];
  return {
    says: [
      `Prints the ${kind.noun}s of a zone ($1) in an answer with the fields of ${kind.oldNoun}s.`,
      'A new zone has no ruleset for them.',
    ],
    variables: ['rulesets', 'ruleset', 'answer'],
    lines: [
      ...found,
      'answer=$rulesets',
      `if [ -n "$ruleset" ]; then`,
      `\tanswer=$(${request.join(' ')}) || return`,
      'fi',
      ...answered(['echo'], '', [`[.result | objects | .rules[]? |`, `${path}]`]).slice(1),
    ],
  };
}

export function oldFunction(
  name: OldFunction,
  kind: ShellRules,
  call: ShellCall,
  found: readonly string[],
): FunctionBody {
  if (name === 'listOld') return listed(kind, call, found);
  const zone = call.zone.length === 0 ? [] : ['"$1"'];
  const work = NEEDED[name] ?? 'list';
  const rest = name === 'updateOld' ? ['"$2"', '"$3"'] : ['"$2"'];
  const request = [kind.names[work], ...zone, ...rest];
  const old = oldObjectIn(kind.mapping);
  const added = (index: string) => [
    `${kind.isWhole ? '(' : '['}.result.rules[${index}] |`,
    `${old}${kind.isWhole ? ')' : ']'}`,
  ];
  const one = [`(.result.rules[] | select(.id == $id) |`, `${old})`];
  const forms: Readonly<Record<Exclude<OldFunction, 'listOld'>, Form>> = {
    addOld: { does: 'Adds', to: 'to', result: added('-1') },
    addFirstOld: { does: 'Adds', to: 'to', result: added('0') },
    addAnyOld: {
      does: 'Adds',
      to: 'to',
      result: added('if $rule.action == "allow" then 0 else -1 end'),
    },
    updateOld: { does: 'Changes', to: 'of', result: one },
    deleteOld: { does: 'Deletes', to: 'of', result: ['{id: $id}'] },
  };
  const { does, to, result } = forms[name];
  const options = /^(?:update|delete)/.test(name)
    ? '--arg id "$2" '
    : name === 'addAnyOld'
      ? '--argjson rule "$2" '
      : '';
  const given = to === 'to' ? ' ($2, as JSON)' : ' ($2)';
  return {
    says: [
      `${does} a ${kind.noun}${given} ${to} a zone ($1). The answer has the fields of a ${kind.oldNoun}.`,
    ],
    variables: ['answer'],
    lines: answered(request, options, result),
  };
}

interface Form {
  readonly does: string;
  readonly to: 'to' | 'of';
  readonly result: readonly string[];
}
