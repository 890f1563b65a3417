import { describe, expect, it } from 'vitest';
import { BASH_CASE, judgedWith, PYTHON, PYTHON_CASE, SAID, watched } from './covered.js';

describe('lines that run', () => {
  it('are told of Python, whose output is the same', () => {
    const { idle, ...said } = watched({ 'a.py': PYTHON }, 'python3 a.py');
    expect(said).toEqual(SAID);
    expect(idle['a.py']).toEqual([7, 8]);
  });

  it('are told of programs that others start', () => {
    const files = {
      'a.sh': 'python3 b.py\nnode c.cjs\n',
      'b.py': PYTHON.slice(0, -12),
      'c.cjs': 'told();\nfunction told() {}\n',
    };
    expect(Object.keys(watched(files, 'bash a.sh').idle).sort()).toEqual(['a.sh', 'b.py', 'c.cjs']);
  });

  it('leave the site module of the user where it is', () => {
    const files = { 'own/sitecustomize.py': 'print("own")\n', 'a.py': 'import sys\nprint(len(sys.argv))\n' };
    expect(watched(files, 'python3 a.py', { PYTHONPATH: 'own' }).stdout).toBe('own\n1\n');
  });

  it('are none of a program that looks at no environment', () => {
    expect(watched({ 'a.py': PYTHON }, 'python3 -I a.py')).toEqual({ ...SAID, idle: {} });
  });
});

describe('a doubt about code', () => {
  // That runs settle it where they reach it is shown with Node, whose runs are short.
  it.each([PYTHON_CASE, BASH_CASE])('of $name stays open where no run reaches it', async (one) => {
    expect(await judgedWith(one, [`${one.command} list`], ['wrong'])).toEqual([
      expect.stringMatching(/^not proven no run reached a\.\w+:\d+ .*count.*: add a --run that does$/),
    ]);
  });
});
