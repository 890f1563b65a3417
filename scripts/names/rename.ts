/** What package.json says of the project, and how other files repeat it. */
export interface Names {
  readonly documentation: string;
  readonly repository: string;
  readonly version: string;
}

interface Manifest {
  readonly homepage: string;
  readonly repository: { readonly url: string };
  readonly version: string;
}

/** Everywhere else a version may be that of another package, or of the past. */
const NAMES_VERSION = new Set([
  'src/version.ts',
  'docs/ci.md',
  'ci/gitlab.yml',
  'docs/pull-requests.md',
  'editors/vscode/package.json',
]);

export function namesOf({ homepage, repository, version }: Manifest): Names {
  return {
    documentation: homepage.replace(/\/$/, ''),
    repository: repository.url.replace(/^git\+|\.git$/g, ''),
    version,
  };
}

/** The text of a file with the names that are wanted in place of those that are written. */
export function renamed(path: string, text: string, written: Names, wanted: Names): string {
  const named = text
    .replaceAll(written.documentation, wanted.documentation)
    .replaceAll(slugOf(written), slugOf(wanted));
  return NAMES_VERSION.has(path) ? named.replaceAll(written.version, wanted.version) : named;
}

/** `owner/name`, as actions and commands of GitHub take it. */
function slugOf({ repository }: Names): string {
  return repository.slice('https://github.com/'.length);
}
