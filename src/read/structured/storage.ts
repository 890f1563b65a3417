import { alternatives, type ObjectValue, type TextValue, type Value } from '../../value/index.js';
import { flatten } from '../flat.js';
import type { SourceFile } from '../reader.js';
import { contextOf } from '../text/plain/evidence.js';
import { scriptStorageUsages } from '../text/storage/shell.js';
import type { StorageUsage } from '../usage.js';

/** Mappings whose entries the commands beside and below them see as variables. */
const VARIABLES = /^(?:env|variables|environment)$/;
const MAX_DEPTH = 200;

type Variables = ReadonlyMap<string, TextValue>;

/** Commands that use the object storage in workflows, in scripts of packages and in other data. */
export function structuredStorageUsages({ path }: SourceFile, root: Value): StorageUsage[] {
  const usages: StorageUsage[] = [];
  const walk = (value: Value, outside: Variables, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    for (const one of alternatives(value)) {
      if (one.kind === 'object') {
        const variables = withOwn(one, outside);
        for (const property of one.properties) walk(property.value, variables, depth + 1);
      } else if (one.kind === 'array') {
        for (const item of one.items) walk(item, outside, depth + 1);
      } else if (one.kind === 'text' && one.origin?.file === path) {
        const source = flatten(one.pieces);
        if (source !== null)
          for (const usage of scriptStorageUsages(source, contextOf(path), outside)) usages.push(usage);
      }
    }
  };
  walk(root, new Map(), 0);
  return usages;
}

/** A job of a workflow sees its own variables and those of the workflow, and none of another job. */
function withOwn({ properties }: ObjectValue, outside: Variables): Variables {
  const own = properties.flatMap(({ key, value }) =>
    VARIABLES.test(key) && value.kind === 'object'
      ? value.properties.flatMap(({ key: name, value: text }) =>
          text.kind === 'text' ? [[name, text] as const] : [],
        )
      : [],
  );
  return own.length === 0 ? outside : new Map([...outside, ...own]);
}
