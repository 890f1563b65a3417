/** The parser as WebAssembly; the bundler puts its bytes there. */
declare module '#parser.wasm' {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}

/** It comes without types. */
declare module '@napi-rs/wasm-runtime' {
  export class WASI {
    constructor(options: {
      readonly version: 'preview1';
      readonly env: Readonly<Record<string, string>>;
      readonly preopens: Readonly<Record<string, string>>;
    });
    readonly wasiImport: WebAssembly.ModuleImports;
    initialize(instance: WebAssembly.Instance): void;
    start(instance: WebAssembly.Instance): number;
    getImportObject(): WebAssembly.Imports;
  }
}
