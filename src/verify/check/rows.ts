/** Rows of a list that the old code gave the form of old rules, and the new code sends as they are. */
import { literally } from '../../value/index.js';

type Texts = readonly { readonly text: string }[];

/** `missing.map(({ expression, ...rest }) => ({ ...rest, filter: { expression } }))` */
const RESHAPED =
  /(?<![\w$])([A-Za-z_$][\w$]{0,60})\.map\(\(\{ ?expression, ?\.\.\.(\w{1,60}) ?\}\) => \(\{ ?(?:\.\.\.\2, ?filter: ?\{ ?expression ?\}|filter: ?\{ ?expression ?\}, ?\.\.\.\2) ?\}\)\)/g;

/** Names under which such rows are sent: that of the list, and those that loops over all of it give them. */
export function rowsSent(before: Texts, after: Texts): ReadonlySet<string> {
  const lists = before.flatMap(({ text }) =>
    [...text.replace(/\s+/g, ' ').matchAll(RESHAPED)].map(([, list = '']) => list),
  );
  const names = new Set<string>();
  for (const list of lists)
    for (const { text } of after)
      for (const [, loop, each] of text.matchAll(
        new RegExp(
          `\\bfor (?:await )?\\((?:const|let) (\\w+) of ${literally(list)}\\)|\\b${literally(list)}\\.(?:map|forEach)\\((?:async )?\\(?(\\w+)\\)? =>`,
          'g',
        ),
      ))
        names.add(loop ?? each ?? '');
  return names;
}
