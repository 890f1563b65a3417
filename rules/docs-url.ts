import { DOCUMENTATION, documentationPage } from '../src/documentation.js';

/** Until the documentation has an address of its own, package.json names one of those kept for examples. */
const HAS_SITE = !/\bexample\.(?:com|net|org)\b/.test(DOCUMENTATION);

/** The page of a rule: on the site, or as it comes with the package. */
export function docsUrl(rule: string): string {
  return HAS_SITE
    ? documentationPage(`rules/${rule}`)
    : new URL(`../docs/rules/${rule}.md`, import.meta.url).href;
}
