import { COMMANDS } from './commands.js';

/** The text of `edge-sunset --help`. */
export function helpText(): string {
  const heads = COMMANDS.map((row) => `${row.name} ${row.arguments}`.trim());
  const width = Math.max(...heads.map((head) => head.length)) + 2;
  const rows = COMMANDS.map((row, index) => `  ${(heads[index] ?? '').padEnd(width)}${row.summary}`);
  return `edge-sunset finds and rewrites calls of retired parts of the Cloudflare v4 API. It reports since when each call
is retired and what replaces it.

Usage: edge-sunset <command> [options]

Commands:
${rows.join('\n')}

  edge-sunset <command> --help    the options of one command
  edge-sunset --version           the version

If a deployment fails with code 10020 or 410 Gone, start with:

  edge-sunset scan
  edge-sunset migrate

Exit codes: 0 nothing to report, 1 findings, 2 usage or configuration error, 3 incomplete scan, 4 rejected migration.
`;
}
