import type { Profile } from '../../../catalogue/index.js';
import { text as textOf, unknown, type Value } from '../../../value/index.js';
import { flatFile } from '../../flat.js';
import { scanJson } from '../../json/scan.js';
import type { SourceFile } from '../../reader.js';
import type { HttpUsage } from '../../usage.js';
import { addressOf } from './address.js';
import { contextOf, evidenceOf, lineBases, withBases } from './evidence.js';

/** Requests as REST clients of editors keep them: a line with method and address, headers, a blank line, a body. */
const REQUEST_LINE = /^[ \t]*(GET|POST|PUT|PATCH|DELETE|HEAD)[ \t]+((?:\{\{[^{}\n]*\}\}|\S)+)/gm;
/** Of Bruno, which has a file for each: the address stands on a line of the block that is named for the method. */
const REQUEST_BLOCK = /^(get|post|put|patch|delete|head) \{\r?$/m;
const ADDRESS_LINE = /^[ \t]+url: ((?:\{\{[^{}\n]*\}\}|\S)+)/m;

interface RequestLine {
  readonly method: string;
  /** The address, and where it stands. */
  readonly address: string;
  readonly start: number;
  /** Where what belongs to the request begins. */
  readonly index: number;
}

function requestLines(file: SourceFile): readonly RequestLine[] {
  if (isBruno(file)) return requestOfBruno(file.text);
  return [...file.text.matchAll(REQUEST_LINE)].map(({ 0: line, 1: method = '', 2: address = '', index }) => ({
    method,
    address,
    start: index + line.length - address.length,
    index,
  }));
}

function requestOfBruno(text: string): readonly RequestLine[] {
  const block = REQUEST_BLOCK.exec(text);
  if (block === null) return [];
  const { 0: heading, 1: method = '', index } = block;
  const inside = text.slice(index + heading.length).split(/\n\}/)[0] ?? '';
  const line = ADDRESS_LINE.exec(inside);
  const address = line?.[1] ?? '';
  if (line === null) return [];
  const start = index + heading.length + line.index + line[0].length - address.length;
  return [{ method: method.toUpperCase(), address, start, index }];
}

export function requestFileUsages(file: SourceFile, profiles: readonly Profile[]): HttpUsage[] {
  const bases = lineBases(file.text);
  const evidence = withBases(evidenceOf(file, profiles, null), bases, file.text, profiles);
  const usages: HttpUsage[] = [];
  const found = requestLines(file);
  for (const [index, line] of found.entries()) {
    const { start } = line;
    const end = start + line.address.length;
    const address = addressOf(textOf(line.address, { file: file.path, start, end }), profiles, evidence);
    if (address === null) continue;
    const origin = { file: file.path, start: line.index, end };
    usages.push({
      kind: 'http',
      site: origin,
      evidence: address.evidence,
      context: contextOf(file.path),
      method: textOf(line.method, null),
      url: address.url,
      body: bodyAfter(file, end, found[index + 1]?.index ?? file.text.length),
      headers: unknown('not looked at'),
      reads: [],
    });
  }
  return usages;
}

function isBruno({ language }: SourceFile): boolean {
  return language === 'bruno';
}

const BRUNO_BODY = /\nbody:json \{\r?\n[ \t]*(?=[[{])/;
const BLANK_LINE = /(?<=\n)[ \t]*\r?\n[ \t]*(?=[[{])/;
/** Hurl needs no blank line, fences of its own are allowed, and `[Options]` is no list. */
const HURL_BODY = /\n(?:```json[ \t]*\r?\n)?[ \t]*(?=\{|\[\s*[{"\]])/;
/** Behind it hurl writes what it expects. */
const HURL_ANSWER = /^HTTP[/ \t\r\n]/m;

function bodyAfter(file: SourceFile, from: number, to: number): Value {
  const isHurl = file.path.endsWith('.hurl');
  const [section = ''] = isHurl ? file.text.slice(from, to).split(HURL_ANSWER) : [file.text.slice(from, to)];
  const opening = isBruno(file) ? BRUNO_BODY : isHurl ? HURL_BODY : BLANK_LINE;
  const begin = opening.exec(section);
  if (begin === null) return unknown('no JSON');
  const start = from + begin.index + begin[0].length;
  return scanJson(flatFile(file.path, file.text.slice(0, to)), start)?.value ?? unknown('no JSON');
}
