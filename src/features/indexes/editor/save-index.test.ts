import { expect, it } from 'vitest';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import { ServerClient } from '../../../protocol/client.ts';
import { toDefinition, toForm, type IndexForm } from './index-form.ts';
import { differentMembers, saveIndex } from './save-index.ts';

/** A server with one index that keeps what it is sent, unless it ignores changes. */
function server(stored: IndexForm | null, ignores = false) {
  const state = { stored: stored && toDefinition(stored) };
  const sent: string[] = [];
  const port = scriptedPort({
    http: ({ method, path, body }) => {
      if (method === 'PUT') {
        sent.push(path);
        const { Indexes } = JSON.parse(body ?? '') as { Indexes: Record<string, unknown>[] };
        if (!ignores) state.stored = Indexes[0] ?? null;
        return { status: 201, body: '{"Results":[]}' };
      }
      if (path.includes('ReplacementOf') || state.stored === null) return { status: 404 };
      return {
        body: JSON.stringify({ Results: [{ ...state.stored, Type: 'JavaScriptMap', Reduce: null }] }),
      };
    },
  });
  return { client: new ServerClient(port, 'c').database('shop'), sent };
}

const form = toForm({ Name: 'A', Maps: ["map('Orders', o => ({ A: 1 }))"] });
const changed = { ...form, maps: ["map('Orders', o => ({ A: 2 }))"] };

it('saves a changed definition by the route that its code needs', async () => {
  const { client, sent } = server(form);
  expect(await saveIndex(client, changed, form)).toEqual({ kind: 'saved', stored: changed, left: [] });
  await saveIndex(client, { ...changed, maps: ['from o in docs.Orders select new { o.A }'] }, changed);
  expect(sent).toEqual(['/databases/shop/indexes', '/databases/shop/admin/indexes']);
});

it('saves nothing over a definition that was changed elsewhere, or over another index', async () => {
  const theirs = { ...form, maps: ['theirs'] };
  const { client, sent } = server(theirs);
  expect(await saveIndex(client, changed, form)).toEqual({ kind: 'conflict', stored: theirs });
  expect(await saveIndex(client, changed, null)).toEqual({ kind: 'conflict', stored: theirs });
  expect(sent).toEqual([]);
});

it('creates a deleted index again', async () => {
  const { client } = server(null);
  expect((await saveIndex(client, changed, form)).kind).toBe('saved');
});

it('reports a server that ignored the change', async () => {
  const { client } = server(form, true);
  const pause = () => Promise.resolve();
  expect(await saveIndex(client, changed, form, pause)).toEqual({ kind: 'ignored', stored: form });
});

it('names the members that differ', () => {
  expect(differentMembers(form, { ...changed, priority: 'High' })).toEqual(['Maps', 'Priority']);
  expect(differentMembers(form, form)).toEqual([]);
});
