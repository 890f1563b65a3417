/** Whether a file imports or requires: its syntax says, else its extension, else its package. */
import type { Script } from '../../analysis/edits/index.js';
import type { ModuleSystem } from '../model.js';
import type { Manifest } from '../packages.js';
import { requiredBy } from './required.js';

export function moduleSystemOf(path: string, script: Script, manifest: Manifest): ModuleSystem {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  if (extension === 'mjs' || extension === 'mts') return 'esm';
  if (extension === 'cjs') return 'commonjs';
  const { body } = script.program;
  if (body.some(({ type }) => MODULE_SYNTAX.has(type))) return 'esm';
  if (/^(?:vue|svelte|astro)$/.test(extension)) return 'esm';
  if (body.some((node) => node.type === 'VariableDeclaration' && node.declarations.some(isRequire)))
    return 'commonjs';
  if (/(?:^|[^.\w])(?:module\.exports|exports\.\w+)\s*=/.test(script.text)) return 'commonjs';
  if (manifest.type === 'module') return 'esm';
  return /^[cm]?tsx?$/.test(extension) ? 'esm' : 'commonjs';
}

const MODULE_SYNTAX: ReadonlySet<string> = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportDefaultDeclaration',
  'ExportAllDeclaration',
  'TSImportEqualsDeclaration',
  'TSExportAssignment',
]);

function isRequire(declarator: { readonly init: Parameters<typeof requiredBy>[0] }): boolean {
  return requiredBy(declarator.init) !== null;
}
