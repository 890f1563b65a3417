/** The campaign file: which repositories, what is done in them, and how much at a time. */
import { builtinCatalogue, nearest } from '../../catalogue/index.js';
import {
  either,
  integer,
  list,
  optional,
  type Read,
  record,
  required,
  text,
  truth,
  word,
} from '../../catalogue/schema/index.js';
import { placeOf, type RemoteProject } from '../../migrate/pull-request/index.js';
import { readShaped } from '../../scan/config/index.js';
import { parseGlob } from '../../scan/walk/index.js';
import { UsageError } from '../base/arguments.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** A repository by its URL. */
export interface Named {
  readonly place: RemoteProject;
  readonly url: string;
}

const HOSTS =
  'write a URL such as https://github.com/acme/shop; GITHUB_SERVER_URL, GITLAB_HOST or CI_SERVER_URL name a server of your own';

const named = (environment: Environment) =>
  text<Named>({
    what: 'the URL of a repository',
    parse: (url) => {
      const place = placeOf(url, environment, undefined);
      if (place === null)
        return { wrong: `${JSON.stringify(shown(url))} is no repository of a known host`, remedy: HOSTS };
      if (shown(url) !== url)
        return { wrong: 'the URL holds a login', remedy: 'remove it; git asks your credential helper' };
      return { value: { place, url } };
    },
  });

/** Over SSH a name belongs to the address; anywhere else it is a login. */
function shown(url: string): string {
  return url.replace(/^(https?:\/\/)[^/@]*@/i, '$1');
}

const glob = text<string>({
  what: 'a pattern of projects such as acme/*',
  parse: (pattern) => {
    const [owner = '', ...rest] = pattern.split('/');
    if (/[*?[\\]/.test(owner) || owner === '' || rest.length === 0)
      return {
        wrong: `${JSON.stringify(pattern)} does not begin with an owner or a group`,
        remedy: 'write the owner, a slash and a pattern: acme/*',
      };
    if (parseGlob(pattern) === undefined)
      return { wrong: `${JSON.stringify(pattern)} matches nothing`, remedy: 'close the bracket' };
    return { value: pattern };
  },
});

const listed = (environment: Environment) =>
  record('a pattern of repositories', {
    host: required(
      text({
        what: 'a host such as github.com',
        parse: (host) =>
          placeOf(`https://${host}/owner/name`, environment, undefined) === null
            ? { wrong: `${JSON.stringify(host)} is no known host`, remedy: HOSTS }
            : { value: host.toLowerCase() },
      }),
      'add the host, such as github.com',
    ),
    match: required(glob, 'add a pattern such as acme/*'),
    except: optional(list(glob)),
  });

const entryId = text({
  what: 'the id of an entry',
  parse: (id) => {
    const ids = builtinCatalogue().entries.map((entry) => entry.id);
    if (ids.includes(id)) return { value: id };
    const meant = nearest(id, ids);
    return {
      wrong: `there is no entry ${JSON.stringify(id)}`,
      remedy: meant === undefined ? "'edge-sunset catalogue list' lists them" : `did you mean ${meant}?`,
    };
  },
});

const reviewer = text({
  what: 'a user, or a team such as acme/edge',
  parse: (name) =>
    /^@?[\w.-]+(?:\/[\w.-]+)?$/.test(name)
      ? { value: name.replace(/^@/, '') }
      : { wrong: `${JSON.stringify(name)} is no user`, remedy: 'write the name as in the URL of its page' },
});

const command = text<string>({ what: 'a command' });

const campaignShape = (environment: Environment) =>
  record(
    'the campaign',
    {
      repositories: required(
        list(either(named(environment), listed(environment)), { atLeastOne: 'name a repository' }),
        'add a list of repositories',
      ),
      entries: optional(list(entryId, { atLeastOne: 'name an entry, or leave the key out' })),
      level: optional(word(['safe', 'review'], 'safe or review')),
      agent: optional(command),
      verify: optional(command),
      reviewers: optional(list(reviewer)),
      draft: optional(truth),
      prefix: optional(
        text({
          what: 'the prefix of branch names',
          parse: (prefix) =>
            /^\w[\w./-]*$/.test(prefix)
              ? { value: prefix }
              : {
                  wrong: `${JSON.stringify(prefix)} cannot begin the name of a branch`,
                  remedy: 'write a prefix such as edge-sunset/',
                },
        }),
      ),
      title: optional(text<string>({ what: "a prefix for titles, such as 'fix: '" })),
      waves: optional(list(integer('the number of repositories of a wave'))),
      limits: optional(
        record(
          'the limits',
          {
            open: optional(integer('a number of open requests')),
            failing: optional(integer('a number of open requests with failing checks')),
          },
          ({ open = 1, failing = 0 }) => [
            ...(open < 1 ? [atLeast('open', 1)] : []),
            ...(failing < 0 ? [atLeast('failing', 0)] : []),
          ],
        ),
      ),
    },
    ({ waves = [] }) => (waves.every((size) => size > 0) ? [] : [atLeast('waves', 1)]),
  );

function atLeast(key: string, least: number) {
  return { key, wrong: `a number is less than ${least}`, remedy: `write ${least} or more` };
}

type Written = Read<ReturnType<typeof campaignShape>>;
export type Pattern = Read<ReturnType<typeof listed>>;

export interface Limits {
  readonly open: number;
  readonly failing: number;
}

export interface Campaign extends Omit<Written, 'waves' | 'limits' | 'prefix' | 'reviewers' | 'entries'> {
  readonly prefix: string;
  readonly entries: readonly string[];
  readonly reviewers: readonly string[];
  readonly waves: readonly number[];
  readonly limits: Limits;
}

const USUAL: Limits = { open: 10, failing: 0 };

/** Throws a `UsageError` that names every fault with its line. */
export async function readCampaign(
  file: string,
  shownFile: string,
  environment: Environment,
): Promise<Campaign> {
  const read = await readShaped(file, shownFile, campaignShape(environment));
  if (!read.ok) throw new UsageError(`the campaign file is not valid:\n${read.problems.join('\n')}`);
  const { prefix = 'edge-sunset/', entries = [], reviewers = [], waves = [], limits = {} } = read.value;
  return { ...read.value, prefix, entries, reviewers, waves, limits: { ...USUAL, ...limits } };
}
