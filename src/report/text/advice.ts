import { datesSentence, symptomText } from '../../catalogue/index.js';
import type { EntryGroup } from '../findings/groups.js';
import { instead } from '../findings/message.js';
import { migrateCommand } from '../findings/migrate-command.js';
import type { RenderContext } from '../formats/index.js';
import type { Paint } from '../words/colours.js';
import { endText, isOver } from '../words/days.js';
import { visible } from '../words/escape.js';
import { wrap } from '../words/wrap.js';
import { plural } from './summary.js';

/** What the text report says of an entry that was met: since when it is dead, what to do, what the caller sees. */

/** `firewall-rules  7 findings, retired 675 days ago (2025-01-15)` */
export function groupTitle({ entry, findings, first }: EntryGroup, paint: Paint): string {
  const { endOfLife, daysPast } = first;
  const count = plural(findings.length, 'finding');
  if (endOfLife === null || daysPast === null)
    return `${paint.bold(entry.id)}  ${count}, no end of life is announced`;
  const colour = isOver(daysPast, entry) ? paint.red : paint.yellow;
  return `${paint.bold(entry.id)}  ${count}, ${colour(endText(daysPast, entry))} (${endOfLife})`;
}

export function adviceLines(
  group: EntryGroup,
  paint: Paint,
  width: number,
  context: Pick<RenderContext, 'migrate'>,
): readonly string[] {
  const { entry } = group;
  const dates = datesSentence(entry);
  const command = migrateCommand(entry, group.findings, context);
  return [
    ...row('Do', instead(entry.replacement).replace(/^Instead: /, ''), paint, width),
    ...symptomsOf(group).flatMap((text, index) => row(index === 0 ? 'You see' : '', text, paint, width)),
    ...(dates === null ? [] : row('Dates', dates, paint, width)),
    ...(command === null ? [] : commandRow(visible(command), paint, width)),
  ];
}

const MOST_SYMPTOMS = 2;

/** What callers get back today: the text people search for. */
function symptomsOf({ entry, first }: EntryGroup): readonly string[] {
  if (first.daysPast === null || !isOver(first.daysPast, entry)) return [];
  return entry.symptoms.slice(0, MOST_SYMPTOMS).map(symptomText);
}

const LABEL = 9;

function row(label: string, text: string, paint: Paint, width: number): readonly string[] {
  const lines = wrap(visible(text), Math.max(20, width - LABEL - 2));
  return lines.map((line, index) => labelled(index === 0 ? label : '', line, paint));
}

/** A command that is broken into lines cannot be copied: one that does not fit has a line of its own. */
function commandRow(command: string, paint: Paint, width: number): readonly string[] {
  const isLong = LABEL + 2 + command.length > width;
  return isLong ? [labelled('Run', '', paint).trimEnd(), `  ${command}`] : [labelled('Run', command, paint)];
}

function labelled(label: string, text: string, paint: Paint): string {
  return `  ${paint.dim(label.padEnd(LABEL))}${text}`;
}
