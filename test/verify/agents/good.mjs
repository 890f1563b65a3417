// Does what the brief says. Usage: good.mjs <log> [file]
import { readFileSync } from 'node:fs';
import { migrate, note, told } from './migrated.mjs';

const [log, file] = process.argv.slice(2);
const text = told();
if (text !== readFileSync(process.env.EDGE_SUNSET_BRIEF, 'utf8'))
  throw new Error('the file is another brief');
note(log, text);
migrate(file ?? /^- (\S+):\d+ /m.exec(text)[1]);
