import { expect, it } from 'vitest';
import { pathReaders } from '../../electron/host/test-environment/path-readers.ts';
import { attackPolicyPaths } from './policy-paths.ts';

it('finds no bent address that a server reads as another route than the policy judged', () => {
  const report = attackPolicyPaths(50_000, 7);
  expect(report.firstBypass).toBeUndefined();
  // The attack means something only if much of it is sent and much is refused.
  for (const part of [report.sent, report.refused, report.malformed]) expect(part).toBeGreaterThan(4000);
});

it.each([
  ['/databases/x/debug/.\t./bulk_docs', 'browser-like parser'],
  ['/databases/x/debug/x%2F..%2F..%2Fbulk_docs', 'decoding proxy'],
  ['/databases/x/debug/x%252F..%252F..%252Fbulk_docs', 'two decoding proxies'],
  ['/databases/x/debug/%2e%2e/bulk_docs', 'Kestrel'],
  ['/databases/x/bulk_docs;v=1', 'servlet container'],
  ['/databases/x/debug\\..\\bulk_docs', 'proxy on Windows'],
])('has readers that are deceived by known tricks: %j', (path, reader) => {
  expect(pathReaders[reader]?.(path)).toEqual({ database: 'x', name: 'bulk_docs' });
});
