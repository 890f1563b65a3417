/** What stands for the globals of Node: every module of the bundle finds them here. */
import { Buffer } from 'buffer/';
import * as crypto from './crypto.mjs';
import * as os from './os.mjs';
import * as vm from './vm.mjs';

const nothing = () => undefined;
const v8 = { setFlagsFromString: nothing, getHeapStatistics: () => ({ heap_size_limit: 2 ** 32 }) };
const BUILTINS = { crypto, os, v8, vm };
const started = performance.now();

const process = {
  platform: 'linux',
  arch: 'x64',
  env: {},
  argv: [],
  pid: 1,
  execPath: '',
  version: 'v24.0.0',
  versions: { node: '24.0.0' },
  cwd: () => '/work',
  uptime: () => (performance.now() - started) / 1000,
  cpuUsage: () => ({ user: Math.round((performance.now() - started) * 1000), system: 0 }),
  memoryUsage: Object.assign(() => ({ heapUsed: 0, rss: 0 }), { rss: () => 0 }),
  resourceUsage: () => ({ maxRSS: 0 }),
  hrtime: { bigint: () => BigInt(Math.round(performance.now() * 1e6)) },
  getBuiltinModule: (name) => BUILTINS[name.replace(/^node:/, '')],
  nextTick: (work, ...values) => queueMicrotask(() => work(...values)),
  stdout: { columns: 80 },
  stderr: { columns: 80 },
  on: nothing,
  once: nothing,
  off: nothing,
  emitWarning: nothing,
};
const setImmediate = (work, ...values) => setTimeout(work, 0, ...values);

export { Buffer, process, setImmediate };
