/** Configuration that a program writes out: blocks in a template of its own, whose holes the program fills. */
import type { Site } from '../../src/migrate/index.js';
import { configurationText, type Node, writtenIn } from '../../src/read/javascript/index.js';
import { parseConfiguration } from '../../src/read/terraform/index.js';
import type { HclFile } from '../places/hcl.js';

interface WrittenOut {
  readonly configuration: HclFile;
  /** What stands between the holes. */
  readonly stretches: readonly { readonly start: number; readonly end: number }[];
}

/** The configuration around a finding, at the offsets of the program; null where there is none. */
export function writtenOut({ file, finding, nodes }: Site): WrittenOut | null {
  const isAround = ({ range }: Node) => range[0] <= finding.at.start && finding.at.end <= range[1];
  const template = nodes.filter(isAround).findLast(({ type }) => type === 'TemplateLiteral');
  if (template?.type !== 'TemplateLiteral') return null;
  const text = configurationText(file.text, template);
  const { body, comments } = parseConfiguration(file.path, text);
  return { configuration: { path: file.path, text, ...body, comments }, stretches: writtenIn(template) };
}
