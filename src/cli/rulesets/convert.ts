import {
  asTerraform,
  BadInput,
  type Conversion,
  convert,
  EXEMPT_CRAWLERS,
  OLD_LISTS,
  type OldList,
} from '../../convert/index.js';
import { flagHelp, parseArguments, UsageError } from '../base/arguments.js';
import type { Command, Io } from '../base/command.js';
import { EXIT } from '../base/exit-code.js';
import { inputName, inputText } from '../base/given-file.js';

const FLAGS = {
  to: {
    kind: 'value',
    value: 'FORMAT',
    choices: ['json', 'terraform'],
    summary: 'json (default): the body that creates the ruleset; or terraform',
  },
  provider: {
    kind: 'value',
    value: 'MAJOR',
    choices: ['4', '5'],
    summary: 'syntax of this major version of the Terraform provider (default: 5)',
  },
  'no-crawler-condition': {
    kind: 'switch',
    summary: 'rate limits: do not exempt known crawlers, as the old API did (not cf.client.bot)',
  },
} as const;

/** Names of the Terraform resources. */
const LABELS: Readonly<Record<OldList, string>> = {
  'firewall-rules': 'custom_rules',
  'rate-limits': 'rate_limits',
  'waf-packages': 'managed_rules',
};

export const convertCommand: Command = {
  name: 'convert',
  summary: 'convert exported rules to a ruleset',
  flags: FLAGS,
  help: `Convert objects that were exported from a retired API to rules of a ruleset.

Usage: edge-sunset convert <${OLD_LISTS.join('|')}> [file|-] [options]

  edge-sunset convert firewall-rules rules.json > ruleset.json
  edge-sunset convert rate-limits limits.json --to terraform --provider 4

The input is the response of GET /zones/{zone_id}/firewall/rules, /rate_limits or
/firewall/waf/packages, the list under its "result", or a single object. Without a file,
or with "-", it is read from standard input. Behaviour changes of the new rules, and items without
counterpart, are listed on standard error.

${flagHelp(FLAGS)}

Exit codes: 0 everything has a counterpart; 1 something needs manual work, see standard
error; 2 usage error or invalid input, nothing is printed.
`,
  run: runConvert,
};

async function runConvert(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, FLAGS);
  const [written, file = '-', ...more] = positionals;
  const kind = OLD_LISTS.find((candidate) => candidate === written);
  if (kind === undefined) {
    const given = written === undefined ? 'is missing' : `cannot be ${JSON.stringify(written)}`;
    throw new UsageError(`the kind of object ${given}; it must be one of ${OLD_LISTS.join(', ')}.`);
  }
  if (more.length > 0) throw new UsageError('convert takes one file.');
  if (values.provider !== undefined && values.to !== 'terraform')
    throw new UsageError('--provider needs --to terraform.');
  const exemptCrawlers = !values['no-crawler-condition'];
  if (!exemptCrawlers && kind !== 'rate-limits')
    throw new UsageError('--no-crawler-condition needs rate-limits: only they exempt crawlers.');
  const conversion = converted(kind, file, await inputText(file, io), exemptCrawlers);
  const output =
    values.to === 'terraform'
      ? asTerraform(conversion, LABELS[kind], values.provider === '4' ? 4 : 5)
      : `${JSON.stringify(rulesetBody(conversion), null, 2)}\n`;
  io.stdout(output);
  if (kind === 'rate-limits' && exemptCrawlers && conversion.rules.length > 0)
    io.stderr(`note: ${EXEMPT_CRAWLERS}\n`);
  for (const { path, message, lost } of conversion.differences)
    io.stderr(`${lost ? 'manual follow-up' : 'behaviour change'}: ${path}: ${message}\n`);
  return conversion.differences.some(({ lost }) => lost) ? EXIT.findings : EXIT.clean;
}

function rulesetBody({ phase, rules }: Conversion): object {
  return { name: 'default', kind: 'zone', phase, rules };
}

function converted(kind: OldList, file: string, text: string, exemptCrawlers: boolean): Conversion {
  try {
    return convert(kind, text, { exemptCrawlers });
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    throw new UsageError(`${inputName(file)}: ${error.message}.`);
  }
}
