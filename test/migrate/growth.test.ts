/** Work on long lists of edits, counted: four times the edits are at most five times the comparisons. */
import { describe, expect, it } from 'vitest';
import { joined, partsOf } from '../../src/migrate/clean-up/parts.js';
import { settle } from '../../src/migrate/compose/conflicts.js';
import type { Cluster } from '../../src/migrate/plan.js';
import { documentsOf } from '../../src/migrate/yaml-documents.js';
import { HAND_CALL, planWith } from './project.js';

let comparisons = 0;

/** A number that counts how often it is compared. */
function counted(value: number): number {
  const number = {
    valueOf() {
      comparisons++;
      return value;
    },
  };
  return number as unknown as number;
}

function costOf(work: () => unknown): number {
  comparisons = 0;
  work();
  return comparisons;
}

function clustersOf(count: number, file: (index: number) => string): readonly Cluster[] {
  return Array.from({ length: count }, (_, index) => {
    const edits = [
      { file: file(index), start: counted(10 * index), end: counted(10 * index + 5), text: 'new' },
    ];
    const member = { verdict: { strategy: 'in-place', edits } };
    return { id: index + 1, members: [member], level: 'safe' } as unknown as Cluster;
  });
}

function removals(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    start: counted(10 * index),
    end: counted(10 * index + 5),
    text: '',
  }));
}

const WORKS: Readonly<Record<string, (count: number) => unknown>> = {
  'edits of one file that may be in conflict': (count) => settle(clustersOf(count, () => 'a.js')),
  'edits of many files that may be in conflict': (count) =>
    settle(clustersOf(count, (at) => `${at >> 1}.js`)),
  'edits inside of others': (count) => joined(removals(count), removals(count)),
  'questions of what goes': (count) => {
    const { goes, mayGo } = partsOf(removals(count), [], [10 * count + 20]);
    for (let at = 0; at < count; at++) if (!goes(10 * at)) mayGo(10 * at, 10 * at + 9);
    for (let at = 0; at < count; at++) mayGo(10 * at + 6, 10 * at + 8);
  },
};

it.each(Object.entries(WORKS))('%s', (_, work) => {
  const few = costOf(() => work(1_000));
  expect(few).toBeGreaterThan(0);
  expect(costOf(() => work(4_000))).toBeLessThan(5 * few);
});

describe('which edits stand', () => {
  const cluster = (id: number, ...edits: readonly (readonly [number, number, string])[]) =>
    ({
      id,
      members: [
        {
          verdict: {
            strategy: 'in-place',
            edits: edits.map(([start, end, text]) => ({ file: 'a.js', start, end, text })),
          },
        },
      ],
    }) as unknown as Cluster;
  const standing = (...clusters: readonly Cluster[]) => {
    const { edits, lost } = settle(clusters);
    return [edits.map(({ start, end, cluster: id }) => [start, end, id]), [...lost.keys()]];
  };

  it('those that a larger removal takes out go with it', () => {
    expect(standing(cluster(1, [10, 12, 'a'], [30, 31, 'b']), cluster(2, [8, 14, '']))).toEqual([
      [
        [30, 31, 1],
        [8, 14, 2],
      ],
      [],
    ]);
  });

  it('those inside of a call that the same cluster writes anew go with it', () => {
    const text = 'put(rule.filter.id, expression);';
    const renamed = [8, 16, '.'] as const;
    const kept = (...clusters: readonly Cluster[]) => {
      const { edits, lost } = settle(clusters, { file: () => ({ text }) });
      return [edits.map(({ start, end, cluster: id }) => [start, end, id]), [...lost.keys()]];
    };
    expect(kept(cluster(1, renamed, [0, 31, 'update(rule.id)']))).toEqual([[[0, 31, 1]], []]);
    expect(kept(cluster(1, [0, 31, 'update(rule.id)'], renamed))).toEqual([[[0, 31, 1]], []]);
    // The old words are still there, or somebody else wrote the call.
    expect(kept(cluster(1, renamed, [0, 31, 'update(rule.filter.id)']))).toEqual([[], [1]]);
    expect(kept(cluster(1, renamed), cluster(2, [0, 31, 'update(rule.id)']))).toEqual([[[8, 16, 1]], [2]]);
  });

  it('a cluster that loses leaves all as it was', () => {
    const first = cluster(1, [10, 12, 'a'], [20, 22, 'b']);
    expect(standing(first, cluster(2, [0, 5, 'c'], [9, 15, ''], [21, 23, 'd']))).toEqual([
      [
        [10, 12, 1],
        [20, 22, 1],
      ],
      [2],
    ]);
    expect(standing(first, cluster(2, [9, 15, ''], [21, 23, 'd']), cluster(3, [10, 12, 'a']))).toEqual([
      [
        [10, 12, 1],
        [20, 22, 1],
      ],
      [2],
    ]);
  });

  it('insertions at the ends of an edit are beside it', () => {
    expect(standing(cluster(1, [10, 12, 'a']), cluster(2, [10, 10, 'b'], [12, 12, 'c']))[1]).toEqual([]);
    expect(standing(cluster(1, [10, 12, 'a']), cluster(2, [11, 11, 'b']))[1]).toEqual([2]);
  });
});

it('a second run reads large files together only if calls reach from one into the other', async () => {
  const asked: (readonly string[])[] = [];
  // Without a comment to another tool nothing would be run: only markers are new.
  const told = '/* eslint-env es6 */\n';
  const large = told + `// ${'x'.repeat(66)}\n`.repeat(1000);
  const files = {
    'a.mjs': `${large}export const path = 'analytics/dashboard';\n${HAND_CALL}`,
    'b.mjs': large + HAND_CALL,
    'c.mjs': `${told}import { send } from './d.mjs';\nsend('analytics/dashboard');\n`,
    'd.mjs':
      'export const send = (path) => fetch(`https://api.cloudflare.com/client/v4/zones/${zone}/${path}`);\n',
    'e.mjs': told + HAND_CALL,
  };
  const { gates } = await planWith(files, [], {}, (material) => ({
    ...material,
    again: (paths, texts) => {
      asked.push(paths);
      return material.again(paths, texts);
    },
  }));
  expect(gates.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  // To look at small files one by one would cost more than to read them.
  expect(asked).toEqual([['a.mjs'], ['b.mjs'], ['c.mjs', 'd.mjs', 'e.mjs']]);
});

it('a file of YAML is parsed once for all its sites', () => {
  let readings = 0;
  const file = {
    path: 'a.yaml',
    language: 'yaml',
    get text() {
      readings++;
      return 'resources: {}\n';
    },
  };
  const first = documentsOf(file);
  expect(documentsOf(file)).toBe(first);
  expect(readings).toBe(1);
  expect(documentsOf({ ...file })).not.toBe(first);
});
