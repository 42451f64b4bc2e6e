import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** The official client's tests, once for each server they speak to. */
const client = (environment: string) => ({
  test: {
    name: `client-${environment}`,
    include: ['e2e/client/**/*.test.ts'],
    environment: 'node' as const,
    globalSetup: [`e2e/client/environment/${environment}.ts`],
    env: { ROOKERY_CLIENT_ENVIRONMENT: environment },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    isolate: false,
  },
});

/** The same for the client of another language. */
const clientOf = (language: string, environment: string) => ({
  test: {
    ...client(environment).test,
    name: `${language}-${environment}`,
    include: [`e2e/${language}/**/*.test.ts`],
    globalSetup: [`e2e/client/environment/${environment}.ts`, `e2e/${language}/environment.ts`],
  },
});

/** Tests of functions that need a document. */
const inDom = [
  'src/app/workspace/dock-layout.test.ts',
  'src/app/errors/window-errors.test.ts',
  'src/features/query/runs/query-history.test.ts',
];

export default defineConfig({
  test: {
    // The default leaves one processor unused, on two of them half of the machine.
    maxWorkers: '100%',
    // Like the browser tests; `scripts/vitest-second-try.ts` names each test that needed it.
    retry: process.env.CI === undefined ? 0 : 1,
    projects: [
      {
        test: {
          name: 'functions',
          include: ['src/**/*.test.ts'],
          exclude: inDom,
          environment: 'node',
          restoreMocks: true,
          testTimeout: 20_000,
          // Hundreds of small files: loading their modules again for each one took most of their time.
          isolate: false,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'unit',
          include: ['src/**/*.test.tsx', ...inDom, 'electron/**/*.test.ts', 'scripts/**/*.test.ts'],
          environment: 'node',
          restoreMocks: true,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'queries',
          include: [
            'e2e/ravendb/{queries,shapes,dumps,csharp,boosts,compatibility,time-series,item-indexes,recordings}/*.test.ts',
          ],
          environment: 'node' as const,
          globalSetup: ['e2e/client/environment/rookeryd.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      client('rookeryd'),
      client('ravendb'),
      clientOf('python', 'rookeryd'),
      clientOf('python', 'ravendb'),
      clientOf('java', 'rookeryd'),
      clientOf('java', 'ravendb'),
    ],
  },
});
