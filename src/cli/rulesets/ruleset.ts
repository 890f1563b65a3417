import { PHASE_ACTIONS } from '../../catalogue/index.js';
import { parseFilter } from '../../expression/index.js';
import { flatFile } from '../../read/index.js';
import { scanJson } from '../../read/json/index.js';
import { visible } from '../../report/index.js';
import { checkRuleset, type RulesetAct, type RulesetProblem, sentences } from '../../rulesets/index.js';
import { Lines } from '../../scan/index.js';
import { jsonFault, knownText, propertyOf, type Value } from '../../value/index.js';
import { flagHelp, parseArguments, UsageError } from '../base/arguments.js';
import type { Command, Io } from '../base/command.js';
import { EXIT } from '../base/exit-code.js';
import { inputName, inputText } from '../base/given-file.js';
import { retiredNames } from './retired-names.js';

const FLAGS = {
  as: {
    kind: 'value',
    value: 'REQUEST',
    choices: ['ruleset', 'entry-point', 'rule', 'change'],
    summary: 'purpose of the request: a ruleset, an entry point, a new rule, or a change of one',
  },
  phase: { kind: 'value', value: 'NAME', summary: 'the phase, if the body does not contain it' },
  format: {
    kind: 'value',
    value: 'NAME',
    short: 'f',
    choices: ['text', 'json'],
    summary: 'text (default) or json',
  },
} as const;

const ACTS = {
  ruleset: 'ruleset',
  'entry-point': 'entry-point',
  rule: 'add-rule',
  change: 'edit-rule',
} as const satisfies Record<string, RulesetAct>;

export const rulesetCommand: Command = {
  name: 'ruleset',
  summary: 'check a ruleset before it is sent',
  flags: FLAGS,
  help: `Check the body of a request to the Rulesets API: what the API would reject, and what it
would accept but handle differently than expected. Nothing is sent.

Usage: edge-sunset ruleset check [file|-] [options]

  edge-sunset ruleset check ruleset.json
  edge-sunset convert rate-limits limits.json | edge-sunset ruleset check
  edge-sunset ruleset check --as change --phase http_request_firewall_managed rule.json

The input is JSON: a ruleset, a rule, a list of either, or a response of the API with it
under "result". Without a file, or with "-", it is read from standard input.

${flagHelp(FLAGS)}

Exit codes: 0 nothing to report; 1 problems; 2 usage error or invalid input.
`,
  run: runRuleset,
};

async function runRuleset(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, FLAGS);
  const [action, file = '-', ...more] = positionals;
  if (action !== 'check') {
    const given = action === undefined ? 'is missing' : `cannot be ${JSON.stringify(action)}`;
    throw new UsageError(`the action ${given}; write 'edge-sunset ruleset check [file|-]'.`);
  }
  if (more.length > 0) throw new UsageError('ruleset check takes one file.');
  const phase = phaseGiven(values.phase);
  const input = { name: inputName(file), text: await inputText(file, io) };
  const bodies = bodiesOf(
    input,
    parsed(input),
    ACTS[(values.as ?? 'ruleset') as keyof typeof ACTS],
    values.as !== undefined,
  );
  const found = bodies.flatMap(({ act, value, path }) => problemsOf(value, { act, phase }, path));
  const lines = new Lines(input.text);
  const problems = found.map((problem) => row(problem, lines));
  io.stdout(
    values.format === 'json'
      ? `${JSON.stringify({ valid: !problems.some(({ refused }) => refused), problems }, null, 2)}\n`
      : asText(input.name, problems),
  );
  return problems.length > 0 ? EXIT.findings : EXIT.clean;
}

function phaseGiven(name: string | undefined): string | null {
  if (name === undefined || Object.hasOwn(PHASE_ACTIONS, name)) return name ?? null;
  throw new UsageError(
    `unknown --phase ${visible(JSON.stringify(name))}; it must be one of ${Object.keys(PHASE_ACTIONS).join(', ')}.`,
  );
}

interface Input {
  readonly name: string;
  readonly text: string;
}

/** Strict JSON, with the places of everything. */
function parsed({ name, text }: Input): Value {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`${name} is ${text.trim() === '' ? 'empty' : jsonFault(error)}.`);
  }
  const scanned = scanJson(flatFile(name, text));
  if (scanned === null) throw new UsageError(`${name} is nested too deeply.`);
  return scanned.value;
}

interface Body {
  readonly act: RulesetAct;
  readonly value: Value;
  /** Where the body lies in the input. */
  readonly path: string;
}

/** The bodies of an input: what lies in an envelope, and what a list holds. */
function bodiesOf(input: Input, value: Value, act: RulesetAct, isGiven: boolean, path = ''): readonly Body[] {
  if (value.kind === 'array') {
    const rules = isGiven ? act === 'ruleset' || act === 'entry-point' : value.items.every(isRule);
    if (rules) return [{ act: 'ruleset', value: withRules(value), path }];
    return value.items.flatMap((item, index) => bodiesOf(input, item, act, isGiven, `${path}[${index}]`));
  }
  if (value.kind === 'object') {
    if (isGiven) return [{ act, value, path }];
    if (isRule(value)) return [{ act: 'add-rule', value, path }];
    const result = propertyOf(value, 'result')?.value;
    if (result !== undefined && path === '') return bodiesOf(input, result, act, isGiven, 'result');
    if (['rules', 'phase', 'kind'].some((key) => propertyOf(value, key) !== undefined))
      return [{ act, value, path }];
  }
  throw new UsageError(
    `${input.name}${path === '' ? '' : `: ${path}`} is not a ruleset, a rule or a list of rules: expected an object with "rules", or with "action" and "expression".`,
  );
}

function isRule(value: Value): boolean {
  if (value.kind !== 'object') return false;
  const has = (key: string) => propertyOf(value, key) !== undefined;
  return !has('rules') && (has('action') || has('expression') || has('action_parameters'));
}

function withRules(rules: Value): Value {
  return {
    kind: 'object',
    properties: [{ key: 'rules', keyOrigin: null, value: rules, origin: null }],
    open: false,
    origin: rules.origin,
  };
}

interface Row {
  readonly check: string;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly refused: boolean;
  readonly message: string;
}

type Found = Pick<RulesetProblem, 'path' | 'at' | 'wrong' | 'remedy' | 'refused'> & {
  /** The check, or the entry of a name that is retired. */
  readonly check: string;
};

function problemsOf(
  value: Value,
  request: { act: RulesetAct; phase: string | null },
  path: string,
): readonly Found[] {
  const found: readonly Found[] = [...checkRuleset(value, request), ...retiredIn(value, '')].sort(
    (a, b) => (a.at?.start ?? 0) - (b.at?.start ?? 0),
  );
  const inInput = (inner: string) =>
    [path, inner]
      .filter((part) => part !== '')
      .join('.')
      .replaceAll('.[', '[');
  return found.map((problem) => ({ ...problem, path: inInput(problem.path) }));
}

/** Expressions with names that the catalogue has as retired. */
function retiredIn(value: Value, path: string): readonly Found[] {
  if (value.kind === 'array')
    return value.items.flatMap((item, index) => retiredIn(item, `${path}[${index}]`));
  if (value.kind !== 'object') return [];
  return value.properties.flatMap(({ key, value: inner }): readonly Found[] => {
    const here = path === '' ? key : `${path}.${key}`;
    const text = key === 'expression' || key === 'counting_expression' ? knownText(inner) : null;
    const expression = text === null ? null : parseFilter(text);
    if (expression?.ok !== true) return retiredIn(inner, here);
    return retiredNames(expression.expression).map(({ name, entry, isRetired, state }) => ({
      check: entry,
      path: here,
      at: inner.origin,
      wrong: `the field ${name} is ${state}`,
      remedy: `see 'edge-sunset explain ${entry}'`,
      refused: isRetired,
    }));
  });
}

function row({ check, path, at, wrong, remedy, refused }: Found, lines: Lines): Row {
  const start = lines.range(at?.start ?? 0, at?.end ?? 0);
  const message = sentences(wrong, remedy);
  return { check, path, line: start.line, column: start.column, refused, message };
}

function asText(name: string, problems: readonly Row[]): string {
  if (problems.length === 0) return `${name}: nothing to report\n`;
  const refused = problems.filter((problem) => problem.refused).length;
  const rows = problems.map(
    ({ path, line, column, refused: isError, message, check }) =>
      `${name}:${line}:${column} ${isError ? 'error' : 'warning'} ${visible(path)} (${check})\n  ${visible(message)}\n`,
  );
  return `${rows.join('')}\n${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}, ${refused} rejected by the API\n`;
}
