/** The parser of the real engine: dist/native/rookery.node, built by `npm run build:native`. */
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { nativeFiles } from '../native-files.ts';
import { hostOn } from '../test-environment/host-port.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';

const { addonPath } = nativeFiles(join(resolve(import.meta.dirname, '../../..'), 'dist'), process.env);

it('checks the syntax of a query without opening the sandbox', async () => {
  const port = await hostOn(await temporaryFolder(), { addonPath });
  const check = async (text: string) => (await port.call('queries.check', { text })).refusal;
  expect(await check("from Orders where Company = 'companies/1-A' update { this.Rated = true }")).toBeNull();
  const refusal = await check('from Orders\nwhere Freight >');
  expect(refusal?.message).toMatch(/^2:\d+ \S/);
  expect(refusal?.unsupported).toBe(false);
  expect(await check(`from Orders where ${'('.repeat(30_000)}`)).not.toBeNull();
  const { connections } = await port.call('connections.list', {});
  expect(connections[0]?.problem).toBeUndefined();
});

it('names the missing module', async () => {
  const port = await hostOn(await temporaryFolder());
  await expect(port.call('queries.check', { text: 'from Orders' })).rejects.toMatchObject({
    code: 'engine-unavailable',
  });
});
