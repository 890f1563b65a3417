/**
 * What speaks for a request going to the vendor where nothing proves it, and what speaks against it: what is assumed
 * is said in one sentence, which a reviewer can check.
 */
import { neighboursIn } from '../../analysis/index.js';
import type { Profile } from '../../catalogue/index.js';
import type { HttpUsage, Program, RecordUsage, SourceFile, Usage } from '../../read/index.js';
import { alternatives, literally, type Value } from '../../value/index.js';
import type { Site } from '../model.js';
import type { Sources } from '../sites.js';
import { calledAt } from './called.js';
import { isDataFile } from './defaults/data-file.js';
import { isServedHere } from './own-routes.js';

type Sent = HttpUsage | RecordUsage;

/** The sentence, or what contradicts it; null where nothing speaks for it. */
export type Assumption = { readonly assumes: string } | { readonly contradicted: string } | null;

export function assumptionOf({ finding, file, entry }: Site, sources: Sources): Assumption {
  const { profiles } = sources.program;
  const profile = profiles.find(({ id }) => id === entry.profile) ?? profiles[0];
  if (profile === undefined || finding.confidence === 'possible' || DATA.has(file.language)) return null;
  const sent = finding.usages.filter(isSent);
  const requests = sent.filter((usage) => usage.kind === 'http');
  const all: readonly Sent[] = requests.length > 0 ? requests : sent;
  const [first] = all;
  if (first === undefined || all.length < (requests.length > 0 ? 1 : finding.usages.length)) return null;
  for (const usage of all) {
    const doubt = doubtOf(usage, profile, sources.program) ?? otherHostOf(usage, file, sources);
    if (doubt !== null) return { contradicted: doubt };
  }
  const shown = shownBy(all, sources.program);
  // A record may be meant for anybody: its form alone says nothing.
  if (shown === null && first.kind === 'record') return null;
  if (shown === null && finding.endpoint !== null && isServedHere(finding.endpoint, file, sources.program))
    return { contradicted: 'this program serves that path itself' };
  const because = shown === null ? 'only Cloudflare has this path' : `${shown} shows in this package`;
  return { assumes: `assumes that ${subjectOf(first, sources)} talks to ${profile.hosts[0]}: ${because}` };
}

function isSent(usage: Usage): usage is Sent {
  return usage.kind === 'http' || usage.kind === 'record';
}

/** The strongest sign of the vendor beside a request, in its file or another one of its package. */
function shownBy(usages: readonly Sent[], program: Program): string | null {
  const files = new Set(usages.map(({ site }) => site.file));
  const beside = [...files]
    .flatMap((path) => program.showing?.(path) ?? [])
    .filter((path) => !/\.(?:md|mdx|rst|txt)$/i.test(path))
    .slice(0, MOST_SHOWING)
    .flatMap((path) => neighboursIn(program.file(path)?.text ?? '', program.profiles));
  const signs = [...usages.flatMap(({ evidence }) => evidence), ...beside];
  for (const kind of ['environment', 'auth-header', 'neighbour'] as const) {
    const found = signs.find((sign) => sign.kind === kind);
    if (found !== undefined && 'name' in found) return `\`${found.name}\``;
  }
  return null;
}

const MOST_SHOWING = 5;

function doubtOf(usage: Sent, profile: Profile, program: Program): string | null {
  const isShown = shownBy([usage], program) !== null;
  for (const sign of usage.evidence)
    if (sign.kind === 'against' && (sign.weak !== true || !isShown)) return sign.what;
  const host = usage.kind === 'http' ? hostOf(usage.url) : null;
  if (host !== null && !profile.hosts.includes(host)) return `it goes to ${host}`;
  const lead = usage.kind === 'http' ? leadOf(usage.url, profile) : null;
  return lead === null ? null : `the path has ${lead} in front, which the API of Cloudflare does not have`;
}

function hostOf(url: Value): string | null {
  for (const one of alternatives(url)) {
    const [first] = one.kind === 'text' ? one.pieces : [];
    const host = first?.kind === 'text' ? /^https?:\/\/([\w.-]+)/i.exec(first.text)?.[1] : undefined;
    if (host !== undefined) return host.toLowerCase();
  }
  return null;
}

/** Segments that are written before the first scope of the API, but for its base path. */
function leadOf(url: Value, { basePath, scopes }: Profile): string | null {
  for (const one of alternatives(url)) {
    if (one.kind !== 'text') continue;
    const path = one.pieces
      .map((piece) => (piece.kind === 'text' ? piece.text : HOLE))
      .join('')
      .replace(/^https?:\/\/[^/]*/, '');
    const segments = path.replaceAll(basePath, '').split('/');
    const scope = segments.findIndex((segment) => scopes.includes(segment));
    const before = segments.slice(0, Math.max(0, scope));
    const written = before.filter((segment) => segment !== '' && !segment.includes(HOLE));
    if (written.length > 0) return `\`${written.map((segment) => `/${segment}`).join('')}\``;
  }
  return null;
}

const HOLE = '\0';

/** Formats in which a name may be given any value: only what is written proves anything there. */
const DATA: ReadonlySet<string> = new Set(['json', 'yaml', 'http', 'bruno', 'makefile', 'markdown', 'toml']);
const MOST_CHARACTERS = 500_000;
const MOST_FILES = 300;
const ADDRESS = /["'`=]\s?https?:\/\/([\w.-]{1,100})/g;

/**
 * A host of somebody else where the request is sent: in the files that define what is called, or in its own file, where
 * the vendor's host is in none of them.
 */
function otherHostOf(usage: Sent, file: SourceFile, { program }: Sources): string | null {
  const vendors = program.profiles.flatMap((profile) => profile.hosts);
  const own = hostsIn(file.text, vendors);
  const defining = definingFiles(usage, file, program).map(({ text }) => hostsIn(text, vendors));
  const isShown = (hosts: Hosts) => hosts.vendor;
  const other = defining.find((hosts) => hosts.other !== null && !hosts.vendor)?.other ?? null;
  // The last of several functions with one name is the one that a shell calls.
  if (other !== null && (file.language === 'shell' || !defining.some(isShown)))
    return `it may go to ${other}`;
  if (own.vendor || defining.some(isShown)) return null;
  if (own.other !== null) return `${own.other} is the only host in this file`;
  const settings = settingsBeside(file, program).map(({ text }) => hostsIn(text, vendors));
  const set = settings.some(isShown) ? null : settings.find((hosts) => hosts.other !== null);
  return set == null ? null : `${set.other} is the only host in the settings beside this file`;
}

interface Hosts {
  readonly vendor: boolean;
  readonly other: string | null;
}

function hostsIn(text: string, vendors: readonly string[]): Hosts {
  const hosts = text
    .slice(0, MOST_CHARACTERS)
    .split('\n')
    .filter((line) => !/^\s*(?:#|\/\/|\*|--|;)/.test(line))
    .flatMap((line) => [...line.matchAll(ADDRESS)].map(([, host = '']) => host.toLowerCase()));
  const other = hosts.find((host) => !vendors.includes(host) && !isDocumentation(host)) ?? null;
  return { vendor: hosts.some((host) => vendors.includes(host)), other };
}

/** Data files of the same folder that may hold a base URL, but for manifests and lock files. */
function settingsBeside({ path }: SourceFile, program: Program): readonly SourceFile[] {
  const beside = (program.siblings?.(path) ?? []).filter(
    (one) => isDataFile(one) && !/(?:^|\/)(?:package|composer|tsconfig)[\w.-]*\.json$|lock/.test(one),
  );
  return beside.slice(0, MOST_SETTINGS).flatMap((one) => program.file(one) ?? []);
}

const MOST_SETTINGS = 20;

/** Hosts that are read by people: manuals, dashboards, sources. */
function isDocumentation(host: string): boolean {
  return /(?:^|\.)(?:cloudflare\.com|github\.com|githubusercontent\.com|schema\.org|w3\.org)$/.test(host);
}

/** Files of the same language that define what is called at a request. */
function definingFiles(usage: Sent, file: SourceFile, program: Program): readonly SourceFile[] {
  const sender = usage.sender === undefined ? null : program.file(usage.sender.at.file);
  const name = /(?<!\w)\w+$/.exec(calledAt(usage, program) ?? '')?.[0];
  const extension = /\.\w+$/.exec(file.path)?.[0];
  if (sender !== null && sender.path !== file.path) return [sender];
  if (name === undefined || extension === undefined) return [];
  const definition = new RegExp(
    `^[^\\n#]{0,80}\\b(?:def|func|function|fn|sub)\\b[^\\n]{0,80}\\b${literally(name)}\\b|^\\s{0,20}${literally(name)}\\s{0,5}\\(\\)\\s{0,5}\\{`,
    'm',
  );
  const paths = program.filesEndingWith?.(extension) ?? [];
  return (paths.length > MOST_FILES ? [] : paths)
    .filter((path) => path !== file.path)
    .flatMap((path) => program.file(path) ?? [])
    .filter(({ text }) => text.includes(name) && definition.test(text.slice(0, MOST_CHARACTERS)));
}

/** What sends: what is called, or the base of the address where that is a command for every address. */
function subjectOf(usage: Sent, { program }: Sources): string {
  if (usage.kind === 'record') return 'what takes this record';
  const base = alternatives(usage.url).flatMap((one) => {
    const [first] = one.kind === 'text' ? one.pieces : [];
    return first?.kind === 'hole' && first.name !== undefined && first.name.length < 60 ? [first.name] : [];
  });
  const called = calledAt(usage, program);
  const receiver = called?.replace(/(?:\?\.|\.|->|::)\w+$/, '') ?? '';
  if (base[0] !== undefined && (receiver === '' || GENERAL.test(receiver))) return `\`${base[0]}\``;
  return receiver === '' ? `the client in ${usage.site.file}` : `\`${receiver}\``;
}

const GENERAL = /^(?:curl|wget|fetch|axios|requests|http|httpx)$/;
