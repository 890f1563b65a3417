import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dropUnreachable } from '../../scripts/build/declarations.js';
import { folderOf } from '../cli/command-line.js';

describe('the declarations of the package', () => {
  it('are those that the faces lead to', () => {
    const folder = folderOf({
      'face.d.ts': "export { type Kept as Given } from './parts/index.js';\nexport * from './all.js';\n",
      'all.d.ts': 'export interface Whole {\n    readonly one: string;\n}\n',
      'parts/index.d.ts':
        "export * from './starred.js';\nexport { type Kept, type Other } from './kept.js';\n",
      'parts/starred.d.ts': 'export type Used = 1;\nexport declare function inside(file: Buffer): void;\n',
      'parts/kept.d.ts':
        "import type { Used } from './index.js';\nimport type { Far } from './far.js';\n/** What is given. */\nexport interface Kept {\n    readonly used: Used;\n}\nexport type Other = Far;\n",
      'parts/far.d.ts': 'export type Far = NodeJS.ProcessEnv;\n',
    });
    dropUnreachable(folder, ['face.d.ts']);
    const text = (path: string) => readFileSync(join(folder, path), 'utf8');
    expect(text('face.d.ts')).toBe(
      "export { type Kept as Given } from './parts/index.js';\nexport * from './all.js';\n",
    );
    expect(text('all.d.ts')).toContain('interface Whole');
    expect(text('parts/index.d.ts')).toBe(
      "export * from './starred.js';\nexport { type Kept } from './kept.js';\n",
    );
    expect(text('parts/starred.d.ts')).toBe('export type Used = 1;\n');
    expect(text('parts/kept.d.ts')).toBe(
      "import type { Used } from './index.js';\n/** What is given. */\nexport interface Kept {\n    readonly used: Used;\n}\n",
    );
    expect(existsSync(join(folder, 'parts/far.d.ts'))).toBe(false);
  });
});
