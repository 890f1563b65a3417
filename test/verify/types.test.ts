import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { verifyChange } from '../../src/cli/verify/change.js';
import { ioTo } from './answers.js';

const HOST = 'https://api.cloudflare.com/client/v4';
const OLD = `export async function off(zone: string): Promise<void> {
  await fetch(\`${HOST}/zones/${'${zone}'}/settings/brotli\`, { method: 'PATCH', body: JSON.stringify({ value: 'on' }) });
}
`;
const NEW = 'export async function off(_zone: string): Promise<void> {}\n';
const TYPES = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    module: 'esnext',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
  },
};

function tree(folder: string, text: string): string {
  const files = { 'tsconfig.json': JSON.stringify(TYPES), 'brotli.ts': text };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'));
  return folder;
}

async function judged(before: string, after: string, commands: readonly string[]) {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'edge-sunset-types-')));
  const change = {
    before: tree(join(folder, 'before'), before),
    after: tree(join(folder, 'after'), after),
    unit: null,
    commands,
    decided: new Map<string, string>(),
    allowed: new Set<string>(),
    now: '2026-11-21',
  };
  const { result } = await verifyChange(change, ioTo(folder));
  const [unit] = result.units;
  return {
    refuted: unit?.refutations.map(({ what }) => what).join(' ') ?? '',
    named: unit?.differences.map(({ name }) => name) ?? [],
  };
}

const WRONG = 'export const count: number = "one";\n';

describe('types of a change', () => {
  it('a new type error refutes it', async () => {
    const { refuted } = await judged(OLD, NEW + WRONG, ['true']);
    expect(refuted).toContain('a new type error');
  });

  it('one that was there before does not, and that nothing can be said is named', async () => {
    const { refuted, named } = await judged(OLD + WRONG, NEW + WRONG, ['true']);
    expect(refuted).not.toContain('type error');
    expect(named).toContain('types-not-checked');
  });

  it('nothing of the project runs without a run', async () => {
    const { refuted, named } = await judged(OLD, NEW + WRONG, []);
    expect(refuted).not.toContain('type error');
    expect(named).toContain('types-not-checked');
  });
});
