import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import type { Program } from '../syntax/estree.js';
import { type Dialect, OXC_OPTIONS, type Parsed } from './oxc.js';

/**
 * Parsing in a process that may die. The reader is synchronous, so a relay thread talks to the child process
 * and this thread sleeps on shared memory until the relay has an answer. The relay and the child are started
 * at first need; a child that died is replaced at the next file. Both are small texts of their own, because
 * they have to run without this module's loader.
 */

/** Reads `<length>\n<json>` messages from stdin and answers each with `<length>\n<json>`. */
const childProgram = (): string => `
import { parseSync } from ${JSON.stringify(pathToFileURL(createRequire(import.meta.url).resolve('oxc-parser')).href)};
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
    try {
      const { program, errors } = parseSync('file.' + dialect, text, { ...options, lang: dialect });
      const fault = errors.find((error) => error.severity === 'Error');
      answer = JSON.stringify(fault && program.body.length === 0 ? { refused: fault.message } : { program },
        (key, value) => (typeof value === 'bigint' ? String(value) : value));
    } catch {
      answer = JSON.stringify({ refused: 'nesting' });
    }
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
  started.stdin.on('error', () => {});
  started.stdout.on('data', (chunk) => {
    pending.push(chunk);
    const all = pending.length > 1 ? Buffer.concat(pending) : chunk;
    pending = [all];
    const line = all.indexOf(10);
    if (line < 0) return;
    const end = line + 1 + Number(all.toString('utf8', 0, line));
    if (all.length < end) return;
    pending = [all.subarray(end)];
    answer({ json: all.toString('utf8', line + 1, end) });
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

/** A parse that takes longer is given up: a second and a half to start, and a second per megabyte. */
function patienceFor(text: string): number {
  return 1500 + text.length / 1000;
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

/** The tree, the parser's complaint, or `nesting` if the parse did not survive. */
export function parseIsolated(text: string, dialect: Dialect): Parsed | { readonly refused: string } {
  const { MessageChannel, receiveMessageOnPort } = threads();
  const worker = relayWorker();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const request = JSON.stringify({ text, dialect, options: OXC_OPTIONS });
  worker.postMessage({ request, port: port2, signal }, [port2]);
  const outcome = Atomics.wait(signal, 0, 0, patienceFor(text));
  if (outcome === 'timed-out') {
    worker.postMessage({ stop: true });
    port1.close();
    return { refused: 'nesting' };
  }
  const received = receiveMessageOnPort(port1)?.message as { json?: string } | undefined;
  port1.close();
  if (received?.json === undefined) return { refused: 'nesting' };
  try {
    const answer = JSON.parse(received.json) as { program?: Program; refused?: string };
    return answer.program === undefined
      ? { refused: answer.refused ?? 'nesting' }
      : { program: answer.program };
  } catch {
    return { refused: 'nesting' };
  }
}
