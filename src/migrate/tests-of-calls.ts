/** Tests and mocks that answer a call: what is rewritten no longer sends what they expect. */
import type { Found } from '../scan/index.js';

export interface TestPlace {
  /** As reports show it. */
  readonly path: string;
  readonly line: number;
  /** What declares the answer: `nock`, `msw`; null where the test only names the address. */
  readonly client: string | null;
}

export class TestsOfCalls {
  readonly #tests = new Map<string, Found[]>();
  readonly #packageOf: (path: string) => string;

  constructor(found: readonly Found[], packageOf: (path: string) => string) {
    this.#packageOf = packageOf;
    for (const one of found) {
      if (one.finding.context !== 'test') continue;
      const key = this.#keyOf(one);
      const known = this.#tests.get(key);
      if (known === undefined) this.#tests.set(key, [one]);
      else known.push(one);
    }
  }

  /** Of the same package, endpoint and method; a test that does not say the method may mean any. */
  of(call: Found): readonly TestPlace[] {
    const { finding } = call;
    if (finding.context === 'test' || finding.endpoint === null) return [];
    return (this.#tests.get(this.#keyOf(call)) ?? []).flatMap((test) => {
      const { method } = test.finding;
      if (method !== null && finding.method !== null && method !== finding.method) return [];
      const sender = test.finding.usages.find((usage) => usage.sender !== undefined)?.sender;
      return [{ path: test.row.path, line: test.row.line, client: sender?.client ?? null }];
    });
  }

  #keyOf({ finding: { entry, endpoint, at } }: Found): string {
    return `${entry}\0${endpoint}\0${this.#packageOf(at.file)}`;
  }
}

export function testText({ path, line, client }: TestPlace): string {
  return `${path}:${line}${client === null ? '' : ` (${client})`}`;
}
