/**
 * Loaded into a command before its own code: ends it without warning at a step of its work, so that moments are counted and
 * not timed. A step is a program that is started, a request that is sent or answered, or a line of the journal. KILL_AT is
 * the number of the step or its name, KILL_LOG a file that is told which it was.
 */
const childProcess = require('node:child_process');
const fs = require('node:fs');
const module_ = require('node:module');

const at = process.env.KILL_AT;
const log = process.env.KILL_LOG;
/** Whether what a program has begun may go on beside the next run, which is then a matter of time. */
const during = process.env.KILL_DURING !== undefined;
let steps = 0;

function step(what) {
  steps++;
  if (String(steps) !== at && what !== at) return;
  if (log !== undefined) fs.writeFileSync(log, what);
  process.kill(process.pid, 'SIGKILL');
  // Until the signal is there.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
}

const { spawn } = childProcess;
childProcess.spawn = (program, argv, ...rest) => {
  const words = argv.filter((word, index) => !word.startsWith('-') && argv[index - 1] !== '-c');
  const what = `git ${words[0] ?? ''}`.trim();
  step(`before ${what}`);
  const child = spawn(program, argv, ...rest);
  if (during) step(`during ${what}`);
  return child;
};

const { appendFileSync } = fs;
fs.appendFileSync = (...given) => {
  step('before a line of the journal');
  appendFileSync(...given);
  step('after a line of the journal');
};

const { fetch } = globalThis;
globalThis.fetch = async (url, init) => {
  const what = `${init?.method ?? 'GET'} ${new URL(url).pathname.split('/').at(-1)}`;
  step(`before ${what}`);
  const response = await fetch(url, init);
  step(`after ${what}`);
  return response;
};

module_.syncBuiltinESMExports();
