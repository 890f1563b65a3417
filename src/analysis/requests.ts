/** The requests that usages make, those through an SDK included, whatever they ask for. */
import type { Catalogue } from '../catalogue/index.js';
import type { HttpUsage, ResponseRead, SdkUsage, Usage } from '../read/index.js';
import { type TextValue, unknown, type Value } from '../value/index.js';
import { methodsOf, urlsOf } from './match/call.js';
import { tablesOf } from './match/tables.js';

export interface ApiRequest {
  readonly usage: HttpUsage | SdkUsage;
  /** Null for one that is only known at run time. */
  readonly method: string | null;
  readonly url: TextValue;
  readonly body: Value;
  readonly reads: readonly ResponseRead[];
}

export function requestsOf(usages: readonly Usage[], catalogue: Catalogue): readonly ApiRequest[] {
  return usages.flatMap((usage) => {
    if (usage.kind === 'http') return httpRequests(usage);
    return usage.kind === 'sdk' ? sdkRequests(usage, catalogue) : [];
  });
}

function httpRequests(usage: HttpUsage): readonly ApiRequest[] {
  const { body, reads } = usage;
  return methodsOf(usage.method).flatMap((method) =>
    urlsOf(usage.url).map((url) => ({ usage, method, url, body, reads })),
  );
}

function sdkRequests(usage: SdkUsage, catalogue: Catalogue): readonly ApiRequest[] {
  return tablesOf(catalogue).sdk.flatMap((table) =>
    table.resolve(usage).flatMap(({ call, url, body }) =>
      urlsOf(url).map((text) => ({
        usage,
        method: call.method,
        url: text,
        body: body ?? unknown('set by the SDK'),
        reads: usage.reads,
      })),
    ),
  );
}
