import type { Reporter, TestCase } from 'vitest/node';

/** Names the tests that passed only at the second try, so that a retry hides nothing. */
export default class SecondTryReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true)
      console.log(`\npassed only at the second try: [${test.project.name}] ${test.fullName}`);
  }
}
