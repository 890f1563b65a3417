/** Files that tests compare with or play back: an edit would make the test lie, so they are never touched. */

/** Alone or as one word of a name: `vcr_cassettes`, `api-fixtures`. */
const FOLDER =
  /(?:^|\/)(?:[\w.-]{0,60}[_.-])?(?:testdata|fixtures?|cassettes?|vcr)(?:[_.-][\w.-]{0,60})?\/|(?:^|\/)(?:test[-_]data|__snapshots__|goldens?|golden[-_](?:files?|data)|__recordings__|__files)\//i;
/** Words that programs use for other things as well: only below a folder of tests. */
const FOLDER_OF_TESTS =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e)\/(?:.*\/)?(?:snapshots?|recordings?|recorded|responses|data|baselines?|approvals|expected)\//i;
const NAME =
  /\.(?:snap|ambr|golden|cassette|har|replay|(?:approved|received|verified|expected)\.\w+)$|(?:^|[._/-])golden\.\w+$/i;

/** How recorded HTTP traffic begins: VCR and its heirs, nock, Polly, HAR, Pact. */
const RECORDED: readonly RegExp[] = [
  /^(?:---|version: \d+|#.*\n|\s)*(?:http_)?interactions:/,
  /^\s*\[\s*\{\s*"scope"\s*:/,
  /^\s*\{\s*"log"\s*:\s*\{\s*"(?:version|_recordingName|creator|browser|pages|entries)"/,
  /^\s*\{\s*"(?:http_interactions|interactions|recorded_with)"\s*:/,
  /^\s*\{\s*"(?:consumer|provider)"\s*:\s*\{\s*"name"/,
];
/** A request beside its answer, as WireMock and its like hold them. */
const EXCHANGE: readonly RegExp[] = [/"request"\s*:\s*\{/, /"response"\s*:\s*\{/];

export function isTestData(path: string, text: string): boolean {
  if (FOLDER.test(path) || FOLDER_OF_TESTS.test(path) || NAME.test(path)) return true;
  if (!/\.(?:ya?ml|json)$/i.test(path)) return false;
  const head = text.slice(0, 2048);
  return RECORDED.some((pattern) => pattern.test(head)) || EXCHANGE.every((pattern) => pattern.test(head));
}
