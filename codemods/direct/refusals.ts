/** Programs that tell a rule that is not there from other failures. */
import type { Site, Surroundings } from '../../src/migrate/index.js';

const SCRIPTS = ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'vue', 'svelte', 'astro'];
/** A look at the status, or at the class of an error. */
const TELLS_APART =
  /\b(?:status|statusCode) ?[!=]==? ?404\b|\bcase 404\b|\binstanceof [\w.]{0,40}(?:NotFound|Http|HTTP|Api|API|Axios|Request|Cloudflare)\w*/;

/** What new functions have to refuse as the client does: an error of their own would be taken for another one. */
export function refusalFeatures({ file }: Site, around: Surroundings): readonly string[] {
  const others = SCRIPTS.flatMap((ending) => around.filesEndingWith(`.${ending}`) ?? []);
  const isTold = (path: string) => TELLS_APART.test(around.file(path)?.text ?? '');
  return TELLS_APART.test(file.text) || others.some(isTold) ? ['refused'] : [];
}
