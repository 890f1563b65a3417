/** Which host a remote belongs to, and where its API answers. */
import { HostError, type RemoteProject } from './host.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Null where the remote is a folder, or a host that nothing is known of. */
export function placeOf(
  remote: string,
  environment: Environment,
  kind: RemoteProject['kind'] | undefined,
): RemoteProject | null {
  const parts = partsOf(remote);
  if (parts === null) return null;
  const { path } = parts;
  const host = SSH_OVER_HTTPS[parts.host.toLowerCase()] ?? parts.host.toLowerCase();
  const project = path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  const known = kind ?? kindOf(host, environment);
  if (known === null || !/^[^/\s]+(?:\/[^/\s]+)+$/.test(project)) return null;
  if (known === 'github' && project.split('/').length !== 2) return null;
  return { kind: known, host, project };
}

/** Where SSH answers on the port of HTTPS. */
const SSH_OVER_HTTPS: Readonly<Record<string, string>> = {
  'ssh.github.com': 'github.com',
  'altssh.gitlab.com': 'gitlab.com',
};

/** `https://host/path`, `ssh://git@host:22/path` and `git@host:path`. */
function partsOf(remote: string): { readonly host: string; readonly path: string } | null {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(remote)) {
    try {
      const url = new URL(remote);
      if (url.protocol === 'file:' || url.hostname === '') return null;
      const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
      return { host: isWeb ? url.host : url.hostname, path: url.pathname };
    } catch {
      return null;
    }
  }
  // A letter and a colon are a drive.
  const [, host, path] = /^(?:[^@\s/]+@)?([\w.-]{2,}):(?!\\)([^\s]+)$/.exec(remote) ?? [];
  return host === undefined || path === undefined ? null : { host, path };
}

function kindOf(host: string, environment: Environment): RemoteProject['kind'] | null {
  if (host === 'github.com' || host === hostIn(environment.GITHUB_SERVER_URL) || host === environment.GH_HOST)
    return 'github';
  if (
    host === 'gitlab.com' ||
    host === hostIn(environment.CI_SERVER_URL) ||
    host === hostIn(environment.GITLAB_HOST)
  )
    return 'gitlab';
  return null;
}

function hostIn(address: string | undefined): string | null {
  if (address === undefined || address === '') return null;
  try {
    return new URL(address.includes('://') ? address : `https://${address}`).host;
  } catch {
    return null;
  }
}

/**
 * Where the API of a host answers. A token is sent there and nowhere else, so an address of the environment counts only
 * for the host that the environment names beside it.
 */
export function apiUrl({ kind, host }: RemoteProject, environment: Environment): string {
  const url =
    kind === 'github'
      ? host === hostIn(environment.GITHUB_SERVER_URL) && environment.GITHUB_API_URL
        ? environment.GITHUB_API_URL
        : host === 'github.com'
          ? 'https://api.github.com'
          : `https://${host}/api/v3`
      : host === hostIn(environment.CI_SERVER_URL) && environment.CI_API_V4_URL
        ? environment.CI_API_V4_URL.replace(/\/api\/v4\/?$/, '')
        : `https://${host}`;
  const { protocol, hostname } = new URL(url);
  const isLoopback = hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]';
  if (protocol !== 'https:' && !isLoopback)
    throw new HostError(`the API address ${url} is not encrypted, so no token is sent there`);
  return url.replace(/(?<!\/)\/+$/, '');
}

/** The token for a host; one for the public host is not given to others. */
export function tokenFor({ kind, host }: RemoteProject, environment: Environment): string | null {
  const isOwn = (server: string | undefined, fallback: string) => host === (hostIn(server) ?? fallback);
  const isServer = isOwn(environment.GITHUB_SERVER_URL, 'github.com');
  const names =
    kind === 'gitlab'
      ? isOwn(environment.CI_SERVER_URL ?? environment.GITLAB_HOST, 'gitlab.com')
        ? ['GITLAB_TOKEN']
        : []
      : isServer
        ? ['GITHUB_TOKEN', 'GH_TOKEN']
        : host === 'github.com'
          ? ['GH_TOKEN']
          : isOwn(environment.GH_HOST, host)
            ? ['GH_ENTERPRISE_TOKEN']
            : [];
  for (const name of names) {
    const value = environment[name];
    if (value !== undefined && value !== '') return value;
  }
  return null;
}
