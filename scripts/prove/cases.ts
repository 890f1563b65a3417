/** The cases of all codemods: a program before, the same after, and what is expected of the migration. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Exemption } from '../../src/edge/compare/index.js';
import { parseCaseFile } from './case-file.js';

export const CODEMODS = join(import.meta.dirname, '../../codemods');

export type Files = ReadonlyMap<string, Buffer>;

export interface Case {
  readonly codemod: string;
  readonly name: string;
  readonly input: Files;
  /** Files that differ from the input, or are new. */
  readonly expected: Files;
  /** Files that lie beside both programs when they run, and call what only exports. `migrate` never sees them. */
  readonly beside: Files;
  readonly meta: Meta;
}

/** The head of a case. */
export interface Meta {
  /** What the case is there for, in a few words. */
  readonly title: string;
  /** Highest level that is applied. */
  readonly level: 'safe' | 'review';
  /** Each site that is not applied, and a part of the reason that is given for it. */
  readonly left?: readonly { readonly entry: string; readonly reason: string }[];
  /** Names of the differences that the sites which are applied announce. */
  readonly differences?: readonly string[];
  /** Schedule that is scanned for, if not the published one. */
  readonly schedule?: string;
  readonly run?: Run;
  /** Why the case has sites that are applied, and yet cannot run as a process. */
  readonly notRun?: string;
}

/** How both programs are run against the emulated API. */
export interface Run {
  readonly command: readonly string[];
  /** Names of shared states (`scenarios.ts`), or states of the case's own. */
  readonly scenarios: readonly (string | OwnScenario)[];
  /** Why the program before does not fail after the end: the server ignores what it sends. */
  readonly noop?: string;
  /** Why it is run in these states only: in others the differences that are announced show. */
  readonly only?: string;
  /** Where the differences that are announced show: in each of the scenarios that are named, and in no other. */
  readonly exempt?: readonly Allowed[];
  readonly env?: Readonly<Record<string, string>>;
  /** Major versions of the vendor's SDK that the program is written for; each is migrated and run by itself. */
  readonly majors?: readonly number[];
  /** Why it is not written for the others. */
  readonly otherMajors?: string;
}

export interface Allowed extends Exemption {
  readonly scenarios: readonly string[];
}

export interface OwnScenario {
  readonly name: string;
  /** As `--state` reads it. */
  readonly state?: unknown;
  /** As `--faults` reads them. */
  readonly faults?: unknown;
}

export function loadCases(codemods: readonly string[] = codemodNames()): Case[] {
  return codemods.flatMap((codemod) => namesIn(caseFolder(codemod)).map((name) => loadCase(codemod, name)));
}

/** Folders that hold a codemod. */
export function codemodNames(): string[] {
  return readdirSync(CODEMODS)
    .filter((name) => existsSync(caseFolder(name)))
    .sort();
}

export function caseFolder(codemod: string): string {
  return join(CODEMODS, codemod, 'cases');
}

export function casePath(codemod: string, name: string): string {
  return join(caseFolder(codemod), `${name}${ENDING}`);
}

const ENDING = '.case';

function namesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length))
    .sort();
}

/** The parts of cloudflare-go that programs of cases use: what all versions have, and a folder for each version. */
const GO = join(import.meta.dirname, 'go');

/** What lies beside the program when it runs: files of the case, or the SDK that its `go.mod` names. */
export function besideFiles({ input, beside }: Case): Files {
  const version = /cloudflare-go (v0\.\d+\.\d+)/.exec(input.get('go.mod')?.toString() ?? '')?.[1];
  return version === undefined
    ? beside
    : new Map([...filesIn(join(GO, 'common')), ...filesIn(join(GO, version))]);
}

function loadCase(codemod: string, name: string): Case {
  return {
    codemod,
    name,
    ...parseCaseFile(readFileSync(casePath(codemod, name), 'utf8'), `${codemod}/${name}`),
  };
}

/** What the program has to be after its migration. */
export function expectedFiles({ input, expected }: Case): Files {
  return new Map([...input, ...expected]);
}

/** Files below a folder by their path in it, with `/`. */
export function filesIn(folder: string): Files {
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes(`${sep}node_modules${sep}`));
  return new Map(
    files.sort().map((path) => [relative(folder, path).replaceAll(sep, '/'), readFileSync(path)] as const),
  );
}

/** Something is left, or there is nothing to be done. */
export function isNegative({ meta, expected }: Case): boolean {
  return meta.left !== undefined || expected.size === 0;
}

/** Something of it is applied, so that it is run, or has a reason why not. */
export function isPositive({ meta }: Case): boolean {
  return meta.run !== undefined || meta.notRun !== undefined;
}
