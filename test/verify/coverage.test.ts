import { describe, expect, it } from 'vitest';
import { Exercised, idlePlaces, unwatchedFiles } from '../../src/verify/check/idle-lines.js';
import { judgedWith, SAID, SCRIPT_CASE, watched } from './covered.js';

const SCRIPT = `function told(x) {
  if (x) return 'yes';
  return (
    'no'
  );
}
console.log(told(process.argv.length));
console.error('end');
process.exit(3);
`;
const BASH = `set -eu
told() {
  if [[ -n $1 ]]; then
    echo yes
  else
    # nothing
    printf '%s\\n' \\
      no
  fi
}
told "$0"
echo end >&2
exit 3
`;

describe('lines that run', () => {
  it('are told of Node, also where a process ends itself', () => {
    const { idle, ...said } = watched({ 'a.cjs': SCRIPT }, 'node a.cjs');
    expect(said).toEqual(SAID);
    expect(idle['a.cjs']).toEqual([3, 4]);
  });

  it('are told of bash, and of no script that traces itself', () => {
    const { idle, ...said } = watched({ 'a.sh': BASH }, 'bash a.sh');
    expect(said).toEqual(SAID);
    expect(idle['a.sh']).toEqual([7]);
    const traced = watched({ 'a.sh': `set -x\n${BASH}` }, 'bash a.sh');
    expect(traced).toMatchObject({ stdout: 'yes\n', status: 3, idle: {} });
    expect(traced.stderr).toContain('+ echo yes');
  });
});

const noted = (path: string, can: readonly number[], ran: readonly number[]) => [
  { path, can: new Set(can), ran: new Set(ran) },
];

describe('lines of a change that did not run', () => {
  const before = 'start()\nif few:\n    tell()\n    say(1)\nend()';
  const change = { path: 'a.py', before, after: before.replace('say(1)', 'say(2)') };
  const places = (ran: readonly number[], after = change.after) => {
    const exercised = new Exercised();
    exercised.before.add(noted('a.py', [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]));
    exercised.after.add(noted('a.py', [1, 2, 3, 4, 5], ran));
    return idlePlaces([{ ...change, after }], exercised);
  };

  it('are told with what decides about them', () => {
    expect(places([1, 2, 5])).toEqual(['a.py:3-4 (behind "if few:")']);
    expect(places([1, 2, 3, 4, 5])).toEqual([]);
  });

  it('are none that the change leaves as they were, and none that only fail', () => {
    expect(places([1, 2, 3, 4])).toEqual([]);
    expect(places([1, 2, 3, 5], before.replace('say(1)', 'raise Missing(1)'))).toEqual([]);
  });

  it('are not known of files that nobody watched', () => {
    expect(unwatchedFiles([change, { ...change, path: 'a.json' }], new Exercised())).toEqual(['a.py']);
    expect(idlePlaces([change], new Exercised())).toEqual([]);
  });
});

describe('a doubt about code', () => {
  it('is settled by runs where they reach it, and said to be open where none does', async () => {
    const { command } = SCRIPT_CASE;
    const unreached = expect.stringMatching(
      /^not proven no run reached a\.mjs:\d+ .*count.*: add a --run that does$/,
    );
    expect(await judgedWith(SCRIPT_CASE, [`${command} list`])).toEqual([unreached, unreached]);
    expect(await judgedWith(SCRIPT_CASE, [`${command} list`, `${command} count`])).toEqual([
      'accepted ',
      'refuted ',
    ]);
  });
});
