/** Files that tests compare with or play back: an edit would make the test lie, so they are never touched. */

const FOLDER =
  /(?:^|\/)(?:testdata|test[-_]data|fixtures?|__fixtures__|__snapshots__|goldens?|golden[-_]files|cassettes|vcr|__recordings__|__files)\//i;
/** Words that programs use for other things as well: only below a folder of tests. */
const FOLDER_OF_TESTS =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e)\/(?:.*\/)?(?:snapshots?|recordings?|recorded|responses|data|baselines?|approvals|expected)\//i;
const NAME = /\.(?:snap|golden|cassette|har|approved\.\w+|received\.\w+)$|[._-]golden\.\w+$/i;

/** How recorded HTTP traffic begins: VCR and its heirs, nock, Polly, HAR. */
const RECORDED: readonly RegExp[] = [
  /^(?:---|version: \d+|#.*\n|\s)*(?:http_)?interactions:/,
  /^\s*\[\s*\{\s*"scope"\s*:/,
  /^\s*\{\s*"log"\s*:\s*\{\s*"(?:version|_recordingName|creator|browser|pages|entries)"/,
  /^\s*\{\s*"(?:http_interactions|interactions|recorded_with)"\s*:/,
];

export function isTestData(path: string, text: string): boolean {
  if (FOLDER.test(path) || FOLDER_OF_TESTS.test(path) || NAME.test(path)) return true;
  return /\.(?:ya?ml|json)$/i.test(path) && RECORDED.some((pattern) => pattern.test(text.slice(0, 2048)));
}
