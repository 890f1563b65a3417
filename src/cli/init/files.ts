import { VERSION } from '../../version.js';
import { BASELINE_NAME } from '../scan/flags.js';

/** The texts that `init` proposes. */

export const CONFIG_NAME = 'edge-sunset.config.json';

interface Wanted {
  readonly announced: boolean;
  readonly baseline: boolean;
  /** Elsewhere there is no `node_modules` that the schema could be in. */
  readonly isNodeProject: boolean;
}

export function configText(wanted: Wanted): string {
  const config = {
    ...(wanted.isNodeProject ? { $schema: './node_modules/edge-sunset/schema/config.schema.json' } : {}),
    failOn: wanted.announced ? 'any' : 'ended',
    ...(wanted.baseline ? { baseline: BASELINE_NAME } : {}),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

/** The report is uploaded whatever the scan ends with, but for pull requests of forks, which may not. */
export function githubText(): string {
  return `name: edge-sunset
on:
  push:
    branches: [main, master]
  pull_request:
permissions:
  contents: read
  security-events: write
jobs:
  scan:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - name: Scan
        run: npx --yes edge-sunset@${VERSION} scan --format github --output sarif=edge-sunset.sarif
      - name: Upload the report
        if: always() && hashFiles('edge-sunset.sarif') != '' && github.event.pull_request.head.repo.fork != true
        uses: github/codeql-action/upload-sarif@v4
        with:
          sarif_file: edge-sunset.sarif
`;
}

export function gitlabText(): string {
  return `edge-sunset:
  image: node:24
  script:
    - npx --yes edge-sunset@${VERSION} scan --output junit=edge-sunset.xml
  artifacts:
    when: always
    reports:
      junit: edge-sunset.xml
`;
}

export function eslintText(): string {
  return `import edgeSunset from 'edge-sunset/eslint';
// and, in the list of configurations:
...edgeSunset.configs.recommended,
`;
}
