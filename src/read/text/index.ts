import { looksLikeExpression } from '../../expression/index.js';
import { familyOf, LANGUAGES, syntaxOf } from '../languages.js';
import type { Program, Reader, Reading, SourceFile } from '../reader.js';
import { mayDescribeRecord } from '../record-shapes.js';
import type { Undetermined, Usage } from '../usage.js';
import { codeUsages } from './code-usages.js';
import { contextOf, evidenceOf, type FileEvidence, lineBases, withBases } from './plain/evidence.js';
import { mayHoldExpression } from './plain/expressions.js';
import { proseUsages } from './plain/prose.js';
import { requestFileUsages } from './plain/request-file.js';
import { holdsScopeOrHost, holdsSign, holdsSignOfCode } from './plain/signs.js';
import { shellUsages } from './shell/shell.js';
import { textStorageUsages } from './storage/index.js';
import { TYPED_LANGUAGES } from './usages/types/index.js';
import { candidatesOf, connectedTo } from './values/constants.js';

export { lex } from './lexing/lexer.js';
export type { Syntax } from './lexing/syntax.js';

/**
 * The reader of all languages that have no deeper one. It looks at the whole of a file it is given, whatever
 * the roots are: the caller gives it candidates only, and the answer is the same with and without them.
 */
export const textReader: Reader = {
  id: 'text',
  languages: LANGUAGES.filter((language) => language.family.kind !== 'structured').map(
    (language) => language.id,
  ),
  read: (file, _roots, program) => readText(file, program),
  storage: textStorageUsages,
  mayTell,
};

/** A part of an address may stand in another file that this one takes it from. */
function mayTell(file: SourceFile, program: Program): boolean {
  const { profiles } = program;
  const { kind } = familyOf(file.language);
  if (kind === 'prose' || kind === 'lines') return holdsSign(file, profiles);
  if (kind !== 'code') return true;
  return (
    holdsSignOfCode(file, profiles, syntaxOf(file.language)?.ecosystem ?? null) ||
    (TYPED_LANGUAGES.has(file.language) && mayDescribeRecord(file.text)) ||
    [candidatesOf, connectedTo].some((around) =>
      around(file, program).some((path) => {
        const other = program.file(path);
        return other !== null && holdsScopeOrHost(other, profiles);
      }),
    )
  );
}

export function readText(file: SourceFile, program: Program): Reading {
  const usages: Usage[] = [];
  const undetermined: Undetermined[] = [];
  const family = familyOf(file.language);
  const { profiles } = program;
  switch (family.kind) {
    case 'code': {
      const syntax = syntaxOf(file.language);
      if (syntax !== null) {
        const found = codeUsages(file, syntax, program);
        for (const one of found.usages) usages.push(one);
        for (const one of found.undetermined) undetermined.push(one);
      }
      break;
    }
    case 'shell':
      for (const one of shellUsages({
        file,
        profiles,
        evidence: linesEvidence(file, profiles),
        context: contextOf(file.path),
      }))
        usages.push(one);
      break;
    case 'requests':
      for (const one of requestFileUsages(file, profiles)) usages.push(one);
      break;
    case 'prose':
      for (const one of lines(file, program, holdsExpressions(file) ? 'code' : 'docs')) usages.push(one);
      break;
    case 'environment':
    case 'lines':
    case 'structured':
      for (const one of lines(file, program, contextOf(file.path))) usages.push(one);
      break;
  }
  return { usages, undetermined, tier: 'text' };
}

function lines(
  file: SourceFile,
  { profiles }: Program,
  context: 'docs' | 'code' | 'test' | 'types',
): Usage[] {
  return proseUsages({
    file: file.path,
    text: file.text,
    offset: 0,
    profiles,
    evidence: linesEvidence(file, profiles),
    context,
  });
}

function linesEvidence({ path, text, language }: SourceFile, profiles: Program['profiles']): FileEvidence {
  const evidence = evidenceOf({ path, text, language }, profiles, null);
  return withBases(evidence, lineBases(text), text, profiles);
}

/** A text file of which every line is an expression is read by a program, not by people. */
function holdsExpressions(file: SourceFile): boolean {
  if (
    !/\.(?:txt|expr|rules?)$/.test(file.path) ||
    file.text.length > 100_000 ||
    !mayHoldExpression(file.text)
  )
    return false;
  const written = file.text.split('\n').filter((line) => line.trim() !== '' && !/^\s*(?:#|\/\/)/.test(line));
  return (
    written.every((line) => looksLikeExpression(line.trim())) ||
    looksLikeExpression(written.join('\n').trim())
  );
}
