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
