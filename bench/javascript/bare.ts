/** One side of the measurement: the bare parser over a list of files. */
import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

const [list = '', ranges = 'ranges'] = process.argv.slice(2);
let nodes = 0;
for (const path of readFileSync(list, 'utf8').split('\n')) {
  if (path === '') continue;
  const text = readFileSync(path, 'utf8');
  const lang = /\.[cm]?ts$/.test(path) ? 'ts' : path.endsWith('.tsx') ? 'tsx' : 'jsx';
  nodes += parseSync(path, text, {
    preserveParens: false,
    range: ranges === 'ranges',
    sourceType: 'unambiguous',
    lang,
  }).program.body.length;
}
process.stdout.write(`${nodes} statements\n`);
