/** Fields that answers no longer have, in languages other than JavaScript: reads and types that do without them. */
import type { Edit } from '../../../src/analysis/index.js';
import type { Difference, Site, Surroundings, Verdict } from '../../../src/migrate/index.js';
import { literally } from '../../../src/value/index.js';
import { editsHere, inPlace, madeOptional, marker } from '../../places/index.js';
import { type Instead, readAt, tolerantRead } from './reads.js';
import { tolerantField } from './types.js';
import { askedZone } from './zone.js';

const EMPTY: Difference = {
  name: 'empty-where-missing',
  what: 'the field is empty or false for a record that does not have it, and decoding no longer fails',
};

/** What a type demands is made optional; null where it is written in a way of its own. */
export function optionalField(site: Site, around: Surroundings): Verdict | null {
  const { finding, script, nodes, file } = site;
  if (finding.by !== 'schema') return null;
  if (script !== null) {
    const edit = madeOptional(script, nodes);
    return edit === null ? null : optional(site, [edit], []);
  }
  const tree = around.treeOf(file.path);
  const field = tree === null ? null : tolerantField(tree, finding.at);
  if (field === null) return null;
  if (!field.isFlag && isReadAnywhere(around, file.path, field.name))
    return marker(
      'the program reads the field, and would go on with an empty one',
      `Take what reads ${field.name} from elsewhere, and give the field a default: no record has it any more.`,
    );
  return optional(site, field.edits, [EMPTY]);
}

function optional(site: Site, edits: readonly Edit[], differences: readonly Difference[]): Verdict {
  return inPlace({
    level: 'review',
    reason: 'no record has the field any more, so decoding would refuse them all',
    edits: editsHere(site, edits),
    differences,
  });
}

/** A read goes on with what it gave, or gives today, where the field is missing. */
export function toleratedRead(site: Site, around: Surroundings, instead: Instead): Verdict | null {
  const { finding, script, file } = site;
  const tree = script === null && finding.by === 'read' ? around.treeOf(file.path) : null;
  const edit = tree === null ? null : tolerantRead(tree, finding.at, instead);
  if (edit === null) return null;
  return inPlace({
    level: 'review',
    reason: instead === 'false' ? 'it was always false' : 'the program goes on with nothing in its place',
    edits: editsHere(site, [edit]),
  });
}

/** A read of the id of the zone is the id that the records were asked for with. */
export function readOfAskedZone(site: Site, around: Surroundings): Verdict | null {
  const { finding, script, file } = site;
  const tree = script === null && finding.by === 'read' ? around.treeOf(file.path) : null;
  const read = tree === null ? null : readAt(tree, finding.at);
  const zone = tree === null || read === null ? null : askedZone(tree, file.path, finding.usages, read.node);
  const edit = tree === null || zone === null ? null : tolerantRead(tree, finding.at, { variable: zone });
  return edit === null
    ? null
    : inPlace({
        level: 'review',
        reason: 'the id of the zone is the one that the records were asked for with',
        edits: editsHere(site, [edit]),
      });
}

/** Whether a file of the same language reads a member of this name, as far as that can be told. */
function isReadAnywhere(around: Surroundings, path: string, name: string): boolean {
  const files = around.filesEndingWith(path.slice(path.lastIndexOf('.')));
  const member = new RegExp(`\\.\\s*${literally(name)}\\b(?!\\s*\\()`);
  return files === null || files.some((file) => member.test(around.file(file)?.text ?? ''));
}
