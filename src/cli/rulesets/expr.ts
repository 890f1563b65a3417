import {
  type EvaluationContext,
  type Expression,
  type ExpressionError,
  evaluateFilter,
  evaluateValue,
  explain,
  foldThreatScore,
  formatError,
  parseFilter,
  parseValue,
  pointOut,
  suggestIntent,
  type Value,
  valueToJson,
} from '../../expression/index.js';
import { jsonFault } from '../../value/index.js';
import { flagHelp, parseArguments, UsageError } from '../base/arguments.js';
import type { Command, Io } from '../base/command.js';
import { EXIT } from '../base/exit-code.js';
import { fileGiven, inputText } from '../base/given-file.js';
import { retiredNames } from './retired-names.js';

const FLAGS = {
  strict: { kind: 'switch', summary: 'check types and names, and reject deviations from the grammar' },
  value: { kind: 'switch', summary: 'the text is a value expression (a field or a call), not a condition' },
  context: { kind: 'value', value: '<file.json>', summary: 'the request to evaluate against (eval)' },
  format: { kind: 'value', value: '<name>', choices: ['text', 'json'], summary: 'text (default) or json' },
} as const;

const ACTIONS = ['check', 'fold', 'explain', 'eval'] as const;
type Action = (typeof ACTIONS)[number];

const HELP = `Check, simplify, explain or evaluate an expression of the rules language.

Usage: edge-sunset expr <action> [text|-] [options]

  check     whether the text is valid, with the place and reason of errors; retired fields
  fold      the text without cf.threat_score, which is always 0, and the effect on the rule
  explain   the expression in words, with its fields and their types
  eval      whether a request matches; needs --context

"-" reads the expression from standard input.

${flagHelp(FLAGS)}

A context is {"fields": {"http.host": "a.example", "ip.src": "192.0.2.1",
"http.request.headers": {"x-key": ["1"]}}, "lists": {"office": ["192.0.2.0/24"]}}.
With "missingNotEqual": true, "ne" is true for a missing value.

Exit codes: 0 valid or evaluated; 1 invalid, not understood or undecided; 2 usage error.
`;

/** What an action found: the exit code, the answer as data, and as a person reads it. */
interface Answer {
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export const expr: Command = {
  name: 'expr',
  summary: 'check, fold, explain or evaluate a rule expression',
  flags: FLAGS,
  help: HELP,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, FLAGS);
    const action = actionOf(positionals[0]);
    const text = await readText(positionals, io);
    const parsed = parse(text, values.value, values.strict);
    const context = action === 'eval' ? await readContext(values.context, io.cwd) : null;
    const answer = parsed.ok
      ? answerTo(action, parsed.expression, context, values.strict)
      : refusal(text, parsed.errors);
    const json = JSON.stringify({ action, ...answer.data }, null, 2);
    io.stdout(`${values.format === 'json' ? json : answer.text}\n`);
    return answer.code;
  },
};

function actionOf(written: string | undefined): Action {
  const action = ACTIONS.find((candidate) => candidate === written);
  if (action !== undefined) return action;
  const given = written === undefined ? 'is missing' : `cannot be ${JSON.stringify(written)}`;
  throw new UsageError(`the action ${given}; it is one of ${ACTIONS.join(', ')}.`);
}

async function readText(positionals: readonly string[], io: Io): Promise<string> {
  const [, text, ...others] = positionals;
  if (text === undefined) throw new UsageError('the expression is missing; give it as one argument, or - .');
  if (others.length > 0) {
    throw new UsageError('the expression must be one argument; put it in single quotes.');
  }
  if (text !== '-') return text;
  return inputText('-', io);
}

function parse(text: string, value: boolean, strict: boolean) {
  const options = { mode: strict ? 'strict' : 'tolerant' } as const;
  return value ? parseValue(text, options) : parseFilter(text, options);
}

function refusal(text: string, errors: readonly ExpressionError[]): Answer {
  const shown = errors.map((error) => formatError(text, error)).join('\n');
  return { code: EXIT.findings, data: { valid: false, errors }, text: shown };
}

function answerTo(
  action: Action,
  expression: Expression,
  context: EvaluationContext | null,
  strict: boolean,
): Answer {
  switch (action) {
    case 'check':
      return check(expression, strict);
    case 'fold':
      return fold(expression);
    case 'explain':
      return explanation(expression);
    case 'eval':
      return evaluation(expression, context ?? { fields: {} });
  }
}

/** What is retired, or would be refused where it is written, is said; it is no error, for the text can be read. */
function check(expression: Expression, strict: boolean): Answer {
  const { text } = expression;
  const retired = retiredNames(expression);
  const again = strict ? null : parse(text, expression.kind === 'value', true);
  const warnings = again === null || again.ok ? [] : again.errors;
  const lines = warnings.map((error) => formatError(text, error));
  const note = [
    ...(lines.length > 0 ? ['valid, but rejected in strict mode:', ...lines] : ['valid']),
    ...retired.map(({ message }) => `warning: ${message}`),
  ];
  const data = { valid: true, kind: expression.kind, warnings, retired };
  return { code: EXIT.clean, data, text: note.join('\n') };
}

function fold(expression: Expression): Answer {
  if (expression.kind === 'value') throw new UsageError('fold works on conditions, not with --value.');
  const { occurrences, outcome } = foldThreatScore(expression);
  const suggestions = suggestIntent(expression);
  const data = { valid: true, occurrences, ...outcome, suggestions };
  const offers = suggestions.map(({ title, needs, text }) => `  ${title} (${needs}):\n    ${text}`);
  const meant = offers.length > 0 ? ['', 'Possible replacements to choose from:', ...offers] : [];
  switch (outcome.verdict) {
    case 'unchanged':
      return {
        code: EXIT.clean,
        data,
        text: `${expression.text}\nverdict: unchanged, no threat score`,
      };
    case 'rewritten':
      return { code: EXIT.clean, data, text: [outcome.text, 'verdict: rewritten', ...meant].join('\n') };
    case 'always false':
      return {
        code: EXIT.clean,
        data,
        text: ['verdict: always false; the rule never matches and can be deleted', ...meant].join('\n'),
      };
    case 'always true':
      return {
        code: EXIT.clean,
        data,
        text: [
          'verdict: always true; the rule matches every request, which is dangerous if it blocks or challenges',
          ...meant,
        ].join('\n'),
      };
    case 'undecided': {
      const place = `column ${outcome.at.start + 1}`;
      return { code: EXIT.findings, data, text: `verdict: undecided, ${outcome.reason} (${place})` };
    }
    case 'refused':
      return { code: EXIT.findings, data, text: `verdict: refused, ${outcome.reason}` };
  }
}

function explanation(expression: Expression): Answer {
  const { outline, fields } = explain(expression);
  const rows = fields.map(
    ({ name, type, note }) => `  ${name}: ${type ?? 'unknown type'}${note === null ? '' : `; ${note}`}`,
  );
  const text = [...outline, ...(rows.length > 0 ? ['', 'Fields:', ...rows] : [])].join('\n');
  return { code: EXIT.clean, data: { valid: true, outline, fields }, text };
}

function evaluation(expression: Expression, context: EvaluationContext): Answer {
  const result =
    expression.kind === 'filter' ? evaluateFilter(expression, context) : evaluateValue(expression, context);
  if (!result.ok) {
    const { start, end, reason } = result;
    const shown = pointOut(expression.text, result, `not evaluated: ${reason}`);
    return { code: EXIT.findings, data: { valid: true, reason, start, end }, text: shown };
  }
  const value = shownValue(result.value);
  const text = value === null ? 'missing' : typeof value === 'string' ? value : JSON.stringify(value);
  return { code: EXIT.clean, data: { valid: true, value }, text };
}

function shownValue(value: Value | undefined): unknown {
  return value === undefined ? null : valueToJson(value);
}

async function readContext(file: string | undefined, cwd: string): Promise<EvaluationContext> {
  if (file === undefined) throw new UsageError('eval needs --context <file.json>, the request to evaluate.');
  const content = Buffer.from(await fileGiven(`--context ${file}`, file, cwd)).toString('utf8');
  let context: unknown;
  try {
    context = JSON.parse(content);
  } catch (error) {
    throw new UsageError(`--context ${file} is ${jsonFault(error)}.`);
  }
  const wrong = contextFault(context);
  if (wrong !== null) throw new UsageError(`--context ${file}: ${wrong}`);
  return context as EvaluationContext;
}

/** What keeps a value from being a context; null where nothing does. */
function contextFault(context: unknown): string | null {
  if (!isRecord(context)) return 'the file must contain an object with the key "fields".';
  if (!isRecord(context.fields)) return 'the key "fields" must be an object of values by field name.';
  for (const [name, value] of Object.entries(context.fields)) {
    if (!isContextValue(value)) return `the field ${JSON.stringify(name)} must not be null.`;
  }
  const { lists = {}, missingNotEqual } = context;
  if (!isRecord(lists)) return 'the key "lists" must be an object of arrays by list name.';
  for (const [name, items] of Object.entries(lists)) {
    const isList = Array.isArray(items) && items.every((item) => /^(?:string|number)$/.test(typeof item));
    if (!isList) return `the list ${JSON.stringify(name)} must be an array of strings and numbers.`;
  }
  if (missingNotEqual !== undefined && typeof missingNotEqual !== 'boolean') {
    return 'the key "missingNotEqual" must be true or false.';
  }
  const known = ['fields', 'lists', 'missingNotEqual'];
  const stray = Object.keys(context).find((key) => !known.includes(key));
  return stray === undefined ? null : `the key ${JSON.stringify(stray)} is not one of ${known.join(', ')}.`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isContextValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isContextValue);
  if (isRecord(value)) return Object.values(value).every(isContextValue);
  return value !== null;
}
