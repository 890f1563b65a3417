/** What a step tells its workflow: outputs and the summary of the job. */
import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

/** A text of the workflow's own language, in which `%` and line breaks have a meaning. */
export function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

export function setOutputs(
  outputs: Readonly<Record<string, string | number>>,
  environment: Environment,
): void {
  const file = environment.GITHUB_OUTPUT;
  if (file === undefined || file === '') return;
  for (const [name, value] of Object.entries(outputs)) {
    // Whatever the value holds, it cannot end itself.
    const end = `end-${randomUUID()}`;
    appendFileSync(file, `${name}<<${end}\n${value}\n${end}\n`);
  }
}

export function addSummary(markdown: string, environment: Environment): void {
  const file = environment.GITHUB_STEP_SUMMARY;
  if (file !== undefined && file !== '') appendFileSync(file, `${markdown}\n`);
}

/** The event that started the workflow, as GitHub wrote it down. */
export function eventOf(environment: Environment): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(environment.GITHUB_EVENT_PATH ?? '', 'utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
