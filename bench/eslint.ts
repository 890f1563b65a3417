/**
 * What the plugin costs. A tree of TypeScript files without anything to report is linted by ESLint with the whole
 * preset and with `eqeqeq`, and the time inside the rules is measured by wrapping them, as ESLint's own TIMING
 * does. What the clock itself costs, which is read twice for every rule, is measured with as many rules that do
 * nothing, and taken off. Every file counts with its best of a few rounds, in which the four take turns, so that
 * other programs of the machine disturb all of them alike. The very first round, in which everything is loaded and
 * nothing is compiled yet, is told by itself. Then files with hits, and files that are imported: what the first
 * look at one takes beyond the next. Figures go to stdout as Markdown; a bar that is not kept makes the exit code 1.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import * as tsParser from '@typescript-eslint/parser';
import { Linter, type Rule } from 'eslint';
import { builtinRules } from 'eslint/use-at-your-own-risk';
import plugin from '../rules/index.js';
import { builtinSamples } from '../src/catalogue/index.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const FILES = 1_000;
const LARGEST = 60_000;
const ROUNDS = 3;
const IMPORTED = 10;

interface Source {
  readonly path: string;
  readonly text: string;
}

/** TypeScript of installed packages that do not speak of the API: real code of many sizes. */
function cleanTree(most = FILES, smallest = 500, largest = LARGEST): Source[] {
  const modules = join(ROOT, 'node_modules');
  const sources: Source[] = [];
  for (const name of readdirSync(modules, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.[cm]?ts$/.test(name) || /cloudflare|edge-sunset/.test(name)) continue;
    const text = readFileSync(join(modules, name), 'utf8');
    if (text.length > smallest && text.length < largest)
      sources.push({ path: `src/${name.replaceAll('node_modules', 'lib')}`, text });
    if (sources.length === most) return sources;
  }
  throw new Error(`only ${sources.length} files of TypeScript are installed`);
}

interface Clock {
  inside: number;
}

/** The same rule, with a clock around everything that ESLint calls in it. */
function timed(rule: Rule.RuleModule, clock: Clock): Rule.RuleModule {
  const around =
    <A extends readonly unknown[], R>(run: (...args: A) => R) =>
    (...args: A): R => {
      const started = performance.now();
      try {
        return run(...args);
      } finally {
        clock.inside += performance.now() - started;
      }
    };
  return {
    ...rule,
    create: (context) => {
      const listeners = around(() => rule.create(context))();
      return Object.fromEntries(
        Object.entries(listeners).map(([name, listener]) => [
          name,
          typeof listener === 'function' ? around(listener as (...args: unknown[]) => void) : listener,
        ]),
      );
    },
  };
}

function configOf(rules: Readonly<Record<string, Rule.RuleModule>>, clock: Clock): Linter.Config[] {
  const wrapped = Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, timed(rule, clock)]));
  return [
    {
      files: ['**/*.ts'],
      languageOptions: { parser: tsParser },
      plugins: { timed: { rules: wrapped } },
      rules: Object.fromEntries(Object.keys(rules).map((name) => [`timed/${name}`, 'error'])),
    },
  ];
}

interface Cost {
  /** Milliseconds in the rules and in all. */
  readonly inside: number;
  readonly total: number;
}

type Rules = Readonly<Record<string, Rule.RuleModule>>;

/** What each file costs. */
function measure(sources: readonly Source[], rules: Rules, root = ROOT): Cost[] {
  const clock: Clock = { inside: 0 };
  const config = configOf(rules, clock);
  const linter = new Linter({ cwd: root });
  return sources.map(({ path, text }) => {
    clock.inside = 0;
    const started = performance.now();
    linter.verify(text, config, { filename: join(root, path) });
    return { inside: clock.inside, total: performance.now() - started };
  });
}

/**
 * Milliseconds that the first look at an imported file, of nearly the largest size that is looked at, takes beyond
 * the second: of some versions of it the best.
 */
function importedCosts(): number[] {
  const root = mkdtempSync(join(tmpdir(), 'edge-sunset-bench-'));
  try {
    return cleanTree(IMPORTED, 40_000, 48_000).map(({ text }, index) => {
      const code = `import { base } from './lib-${index}.js';\nexport const run = (id) => fetch(\`\${base}/accounts/\${id}/tunnels\`, { method: 'POST' });\n`;
      const look = () => sum(measure([{ path: 'main.ts', text: code }], recommended, root)).inside;
      const versions = Array.from({ length: ROUNDS + 2 }, (_, version) => {
        const base = `export const base = 'https://api.cloudflare.com/client/v4';${' '.repeat(version)}\n`;
        writeFileSync(join(root, `lib-${index}.ts`), base + text);
        return look() - look();
      });
      return Math.min(...versions);
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function sum(costs: readonly Cost[]): Cost {
  return costs.reduce((a, b) => ({ inside: a.inside + b.inside, total: a.total + b.total }));
}

/** Of every file the round in which the rules took least. */
function best(rounds: readonly (readonly Cost[])[]): Cost {
  const [first = [], ...others] = rounds;
  return sum(
    first.map((cost, file) =>
      others.reduce(
        (least, { [file]: other = least }) => (other.inside < least.inside ? other : least),
        cost,
      ),
    ),
  );
}

/** The clock's own time taken off. */
function less({ inside, total }: Cost, clockOnly: Cost): Cost {
  return { inside: inside - clockOnly.inside, total: total - clockOnly.inside };
}

const recommended = Object.fromEntries(
  Object.entries(plugin.rules).filter(([, { meta }]) => meta.docs.recommended),
);
const eqeqeq = builtinRules.get('eqeqeq');
if (eqeqeq === undefined) throw new Error('ESLint has no rule eqeqeq');

const idle: Rule.RuleModule = { meta: { schema: [] }, create: () => ({}) };
const idleRules = Object.fromEntries(Object.keys(recommended).map((name) => [name, idle]));

const clean = cleanTree();
const first = sum(measure(clean, recommended));
const ours: Cost[][] = [];
const theirs: Cost[][] = [];
const nothing: Cost[][] = [];
const one: Cost[][] = [];
for (let round = 0; round < ROUNDS; round++) {
  ours.push(measure(clean, recommended));
  theirs.push(measure(clean, { eqeqeq }));
  nothing.push(measure(clean, idleRules));
  one.push(measure(clean, { idle }));
}
const hits = (await builtinSamples())
  .flatMap(({ match }) => match)
  .filter(({ language }) => language === 'typescript' || language === 'javascript')
  .map(({ code }, index) => ({ path: `src/sample-${index}.ts`, text: code }));
measure(hits, recommended);
const withHits = best(Array.from({ length: ROUNDS }, () => measure(hits, recommended)));

const fresh = less(first, best(nothing));
const imported = importedCosts().sort((a, b) => a - b);
const median = imported[Math.floor(imported.length / 2)] ?? 0;

const preset = less(best(ours), best(nothing));
const rule = less(best(theirs), best(one));
const perFile = preset.inside / clean.length;
const size = clean.reduce((sum, { text }) => sum + text.length, 0);
const rows = [
  [
    'share of ESLint’s time',
    `${((100 * preset.inside) / preset.total).toFixed(2)} %`,
    '1 %',
    preset.inside / preset.total <= 0.01,
  ],
  ['per file without hits', `${perFile.toFixed(4)} ms`, '0.05 ms', perFile <= 0.05],
  ['times eqeqeq', (preset.inside / rule.inside).toFixed(2), '3', preset.inside <= 3 * rule.inside],
  [
    'share of ESLint’s time in the first round',
    `${((100 * fresh.inside) / fresh.total).toFixed(2)} %`,
    '1 %',
    fresh.inside / fresh.total <= 0.01,
  ],
  [
    'per file with hits',
    `${(withHits.inside / hits.length).toFixed(3)} ms`,
    '1 ms',
    withHits.inside <= hits.length,
  ],
  ['per imported file of 40 to 48 kB, once', `${median.toFixed(2)} ms`, '5 ms', median <= 5],
] as const;
process.stdout.write(
  [
    `${clean.length} TypeScript files without hits, ${(size / 1e6).toFixed(1)} MB; ${hits.length} files with hits; each the best of ${ROUNDS} rounds; Node ${process.versions.node}.`,
    '',
    '| What | Measured | At most | Kept |',
    '| --- | --- | --- | --- |',
    ...rows.map(
      ([what, measured, most, kept]) => `| ${what} | ${measured} | ${most} | ${kept ? 'yes' : 'no'} |`,
    ),
    '',
  ].join('\n'),
);
process.exitCode = rows.every(([, , , kept]) => kept) ? 0 : 1;
