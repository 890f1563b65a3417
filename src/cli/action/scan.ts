/** The modes of the action that report: the whole tree, or what a pull request adds. */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { JsonFinding, JsonReport } from '../../report/index.js';
import { isInside, readRegularFile } from '../../scan/index.js';
import { UsageError } from '../base/arguments.js';
import type { Io } from '../base/command.js';
import { run } from '../run/run.js';
import { chosen, type Inputs } from './inputs.js';
import { setOutputs } from './workflow.js';

const LARGEST_REPORT = 2 ** 29;

/** Reports go to files, so that a later step can upload them whatever the exit code is. */
export async function scanMode(inputs: Inputs, io: Io): Promise<number> {
  const [sarif, json] = [resolve(io.cwd, inputs.sarif), resolve(io.cwd, inputs.json)];
  const failOn = inputs.failOn === null ? [] : [`--fail-on=${inputs.failOn}`];
  const outputs = [`--output=sarif=${sarif}`, `--output=json=${json}`];
  const argv = ['scan', '--format', 'github', ...failOn, ...chosen(inputs), ...outputs];
  const code = await run(argv, {
    ...io,
    cwd: folderBelow(io.cwd, inputs.path),
    stdout: inputs.annotations ? io.stdout : () => {},
  });
  const report = reportIn(() => {
    const found = readRegularFile(json, LARGEST_REPORT);
    if (found.kind !== 'read') throw new Error(`${json} is no report`);
    return found.bytes.toString();
  });
  const errors = report?.findings.filter(({ severity }) => severity === 'error').length;
  setOutputs(
    {
      'exit-code': code,
      ...(errors === undefined ? {} : { errors, sarif: inputs.sarif, json: inputs.json }),
    },
    io.env,
  );
  return code;
}

/** A pull request can make any folder a link; what lies elsewhere on the machine is none of its business. */
function folderBelow(workspace: string, path: string): string {
  const name = JSON.stringify(path);
  const top = realpathSync.native(workspace);
  let real: string;
  try {
    real = realpathSync.native(resolve(workspace, path));
  } catch {
    throw new UsageError(`the input path is a folder of the workspace; there is no ${name}.`);
  }
  if (!isInside(real, top))
    throw new UsageError(`the input path is a folder of the workspace, and ${name} leads out of it.`);
  return real;
}

/** Null where the scan could not be made. */
export async function findingsIn(
  folder: string,
  inputs: Inputs,
  io: Io,
): Promise<readonly JsonFinding[] | null> {
  let json = '';
  await run(['scan', '--format', 'json', ...chosen(inputs)], {
    ...io,
    cwd: folder,
    stdout: (text) => {
      json += text;
    },
  });
  return reportIn(() => json)?.findings ?? null;
}

function reportIn(read: () => string): JsonReport | null {
  try {
    return JSON.parse(read()) as JsonReport;
  } catch {
    return null;
  }
}

/** What is new in one list against another: a call that moved within its file is not. */
export function added(now: readonly JsonFinding[], before: readonly JsonFinding[]): readonly JsonFinding[] {
  const keyOf = ({ path, entry, fingerprint }: JsonFinding) => JSON.stringify([path, entry, fingerprint]);
  const known = new Set(before.map(keyOf));
  return now.filter((finding) => !known.has(keyOf(finding)));
}
