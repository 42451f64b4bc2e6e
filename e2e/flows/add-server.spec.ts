import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeCertificates, text } from '../../electron/host/test-environment/certificates.ts';
import { runServerDoubles } from '../environment/server-doubles.ts';
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

test('host and port of a server with TLS: plain HTTP fails, HTTPS works after its certificate is pinned', async ({
  shell,
  environment,
}) => {
  test.skip(environment === 'electron', 'Pinning is confirmed in a dialog of the system there.');
  const certificates = await makeCertificates();
  const { cert, key } = certificates.selfSigned;
  const doubles = await runServerDoubles(1, () => 'databases', {
    cert: await text(cert),
    key: await text(key),
  });
  try {
    const [url = ''] = doubles.urls;
    const { host } = new URL(url);
    const dialog = await shell.openAddServer();
    const address = dialog.getByLabel('Address');
    await address.fill(host);
    await dialog.getByRole('button', { name: 'Test' }).click();
    // The certificate says more than the failure of plain HTTP, which is tried first for such a host.
    const certificate = dialog.getByRole('region', { name: 'Certificate of the server' });
    await expect(certificate).toContainText('localhost');
    await expect(address).toHaveValue(host);
    expect(doubles.requests()).toEqual([]);
    await certificate.getByRole('button', { name: 'Pin this certificate' }).click();
    await shell.confirmation.confirm();
    await expect(address).toHaveValue(url);
    await expect(certificate).toBeHidden();
    expect(doubles.requests()).toContain('GET /build/version');
    // The tested certificate needs no second confirmation.
    await dialog.getByRole('button', { name: 'Add server' }).click();
    await expect(dialog).toBeHidden();
    const dashboard = shell.panel();
    await expect(dashboard).toContainText(url);
    await expect(dashboard).toContainText('RavenDB 7.1.5');
    await expect(dashboard.getByRole('row', { name: /^shop/ })).toBeVisible();
  } finally {
    await doubles.close();
    await certificates.remove();
  }
});
