/** How requests reach a host: over the network, with patience where that is safe, or through its command line tool. */
import { Interrupted, runProgram, TOKENS, without } from '../git.js';
import { HostError, type RemoteProject } from './host.js';
import type { Environment } from './place.js';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const TIME_LIMIT_MILLISECONDS = 30_000;
const ATTEMPTS = 3;
/** A host may ask to wait; for longer than this a person decides. */
const LONGEST_WAIT_SECONDS = 60;

export function networkFetch(signal: AbortSignal): Fetch {
  return async (url, init) => {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === ATTEMPTS;
      // What creates something is not sent twice: the first may have arrived.
      const isRepeatable = (init.method ?? 'GET') === 'GET';
      try {
        const response = await fetch(url, {
          ...init,
          redirect: 'manual',
          signal: AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MILLISECONDS)]),
        });
        // Followed, a token would go wherever the answer says.
        if (response.status >= 300 && response.status < 400)
          throw new HostError(
            `${hostOf(url)} redirects to another URL: the repository has moved. Change the URL of the remote`,
          );
        const wait = await waitAskedFor(response);
        if (wait !== null) {
          // A request that was refused for its rate did nothing.
          if (wait === 'unknown' || isLast || wait > LONGEST_WAIT_SECONDS)
            throw new HostError(
              `${hostOf(url)} limits the rate of requests${wait === 'unknown' ? '' : ` and asks to wait ${wait} seconds`}. Run the command again ${wait === 'unknown' ? 'in some minutes' : 'then'}; it continues where it stopped`,
            );
          await pause(wait, signal);
        } else if (response.status >= 500 && isRepeatable && !isLast) await pause(attempt * 0.5, signal);
        else return response;
      } catch (error) {
        if (signal.aborted) throw new Interrupted();
        if (error instanceof HostError) throw error;
        if (!isRepeatable || isLast)
          throw new HostError(`${hostOf(url)} could not be reached (${causeOf(error)})`);
        await pause(attempt * 0.5, signal);
      }
    }
  };
}

/** Seconds; null where the answer is no limit of the rate. */
async function waitAskedFor(response: Response): Promise<number | 'unknown' | null> {
  const { status, headers } = response;
  if (status !== 403 && status !== 429) return null;
  const after = headers.get('retry-after');
  if (after !== null && /^\d{1,6}$/.test(after)) return Number(after);
  if (headers.get('x-ratelimit-remaining') === '0') {
    const reset = Number(headers.get('x-ratelimit-reset') ?? '0');
    return Math.max(1, Math.ceil(reset - Date.now() / 1000));
  }
  // GitHub's secondary limit may come as a refusal without any of these headers.
  const isLimit =
    status === 429 || /secondary rate limit|abuse detection/i.test(await response.clone().text());
  return isLimit ? 'unknown' : null;
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(new Interrupted());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, seconds * 1000);
    signal.addEventListener('abort', end, { once: true });
  });
}

function hostOf(url: string): string {
  return new URL(url).host;
}

function causeOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : { cause: undefined };
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  if (error instanceof Error && error.name === 'TimeoutError')
    return `no answer in ${TIME_LIMIT_MILLISECONDS / 1000} seconds`;
  return cause instanceof Error ? cause.message : error instanceof Error ? error.message : String(error);
}

interface ToolOptions {
  readonly cwd: string;
  readonly environment: Environment;
  readonly signal: AbortSignal;
}

/** Whether `gh` or `glab` has a login for a host. */
export async function isLoggedIn(
  program: string,
  { kind, host }: RemoteProject,
  { cwd, environment, signal }: ToolOptions,
): Promise<boolean> {
  // `gh auth status` also fails for an account that is not in use.
  const { status } = await runProgram(
    program,
    ['auth', kind === 'github' ? 'token' : 'status', '--hostname', host],
    {
      cwd,
      env: without(environment, TOKENS),
      input: '',
      signal,
    },
  );
  return status === 0;
}

/** Requests through `gh api` or `glab api`, which log in as the user did there. */
export function commandFetch(
  program: string,
  host: string,
  base: string,
  cwd: string,
  environment: Environment,
  signal: AbortSignal,
): Fetch {
  return async (url, init) => {
    const path = url.slice(base.length).replace(/^\/+/, '');
    const body = typeof init.body === 'string' ? init.body : null;
    const args = ['api', '--hostname', host, '--include', '--method', init.method ?? 'GET', path];
    const result = await runProgram(
      program,
      [...args, ...(body === null ? [] : ['--header', 'Content-Type: application/json', '--input', '-'])],
      { cwd, env: without(environment, TOKENS), input: body ?? '', signal },
    );
    const answer = answerIn(result.stdout);
    if (answer !== null) return answer;
    throw new HostError(
      `${program.split(/[\\/]/).at(-1)} could not reach ${host}: ${result.stderr.trim().split('\n').at(-1) ?? ''}`,
    );
  };
}

/** The answer as the tools print it: status line, headers, an empty line, body. */
function answerIn(text: string): Response | null {
  const [, status, rest = ''] = /^HTTP\/[\d.]+ (\d{3})[^\n]*\n([\s\S]*)$/.exec(text) ?? [];
  if (status === undefined) return null;
  const end = /\r?\n\r?\n/.exec(rest);
  const head = end === null ? rest : rest.slice(0, end.index);
  const body = end === null ? '' : rest.slice(end.index + end[0].length);
  const headers = new Headers();
  for (const line of head.split(/\r?\n/)) {
    const [, name, value] = /^([\w-]+): (.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) headers.append(name, value);
  }
  const code = Number(status);
  return new Response(code === 204 || code === 304 ? null : body, { status: code, headers });
}
