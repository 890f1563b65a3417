/**
 * How a template says which of its lines are there for what. A feature is a word; the end of a line, or
 * a line of its own before and after several, tells when they are wanted:
 *
 *     undo: [], //? undo                    with the feature `undo`
 *     //? order {                           all lines up to its `//? }` with the feature `order`
 *     //! order const sorted = wanted;      this line, without the feature
 *
 * `a|b` is one of two features, `a&b` both. The template itself is the module with all features.
 */

/** Written behind a line whose presence hangs on features, so that what stands around it can be laid out anew. */
const TOUCHED = '\uE000';
const LONGEST = 110;

/** The lines of a template that a set of features asks for, without what says so. */
export function withFeatures(source: string, features: ReadonlySet<string>): string {
  const open: boolean[] = [];
  const lines: string[] = [];
  for (const line of source.split('\n')) {
    const opening = /^\s*\/\/\? (\S+) \{$/.exec(line);
    if (opening !== null) open.push(holds(opening[1] ?? '', features));
    else if (/^\s*\/\/\? \}$/.test(line)) open.pop();
    else if (open.includes(false)) lines.push(TOUCHED);
    else {
      const [, text = line, mark, condition] = /^(.*?)\s*\/\/([?!]) (\S+)$/.exec(line) ?? [];
      if (condition === undefined) lines.push(line);
      else lines.push(holds(condition, features) === (mark === '?') ? text + TOUCHED : TOUCHED);
    }
  }
  return laidOut(lines.filter((line, index) => line !== TOUCHED || lines[index - 1] !== TOUCHED).join('\n'));
}

function holds(condition: string, features: ReadonlySet<string>): boolean {
  return condition.split('|').some((all) => all.split('&').every((feature) => features.has(feature)));
}

/** Lists of which a line went are written on one line where they fit, as a formatter would. */
function laidOut(text: string): string {
  const list =
    /^([^\n]*[{[(])(?:\uE000)?\n((?:[^\n;{}[\]]*,?\uE000?\n|\uE000\n)+?)([ ]*)([}\])][^\n\uE000]*)/gm;
  const joined = text.replace(list, (whole, head: string, items: string, _, tail: string) => {
    if (!items.includes(TOUCHED)) return whole;
    const inner = items
      .split('\n')
      .map((item) => item.replace(TOUCHED, '').trim())
      .filter((item) => item !== '');
    const gap = head.endsWith('{') ? ' ' : '';
    const line = `${head}${gap}${inner.join(' ').replace(/,$/, '')}${gap}${tail}`;
    return line.length > LONGEST || inner.some((item) => item.startsWith('/')) ? whole : line;
  });
  return joined.replace(/^\uE000\n/gm, '').replaceAll(TOUCHED, '');
}
