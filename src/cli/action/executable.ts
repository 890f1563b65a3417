/** The command line as one file: everything is in it, and nothing beside it is needed. */
import { runProcess } from '../run/process.js';

void runProcess(process.argv.slice(2));
