/**
 * A text as a part of a regular expression that matches it and nothing else. What comes from outside, from scanned
 * code, configuration or a catalogue, stands in a pattern of ours only so.
 */
export function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
