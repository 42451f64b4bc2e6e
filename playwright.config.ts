import { defineConfig } from '@playwright/test';
import type { RookeryOptions } from './e2e/fixtures.ts';
import { findChromium } from './scripts/chromium.ts';

const chromiumPath = findChromium();

/** Flows whose screens use nothing of Electron: the same bundles run in the other two projects. */
const browserOnly = [
  'flows/activity.spec.ts',
  'flows/applications.spec.ts',
  'flows/backups.spec.ts',
  'flows/cluster.spec.ts',
  'flows/compare-servers.spec.ts',
  'flows/connections.spec.ts',
  'flows/copy.spec.ts',
  'flows/dashboard.spec.ts',
  'flows/debug-package.spec.ts',
  'flows/disk-check.spec.ts',
  'flows/document-dates.spec.ts',
  'flows/document-metadata.spec.ts',
  'flows/document-schema.spec.ts',
  'flows/documents-selection.spec.ts',
  'flows/fault-injection.spec.ts',
  'flows/find-anything.spec.ts',
  'flows/grid-columns-and-links.spec.ts',
  'flows/grid-menus.spec.ts',
  'flows/index-editor.spec.ts',
  'flows/index-insight.spec.ts',
  'flows/index-maintenance.spec.ts',
  'flows/indexes.spec.ts',
  'flows/io-storm.spec.ts',
  'flows/memory.spec.ts',
  'flows/missing-database.spec.ts',
  'flows/narrow-panes.spec.ts',
  'flows/overview.spec.ts',
  'flows/patch-runs.spec.ts',
  'flows/patch.spec.ts',
  'flows/query-compare.spec.ts',
  'flows/query-completion.spec.ts',
  'flows/query-details.spec.ts',
  'flows/query-diagnostics.spec.ts',
  'flows/query-explain.spec.ts',
  'flows/query-format.spec.ts',
  'flows/query-map.spec.ts',
  'flows/query-presentations.spec.ts',
  'flows/query-saved.spec.ts',
  'flows/recording-of-a-load.spec.ts',
  'flows/recordings.spec.ts',
  'flows/reproduce.spec.ts',
  'flows/revisions-settings.spec.ts',
  'flows/revisions.spec.ts',
  'flows/sample-data.spec.ts',
  'flows/save-and-merge.spec.ts',
  'flows/settings-jobs.spec.ts',
  'flows/storage.spec.ts',
  'flows/subscriptions.spec.ts',
  'flows/time-series-policies.spec.ts',
  'flows/time-series.spec.ts',
  'flows/transfer-files.spec.ts',
  'flows/transfer.spec.ts',
];

/** Flows of the window itself, in which the kind of server plays no part. */
const sandboxOnly = [
  'flows/connections.spec.ts',
  'flows/grid-columns-and-links.spec.ts',
  'flows/grid-menus.spec.ts',
  'flows/narrow-panes.spec.ts',
  'flows/query-format.spec.ts',
  'flows/query-saved.spec.ts',
  'flows/recordings.spec.ts',
  'flows/reload.spec.ts',
  'flows/tabs.spec.ts',
];

/**
 * Three projects run the same flows (Electron only those that can differ there): the served UI on the sandbox, a real
 * Electron on the sandbox, and the served UI on a real RavenDB. What a project needs and cannot find is reported as a
 * skip with its reason.
 */
export default defineConfig<RookeryOptions>({
  testDir: 'e2e',
  outputDir: 'e2e/results',
  // Half of a test's time is waiting; more than two browsers with an engine each make tests wait for each other.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // A second try on a loaded machine, said by name in the summary; at a desk every failure counts at once.
  retries: process.env.CI === undefined ? 0 : 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'dist/test/playwright.json' }],
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    // A trace costs a fifth of the time: with a second try it is recorded there.
    trace: process.env.CI === undefined ? 'retain-on-failure' : 'on-first-retry',
    launchOptions: {
      ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Each test runs new code in a new page: compiled without optimisation it starts faster than interpreted.
        '--js-flags=--always-sparkplug',
      ],
    },
  },
  projects: [
    {
      name: 'chromium',
      testMatch: ['flows/**/*.spec.ts', 'chromium/**/*.spec.ts'],
      use: { environment: 'served-sandbox' },
    },
    {
      name: 'electron',
      testMatch: ['flows/**/*.spec.ts', 'electron/**/*.spec.ts'],
      testIgnore: browserOnly,
      use: { environment: 'electron' },
    },
    {
      name: 'ravendb',
      testMatch: ['flows/**/*.spec.ts', 'ravendb/**/*.spec.ts'],
      testIgnore: sandboxOnly,
      use: { environment: 'served-ravendb' },
    },
  ],
});
