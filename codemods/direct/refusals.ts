/** Programs that tell a rule that is not there from other failures. */
import type { Site, Surroundings } from '../../src/migrate/index.js';
import { oncePerFile, SCRIPT_ENDINGS } from '../places/script-files.js';

/** A look at the status, or at the class of an error. */
const TELLS_APART =
  /\b(?:status|statusCode) ?[!=]==? ?404\b|\bcase 404\b|\binstanceof [\w.]{0,40}(?:NotFound|Http|HTTP|Api|API|Axios|Request|Cloudflare)\w*/;

const tellsApart = oncePerFile(({ text }) => TELLS_APART.test(text));

/** What new functions have to refuse as the client does: an error of their own would be taken for another one. */
export function refusalFeatures({ file }: Site, around: Surroundings): readonly string[] {
  const others = SCRIPT_ENDINGS.flatMap((ending) => around.filesEndingWith(`.${ending}`) ?? []);
  const isTold = [file, ...others.map((path) => around.file(path))].some(
    (one) => one !== null && tellsApart(one, around),
  );
  return isTold ? ['refused'] : [];
}
