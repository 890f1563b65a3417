/** How new functions in Go are written: their heads, and the requests that they send by the program's own function. */
import { fieldOf, textOf } from '../../src/grammar/index.js';
import { aligned } from './format.js';
import type { Feature, FunctionRole, NamedRules } from './kind.js';
import { receiverOf, type Sender } from './sender.js';
import { code, type Piece, textFrom, word } from './text.js';

export interface Writing {
  readonly kind: NamedRules;
  readonly sender: Sender;
  /** What stands before the paths in the request that is written anew. */
  readonly address: readonly Piece[];
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
  /** Whether a request of the new functions has a body. */
  readonly hasBody: boolean;
  /** The package has rules of both kinds, whose calls may be written in two ways. */
  readonly isMixed: boolean;
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

export class Requests {
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
        ...(writing.hasBody ? [body] : []),
        out,
      ];
      return `${calledOn(writing)}${ownName(writing, 'rulesetRequest')}(${args.join(', ')})`;
    }
    return callCore(writing, { method: methodText(writing, method), path, body, out });
  }
}

/** Functions of both kinds share what they need, unless their calls may be written in two ways. */
export function ownName({ isMixed, kind }: Writing, name: string): string {
  const shared = name.charAt(0).toUpperCase() + name.slice(1);
  return isMixed ? `${kind.names.list.replace(/Rules$/, '')}${shared}` : name;
}

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

export function calledOn({ sender }: Writing): string {
  const receiver = receiverOf(sender.core);
  return receiver === null ? '' : `${receiver}.`;
}

export function callCore(
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
export function written(
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

export const RULESETS: readonly Piece[] = [word('/rulesets')];
export const rulesetTail = (id: string, ...more: readonly Piece[]): readonly Piece[] => [
  word('/rulesets/'),
  code(id),
  ...more,
];
export const entryPoint = ({ phase }: NamedRules): readonly Piece[] => [
  word(`/rulesets/phases/${phase}/entrypoint`),
];
