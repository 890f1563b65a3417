/** Tests and mocks that answer a call: what is rewritten no longer sends what they expect. */

import type { Found, Material } from '../scan/index.js';
import { literally } from '../value/index.js';

export interface TestPlace {
  /** As reports show it. */
  readonly path: string;
  readonly line: number;
  /** What declares the answer: `nock`, `msw`; null where the test only names the address. */
  readonly client: string | null;
}

const SCRIPT = /(?:^|\/)([\w.-]+)\.[cm]?[jt]sx?$/;
const TEST = /(?:^|\/)([\w.-]+)[._-](?:test|spec)s?\.[cm]?[jt]sx?$/;

const VERBS = /\.(?:get|post|put|patch|delete)\b/g;

export class TestsOfCalls {
  readonly #tests = new Map<string, Found[]>();
  readonly #packageOf: (path: string) => string;
  readonly #material: Material;

  constructor(found: readonly Found[], packageOf: (path: string) => string, material: Material) {
    this.#packageOf = packageOf;
    this.#material = material;
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
    const answering = (this.#tests.get(this.#keyOf(call)) ?? []).flatMap((test) => {
      const { method } = test.finding;
      if (method !== null && finding.method !== null && method !== finding.method) return [];
      const sender = test.finding.usages.find((usage) => usage.sender !== undefined)?.sender;
      return [{ path: test.row.path, line: test.row.line, client: sender?.client ?? null }];
    });
    const named =
      finding.kind === 'endpoint' ? this.#naming(finding.at.file, finding.endpoint, finding.method) : [];
    const isKnown = (one: TestPlace) =>
      answering.some(({ path, line }) => path === one.path && line === one.line);
    return [...answering, ...named.filter((one) => !isKnown(one))];
  }

  /** Lines of `name.test.ts` that name the path which `name.ts` asks for, whatever client the test puts in. */
  #naming(file: string, endpoint: string, method: string | null): readonly TestPlace[] {
    const [, base] = SCRIPT.exec(file) ?? [];
    if (base === undefined) return [];
    const parts = endpoint.split(/\{[^{}]*\}/);
    const isNamed = new RegExp(`['"\`}]${parts.map(literally).join('[^/\\s\'"`]+')}(?![\\w/-])`);
    const isOther = (line: string) =>
      (line.match(VERBS) ?? []).some((verb) => method !== null && verb !== `.${method.toLowerCase()}`);
    const { program, shown } = this.#material;
    const tests = this.#material.scriptsNear(file).filter((one) => TEST.exec(one)?.[1] === base);
    return tests.flatMap((test) => {
      const lines = program.file(test)?.text.split('\n') ?? [];
      return lines.flatMap((line, index) =>
        isNamed.test(line) && !isOther(line) ? [{ path: shown(test), line: index + 1, client: null }] : [],
      );
    });
  }

  #keyOf({ finding: { entry, endpoint, at } }: Found): string {
    return `${entry}\0${endpoint}\0${this.#packageOf(at.file)}`;
  }
}

export function testText({ path, line, client }: TestPlace): string {
  return `${path}:${line}${client === null ? '' : ` (${client})`}`;
}
