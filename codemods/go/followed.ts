/** A call about rules in a package of Go, as far as its statements are followed, and what takes its place. */
import { textOf } from '../../src/grammar/index.js';
import type { Difference, FileEdit } from '../../src/migrate/index.js';
import type { Handed } from './arguments.js';
import type { Body } from './body.js';
import type { RequestCall } from './call.js';
import type { Chain } from './chain.js';
import type { Feature, FunctionRole } from './kind.js';
import type { GoType } from './scope.js';

/** A call that can be replaced as far as its statements are concerned. */
export interface Followed {
  readonly call: RequestCall;
  readonly chain: Chain;
  readonly handed: Handed;
  readonly body: Body | null;
  /** The struct that it sends or reads. */
  readonly struct: GoType | null;
  /** The struct that the new rule is decoded into, if it is read. */
  readonly read: GoType | null;
}

export interface Replaced {
  readonly one: Followed;
  readonly done: Done;
}

export interface Done {
  readonly edits: readonly FileEdit[];
  readonly differences: readonly Difference[];
  readonly wanted: {
    readonly role: FunctionRole;
    readonly features: readonly Feature[];
    readonly type: string;
    /** The type of the rule that is given back; none where nobody reads it. */
    readonly result: string | null;
  } | null;
}

/** As the program writes it. */
export function nameOf(type: GoType | null): string {
  return type !== null && 'node' in type ? textOf(type.spot.tree, type.node) : '';
}
