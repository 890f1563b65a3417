/** The host of a remote, ready to be asked: with a token of the environment, or through its command line tool. */
import type { Host, RemoteProject } from './host.js';
import { apiUrl, type Environment, tokenFor } from './place.js';
import { commandFetch, isLoggedIn, networkFetch } from './transport.js';

export {
  type Checks,
  compareUrl,
  type Host,
  HostError,
  type HostedRequest,
  lineUrl,
  type RemoteProject,
} from './host.js';
export { placeOf } from './place.js';
export { networkFetch } from './transport.js';

export interface HostOptions {
  readonly environment: Environment;
  readonly signal: AbortSignal;
  /** Full path of a program of the user, outside the tree. */
  readonly programNamed: (name: string) => string | undefined;
  /** Where the tool is run: a folder of ours. */
  readonly cwd: string;
}

/** Null where there is no token, and no tool of the host that is logged in. */
export async function hostOf(place: RemoteProject, options: HostOptions): Promise<Host | null> {
  const { environment, signal } = options;
  const token = tokenFor(place, environment);
  const api = apiUrl(place, environment);
  const program = token === null ? options.programNamed(place.kind === 'github' ? 'gh' : 'glab') : undefined;
  if (token === null && program === undefined) return null;
  if (program !== undefined && !(await isLoggedIn(program, place, options))) return null;
  const base = place.kind === 'github' ? api : `${api}/api/v4`;
  const fetch =
    program === undefined
      ? networkFetch(signal)
      : commandFetch(program, place.host, base, options.cwd, environment, signal);
  // The client libraries are loaded here and nowhere else.
  if (place.kind === 'github') {
    const { githubHost } = await import('./github.js');
    return githubHost(place, api, token, fetch);
  }
  const { gitlabHost } = await import('./gitlab.js');
  return gitlabHost(place, api, token, fetch);
}
