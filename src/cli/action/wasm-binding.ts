/**
 * Stands in for `parse/binding.ts` in the GitHub Action: the same parser as WebAssembly, out of the file of the action
 * itself. It has no access to files or to the network.
 */
import { instantiateNapiModuleSync } from '@emnapi/core';
import { getDefaultContext } from '@emnapi/runtime';
import { WASI } from '@napi-rs/wasm-runtime';
import bytes from '#parser.wasm';
import type { Binding } from '../../read/javascript/parse/index.js';

/** In pages of 64 KiB; the parser asks for 980. */
const FIRST_PAGES = 1024;
const MOST_PAGES = 65_536;

export function loadBinding(): Binding {
  const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES });
  const { napiModule } = instantiateNapiModuleSync(bytes, {
    context: getDefaultContext(),
    asyncWorkPoolSize: 0,
    wasi: new WASI({ version: 'preview1', env: {}, preopens: {} }),
    overwriteImports: (imports) => {
      imports.env = { ...imports.env, ...imports.napi, ...imports.emnapi, memory };
      return imports;
    },
    beforeInit: ({ instance }) => {
      for (const [name, register] of Object.entries(instance.exports))
        if (name.startsWith('__napi_register__') && typeof register === 'function') register();
    },
  });
  return napiModule.exports as Binding;
}
