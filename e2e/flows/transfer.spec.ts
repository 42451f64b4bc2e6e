import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { countMatches } from '../pages/patch-data.ts';

const all = 'from @all_docs limit 0';

function dump(content: string): { name: string; mimeType: string; buffer: Buffer } {
  return { name: 'made.ravendbdump', mimeType: 'application/octet-stream', buffer: gzipSync(content) };
}

const documents = (count: number): string =>
  Array.from(
    { length: count },
    (_, n) => `{"N":${n},"@metadata":{"@id":"items/${n}","@collection":"Items"}}`,
  ).join(',');

test('exports a dump and imports it into another database', async ({ shell, databaseName, environment }) => {
  const copy = `${databaseName}-b`;
  await shell.createDatabase(databaseName, { sampleData: true });
  const total = await countMatches(shell, databaseName, all);
  const transfer = await shell.openTransfer();
  await checkScreen(shell, environment, 'transfer-export');
  const path = await transfer.export();
  expect((await readFile(path)).subarray(0, 4).toString('hex')).toBe('28b52ffd');
  expect((await transfer.counts('Documents'))[0]).toBe(total.toLocaleString('en'));
  await checkScreen(shell, environment, 'transfer-exported');

  await shell.createDatabase(copy, { sampleData: false });
  const other = await shell.openTransfer();
  await other.show('Import');
  await checkScreen(shell, environment, 'transfer-import');
  await other.import(path);
  await other.expectReport('Completed');
  expect((await other.counts('Documents'))[0]).toBe(total.toLocaleString('en'));
  await checkScreen(shell, environment, 'transfer-imported');
  expect(await countMatches(shell, copy, all)).toBe(total);

  const csv = await readFile(
    await shell.downloaded(() => other.report().getByRole('button', { name: 'Export CSV' }).click(), '.csv'),
    'utf8',
  );
  expect(csv).toContain(`count,Documents,${total},0,0,`);
  // The fixture deletes the other one.
  const { status, body } = await shell.requestBehindTheBack('DELETE', '/admin/databases', {
    DatabaseNames: [copy],
    HardDelete: true,
  });
  expect(status, body).toBe(200);
});

test('exports chosen collections and items', async ({ shell, databaseName }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const transfer = await shell.openTransfer();
  await transfer.panel.getByRole('button', { name: 'Clear selection' }).first().click();
  await expect(transfer.exportButton()).toHaveAttribute('aria-disabled', 'true');
  await transfer.item('Documents').check();
  const collections = transfer.panel.getByRole('group', { name: 'Collections' });
  await collections.getByRole('checkbox', { name: /^All/ }).uncheck();
  await collections.getByRole('button', { name: 'Clear selection' }).click();
  await collections.getByRole('checkbox', { name: /^Products/ }).check();
  const products = await countMatches(shell, databaseName, 'from Products limit 0');
  await transfer.panel.getByLabel('Compression').click();
  await shell.page.getByRole('option', { name: /^Gzip/ }).click();
  const path = await transfer.export();
  expect((await readFile(path)).subarray(0, 2).toString('hex')).toBe('1f8b');
  expect((await transfer.counts('Documents'))[0]).toBe(String(products));
});

test('names rejected items, damaged files and files that are no dumps', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const transfer = await shell.openTransfer();
  await transfer.show('Import');

  await transfer.choose({
    name: 'photo.bin',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('hello'),
  });
  await expect(transfer.panel.getByRole('alert')).toContainText('photo.bin is not a dump');
  await expect(transfer.importButton()).toHaveAttribute('aria-disabled', 'true');

  await transfer.import(
    dump(
      `{"BuildVersion":71028,"Docs":[${documents(3)}],"Indexes":[{"Type":"Map","IndexDefinition":{"Name":"Broken","Maps":["this is no map"],"Type":"Map"}}]}`,
    ),
  );
  await transfer.expectReport('Completed with rejected items');
  expect(await transfer.counts('Documents')).toEqual(['3', '0', '0']);
  expect((await transfer.counts('Indexes'))[2]).toBe('1');
  await expect(transfer.messages()).toContainText('Broken');
  await checkScreen(shell, environment, 'transfer-rejected');

  // Cut in the middle of the documents.
  await transfer.import(dump(`{"BuildVersion":71028,"Docs":[${documents(500)},{"N":1`));
  await transfer.expectReport('Failed');
  await expect(transfer.report().getByRole('alert')).toContainText(`The import into ${databaseName} failed`);
  await expect(transfer.report().getByRole('alert')).toContainText(
    /damaged, incomplete, or encrypted|was cut off/,
  );
  // The three of the first import are among them.
  await expect(transfer.report()).toContainText(
    `What was imported before the failure stays. ${databaseName} has 500 documents now; before the import it had 3.`,
  );
  await checkScreen(shell, environment, 'transfer-damaged');
});

test('runs a transform script', async ({ shell, databaseName }) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const transfer = await shell.openTransfer();
  await transfer.show('Import');
  const script = transfer.panel.getByLabel('Transform script');
  await script.fill('this.N = this.N + 100; if (this.N === 101) throw "skip";');
  await transfer.import(dump(`{"BuildVersion":71028,"Docs":[${documents(3)}]}`));
  await transfer.expectReport('Completed');
  expect(await shell.readBehindTheBack(databaseName, 'items/0')).toContain('"N":100');
  expect(await countMatches(shell, databaseName, all)).toBe(2);

  await script.fill('this.N = ;');
  await transfer.import(dump(`{"BuildVersion":71028,"Docs":[${documents(3)}]}`));
  await transfer.expectReport('Failed');
  await expect(transfer.report().getByRole('alert')).toContainText(/unexpected token/i);
});

test('cancels an import, says what stays, and resumes it', async ({ shell, databaseName, environment }) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const transfer = await shell.openTransfer();
  await transfer.show('Import');
  const file = dump(`{"BuildVersion":71028,"Docs":[${documents(400_000)}]}`);
  await transfer.import(file);
  await expect(transfer.progress()).toContainText('Documents', { timeout: 30_000 });
  // Without the check of the screen, which takes seconds: the import must still run.
  await transfer.progress().getByRole('button', { name: 'Cancel' }).click();
  await transfer.expectReport('Cancelled');
  await expect(transfer.report()).toContainText('Items that were imported before stay');
  const stayed = await countMatches(shell, databaseName, all);
  expect(stayed).toBeGreaterThan(0);
  expect(stayed).toBeLessThan(400_000);

  // Part of a file is in the database: that stays visible until the import is resumed or dismissed.
  await expect(transfer.panel.getByText(`${databaseName} has a part of it.`)).toBeVisible();
  await checkScreen(shell, environment, 'transfer-unfinished');
  const dialog = await transfer.openResume();
  await expect(dialog).toContainText('nothing is there twice');
  await dialog.getByRole('button', { name: 'Resume import' }).click();
  await expect(transfer.progress()).toContainText('Documents', { timeout: 30_000 });
  await checkScreen(shell, environment, 'transfer-importing');
  await transfer.expectReport('Completed');
  await expect(transfer.panel.getByText(`${databaseName} has a part of it.`)).toBeHidden();
  expect(await countMatches(shell, databaseName, all)).toBe(400_000);
});

test('a read-only connection exports and does not import; a guarded one confirms', async ({
  shell,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  await shell.restrictTo('guarded');
  const transfer = await shell.openTransfer();
  await transfer.show('Import');
  await transfer.import(dump(`{"BuildVersion":71028,"Docs":[${documents(5)}]}`));
  await shell.confirmation.confirm();
  await transfer.expectReport('Completed');
  expect(await transfer.counts('Documents')).toEqual(['5', '0', '0']);

  await shell.restrictTo('read-only');
  await expect(transfer.importButton()).toHaveAttribute('aria-disabled', 'true');
  await transfer.show('Export');
  await transfer.export();
  expect((await transfer.counts('Documents'))[0]).toBe('5');
});
