import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { edgeSunset, folderOf } from '../cli/command-line.js';
import { HOST, SAFE_CALL } from '../migrate/project.js';
import { output, projectWith } from '../package/packed.js';

const SCRIPT = join(import.meta.dirname, 'neovim.lua');

/** Files with one call that may be rewritten safely. */
const FILES: Readonly<Record<string, string>> = {
  'a.mjs': `const zone = process.env.ZONE;\n${SAFE_CALL}`,
  'a.py': `import requests\n\nscripts = requests.get("${HOST}/zones/1/script_monitor/scripts")\n`,
  'a.sh': `#!/bin/sh\ncurl "${HOST}/zones/1/script_monitor/scripts" -H "Authorization: Bearer $TOKEN"\n`,
};

describe('Neovim', () => {
  it('shows the problems of the packed server, and its rewrite is what migrate writes', async () => {
    const main = join(projectWith(inject('tarball')), 'node_modules/edge-sunset/dist/cli/main.js');
    for (const [name, text] of Object.entries(FILES)) {
      const cwd = folderOf({ [name]: text });
      const [file, seen] = [join(cwd, name), join(folderOf({}), 'seen.json')];
      output(
        cwd,
        'env',
        `EDITED_FILE=${file}`,
        `SERVER_MAIN=${main}`,
        `SEEN_FILE=${seen}`,
        ...['nvim', '--headless', '--clean', '-n', '-c', `luafile ${SCRIPT}`],
      );
      const problems = JSON.parse(readFileSync(seen, 'utf8')) as { line: number; message: string }[];
      expect(problems).toHaveLength(1);
      expect(problems[0]?.message).toContain('reached end of life on 2022-10-11');
      const other = folderOf({ [name]: text });
      await edgeSunset(['migrate', '--write', '--no-markers', '--allow-dirty'], { cwd: other });
      const migrated = readFileSync(join(other, name), 'utf8');
      expect(migrated).not.toBe(text);
      expect(readFileSync(file, 'utf8')).toBe(migrated);
    }
  });
});
