/**
 * Files that are built to exhaust a reader. The battery runs each beside a good file, as a process of its own. All
 * of them name the API, so that none is turned away unread.
 */
import { LANGUAGES } from '../../src/read/languages.js';
import { constructsOf, MARKUP } from './constructs.js';
import { DEAD_URL } from './dead-url.js';
import { mutatedSamples } from './mutations.js';
import { TREES } from './trees.js';

export interface BatteryCase {
  readonly name: string;
  readonly group: 'by-hand' | 'trees' | 'languages' | 'parsers' | 'named' | 'samples';
  /** Path of the hostile file, or of the configuration that makes it hostile. */
  readonly file: string;
  readonly content: () => string;
  readonly options?: readonly string[];
  /** The command that reads the file, where it is no scan. */
  readonly command?: readonly string[];
  /** Other files of the tree. */
  readonly beside?: Readonly<Record<string, string>>;
  /** More files than anybody lists, by their paths. */
  readonly tree?: () => Iterable<readonly [path: string, content: string]>;
}

const MEGABYTE = 1 << 20;
const CALL = `fetch("${DEAD_URL}", { method: "POST" });`;

/** Repeats a text until it has the size. */
function fill(unit: string, size: number): string {
  return unit.repeat(Math.ceil(size / unit.length));
}

/** Lines that differ by their number. */
function numbered(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('\n');
}

function file(name: string, path: string, content: () => string, ...options: readonly string[]): BatteryCase {
  return { name, group: 'by-hand', file: path, content, options };
}

const URL_LINE = `url = "${DEAD_URL}"\n`;

/** Eight megabytes of one thing: the largest file that is read by default. */
const LARGE: readonly BatteryCase[] = [
  file(
    'assignments to one name, 250 kB of Go',
    'a.go',
    () =>
      `package a\nfunc f() {\nurl := "${DEAD_URL}"\n${fill('url = url + "/x"\n', 250_000)}http.Get(url)\n}\n`,
  ),
  file(
    'assignments to one name, 8 MB of Go',
    'a.go',
    () =>
      `package a\nfunc f() {\nurl := "${DEAD_URL}"\n${fill('url = url + "/x"\n', 7.9 * MEGABYTE)}http.Get(url)\n}\n`,
  ),
  file(
    'assignments to one name, 8 MB of Python',
    'a.py',
    () => `${URL_LINE}${fill('url = "/firewall/rules"\n', 7.9 * MEGABYTE)}requests.get(url)\n`,
  ),
  file(
    'additions to one name, 8 MB of Python',
    'a.py',
    () => `${URL_LINE}${fill('url = url + "/zones"\n', 7.9 * MEGABYTE)}requests.get(url)\n`,
  ),
  ...['<!--', '<', '<script>', '<div>', '{{', '<script ', '</', '<a b="'].flatMap((unit) =>
    ['vue', 'html', 'svelte', 'astro'].map((ending) =>
      file(
        `8 MB of ${unit}, ${ending}`,
        `a.${ending}`,
        () => `<script>${CALL}</script>\n${fill(unit, 7.9 * MEGABYTE)}`,
      ),
    ),
  ),
  file('8 MB of nested <div>, Vue', 'a.vue', () => {
    const depth = Math.floor((7.9 * MEGABYTE) / 11);
    return `<script>${CALL}</script><template>${'<div>'.repeat(depth)}${'</div>'.repeat(depth)}</template>`;
  }),
  file('300,000 unclosed <script , Svelte', 'a.svelte', () => `${CALL}\n${'<script '.repeat(300_000)}`),
  ...['js', 'py', 'go', 'sh', 'rb', 'php'].map((ending) =>
    file(`one line of calls, 8 MB, ${ending}`, `a.${ending}`, () =>
      ending === 'sh'
        ? fill(`curl -X POST ${DEAD_URL}; `, 7.9 * MEGABYTE)
        : fill(ending === 'js' ? `${CALL} ` : `requests.post("${DEAD_URL}"); `, 7.9 * MEGABYTE),
    ),
  ),
  ...['js', 'py', 'sh'].map((ending) =>
    file(`lines of calls, 8 MB, ${ending}`, `a.${ending}`, () =>
      ending === 'sh'
        ? fill(`curl -X POST ${DEAD_URL}\n`, 7.9 * MEGABYTE)
        : fill(ending === 'js' ? `${CALL}\n` : `requests.post("${DEAD_URL}")\n`, 7.9 * MEGABYTE),
    ),
  ),
  file('8 MB of markers', 'a.sh', () =>
    fill('# edge-sunset-todo firewall-rules 0123abcd: x\n', 7.9 * MEGABYTE),
  ),
  file(
    '1 MB of markers and of calls',
    'a.sh',
    () =>
      `${fill('# edge-sunset-todo firewall-rules 0123abcd: x\n', MEGABYTE)}${fill(`curl -X POST ${DEAD_URL}\n`, MEGABYTE)}`,
  ),
  file('8 MB of suppressions', 'a.sh', () =>
    fill('# edge-sunset-ignore-next-line firewall-rules -- x\n', 7.9 * MEGABYTE),
  ),
  file('8 MB of suppressions without an entry', 'a.js', () =>
    fill('// edge-sunset-ignore-next-line\n', 7.9 * MEGABYTE),
  ),
  file(
    '8 MB of expressions, JSON',
    'a.json',
    () => `[${fill('"(cf.threat_score gt 10)",', 7.9 * MEGABYTE)}"(cf.threat_score gt 10)"]`,
  ),
  file('8 MB of expressions, YAML', 'a.yml', () => fill('- "(cf.threat_score gt 10)"\n', 7.9 * MEGABYTE)),
  file('8 MB of expressions, text', 'a.txt', () => fill('(cf.threat_score gt 10)\n', 7.9 * MEGABYTE)),
  file(
    'one expression of 8 MB',
    'a.json',
    () => `["${fill('cf.threat_score gt 10 or ', 7.9 * MEGABYTE)}cf.threat_score gt 10"]`,
  ),
  file(
    'one expression of 8 MB, nested',
    'a.js',
    () => `f("${'('.repeat(3_900_000)}cf.threat_score gt 10${')'.repeat(3_900_000)}");`,
  ),
  file('minified JavaScript, 8 MB', 'a.js', () => minified(7.9 * MEGABYTE)),
  file('minified JavaScript, 50 MB', 'a.js', () => minified(50 * MEGABYTE), '--max-file-size', '64M'),
  file(
    '50 MB of Python',
    'a.py',
    () => fill(`requests.post("${DEAD_URL}")\n`, 50 * MEGABYTE),
    '--max-file-size',
    '64M',
  ),
  file(
    '50 MB of JSON',
    'a.json',
    () => `[${fill(`{"url":"${DEAD_URL}","method":"POST"},`, 50 * MEGABYTE)}1]`,
    '--max-file-size',
    '64M',
  ),
  ...['js', 'py', 'go', 'php', 'rb', 'java', 'ps1'].map((ending) =>
    file(`a = a + a, 2,000 times, ${ending}`, `a.${ending}`, () => {
      const name = ending === 'php' || ending === 'ps1' ? '$a' : 'a';
      const join = ending === 'php' ? '.' : '+';
      const end = ending === 'py' || ending === 'rb' ? '' : ';';
      return `${name} = "${DEAD_URL}"${end}\n${`${name} = ${name} ${join} ${name}${end}\n`.repeat(2_000)}fetch(${name})${end}\n`;
    }),
  ),
  ...['js', 'py', 'go', 'java', 'cs', 'kt', 'rb'].map((ending) =>
    file(
      `a chain of 20,000 calls, ${ending}`,
      `a.${ending}`,
      () => `x = client${'.get("zones/0123/firewall/rules")'.repeat(20_000)};\n`,
    ),
  ),
  ...['js', 'py', 'go', 'java', 'cs', 'sh', 'php'].map((ending) =>
    file(`x = x + path, 20,000 times, ${ending}`, `a.${ending}`, () =>
      ending === 'sh'
        ? 'x="$x/zones/0123/firewall/rules"\n'.repeat(20_000)
        : `${ending === 'php' ? '<?php ' : ''}${(ending === 'php' ? '$x = $x . ' : 'x = x + ').concat('"/zones/0123/firewall/rules";\n').repeat(20_000)}`,
    ),
  ),
  file(
    'x.push(…) 20,000 times, JavaScript',
    'a.js',
    () => `const x = [];\n${`x.push("${DEAD_URL}");\n`.repeat(20_000)}for (const y of x) fetch(y);\n`,
  ),
  file(
    'x.push(…) 20,000 times in a function, JavaScript',
    'a.js',
    () =>
      `function f(x) {\n${`x.push("${DEAD_URL}");\n`.repeat(20_000)}return x.map((y) => fetch(y)); }\nf([]);\n`,
  ),
  file(
    '180,000 chained functions, JavaScript',
    'a.js',
    () => `fetch("${DEAD_URL}")${'.then((r) => r)'.repeat(180_000)};\n`,
  ),
  file(
    '180,000 functions that call the next, JavaScript',
    'a.js',
    () =>
      `${numbered(180_000, (at) => `const f${at} = (x) => f${at + 1}(x);`)}\nconst f180000 = (x) => fetch(x);\nf0("${DEAD_URL}");\n`,
  ),
  file('143,000 resources, HCL', 'main.tf', () =>
    numbered(143_000, (at) => `resource "cloudflare_filter" "f${at}" {}`),
  ),
  file('a heredoc label of 40 kB, HCL', 'main.tf', () => {
    const label = 'L'.repeat(40_000);
    return `resource "cloudflare_filter" "f" {\n  expression = <<${label}\nip.src eq 1\n${label}\n}\n`;
  }),
  ...['sh', 'rb', 'php', 'pl'].map((ending) =>
    file(`a heredoc label of 40 kB, ${ending}`, `a.${ending}`, () => {
      const label = 'L'.repeat(40_000);
      return `${ending === 'php' ? '<?php\n$x = <<<' : 'cat <<'}${label}\n${DEAD_URL}\n${label};\ncurl ${DEAD_URL}\n`;
    }),
  ),
  ...['sh', 'rb', 'php', 'pl', 'tf'].map((ending) =>
    file(
      `100,000 heredocs that never end, ${ending}`,
      `a.${ending}`,
      () =>
        `${ending === 'php' ? '<?php\n' : ''}x = "${DEAD_URL}"\n${numbered(100_000, (at) => `x = <<${ending === 'php' ? '<' : ''}E${at}`)}\n`,
    ),
  ),
  file(
    'a pattern that backtracks, replace',
    'a.js',
    () => `fetch("${DEAD_URL}/${'a'.repeat(60)}!".replace(/(a+)+$/, ""));\n`,
  ),
  file(
    'a pattern that backtracks, test',
    'a.js',
    () =>
      `const u = "${DEAD_URL}${'a'.repeat(60)}";\nif (/([a-z]+)+:x/.test(u)) fetch(u);\nfetch(/([a-z]+)+:x/.test(u) ? u : "x");\n`,
  ),
];

/** A program without line breaks, as a bundler leaves it. */
function minified(size: number): string {
  return `${CALL}${fill('var a=function(b,c){return b.d(c)?{e:1,f:"g"}:[b,c,h(b)]};', size)}${CALL}`;
}

/** Each construct of each language, nested and repeated. */
function fromDescriptions(): readonly BatteryCase[] {
  const tried = new Set<string>();
  return LANGUAGES.flatMap((language) => {
    // Languages that are described alike are tried once.
    const described = language.family.kind === 'structured' ? language.id : JSON.stringify(language.family);
    const key = MARKUP.has(language.id) ? language.id : described;
    if (tried.has(key)) return [];
    tried.add(key);
    return constructsOf(language).map(
      ({ what, path, content }): BatteryCase => ({
        name: `${language.id}: ${what}`,
        group: 'languages',
        file: path,
        content,
      }),
    );
  });
}

/** Damage and excess that every parser of ours is given. */
const SHAPES: readonly (readonly [string, () => string])[] = [
  ['nested lists', () => '['.repeat(100_000)],
  ['nested objects', () => '{"a":'.repeat(100_000)],
  ['one long text', () => `{"name":"${'a'.repeat(4_000_000)}"}`],
  ['100,000 keys', () => `{${numbered(100_000, (at) => `"k${at}":"1",`)}"z":1}`],
  ['nested dependencies', () => '{"dependencies":{"cloudflare":'.repeat(50_000)],
  ['quotes', () => '"'.repeat(1_000_000)],
  ['blank lines', () => '\n'.repeat(4_000_000)],
  ['spaces', () => `{ "name" ${' '.repeat(4_000_000)}: 1`],
  ['comments', () => '/*'.repeat(1_000_000)],
  ['lines of a lock file', () => '"cloudflare@^1", cloudflare@1:\n  version "1"\n'.repeat(50_000)],
  ['equals signs', () => 'cloudflare == == ==\n'.repeat(100_000)],
  [
    'aliases',
    () =>
      `a: &a [x,x]\n${numbered(25, (at) => `b${at}: &b${at} [${`*${at === 0 ? 'a' : `b${at - 1}`},`.repeat(9)}]`)}\n`,
  ],
];

/** What people write into a tree that parsers of ours read: manifests, lock files and configuration. */
function ownParsers(): readonly BatteryCase[] {
  const names = [
    'package.json',
    'package-lock.json',
    'yarn.lock',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'tsconfig.json',
    'jsconfig.json',
    'lerna.json',
    'go.mod',
    'requirements.txt',
    'pyproject.toml',
    'poetry.lock',
    'composer.json',
    'composer.lock',
    'Gemfile',
    'Gemfile.lock',
    '.terraform.lock.hcl',
    'versions.tf',
    'edge-sunset.config.json',
    'edge-sunset.config.yaml',
  ];
  const SCRIPT = `import Cloudflare from 'cloudflare';\nimport x from '@x/y';\n${CALL}\n`;
  return names.flatMap((name) =>
    SHAPES.map(
      ([what, content]): BatteryCase => ({
        name: `${name}: ${what}`,
        group: 'parsers',
        file: name,
        content,
        beside: {
          'a.js': SCRIPT,
          'a.py': 'import cloudflare\nCloudflare().firewall.rules.list()\n',
          'a.go': `import "github.com/cloudflare/cloudflare-go"\n`,
          'a.tf': 'resource "cloudflare_filter" "a" {}\n',
          'a.rb': "require 'cloudflare'\n# firewall/rules\n",
          'a.php': '<?php // cloudflare firewall/rules\n',
        },
      }),
    ),
  );
}

/** Files that the command line names. */
const NAMED: readonly (readonly [file: string, command: readonly string[]])[] = [
  ['catalogue.yaml', ['scan', '--catalogue', 'catalogue.yaml']],
  ['clients.yaml', ['scan', '--config', 'clients.yaml']],
  ['baseline.json', ['scan', '--baseline', 'baseline.json']],
  ['ruleset.json', ['ruleset', 'check', 'ruleset.json']],
  ['state.json', ['rehearse', '--isolate', 'never', '--no-scan', '--state', 'state.json', '--', 'true']],
  ['faults.json', ['rehearse', '--isolate', 'never', '--no-scan', '--faults', 'faults.json', '--', 'true']],
  [
    'exempt.json',
    [
      'compare',
      '--isolate',
      'never',
      '--before',
      '.',
      '--after',
      '.',
      '--exempt',
      'exempt.json',
      '--',
      'true',
    ],
  ],
];

function namedFiles(): readonly BatteryCase[] {
  return NAMED.flatMap(([name, command]) =>
    SHAPES.map(
      ([what, content]): BatteryCase => ({
        name: `${name}: ${what}`,
        group: 'named',
        file: name,
        content,
        command,
      }),
    ),
  );
}

export async function batteryCases(): Promise<readonly BatteryCase[]> {
  return [
    ...LARGE,
    ...TREES,
    ...fromDescriptions(),
    ...ownParsers(),
    ...namedFiles(),
    ...(await mutatedSamples()),
  ];
}
