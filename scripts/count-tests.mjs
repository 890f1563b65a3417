// Adds up the JSON reports of test runs and prints `N passed, N failed`. A report that is missing or broken
// counts as one failure, as does a file of tests that could not be loaded: silence is no success.
import { readFileSync } from 'node:fs';

let passed = 0;
let failed = 0;
for (const file of process.argv.slice(2)) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const unloaded = report.testResults.filter(
      (row) => row.status === 'failed' && row.assertionResults.length === 0,
    );
    passed += report.numPassedTests;
    failed += report.numFailedTests + report.numPendingTests + unloaded.length;
  } catch (error) {
    console.error(`No result in ${file}: ${error.message}`);
    failed += 1;
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
