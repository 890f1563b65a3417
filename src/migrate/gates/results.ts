/** What is told of the gates: which passed, which could not be asked, what they refused. */
import type { Composition } from '../compose/index.js';
import type { GateName, GateResult } from '../plan.js';
import type { TypeVerdict } from './types.js';

/** What a gate said of a cluster that it refused. */
export interface RejectedCluster {
  readonly gate: GateName;
  readonly detail: string;
}

const ALWAYS: readonly GateName[] = ['parse', 'overlap', 'bytes', 'rerun'];

/** `refused` by the id of the cluster. */
export function gateResults(
  { files }: Composition,
  types: TypeVerdict | null,
  refused: ReadonlyMap<number, RejectedCluster>,
): readonly GateResult[] {
  const failed = [...refused.values()].map(
    ({ gate, detail }): GateResult => ({ gate, outcome: 'failed', detail }),
  );
  const named = new Set(failed.map(({ gate }) => gate));
  const passed = files.size === 0 ? [] : ALWAYS.filter((gate) => !named.has(gate));
  const detail = `${files.size} ${files.size === 1 ? 'file' : 'files'}`;
  return [
    ...passed.map((gate): GateResult => ({ gate, outcome: 'passed', detail })),
    ...(types === null || types.outcome === 'failed' || named.has('types')
      ? []
      : [{ gate: 'types', outcome: types.outcome, detail: types.detail } as const]),
    ...failed,
  ];
}
