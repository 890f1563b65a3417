import { CODEMODS } from '../codemods/index.js';
import { type Finding, possibleFixes } from '../src/analysis/index.js';
import { type Entry, sdkCallsOf } from '../src/catalogue/index.js';
import { levelsOnTheSpot } from '../src/migrate/index.js';
import { ruleName } from '../src/report/index.js';
import { isAdviceOnly } from './advice-only.js';
import { fileResult } from './analysis/file-result.js';
import { docsUrl } from './docs-url.js';
import { FAILURE, failureReport } from './failure.js';
import { NOTHING, oncePerFile } from './once.js';
import { reportFinding } from './report-finding.js';
import type { EdgeSunsetRule } from './rule-types.js';
import { settingsOf } from './settings/settings.js';
import { SUGGESTIONS } from './wording/suggestions.js';
import { MESSAGES } from './wording/templates.js';

/** The one factory of all rules that report an entry of the catalogue. A rule holds no analysis of its own. */
export function entryRule(entry: Entry): EdgeSunsetRule {
  const name = ruleName(entry.id);
  const levels = new Set([...possibleFixes(entry), ...levelsOnTheSpot(entry, CODEMODS)]);
  return {
    meta: {
      type: 'problem',
      languages: ['*'],
      docs: {
        description: descriptionOf(entry),
        url: docsUrl(name),
        recommended: !isAdviceOnly(entry),
        entries: [entry.id],
        ...(entry.endOfLife === null ? {} : { endOfLife: entry.endOfLife }),
        replacement: entry.replacement,
        ...(entry.codemod === undefined ? {} : { codemod: entry.codemod }),
      },
      ...(levels.has('safe') ? { fixable: 'code' as const } : {}),
      ...(levels.has('review') ? { hasSuggestions: true } : {}),
      messages: { ...MESSAGES, ...FAILURE, ...(levels.has('review') ? SUGGESTIONS : {}) },
      schema: [
        {
          type: 'object',
          properties: {
            allow: {
              description: 'Calls and names that are not reported.',
              type: 'array',
              items: { enum: allowable(entry) },
              uniqueItems: true,
            },
          },
          additionalProperties: false,
        },
      ],
      defaultOptions: [{ allow: [] }],
    },
    create(context) {
      const result = fileResult(context);
      if (result === null) return NOTHING;
      const findings = result.byEntry.get(entry.id) ?? [];
      const reportFailure = failureReport(context, result, (id) => id === entry.id);
      if (findings.length === 0 && reportFailure === null) return NOTHING;
      const isAllowed = allowedBy(context.options[0]?.allow ?? [], entry, context.settings);
      return oncePerFile(context, () => {
        reportFailure?.();
        for (const finding of findings) {
          if (!isAllowed(finding)) reportFinding(context, entry, finding, result, levels);
        }
      });
    },
  };
}

function descriptionOf(entry: Entry): string {
  const ended = entry.endOfLife === null ? '' : `, end of life ${entry.endOfLife}`;
  return `disallow ${uncapitalised(entry.title)}${ended}`;
}

function uncapitalised(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** What an option may name: the calls, names and resources of the entry. */
export function allowable(entry: Entry): string[] {
  const names = [
    ...entry.endpoints.map(({ path }) => path),
    ...[...entry.fields, ...entry.values, ...entry.queries].flatMap(({ calls }) =>
      calls.map(({ path }) => path),
    ),
    ...entry.bodies.map(({ path }) => path),
    ...entry.expressions.map(({ name }) => name),
    ...entry.headers.flatMap(({ together }) => together),
    ...entry.resources.map(({ name }) => name),
    entry.id,
  ];
  return [...new Set(names)];
}

function allowedBy(
  allow: readonly string[],
  entry: Entry,
  settings: Readonly<Record<string, unknown>>,
): (finding: Finding) => boolean {
  if (allow.length === 0) return () => false;
  const profile = settingsOf(settings).engine.catalogue.profiles.find(({ id }) => id === entry.profile);
  const calls = profile === undefined ? [] : sdkCallsOf(entry, profile);
  const symbols = calls.filter(({ call }) => allow.includes(call.path)).map(({ call }) => call.symbol);
  const allowed = new Set([...allow, ...symbols]);
  return ({ endpoint }) => allowed.has(entry.id) || (endpoint !== null && allowed.has(endpoint));
}
