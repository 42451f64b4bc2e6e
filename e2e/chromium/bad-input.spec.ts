import { createServer, type Server } from 'node:http';
import { readdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startServed } from '../environment/served-program.ts';
import { Shell } from '../pages/shell.ts';
import { expect, test } from '../fixtures.ts';

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    ),
  );

test('shows a reason for a malformed address, a refused connection and a foreign server', async ({
  shell,
}) => {
  const stranger = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<h1>Welcome to nginx</h1>'),
  );
  const url = await listen(stranger);
  const dialog = await shell.openAddServer();
  const test = async (address: string): Promise<void> => {
    await dialog.getByLabel('Address').fill(address);
    await dialog.getByRole('button', { name: 'Test' }).click();
  };
  await test('not an address');
  await expect(dialog.getByRole('alert').first()).toBeVisible();
  await test('http://127.0.0.1:9');
  await expect(dialog.getByText(/refuse|nothing listens|not listening/i).first()).toBeVisible();
  await test(url);
  await expect(dialog.getByText(/not.*RavenDB|RavenDB.*not/i).first()).toBeVisible();
  stranger.close();
});

test('names an old server version', async ({ shell }) => {
  const old = createServer((request, response) => {
    response.setHeader('content-type', 'application/json').setHeader('Raven-Server-Version', '4.2.1');
    response.end(
      request.url === '/build/version'
        ? '{"BuildVersion":42000,"ProductVersion":"4.2","CommitHash":"x","FullVersion":"4.2.1"}'
        : '{}',
    );
  });
  const dialog = await shell.openAddServer();
  await dialog.getByLabel('Address').fill(await listen(old));
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect(dialog.getByText(/4\.2/).first()).toBeVisible();
  old.close();
});

test('shows an error for a response that is not JSON', async ({ shell, window }) => {
  const broken = createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end('{"Databases": [tru'),
  );
  await shell.addServer('Broken', await listen(broken));
  await expect(window.getByText(/is not JSON/).first()).toBeVisible();
  broken.close();
});

test('names the process that holds the data folder for a second instance', async ({
  shell,
  dataFolder,
  browser,
}) => {
  await shell.openDashboard();
  const second = await startServed(dataFolder);
  const page = await browser.newPage();
  await page.goto(second.url);
  await expect(page.getByText(/process \d+|pid \d+/).first()).toBeVisible();
  await page.close();
  await second.stop();
});

test.describe('with a settings file that was damaged', () => {
  test.use({
    // The folder exists before the program starts.
    dataFolder: async ({ dataFolder }, use) => {
      await writeFile(join(dataFolder, 'connections.json'), '{"schema":1,"connections":[{"id":');
      await use(dataFolder);
    },
  });

  test('sets a damaged settings file aside, reports it, and the sandbox works', async ({
    shell,
    dataFolder,
    databaseName,
    window,
  }) => {
    await expect(window.getByText(/damaged and could not be read/).first()).toBeVisible();
    expect(
      (await readdir(dataFolder)).filter((name) => name.startsWith('connections.corrupt-')),
    ).toHaveLength(1);
    await shell.createDatabase(databaseName, { sampleData: false });
  });
});

test('restores tabs and unsaved text after a restart', async ({
  shell,
  dataFolder,
  databaseName,
  browser,
  program,
  consoleErrors,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const documents = await shell.openDocuments();
  await documents.goTo('products/3-A');
  const product = await shell.document('products/3-A');
  await product.ready();
  await product.replaceText('{ "Name": "Not yet saved" }');
  await shell.workspaceHolds('Not yet saved');

  await program?.stop();
  const again = await startServed(dataFolder);
  const page = await browser.newPage();
  await page.goto(again.url);
  const restored = new Shell(page);
  await restored.ready();
  await expect((await restored.document('products/3-A')).visibleText()).toContainText('Not yet saved');
  await page.close();
  await again.stop();
  // The first page lost its program intentionally and logged it.
  consoleErrors.length = 0;
});
