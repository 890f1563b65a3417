/**
 * Whether a path in Go is sent to the vendor: through functions and methods of the module up to the base URL that is
 * put before it, or to a client that was given one. What cannot be followed proves nothing.
 */
import {
  addressIn,
  argumentsOf,
  calledAs,
  chainOf,
  closest,
  declarationIn,
  fieldOf,
  firstPart,
  GoDefinitions,
  GoPackages,
  isTarget,
  leafAt,
  parametersIn,
  placeOf,
  type Spot,
  type SyntaxNode,
  textOf,
  walk,
} from '../../grammar/index.js';
import type { Origin } from '../../value/index.js';
import type { Sources } from '../sites.js';
import type { WrittenDefaults } from './defaults/index.js';

const DEEPEST = 10;
const MOST_USES = 40;

const definitions = new WeakMap<Sources, GoDefinitions>();

/** `url` is where the path is written. */
export function isSentByGo(url: Origin, defaults: WrittenDefaults, sources: Sources): boolean {
  const tree = sources.tree(url.file);
  if (tree === null) return false;
  const written = leafAt(tree, url.start, url.end);
  const node = closest(written, TEXTS) ?? written;
  return new GoFollower(defaults, definitionsOf(sources)).reaches({ tree, path: url.file, node }, 0);
}

function definitionsOf(sources: Sources): GoDefinitions {
  const known = definitions.get(sources);
  if (known !== undefined) return known;
  const { program } = sources;
  const made = new GoDefinitions(
    new GoPackages({
      treeOf: (path) => sources.tree(path),
      text: (path) => program.file(path)?.text ?? null,
      siblings: (path) => program.siblings?.(path) ?? [path],
    }),
  );
  definitions.set(sources, made);
  return made;
}

const TEXTS: ReadonlySet<string> = new Set(['interpreted_string_literal', 'raw_string_literal']);
/** What a text becomes a part of. */
const PARTS: ReadonlySet<string> = new Set([
  'binary_expression',
  'parenthesized_expression',
  'literal_element',
  'keyed_element',
  'literal_value',
  'composite_literal',
  'unary_expression',
]);
/** Functions that put a text together, or turn it into what holds it. */
const FORMATS =
  /^(?:fmt\.Sprintf|fmt\.Sprint|url\.(?:JoinPath|Parse|PathEscape)|path\.Join|string|strings\.\w+|must|Must)$/;
/** Functions that only tell somebody about a text. */
const REPORTS =
  /^(?:fmt\.(?:Print|Fprint|Errorf)\w*|errors\.\w+|(?:\w+\.)*(?:log\w*|slog|klog|zap|sugar)\.\w+|print(?:ln)?)$/i;
/** Clients of common packages take their base URL by methods that are named so. */
const BASE_METHOD = /^(?:SetBaseURL|SetHostURL|Base|BaseURL|SetBaseUrl|WithBaseURL)$/;

class GoFollower {
  readonly #defaults: WrittenDefaults;
  readonly #definitions: GoDefinitions;

  constructor(defaults: WrittenDefaults, goDefinitions: GoDefinitions) {
    this.#defaults = defaults;
    this.#definitions = goDefinitions;
  }

  /** Whether every request that a text goes into is sent to the vendor, and there is one. */
  reaches(spot: Spot, depth: number): boolean {
    if (depth > DEEPEST) return false;
    const whole = this.#whole(spot);
    if (this.isBase(whole, depth + 1)) return true;
    const { parent } = whole.node;
    if (parent === null) return false;
    if (parent.type === 'argument_list' && parent.parent !== null)
      return this.#sends({ ...spot, node: parent.parent }, whole.node, depth + 1);
    if (parent.type !== 'expression_list' || parent.parent === null) return false;
    if (parent.parent.type === 'return_statement') return this.#returned(whole, depth + 1);
    const [name, ...others] = (fieldOf(parent.parent, 'left') ?? parent.parent).children.filter(
      ({ isNamed, field, type }) => isNamed && type === 'identifier' && field !== 'value',
    );
    if (name === undefined || others.length > 1) return false;
    return this.#allReach(this.#usesOf({ ...spot, node: name }), depth + 1);
  }

  #allReach(uses: readonly Spot[], depth: number): boolean {
    const sent = uses.filter((use) => !this.#isReported(use));
    return sent.length > 0 && sent.length <= MOST_USES && sent.every((use) => this.reaches(use, depth));
  }

  /** Only printed, or put into an error. */
  #isReported(use: Spot): boolean {
    const whole = this.#whole(use);
    const call = whole.node.parent?.parent;
    return call?.type === 'call_expression' && REPORTS.test(calledAs({ ...use, node: call }));
  }

  /** The expression that a text is a part of. */
  #whole(spot: Spot): Spot {
    let { node } = spot;
    for (let { parent } = node; parent !== null; { parent } = node) {
      const call = parent.type === 'argument_list' ? parent.parent : null;
      const isFormat = call !== null && FORMATS.test(calledAs({ ...spot, node: call }));
      const isCompared =
        parent.type === 'binary_expression' && !parent.children.some(({ type }) => type === '+');
      if (isCompared || !(PARTS.has(parent.type) || isFormat)) break;
      node = isFormat && call !== null ? call : parent;
    }
    return { ...spot, node };
  }

  /** Uses of a name of a function or of the package, besides where it is given something. */
  #usesOf(name: Spot): readonly Spot[] {
    const declared = declarationIn(name);
    const written = textOf(name.tree, name.node);
    const files = declared === null ? (this.#definitions.packages.of(name.path)?.files ?? []) : [name];
    return files.flatMap((file) =>
      walk(declared?.scope ?? file.tree.root).flatMap((node) => {
        const spot = { tree: file.tree, path: file.path, node };
        if (node.type !== 'identifier' || textOf(file.tree, node) !== written || isTarget(node)) return [];
        return declared === null && declarationIn(spot) !== null ? [] : [spot];
      }),
    );
  }

  /** A function that returns a path: every place that asks for it has to send it. */
  #returned(whole: Spot, depth: number): boolean {
    const around = closest(
      whole.node,
      new Set(['function_declaration', 'method_declaration', 'func_literal']),
    );
    const name = around === null ? null : fieldOf(around, 'name');
    if (around === null || name === null || depth > DEEPEST) return false;
    const isMethod = around.type === 'method_declaration';
    const written = textOf(whole.tree, name);
    if (/^[A-Z]/.test(written)) return false;
    const calls = (this.#definitions.packages.of(whole.path)?.files ?? []).flatMap((file) =>
      walk(file.tree.root).flatMap((node) => {
        const isName = node.type === (isMethod ? 'field_identifier' : 'identifier') && node !== name;
        if (!isName || textOf(file.tree, node) !== written) return [];
        const called = isMethod ? node.parent : node;
        const call = called?.field === 'function' ? called.parent : null;
        return [{ tree: file.tree, path: file.path, node: call ?? node }];
      }),
    );
    return (
      calls.length > 0 &&
      calls.length <= MOST_USES &&
      calls.every((call) => call.node.type === 'call_expression' && this.reaches(call, depth))
    );
  }

  /** Whether a call sends one of its arguments to the vendor. */
  #sends(call: Spot, argument: SyntaxNode, depth: number): boolean {
    if (depth > DEEPEST) return false;
    const called = this.#definitions.functionCalled(call);
    if (called !== null) return this.#puts(called, placeOf(argument), depth + 1);
    return this.#isClient(call, depth + 1);
  }

  /** A function that puts the base URL before a parameter, or hands it on to what does. */
  #puts(called: Spot, place: number, depth: number): boolean {
    const list = fieldOf(called.node, 'parameters');
    const parameters = list === null ? [] : parametersIn(list);
    const parameter = parameters.find(({ index }) => index === place) ?? parameters.at(-1);
    const body = fieldOf(called.node, 'body');
    if (parameter === undefined || body === null) return false;
    const name = textOf(called.tree, parameter.name);
    const uses = walk(body).filter(
      (node) => node.type === 'identifier' && textOf(called.tree, node) === name && !isTarget(node),
    );
    // Of the uses of a path some only look at it: `strings.HasPrefix(path, "/")`.
    const ends = uses.map((node) => this.#end({ ...called, node }, depth + 1));
    return ends.includes('vendor') && !ends.includes('elsewhere');
  }

  /** What becomes of one use of a parameter. */
  #end(use: Spot, depth: number): 'vendor' | 'elsewhere' | 'nothing' {
    if (depth > DEEPEST || this.#isReported(use)) return 'nothing';
    if (this.reaches(fieldUse(use), depth)) return 'vendor';
    const whole = this.#whole(fieldUse(use));
    const first = firstPart(whole);
    const written = first === null ? null : addressIn(first);
    const isForeign = written !== null && !this.#isVendor(written);
    return isForeign ? 'elsewhere' : 'nothing';
  }

  /** The client that a chain of calls begins with was given the base URL. */
  #isClient(call: Spot, depth: number): boolean {
    const chain = chainOf(call.node);
    const root = chain.at(-1);
    if (root === undefined || depth > DEEPEST) return false;
    const links = chain.filter(({ type }) => type === 'call_expression').map((node) => ({ ...call, node }));
    if (this.#givesBase(links, depth)) return true;
    return this.#isHeldClient({ ...call, node: root }, depth + 1);
  }

  /** A variable or field that only holds clients with the base URL, made right there or held by another variable. */
  #isHeldClient(holder: Spot, depth: number): boolean {
    if (depth > DEEPEST) return false;
    const made = (this.#definitions.valuesOf(holder) ?? []).filter(({ node }) => node.type !== 'nil');
    if (made.length === 0) return false;
    const isMade = made.every((one) => {
      if (one.node.type === 'identifier') return this.#isHeldClient(one, depth + 1);
      const inner = chainOf(one.node).filter(({ type }) => type === 'call_expression');
      return this.#givesBase(
        inner.map((node) => ({ ...one, node })),
        depth,
      );
    });
    return isMade || (made.length === 1 && this.#isGivenLater(holder, depth));
  }

  #givesBase(calls: readonly Spot[], depth: number): boolean {
    return calls.some((one) => {
      const called = fieldOf(one.node, 'function');
      const name = called === null ? null : (fieldOf(called, 'field') ?? called);
      const [argument] = argumentsOf(one.node);
      return (
        name !== null &&
        argument !== undefined &&
        BASE_METHOD.test(textOf(one.tree, name)) &&
        this.isBase({ ...one, node: argument }, depth + 1)
      );
    });
  }

  /** `client.SetBaseURL(…)` as a statement, where the client is made. */
  #isGivenLater(holder: Spot, depth: number): boolean {
    const declared = declarationIn(holder);
    const name = textOf(holder.tree, holder.node);
    const files = declared === null ? (this.#definitions.packages.of(holder.path)?.files ?? []) : [holder];
    const given = files.flatMap((file) =>
      walk(declared?.scope ?? file.tree.root).flatMap((node) => {
        if (node.type !== 'call_expression') return [];
        const [, owner, method] = /^([\w.]+)\.(\w+)$/.exec(calledAs({ ...file, node })) ?? [];
        return owner === name && BASE_METHOD.test(method ?? '')
          ? [{ tree: file.tree, path: file.path, node }]
          : [];
      }),
    );
    return given.length > 0 && given.every((one) => this.#givesBase([one], depth));
  }

  /** A text that begins with the vendor's address. */
  isBase(spot: Spot, depth: number): boolean {
    if (depth > DEEPEST) return false;
    const { node } = spot;
    const address = addressIn(spot);
    if (address !== null) return this.#isVendor(address);
    if (this.#isVendorByDefault(spot)) return true;
    const first = firstPart(spot);
    if (first !== null) return this.isBase(first, depth + 1);
    if (node.type === 'call_expression') return this.#returnsBase(spot, depth + 1);
    if (node.type !== 'identifier' && node.type !== 'selector_expression') return false;
    const values = this.#definitions.valuesOf(spot) ?? [];
    // What can be configured counts by its default.
    const fixed = values.filter((value) => !this.#isConfigured(value, spot));
    if (fixed.length === 0 && values.length > 0 && values.every((one) => this.#isVendorByDefault(one)))
      return true;
    if (fixed.length > 0) return fixed.every((value) => this.isBase(value, depth + 1));
    return this.#isGivenBase(node.type === 'identifier' ? spot : values[0], depth + 1);
  }

  /** Read from the environment or a flag, handed in, or made of itself. */
  #isConfigured(value: Spot, of: Spot): boolean {
    const { tree, node } = value;
    const text = textOf(tree, node);
    if (/^(?:os\.(?:Getenv|LookupEnv)\(|""$|``$)/.test(text)) return true;
    const first = firstPart(value);
    const inner = first ?? value;
    const name = (one: Spot) => textOf(one.tree, one.node).split('.').at(-1);
    if (first !== null && name(inner) === name(of)) return true;
    if (inner.node.type !== 'identifier' || inner.node === of.node) return false;
    const declared = declarationIn(inner);
    if (declared === null) return false;
    const given = this.#definitions.valuesOf(inner) ?? [];
    return given.length === 0
      ? declared.parameter !== null
      : given.every((one) => this.#isConfigured(one, inner));
  }

  /** A parameter that all callers of the package give the base URL. */
  #isGivenBase(spot: Spot | undefined, depth: number): boolean {
    const declared = spot?.node.type === 'identifier' ? declarationIn(spot) : null;
    const name = declared === null ? null : fieldOf(declared.scope, 'name');
    if (spot === undefined || declared?.parameter == null || name === null || depth > DEEPEST) return false;
    if ((this.#definitions.valuesOf(spot) ?? []).length > 0) return false;
    const { parameter } = declared;
    const written = textOf(spot.tree, name);
    const calls = (this.#definitions.packages.of(spot.path)?.files ?? []).flatMap((file) =>
      walk(file.tree.root)
        .filter(
          (node) =>
            node.type === 'call_expression' &&
            calledAs({ ...file, node })
              .split('.')
              .at(-1) === written,
        )
        .map((node) => ({ ...file, node })),
    );
    return (
      calls.length > 0 &&
      calls.every((call) => {
        const argument = argumentsOf(call.node)[parameter];
        return argument !== undefined && this.isBase({ ...call, node: argument }, depth + 1);
      })
    );
  }

  /** A function of the module, all of whose results begin with the address. */
  #returnsBase(call: Spot, depth: number): boolean {
    const called = this.#definitions.functionCalled(call);
    const body = called === null ? null : fieldOf(called.node, 'body');
    if (called === null || body === null || depth > DEEPEST) return false;
    const list = fieldOf(called.node, 'parameters');
    const parameters = list === null ? [] : parametersIn(list);
    const results = walk(body).flatMap((node) => {
      const values =
        node.type === 'return_statement' ? node.children.find(({ isNamed }) => isNamed) : undefined;
      const value = values?.children.find(({ isNamed }) => isNamed);
      return value === undefined ? [] : [{ ...called, node: value }];
    });
    const fixed = results.filter((value) => !this.#isConfiguredResult(value));
    return (
      fixed.length > 0 &&
      fixed.every((value) => {
        const name = textOf(value.tree, value.node);
        const parameter = parameters.find((one) => textOf(value.tree, one.name) === name);
        const argument = parameter === undefined ? undefined : argumentsOf(call.node)[parameter.index];
        return argument === undefined
          ? this.isBase(value, depth + 1)
          : this.isBase({ ...call, node: argument }, depth + 1);
      })
    );
  }

  /** `v` of `if v := os.Getenv(…); v != "" { return v }`. */
  #isConfiguredResult(value: Spot): boolean {
    if (textOf(value.tree, value.node) === '""') return true;
    if (/^os\.Getenv\(/.test(textOf(value.tree, value.node))) return true;
    const given = value.node.type === 'identifier' ? (this.#definitions.valuesOf(value) ?? []) : [];
    return given.length > 0 && given.every((one) => this.#isConfigured(one, value));
  }

  #isVendorByDefault({ tree, path, node }: Spot): boolean {
    return this.#defaults.isVendor(textOf(tree, node), path);
  }

  #isVendor(address: string): boolean {
    return this.#defaults.hosts.some((host) => address === `https://${host}`);
  }
}

/** `in.Path` of the use of `in`. */
function fieldUse(use: Spot): Spot {
  const { parent } = use.node;
  const isOperand = parent?.type === 'selector_expression' && use.node.field === 'operand';
  return isOperand && parent !== null ? { ...use, node: parent } : use;
}
