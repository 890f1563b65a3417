/** Outputs that gave ids of old resources. */
import type { Difference, Surroundings } from '../../../src/migrate/index.js';
import { literally } from '../../../src/value/index.js';
import type { HclFile } from '../hcl.js';
import { callersOf } from './owners.js';
import { outputsOf } from './references.js';
import { Refusal, type Resource } from './resources.js';

/** Throws a `Refusal` where what calls the module uses an output of the old ids. */
export function givenOut(
  resources: readonly Resource[],
  files: readonly HclFile[],
  around: Surroundings,
): readonly Difference[] {
  const outputs = outputsOf(resources, files);
  for (const { call, beside } of outputs.length === 0 ? [] : callersOf(files, around))
    for (const file of beside)
      for (const output of outputs)
        if (usesOutput(file, call.name, output))
          throw new Refusal(`${file.path} uses the output ${output} of the module ${call.name}`);
  return outputs.map((output) => ({
    name: 'output-of-ruleset',
    what: `the output ${output} gives the id of the ruleset: the old ids are gone`,
  }));
}

/** Whether something else than an output of its own uses an output of a module. */
function usesOutput({ text, blocks }: HclFile, module: string, output: string): boolean {
  const uses = new RegExp(
    `\\bmodule\\.${literally(module)}(?:\\[[^\\]]*\\])?\\.${literally(output)}(?![\\w-])`,
    'g',
  );
  return [...text.matchAll(uses)].some(
    ({ index }) =>
      !blocks.some(({ type, origin }) => type === 'output' && origin.start <= index && index < origin.end),
  );
}
