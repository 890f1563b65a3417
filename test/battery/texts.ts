/**
 * Texts that break readers: broken, strange or built to explode. Each is told by the file it would stand in; the
 * tests put it into files of every other kind too. All of them name the API, so that none is turned away unread.
 */

export const DEAD_URL = 'https://api.cloudflare.com/client/v4/zones/0123/firewall/rules';
const CALL = `fetch("${DEAD_URL}", { method: "POST" });`;
const CURL = `curl -X POST ${DEAD_URL}`;

export interface HostileText {
  readonly what: string;
  /** The kind of file it is at home in. */
  readonly file: string;
  readonly bytes: Uint8Array;
}

const encoder = new TextEncoder();

function text(what: string, file: string, content: string): HostileText {
  return { what, file, bytes: encoder.encode(content) };
}

function bytes(what: string, file: string, ...parts: readonly (string | readonly number[])[]): HostileText {
  const all = parts.map((part) => (typeof part === 'string' ? [...encoder.encode(part)] : [...part]));
  return { what, file, bytes: Uint8Array.from(all.flat()) };
}

/** Two bytes for each unit, the low one first or last. */
function utf16(content: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 + 2 * content.length));
  view.setUint16(0, 0xfeff, littleEndian);
  for (let at = 0; at < content.length; at++)
    view.setUint16(2 + 2 * at, content.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
}

/** Bytes and characters that are not what a reader of text expects. */
const CHARACTERS: readonly HostileText[] = [
  bytes('bytes that are no UTF-8', 'a.js', `${CALL} // `, [0xff, 0xfe, 0xc3, 0x28, 0x80], `\n${CALL}\n`),
  bytes('a character cut off at the end', 'a.sh', `${CURL}\n# `, [0xe2, 0x82]),
  bytes('surrogates written as UTF-8', 'a.js', 'const a = "', [0xed, 0xa0, 0x80], `"; ${CALL}`),
  bytes('characters longer than they need be', 'a.sh', CURL.slice(0, 8), [0xc0, 0xaf], CURL.slice(8)),
  { what: 'UTF-16, little end first', file: 'a.js', bytes: utf16(`${CALL}\n`, true) },
  { what: 'UTF-16, big end first', file: 'a.sh', bytes: utf16(`${CURL}\n`, false) },
  bytes('a mark of UTF-8 before it', 'a.js', [0xef, 0xbb, 0xbf], `${CALL}\n`),
  bytes('two marks of UTF-8', 'a.json', [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], `{ "url": "${DEAD_URL}" }`),
  bytes('NUL between the words', 'a.ts', [0], `${CALL}`, [0, 0], `\n${CALL}`, [0]),
  bytes(
    'a program of a machine',
    'a.ts',
    [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0],
    DEAD_URL,
    [0, 1, 2, 3, 4, 5],
  ),
  bytes('a picture', 'a.md', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13], DEAD_URL),
  text('lone surrogates, escaped', 'a.js', `const a = "\\ud800", b = "\\udc00${DEAD_URL}";\nfetch(b + a);\n`),
  text('nothing visible', 'a.md', `\u202e\u200b\u0000\ufeff${DEAD_URL}\u2028\u2029\u0085`),
  text(
    'names of other scripts',
    'a.js',
    `const ключ = "${DEAD_URL}", 键 = { é: ключ };\nfetch(键.é); // \u0301\u0301\n`,
  ),
  text('characters beyond 16 bits and tabs before it', 'a.js', `\t\t/* 😀😀 */\t${CALL}\n`),
  text('a name with an escape', 'a.js', `const u\\u0072l = "${DEAD_URL}";\nf\\u0065tch(\\u{75}rl);\n`),
];

const LINES: readonly HostileText[] = [
  text('line ends of Windows', 'a.sh', `#!/bin/sh\r\n${CURL} \\\r\n  -d x\r\n`),
  text('line ends of old Macintoshes', 'a.js', `// one\r${CALL}\r// two\r`),
  text('line ends of every kind', 'a.js', `\n\r\r\n\u2028\u2029${CALL}\r\n\u2028${CALL}\u2029`),
  text('nothing at all', 'a.js', ''),
  text('white space', 'a.yml', ' \t\r\n\n\u00a0\n'),
  text('no line end', '.env', `URL=${DEAD_URL}`),
  text('lines that go on and on', 'a.sh', `curl \\\n${'  \\\n'.repeat(2_000)}  ${DEAD_URL}\n`),
  text('a shebang that nobody has', 'a.js', `#!/no/such/${'x'.repeat(300)} ${DEAD_URL}\n${CALL}\n`),
];

const BROKEN: readonly HostileText[] = [
  text('half a text', 'a.js', `fetch(\`${DEAD_URL}`),
  text('half an address', 'a.js', 'fetch("https://api.cloudflare.com/client/v4/zones/%zz/firewall/rules%2")'),
  text('half an object', 'a.js', `fetch("${DEAD_URL}", { method: "PO`),
  text('a comment that never ends', 'a.ts', `${CALL}\n/* ${DEAD_URL}`),
  text(
    'marks of a merge',
    'a.js',
    `<<<<<<< ours\n${CALL}\n||||||| base\n${CALL}\n=======\n${CALL}\n>>>>>>> theirs\n`,
  ),
  text(
    'marks of a merge in data',
    'a.yml',
    `<<<<<<< ours\nurl: ${DEAD_URL}\n=======\nurl: x\n>>>>>>> theirs\n`,
  ),
  text(
    'marks of a merge in an infrastructure',
    'main.tf',
    '<<<<<<< ours\nresource "cloudflare_filter" "a" {\n=======\n}\n>>>>>>> theirs\n',
  ),
  text('brackets the wrong way round', 'a.ts', `)]}>${CALL}{[(<`),
  text('quotes of every kind', 'a.sh', `curl "${DEAD_URL}'\`$(("'\`${DEAD_URL}\n`),
  text('a document that stops inside a here-document', 'a.sh', `cat <<EOF\n${CURL}\n`),
  text(
    'an expression that does not parse',
    'a.js',
    `${CALL} '(cf.threat_score gt 10 or (((' 'ip.geoip.country'`,
  ),
  text('a component cut in two', 'a.vue', `<template><a :href="'${DEAD_URL}'><script>${CALL}`),
  text(
    'scripts in scripts',
    'a.vue',
    `<script><script>${CALL}</script></script><template>{{ }} }}{{</template>`,
  ),
  text('fences that never close', 'a.md', `\`\`\`sh\n${CURL}\n~~~js\n${CALL}\n`),
];

const DATA: readonly HostileText[] = [
  text('aliases that grow', 'a.yml', `a: &a ["${DEAD_URL}","${DEAD_URL}"]\n${growing()}`),
  text('an alias of itself', 'a.yml', `a: &a\n  url: ${DEAD_URL}\n  self: *a\n`),
  text('an alias of nothing', 'a.yml', `url: ${DEAD_URL}\nb: *nobody\n`),
  text('merged keys that go round', 'a.yml', `a: &a { <<: *a, run: "${CURL}" }\n`),
  text('tabs in YAML', 'a.yml', `jobs:\n\t- run: ${CURL}\n`),
  text('keys that come twice', 'a.yml', `url: 1\nurl: ${DEAD_URL}\nurl: [${DEAD_URL}]\n`),
  text('many documents', 'a.yml', `---\nurl: ${DEAD_URL}\n...\n`.repeat(200)),
  text(
    'tags that would run',
    'a.yml',
    `a: !!js/function "function () { ${CALL} }"\nb: !!python/object/apply:os.system ["${CURL}"]\n`,
  ),
  text(
    'a template of a chart',
    'a.yaml',
    `{{- range .Values.zones }}\nrun: ${CURL}/{{ .id }}\n{{- end }}\n{% if x %}url: "${DEAD_URL}"{% endif %}\n`,
  ),
  text('keys that are objects', 'a.yml', `? { url: ${DEAD_URL} }\n: ? [${DEAD_URL}]\n`),
  text(
    'names of prototypes as keys',
    'a.json',
    `{ "__proto__": { "url": "${DEAD_URL}" }, "constructor": { "prototype": { "method": "POST" } }, "hasOwnProperty": "${DEAD_URL}", "toString": 1 }`,
  ),
  text(
    'names of prototypes in YAML',
    'a.yml',
    `__proto__:\n  run: ${CURL}\nconstructor: {toString: "${DEAD_URL}"}\nvalueOf: *constructor\n`,
  ),
  text(
    'names of prototypes in code',
    'a.js',
    `const o = { __proto__: { url: "${DEAD_URL}" }, constructor: "${DEAD_URL}", ["__proto__"]: 1 };\nfetch(o.url); fetch(o.constructor); fetch(o.hasOwnProperty); fetch(o["toString"]); class A { constructor() { fetch(this.constructor.prototype); } static prototype = 1 }\n`,
  ),
  text('names of prototypes in settings', '.env', `__proto__=${DEAD_URL}\nconstructor=${DEAD_URL}\n`),
  text(
    'names of prototypes in an infrastructure',
    'main.tf',
    'resource "cloudflare_filter" "__proto__" {\n  constructor = "x"\n  __proto__ { toString = cloudflare_filter.__proto__.id }\n}\n',
  ),
  text(
    'numbers beyond numbers',
    'a.json',
    `{ "n": 1e999, "m": -0, "url": "${DEAD_URL}", "k": 0.${'1'.repeat(400)} }`,
  ),
  text('keys that come twice in JSON', 'a.json', `{ "url": "${DEAD_URL}", "url": 1, "url": "${DEAD_URL}" }`),
  text('comments in JSON', 'a.json', `// one\n{ /* two */ "url": "${DEAD_URL}", }`),
  text('a blob that is only numbers', 'a.json', '[]'.repeat(500)),
  text(
    'infrastructure that calls itself',
    'main.tf',
    'locals {\n  a = local.b\n  b = local.a\n}\nresource "cloudflare_filter" "a" {\n  zone_id = local.a\n  for_each = toset([for x in [1]: "${x}"])\n}\n',
  ),
];

const PROGRAMS: readonly HostileText[] = [
  text(
    'variables that mean each other',
    'a.js',
    `let a = b, b = c, c = a + "${DEAD_URL}";\nfetch(a);\nconst d = { d, e: () => d.e() };\nfetch(d.e());\n`,
  ),
  text(
    'functions that call themselves',
    'a.js',
    `const f = (x) => f(f(x + "${DEAD_URL}"));\nfetch(f(f));\nfunction g() { return h(); } function h() { return g() + "/firewall/rules"; }\nfetch(g());\n`,
  ),
  text(
    'classes that extend themselves',
    'a.js',
    `class A extends A { url = "${DEAD_URL}"; go() { return super.go() + fetch(this.url); } }\nnew A().go();\n`,
  ),
  text(
    'a file that imports itself',
    'a.js',
    `import * as self from './a.js';\nexport * from './a.js';\nexport { x as y, y as x } from './a.js';\nfetch(self.self.self.x + "${DEAD_URL}");\n`,
  ),
  text(
    'a text put together for ever',
    'a.js',
    `let url = "${DEAD_URL}";\nwhile (true) url += url;\nfor (;;) url = \`\${url}\${url}\`;\nfetch(url);\n`,
  ),
  text('texts that double', 'a.js', `const a0 = "${DEAD_URL}";\n${doubling()}fetch(a30);\n`),
  text(
    'lists that multiply',
    'a.js',
    `const l = ["a", "b", "c", "d", "e", "f"];\nfor (const a of l) for (const b of l) for (const c of l) for (const d of l) for (const e of l) fetch(\`${DEAD_URL}/\${a}\${b}\${c}\${d}\${e}\`);\n`,
  ),
  text(
    'every function of the language',
    'a.js',
    `fetch("${DEAD_URL}".repeat(1e9)); fetch("${DEAD_URL}".padEnd(2 ** 31)); fetch(Array(1e9).fill("${DEAD_URL}").join("")); fetch("${DEAD_URL}".replaceAll("", "${DEAD_URL}"));\n`,
  ),
  text(
    'patterns built to take for ever',
    'a.js',
    `fetch("${DEAD_URL}".replace(/(a+)+$/, "${'a'.repeat(40)}b")); "${'a'.repeat(40)}b".match(new RegExp("(a|a)*$"));\n`,
  ),
  text(
    'words that mean things',
    'a.js',
    `fetch(\`${DEAD_URL}\${undefined}\${null}\${NaN}\${-0}\${Symbol()}\${globalThis}\`); with (Math) fetch(PI);\n`,
  ),
  text(
    'switches and labels',
    'a.js',
    `x: for (;;) { switch ("${DEAD_URL}") { case fetch("${DEAD_URL}"): continue x; default: break x; } }\n`,
  ),
  text(
    'types that go round',
    'a.ts',
    `type A<T> = T extends A<infer U> ? A<U> : \`\${A<T>}${DEAD_URL}\`;\nenum E { A = E.B, B = "${DEAD_URL}" }\ndeclare const a: A<E>;\nfetch(a satisfies A<E> as never as string);\n`,
  ),
  text(
    'elements that are calls',
    'a.jsx',
    `const A = () => <A url="${DEAD_URL}" {...{ ...A }}>{fetch("${DEAD_URL}")}&#x0;</A>;\n`,
  ),
  text(
    'markers of every shape',
    'a.js',
    '// edge-sunset-todo firewall-rules 0123abcd: x\n// edge-sunset-todo\n/* edge-sunset-todo __proto__ zzzz */ // edge-sunset-todo firewall-rules\n',
  ),
  text(
    'comments that switch off',
    'a.sh',
    '# eslint-disable-next-line edge-sunset/no-firewall-rules, , __proto__ -- -- --\n# eslint-enable *\n# eslint-disable-line\n',
  ),
  text(
    'an address that looks like a command of a CI',
    'a.sh',
    `curl "${DEAD_URL}?x=%0A::error file=a::pwned" # ::stop-commands::\u001b[31m\n`,
  ),
  text(
    'an address that looks like a page',
    'a.html',
    `<a href="${DEAD_URL}?</script><img src=x onerror=alert(1)>">=cmd()|'x'</a><script>${CALL}</script>`,
  ),
  text(
    'a secret beside it',
    'a.sh',
    `curl -H "Authorization: Bearer {{call}} $\{{ secrets.X }}" https://user:pw@api.cloudflare.com/client/v4/zones/1/firewall/rules\n`,
  ),
];

/** Each level names the one below nine times: ten levels would be a billion texts. */
function growing(): string {
  return Array.from({ length: 10 }, (_, level) => {
    const [own, below] = ['bcdefghijk'.charAt(level), 'abcdefghij'.charAt(level)];
    return `${own}: &${own} [${Array(9).fill(`*${below}`).join(',')}]\n`;
  }).join('');
}

function doubling(): string {
  return Array.from({ length: 30 }, (_, index) => `const a${index + 1} = a${index} + a${index};\n`).join('');
}

export const HOSTILE_TEXTS: readonly HostileText[] = [
  ...CHARACTERS,
  ...LINES,
  ...BROKEN,
  ...DATA,
  ...PROGRAMS,
];

/** Texts whose size is the trouble; `scale` 1 is some tens of thousands of characters. */
export function largeTexts(scale: number): readonly HostileText[] {
  const many = (unit: string, count: number) => unit.repeat(Math.ceil(count * scale));
  return [
    text('one long line', 'a.js', `x = ["${DEAD_URL}"${many(`, "${DEAD_URL}"`, 500)}]`),
    text('only words that are looked for', 'a.sh', many('firewall/rules rate_limits ', 1_500)),
    text(
      'nearly what is looked for',
      'a.sh',
      many('https://api.cloudflare.com/client/v4/zones/firewall/rule ', 600),
    ),
    text('one letter', 'a.sh', `${DEAD_URL} ${many('a', 40_000)}`),
    text('one slash', 'a.md', `${DEAD_URL}${many('/', 40_000)}`),
    text('one per cent sign', 'a.http', `POST ${DEAD_URL}${many('%', 40_000)}`),
    text('one backslash', 'a.json', `{ "url": "${DEAD_URL}${many('\\\\', 20_000)}" }`),
    text('spaces before nothing', 'a.yml', `url: ${DEAD_URL}${many(' ', 40_000)}x`),
    text('quotes', 'a.py', `"${DEAD_URL}" ${many('"\'', 10_000)}`),
    text('brackets that open', 'a.tf', `resource "cloudflare_filter" "a" { ${many('{', 10_000)}`),
    text('dollars and braces', 'a.sh', `curl ${DEAD_URL}/${many('${a:-', 4_000)}`),
    text('a long sum', 'a.js', `fetch(${many(`"${DEAD_URL}" + `, 300)}"")`),
    text('many markers', 'a.sh', many('# edge-sunset-todo firewall-rules 0123abcd: x\n', 300)),
    text('many comments that switch off', 'a.sh', many('# eslint-disable-next-line\n', 1_000)),
    text('many calls', 'a.js', many(`${CALL}\n`, 200)),
    text('many fences', 'a.md', many(`\`\`\`sh\n${CURL}\n\`\`\`\n`, 150)),
    text('many expressions', 'a.js', many(`f('cf.threat_score gt 10 and ip.geoip.country eq "XX"');\n`, 200)),
  ];
}

/** Nested as deep as parsers of linters bear: what is deeper they refuse themselves. */
export function nestedTexts(depth: number): readonly HostileText[] {
  const nested = (open: string, close: string) => open.repeat(depth) + close.repeat(depth);
  return [
    text('deep lists', 'a.js', `fetch("${DEAD_URL}", ${nested('[', ']')})`),
    text('deep calls', 'a.js', `${'f('.repeat(depth)}"${DEAD_URL}"${')'.repeat(depth)}`),
    text('deep functions', 'a.js', `${'() => '.repeat(depth)}fetch("${DEAD_URL}")`),
    text('deep templates', 'a.js', `fetch(${'`${'.repeat(depth)}"${DEAD_URL}"${'}`'.repeat(depth)})`),
    text('deep members', 'a.js', `fetch("${DEAD_URL}")${'?.a'.repeat(depth)}`),
    text('deep elements', 'a.jsx', `x = ${'<a>'.repeat(depth)}{fetch("${DEAD_URL}")}${'</a>'.repeat(depth)}`),
    text('deep objects', 'a.json', `${'{"a":'.repeat(depth)}"${DEAD_URL}"${'}'.repeat(depth)}`),
    text(
      'deep mappings',
      'a.yml',
      `${Array.from({ length: Math.min(depth, 200) }, (_, level) => `${' '.repeat(level)}a:`).join('\n')} ${DEAD_URL}\n`,
    ),
    text('deep flow', 'a.yml', `a: ${'['.repeat(depth)}"${DEAD_URL}"${']'.repeat(depth)}`),
    text('deep quotations', 'a.md', `${'> '.repeat(Math.min(depth, 100))}\`\`\`sh\n${CURL}\n`),
    text(
      'deep blocks',
      'main.tf',
      `${'a {\n'.repeat(depth)}resource "cloudflare_filter" "x" {}\n${'}\n'.repeat(depth)}`,
    ),
    text('deep substitutions', 'a.sh', `echo ${'$('.repeat(depth)}${CURL}${')'.repeat(depth)}`),
  ];
}
