/** The SIMD search of `teddy.wat`, where the runtime has WebAssembly with SIMD. */

import { READ_AHEAD, type SearchEngine } from './engine.js';
import { TEDDY_MODULE } from './generated/teddy.js';
import { BLOCK, type Tables } from './tables.js';
import { TIER_SETS } from './triggers.js';

const PAGE = 65_536;
/** The blocks of tables stand at the beginning of the memory, the text behind them. */
const TEXT_AT = BLOCK * TIER_SETS;

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly next: (at: number, end: number, block: number) => number;
}

/** The part of the WebAssembly interface used here; Node's types do not declare it. */
interface WebAssemblyHost {
  validate(module: Uint8Array): boolean;
  readonly Module: new (module: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Exports };
}

/** `undefined` where WebAssembly is missing or switched off (`--jitless`), or knows no SIMD. */
export function wasmEngine(tables: Tables): SearchEngine | undefined {
  const host: unknown = Reflect.get(globalThis, 'WebAssembly');
  const module = Buffer.from(TEDDY_MODULE, 'base64');
  if (!isHost(host) || !host.validate(module)) return undefined;
  const { memory, next } = new host.Instance(new host.Module(module)).exports;
  let bytes = new Uint8Array(memory.buffer);
  const ready = new Uint8Array(TIER_SETS);
  return {
    kind: 'wasm',
    textStart: TEXT_AT,
    memory: () => bytes,
    reserve(textBytes) {
      const missing = TEXT_AT + textBytes + READ_AHEAD - bytes.length;
      if (missing <= 0) return;
      memory.grow(Math.ceil(missing / PAGE));
      bytes = new Uint8Array(memory.buffer);
    },
    next(from, end, tiers) {
      if (ready[tiers] === 0) {
        bytes.set(tables.block(tiers), tiers * BLOCK);
        ready[tiers] = 1;
      }
      return next(from, end, tiers * BLOCK);
    },
  };
}

function isHost(value: unknown): value is WebAssemblyHost {
  return typeof value === 'object' && value !== null && 'Module' in value && 'Instance' in value;
}
