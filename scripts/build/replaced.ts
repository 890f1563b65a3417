/** A text with something else in place of a part that has to be there. */
export function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`${from} is not there any more`);
  return text.replace(from, to);
}
