import { expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import { watchIndexes } from './index-changes.ts';
import { scriptedPort } from './ports-for-tests.ts';

function feed(texts: readonly string[], sent: string[] = []) {
  const port = scriptedPort({
    http: () => ({}),
    async *socket(_path, commands) {
      yield { kind: 'open' as const, socket: 's1' };
      for await (const command of commands) {
        sent.push(command);
        break;
      }
      for (const text of texts) yield { kind: 'text' as const, text };
    },
  });
  return watchIndexes(new ServerClient(port, 'sandbox').database('Shop'), new AbortController().signal);
}

it('subscribes to all indexes and reports changes of indexes only', async () => {
  const sent: string[] = [];
  const items = [];
  // As RavenDB 7.1.5 sends them.
  const texts = [
    '[{"TopologyChange":true,"AggressiveCachingChange":true}]',
    '[{"CommandId":1,"Type":"Confirm"}]',
    '[{"Type":"DocumentChange","Value":{"Type":"Put","Id":"a/1"}}]',
    '[{"Type":"IndexChange","Value":{"Name":"A","Type":"IndexPaused"}},{"Type":"IndexChange","Value":{"Name":"B","Type":"BatchCompleted","New":{}}}]',
    '{"Type":"IndexChange","Value":7}',
  ];
  for await (const item of feed(texts, sent)) items.push(item);
  expect(sent).toEqual(['{"CommandId":1,"Command":"watch-indexes","Param":null}']);
  expect(items).toEqual([
    { kind: 'watching' },
    { kind: 'change', change: { type: 'IndexPaused', name: 'A' } },
    { kind: 'change', change: { type: 'BatchCompleted', name: 'B' } },
  ]);
});

it('fails with the text of the server when that ends the feed', async () => {
  const items = feed(['{"Type":"Error","Exception":"not allowed"}']);
  await expect(items.next()).rejects.toMatchObject({ detail: 'not allowed', retryable: true });
});
