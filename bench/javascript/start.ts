/** Starts one side as the command line starts a scan: with the code that an earlier run has compiled. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { keepCompiledCode } from '../../src/cli/start/compiled-code.js';

const [side = ''] = process.argv.splice(2, 1);
keepCompiledCode(import.meta.dirname);
createRequire(import.meta.url)(join(import.meta.dirname, side));
