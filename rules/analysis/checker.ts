/**
 * The type checker that `@typescript-eslint/parser` runs beside ESLint, as the reader asks it. Of a type only
 * names count: what it is declared as and in which package, and the texts it lists. Nothing of TypeScript is
 * loaded here; where a parser brings no checker there is none, and the rules see what they see without.
 */
import { isAbsolute } from 'node:path';
import type { SourceCode } from 'eslint';
import type * as ts from 'typescript';
import type { Declared, StaticType, Types } from '../../src/read/javascript/index.js';

interface Services {
  readonly program: Pick<ts.Program, 'getTypeChecker'>;
  readonly esTreeNodeToTSNodeMap: { get(node: object): ts.Node | undefined };
}

/** What the parser of a file knows of its types; undefined where it knows nothing. */
export function typesOf({ parserServices }: SourceCode): Types | undefined {
  return hasProgram(parserServices) ? new Checker(parserServices) : undefined;
}

function hasProgram(services: object | undefined): services is Services {
  if (services === undefined || !('program' in services) || !('esTreeNodeToTSNodeMap' in services))
    return false;
  const { program, esTreeNodeToTSNodeMap } = services;
  return isObject(program) && 'getTypeChecker' in program && isObject(esTreeNodeToTSNodeMap);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const MOST_TEXTS = 32;
const MOST_MEMBERS = 16;
const MAX_DEPTH = 6;

class Checker implements Types {
  readonly #services: Services;
  readonly #checker: ts.TypeChecker;
  readonly #told = new Map<object, StaticType | null>();

  constructor(services: Services) {
    this.#services = services;
    this.#checker = services.program.getTypeChecker();
  }

  of(node: object): StaticType | null {
    let told = this.#told.get(node);
    if (told === undefined) {
      const own = this.#services.esTreeNodeToTSNodeMap.get(node);
      told = own === undefined ? null : this.#describe(this.#checker.getTypeAtLocation(own));
      this.#told.set(node, told);
    }
    return told;
  }

  #describe(type: ts.Type): StaticType | null {
    const awaited = this.#checker.getAwaitedType(type) ?? type;
    const plain = this.#checker.getBaseConstraintOfType(awaited) ?? awaited;
    const texts = textsOf(plain);
    const declared = texts.length > 0 ? [] : this.#declared(plain, 0);
    return texts.length === 0 && declared.length === 0 ? null : { declared, texts };
  }

  /** A type by its names, then the types it is put together of or extends. */
  #declared(type: ts.Type, depth: number): Declared[] {
    if (depth > MAX_DEPTH) return [];
    const symbols = [type.aliasSymbol, type.symbol as ts.Symbol | undefined];
    const names = symbols.flatMap((symbol) => (symbol === undefined ? [] : this.#declaredBy(symbol)));
    return [...names, ...this.#below(type).flatMap((other) => this.#declared(other, depth + 1))];
  }

  #below(type: ts.Type): readonly ts.Type[] {
    if (type.isUnionOrIntersection()) return type.types.slice(0, MOST_MEMBERS);
    // Of `Client<Options>` the declaration is what extends something.
    const target = 'target' in type && isObject(type.target) ? (type.target as ts.Type) : type;
    return target.isClassOrInterface() ? this.#checker.getBaseTypes(target) : [];
  }

  #declaredBy(symbol: ts.Symbol): Declared[] {
    const [declaration] = symbol.declarations ?? [];
    if (declaration === undefined) return [];
    const whole = this.#checker.getFullyQualifiedName(symbol);
    const home = homeOf(whole, declaration.getSourceFile().fileName);
    return home === null ? [] : [{ ...home, name: symbol.name }];
  }
}

/** The texts that a type lists, whether or not it may be absent; none if it may be anything else. */
function textsOf(type: ts.Type): readonly string[] {
  const members = type.isUnion() ? type.types : [type];
  if (members.length > MOST_TEXTS) return [];
  const present = members.filter((member) => !isAbsent(member));
  const texts = present.flatMap((member) => (member.isStringLiteral() ? [member.value] : []));
  return texts.length === present.length ? texts : [];
}

function isAbsent(type: ts.Type): boolean {
  return 'intrinsicName' in type && (type.intrinsicName === 'undefined' || type.intrinsicName === 'null');
}

const IN_PACKAGE = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(.+?)(?:\.d)?\.[cm]?tsx?$/;

/**
 * Where a name is declared. The checker puts the module in quotes before it: the path of a file, or the name
 * that a declaration such as `declare module 'http'` gives it; without one it is known everywhere.
 */
function homeOf(name: string, file: string): Omit<Declared, 'name'> | null {
  const module = /^"([^"]*)"/.exec(name)?.[1];
  if (module === undefined) return { package: 'global', file: '' };
  if (!isAbsolute(module)) return { package: module, file: '' };
  const [, owner, below] = IN_PACKAGE.exec(file.replaceAll('\\', '/')) ?? [];
  return owner === undefined || below === undefined ? null : { package: untyped(owner), file: below };
}

/** The package that a package of types describes: `@types/scope__name` is of `@scope/name`. */
function untyped(name: string): string {
  const [, described] = /^@types\/(.+)$/.exec(name) ?? [];
  if (described === undefined) return name;
  return described.includes('__') ? `@${described.replace('__', '/')}` : described;
}
