import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { FileImportPage } from '../pages/file-import-page.ts';
import { countMatches } from '../pages/patch-data.ts';
import type { Shell } from '../pages/shell.ts';

const all = 'from @all_docs limit 0';

async function openImport(shell: Shell): Promise<FileImportPage> {
  const transfer = await shell.openTransfer();
  await transfer.show('Import');
  return new FileImportPage(transfer);
}

test('imports a table with types and nested columns, and skips existing ids', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  await shell.writeBehindTheBack(databaseName, 'people/2', { Name: 'Old' });
  const files = await openImport(shell);
  await files.choose(
    'people.csv',
    [
      '\uFEFFKey;Name;Age;Address.City;Tags;Notes;__proto__',
      '1;"Ann; the first";41;Oslo;"[1,2]";;x',
      '2;Bo;7;Rome;[];"two\r\nlines";y',
      '3;"Unclosed;9;Paris;[];;z',
      '4;Di;12345678901234567890;Bern;[];;z',
      '5;Ed;nine;Bern;[];;z',
      '',
    ].join('\r\n'),
  );
  await expect(files.panel.getByRole('table', { name: 'Columns' }).getByRole('row')).toHaveCount(8);
  await expect(files.panel.getByLabel('Delimiter')).toContainText('Semicolon');
  // "nine" makes the column a text.
  await expect(files.panel.getByLabel('Type of Age')).toContainText('Text');
  await files.select('Type of Age', 'Number');
  await files.panel.getByRole('textbox', { name: 'Property of Notes' }).fill('Name');
  await expect(files.panel.getByRole('alert')).toContainText('collides with column 2');
  await expect(files.panel.getByRole('button', { name: 'Import…' })).toHaveAttribute('aria-disabled', 'true');
  await files.panel.getByRole('textbox', { name: 'Property of Notes' }).fill('Extra.Notes');
  await files.panel.getByRole('table', { name: 'Columns' }).getByRole('checkbox', { name: 'Key' }).uncheck();
  await files.select('Document id', 'Key');
  await files.panel.getByLabel('Id prefix').fill('people/');
  await files.select('Existing ids', /^Skip/);
  await files.select('Empty cells', 'Leave the property out');
  await expect(files.preview()).toContainText('people/1');
  await expect(files.panel.getByRole('status').first()).toContainText('2 would be rejected');
  await checkScreen(shell, environment, 'transfer-files-preview');

  await files.start();
  await files.expectEnd('Completed with rejected items');
  expect(await files.counts()).toEqual([5, 2, 1, 2]);
  await expect(files.rejected()).toContainText('A quote at the start of a cell is not closed.');
  await expect(files.rejected()).toContainText('Column 3, Age: the value is not a number: "nine".');
  await checkScreen(shell, environment, 'transfer-files-report');
  const first = await shell.readBehindTheBack(databaseName, 'people/1');
  expect(first).toContain('"Name":"Ann; the first","Age":41,"Address":{"City":"Oslo"},"Tags":[1,2],');
  expect(first).toContain('"__proto__":"x"');
  expect(first).toContain('"@collection":"People"');
  expect(await shell.readBehindTheBack(databaseName, 'people/2')).toContain('"Name":"Old"');
  expect(await shell.readBehindTheBack(databaseName, 'people/4')).toContain('"Age":12345678901234567890');

  // Without another choice, the ids are made by the server.
  await files.choose('notes.csv', 'Text,Size\nhello,1.50\nbye,2\n');
  await files.start();
  await files.expectEnd('Completed');
  expect(await files.counts()).toEqual([2, 2, 0, 0]);
  expect(await countMatches(shell, databaseName, 'from Notes limit 0')).toBe(2);
});

test('reads its own exports back, and files in JSON and gzip', async ({ shell, databaseName }) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const files = await openImport(shell);
  const line = (id: number, more = ''): string =>
    `{"N":1.50${more},"@metadata":{"@id":"items/${id}","@collection":"Things","@change-vector":"A:1-x","@last-modified":"2020-01-01T00:00:00.0000000Z"}}`;
  await files.choose('items.json.gz', gzipSync(`[\n${line(1)},\n${line(2)}\n]`));
  await expect(files.panel.getByLabel('Document id')).toContainText('@metadata.@id');
  await files.start();
  await files.expectEnd('Completed');
  expect(await files.counts()).toEqual([2, 2, 0, 0]);
  expect(await shell.readBehindTheBack(databaseName, 'items/2')).toMatch(
    /"N":1\.50,"@metadata":\{.*"@collection":"Things"/,
  );

  // The file ends in the middle: what is before is stored, and the place is named.
  await files.choose('cut.json', `[${line(3)},{"N":`);
  await files.start();
  await files.expectEnd('Stopped');
  await expect(files.report()).toContainText(/cannot be read from line 1, offset \d+ on/);
  expect(await files.counts()).toEqual([2, 1, 0, 1]);

  await files.select('Existing ids', /^Stop/);
  await files.choose('more.ndjson', `${line(4)}\n${line(3)}\n${line(5)}\n`);
  await files.select('Existing ids', /^Stop/);
  await files.start();
  await files.expectEnd('Stopped');
  await expect(files.report()).toContainText('Line 2: the document items/3 exists already.');
  expect(await files.counts()).toEqual([1, 1, 0, 0]);
  expect(await countMatches(shell, databaseName, all)).toBe(4);

  for (const [name, content, reason] of [
    ['wide.csv', Buffer.from('\uFEFFa,b', 'utf16le'), 'UTF-16'],
    ['latin.csv', Buffer.from([0x61, 0x2c, 0xe9, 0x0a]), 'byte E9 at offset 2'],
    ['empty.csv', Buffer.alloc(0), 'is empty'],
  ] as const) {
    await files.panel
      .getByLabel('File to import')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: content });
    await expect(files.panel.getByRole('alert')).toContainText(reason);
  }
});

test('rejects broken lines and refused documents only, and resumes after a cancel', async ({
  shell,
  databaseName,
  environment,
}) => {
  test.setTimeout(240_000);
  await shell.createDatabase(databaseName, { sampleData: false });
  const files = await openImport(shell);
  const total = 200_000;
  const broken = 150_000;
  const refused = 160_000;
  const lines = Array.from(
    { length: total },
    (_, n) => `{"Id":"items/${n}","N":${n},"Text":"some text of item ${n}"}`,
  );
  lines[broken - 1] = '{"Id":"items/broken"';
  // No server takes a date that is none.
  lines[refused - 1] = '{"Id":"items/refused","@metadata":{"@expires":"soon"}}';
  const offset = Buffer.byteLength(`${lines.slice(0, broken - 1).join('\n')}\n`);
  await files.choose('items.ndjson', lines.join('\n'));
  await files.select('Document id', 'A property');
  await files.start();
  await expect(files.progress()).toContainText('items/s', { timeout: 30_000 });
  await checkScreen(shell, environment, 'transfer-files-progress');
  await files.progress().getByRole('button', { name: 'Cancel' }).click();
  await files.expectEnd('Cancelled');
  const [read = 0, written] = await files.counts();
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(total);
  await expect(files.report()).toContainText(`Everything before line ${(read + 1).toLocaleString('en')}`);
  expect(await countMatches(shell, databaseName, all)).toBe(written);
  await checkScreen(shell, environment, 'transfer-files-cancelled');

  await files
    .report()
    .getByRole('button', { name: /^Resume from line / })
    .click();
  await files.expectEnd('Completed with rejected items', 180_000);
  expect(await files.counts()).toEqual([total, total - 2, 0, 2]);
  const csv = await readFile(
    await shell.downloaded(
      () => files.report().getByRole('button', { name: 'Export rejected items as CSV' }).click(),
      '.csv',
    ),
    'utf8',
  );
  expect(csv).toContain(`\r\n${broken},${offset},,`);
  expect(csv).toMatch(new RegExp(`\r\n${refused},\\d+,items/refused,`));
  expect(await countMatches(shell, databaseName, all)).toBe(total - 2);
});

test('a guarded connection confirms outside of the page, and a read-only one refuses', async ({
  shell,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  await shell.restrictTo('guarded');
  const files = await openImport(shell);
  await files.choose('notes.csv', 'Text,Size\nhello,1\n');
  await files.start();
  await shell.confirmation.confirm();
  await files.expectEnd('Completed');
  await shell.restrictTo('read-only');
  await expect(files.panel.getByRole('button', { name: 'Import…' })).toHaveAttribute('aria-disabled', 'true');
});
