import { mkdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { colours, visible } from '../../report/index.js';
import { type Arguments, flagHelp, parseArguments, UsageError } from '../base/arguments.js';
import { catalogueWith } from '../base/catalogue-files.js';
import type { Command, Io } from '../base/command.js';
import { dayGiven } from '../base/entries.js';
import { EXIT } from '../base/exit-code.js';
import { inputText } from '../base/given-file.js';
import { linkFault, replaceFile } from '../base/output.js';
import { wantsColours } from '../base/terminal.js';
import { type Code, codeIn } from './code.js';
import { EXPORT_SCRIPT } from './commands.js';
import { exportedIn } from './exported.js';
import { inventoryJson, inventoryText } from './formats.js';
import { type Inventory, inventoryOf } from './made.js';
import { retiredObjects } from './retired.js';

const FLAGS = {
  from: { kind: 'list', value: 'FILE|-', summary: 'an export of lists; may be repeated' },
  code: { kind: 'list', value: 'DIR', summary: 'code that may manage the objects; may be repeated' },
  out: {
    kind: 'value',
    value: 'DIR',
    summary: 'write the converted rulesets there, a file for each phase of a zone',
  },
  script: { kind: 'switch', summary: 'print a shell script that makes an export' },
  format: {
    kind: 'value',
    value: 'NAME',
    short: 'f',
    choices: ['text', 'json'],
    summary: 'text (default) or json, with the converted rules',
  },
  now: { kind: 'value', value: 'DATE', summary: 'judge as of this UTC day (default: today)' },
  catalogue: {
    kind: 'list',
    value: 'FILE',
    summary: 'add your own entries from a YAML file; may be repeated',
  },
} as const;

type Values = Arguments<typeof FLAGS>['values'];

export const inventoryCommand: Command = {
  name: 'inventory',
  summary: 'list retired objects of zones and accounts, from exports',
  flags: FLAGS,
  help: `Tell which retired objects still exist in zones and accounts, what becomes of them, and which code manages them.
Works on exports only: it needs no token.

Usage: edge-sunset inventory --from FILE [options]

  edge-sunset inventory --script > export.sh             a script that exports lists, with read requests only
  CLOUDFLARE_API_TOKEN=... sh export.sh ZONE_ID account:ACCOUNT_ID > export.ndjson
  edge-sunset inventory --from export.ndjson --code .
  edge-sunset inventory --from export.ndjson --out rulesets

By hand, a line for each page of a list:

  curl -H "Authorization: Bearer $CLOUDFLARE_API_TOKEN" \\
    "https://api.cloudflare.com/client/v4/zones/$ZONE/rate_limits?page=1&per_page=50" |
    tr -d '\\n' | sed "s|.*|{\\"path\\":\\"/zones/$ZONE/rate_limits\\",\\"answer\\":&}|" >> export.ndjson

${flagHelp(FLAGS)}

Exit codes: 0 no retired objects, 1 some exist, 2 usage error or invalid input, 3 incomplete: the export lacks pages or
lists.
`,
  run: inventory,
};

async function inventory(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, FLAGS);
  if (positionals.length > 0)
    throw new UsageError(`name exports with --from: --from ${JSON.stringify(positionals[0])}.`);
  if (values.script) {
    io.stdout(EXPORT_SCRIPT);
    return EXIT.clean;
  }
  if (values.from.length === 0)
    throw new UsageError(
      "--from is missing. 'edge-sunset inventory --script' prints a script that makes an export.",
    );
  const now = dayGiven(values.now, io, '--now');
  const texts: { name: string; text: string }[] = [];
  for (const file of values.from) texts.push({ name: file, text: await inputText(file, io) });
  const exported = exportedIn(texts);
  const catalogue = await catalogueWith(values.catalogue, io.cwd);
  const made = await io.readingOnly(async () => {
    const retired = await retiredObjects(exported.lists, { catalogue, now, cwd: io.cwd });
    const code: Code | null = values.code.length === 0 ? null : await codeIn(values.code, now, io);
    return inventoryOf(exported, retired, code, now);
  });
  if (values.out !== undefined) writeRulesets(made, values.out, io);
  print(made, values, io);
  if (made.missing.length > 0) return EXIT.incomplete;
  return made.objects.length > 0 ? EXIT.findings : EXIT.clean;
}

function print(made: Inventory, { format }: Values, io: Io): void {
  if (format === 'json') io.stdout(inventoryJson(made));
  else for (const piece of inventoryText(made, colours(wantsColours(io)))) io.stdout(piece);
}

/** Each file is the body of the request that its path names. */
function writeRulesets({ rulesets }: Inventory, folder: string, io: Io): void {
  const top = resolve(io.cwd, folder);
  for (const { scope, phase, rules, refused } of rulesets) {
    if (refused !== null || rules.length === 0) continue;
    const file = join(top, `${scope.replace(/[^\w.-]/g, '_')}.${phase}.json`);
    const fault = linkFault(file, io.cwd);
    if (fault !== null) throw new UsageError(`--out ${visible(folder)}: ${fault}.`);
    try {
      mkdirSync(top, { recursive: true });
      replaceFile(file, [`${JSON.stringify({ rules }, null, 2)}\n`]);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      throw new UsageError(`--out ${visible(folder)}: the files cannot be written (${code}).`);
    }
    io.stderr(`edge-sunset inventory: ${visible(relative(io.cwd, file))} written\n`);
  }
}
