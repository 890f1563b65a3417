/** Who sends a request in PHP or Ruby: a library, or a function of the program, and what that gives back. */
import {
  CALLS,
  closest,
  Definitions,
  type Spot,
  type SyntaxNode,
  type TreeOf,
  textOf,
  walk,
} from '../../src/grammar/index.js';
import { literally } from '../../src/value/index.js';
import { envelopeOf } from './envelope.js';
import type { Syntax } from './syntax.js';
import { functionAround, namesIn } from './variables.js';

/** What a call gives back: the response of a library, its text, what that says as JSON, or the result in it. */
export type Returned = 'response' | 'text' | 'answer' | 'result';

/** How fields are written: `['id']`, `->id`, `[:id]`. */
export type Shape = 'array' | 'object' | 'symbol';

export interface Gives {
  readonly returns: Returned;
  /** Null where whoever gets it decides. */
  readonly shape: Shape | null;
  /** An array that the program makes of the answer, by the names of its fields; its shape is that of the result. */
  readonly envelope: Envelope | null;
}

export interface Envelope {
  readonly success: string;
  readonly result: string;
}

export interface Sender extends Gives {
  /** A function of the program. */
  readonly own: Spot | null;
  /** An error of the API is thrown. */
  readonly throws: boolean;
  /** Nothing is given back where the API refuses. */
  readonly givesNothing: boolean;
  /** How a program that has said nothing about it reads the response: `@` is the response. */
  readonly parsed: string;
}

const DEEPEST = 4;

export function senderOf(syntax: Syntax, call: Spot, treeOf: TreeOf): Sender | null {
  const found = requestSender(syntax, call, treeOf);
  const isOpen = found?.shape === null && /^(?:response|text)$/.test(found.returns);
  return found !== null && isOpen && /^json_decode\(.*, true\)$/.test(found.parsed)
    ? decodedAlike(syntax, found, call)
    : found;
}

/** What is read of responses is objects where the function around the call, or else the file, decodes them so. */
function decodedAlike(syntax: Syntax, sender: Sender, { tree, node }: Spot): Sender | null {
  const shapesIn = (scope: SyntaxNode) =>
    new Set(
      walk(scope).flatMap((one): Shape[] => {
        const text = one.type === 'function_call_expression' ? textOf(tree, one) : '';
        return /^\\?json_decode\(/.test(text) ? [decodedShape(text)] : [];
      }),
    );
  const own = shapesIn(functionAround(syntax, node) ?? tree.root);
  const shapes = own.size > 0 ? own : shapesIn(tree.root);
  if (!shapes.has('object')) return sender;
  return shapes.size > 1
    ? null
    : { ...sender, shape: 'object', parsed: sender.parsed.replace(/, true\)$/, ')') };
}

function decodedShape(call: string): Shape {
  return /,\s*(?:true|1|assoc:\s*true|associative:\s*true|JSON_OBJECT_AS_ARRAY)\b[^()]*\)$/is.test(call)
    ? 'array'
    : 'object';
}

function requestSender(syntax: Syntax, call: Spot, treeOf: TreeOf): Sender | null {
  const library = libraryOf(syntax, call);
  if (library !== null) return library;
  const own = new Definitions(treeOf).functionCalled(call);
  if (own === null || own.tree.language !== syntax.language) return null;
  const gives = givenBy(syntax, own, treeOf, 0);
  if (gives === null) return null;
  return {
    ...gives,
    own,
    throws: throwsErrors(syntax, own, treeOf, 0),
    givesNothing: syntax
      .returnedBy(own.tree, own.node)
      .flatMap(valuesIn)
      .some((one) => isNothing(textOf(own.tree, one))),
    parsed:
      gives.returns === 'text' ? (syntax.language === 'php' ? 'json_decode(@, true)' : 'JSON.parse(@)') : '@',
  };
}

/** A library, by the way in which it is called and what the file says of it. */
function libraryOf(syntax: Syntax, { tree, node }: Spot): Sender | null {
  const list = node.children.find(({ field }) => field === 'arguments');
  const called = tree.text.slice(node.start, list?.start ?? node.end).trim();
  const response = (throws: boolean, parsed: string): Sender => ({
    returns: 'response',
    shape: null,
    envelope: null,
    own: null,
    throws,
    givesNothing: false,
    parsed,
  });
  if (syntax.language === 'php') {
    if (/^\\?wp_(?:safe_)?remote_(?:get|post|request)$/.test(called))
      return response(false, 'json_decode(wp_remote_retrieve_body(@), true)');
    const http = httpClient(tree.text, called);
    if (http !== null) return response(/->throw\(/.test(http), '@->json()');
    const isClient =
      /(?:->|^\$)\w*(?:client|http|guzzle|api)\w*->(?:request|get|post|put|patch|delete)$/i.test(called);
    if (!isClient) return null;
    if (/\bHttpClientInterface\b|\bSymfony\\Component\\HttpClient\b/.test(tree.text))
      return response(true, '@->toArray()');
    if (/\bGuzzleHttp\b/.test(tree.text))
      return response(
        !/http_errors['"]\s*=>\s*false/.test(tree.text),
        'json_decode((string) @->getBody(), true)',
      );
    return null;
  }
  if (/^HTTParty\.\w+$/.test(called)) return response(false, '@.parsed_response');
  if (
    /\binclude HTTParty\b/.test(tree.text) &&
    /^(?:self\.class\.)?(?:get|post|put|patch|delete)$/.test(called)
  )
    return response(false, '@.parsed_response');
  if (/^RestClient(?:::Request)?\.\w+$/.test(called)) return response(true, 'JSON.parse(@.body)');
  const isFaraday = /\bFaraday\b/.test(tree.text) && /^[@\w.]*\.?(?:get|post|put|patch|delete)$/.test(called);
  const [receiver] = node.children;
  if (isFaraday && receiver?.field === 'receiver' && isFaradayClient({ tree, path: '', node: receiver })) {
    const isParsed = /\.response[ (]+:json\b|FaradayMiddleware::ParseJson/.test(tree.text);
    return response(/:raise_error\b/.test(tree.text), isParsed ? '@.body' : 'JSON.parse(@.body)');
  }
  return null;
}

/** How a client of Laravel is made: in the call, for what holds it, or by a method of the class that does nothing else. */
function httpClient(text: string, called: string): string | null {
  if (LARAVEL.test(called)) return called;
  const [, holder] = /^(\$this->\w+|\$\w+)->(?:get|post|put|patch|delete)$/.exec(called) ?? [];
  if (holder !== undefined) {
    const given = [...text.matchAll(new RegExp(`${literally(holder)}\\s*=(?![=>])\\s*([^;]*);`, 'g'))];
    const made = given.map(([, value = '']) => value);
    return made.length > 0 && made.every((value) => LARAVEL.test(value)) ? made.join('') : null;
  }
  const [, name] =
    /^(?:\$this->|self::|static::)(\w+)\(\)->(?:get|post|put|patch|delete)$/.exec(called) ?? [];
  const body =
    name === undefined
      ? undefined
      : new RegExp(`function ${literally(name)}\\(\\)[^{}]*\\{\\s*return ([^;{}]*);\\s*\\}`).exec(text)?.[1];
  return body !== undefined && LARAVEL.test(body) ? body : null;
}

const LARAVEL = /^\\?(?:\w+\\)*Http::/;

const MADE = String.raw`=\s*(?:begin\s*)?(?:::)?Faraday(?:::Connection)?\.new\b`;

/** A name that is given a connection, or that is called one. */
function isFaradayClient({ tree, node }: Spot): boolean {
  const name = textOf(tree, node);
  if (/^(?:Faraday|self)$/.test(name)) return name === 'Faraday';
  if (new RegExp(`(?:^|[^\\w@$.])${literally(name)}\\s*(?:\\|\\|)?${MADE}`, 'm').test(tree.text)) return true;
  return (
    /^(?:@?@?\w*(?:conn|connection|client|http|api|faraday)\w*)$/i.test(name) &&
    (new RegExp(MADE).test(tree.text) || /Faraday\.new/.test(tree.text))
  );
}

/** What a function gives back, where all that it returns is the same. */
export function givenBy(syntax: Syntax, own: Spot, treeOf: TreeOf, depth: number): Gives | null {
  const returned = syntax.returnedBy(own.tree, own.node).filter((node) => !isNothing(textOf(own.tree, node)));
  const shapeIn = (node: SyntaxNode) => {
    const gives = RESULTS.some(([pattern]) => pattern.test(textOf(own.tree, node)))
      ? kindOf(syntax, { ...own, node }, treeOf, depth)
      : null;
    return gives?.returns === 'result' ? gives.shape : null;
  };
  const made = syntax.language === 'php' ? envelopeOf(own, returned, shapeIn) : null;
  if (made !== null) return { returns: 'answer', ...made };
  const kinds = returned.map((node) => kindOf(syntax, { ...own, node }, treeOf, depth));
  const [kind, ...others] = kinds;
  if (kind == null) return null;
  return others.every((other) => isAlike(other, kind)) ? kind : null;
}

const CONDITIONAL = /^conditional(?:_expression)?$/;

/** The values of `a ? b : c`, or the one that it is itself. */
function valuesIn(node: SyntaxNode): readonly SyntaxNode[] {
  return CONDITIONAL.test(node.type)
    ? node.children.filter(({ field }) => /^(?:body|consequence|alternative)$/.test(field ?? ''))
    : [node];
}

function isAlike(one: Gives | null, other: Gives): boolean {
  return one !== null && one.returns === other.returns && one.shape === other.shape;
}

function isNothing(written: string): boolean {
  return /^(?:null|nil|false|true|\[\]|array\(\)|\{\}|''|"")$/i.test(written);
}

function kindOf(syntax: Syntax, spot: Spot, treeOf: TreeOf, depth: number): Gives | null {
  const { tree, node } = spot;
  const text = textOf(tree, node);
  const inner = innerOf(syntax, tree.text, node);
  if (inner !== node) return kindOf(syntax, { ...spot, node: inner }, treeOf, depth);
  if (CONDITIONAL.test(node.type)) {
    const given = valuesIn(node).filter((one) => !isNothing(textOf(tree, one)));
    const [kind, ...others] = given.map((one) => kindOf(syntax, { ...spot, node: one }, treeOf, depth));
    return kind != null && others.every((other) => isAlike(other, kind)) ? kind : null;
  }
  const result = RESULTS.find(([pattern]) => pattern.test(text));
  if (result !== undefined) return { returns: 'result', shape: result[1], envelope: null };
  if (syntax.language === 'php') {
    if (/^\\?json_decode\(/.test(text))
      return {
        returns: 'answer',
        shape: decodedShape(text),
        envelope: null,
      };
    if (/->(?:json|toArray)\(\s*\)$/.test(text)) return { returns: 'answer', shape: 'array', envelope: null };
    if (/->json\(\s*['"]result['"]\s*\)$/.test(text))
      return { returns: 'result', shape: 'array', envelope: null };
    if (/->object\(\s*\)$/.test(text)) return { returns: 'answer', shape: 'object', envelope: null };
    if (/^\\?(?:curl_exec|wp_remote_retrieve_body)\(|->(?:getBody|getContents|body)\(\s*\)$/.test(text))
      return { returns: 'text', shape: null, envelope: null };
  } else {
    const parsed = /^JSON\.parse!?\s*\(?/.test(text) || /\.parsed_response$/.test(text);
    if (parsed && node.type === 'call')
      return {
        returns: 'answer',
        shape: /symbolize_names: *true/.test(text) ? 'symbol' : 'array',
        envelope: null,
      };
    const isJson = /\.response[ (]+:json\b|FaradayMiddleware::ParseJson/.test(tree.text);
    if (/\.body$/.test(text))
      return isJson
        ? { returns: 'answer', shape: 'array', envelope: null }
        : { returns: 'text', shape: null, envelope: null };
    if (/^[@\w.]*\bhttps?\.request\b|^Net::HTTP\.start\b/.test(text))
      return { returns: 'response', shape: null, envelope: null };
  }
  if (syntax.isVariable(node)) return variableKind(syntax, spot, treeOf, depth);
  if (depth > DEEPEST || !/call/.test(node.type)) return null;
  const library = libraryOf(syntax, spot);
  if (library !== null) return library;
  const next = new Definitions(treeOf).functionCalled(spot);
  const scope = functionAround(syntax, node);
  return next === null || next.node === scope ? null : givenBy(syntax, next, treeOf, depth + 1);
}

const RESULTS: readonly (readonly [RegExp, Shape])[] = [
  [/\[['"]result['"]\](?:\s*(?:\?\?|\|\|)\s*(?:\[\]|\{\}|null|nil|array\(\)))?$/, 'array'],
  [/\.(?:dig|fetch)\(['"]result['"](?:, *(?:\[\]|\{\}|nil))?\)$/, 'array'],
  [/->result(?:\s*\?\?\s*(?:\[\]|null|array\(\)))?$/, 'object'],
  [/\[:result\](?:\s*\|\|\s*(?:\[\]|\{\}))?$/, 'symbol'],
];

/** What brackets, casts and defaults stand around. */
function innerOf(_: Syntax, __: string, node: SyntaxNode): SyntaxNode {
  const named = node.children.filter(({ isNamed }) => isNamed);
  if (/^parenthesized/.test(node.type) && named.length === 1) return named[0] ?? node;
  if (node.type === 'rescue_modifier') return named[0] ?? node;
  return node;
}

function variableKind(syntax: Syntax, spot: Spot, treeOf: TreeOf, depth: number): Gives | null {
  const { tree, node } = spot;
  const scope = functionAround(syntax, node) ?? tree.root;
  const targets = namesIn(syntax, tree, scope, textOf(tree, node)).filter(
    (one) => one.parent?.type === syntax.assignment && one.field === 'left' && one.start < node.start,
  );
  const last = targets.at(-1);
  const value = last?.parent?.children.at(-1);
  if (last === undefined || value === undefined || depth > DEEPEST) return null;
  return kindOf(syntax, { ...spot, node: value }, treeOf, depth + 1);
}

/** It raises an error, or what it calls does. */
function throwsErrors(syntax: Syntax, { tree, path, node }: Spot, treeOf: TreeOf, depth: number): boolean {
  if (/\b(?:throw|raise|exit|die|abort|fail|wp_die)\b|->throw\(|\.value!/.test(textOf(tree, node)))
    return true;
  const definitions = new Definitions(treeOf);
  return walk(node).some((one) => {
    if (one === node || !CALLS.has(one.type)) return false;
    const spot = { tree, path, node: one };
    const library = libraryOf(syntax, spot);
    if (library !== null) return library.throws;
    const next = depth > DEEPEST ? null : definitions.functionCalled(spot);
    return (
      next !== null &&
      next.node !== node &&
      next.tree.language === syntax.language &&
      throwsErrors(syntax, next, treeOf, depth + 1)
    );
  });
}

/** A function of the same class, or of the same file. */
export function functionBeside(syntax: Syntax, { tree, path, node }: Spot, name: string): Spot | null {
  const holder = closest(node, syntax.classes) ?? tree.root;
  const found = walk(holder).filter(
    (one) =>
      syntax.functions.has(one.type) &&
      one.children.some((child) => child.field === 'name' && textOf(tree, child) === name),
  );
  return found.length === 1 && found[0] !== undefined ? { tree, path, node: found[0] } : null;
}

export interface Parameter {
  readonly name: string;
  /** Source of its default. */
  readonly given: string | null;
  /** Ruby: it has to be named. */
  readonly isKeyword: boolean;
}

export function parametersOf({ tree, node }: Spot): readonly Parameter[] {
  const list = node.children.find(({ field }) => field === 'parameters');
  return (list?.children ?? [])
    .filter(({ isNamed, type }) => isNamed && type !== 'comment')
    .map((one) => {
      const name = one.children.find(({ field }) => field === 'name') ?? one;
      const given = one.children.find(({ field }) => field === 'default_value' || field === 'value');
      return {
        name: textOf(tree, name).replaceAll(/[$:*&]/g, ''),
        given: given === undefined ? null : textOf(tree, given),
        isKeyword: one.type === 'keyword_parameter',
      };
    });
}
