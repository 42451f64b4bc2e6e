import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('shows what takes the space, how it grows, and what would free some of it', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const write = async (prefix: string, count: number) => {
    const Commands = Array.from({ length: count }, (_, number) => ({
      Type: 'PUT',
      Id: `${prefix}/${number}`,
      ChangeVector: null,
      Document: {
        Number: number,
        Text: `The same words in every reading, ${number} of them. `.repeat(20),
        '@metadata': { '@collection': 'Readings', '@archive-at': '2001-01-01T00:00:00.0000000Z' },
      },
    }));
    const { status } = await shell.requestBehindTheBack('POST', `/databases/${databaseName}/bulk_docs`, {
      Commands,
    });
    expect(status).toBe(201);
  };
  await write('readings', 2_000);
  await shell.requestBehindTheBack('PUT', `/databases/${databaseName}/admin/indexes`, {
    Indexes: [{ Name: 'Readings/ByNumber', Maps: ["map('Readings', r => ({ Number: r.Number }))"] }],
  });
  // Without a pattern: RavenDB compresses texts, and compares the stored size.
  const letters = randomBytes(5_500_000).toString('base64');
  await shell.writeBehindTheBack(databaseName, 'scans/1', {
    Text: letters,
    '@metadata': { '@collection': 'Scans' },
  });

  // RavenDB names large documents once they were loaded.
  await shell.requestBehindTheBack('GET', `/databases/${databaseName}/docs?id=scans/1`);

  const storage = await shell.openStorage();
  await expect(storage.row('Documents', 'Readings')).toContainText('2,000');
  await expect(storage.row('Documents', 'Readings')).toContainText(/[KM]B/);
  await expect(storage.row('Indexes', 'Readings/ByNumber')).toBeVisible();
  await expect(storage.row('Journals', 'documents')).toBeVisible();
  await expect(storage.panel.getByRole('list', { name: 'Space by kind' })).toContainText('Documents');

  await write('later', 3_000);
  await storage.refresh();
  await expect(storage.row('Documents', 'Readings')).toContainText('5,000');
  await expect(storage.row('Documents', 'Readings')).toContainText(/\+[\d.]+ [KM]B/);
  await expect(storage.panel.getByText(/^[\d.]+ [KMG]B on disk, /)).toBeVisible();
  const lines = (await readFile(await storage.saveCsv(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('Kind,Name,Bytes,Items,Growth');
  expect(lines.find((line) => line.startsWith('Documents,Readings,'))).toMatch(/,5000,[1-9]\d*$/);

  const large = storage.largeDocuments();
  await large.getByRole('button', { name: 'Find large documents' }).click();
  await expect(large.getByRole('table')).toContainText('scans/1');

  const savings = storage.savings();
  await savings.getByRole('button', { name: 'Estimate compression and archiving' }).click();
  const estimated = savings.getByRole('table', { name: 'Estimated savings' });
  await expect(estimated.getByRole('row', { name: /^Readings/ })).toContainText(
    /[KM]B of [\d.]+ [KM]B \(\d+ %\)/,
  );
  await expect(estimated.getByRole('row', { name: /^Readings/ })).toContainText(
    /about [\d.]+ K?B per document; 5,000 due: [\d.]+ [KM]B/,
  );
  await expect(savings.getByText(/^Archiving the documents past their archive date \(5,000\)/)).toBeVisible();
  await expect(estimated.getByRole('row', { name: /^Scans/ })).toContainText('no index');
  await checkScreen(shell, environment, 'storage');

  await storage.row('Documents', 'Readings').dblclick();
  await expect(shell.page.getByRole('tab', { name: /^Readings/, selected: true }).first()).toBeVisible();
});

test('scans documents for the largest ones and the largest attachments', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const put = (id: string, collection: string, text: string) => ({
    ...{ Type: 'PUT', Id: id, ChangeVector: null },
    Document: { Text: text, '@metadata': { '@collection': collection } },
  });
  const { status } = await shell.requestBehindTheBack('POST', `/databases/${databaseName}/bulk_docs`, {
    Commands: [
      ...Array.from({ length: 700 }, (_, number) => put(`readings/${number}`, 'Readings', `${number}`)),
      put('scans/large', 'Scans', randomBytes(300_000).toString('base64')),
      put('scans/small', 'Scans', randomBytes(30_000).toString('base64')),
      put('readings/large', 'Readings', randomBytes(90_000).toString('base64')),
    ],
  });
  expect(status).toBe(201);
  const attach = async (id: string, name: string, content: string) => {
    const query = `id=${encodeURIComponent(id)}&name=${encodeURIComponent(name)}&contentType=image%2Fpng`;
    const path = `/databases/${databaseName}/attachments?${query}`;
    expect((await shell.requestBehindTheBack('PUT', path, content)).status).toBe(201);
  };
  await attach('scans/small', 'front page.png', 'a'.repeat(400_000));
  await attach('readings/7', 'copy of it.png', 'a'.repeat(400_000));
  await attach('readings/8', 'logo.png', 'b'.repeat(20_000));

  const storage = await shell.openStorage();
  const dialog = await storage.chooseScan();
  await expect(dialog.getByRole('status')).toContainText(
    /^703 documents: about 6 requests \(233 KB\), one at a time\./,
  );
  await expect(dialog.getByRole('spinbutton', { name: 'Documents per second' })).toHaveValue(
    environment === 'served-ravendb' ? '1000' : '',
  );
  await checkScreen(shell, environment, 'storage-scan-dialog');
  await dialog.getByRole('button', { name: 'Start scan' }).click();

  const scan = storage.scan();
  await expect(scan.getByRole('status')).toContainText('703 documents read. 3 attachments found.');
  const documents = scan.getByRole('table', { name: 'Largest documents' }).getByRole('row');
  await expect(documents).toHaveCount(11);
  await expect(documents.nth(1)).toContainText(/^scans\/largeScans\d+ KB$/);
  await expect(documents.nth(2)).toContainText('readings/large');
  const attachments = scan.getByRole('table', { name: 'Largest attachments' }).getByRole('row');
  await expect(attachments).toHaveCount(3);
  // Read in the order of ids, so its name is that of the first document.
  await expect(attachments.nth(1)).toContainText(/^copy of it\.pngreadings\/7.*2 documents391 KB$/);
  await expect(attachments.nth(2)).toContainText(/^logo\.png.*1 document19\.5 KB$/);
  await attachments.nth(2).scrollIntoViewIfNeeded();
  await checkScreen(shell, environment, 'storage-scan');
  await scan.getByRole('button', { name: 'Show all 50' }).click();
  await expect(documents).toHaveCount(51);
  await scan.getByRole('button', { name: 'Show 10' }).click();
  await expect(documents).toHaveCount(11);

  const again = await storage.chooseScan();
  await again.getByRole('combobox', { name: /^Collection/ }).click();
  await shell.page.getByRole('option', { name: /^Scans/ }).click();
  await expect(again.getByRole('status')).toContainText(/^2 documents: about 2 requests/);
  await again.getByRole('spinbutton', { name: 'Maximum documents' }).fill('1');
  await again.getByRole('button', { name: 'Start scan' }).click();
  await expect(scan.getByRole('status')).toContainText('1 document of Scans read, the limit of 1.');

  await scan.getByRole('table', { name: 'Largest documents' }).getByRole('link').click();
  await expect(shell.page.getByRole('tab', { name: /^scans\//, selected: true }).first()).toBeVisible();
});
