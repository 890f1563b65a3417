import { type EndpointStatus, markOf, type PathRow, verdictOf } from '../../catalogue/paths/index.js';
import { covers } from '../../value/index.js';
import type { Confidence } from '../finding.js';
import type { PossibleCall, WeighedMatch } from './call.js';
import { atMost } from './confidence.js';
import type { Hit } from './report.js';

type EndpointRow = Extract<PathRow, { kind: 'endpoint' }>;

/** A call of a path that is gone. */
export function* endpointHits(
  call: PossibleCall,
  { match, confidence }: WeighedMatch,
  row: EndpointRow,
): Generator<Hit> {
  const worst = worstOf(call.methods.map((method) => ({ method, verdict: verdictOf(row.endpoint, method) })));
  if (worst === null) return;
  const sure = confidenceFor(worst.verdict, confidence);
  if (sure === null) return;
  const mark = markOf(call.path.text, match, row.endpoint.mark);
  const written = mark === null ? null : call.path.origin(mark.start, mark.end);
  // A method of an SDK is the thing to edit, unless an argument of it names what is gone.
  const bySdk = call.sdk !== null && (written === null || covers(call.sdk.at, written));
  yield {
    entry: row.entry,
    kind: bySdk ? 'sdk' : 'endpoint',
    at: written ?? call.sdk?.at ?? null,
    method: worst.method,
    endpoint: bySdk ? (call.sdk?.symbol ?? null) : match.template.path,
    confidence: sure,
  };
}

interface Judged {
  readonly method: string | null;
  readonly verdict: EndpointStatus;
}

const GRAVITY: Readonly<Record<EndpointStatus, number>> = {
  live: 0,
  unlisted: 0,
  possible: 1,
  gone: 2,
  dead: 3,
};

/** The gravest of what the possible methods do. */
function worstOf(judged: readonly Judged[]): Judged | null {
  let worst: Judged | null = null;
  for (const one of judged) {
    if (worst === null || GRAVITY[one.verdict] > GRAVITY[worst.verdict]) worst = one;
  }
  return worst;
}

function confidenceFor(verdict: EndpointStatus, path: Confidence): Confidence | null {
  switch (verdict) {
    case 'dead':
      return path;
    case 'gone':
      // No schedule names this method, but what it acted on is gone.
      return atMost(path, 'likely');
    case 'possible':
      return 'possible';
    case 'live':
    case 'unlisted':
      return null;
  }
}
