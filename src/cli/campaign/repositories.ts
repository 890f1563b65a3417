/** From the list of a campaign to its repositories, each once, in their waves. */
import { type Host, hostOf, type RemoteProject } from '../../migrate/pull-request/index.js';
import { findOutside, matchesGlob, parseGlob } from '../../scan/walk/index.js';
import { UsageError } from '../base/arguments.js';
import type { Campaign, Named, Pattern } from './file.js';

export interface Repository extends Named {
  /** `github.com/acme/shop` */
  readonly name: string;
  /** From 1. */
  readonly wave: number;
}

export type HostAt = (place: RemoteProject) => Promise<Host>;

/** Hosts by their places. A campaign has nothing to tell without one. */
export function hostsWith(
  environment: Readonly<Record<string, string | undefined>>,
  folder: string,
  signal: AbortSignal,
): HostAt {
  const known = new Map<string, Promise<Host>>();
  const opened = async (place: RemoteProject) => {
    const programNamed = (name: string) => findOutside(name, environment, folder);
    const host = await hostOf(place, { environment, signal, programNamed, cwd: folder });
    if (host !== null) return host;
    const [token, tool] = place.kind === 'github' ? ['GITHUB_TOKEN', 'gh'] : ['GITLAB_TOKEN', 'glab'];
    throw new UsageError(
      `there is no token for ${place.host}. Set ${token} in the environment, or log in with ${tool}.`,
    );
  };
  return (place) => {
    const key = `${place.host}/${place.project}`;
    const host = known.get(key) ?? opened(place);
    known.set(key, host);
    return host;
  };
}

export async function repositoriesOf(
  { repositories, waves }: Campaign,
  kindOf: (host: string) => RemoteProject['kind'],
  hostAt: HostAt,
): Promise<readonly Repository[]> {
  const found = new Map<string, Named>();
  for (const one of repositories) {
    const all = 'url' in one ? [one] : await matching(one, kindOf(one.host), hostAt);
    for (const each of all) {
      const key = nameOf(each.place).toLowerCase();
      if (!found.has(key)) found.set(key, each);
    }
  }
  const ends = waves.map((_, at) => waves.slice(0, at + 1).reduce((sum, size) => sum + size, 0));
  return [...found.values()].map((one, index) => ({
    ...one,
    name: nameOf(one.place),
    wave: ends.filter((end) => end <= index).length + 1,
  }));
}

async function matching(
  { host, match, except = [] }: Pattern,
  kind: RemoteProject['kind'],
  hostAt: HostAt,
): Promise<readonly Named[]> {
  const owner = ownerOf(match);
  const listed = await (await hostAt({ kind, host, project: owner })).repositories();
  const isMatch = (pattern: string, project: string) => {
    const glob = parseGlob(pattern.toLowerCase());
    return glob !== undefined && matchesGlob(glob, project.toLowerCase().split('/'));
  };
  const found = listed.filter(
    ({ project }) => isMatch(match, project) && !except.some((pattern) => isMatch(pattern, project)),
  );
  if (found.length === 0) throw new UsageError(`no repository of ${host} matches ${JSON.stringify(match)}.`);
  return found.map(({ project, url }) => ({ place: { kind, host, project }, url }));
}

/** The part before the first name with a wildcard. */
function ownerOf(match: string): string {
  const parts = match.split('/').slice(0, -1);
  const wild = parts.findIndex((part) => /[*?[\\]/.test(part));
  return (wild < 0 ? parts : parts.slice(0, wild)).join('/');
}

function nameOf({ host, project }: RemoteProject): string {
  return `${host}/${project}`;
}
