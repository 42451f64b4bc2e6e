import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, ravendbUrl, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('a pasted Studio page without a scheme becomes a server with a name', async ({ shell, environment }) => {
  // Answers nothing that RavenDB would answer, so it is found only where the test runs with a real one.
  const stranger = createServer((_request, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  try {
    const dialog = await shell.openAddServer();
    const address = dialog.getByLabel('Address');
    const host = `127.0.0.1:${(stranger.address() as AddressInfo).port}`;
    await address.fill(`${host}/studio/index.html#databases/documents?&database=Shop`);
    await expect(dialog.getByText(`Left empty, the name is ${host}.`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Add server' }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      `No server answers at http://${host} or https://${host}`,
    );
    await checkScreen(shell, environment, 'add-server');
    if (ravendbUrl === undefined) {
      await address.fill(`http://${host}/studio/index.html`);
    } else {
      await address.fill(`${new URL(ravendbUrl).host}/studio/index.html`);
      await dialog.getByRole('button', { name: 'Test' }).click();
      await expect(address).toHaveValue(ravendbUrl);
    }
    const name = new URL(await address.inputValue()).host;
    await dialog.getByRole('button', { name: 'Add server' }).click();
    await expect(dialog).toBeHidden();
    await expect(shell.page.getByRole('main').getByText(name, { exact: true }).first()).toBeVisible();
  } finally {
    stranger.close();
  }
});
