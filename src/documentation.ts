/** Where the project and its documentation live. package.json names both, and `npm run names` writes them here. */
export const DOCUMENTATION = 'https://edge-sunset.example.com';
export const REPOSITORY = 'https://github.com/OWNER/edge-sunset';

/** Where bugs are reported. */
export const ISSUES = `${REPOSITORY}/issues`;

/** A page of the documentation site, by its path below `docs` without the extension. */
export function documentationPage(page: string): string {
  return `${DOCUMENTATION}/${page}/`;
}
