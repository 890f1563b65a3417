/** Requests that are taken out of the files of REST clients and hurl. */
import type { Edit } from '../../src/analysis/index.js';
import { requestAt } from '../../src/migrate/index.js';
import type { SourceFile } from '../../src/read/index.js';
import { literally } from '../../src/value/index.js';

/** Scripts, stored answers and captures: something is done with what comes back. */
const USES_ANSWER = /^[ \t]*(?:[<>][ \t]*\{%|>>?!?[ \t]*\S|\[Captures\])/m;
/** What other requests of the file are given. */
const SETS_VARIABLE = /^[ \t]*@[\w-]+[ \t]*=/m;
/** Without a separator between them. */
const ANOTHER_REQUEST = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[ \t]+\S/m;
const REQUEST_NAME = /^[ \t]*(?:#|\/\/)+[ \t]*@name[ \t=]+([\w-]+)/m;

/** The edits that take out the request at an offset; null where it has to stay, or where it is no such file. */
export function withoutWrittenRequest(file: SourceFile, at: number): readonly Edit[] | null {
  const { text } = file;
  const request = requestAt(file, at);
  if (request === null || request.isOnly) return null;
  const { start, lineEnd, end } = request;
  const own = text.slice(start, end);
  const isShared = ANOTHER_REQUEST.test(text.slice(lineEnd, end));
  if (isShared || USES_ANSWER.test(own) || SETS_VARIABLE.test(own)) return null;
  const name = REQUEST_NAME.exec(own)?.[1];
  const isNamed =
    name !== undefined &&
    new RegExp(
      `(?<![\\w-])${literally(name)}\\.(?:request|response)\\b|@(?:forceR|r)ef[ \\t]+${literally(name)}(?![\\w-])`,
    ).test(text);
  if (isNamed) return null;
  // What stays ends as the file ended.
  const gap = end === text.length ? (/(?:\r?\n)+$/.exec(text.slice(0, start))?.[0] ?? '') : '';
  const kept = gap === '' || !/\n$/.test(text) ? 0 : (/^\r?\n/.exec(gap)?.[0].length ?? 0);
  return [{ start: start - gap.length + kept, end, text: '' }];
}
