/** Vitest's global set-up for the world `ravendb`: the real server that ROOKERY_TEST_RAVENDB_URL names, if it names one. */
import type { TestProject } from 'vitest/node';

export default function setup(project: TestProject): void {
  project.provide('serverUrl', process.env.ROOKERY_TEST_RAVENDB_URL ?? '');
}
