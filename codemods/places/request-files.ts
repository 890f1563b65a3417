/** Requests that are taken out of the files of REST clients and hurl. */
import type { Edit } from '../../src/analysis/index.js';
import { requestAt } from '../../src/migrate/index.js';
import type { SourceFile } from '../../src/read/index.js';
import { literally } from '../../src/value/index.js';

/** Scripts, stored answers and captures: something is done with what comes back. */
const USES_ANSWER =
  /^(?:[ \t]*(?:[<>][ \t]*\{%|>>?!?[ \t]*\S|\[Captures\])|(?:script|vars):post-response \{)/m;
/** They go with their request, and fail where the answer is another one. */
const TESTS = /^(?:[ \t]*\[Asserts\]|(?:tests|assert) \{)/m;
/** What other requests of the file are given. */
const SETS_VARIABLE = /^[ \t]*@[\w-]+[ \t]*=/m;
/** Without a separator between them. */
const ANOTHER_REQUEST = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[ \t]+\S/m;
const REQUEST_NAME = /^[ \t]*(?:#|\/\/)+[ \t]*@name[ \t=]+([\w-]+)/m;

/** The edits that take out the request at an offset; null where it has to stay, or where it is no such file. */
export function withoutWrittenRequest(file: SourceFile, at: number): readonly Edit[] | null {
  const { text } = file;
  const request = requestAt(file, at);
  if (request === null || request.isOnly || isAnswerUsed(file, at) === true) return null;
  const { start, end } = request;
  if (SETS_VARIABLE.test(text.slice(start, end))) return null;
  // What stays ends as the file ended.
  const gap = end === text.length ? (/(?:\r?\n)+$/.exec(text.slice(0, start))?.[0] ?? '') : '';
  const kept = gap === '' || !/\n$/.test(text) ? 0 : (/^\r?\n/.exec(gap)?.[0].length ?? 0);
  return [{ start: start - gap.length + kept, end, text: '' }];
}

/**
 * Whether a script, a capture or another request uses the answer of the request at an offset, or that cannot be told;
 * null where it is no such file.
 */
function isAnswerUsed(file: SourceFile, at: number): boolean | null {
  const { text } = file;
  const request = requestAt(file, at);
  if (request === null) return null;
  const own = text.slice(request.start, request.end);
  if (USES_ANSWER.test(own) || ANOTHER_REQUEST.test(text.slice(request.lineEnd, request.end))) return true;
  const name = REQUEST_NAME.exec(own)?.[1];
  return (
    name !== undefined &&
    new RegExp(
      `(?<![\\w-])${literally(name)}\\.(?:request|response)\\b|@(?:forceR|r)ef[ \\t]+${literally(name)}(?![\\w-])`,
    ).test(text)
  );
}

/** The same with tests, which look at the answer and do nothing else. */
export function isAnswerSeen(file: SourceFile, at: number): boolean | null {
  const request = requestAt(file, at);
  if (request !== null && TESTS.test(file.text.slice(request.start, request.end))) return true;
  return isAnswerUsed(file, at);
}
