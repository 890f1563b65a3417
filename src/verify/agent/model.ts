/** What a run with an agent is made of. */
import type { Catalogue } from '../../catalogue/index.js';
import type { Git, RootPlan } from '../../migrate/index.js';
import type { Material } from '../../scan/index.js';
import type { UnitVerdict } from '../check/verify.js';
import type { Unit } from '../units.js';
import type { KeptAnswers } from './kept.js';

/** A tree that was scanned and planned. */
export interface Inspected {
  readonly material: Material;
  readonly plan: RootPlan;
  readonly units: readonly Unit[];
  readonly catalogue: Catalogue;
}

/** A tree that changes build upon. It stays as it is while somebody uses it. */
export interface Base {
  readonly folder: string;
  readonly inspected: Inspected;
}

export interface Judged {
  readonly unit: UnitVerdict;
  /** For whoever wrote the change. */
  readonly text: string;
}

export interface AgentOptions {
  /** A line for a shell. */
  readonly command: string;
  /** Time limit of a round. */
  readonly seconds: number;
  readonly jobs: number;
  readonly require: 'consistent' | 'verified';
  /** Decisions that a person has made: the value by the name. */
  readonly decided: ReadonlyMap<string, string>;
  /** All that the agent sees of the environment. */
  readonly agentEnvironment: Readonly<Record<string, string>>;
}

/** What the rounds of a unit need. */
export interface Stage extends AgentOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly git: Git;
  readonly kept: KeptAnswers;
  /** Whether the user wants this file migrated; paths are relative to the tree. */
  readonly isAsked: (path: string) => boolean;
  readonly inspect: (folder: string) => Promise<Inspected>;
  readonly judge: (before: Base, after: string, unit: Unit) => Promise<Judged>;
  readonly progress: (unit: Unit, text: string) => void;
  /** A new folder outside of the user's tree. */
  readonly placeFor: (unit: Unit) => string;
}
