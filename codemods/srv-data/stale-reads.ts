/** Reads of fields that records no longer have once a program has written them anew. */
import type { Difference, Site, Surroundings, Verdict } from '../../src/migrate/index.js';

/** `record.data.service`, `record["data"]["proto"]`, `data?.get('service')` */
const READ =
  /(?<![\w$])data["']?\]?(?:\?\.|\.)?(?:(?:get\(\s*|\[\s*)["'](service|proto)["']|(?<=\.)(service|proto)(?![\w$]))(?!["']?\]?\s*=(?!=))/;

/** The same verdict; where the file still reads such a field, it says so and is no safe one. */
export function besideReads(verdict: Verdict | null, site: Site, around: Surroundings): Verdict | null {
  const { file, finding } = site;
  if (verdict === null || verdict.strategy === 'marker' || finding.by === 'read') return verdict;
  const judged = new Set(readsJudged(site, around));
  const own = verdict.edits.filter((edit) => edit.file === file.path);
  const lines = file.text.split('\n');
  let start = 0;
  const read: number[] = [];
  for (const [index, line] of lines.entries()) {
    const found = READ.exec(line);
    const at = start + (found?.index ?? 0);
    const end = at + (found?.[0].length ?? 0);
    const isJudged = [...judged].some((one) => at <= one && one < end);
    if (found !== null && !isJudged && !own.some((edit) => edit.start < end && at < edit.end))
      read.push(index + 1);
    start += line.length + 1;
  }
  if (read.length === 0) return verdict;
  return { ...verdict, level: 'review', differences: [...verdict.differences, readsStay(read)] };
}

/** Reads that are findings of their own: something is said of each, or done about it. */
function readsJudged({ finding, entry, file }: Site, around: Surroundings): readonly number[] {
  const clients = new Set([...finding.usages].flatMap(({ sender }) => sender?.client ?? []));
  return [...clients]
    .flatMap((client) => around.sitesOf(client))
    .filter((one) => one.finding.by === 'read' && one.entry.id === entry.id && one.file.path === file.path)
    .map((one) => one.finding.at.start);
}

function readsStay(lines: readonly number[]): Difference {
  const [first, ...others] = lines;
  const where = others.length === 0 ? `line ${first} still reads` : `lines ${lines.join(', ')} still read`;
  return {
    name: 'reads-stay',
    what: `${where} service or proto of the data of records, which records have no longer once they are written so: take them from the name`,
  };
}
