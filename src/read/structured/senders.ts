/**
 * Who sends a file of data: `curl -d @rules.json`, `json.load(open("rules.json"))`. A script of the same package that
 * names the API's host, or its SDK, reads the file by its name.
 */
import { posix } from 'node:path';
import { literally } from '../../value/index.js';
import { familyOf } from '../languages.js';
import type { Program, SourceFile } from '../reader.js';
import { calledIn, contextOf } from '../text/plain/evidence.js';
import { mayHoldExpression } from '../text/plain/expressions.js';
import type { Evidence } from '../usage.js';
import { mayHoldRecords } from './sent-records.js';

const MOST_SCRIPTS = 100;
/** What programs of a test read was made for the test. */
const TEST_DATA = /(?:^|[./_-])(?:tests?|testing|specs?|mocks?|e2e|fixtures?|snapshots?)(?=[./_-]|$)/i;

export interface Senders {
  /** That the API gets what stands in the file. */
  readonly evidence: readonly Evidence[];
  /** The same of its records: a script that looks at their old fields, or sets the name, may do something else with them. */
  readonly ofRecords: readonly Evidence[];
}

export const NO_SENDERS: Senders = { evidence: [], ofRecords: [] };

export function sendersOf({ path, text }: SourceFile, program: Program): Senders {
  const mayMatter = mayHoldExpression(text) || mayHoldRecords(text);
  if (!mayMatter || TEST_DATA.test(path)) return NO_SENDERS;
  const scripts = (program.showing?.(path) ?? []).filter((script) => mayRead(script, path));
  if (scripts.length > MOST_SCRIPTS) return NO_SENDERS;
  const readers = scripts
    .flatMap((script) => program.file(script) ?? [])
    .filter((file) => isProgram(file) && reads(file.text, posix.basename(path)));
  const evidence = readers.flatMap((file) => calledIn(file.text, program.profiles) ?? []).slice(0, 1);
  const isLookedAt = readers.some((file) => OLD_FIELDS.test(file.text));
  const nearby = evidence.map((): Evidence => ({ kind: 'neighbour', name: 'a script that reads the file' }));
  return { evidence, ofRecords: isLookedAt ? nearby : evidence };
}

const OLD_FIELDS = /\b(?:locked|service|proto)\b|(?:\.|\[["'])data\b|\bname["'\]]*\s*\|?=[^=]/;

function mayRead(script: string, path: string): boolean {
  return script !== path && contextOf(script) === 'code' && !TEST_DATA.test(script);
}

function isProgram({ language }: SourceFile): boolean {
  const { kind } = familyOf(language);
  return kind === 'code' || kind === 'shell' || language === 'yaml';
}

const COMMENT = /^\s*(?:#|\/\/|\/?\*|<!--|--\s)/;
const WRITING =
  /(?<![=<-])>{1,2}\s*["']?[\w.$/]|["'][wax]b?t?\+?b?["']|writ|dump(?!s)|\btee\b|save|out-?file|put_contents|\s-[oO]\s|--output/i;
const READING =
  /@["']?[\w.$/{}-]*$|\b(?:open|load|parse|import|from|require|cat|jq|yq|envsubst|include|include_str|slurp)\b|read|<\s*["']?[\w.$/{}-]*$|get-content|get_contents|-infile/i;

/**
 * A line reads the file by its name, or keeps its path for a script that writes no files. A file that a script writes
 * is a copy of what the API answered.
 */
function reads(text: string, name: string): boolean {
  if (!text.includes(name)) return false;
  const mention = new RegExp(`(?<![\\w.-])${literally(name)}(?![\\w.-])`);
  const lines = text.split('\n').filter((line) => mention.test(line) && !COMMENT.test(line));
  if (lines.length === 0 || lines.some((line) => WRITING.test(line))) return false;
  const before = lines.map((line) => line.slice(0, mention.exec(line)?.index));
  return before.some((start) => READING.test(start)) || !WRITING.test(text);
}
