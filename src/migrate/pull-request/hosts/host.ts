/** What a code host is asked for. Two of them are known; each is spoken to by its own client library. */

export interface HostedRequest {
  readonly number: number;
  readonly url: string;
  readonly state: 'open' | 'closed' | 'merged';
  readonly title: string;
  readonly body: string;
  readonly branch: string;
  /** The commit at its end; null where the host does not say. */
  readonly head: string | null;
}

export interface NewRequest {
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
  readonly draft: boolean;
}

export interface Access {
  readonly defaultBranch: string;
  /** The repository that this one was forked from. */
  readonly parent: string | null;
}

/** What the checks of a request say: `none` where there are none. */
export type Checks = 'passed' | 'failed' | 'pending' | 'none';

export interface HostedRepository {
  /** As in `RemoteProject`. */
  readonly project: string;
  /** Where git clones it from, over HTTPS. */
  readonly url: string;
}

/** What is asked for when many repositories are worked on. */
export interface HostOverview {
  /** Requests whose branch begins with a text, in every state, the newest first. */
  readonly allRequests: (prefix: string) => Promise<readonly HostedRequest[]>;
  /** Of the commit at the end of a request. */
  readonly checksOf: (request: HostedRequest) => Promise<Checks>;
  /** Asks those for a review who were not asked before, and gives their names. */
  readonly askForReview: (number: number, names: readonly string[]) => Promise<readonly string[]>;
  /**
   * Where the project is an owner or a group: its repositories, also those of groups in it, in the order in which they
   * were created, without forks and archived ones.
   */
  readonly repositories: () => Promise<readonly HostedRepository[]>;
}

export interface Host extends HostOverview {
  /** For messages: `pull request` or `merge request`. */
  readonly noun: string;
  /** Whether requests may be opened here, before anything is pushed. Throws `HostError`. */
  readonly access: () => Promise<Access>;
  /** Requests that come from a branch, the newest first. */
  readonly requestsFrom: (branch: string) => Promise<readonly HostedRequest[]>;
  /** Open requests whose branch begins with a text. */
  readonly openRequests: (prefix: string) => Promise<readonly HostedRequest[]>;
  readonly open: (request: NewRequest) => Promise<HostedRequest>;
  readonly update: (number: number, body: string) => Promise<void>;
  readonly comment: (number: number, text: string) => Promise<void>;
  /** Closes it, and changes its text with the same request. */
  readonly close: (number: number, body: string) => Promise<void>;
}

/** Where the repository of a remote is, and what shows it in a browser. */
export interface RemoteProject {
  readonly kind: 'github' | 'gitlab';
  /** Without scheme, with a port if there is one. */
  readonly host: string;
  /** `owner/name`; on GitLab there may be groups in groups. */
  readonly project: string;
}

/** The host said no, or could not be reached. Nothing of it is a bug of ours. */
export class HostError extends Error {
  override readonly name = 'HostError';
}

function webUrl({ host, project }: RemoteProject): string {
  return `https://${host}/${project}`;
}

/** Parentheses would end a link in Markdown. */
const inUrl = (path: string) =>
  path
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/[()]/g, (character) => (character === '(' ? '%28' : '%29'));

export function lineUrl(place: RemoteProject, branch: string, path: string, line: number): string {
  const blob = place.kind === 'github' ? 'blob' : '-/blob';
  return `${webUrl(place)}/${blob}/${inUrl(branch)}/${inUrl(path)}#L${line}`;
}

/** The page on which a person opens the request. */
export function compareUrl(place: RemoteProject, base: string, branch: string): string {
  if (place.kind === 'github') return `${webUrl(place)}/compare/${inUrl(base)}...${inUrl(branch)}?expand=1`;
  const query = new URLSearchParams({
    'merge_request[source_branch]': branch,
    'merge_request[target_branch]': base,
  });
  return `${webUrl(place)}/-/merge_requests/new?${query}`;
}
