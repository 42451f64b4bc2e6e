/** Vitest's global set-up of the environment `ravendb`: the real server at ROOKERY_TEST_RAVENDB_URL, if set. */
import type { TestProject } from 'vitest/node';

export default function setup(project: TestProject): void {
  project.provide('serverUrl', process.env.ROOKERY_TEST_RAVENDB_URL ?? '');
}
