import type { ResponseRead } from '../../../usage.js';
import type { At } from '../../evaluate/domain/term.js';
import type { Engine } from '../../evaluate/engine.js';
import { PlacedCall } from '../../evaluate/language/calls.js';
import type { Call, New } from '../../syntax/estree.js';
import { directly } from '../sending/directly.js';
import type { Roots } from '../sending/roots.js';
import { sentInside } from '../sending/sent.js';
import type { Collected } from '../usages/collected.js';
import { usageOf } from '../usages/emit.js';
import type { AnswerRead } from './responses.js';

interface Group {
  readonly call: Call | New;
  readonly at: At;
  readonly reads: ResponseRead[];
}

/** Reads of answers, gathered by the call that is answered: what is read of one answer belongs together. */
export class Answers {
  readonly #groups: Group[] = [];

  add(found: readonly AnswerRead[]): void {
    for (const { call, at, read } of found) {
      let group = this.#groups.find((candidate) => candidate.call === call && candidate.at.env === at.env);
      if (group === undefined) {
        group = { call, at, reads: [] };
        this.#groups.push(group);
      }
      const { reads } = group;
      if (!reads.some((other) => other.at === read.at && other.origin.start === read.origin.start)) {
        reads.push(read);
      }
    }
  }

  emit(engine: Engine, roots: Roots, into: Collected): void {
    for (const { call, at, reads } of this.#groups) {
      for (const sent of directly(engine, new PlacedCall(engine, call, at), roots, 0, sentInside)) {
        into.add(usageOf(engine, sent, { call, module: at.module }, reads));
      }
    }
  }
}
