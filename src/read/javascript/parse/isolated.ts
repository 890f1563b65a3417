import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { PARSER } from './binding.js';
import { type Dialect, OXC_OPTIONS, type Parsed, treeOf } from './oxc.js';

/**
 * Parsing in a process that may die. The reader is synchronous, so a relay thread talks to the child process
 * and this thread sleeps on shared memory until the relay has an answer. The relay and the child are started
 * at first need; a child that died is replaced at the next file. Both are small texts of their own, because
 * they have to run without this module's loader.
 */

/** Of the child process, in MB, and what a megabyte of text adds. */
const MOST_MEMORY = 512;
const MORE_MEMORY = 60;

/** Ends the child process when it takes too much: the parser itself cannot be interrupted. */
const WATCHER = `
const { workerData } = require('node:worker_threads');
setInterval(() => {
  const limit = Atomics.load(workerData, 0);
  if (limit > 0 && process.memoryUsage.rss() > limit * 1e6) process.kill(process.pid, 'SIGKILL');
}, 10);
`;

/** Characters of a tree as JSON; a larger one would take more memory than a file may. */
const MAX_ANSWER = 64e6;

/** What an answer begins with: a tree as the parser hands it out, or why there is none. */
const TREE = 't';
const REFUSED = 'r';

/** Reads `<length>\n<json>` messages from stdin and answers each with `<length>\n<answer>`. */
const childProgram = (): string => `
import { parseSync } from ${JSON.stringify(pathToFileURL(createRequire(import.meta.url).resolve(PARSER)).href)};
import { Worker } from 'node:worker_threads';
const limit = new Int32Array(new SharedArrayBuffer(4));
new Worker(${JSON.stringify(WATCHER)}, { eval: true, execArgv: [], workerData: limit }).unref();
let pending = Buffer.alloc(0);
process.stdin.on('data', (chunk) => {
  pending = Buffer.concat([pending, chunk]);
  for (;;) {
    const line = pending.indexOf(10);
    if (line < 0) return;
    const end = line + 1 + Number(pending.toString('utf8', 0, line));
    if (pending.length < end) return;
    const { text, dialect, options } = JSON.parse(pending.toString('utf8', line + 1, end));
    pending = pending.subarray(end);
    let answer;
    Atomics.store(limit, 0, ${MOST_MEMORY} + (text.length / 1e6) * ${MORE_MEMORY});
    try {
      const parsed = parseSync('file.' + dialect, text, { ...options, lang: dialect });
      // It is handed out once.
      const { program } = parsed;
      const isEmpty = program.slice(0, 100).includes('"body":[]');
      const fault = isEmpty && parsed.errors.find((error) => error.severity === 'Error');
      answer = fault ? '${REFUSED}' + fault.message : '${TREE}' + program;
    } catch {
      answer = '${REFUSED}nesting';
    }
    if (answer.length > ${MAX_ANSWER}) answer = '${REFUSED}nesting';
    const bytes = Buffer.from(answer);
    process.stdout.write(bytes.length + '\\n');
    process.stdout.write(bytes);
  }
});
`;

const RELAY = `
const { spawn } = require('node:child_process');
const { workerData, parentPort } = require('node:worker_threads');
let child = null;
let pending = [];
/** Bytes in \`pending\`, and how many of them the answer takes with its head; 0 until that is known. */
let held = 0;
let wanted = 0;
let port = null;
let signal = null;
const answer = (message) => {
  if (port === null) return;
  port.postMessage(message);
  port = null;
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
};
const start = () => {
  const started = spawn(process.execPath, ['--input-type=module', '-e', workerData.child], { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
  child = started;
  pending = [];
  held = wanted = 0;
  started.stdin.on('error', () => {});
  started.stdout.on('data', (chunk) => {
    pending.push(chunk);
    held += chunk.length;
    if (held < wanted) return;
    const all = pending.length > 1 ? Buffer.concat(pending) : chunk;
    pending = [all];
    const line = all.indexOf(10);
    if (line < 0) return;
    wanted = line + 1 + Number(all.toString('utf8', 0, line));
    if (held < wanted) return;
    const text = all.toString('utf8', line + 1, wanted);
    pending = [all.subarray(wanted)];
    held -= wanted;
    wanted = 0;
    answer({ text });
  });
  started.on('close', () => {
    if (child === started) {
      child = null;
      answer({ died: true });
    }
  });
  started.on('error', () => {
    if (child === started) {
      child = null;
      answer({ died: true });
    }
  });
};
parentPort.on('message', (message) => {
  if (message.stop) {
    if (child !== null) child.kill('SIGKILL');
    child = null;
    answer({ died: true });
    return;
  }
  port = message.port;
  signal = message.signal;
  if (child === null) start();
  const bytes = Buffer.from(message.request);
  child.stdin.write(bytes.length + '\\n');
  child.stdin.write(bytes);
});
`;

/** Why a text is parsed in another process: what is said of it where the parse does not come to an end. */
export type Danger = 'nesting' | 'memory';

/** A parse that takes longer is given up: time to start, and a second per megabyte. */
function patienceFor(text: string, danger: Danger): number {
  return (danger === 'nesting' ? 1500 : 10_000) + text.length / 1000;
}

/** Loading them takes a while, and few runs meet such a file. */
function threads(): typeof import('node:worker_threads') {
  return process.getBuiltinModule('node:worker_threads');
}

let relay: Worker | undefined;

function relayWorker(): Worker {
  if (relay === undefined) {
    const { Worker } = threads();
    const started = new Worker(RELAY, {
      eval: true,
      workerData: { child: childProgram() },
      execArgv: [],
      env: cleanEnvironment(),
    });
    started.unref();
    started.on('exit', () => {
      if (relay === started) relay = undefined;
    });
    relay = started;
  }
  return relay;
}

/** Loaders and inspectors of the parent process have no business in the child. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _dropped, ...environment } = process.env;
  return environment;
}

/** The tree, the parser's complaint, or the danger if the parse did not survive. */
export function parseIsolated(
  text: string,
  dialect: Dialect,
  danger: Danger,
): Parsed | { readonly refused: string } {
  const { MessageChannel, receiveMessageOnPort } = threads();
  const worker = relayWorker();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const request = JSON.stringify({ text, dialect, options: OXC_OPTIONS });
  worker.postMessage({ request, port: port2, signal }, [port2]);
  const outcome = Atomics.wait(signal, 0, 0, patienceFor(text, danger));
  if (outcome === 'timed-out') {
    worker.postMessage({ stop: true });
    port1.close();
    return { refused: danger };
  }
  const received = receiveMessageOnPort(port1)?.message as { text?: string } | undefined;
  port1.close();
  const answer = received?.text;
  if (answer === undefined) return { refused: danger };
  if (!answer.startsWith(TREE)) return { refused: answer.slice(REFUSED.length) };
  try {
    return { program: treeOf(answer.slice(TREE.length)) };
  } catch {
    return { refused: danger };
  }
}
