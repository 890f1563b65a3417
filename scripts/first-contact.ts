/**
 * Meets public repositories for the first time and writes a row for each into `bench/first-contact.md`.
 *
 *     npm run first-contact -- --mirrors DIR owner/name… [--date DAY] [--keep DIR] [--cli FILE]
 *     npm run first-contact -- --mirrors DIR --later owner/name… [--date DAY]
 *     npm run first-contact -- --verdict merge|remarks|refuse|harm [--remark TEXT] owner/name
 *
 * DIR holds one git repository per name; its newest commit is checked out and migrated with `--write --level review`.
 * With `--keep` the migrated trees stay, to be read with `git diff`: the verdict is that of the reader. A row once
 * written never changes. The repositories are not part of this project.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkOut, findMirror } from './corpus/checkout.js';
import { type MigrateReport, measured } from './first-contact/measure.js';
import { type Contact, VERDICTS, withContact, withLater, withVerdict } from './first-contact/page.js';
import { commitAll, reportOf, run } from './repositories/command.js';

const USAGE =
  'usage: npm run first-contact -- --mirrors DIR [--later] owner/name… [--date DAY] [--keep DIR] [--cli FILE]\n' +
  `       npm run first-contact -- --verdict ${VERDICTS.join('|')} [--remark TEXT] owner/name`;
const PAGE = join(import.meta.dirname, '../bench/first-contact.md');
const MIGRATE = ['migrate', '--write', '--level', 'review'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mirrors: { type: 'string' },
    later: { type: 'boolean', default: false },
    verdict: { type: 'string' },
    remark: { type: 'string', default: '' },
    date: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    keep: { type: 'string' },
    cli: { type: 'string', default: join(import.meta.dirname, '../dist/cli/main.js') },
    output: { type: 'string', default: PAGE },
  },
});

function page(): string {
  return existsSync(values.output) ? readFileSync(values.output, 'utf8') : '';
}

/** Null where there is no such repository. */
function meet(repo: string, mirrors: string, trees: string): Contact | null {
  const mirror = findMirror(mirrors, repo);
  if (mirror === null) return null;
  const commit = run(['git', '--git-dir', mirror, 'rev-parse', 'HEAD'], trees).stdout.trim();
  const root = join(trees, repo.replace('/', '+'));
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  if (!checkOut(mirror, commit, root)) return null;
  commitAll(root);
  return measured(repo, commit, values.date, reportOf<MigrateReport>(resolve(values.cli), MIGRATE, root));
}

function meetAll(mirrors: string): void {
  const trees =
    values.keep === undefined ? mkdtempSync(join(tmpdir(), 'first-contact-')) : resolve(values.keep);
  mkdirSync(trees, { recursive: true });
  try {
    for (const repo of positionals) {
      // Refuses before anything is measured.
      if (!values.later) withContact(page(), { ...NOTHING, repo });
      const contact = meet(repo, resolve(mirrors), trees);
      if (contact === null) {
        console.error(`${repo}: not in ${mirrors}`);
        process.exitCode = 1;
        continue;
      }
      const { date } = values;
      const next = values.later ? withLater(page(), repo, date, contact) : withContact(page(), contact);
      writeFileSync(values.output, next);
      console.error(`${repo}: ${contact.rewritten} of ${contact.sites} rewritten`);
    }
  } finally {
    if (values.keep === undefined) rmSync(trees, { recursive: true, force: true });
  }
}

const NOTHING: Omit<Contact, 'repo'> = {
  date: values.date,
  commit: '',
  sites: 0,
  rewritten: 0,
  markers: 0,
  kinds: new Map(),
  evidence: new Map(),
  reasons: [],
};

const verdict = VERDICTS.find((one) => one === values.verdict);
const [only] = positionals;
if (only !== undefined && verdict !== undefined)
  writeFileSync(values.output, withVerdict(page(), only, verdict, values.remark));
else if (only !== undefined && values.verdict === undefined && values.mirrors !== undefined)
  meetAll(values.mirrors);
else {
  console.error(USAGE);
  process.exitCode = 2;
}
