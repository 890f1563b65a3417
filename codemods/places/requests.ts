/** The calls that a site stands for. */
import type { Site } from '../../src/migrate/index.js';
import type { HttpUsage, SdkUsage } from '../../src/read/index.js';
import { alternatives, knownText } from '../../src/value/index.js';

/** Calls by method and path, that reach the place of the finding. */
export function httpUsages({ finding }: Site): readonly HttpUsage[] {
  return finding.usages.filter((usage): usage is HttpUsage => usage.kind === 'http');
}

export function sdkUsages({ finding }: Site): readonly SdkUsage[] {
  return finding.usages.filter((usage): usage is SdkUsage => usage.kind === 'sdk');
}

/** Methods of all the calls; null stands for one that cannot be told. */
export function methodsOf(site: Site): ReadonlySet<string | null> {
  return new Set(httpUsages(site).flatMap(({ method }) => alternatives(method).map(knownText)));
}

/** Nothing is sent, or surely nothing. */
export function hasNoBody({ body }: HttpUsage): boolean {
  return body.kind === 'scalar' && (body.value === undefined || body.value === null);
}
