import { describe, expect, it } from 'vitest';
import { HAND_CALL, projectOf, SAFE_CALL } from '../migrate/project.js';

const ZONE = 'const zone = process.env.ZONE;\n';

describe('explain, of a place', () => {
  it('prints the finding, its evidence and what migrate would do', async () => {
    const project = projectOf({ 'a.mjs': ZONE + SAFE_CALL });
    const { code, stdout } = await project.run('explain', 'a.mjs:2');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^a\.mjs:2:\d+ {2}[\w-]+ {2}\(exact\)\n {2}'/);
    expect(stdout).toContain('because the URL names the host');
    expect(stdout).toContain('migrate: in-place, safe;');
    expect(stdout).toContain('more: npx edge-sunset explain ');
  });

  it('takes a column too, and says what a person has to do', async () => {
    const project = projectOf({ 'a.mjs': ZONE + HAND_CALL });
    const { code, stdout } = await project.run('explain', 'a.mjs:2:9');
    expect(code).toBe(0);
    expect(stdout).toContain('migrate: manual;');
  });

  it('names the lines that something was found on', async () => {
    const project = projectOf({ 'a.mjs': ZONE + SAFE_CALL });
    const { code, stdout, stderr } = await project.run('explain', 'a.mjs:1');
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('no retired call was found on line 1 of a.mjs, but on 2.');
  });

  it('says that nothing was found in the file', async () => {
    const { code, stderr } = await projectOf({ 'a.mjs': ZONE }).run('explain', 'a.mjs:1');
    expect(code).toBe(2);
    expect(stderr).toContain('no retired call was found in a.mjs.');
  });

  it('takes what names no file for an entry', async () => {
    const { code, stderr } = await projectOf({}).run('explain', 'b.mjs:1');
    expect(code).toBe(2);
    expect(stderr).toContain('"b.mjs:1"');
  });
});
