/** What is asked of GitLab when many projects are worked on. */
import { Groups, type MergeRequests, Users } from '@gitbeaker/core';
import { inWords, Refusal } from './gitlab-answers.js';
import {
  type Checks,
  HostError,
  type HostedRepository,
  type HostOverview,
  type RemoteProject,
} from './host.js';

const PER_PAGE = 100;

type Overview = Omit<HostOverview, 'allRequests'>;

interface Shown {
  readonly author?: { readonly username: string };
  readonly reviewers?: readonly { readonly id: number; readonly username: string }[];
  readonly head_pipeline?: { readonly status: string } | null;
}

interface ListedProject {
  readonly path_with_namespace: string;
  readonly http_url_to_repo: string;
  readonly archived?: boolean;
  readonly empty_repo?: boolean;
  readonly forked_from_project?: unknown;
}

export function gitlabOverview(
  options: ConstructorParameters<typeof Users>[0],
  requests: MergeRequests,
  place: RemoteProject,
): Overview {
  const users = new Users(options);
  const groups = new Groups(options);
  const id = place.project;
  const ask = <T>(what: string, work: () => Promise<T>): Promise<T> => inWords(what, place, work);
  const shown = async (number: number) => (await requests.show(id, number)) as unknown as Shown;
  return {
    checksOf: ({ number }) =>
      ask(`the pipeline of !${number} could not be read`, async () =>
        ofPipeline((await shown(number)).head_pipeline?.status),
      ),
    askForReview: (number, names) =>
      ask(`nobody could be asked to review !${number}`, async () => {
        const { author, reviewers = [] } = await shown(number);
        const known = new Set([author, ...reviewers].map((one) => one?.username.toLowerCase()));
        const asked = names.filter((name) => !known.has(name.toLowerCase()));
        if (asked.length === 0) return [];
        const ids: number[] = [];
        for (const username of asked) {
          const [user] = (await users.all({ username })) as unknown as readonly { readonly id: number }[];
          if (user === undefined) throw new HostError(`${place.host} has no user ${username}`);
          ids.push(user.id);
        }
        // The list is set as a whole.
        await requests.edit(id, number, { reviewerIds: [...reviewers.map((one) => one.id), ...ids] });
        return asked;
      }),
    repositories: () =>
      ask(`the projects of ${id} could not be listed`, async () => {
        const order = { orderBy: 'id', sort: 'asc', archived: false, perPage: PER_PAGE } as const;
        const ofGroup = () => groups.allProjects(id, { ...order, includeSubgroups: true });
        const listed = await ofGroup().catch((error: unknown) => {
          if (error instanceof Refusal && error.status === 404) return users.allProjects(id, order);
          throw error;
        });
        return (listed as unknown as readonly ListedProject[]).filter(isOwn).map(repositoryOf);
      }),
  };
}

function isOwn({ archived, empty_repo: isEmpty, forked_from_project: parent }: ListedProject): boolean {
  return archived !== true && isEmpty !== true && (parent === undefined || parent === null);
}

function repositoryOf({
  path_with_namespace: project,
  http_url_to_repo: url,
}: ListedProject): HostedRepository {
  return { project, url };
}

function ofPipeline(status: string | undefined): Checks {
  if (status === undefined) return 'none';
  if (status === 'success' || status === 'skipped') return 'passed';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}
