/** Filters of DNS records: the way of comparing moves from the value to the name of the parameter. */
import type { Codemod, Site, Surroundings, Verdict } from '../../src/migrate/index.js';
import { literalAround } from '../places/literals.js';
import { editsHere, inPlace, marker } from '../places/verdicts.js';

export const dnsFilterSyntax: Codemod = {
  id: 'dns-filter-syntax',
  entries: ['dns-filter-syntax'],
  ties: 'site',
  classify,
  checklist: [],
};

const STEPS =
  'Ask with name.contains=x, name.startswith=x or name.endswith=x (the same with content) instead of name=contains:x; a type can only be asked for as a whole.';

/** Ways of comparing, as they were and as they are. */
const WAYS: Readonly<Record<string, string>> = {
  contains: 'contains',
  starts_with: 'startswith',
  ends_with: 'endswith',
};
const FILTER = /([?&](?:name|content))=(contains|starts_with|ends_with)(?::|%3[aA])/g;

function classify(site: Site, around: Surroundings): Verdict | null {
  const { at } = site.finding;
  const literal = literalAround(site, around);
  if (literal === null) return marker('the filter is put together elsewhere', STEPS);
  const written = site.file.text.slice(literal.start, literal.end);
  const found = [...written.matchAll(FILTER)].find(({ index, 0: text }) => {
    const start = literal.start + index;
    return start <= at.start && at.start < start + text.length;
  });
  if (found === undefined) return marker('the filter is not written in the address', STEPS);
  const [text, name = '', way = ''] = found;
  const start = literal.start + found.index;
  return inPlace({
    level: 'review',
    reason: 'the same filter in the words of today',
    edits: editsHere(site, [{ start, end: start + text.length, text: `${name}.${WAYS[way] ?? way}=` }]),
  });
}
