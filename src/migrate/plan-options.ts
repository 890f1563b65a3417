/** What is asked of a plan, and what it is handed over as. */
import type { Catalogue } from '../catalogue/index.js';
import type { ComposedFile } from './compose/index.js';
import type { Codemod, Strategy } from './model.js';
import type { Cluster, PlannedFile, RootPlan } from './plan.js';

export interface PlanOptions {
  readonly codemods: readonly Codemod[];
  readonly catalogue: Catalogue;
  readonly now: string;
  readonly level: 'safe' | 'review';
  readonly markers: boolean;
  readonly strategies: ReadonlyMap<string, Strategy>;
  /** Whether the project's own TypeScript judges the result; `tell` runs nothing and says that it could. */
  readonly types: 'run' | 'tell' | 'off';
  /** Asks a person for each cluster and each comment, if there are any; without it all are wanted. */
  readonly choose?: ((clusters: readonly ClusterChoice[]) => Promise<Chosen>) | undefined;
}

export interface Chosen {
  readonly clusters: ReadonlySet<number>;
  /** Files that the person has edited by now: nothing that was planned for them holds. */
  readonly edited: ReadonlySet<string>;
}

/** One cluster as it is put to a person. */
export interface ClusterChoice {
  readonly cluster: Cluster;
  readonly files: readonly ComposedFile[];
}

/** The files as they are when only some clusters are carried out, and only what is open in some gets a comment. */
export type FilesWith = (
  clusters: ReadonlySet<number>,
  marked: ReadonlySet<number>,
) => readonly PlannedFile[];

export interface PlanInSteps {
  readonly plan: RootPlan;
  readonly filesWith: FilesWith;
}
