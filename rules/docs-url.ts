import { documentationPage } from '../src/documentation.js';

/** The page of a rule. */
export function docsUrl(rule: string): string {
  return documentationPage(`rules/${rule}`);
}
