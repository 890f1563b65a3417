/** One unit and an agent: up to three rounds of brief, work and judgement. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decisionsOf } from '../brief/index.js';
import type { UnitVerdict } from '../check/verify.js';
import { PackageFolders } from '../package-folders.js';
import type { Unit } from '../units.js';
import { runAgent } from './command.js';
import { type KeptAnswer, keyOf } from './kept.js';
import type { Base, Judged, Stage } from './model.js';
import { promptFor } from './prompt.js';
import { type AgentFile, collect, copyTree, fits, removeTree, writeFiles } from './trees.js';

export const MOST_ROUNDS = 3;

export type UnitResult =
  | {
      readonly kind: 'accepted';
      readonly files: readonly AgentFile[];
      readonly verdict: 'verified' | 'consistent';
      readonly differences: UnitVerdict['differences'];
      readonly rounds: number;
      /** The tree with the change; the caller removes it. */
      readonly folder: string;
    }
  /** `isFinal`: no other unit would fare better. */
  | { readonly kind: 'rejected'; readonly reason: string; readonly isFinal?: boolean };

export async function workOn(unit: Unit, base: Base, stage: Stage): Promise<UnitResult> {
  const open = openDecision(unit, base, stage);
  if (open !== null) return rejected(open);
  const key = keyOf(stage.command, unit, (path) => base.inspected.material.program.file(path)?.text ?? null);
  const known = stage.kept.find(key);
  if (known !== null) {
    const result = await tryAgain(known, unit, base, stage);
    if (result !== null) return result;
  }
  const place = stage.placeFor(unit);
  try {
    const result = await inRounds(unit, base, place, stage);
    if (result.kind === 'accepted') stage.kept.keep(key, result);
    return result;
  } finally {
    removeTree(place);
  }
}

function openDecision(unit: Unit, base: Base, { decided }: Stage): string | null {
  const { material, catalogue } = base.inspected;
  const open = decisionsOf({ unit, program: material.program, catalogue }).find(
    ({ name, options }) => !options.some(({ value }) => value === decided.get(name)),
  );
  if (open === undefined) return null;
  const choice = open.options.map(({ value }) => value).join('|');
  return `a person has to decide first: ${open.question} (--decide ${open.name}=${choice})`;
}

/** A change of an earlier run; null if it does not fit any more. */
async function tryAgain(
  { files, rounds }: KeptAnswer,
  unit: Unit,
  base: Base,
  stage: Stage,
): Promise<UnitResult | null> {
  if (!fits(base.folder, files) || files.some(({ path }) => objectionTo(path, unit, base, stage) !== null))
    return null;
  const judged = await judgeOn(base, files, unit, stage);
  if (judged.accepted === null) {
    removeTree(judged.folder);
    return null;
  }
  stage.progress(unit, `the change of an earlier run is ${judged.accepted}`);
  return accepted(files, judged, judged.accepted, rounds);
}

async function inRounds(unit: Unit, base: Base, place: string, stage: Stage): Promise<UnitResult> {
  const tree = copyTree(base.folder, join(place, 'tree'));
  const { material, catalogue } = base.inspected;
  const input = { unit, program: material.program, catalogue, decided: stage.decided };
  let refused: string | null = null;
  let reason = '';
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    stage.progress(unit, `round ${round} of ${MOST_ROUNDS}`);
    const failure = await runRound(promptFor(input, refused), { unit, tree, place, round }, stage);
    if (failure !== null) return failure;
    const { files, refused: lines } = collect(base.folder, tree, {
      environment: stage.environment,
      objection: (path) => objectionTo(path, unit, base, stage),
    });
    if (lines.length > 0) {
      refused = lines.map((line) => `- ${line}`).join('\n');
      reason = lines[0] ?? '';
    } else if (files.length === 0) {
      refused = '- No file was changed.';
      reason = 'the agent changed nothing';
    } else {
      const judged = await judgeOn(base, files, unit, stage);
      if (judged.accepted !== null) {
        stage.progress(unit, judged.accepted);
        return accepted(files, judged, judged.accepted, round);
      }
      removeTree(judged.folder);
      refused = judged.text;
      reason = reasonOf(judged.unit, stage);
    }
    stage.progress(unit, `refused: ${reason}`);
  }
  return rejected(`not verified after ${MOST_ROUNDS} rounds: ${reason}`);
}

interface Round {
  readonly unit: Unit;
  readonly tree: string;
  readonly place: string;
  readonly round: number;
}

/** Null if the command ended well. */
async function runRound(
  prompt: string,
  { unit, tree, place, round }: Round,
  stage: Stage,
): Promise<UnitResult | null> {
  const brief = join(place, 'brief.md');
  writeFileSync(brief, prompt);
  const end = await runAgent({
    command: stage.command,
    cwd: tree,
    environment: {
      ...stage.agentEnvironment,
      EDGE_SUNSET_BRIEF: brief,
      EDGE_SUNSET_UNIT: unit.id,
      EDGE_SUNSET_ROUND: String(round),
    },
    input: prompt,
    seconds: stage.seconds,
    signal: stage.signal,
  });
  if (end.isOutOfTime)
    return rejected(`the agent did not end within ${stage.seconds} seconds (--agent-timeout)`);
  if (end.code === 0) return null;
  const said = end.output.trim().split('\n').at(-1) ?? '';
  const why = said === '' ? '' : `: ${said.slice(0, 300)}`;
  // By the convention of shells: there is no such program, or it cannot be run.
  const isMissing = end.code === 127 || end.code === 126;
  return {
    ...rejected(`the agent failed with exit code ${end.code ?? 'unknown'}${why}`),
    ...(isMissing ? { isFinal: true } : {}),
  };
}

function objectionTo(path: string, unit: Unit, base: Base, stage: Stage): string | null {
  const folders = new PackageFolders(base.inspected.material.program);
  const own = new Set(unit.files.map((file) => folders.of(file)));
  if (!own.has(folders.of(path))) return 'it belongs to another package, and must not be changed';
  return stage.isAsked(path) ? null : 'it lies outside of the paths to migrate, and must not be changed';
}

export interface JudgedOn extends Judged {
  readonly folder: string;
  readonly accepted: 'verified' | 'consistent' | null;
}

/** Judges files on top of a base, in a folder of their own that the caller removes. */
export async function judgeOn(
  base: Base,
  files: readonly AgentFile[],
  unit: Unit,
  stage: Stage,
): Promise<JudgedOn> {
  const folder = stage.placeFor(unit);
  copyTree(base.folder, folder);
  writeFiles(folder, files);
  try {
    const judged = await stage.judge(base, folder, unit);
    const { verdict } = judged.unit;
    const accepted =
      verdict === 'verified' || (verdict === 'consistent' && stage.require === 'consistent') ? verdict : null;
    return { ...judged, folder, accepted };
  } catch (error) {
    removeTree(folder);
    throw error;
  }
}

function reasonOf({ verdict, refutations, gaps }: UnitVerdict, { require }: Stage): string {
  const [first] = refutations;
  if (first !== undefined) return `refuted: ${first.what}`;
  const [gap] = gaps;
  if (gap !== undefined) return `not proven: ${gap.what}`;
  return `${verdict}, but --require ${require} asks for more: add a --run`;
}

function accepted(
  files: readonly AgentFile[],
  { folder, unit: { differences } }: JudgedOn,
  verdict: 'verified' | 'consistent',
  rounds: number,
): UnitResult {
  return { kind: 'accepted', files, verdict, differences, rounds, folder };
}

function rejected(reason: string): { readonly kind: 'rejected'; readonly reason: string } {
  return { kind: 'rejected', reason };
}
