const TEST_PATH =
  /(?:^|\/)(?:__tests__|__mocks__|tests?|specs?|e2e|mocks?|fixtures?|cypress|testing)\/|\.(?:test|spec|e2e|cy|mock|mocks|stories)\.[cm]?[jt]sx?$/i;

/** Whether a file is part of the tests of a program, by its name. */
export function isTestPath(path: string): boolean {
  return TEST_PATH.test(path);
}
