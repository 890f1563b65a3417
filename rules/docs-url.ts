import { VERSION } from '../src/version.js';

const REPOSITORY = 'https://github.com/edge-sunset/edge-sunset';

/** Where bugs are reported. */
export const ISSUES = `${REPOSITORY}/issues`;

/** The page of a rule as it was when this version was published, so that it fits the data that came with it. */
export function docsUrl(rule: string): string {
  return `${REPOSITORY}/blob/v${VERSION}/docs/rules/${rule}.md`;
}
