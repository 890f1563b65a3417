/** Every construct of the grammar that can be nested, written to a given depth. */

export interface Nest {
  readonly name: string;
  readonly write: (depth: number) => string;
  /** File that the construct is legal in. */
  readonly path?: string;
}

const around = (open: string, core: string, close: string) => (depth: number) =>
  open.repeat(depth) + core + close.repeat(depth);
const before = (prefix: string, core: string) => (depth: number) => prefix.repeat(depth) + core;
const after = (core: string, suffix: string) => (depth: number) => core + suffix.repeat(depth);
const typed = (write: (depth: number) => string) => (depth: number) => `let a: ${write(depth)};`;

export const NESTS: readonly Nest[] = [
  { name: 'parentheses', write: around('(', '1', ')') },
  { name: 'lists', write: around('[', '1', ']') },
  { name: 'objects', write: (depth) => `x = ${around('{a:', '1', '}')(depth)}` },
  { name: 'blocks', write: around('{', '', '}') },
  { name: 'functions', write: around('(function(){', '', '})') },
  { name: 'calls as arguments', write: around('f(', '1', ')') },
  { name: 'classes', write: (depth) => `${'class A extends '.repeat(depth)}B${'{}'.repeat(depth)}` },
  { name: 'templates', write: around('`${', '1', '}`') },
  { name: 'spreads', write: around('[...', 'a', ']') },
  { name: 'patterns', write: (depth) => `var ${around('[', 'a', ']')(depth)} = b` },
  { name: 'negations', write: before('!', '1') },
  { name: 'minus signs', write: before('- ', '1') },
  { name: 'typeof', write: before('typeof ', '1') },
  { name: 'void', write: before('void ', '1') },
  { name: 'new', write: before('new ', 'A') },
  { name: 'await', write: (depth) => `async () => ${'await '.repeat(depth)}1` },
  { name: 'yield', write: (depth) => `function* f() { ${'yield '.repeat(depth)}1 }` },
  { name: 'arrows', write: before('a => ', '1') },
  { name: 'if', write: before('if (1) ', ';') },
  { name: 'else if', write: before('if (1) a(); else ', ';') },
  { name: 'while', write: before('while (1) ', ';') },
  { name: 'for', write: before('for (;;) ', ';') },
  { name: 'do', write: (depth) => `${'do '.repeat(depth)};${'while (1);'.repeat(depth)}` },
  { name: 'with', write: before('with (a) ', ';'), path: 'deep.cjs' },
  {
    name: 'labels',
    write: (depth) => `${Array.from({ length: depth }, (_, index) => `l${index}: `).join('')};`,
  },
  { name: 'sums', write: after('1', ' + 1') },
  { name: 'sums over lines', write: after('a', '\n  + b') },
  { name: 'powers', write: after('1', ' ** 1') },
  { name: 'conjunctions', write: after('a', ' && a') },
  { name: 'coalescing', write: after('a', ' ?? a') },
  { name: 'conditions to the right', write: before('a ? b : ', 'c') },
  { name: 'conditions in the middle', write: around('a ? ', 'b', ' : c') },
  { name: 'assignments', write: before('a = ', '1') },
  { name: 'commas', write: after('1', ', 1') },
  { name: 'members', write: after('a', '.b') },
  { name: 'members over lines', write: after('a', '\n  .b') },
  { name: 'optional members', write: after('a', '?.b') },
  { name: 'indexes', write: after('a', '[0]') },
  { name: 'calls of calls', write: after('a', '()') },
  { name: 'chained calls', write: after('a', '\n  .then(b)') },
  { name: 'tags', write: after('a', '``') },
  { name: 'elements', write: (depth) => `x = (${around('<a>', '', '</a>')(depth)})`, path: 'deep.jsx' },
  {
    name: 'elements in attributes',
    write: (depth) => `x = ${around('<a b={', '1', '} />')(depth)}`,
    path: 'deep.jsx',
  },
  { name: 'type arguments', write: typed(around('A<', 'B', '>')), path: 'deep.ts' },
  { name: 'list types', write: typed(after('B', '[]')), path: 'deep.ts' },
  { name: 'function types', write: typed(before('() => ', 'B')), path: 'deep.ts' },
  { name: 'conditional types', write: typed(before('A extends B ? C : ', 'D')), path: 'deep.ts' },
  { name: 'keyof', write: typed(before('keyof ', 'B')), path: 'deep.ts' },
  { name: 'union types', write: typed(after('A', ' | B')), path: 'deep.ts' },
  { name: 'object types', write: typed(around('{ a: ', 'B', '}')), path: 'deep.ts' },
  { name: 'assertions', write: after('a', ' as B'), path: 'deep.ts' },
  { name: 'satisfies', write: after('a', ' satisfies B'), path: 'deep.ts' },
  { name: 'non-null', write: after('a', '!'), path: 'deep.ts' },
  { name: 'old assertions', write: before('<A>', '1'), path: 'deep.ts' },
  { name: 'namespaces', write: around('namespace A {', '', '}'), path: 'deep.ts' },
  { name: 'decorators', write: (depth) => `${'@a '.repeat(depth)}class B {}`, path: 'deep.ts' },
];
