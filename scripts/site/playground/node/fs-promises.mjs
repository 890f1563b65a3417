import { promises } from './fs.mjs';

export default promises;
export const { mkdtemp, readFile, rm, writeFile } = promises;
