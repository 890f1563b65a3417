/** `migrate -i`: one question for each cluster and each comment, with its diff, on the terminal beside the report. */
import { join } from 'node:path';
import { type Chosen, type ClusterChoice, diffText } from '../../migrate/index.js';
import { type Paint, visible, wrap } from '../../report/index.js';
import type { Io } from '../base/command.js';
import { columnsOf } from '../base/terminal.js';

const HELP = `  y  write it
  n  leave it
  a  write it and all that follow
  q  leave it and all that follow
  e  leave it and open the file in your editor
`;

/** What a person has said of all that follows. */
export type Rest = 'ask' | 'all' | 'none';

export async function askForEach(
  choices: readonly ClusterChoice[],
  before: Rest,
  root: string,
  paint: Paint,
  io: Io & Required<Pick<Io, 'ask'>>,
): Promise<{ readonly chosen: Chosen; readonly rest: Rest }> {
  const clusters = new Set<number>();
  const edited = new Set<string>();
  let rest = before;
  for (const [index, choice] of choices.entries()) {
    const { cluster } = choice;
    if (choice.files.some(({ path }) => edited.has(path))) {
      io.stderr('The next change is in a file that you have just edited; run the command again.\n');
      continue;
    }
    if (rest === 'ask') {
      io.stderr(choiceText(choice, paint, columnsOf('stderr', io)));
      const answer = await answerTo(`(${index + 1} of ${choices.length}) Write this? [y,n,a,q,e,?] `, io);
      if (answer === 'a') rest = 'all';
      if (answer === 'q') rest = 'none';
      if (answer === 'y') clusters.add(cluster.id);
      if (answer === 'e') for (const path of editFirst(choice, root, io)) edited.add(path);
    }
    if (rest === 'all') clusters.add(cluster.id);
  }
  return { chosen: { clusters, edited }, rest };
}

type Answer = 'y' | 'n' | 'a' | 'q' | 'e';

async function answerTo(question: string, io: Required<Pick<Io, 'ask' | 'stderr'>>): Promise<Answer> {
  for (;;) {
    const answer = (await io.ask(question))?.trim().toLowerCase() ?? 'q';
    const [first] = answer;
    if (first === 'y' || first === 'n' || first === 'a' || first === 'q' || first === 'e') return first;
    io.stderr(HELP);
  }
}

function editFirst({ files }: ClusterChoice, root: string, io: Io): readonly string[] {
  const file = files.find(({ before }) => before !== null);
  if (file === undefined) return [];
  if (io.edit?.(join(root, file.path)) === true) return [file.path];
  io.stderr('VISUAL and EDITOR are not set; the change is skipped.\n');
  return [];
}

function choiceText({ cluster, files }: ClusterChoice, paint: Paint, width: number): string {
  const sites = cluster.members.flatMap(({ verdict, found }) => {
    const { path, line, entry } = found.row;
    if (verdict.strategy === 'marker' && verdict.unproven === true) return [];
    if (verdict.strategy === 'marker') {
      const head = `${visible(path)}:${line}  ${paint.bold(entry)}  manual; a comment is written`;
      return [`${head}\n${indented(visible(verdict.reason), width)}`];
    }
    const differs = verdict.differences.map(({ name, what }) =>
      indented(`differs ${name}: ${visible(what)}`, width).replace('differs', paint.cyan('differs')),
    );
    const head = `${visible(path)}:${line}  ${paint.bold(entry)}  ${verdict.strategy}, ${verdict.level}`;
    return [`${head}\n${indented(visible(verdict.reason), width)}${differs.join('')}`];
  });
  const diffs = files.map(({ path, clusters, ...file }) => {
    const planned = { ...file, path, clusters: [...clusters] };
    return `${paint.underline(visible(path))}\n${diffText(planned, paint, null)}`;
  });
  // Several findings of one call are one change.
  return `\n${[...new Set(sites)].join('')}${diffs.join('')}`;
}

function indented(text: string, width: number): string {
  const [first = '', ...more] = wrap(text, width - 6);
  return `    ${first}\n${more.map((line) => `      ${line}\n`).join('')}`;
}
