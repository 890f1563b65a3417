/**
 * What the preset of the ESLint plugin adds to linting whole trees, against a scan of the same: CPU of whole processes in
 * turns, of ESLint with the preset and with as many rules that do nothing.
 *
 *     npm run build && npx tsx bench/eslint-trees.ts FOLDER …
 *
 * Prints rows for bench/eslint.md. Each folder is a git repository.
 */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as tsParser from '@typescript-eslint/parser';
import { Linter, type Rule } from 'eslint';
import plugin from '../rules/index.js';
import { compare } from './measure.js';
import { scriptsIn } from './real/side-by-side.js';

const IDLE: Rule.RuleModule = { meta: { schema: [] }, create: () => ({}) };

function lint(root: string, isIdle: boolean): void {
  const rules = Object.entries(plugin.rules).filter(([, { meta }]) => meta.docs.recommended);
  const linter = new Linter({ cwd: root });
  const config: Linter.Config[] = [
    {
      files: ['**/*'],
      languageOptions: { parser: tsParser, parserOptions: { ecmaFeatures: { jsx: true } } },
      plugins: {
        own: { rules: Object.fromEntries(rules.map(([name, rule]) => [name, isIdle ? IDLE : rule])) },
      },
      rules: Object.fromEntries(rules.map(([name]) => [`own/${name}`, 'error'])),
    },
  ];
  let messages = 0;
  for (const path of scriptsIn(root))
    messages += linter.verify(readFileSync(path, 'utf8'), config, { filename: path }).length;
  process.stdout.write(`${messages} messages\n`);
}

const [first = '', ...rest] = process.argv.slice(2);
if (first === 'preset' || first === 'idle') lint(rest[0] ?? '', first === 'idle');
else {
  for (const root of [first, ...rest]) {
    const own = [process.execPath, '--import', 'tsx', import.meta.filename];
    const [scan, preset, idle] = compare(
      [
        {
          name: 'scan',
          command: [
            process.execPath,
            join(import.meta.dirname, '../dist/cli/main.js'),
            'scan',
            root,
            '--no-config',
            '--format',
            'json',
          ],
        },
        { name: 'preset', command: [...own, 'preset', root] },
        { name: 'idle', command: [...own, 'idle', root] },
      ],
      join(import.meta.dirname, '..'),
      1,
      tmpdir(),
    ).map(({ cpu }) => cpu / 1000);
    const added = (preset ?? 0) - (idle ?? 0);
    const cells = [basename(root), scan, idle, added, added / (scan ?? 1)].map((cell) =>
      typeof cell === 'number' ? cell.toFixed(2) : cell,
    );
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
  }
}
