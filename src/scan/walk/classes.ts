/**
 * What a path tells of a file before it is opened. Kept to names that mean one thing wherever they stand: a
 * tracked folder called `build` or `out` is often written by hand, so neither is listed.
 */

/** Folders of code that others wrote. */
export const VENDORED_FOLDERS: ReadonlySet<string> = new Set([
  '.bundle',
  '.pnpm-store',
  '.tox',
  '.venv',
  '.yarn',
  'Carthage',
  'Godeps',
  'Pods',
  'bower_components',
  'jspm_packages',
  'node_modules',
  'site-packages',
  'third-party',
  'third_party',
  'thirdparty',
  'vendor',
]);

/** Folders that a tool writes. */
export const GENERATED_FOLDERS: ReadonlySet<string> = new Set([
  '.angular',
  '.astro',
  '.cache',
  '.docusaurus',
  '.gradle',
  '.mypy_cache',
  '.next',
  '.nuxt',
  '.output',
  '.parcel-cache',
  '.pytest_cache',
  '.serverless',
  '.svelte-kit',
  '.terraform',
  '.turbo',
  '.vercel',
  '.wrangler',
  '__generated__',
  '__pycache__',
  'coverage',
  'dist',
]);

/** Ends of names of files that a tool writes. */
export const GENERATED_ENDINGS: readonly string[] = [
  '.designer.cs',
  '.freezed.dart',
  '.g.cs',
  '.g.dart',
  '.generated.cs',
  '.generated.go',
  '.generated.js',
  '.generated.ts',
  '.min.css',
  '.min.js',
  '.min.mjs',
  '.pb.cc',
  '.pb.go',
  '.pb.h',
  '_pb.d.ts',
  '_pb.js',
  '_pb2.py',
  '_pb2_grpc.py',
];

/** Files that record what a tool resolved, mapped or saw: nobody edits them to change a call. */
export const RECORD_NAMES: ReadonlySet<string> = new Set([
  '.package-lock.json',
  '.pnp.cjs',
  '.terraform.lock.hcl',
  'Cargo.lock',
  'Gemfile.lock',
  'Package.resolved',
  'Pipfile.lock',
  'Podfile.lock',
  'bun.lock',
  'composer.lock',
  'deno.lock',
  'flake.lock',
  'go.sum',
  'go.work.sum',
  'gradle.lockfile',
  'mix.lock',
  'npm-shrinkwrap.json',
  'package-lock.json',
  'packages.lock.json',
  'pdm.lock',
  'pnpm-lock.yaml',
  'poetry.lock',
  'pubspec.lock',
  'uv.lock',
  'yarn.lock',
]);

export const RECORD_EXTENSIONS: ReadonlySet<string> = new Set(['map', 'snap', 'tfstate', 'tsbuildinfo']);

/** Extensions of files that hold no source text, in lower case. */
export const BINARY_EXTENSIONS: ReadonlySet<string> = new Set(
  [
    '3gp 7z a aac ai apk ar arrow avi avif bc bin blend bmp br bz2 class crx cur dat db db3 deb der dll dmg doc docm',
    'docx dylib ear egg elc eot eps exe fbx feather fig flac flv gif glb gpg gz h5 heic icns ico img ipa iso jar jks',
    'jp2 jpeg jpg jxl keystore ktx lib lz lz4 lzma m4a m4v mdb mid mkv mo mov mp3 mp4 mpeg mpg msi node nupkg o obj',
    'odp ods odt ogg ogv onnx opus otf p12 parquet pb pdf pfx pickle pkl png ppt pptx psd pt pth pyc pyd pyo rar rpm',
    'safetensors sketch so sqlite sqlite3 squashfs svgz swf tar tbz tflite tgz tif tiff ttc ttf txz wasm wav weba',
    'webm webp whl wma wmv woff woff2 xls xlsm xlsx xz z zip zst',
  ]
    .join(' ')
    .split(' '),
);
