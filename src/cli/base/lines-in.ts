import { createReadStream } from 'node:fs';

/** The whole lines of a file, with the place after each; a very long one without its text. */
export async function* linesIn(
  path: string,
  longest: number,
): AsyncIterable<{ readonly text: string | null; readonly after: number }> {
  let rest = Buffer.alloc(0);
  let isLong = false;
  let place = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const line = Buffer.concat([rest, chunk.subarray(from, at)]);
      from = at + 1;
      yield { text: isLong ? null : line.toString('utf8'), after: place + from };
      rest = Buffer.alloc(0);
      isLong = false;
    }
    place += chunk.length;
    const left = chunk.subarray(from);
    isLong ||= rest.length + left.length > longest;
    rest = isLong ? Buffer.alloc(0) : Buffer.concat([rest, left]);
  }
}
