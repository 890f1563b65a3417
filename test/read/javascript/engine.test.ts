import { describe, expect, it } from 'vitest';
import { startedEngine } from '../../../src/read/javascript/evaluate/engine.js';
import { projectOf } from '../../../src/read/javascript/modules/project.js';
import { programOf } from './support.js';

/** A table whose member takes a step for each of its parts, once someone asks for it. */
const TABLE = `const part = 'a';\nexport const table = { all: [${'part, '.repeat(100)}].join('') };\n`;

/** The table as it is first seen, and its member as the next file sees it that has so many steps. */
function memberWithin(steps: number) {
  const project = projectOf(programOf({ 'table.ts': TABLE }));
  const [module] = project.modules('table.ts');
  const written = module?.program.body[1];
  const declaration = written?.type === 'ExportNamedDeclaration' ? written.declaration : null;
  const node = declaration?.type === 'VariableDeclaration' ? declaration.declarations[0]?.init : null;
  if (!module || !node) throw new Error('the table is not where it was');
  const table = startedEngine(project).evaluate(node, module.outside);
  const engine = startedEngine(project);
  const { value, finished } = engine.within(steps, () =>
    table.kind === 'object' ? table.members[0]?.value : undefined,
  );
  return { kind: value?.kind, finished };
}

describe('what one file has left to be worked out', () => {
  it('is worked out for the next one', () => {
    expect(memberWithin(1000)).toEqual({ kind: 'text', finished: true });
  });

  it('takes the steps of that one, and no more', () => {
    expect(memberWithin(20).finished).toBe(false);
  });
});
