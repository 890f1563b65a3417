/**
 * How sure it is that a path means the vendor's API.
 *
 * The path itself says most: its host proves it, its base path or a scope that only this vendor has make it
 * likely, a scope that many APIs have (`accounts`) or the mere end of a path only possible. What the reader saw
 * around the call raises or lowers that. A host that is somebody else's ends it.
 */
import type { Anchor, HostVerdict, PathMatch } from '../../catalogue/paths/index.js';
import type { Evidence } from '../../read/index.js';
import type { Confidence } from '../finding.js';

const ORDER: readonly Confidence[] = ['possible', 'likely', 'exact'];

export function atMost(confidence: Confidence, bound: Confidence): Confidence {
  return ORDER.indexOf(confidence) <= ORDER.indexOf(bound) ? confidence : bound;
}

/** Positive when `a` is the surer one. */
export function compareConfidence(a: Confidence, b: Confidence): number {
  return ORDER.indexOf(a) - ORDER.indexOf(b);
}

/** What is seen around a call, weighed. */
export interface CallContext {
  /** The host or an SDK of the vendor is used for this very call. */
  readonly proof: boolean;
  /** Something of the vendor is used for this call: a header, a variable of the environment. */
  readonly support: boolean;
  /** The API shows itself near the call. */
  readonly neighbour: boolean;
  readonly against: boolean;
  /** The program answers at this path itself. */
  readonly served: boolean;
}

export function surroundingsOf(evidence: readonly Evidence[]): CallContext {
  const has = (...kinds: readonly Evidence['kind'][]): boolean =>
    evidence.some(({ kind }) => kinds.includes(kind));
  const proof = has('host', 'sdk');
  const support = proof || has('auth-header', 'environment');
  const neighbour = support || has('neighbour');
  const doubts = evidence.filter((one) => one.kind === 'against');
  const served = doubts.some((one) => one.served === true);
  const against = doubts.some((one) => one.weak !== true || !neighbour);
  return { proof, support, neighbour, against, served };
}

export interface Weighed {
  readonly host: HostVerdict['kind'];
  readonly anchor: Anchor;
  /** The first scope of a profile is its own word; the others are everybody's. */
  readonly ownScope: boolean;
  /** Literal segments behind the scope. */
  readonly tailLiterals: number;
  /** The id behind the scope is an ordinary word. */
  readonly wordForId: boolean;
  readonly around: CallContext;
}

/** Null when the path is not to be reported at all. */
export function confidenceOf(path: Weighed): Confidence | null {
  const base = fromPath(path);
  // What speaks against the host in general says nothing where the base path is the vendor's.
  const settled = path.host === 'own' || (path.anchor === 'base' && !path.around.served);
  if (base === null || settled || !path.around.against) return base;
  return base === 'possible' ? null : 'possible';
}

function fromPath({ host, anchor, ownScope, tailLiterals, wordForId, around }: Weighed): Confidence | null {
  if (host === 'own') return 'exact';
  if (host === 'foreign') return null;
  if (host === 'other' && anchor !== 'base') return around.support ? 'possible' : null;
  if (around.proof) return anchor === 'prefix' ? 'likely' : 'exact';
  switch (anchor) {
    case 'host':
      return 'exact';
    case 'base':
      return 'likely';
    case 'start':
    case 'hole':
      if (around.neighbour) return 'likely';
      return ownScope && !wordForId ? 'likely' : 'possible';
    case 'prefix':
      if (around.neighbour) return ownScope ? 'likely' : 'possible';
      return ownScope ? 'possible' : null;
    case 'tail':
      if (around.support || (around.neighbour && tailLiterals > 1)) return 'likely';
      return around.neighbour || tailLiterals > 1 ? 'possible' : null;
  }
}

/** A scope that the vendor does not share with half of the web. */
export function hasOwnScope({ profile, template }: PathMatch): boolean {
  return template.scopeLength > 0 && template.segments[0] === profile.scopes[0];
}
