/**
 * Loaded into a command before its own code, so that a test can wait for an event and not for time. Writes `MARK` to
 * standard error when the command listens for the signal MARK_SIGNAL, or when it reads a file whose name ends with
 * MARK_FILE; in the second case it waits there, so that what the test does then always comes in the middle.
 */
const fs = require('node:fs');
const module_ = require('node:module');

const { MARK_SIGNAL, MARK_FILE } = process.env;
const LONGEST_WAIT_MS = 120_000;
let marked = false;

function mark() {
  if (!marked) fs.writeSync(2, 'MARK\n');
  marked = true;
}

for (const name of ['on', 'once', 'addListener', 'prependListener']) {
  const original = process[name];
  process[name] = function (event, ...rest) {
    const result = original.call(this, event, ...rest);
    if (MARK_SIGNAL !== undefined && event === MARK_SIGNAL) mark();
    return result;
  };
}

for (const [object, name] of [
  [fs, 'openSync'],
  [fs, 'readFileSync'],
  [fs, 'open'],
  [fs, 'readFile'],
  [fs.promises, 'open'],
  [fs.promises, 'readFile'],
]) {
  const original = object[name];
  object[name] = function (path, ...rest) {
    if (MARK_FILE !== undefined && !marked && String(path).endsWith(MARK_FILE)) {
      mark();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LONGEST_WAIT_MS);
    }
    return original.call(this, path, ...rest);
  };
}
module_.syncBuiltinESMExports();
