/** The whole host with a pinned server certificate. */
import { expect, it } from 'vitest';
import { fingerprintText } from '../../../src/contract/index.ts';
import { dialog } from '../test-environment/answered-dialog.ts';
import { startHost } from '../test-environment/host-port.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { certificates, save, secured, type Wanted } from './certificates-for-tests.ts';

it('a pin is confirmed with what the server presented, once for the test and the saved connection', async () => {
  const person = dialog();
  const server = await secured(certificates.selfSigned);
  const port = (await startHost(await temporaryFolder(), { confirmation: person.confirmation })).window();
  const looked = await port.call('connections.test', { url: server.url });
  expect(person.shown).toEqual([]);
  const presented = looked.steps.at(-1)?.serverCertificate;
  expect(presented).toMatchObject({ subject: 'CN=localhost', issuer: 'CN=localhost' });
  const pinnedCertificate = presented?.fingerprint ?? '';

  const pinned = { url: server.url, pinnedCertificate };
  const bare: Wanted = { kind: 'server', name: 'Live', colour: 'red', mode: 'read-only', url: server.url };
  const plain: Wanted = { ...bare, pinnedCertificate };
  const refused = { code: 'not-confirmed' };
  await expect(port.call('connections.test', pinned)).rejects.toMatchObject(refused);
  await expect(save(port, plain)).rejects.toMatchObject(refused);
  expect(person.shown[0]?.summary).toBe(`Test ${server.url} and accept one server certificate`);
  for (const { details } of person.shown) {
    expect(details.join()).toContain(fingerprintText(pinnedCertificate));
    expect(details.join()).toContain('for CN=localhost, issued by CN=localhost, valid 20');
  }
  person.answers.push(true);
  await port.call('connections.test', pinned);
  const { id } = await save(port, plain);
  expect(person.shown).toHaveLength(3);

  // Another pin, and none, are other destinations.
  for (const pin of [{ pinnedCertificate: 'ab'.repeat(32) }, {}])
    await expect(save(port, { ...bare, ...pin, id })).rejects.toMatchObject(refused);
  expect(person.shown[3]?.details.join()).toContain('No test since the start of Rookery received this');
  expect(person.shown[4]?.details.join()).toContain('→ any from a trusted CA');
});
