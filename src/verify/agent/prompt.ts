/** What an agent is told: the task, the rules, the brief, and what was wrong with its last try. */
import type { Catalogue } from '../../catalogue/index.js';
import type { Program } from '../../read/index.js';
import { briefMarkdown, briefOf } from '../brief/index.js';
import type { Unit } from '../units.js';

export interface PromptInput {
  readonly unit: Unit;
  readonly program: Program;
  readonly catalogue: Catalogue;
  /** Decisions that a person has made: the value by the name. */
  readonly decided: ReadonlyMap<string, string>;
}

/** `refused`: what was wrong with the change of the round before; null in the first one. */
export function promptFor(input: PromptInput, refused: string | null): string {
  const { unit, decided } = input;
  const brief = briefOf(input);
  const isAsked = new Set(brief.decisions.map(({ name }) => name));
  const made = [...decided].filter(([name]) => isAsked.has(name));
  const parts = [
    RULES.replace('<package>', unit.package === '' ? 'this repository' : `the package ${unit.package}`),
    made.length === 0 ? '' : `Decided: ${made.map(([name, value]) => `${name} is ${value}`).join('; ')}.`,
    briefMarkdown(
      { ...brief, decisions: made.length === isAsked.size ? [] : brief.decisions, verify: CHECK },
      (path) => path,
    ),
    refused === null
      ? ''
      : `## What is wrong with your last change\n${refused.trimEnd()}\n\nIt is still in the files. Correct it.\n`,
  ];
  return parts.filter((part) => part !== '').join('\n');
}

const CHECK = 'edge-sunset verify';

const RULES = `Migrate the calls below away from retired parts of the Cloudflare API. The current folder is a copy of the repository.
What counts is what its files hold when you end; commits do not count.

- Change files of <package> only. Delete no file, weaken no test, and leave everything else as it is.
- Hide no call: add no suppression, exclusion or baseline. Remove edge-sunset-todo comments of these calls.
- When you end, edge-sunset verify compares the program before and after, and refuses what it cannot follow or what differs.
`;
