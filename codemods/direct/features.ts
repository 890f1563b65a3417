/**
 * How a template says which of its lines are there for what. A feature is a word; the end of a line, or a line of its
 * own before and after several, tells when they are wanted:
 *
 *     isSkip, //? skip                      with the feature `skip`
 *     //? skip {                            all lines up to its `//? }` with the feature `skip`
 *     //! skip return updated;              this line, without the feature
 *     //! skip //! read return updated;     this line, with neither of the two
 */

/** The lines of a template that a set of features asks for, without what says so. */
export function withFeatures(source: string, features: ReadonlySet<string>): string {
  const open: boolean[] = [];
  const lines: string[] = [];
  for (const line of source.split('\n')) {
    const opening = /^\s*\/\/\? (\S+) \{$/.exec(line);
    if (opening !== null) open.push(features.has(opening[1] ?? ''));
    else if (/^\s*\/\/\? \}$/.test(line)) open.pop();
    else if (!open.includes(false)) {
      const text = wantedPart(line, features);
      if (text !== null) lines.push(text);
    }
  }
  return lines.join('\n');
}

/** A line without its marks; null where one of them keeps it out. */
function wantedPart(line: string, features: ReadonlySet<string>): string | null {
  const [, text, mark, feature] = /^(.*?)\s*\/\/([?!]) (\S+)$/.exec(line) ?? [];
  if (text === undefined || feature === undefined) return line;
  return features.has(feature) === (mark === '?') ? wantedPart(text, features) : null;
}
