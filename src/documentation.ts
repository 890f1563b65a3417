/**
 * Where the project and its documentation live: the one place that names them, and a placeholder until it has a home.
 * package.json repeats them, and a test compares.
 */
export const DOCUMENTATION = 'https://edge-sunset.example.com';
export const REPOSITORY = 'https://github.com/OWNER/edge-sunset';

/** Where bugs are reported. */
export const ISSUES = `${REPOSITORY}/issues`;

/** A page of the documentation site, by its path below `docs` without the extension. */
export function documentationPage(page: string): string {
  return `${DOCUMENTATION}/${page}/`;
}
