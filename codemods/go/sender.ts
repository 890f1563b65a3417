/** Who sends a request in Go: a function of the package, and what it takes and gives back. */
import {
  argumentsOf,
  calledAs,
  fieldOf,
  parametersIn,
  type Spot,
  type SyntaxNode,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import { literally } from '../../src/value/index.js';
import type { Inline } from './inline.js';
import type { GoTypes } from './scope.js';

/** How a body is taken: as a value of any type, or as its JSON. */
export type BodyForm = 'value' | 'bytes' | 'reader';

/**
 * Where the answer goes: into an argument, as the result or as the whole answer; or it is returned as its text, as the
 * text of its result, as an answer whose result is a text, or as a response that nobody has read.
 */
export type Gives = 'result' | 'answer' | 'text' | 'result-text' | 'envelope' | 'map' | 'response';

export interface Roles {
  readonly method: number | null;
  readonly path: number;
  readonly body: number | null;
  readonly out: number | null;
}

/** The function that sends, under the functions that only fill in some of its arguments. */
export interface Sender {
  readonly core: Spot;
  readonly roles: Roles;
  readonly bodyForm: BodyForm;
  readonly gives: Gives;
  /** An answer that says that it failed, or has such a status, is an error. */
  readonly throws: boolean;
  /** How many values it returns. */
  readonly count: number;
  /** Where the function of the call makes and sends the request itself; then it is the core. */
  readonly inline?: Inline;
}

/** A call, as a call of the function that sends: sources of its arguments by their places. */
export interface SentCall {
  readonly sender: Sender;
  /** Nodes of the call by the role of the argument; null where a function in between fills it in. */
  readonly method: string | null;
  readonly path: SyntaxNode;
  readonly body: SyntaxNode | null;
  readonly out: SyntaxNode | null;
  /** Arguments without such a role, by their places in the core. */
  readonly others: ReadonlyMap<number, { readonly text: string; readonly node: SyntaxNode | null }>;
  readonly call: SyntaxNode;
  /** Statements that make the request, before the one that sends it. */
  readonly before?: readonly SyntaxNode[];
}

const DEEPEST = 3;
const METHOD = /^(?:"(GET|POST|PUT|PATCH|DELETE)"|http\.Method(Get|Post|Put|Patch|Delete))$/;

export function methodIn(text: string): string | null {
  const found = METHOD.exec(text);
  return (found?.[1] ?? found?.[2])?.toUpperCase() ?? null;
}

/** An argument that is the same wherever it is written. */
export function isSameAnywhere(text: string): boolean {
  return /^(?:context\.(?:Background|TODO)\(\)|nil|"[^"]*"|\d+|true|false)$/.test(text);
}

export class Senders {
  readonly types: GoTypes;
  readonly #known = new Map<SyntaxNode, Sender | null>();

  constructor(types: GoTypes) {
    this.types = types;
  }

  /** `path`: the argument that is the path. */
  callOf(call: Spot, path: SyntaxNode, depth = 0): SentCall | null {
    const called = this.types.definitions.functionCalled(call);
    if (called === null || called.node.type === 'func_literal' || depth > DEEPEST) return null;
    const args = argumentsOf(call.node);
    const at = args.indexOf(path);
    const sender = this.#senderOf(called);
    if (sender !== null) {
      const { roles } = sender;
      if (at !== roles.path || args.length !== countOf(called)) return null;
      const argument = (role: number | null) => (role === null ? null : (args[role] ?? null));
      const method = argument(roles.method);
      const others = new Map(
        args.flatMap((node, index) =>
          Object.values(roles).includes(index)
            ? []
            : [[index, { text: textOf(call.tree, node), node }] as const],
        ),
      );
      return {
        sender,
        method: method === null ? null : methodIn(textOf(call.tree, method)),
        path,
        body: nothing(call, argument(roles.body)),
        out: nothing(call, argument(roles.out)),
        others,
        call: call.node,
      };
    }
    return this.#throughWrapper(call, called, at, depth);
  }

  /** `func (c *Client) get(path string, out any) error { return c.do("GET", path, nil, out) }` */
  #throughWrapper(call: Spot, wrapper: Spot, at: number, depth: number): SentCall | null {
    const names = parametersOf(wrapper);
    const args = argumentsOf(call.node);
    const name = names[at];
    const inner = onlyCall(wrapper);
    if (name === undefined || inner === null || args.length !== names.length) return null;
    const path = argumentsOf(inner).find((one) => textOf(wrapper.tree, one) === name);
    const sent = path === undefined ? null : this.callOf({ ...wrapper, node: inner }, path, depth + 1);
    const pathHere = args[at];
    if (sent === null || pathHere === undefined) return null;
    const handed = (node: SyntaxNode | null): SyntaxNode | null | undefined => {
      if (node === null) return null;
      const index = names.indexOf(textOf(wrapper.tree, node));
      return index < 0 ? undefined : (args[index] ?? undefined);
    };
    const [body, out] = [handed(sent.body), handed(sent.out)];
    if (body === undefined || out === undefined) return null;
    const own = receiverOf(wrapper);
    const others = new Map<number, { readonly text: string; readonly node: SyntaxNode | null }>();
    for (const [index, other] of sent.others) {
      const given = other.node === null ? undefined : handed(other.node);
      if (given != null) others.set(index, { text: textOf(call.tree, given), node: given });
      else if (isSameAnywhere(other.text) || (own !== null && other.text.startsWith(`${own}.`)))
        others.set(index, { text: other.text, node: null });
      else return null;
    }
    return {
      ...sent,
      path: pathHere,
      body: nothing(call, body),
      out: nothing(call, out),
      others,
      call: call.node,
    };
  }

  #senderOf(called: Spot): Sender | null {
    const known = this.#known.get(called.node);
    if (known !== undefined) return known;
    const found = senderIn(called, this.types);
    this.#known.set(called.node, found);
    return found;
  }
}

function nothing({ tree }: Spot, node: SyntaxNode | null): SyntaxNode | null {
  return node === null || textOf(tree, node) === 'nil' ? null : node;
}

function countOf({ node }: Spot): number {
  const list = fieldOf(node, 'parameters');
  return list === null ? 0 : parametersIn(list).length;
}

function parametersOf({ tree, node }: Spot): readonly string[] {
  const list = fieldOf(node, 'parameters');
  return (list === null ? [] : parametersIn(list)).map(({ name }) => textOf(tree, name));
}

export function receiverOf({ tree, node }: Spot): string | null {
  const list = fieldOf(node, 'receiver');
  const [first] = list === null ? [] : parametersIn(list);
  return first === undefined ? null : textOf(tree, first.name);
}

/** The call that a function is nothing but a name for. */
function onlyCall({ node }: Spot): SyntaxNode | null {
  const list = fieldOf(node, 'body')?.children.find(({ type }) => type === 'statement_list');
  const [only, ...others] = (list?.children ?? []).filter(({ isNamed }) => isNamed);
  if (only?.type !== 'return_statement' || others.length > 0) return null;
  const values = only.children.find(({ isNamed }) => isNamed);
  const [value, ...more] = (values?.children ?? []).filter(({ isNamed }) => isNamed);
  return value?.type === 'call_expression' && more.length === 0 ? value : null;
}

const ANY = /^(?:any|interface\s*\{\s*\})$/;

/** A function that makes a request of its parameters. */
function senderIn(core: Spot, types: GoTypes): Sender | null {
  const { tree, node } = core;
  const list = fieldOf(node, 'parameters');
  const body = fieldOf(node, 'body');
  if (list === null || body === null || list.children.some(({ type }) => type.startsWith('variadic')))
    return null;
  const calls = walk(body).filter(({ type }) => type === 'call_expression');
  const named = (one: SyntaxNode) => calledAs({ ...core, node: one });
  const makers = calls.filter((one) => /^http\.NewRequest(?:WithContext)?$/.test(named(one)));
  const [maker, ...more] = makers;
  if (maker === undefined || more.length > 0) return null;
  const [method, address] = argumentsOf(maker).slice(named(maker).endsWith('Context') ? 1 : 0);
  if (method === undefined || address === undefined) return null;
  const parameters = parametersIn(list).map((one) => ({
    ...one,
    name: textOf(tree, one.name),
    type: one.type === null ? '' : textOf(tree, one.type),
  }));
  const mentions = (of: SyntaxNode, name: string, left = 2): boolean =>
    walk(of).some((one) => {
      if (one.type !== 'identifier') return false;
      if (textOf(tree, one) === name) return true;
      const given = left === 0 ? [] : (types.definitions.valuesOf({ ...core, node: one }) ?? []);
      return (
        given.length < 4 &&
        given.some(
          (value) => value.tree === tree && value.node !== one && mentions(value.node, name, left - 1),
        )
      );
    });
  const texts = parameters.filter(({ type }) => type === 'string');
  const byMethod = texts.find(({ name }) => textOf(tree, method) === name);
  const path = texts.find((one) => one !== byMethod && mentions(address, one.name));
  if (path === undefined || (byMethod === undefined && methodIn(textOf(tree, method)) === null)) return null;
  const others = parameters.filter((one) => one !== byMethod && one !== path);
  const payload = others.find(
    ({ name, type }) =>
      (ANY.test(type) || type === '[]byte' || type === 'io.Reader') &&
      /^(?:body|payload|data|in|input|reqBody|requestBody|content|params|v|req|jsonBody|bodyData)$/i.test(
        name,
      ),
  );
  const out = others.find(
    ({ name, type }) => ANY.test(type) && (decodesInto(core, name) || handedOn(core, name, types) !== null),
  );
  if (out !== undefined && out === payload) return null;
  const result = fieldOf(node, 'result');
  const kinds =
    result === null
      ? []
      : result.type === 'parameter_list'
        ? result.children.flatMap((one) => fieldOf(one, 'type') ?? []).map((one) => textOf(tree, one))
        : [textOf(tree, result)];
  if (kinds.at(-1) !== 'error') return null;
  // The request may be sent, and its answer read, by another function.
  const reader = out === undefined || decodesInto(core, out.name) ? null : handedOn(core, out.name, types);
  const gives =
    reader === null
      ? givesOf(core, kinds, out?.name ?? null, types)
      : givesOf(reader.spot, kinds, reader.name, types);
  if (gives === null) return null;
  const text = textOf(tree, body) + (reader === null ? '' : textOf(reader.spot.tree, reader.spot.node));
  return {
    core,
    roles: {
      method: byMethod?.index ?? null,
      path: path.index,
      body: payload?.index ?? null,
      out: out?.index ?? null,
    },
    bodyForm:
      payload === undefined || ANY.test(payload.type)
        ? 'value'
        : payload.type === '[]byte'
          ? 'bytes'
          : 'reader',
    gives,
    throws: /!\s*\w+(?:\.\w+)*\.Success\b|\["success"\]|\.StatusCode\b|\.IsError\(\)|len\(\w+\.Errors\)/.test(
      text,
    ),
    count: kinds.length,
  };
}

/** `{Result: out}`: the result of the answer is decoded into it. */
function isResultOf({ tree }: Spot, pair: SyntaxNode, name: string): boolean {
  return (
    pair.type === 'keyed_element' && new RegExp(`^Result:\\s*${literally(name)}$`).test(textOf(tree, pair))
  );
}

function callsOf({ node }: Spot): readonly SyntaxNode[] {
  const body = fieldOf(node, 'body');
  return body === null ? [] : walk(body).filter(({ type }) => type === 'call_expression');
}

/** The answer, or its result, is decoded into a parameter. */
function decodesInto(core: Spot, name: string): boolean {
  const { tree, node } = core;
  return callsOf(core).some((one) => {
    const target = argumentsOf(one).at(-1);
    return (
      /^json\.Unmarshal$|\.Decode$/.test(calledAs({ ...core, node: one })) &&
      target !== undefined &&
      (textOf(tree, target) === name || walk(node).some((pair) => isResultOf(core, pair, name)))
    );
  });
}

/** The function of the package that is handed a parameter and decodes into it: `c.send(req, out)`. */
function handedOn(
  core: Spot,
  name: string,
  types: GoTypes,
): { readonly spot: Spot; readonly name: string } | null {
  for (const call of callsOf(core)) {
    const index = argumentsOf(call).findIndex((one) => textOf(core.tree, one) === name);
    const spot = index < 0 ? null : types.definitions.functionCalled({ ...core, node: call });
    const own = spot === null || spot.node === core.node ? undefined : parametersOf(spot)[index];
    if (spot !== null && own !== undefined && decodesInto(spot, own)) return { spot, name: own };
  }
  return null;
}

function givesOf(core: Spot, kinds: readonly string[], out: string | null, types: GoTypes): Gives | null {
  const { tree } = core;
  const calls = callsOf(core);
  const body = fieldOf(core.node, 'body') ?? core.node;
  if (kinds.length === 1) {
    if (out === null) return null;
    if (walk(body).some((pair) => isResultOf(core, pair, out))) return 'result';
    const decodings = calls.flatMap((one) => {
      const [source, target] = argumentsOf(one);
      const name = calledAs({ ...core, node: one });
      if (name === 'json.Unmarshal' && target !== undefined && textOf(tree, target) === out)
        return source !== undefined && /\.Result$/.test(textOf(tree, source))
          ? ['result' as const]
          : ['answer' as const];
      return /\.Decode$/.test(name) && source !== undefined && textOf(tree, source) === out
        ? ['answer' as const]
        : [];
    });
    const [first, ...others] = decodings;
    return first !== undefined && others.every((one) => one === first) ? first : null;
  }
  if (kinds.length !== 2 || out !== null) return null;
  if (kinds[0] === '*http.Response') return 'response';
  if (kinds[0] === 'json.RawMessage') return 'result-text';
  if (isMap(core, kinds[0] ?? '')) return givesWholeMap(core, body) ? 'map' : null;
  if (kinds[0] !== '[]byte') return isEnvelope(core, types) ? 'envelope' : null;
  const returned = walk(body).flatMap((one) => {
    const values = one.type === 'return_statement' ? one.children.find(({ isNamed }) => isNamed) : undefined;
    const first = values?.children.find(({ isNamed }) => isNamed);
    return first === undefined ? [] : [textOf(tree, first)];
  });
  return returned.some((text) => /\.Result$/.test(text)) ? 'result-text' : 'text';
}

const MAP = String.raw`map\[string\](?:any|interface\s*\{\s*\})`;

/** `map[string]any`, or a name for that. */
function isMap({ tree }: Spot, written: string): boolean {
  const isNamed = /^\w+$/.test(written);
  return isNamed
    ? new RegExp(`^type ${literally(written)} =? ?${MAP}$`, 'm').test(tree.text)
    : new RegExp(`^${MAP}$`).test(written);
}

/** What the answer was decoded into is returned as it is. */
function givesWholeMap({ tree }: Spot, body: SyntaxNode): boolean {
  const text = textOf(tree, body);
  const [, name] = /\.Decode\(&(\w+)\)/.exec(text) ?? /json\.Unmarshal\(\w+, &(\w+)\)/.exec(text) ?? [];
  return name !== undefined && new RegExp(`\\breturn ${literally(name)}, nil\\b`).test(text);
}

/** `type APIResponse struct { Result json.RawMessage }` */
function isEnvelope(core: Spot, types: GoTypes): boolean {
  const result = fieldOf(core.node, 'result');
  const first = result?.children.find(({ type }) => type === 'parameter_declaration');
  const type = first === undefined ? null : types.written(core, fieldOf(first, 'type'));
  const text = type === null ? null : types.field(type, 'Result');
  return text !== null && 'foreign' in text && text.foreign === 'json.RawMessage';
}
