/** How a compromised page tries to send dangerous requests to a guarded connection, and what prevents it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dialog } from '../test-environment/answered-dialog.ts';
import { hostOn } from '../test-environment/host-port.ts';
import { listenHttp } from '../test-environment/local-server.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { readOnly, refused, save } from './page-for-tests.ts';

describe('a dangerous request on a guarded connection', () => {
  const danger = {
    method: 'DELETE',
    path: '/admin/databases',
    body: '{"DatabaseNames":["shop"]}',
  } as const;

  async function guarded(mode: 'guarded' | 'read-only' | 'full' = 'guarded') {
    const received: string[] = [];
    const server = await listenHttp((request, response, body) => {
      received.push(`${String(request.method)} ${String(request.url)} ${body}`);
      response.end('{}');
    });
    const person = dialog();
    const folder = await temporaryFolder();
    const { connection } = await save(await hostOn(folder), { ...readOnly, url: server.url, mode });
    const port = await hostOn(folder, { confirmation: person.confirmation });
    return { received, person, port, connection, folder };
  }

  it('is refused as overridable, without a question', async () => {
    const { port, connection, person, received } = await guarded();
    await expect(port.call('http.request', { connection: connection.id, ...danger })).rejects.toMatchObject({
      code: 'policy-refused',
      confirmable: true,
    });
    expect(person.shown).toEqual([]);
    expect(received).toEqual([]);
  });

  it('is not sent without a yes, and sent as it was shown with one', async () => {
    const { port, connection, person, received, folder } = await guarded();
    const request = { connection: connection.id, ...danger, confirm: true } as const;
    await expect(port.call('http.request', request)).rejects.toMatchObject(refused);
    expect(received).toEqual([]);
    person.answers.push(true);
    expect((await port.call('http.request', request)).status).toBe(200);
    expect(received).toEqual(['DELETE /admin/databases {"DatabaseNames":["shop"]}']);
    expect(person.shown[1]?.summary).toContain('DELETE /admin/databases');
    expect(person.shown[1]?.summary).toContain('"Live"');
    expect(person.shown[1]?.details.join()).toContain('{"DatabaseNames":["shop"]}');
    await expect
      .poll(() => readFile(join(folder, 'logs', 'rookery.log'), 'utf8'))
      .toContain('"outcome":"allowed"');
  });

  it('names the database of a database route', async () => {
    const { port, connection, person } = await guarded();
    await expect(
      port.call('http.request', {
        connection: connection.id,
        method: 'DELETE',
        path: '/databases/shop/indexes?name=Orders',
        confirm: true,
      }),
    ).rejects.toMatchObject(refused);
    expect(person.shown[0]?.details).toEqual([
      'Database: shop',
      'Request: DELETE /databases/shop/indexes?name=Orders',
    ]);
  });

  it('is never sent on a read-only connection, and sent at once on a full one', async () => {
    const readOnlyWorld = await guarded('read-only');
    await expect(
      readOnlyWorld.port.call('http.request', {
        connection: readOnlyWorld.connection.id,
        ...danger,
        confirm: true,
      }),
    ).rejects.toMatchObject({ code: 'policy-refused', confirmable: false });
    expect(readOnlyWorld.person.shown).toEqual([]);
    const full = await guarded('full');
    await full.port.call('http.request', { connection: full.connection.id, ...danger, confirm: true });
    expect(full.person.shown).toEqual([]);
    expect(full.received).toHaveLength(1);
  });
});
