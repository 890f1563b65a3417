/**
 * How a template says which of its lines are there for what. A feature is a word; the end of a line, or a line of its
 * own before and after several, tells when they are wanted:
 *
 *     isSkip, //? skip                      with the feature `skip`
 *     //? skip {                            all lines up to its `//? }` with the feature `skip`
 *     //! skip return updated;              this line, without the feature
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
      const [, text = line, mark, feature] = /^(.*?)\s*\/\/([?!]) (\S+)$/.exec(line) ?? [];
      if (feature === undefined || features.has(feature) === (mark === '?')) lines.push(text);
    }
  }
  return lines.join('\n');
}
