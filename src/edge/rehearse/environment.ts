import { SITE_HEADER } from '../server/server.js';

/** What the child must know to reach the emulator instead of the API. */
export interface Surroundings {
  readonly hosts: readonly string[];
  readonly tlsPort: number;
  readonly plainPort: number;
  readonly proxyPort: number;
  readonly certificate: string;
  /** File that holds the certificate, and one that holds it beside the system's authorities. */
  readonly certificateFile: string;
  readonly bundleFile: string;
  readonly preload: string;
  /** Names of environment variables that hold credentials of the API. */
  readonly credentials: readonly string[];
  /** Credentials the user asked to hand on. */
  readonly passed: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const THROW_AWAY = 'edge-sunset-rehearsal-0000000000000000';

/**
 * The environment of a rehearsed program: real credentials replaced before it starts, Node told to load the
 * redirect, all others told of the proxy and of the authority to trust.
 */
export function rehearsalEnvironment(parent: Environment, around: Surroundings): Record<string, string> {
  const proxy = `http://127.0.0.1:${around.proxyPort}`;
  const wanted: Record<string, string> = {
    NODE_OPTIONS: [parent.NODE_OPTIONS, `--require ${quoted(around.preload)}`].filter(Boolean).join(' '),
    NODE_EXTRA_CA_CERTS: around.certificateFile,
    EDGE_SUNSET_REHEARSAL: JSON.stringify({
      hosts: around.hosts,
      tlsPort: around.tlsPort,
      plainPort: around.plainPort,
      certificate: around.certificate,
      siteHeader: SITE_HEADER,
    }),
    HTTPS_PROXY: proxy,
    https_proxy: proxy,
    HTTP_PROXY: proxy,
    http_proxy: proxy,
    ALL_PROXY: proxy,
    all_proxy: proxy,
    NO_PROXY: 'localhost,127.0.0.1,::1',
    no_proxy: 'localhost,127.0.0.1,::1',
    SSL_CERT_FILE: around.bundleFile,
    CURL_CA_BUNDLE: around.bundleFile,
    REQUESTS_CA_BUNDLE: around.bundleFile,
    GIT_SSL_CAINFO: around.bundleFile,
    AWS_CA_BUNDLE: around.bundleFile,
  };
  const kept = Object.entries(parent).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    const replaced = around.credentials.includes(name) && !around.passed.includes(name);
    return [[name, replaced ? throwAway(name) : value]];
  });
  return { ...Object.fromEntries(kept), ...wanted };
}

/** A value of the right shape, so that a program's own checks pass. */
function throwAway(name: string): string {
  return /E?MAIL/i.test(name) ? 'rehearsal@example.com' : THROW_AWAY;
}

/** Node splits NODE_OPTIONS at spaces and reads backslashes inside double quotes as escapes. */
export function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
