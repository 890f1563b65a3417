/** Which repositories `npm run bench:real` measures, and what was measured when it met the later ones for the first time. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Those that the scanner was made with. */
export const KNOWN = [
  'star64ccs/CardStrategy',
  'gradientedge/cdk-utils',
  'ERPReactNextDev/AdminPortal',
  'supermarsx/better-cloudflare',
  'cloudflare/cloudflare-typescript',
  'cloudflare/workers-sdk',
];

/** Why a tree that is over a limit is, told by profiles; printed while it is. */
export const OVER: Readonly<Record<string, string>> = {
  'StackExchange/dnscontrol':
    'a program in Go, which speaks to 60 DNS services, the API among them, with 78 scripts: their bare parse says nothing of its 455 files of Go. 75 of these hold everyday words (`records`, `zones`) beside paths of zones, the name of the vendor or what may be an expression, and are read as text.',
  'sst/sst':
    'a tool that deploys to AWS and to the API. Its components hand objects to each other by the interfaces that those for both implement, so everyday words (`dns`, `service`) of those for AWS may reach a sender and are followed.',
  'supermarsx/better-cloudflare':
    'a manager of DNS records: nearly each of its files is about records of the API, the largest has 500 kB, and 37 are in Rust.',
  'cloudflare/cloudflare-typescript':
    "the API's own SDK: 766 of its files hold names of what is retired, and each of their calls is read. On a quieter machine it took 4.5 s of 4.9 s.",
};

/** CPU in milliseconds, memory in megabytes. */
export interface Measured {
  readonly name: string;
  readonly files: number;
  readonly scripts: number;
  /** Megabytes of scripts. */
  readonly size: number;
  readonly bare: number;
  readonly scan: number;
  readonly memory: number;
  /** Of a migration that writes nothing, in the same turns; left out where that was not measured yet. */
  readonly migrated?: number;
}

/** CPU in milliseconds. */
export interface SideBySide {
  readonly repositories: number;
  readonly bare: number;
  readonly together: number;
  readonly single: readonly number[];
  readonly listed: number;
  readonly migrated: readonly number[];
}

export interface Figures {
  readonly repositories: readonly Measured[];
  /** Null where too few were at hand. */
  readonly side: SideBySide | null;
  readonly monorepos: readonly Measured[];
}

const LATEST = join(import.meta.dirname, 'latest.json');

export function latestFigures(): Figures {
  return existsSync(LATEST)
    ? JSON.parse(readFileSync(LATEST, 'utf8'))
    : { repositories: [], side: null, monorepos: [] };
}

/** Keeps figures in place of the last ones of the same. */
export function keepFigures({ repositories, side, monorepos }: Figures): void {
  const last = latestFigures();
  const measured = new Set(repositories.map(({ name }) => name));
  const kept = {
    repositories: [...last.repositories.filter(({ name }) => !measured.has(name)), ...repositories],
    side: side ?? last.side,
    monorepos: monorepos.length === 0 ? last.monorepos : monorepos,
  };
  writeFileSync(LATEST, `${JSON.stringify(kept, null, 2)}\n`);
}

const FIRST = join(import.meta.dirname, 'first.json');

/** What was measured before any change was made because of these repositories; a row never changes. */
export function firstFigures(): readonly Measured[] {
  return existsSync(FIRST) ? JSON.parse(readFileSync(FIRST, 'utf8')) : [];
}

/** Keeps what was measured of repositories that have no row yet. */
export function keepFirstFigures(measured: readonly Measured[]): void {
  const first = firstFigures();
  const known = new Set([...first.map(({ name }) => name), ...KNOWN]);
  const added = measured.filter(({ name }) => !known.has(name));
  if (added.length === 0) return;
  const rows = [...first, ...added].map((row) => `  ${JSON.stringify(row)}`);
  writeFileSync(FIRST, `[\n${rows.join(',\n')}\n]\n`);
}
