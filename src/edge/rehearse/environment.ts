import type { Profile } from '../../catalogue/index.js';
import { isSecret, replacement } from './secrets.js';

/** What the child must know to reach the emulator instead of the API. */
export interface EmulatorAccess {
  readonly proxyPort: number;
  /** File that holds our certificate, and one that holds it beside the system's authorities. */
  readonly certificateFile: string;
  readonly bundleFile: string;
  /** Loaded into every Node process. */
  readonly preload: string;
  readonly profile: Profile;
  /** Credentials the user asked to hand on. */
  readonly passed: readonly string[];
  /** Variables of files that programs read, which the environment wins over. */
  readonly fromFiles: ReadonlyMap<string, string>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Ways to services of the user's session. */
const SESSION =
  /^(?:SSH_(?:AUTH_SOCK|AGENT_PID)|DBUS_.*|GPG_AGENT_INFO|DOCKER_HOST|XDG_RUNTIME_DIR|DISPLAY|WAYLAND_DISPLAY)$/;
const MAIL = /E?MAIL/i;
const ADDRESS = /(BASE|API)_URL$/i;
/** Names that people give to credentials of the API beside those that its tools read. */
const VENDOR = /^CF_|CLOUDFLARE/i;

/**
 * The environment of a rehearsed program: real credentials replaced before it starts, Node told to load the
 * redirect, all others told of the proxy and of the authority to trust.
 */
export function rehearsalEnvironment(parent: Environment, around: EmulatorAccess): Record<string, string> {
  const { profile } = around;
  const proxy = `http://127.0.0.1:${around.proxyPort}`;
  const direct = 'localhost,127.0.0.1,::1';
  const wanted: Record<string, string> = {
    NODE_OPTIONS: [parent.NODE_OPTIONS, `--require ${quoted(around.preload)}`].filter(Boolean).join(' '),
    NODE_EXTRA_CA_CERTS: around.certificateFile,
    HTTPS_PROXY: proxy,
    https_proxy: proxy,
    HTTP_PROXY: proxy,
    http_proxy: proxy,
    ALL_PROXY: proxy,
    all_proxy: proxy,
    NO_PROXY: direct,
    no_proxy: direct,
    SSL_CERT_FILE: around.bundleFile,
    CURL_CA_BUNDLE: around.bundleFile,
    REQUESTS_CA_BUNDLE: around.bundleFile,
    GIT_SSL_CAINFO: around.bundleFile,
    AWS_CA_BUNDLE: around.bundleFile,
  };
  const files = [...around.fromFiles].filter(([name]) => parent[name] === undefined);
  const kept = [...files, ...Object.entries(parent)].flatMap(([name, value]): [string, string][] => {
    if (value === undefined || SESSION.test(name)) return [];
    if (around.passed.includes(name)) return [[name, value]];
    const ours = profile.environment.includes(name) || VENDOR.test(name);
    if (ours && MAIL.test(name)) return [[name, 'rehearsal@example.com']];
    if (isSecret(name, value)) return [[name, replacement(value)]];
    // An address of another server would lead the program away from the emulated API.
    const leadsAway = ours && ADDRESS.test(name);
    return [[name, leadsAway ? `https://${profile.hosts[0]}${profile.basePath}` : value]];
  });
  return { ...Object.fromEntries(kept), ...wanted };
}

/** The credentials of an environment, also those that are handed on. */
export function secretsOf(parent: Environment): string[] {
  return Object.entries(parent).flatMap(([name, value]) =>
    value !== undefined && isSecret(name, value) ? [value] : [],
  );
}

/** Node splits NODE_OPTIONS at spaces and reads backslashes inside double quotes as escapes. */
export function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
