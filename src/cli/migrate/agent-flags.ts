/** The options of `migrate` and `pr` that let a coding agent work on what no codemod rewrites. */
import { type Arguments, type Flags, UsageError } from '../base/arguments.js';
import { decisionsIn, JUDGE_FLAGS } from '../base/judge-flags.js';

const AGENT = 'Coding agent';

export const AGENT_FLAGS = {
  agent: {
    kind: 'value',
    value: 'COMMAND',
    summary:
      'let this command rewrite what is left, unit by unit; what verify accepts is taken,\nthe rest is thrown away (docs/agents.md)',
    group: AGENT,
  },
  'agent-timeout': {
    kind: 'value',
    value: 'SECONDS',
    summary: 'time limit of the command for one of its three tries (default: 900)',
    group: AGENT,
  },
  'agent-env': {
    kind: 'list',
    value: 'NAME',
    names: true,
    summary: 'also hand this variable to the command; without it only PATH, HOME and the language',
    group: AGENT,
  },
  jobs: {
    kind: 'value',
    value: 'N',
    summary: 'units that are worked on side by side (default: 1)',
    group: AGENT,
  },
  run: { ...JUDGE_FLAGS.run, group: AGENT },
  decide: { ...JUDGE_FLAGS.decide, group: AGENT },
  'allow-difference': { ...JUDGE_FLAGS['allow-difference'], group: AGENT },
  require: { ...JUDGE_FLAGS.require, group: AGENT },
} as const satisfies Flags;

export type AgentValues = Arguments<typeof AGENT_FLAGS>['values'];

/** What the options say wrong: before anything is scanned, and before anything is paid for. */
export function checkAgentValues(values: AgentValues): void {
  if (values.agent !== undefined) {
    limitsOf(values);
    decisionsIn(values.decide);
    return;
  }
  const given = Object.keys(AGENT_FLAGS).find((name) => {
    const value = values[name as keyof AgentValues];
    return Array.isArray(value) ? value.length > 0 : value !== undefined;
  });
  if (given !== undefined) throw new UsageError(`--${given} needs --agent.`);
}

export function limitsOf(values: AgentValues): { readonly seconds: number; readonly jobs: number } {
  const numberOf = (name: 'agent-timeout' | 'jobs', usual: number) => {
    const written = values[name];
    if (written === undefined) return usual;
    if (/^\d{1,6}$/.test(written) && Number(written) > 0) return Number(written);
    throw new UsageError(`--${name} must be a number from 1, not ${JSON.stringify(written)}.`);
  };
  return { seconds: numberOf('agent-timeout', 900), jobs: numberOf('jobs', 1) };
}
