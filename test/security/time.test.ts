/** Files that are made to be slow to read: what the time of a scan and of a plan may grow with is the size of the tree. */
import { describe, expect, it } from 'vitest';
import { DEAD_CALL, edgeSunset, folderOf } from '../cli/command-line.js';
import { repository, write } from '../scan/walk/trees.js';

const SIZE = 150_000;
/** What takes a minute and more if it grows with the square of the size. */
const MOST_SECONDS = 8;
const URL = 'https://api.cloudflare.com/client/v4/zones/1/firewall/rules';
const REMOVED = `await fetch('https://api.cloudflare.com/client/v4/zones/1/settings/minify', { method: 'PATCH' });\n`;
const many = (text: string) => text.repeat(SIZE / text.length);

/** A package in which weak words make candidates of what stands near the API. */
const large = Object.fromEntries(
  Array.from({ length: 2_000 }, (_, at) => [
    `w${at}.js`,
    `export const locked = ${at}, minify = 1, members = 2;\n`,
  ]),
);

const TREES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'blanks in front of a call that is removed': { 'a.mjs': `/*${many(' ')}x*/ ${REMOVED}${REMOVED}` },
  'blanks in a suppression': { 'a.mjs': `// edge-sunset-ignore-next-line minify${many(' ')}x\n${REMOVED}` },
  'dots in the name of an interpreter': { tool: `#!/usr/bin/${many('.')}x\ncurl ${URL}\n` },
  'dots behind an address': { 'a.md': `\`${URL}${'.'.repeat(60)}x\`` },
  'comments that nothing closes': { 'a.html': `<script>${DEAD_CALL}</script>${many('<!--')}` },
  'scripts that nothing closes': { 'a.vue': `<script>${DEAD_CALL}</script>${many('<script>')}` },
  'tags of scripts that nothing ends': { 'a.vue': `<script>${DEAD_CALL}</script>${many('<script ')}` },
  'fences that nothing closes': { 'a.mdx': `${DEAD_CALL}\n${many('````\n```\n')}` },
  'exports of nothing': {
    'a.mjs': `/*${many('export ')}*/\nexport const f = (path) => fetch(\`https://api.cloudflare.com/client/v4\${path}\`);\n`,
    'b.mjs': `/*${many('export ')}*/\nimport { f } from './a.mjs';\nf('/zones/1/firewall/rules');\n`,
  },
  'blanks behind an import': {
    ...large,
    'package.json': '{"dependencies":{"cloudflare":"1"}}',
    'api.js': DEAD_CALL,
    'z.js': `import${many(' ')}\nlocked minify members\nimport api from './api';\n`,
  },
  'comments in what may be recorded traffic': { 'a.yml': `${'# '.repeat(40)}x\nrun: curl ${URL}\n` },
  'blank lines behind a request': { 'a.http': `GET ${URL}\n${many('\n')}x\n` },
  'blanks behind a Python import': { 'a.py': `from${many('\t')}\nimport requests\nrequests.get("${URL}")\n` },
};

describe('takes no time beyond its size', () => {
  it.each(Object.keys(TREES))('%s', async (name) => {
    const cwd = folderOf(TREES[name] ?? {});
    expect(await secondsOf(['scan'], cwd)).toBeLessThan(MOST_SECONDS);
    expect(await secondsOf(['migrate', '--level', 'review'], cwd)).toBeLessThan(MOST_SECONDS);
  });

  it('blank lines in the configuration of the repository', async () => {
    const cwd = repository({ 'a.mjs': DEAD_CALL });
    write(cwd, { '.git/config': '\n'.repeat(60_000) });
    expect(await secondsOf(['scan'], cwd)).toBeLessThan(MOST_SECONDS);
  });
});

/** Of the processor. */
async function secondsOf(argv: readonly string[], cwd: string): Promise<number> {
  const before = process.cpuUsage();
  const { code, stderr } = await edgeSunset(argv, { cwd });
  const { user, system } = process.cpuUsage(before);
  expect([0, 1, 3], stderr).toContain(code);
  return (user + system) / 1e6;
}
