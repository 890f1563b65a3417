/** The small functions of a script that use rules of rulesets. */
import type { ShellCall } from './calls.js';

export type RuleFunction = 'find' | 'list' | 'add' | 'addFirst' | 'update' | 'delete';

export interface RuleKind {
  readonly phase: string;
  /** In words: `WAF custom rule`. */
  readonly rule: string;
  readonly names: Readonly<Record<RuleFunction, string>>;
}

export interface Writing {
  readonly indent: string;
  /** `local` is no part of sh. */
  readonly hasLocal: boolean;
  readonly hasKeyword: boolean;
}

/** `isShared`: several functions look the ruleset up, which is one more function. */
interface Shape extends Writing {
  readonly isShared: boolean;
}

const ORDER: readonly RuleFunction[] = ['find', 'list', 'add', 'addFirst', 'update', 'delete'];

const LONGEST = 92;

export function functionTexts(
  kind: RuleKind,
  wanted: ReadonlySet<RuleFunction>,
  call: ShellCall,
  writing: Writing,
): readonly string[] {
  const isShared = wanted.size > 1;
  const needed = ORDER.filter((name) => wanted.has(name) || (name === 'find' && isShared));
  return needed.map((name) => {
    const { says, lines } = BODIES[name](kind, call, { ...writing, isShared });
    const head = writing.hasKeyword ? `function ${kind.names[name]} {` : `${kind.names[name]}() {`;
    const body = lines.map((line) =>
      line === '' ? '' : writing.indent + line.replaceAll('\t', writing.indent),
    );
    return [...says.map((line) => `# ${line}`), head, ...body, '}'].join('\n');
  });
}

interface Body {
  readonly says: readonly string[];
  readonly lines: readonly string[];
}

type Write = (kind: RuleKind, call: ShellCall, shape: Shape) => Body;

const adding =
  (isFirst: boolean): Write =>
  (kind, call, shape) => ({
    says: [
      isFirst
        ? `Adds a ${kind.rule} ($2, as JSON) before the others of a zone ($1).`
        : `Appends a ${kind.rule} ($2, as JSON) to a zone ($1).`,
      'The first rule of a zone creates the ruleset.',
    ],
    lines: [
      ...found(kind, call, shape),
      'if [ -n "$ruleset" ]; then',
      ...request(
        call,
        [
          'POST',
          'rulesets/$ruleset/rules',
          isFirst ? `"$(printf '%s' "$2" | jq -c '. + {position: {before: ""}}')"` : '"$2"',
        ],
        '\t',
      ),
      'else',
      ...request(
        call,
        ['POST', 'rulesets', `'{"name":"default","kind":"zone","phase":"${kind.phase}","rules":['"$2"']}'`],
        '\t',
      ),
      'fi',
    ],
  });

const BODIES: Readonly<Record<RuleFunction, Write>> = {
  find: (kind, call) => ({
    says: [`Prints the id of the ruleset with the ${kind.rule}s of a zone ($1). A new zone has none.`],
    lines: idOfRuleset(kind, call),
  }),
  list: (kind, call, shape) => ({
    says: [`Prints the ${kind.rule}s of a zone ($1) as a JSON array.`],
    lines: [
      ...found(kind, call, shape),
      'if [ -n "$ruleset" ]; then',
      ...piped(
        call.again('GET', 'rulesets/$ruleset'),
        `jq '${call.prints === 'answer' ? '.result.rules' : '.rules'} // []'`,
      ).map((line) => `\t${line}`),
      'else',
      "\techo '[]'",
      'fi',
    ],
  }),
  add: adding(false),
  addFirst: adding(true),
  update: (kind, call, shape) => ({
    says: [
      `Changes fields ($3, as JSON) of a ${kind.rule} ($2) of a zone ($1).`,
      'The API replaces the whole rule, so the rest is read first.',
    ],
    lines: [
      ...found(kind, call, shape, ['rule']),
      ...assigned(
        'rule',
        piped(
          call.again('GET', 'rulesets/$ruleset'),
          'jq -c --arg id "$2" --argjson changes "$3" ' +
            `'${call.prints === 'answer' ? '.result.rules[]?' : '.rules[]?'}`,
        ),
      ),
      "\t\t| select(.id == $id) | del(.version, .last_updated) + $changes')",
      ...request(call, ['PATCH', 'rulesets/$ruleset/rules/$2', '"$rule"'], ''),
    ],
  }),
  delete: (kind, call, shape) => ({
    says: [`Deletes a ${kind.rule} ($2) of a zone ($1).`],
    lines: [...found(kind, call, shape), ...request(call, ['DELETE', 'rulesets/$ruleset/rules/$2'], '')],
  }),
};

function found(
  kind: RuleKind,
  call: ShellCall,
  { hasLocal, isShared }: Shape,
  others: readonly string[] = [],
): readonly string[] {
  return [
    ...(hasLocal ? [`local ${['ruleset', ...others].join(' ')}`] : []),
    ...(isShared
      ? [`ruleset=$(${kind.names.find} "$1")`]
      : closed(assigned('ruleset', idOfRuleset(kind, call)))),
  ];
}

function closed(lines: readonly string[]): readonly string[] {
  return [...lines.slice(0, -1), `${lines.at(-1)})`];
}

function idOfRuleset({ phase }: RuleKind, call: ShellCall): readonly string[] {
  const rulesets = call.prints === 'answer' ? '.result[]?' : '.[]?';
  return piped(
    call.again('GET', 'rulesets'),
    `jq -r '${rulesets} | select(.kind == "zone" and .phase == "${phase}").id'`,
  );
}

function assigned(name: string, lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => (index === 0 ? `${name}=$(${line}` : line));
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
