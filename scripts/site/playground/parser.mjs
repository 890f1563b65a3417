import { assetNamed } from './assets.mjs';

export default assetNamed('parser.wasm');
