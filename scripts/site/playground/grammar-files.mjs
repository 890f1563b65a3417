/** Stands in for `src/grammar/files.ts`: grammars are files beside the worker. */
import * as parser from '@vscode/tree-sitter-wasm';
import { assetNamed } from './assets.mjs';

export const PARSER = 'tree-sitter';
export const grammarFile = (name) => assetNamed(`${name}.wasm`);
export const parserPackage = () => parser.default ?? parser;
