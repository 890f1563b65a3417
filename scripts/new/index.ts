/** `npm run new -- <kind> <name>` writes every file that such a thing needs. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../build/bundle.js';
import { KINDS } from './kinds.js';
import { planNew } from './plan.js';

const [kind = '', name = ''] = process.argv.slice(2);
const plan = planNew(kind, name, (path) => {
  const file = join(ROOT, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
});

if (plan.ok) {
  for (const { path, text } of plan.writes) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
    process.stdout.write(`${path}\n`);
  }
  process.stdout.write(`\n${plan.next}\nUntil then 'npm test' says what is missing.\n`);
} else {
  process.stderr.write(
    `npm run new: ${plan.problem}\nUsage: npm run new -- ${Object.keys(KINDS).join('|')} <name>\n`,
  );
  process.exitCode = 2;
}
