/**
 * The sentences of the rules: what is dead since when, then what to do. Each has up to four forms: with the
 * command of a codemod, and for a finding that is a guess.
 */
const SENTENCES = {
  endpointRemoved: "'{{call}}' reached end of life on {{ended}}. {{advice}}.",
  endpointRemovedNoReplacement:
    "'{{call}}' reached end of life on {{ended}} and has no replacement. Remove the call.",
  resourceRemovedNoReplacement:
    "'{{call}}' reached end of life on {{ended}} and has no replacement. Remove it.",
  endpointScheduled: "'{{call}}' ends on {{ended}}. {{advice}}.",
  fieldRejected: "'{{field}}' is no longer supported {{since}} {{ended}}. {{advice}}.",
  fieldIgnored: "'{{field}}' is ignored and no longer returned {{since}} {{ended}}. Remove it.",
  fieldWithoutEffect: "'{{field}}' has no effect {{since}} {{ended}}. {{advice}}.",
  fieldGone: "'{{field}}' is no longer returned {{since}} {{ended}}. {{advice}}.",
  fieldScheduled: "'{{field}}' is no longer supported from {{ended}} on. {{advice}}.",
  valueRejected: "'{{value}}' is no longer supported for '{{field}}' {{since}} {{ended}}. {{advice}}.",
  valueNotAccepted:
    "{{subject}} '{{value}}' is no longer supported {{since}} {{ended}}. Only {{allowed}} are accepted.",
  valueOfNoEffect:
    "{{subject}} '{{value}}' is accepted but has no effect {{since}} {{ended}}. Only {{allowed}} have an effect.",
  valueWithoutEffect: "'{{value}}' has no effect for '{{field}}' {{since}} {{ended}}. {{advice}}.",
  valueUnknown: "'{{field}}' accepts only {{allowed}} {{since}} {{ended}}. Check what is sent.",
  headerRejected: "'{{field}}' is no longer supported {{since}} {{ended}}. {{advice}}.",
  expressionFieldRejected:
    "'{{field}}' in a rule expression is no longer supported {{since}} {{ended}}. Remove the condition or replace it.",
  expressionFieldWithoutEffect:
    "'{{field}}' in a rule expression has no effect {{since}} {{ended}}. Remove the condition or replace it.",
  expressionFieldRenamed: "'{{field}}' in a rule expression has a new name. Use '{{rename}}'.",
  storage: "'{{call}}' {{effect}}. {{advice}}.",
  checkFailed: '{{what}}.',
} as const;

type SentenceId = keyof typeof SENTENCES;
export type MessageId =
  | SentenceId
  | `${SentenceId}Codemod`
  | `${SentenceId}Likely`
  | `${SentenceId}CodemodLikely`;

const COMMAND = "; run '{{command}}'.";

function withCommand(sentence: string): string {
  return sentence.replace(/\.$/, COMMAND);
}

/** `'x' reached …` becomes `This looks like 'x', which reached …`. */
function asGuess(sentence: string): string {
  return sentence.replace(
    /^(?:\{\{subject\}\} )?'\{\{\w+\}\}'(?: in a rule expression)?/,
    'This looks like $&, which',
  );
}

/** All messages of the rules that report entries. */
export const MESSAGES: Readonly<Record<MessageId, string>> = Object.fromEntries(
  Object.entries(SENTENCES).flatMap(([id, sentence]) => [
    [id, `${sentence}{{dates}}`],
    [`${id}Codemod`, `${withCommand(sentence)}{{dates}}`],
    [`${id}Likely`, `${asGuess(sentence)}{{dates}}`],
    [`${id}CodemodLikely`, `${asGuess(withCommand(sentence))}{{dates}}`],
  ]),
) as Record<MessageId, string>;

export function messageId(
  sentence: SentenceId,
  { codemod, guess }: { readonly codemod: boolean; readonly guess: boolean },
): MessageId {
  const id = codemod ? (`${sentence}Codemod` as const) : sentence;
  return guess ? (`${id}Likely` as MessageId) : id;
}

export type { SentenceId };
