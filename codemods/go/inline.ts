/** A request that a function of Go makes and sends by itself: `http.NewRequest`, its headers, `client.Do`. */
import {
  argumentsOf,
  calledAs,
  fieldOf,
  importsOf,
  leftsOf,
  type Spot,
  type SyntaxNode,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import { declaredAt, functionAround, type GoTypes } from './scope.js';
import { methodIn, type SentCall } from './sender.js';
import { isTaken } from './writing.js';

/** What a request consists of besides its method, path and body; a character stands for each parameter. */
export interface Inline {
  /** `ctx` */
  readonly context: string | null;
  /** What is sent with it; and the client, if the function makes that. */
  readonly client: string;
  readonly made: string | null;
  /** The statements between the two calls, such as those that set headers. */
  readonly lines: readonly string[];
  readonly parameters: readonly { readonly name: string; readonly type: string; readonly text: string }[];
}

const FIRST_PARAMETER = 0xe000;
const PARAMETER = /[\ue000-\ue0ff]/g;
const MAKER = /^http\.NewRequest(WithContext)?$/;
const OF_CONTENT = /^req\.Header\.(?:Set|Add)\("(?:Content-Type|Accept|User-Agent)", "[^"]*"\)$/;
const NAMES = /^(?:method|path|body|out|payload|req|res|answer|data)$/;

/** `maker`: a call of `http.NewRequest`, whose address is `path`. */
export function inlineCall(maker: Spot, path: SyntaxNode, types: GoTypes): SentCall | string | null {
  const { tree, node } = maker;
  const found = MAKER.exec(calledAs(maker));
  if (found === null) return null;
  const args = argumentsOf(node);
  const context = found[1] === undefined ? null : (args[0] ?? null);
  const [method, address, body] = context === null ? args : args.slice(1);
  const holder = node.parent?.parent;
  const list = holder?.parent;
  const around = functionAround(node);
  if (
    method === undefined ||
    address !== path ||
    body === undefined ||
    holder?.type !== 'short_var_declaration' ||
    list?.type !== 'statement_list' ||
    around === null
  )
    return 'how its request is made cannot be followed';
  const [request, error] = leftsOf(holder).map((left) => textOf(tree, left));
  if (request === undefined || error === undefined) return 'how its request is made cannot be followed';
  const between = statementsTo({ ...maker, node: list }, holder, request, error);
  if (typeof between === 'string') return between;
  const { sent, lines, statements } = between;
  const operand = fieldOf(fieldOf(sent, 'function') ?? sent, 'operand');
  if (operand === null) return 'how its request is sent cannot be followed';
  const names = new Names(maker, types, request);
  const ctx = context === null ? null : names.textOf(context);
  const written = lines.map((line) => names.textOf(line));
  const client = clientOf({ ...maker, node: operand }, names);
  if (names.why !== null) return names.why;
  return {
    sender: {
      core: { ...maker, node: around },
      roles: { method: null, path: 0, body: null, out: null },
      bodyForm: 'value',
      gives: 'response',
      throws: true,
      count: 2,
      inline: { ...client, context: ctx, lines: written, parameters: names.parameters },
    },
    method: methodIn(textOf(tree, method)),
    path,
    body: textOf(tree, body) === 'nil' || textOf(tree, body) === 'http.NoBody' ? null : body,
    out: null,
    others: new Map(),
    call: sent,
    before: statements,
  };
}

/** What requests have in common that one function can send. */
export function wayOf({ context, client, made, lines, parameters }: Inline): readonly unknown[] {
  const own = lines.filter((line) => !OF_CONTENT.test(line));
  return [context, client, made, own, parameters.map(({ type }) => type)];
}

/** A text with the names of parameters. */
export function named({ parameters }: Inline, text: string): string {
  return text.replaceAll(PARAMETER, (one) => parameters[one.charCodeAt(0) - FIRST_PARAMETER]?.name ?? '');
}

/** The lines of all requests of a way. */
export function linesOfAll(all: readonly Inline[]): readonly string[] {
  return [...new Set(all.flatMap(({ lines }) => lines))];
}

/** The statements from the one that makes a request to the one that sends it. */
function statementsTo(
  { tree, path, node: list }: Spot,
  holder: SyntaxNode,
  request: string,
  error: string,
):
  | {
      readonly sent: SyntaxNode;
      readonly lines: readonly SyntaxNode[];
      readonly statements: readonly SyntaxNode[];
    }
  | string {
  const all = list.children.filter(({ isNamed }) => isNamed);
  const above = all[all.indexOf(holder) - 1];
  const isAbove =
    above?.type === 'comment' &&
    isAboutSending(textOf(tree, above)) &&
    /^\n[ \t]*$/.test(tree.text.slice(above.end, holder.start)) &&
    /\n[ \t]*$/.test(tree.text.slice(0, above.start));
  const statements = isAbove ? [above, holder] : [holder];
  const lines: SyntaxNode[] = [];
  for (const statement of all.slice(all.indexOf(holder) + 1)) {
    const call = sendingIn({ tree, path, node: statement }, request);
    if (call !== null) return { sent: call, lines, statements };
    statements.push(statement);
    if (statement.type === 'comment') {
      if (!isAboutSending(textOf(tree, statement))) return 'a comment beside its call would be lost';
    } else if (isSetUp(tree, statement, request)) lines.push(statement);
    else if (!isCheck(tree, statement, error) && !isClient(tree, statement)) break;
  }
  return 'how its request is sent cannot be followed';
}

/** `http.DefaultClient.Do(req)` in a statement, or at the head of one. */
function sendingIn({ tree, path, node }: Spot, request: string): SyntaxNode | null {
  const statement = node.type === 'if_statement' ? fieldOf(node, 'initializer') : node;
  const call =
    statement?.type === 'expression_statement'
      ? statement.children.find(({ isNamed }) => isNamed)
      : statement == null
        ? undefined
        : fieldOf(statement, 'right')?.children.find(({ isNamed }) => isNamed);
  if (call?.type !== 'call_expression') return null;
  const [only, ...others] = argumentsOf(call);
  const isDo = /(?:^|\.)\w+\.Do$|^\(?&?http\.Client\{.*\}\)?\.Do$/s.test(
    calledAs({ tree, path, node: call }),
  );
  const called = fieldOf(call, 'function');
  const isMember = called?.type === 'selector_expression' && textOf(tree, called).endsWith('.Do');
  return (isDo || isMember) && only !== undefined && others.length === 0 && textOf(tree, only) === request
    ? call
    : null;
}

/** `req.Header.Set("…", …)`, `c.authorize(req)`, and such calls under a condition. */
function isSetUp(tree: Spot['tree'], statement: SyntaxNode, request: string): boolean {
  if (statement.type === 'expression_statement') {
    const call = statement.children.find(({ isNamed }) => isNamed);
    return (
      call?.type === 'call_expression' &&
      walk(call).some((one) => one.type === 'identifier' && textOf(tree, one) === request)
    );
  }
  if (statement.type !== 'if_statement' || fieldOf(statement, 'initializer') !== null) return false;
  const parts = [fieldOf(statement, 'consequence'), fieldOf(statement, 'alternative')];
  return parts.every((part, index) => {
    if (part === null) return index === 1;
    if (part.type === 'if_statement') return isSetUp(tree, part, request);
    const inner = part.children.find(({ type }) => type === 'statement_list');
    const own = inner?.children.filter(({ isNamed }) => isNamed) ?? [];
    return own.length > 0 && own.every((one) => isSetUp(tree, one, request));
  });
}

function isCheck(tree: Spot['tree'], statement: SyntaxNode, error: string): boolean {
  const condition = statement.type === 'if_statement' ? fieldOf(statement, 'condition') : null;
  return (
    condition !== null &&
    fieldOf(statement, 'initializer') === null &&
    fieldOf(statement, 'alternative') === null &&
    textOf(tree, condition) === `${error} != nil`
  );
}

const CLIENT = /^\w+ := (&?http\.Client\{.*\})$/s;

function isClient(tree: Spot['tree'], statement: SyntaxNode): boolean {
  return statement.type === 'short_var_declaration' && CLIENT.test(textOf(tree, statement));
}

/** A comment that says what its statements do. */
export function isAboutSending(comment: string): boolean {
  return (
    comment.length <= 80 &&
    !/TODO|FIXME|NOTE|HACK|XXX|https?:|#\d/.test(comment) &&
    /\b(?:auth\w*|body|client|close|cloudflare|decode|error|execute|header|headers|http|json|marshal|parse|perform|read|request|response|send|set|status|success\w*|unmarshal|url)\b/i.test(
      comment,
    )
  );
}

/** The client that sends, or the literal that makes one in the function. */
function clientOf(spot: Spot, names: Names): Pick<Inline, 'client' | 'made'> {
  const { tree, node } = spot;
  const by = node.type === 'identifier' ? declaredAt(spot)?.by : undefined;
  if (by === undefined || !isClient(tree, by)) return { client: names.textOf(node), made: null };
  const value = fieldOf(by, 'right')?.children.find(({ isNamed }) => isNamed) ?? by;
  const literal = names.textOf(value);
  return /^&?http\.Client\{\s*\}$/.test(literal)
    ? { client: 'http.DefaultClient', made: null }
    : { client: 'client', made: literal };
}

/** Source of another function: what belongs to the one around becomes parameters. */
class Names {
  readonly #maker: Spot;
  readonly #types: GoTypes;
  readonly #request: string;
  readonly #receiver: string | null;
  readonly parameters: { name: string; type: string; text: string }[] = [];
  why: string | null = null;

  constructor(maker: Spot, types: GoTypes, request: string) {
    this.#maker = maker;
    this.#types = types;
    this.#request = request;
    const receiver = fieldOf(functionAround(maker.node) ?? maker.node, 'receiver');
    const name = receiver === null ? undefined : walk(receiver).find(({ type }) => type === 'identifier');
    this.#receiver = name === undefined ? null : textOf(maker.tree, name);
  }

  textOf(node: SyntaxNode): string {
    const { tree } = this.#maker;
    let text = '';
    let at = node.start;
    for (const one of walk(node)) {
      if (one.type !== 'identifier' || one.start < at) continue;
      const name = textOf(tree, one);
      const spot = { ...this.#maker, node: one };
      if (name === this.#receiver || importsOf(tree).some((other) => other.name === name)) continue;
      const declared = name === this.#request ? null : declaredAt(spot);
      if (name !== this.#request && declared === null) continue;
      const whole = name === this.#request || declared?.parameter != null ? one : wholeOf(one);
      const given = name === this.#request ? 'req' : this.#parameter({ ...spot, node: whole });
      if (given === null) {
        this.why = 'what its request is made of is only known where the call is';
        return '';
      }
      text += tree.text.slice(at, whole.start) + given;
      at = whole.end;
    }
    return text + tree.text.slice(at, node.end);
  }

  #parameter(spot: Spot): string | null {
    const text = textOf(spot.tree, spot.node);
    const known = this.parameters.findIndex((one) => one.text === text);
    const character = (index: number) => String.fromCharCode(FIRST_PARAMETER + index);
    if (known >= 0) return character(known);
    const last = text.split('.').at(-1) ?? text;
    const name = /^[A-Z]+$/.test(last)
      ? last.toLowerCase()
      : last.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]/, (head) => head.toLowerCase());
    const type = this.#typeOf(spot);
    if (type === null || !/^[a-z]\w*$/.test(name) || isTaken(name) || NAMES.test(name)) return null;
    if (this.parameters.some((one) => one.name === name)) return null;
    return character(this.parameters.push({ name, type, text }) - 1);
  }

  #typeOf(spot: Spot): string | null {
    const { tree, node } = spot;
    const { parent } = node;
    const isSum = parent?.type === 'binary_expression' && parent.children.some(({ type }) => type === '+');
    const declared = node.type === 'identifier' ? declaredAt(spot) : null;
    const type = declared?.parameter == null ? null : fieldOf(declared.parameter, 'type');
    if (type !== null) return textOf(tree, type);
    if (isSum) return 'string';
    const found = this.#types.of(spot);
    const name =
      found === null ? null : 'foreign' in found ? found.foreign : textOf(found.spot.tree, found.node);
    if (name === 'os.Getenv()') return 'string';
    return name === 'string' ? name : null;
  }
}

/** `cfg.Token` of `cfg` */
function wholeOf(name: SyntaxNode): SyntaxNode {
  let node = name;
  while (node.parent?.type === 'selector_expression' && node.field === 'operand') {
    const { parent } = node;
    if (parent.parent?.type === 'call_expression' && parent.field === 'function') break;
    node = parent;
  }
  return node;
}
