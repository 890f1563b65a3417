import type { Program, SourceFile } from '../reader.js';
import type { Undetermined, Usage } from '../usage.js';
import { collectAddresses } from './addresses/addresses.js';
import { behindBases } from './addresses/behind-base.js';
import { givenElsewhere, sentElsewhere } from './addresses/cross-file.js';
import { constantUsages } from './addresses/endpoint-constants.js';
import { filledAddresses } from './addresses/sinks.js';
import { withAnswers } from './answers/with-answers.js';
import type { Syntax } from './lexing/syntax.js';
import { preferred } from './plain/preferred.js';
import { proseUsages } from './plain/prose.js';
import { withKnownBody } from './requests/bodies.js';
import { unitOf } from './requests/unit.js';
import { programResources } from './usages/infrastructure.js';
import { recordUsages } from './usages/records.js';
import { sdkUsages } from './usages/sdk.js';
import { typeUsages } from './usages/types/index.js';
import { constantsAround } from './values/constants.js';

export interface CodeUsages {
  readonly usages: readonly Usage[];
  readonly undetermined: readonly Undetermined[];
}

/** Everything a file of code says about the APIs. */
export function codeUsages(file: SourceFile, syntax: Syntax, program: Program): CodeUsages {
  const unit = unitOf(file, syntax, program, ({ file: own, program: whole }) => constantsAround(own, whole));
  const { built: found, usages: beside } = collectAddresses(unit);
  const built = withAnswers(unit, found);
  const sent = [...filledAddresses(unit, built), ...sentElsewhere(unit, built), ...givenElsewhere(unit)];
  const usages: Usage[] = [
    ...preferred([...sent, ...behindBases(unit, built, sent)].map(withKnownBody)),
    ...beside.map((usage) => (usage.kind === 'http' ? withKnownBody(usage) : usage)),
    ...sdkUsages(unit),
    ...recordUsages(unit),
    ...typeUsages(unit),
    ...constantUsages(unit),
    ...programResources(unit),
  ];
  for (const comment of unit.code.comments) {
    for (const one of proseUsages({
      file: file.path,
      text: file.text.slice(comment.start, comment.end),
      offset: comment.start,
      profiles: unit.profiles,
      evidence: unit.evidence,
      context: 'docs',
    }))
      usages.push(one);
  }
  return { usages, undetermined: [] };
}
