import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { countMatches } from '../pages/patch-data.ts';

test('shows writes live, and exports, imports and compares a recording', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  await countMatches(shell, databaseName, 'from Orders where Freight > 100');
  const io = await shell.openIo();
  await io.isLive();
  await io.showAll();
  await io.tab('Statistics');
  await expect(io.count('Statistics by type', /Journal write/)).not.toHaveText('0');

  await io.canvas.focus();
  await io.canvas.press(']');
  await expect(io.announced).toContainText('Size');
  const first = await io.announced.textContent();
  await io.canvas.press(']');
  await expect(io.announced).not.toHaveText(first ?? '');

  const file = await shell.downloaded(() => io.export(/RavenDB JSON/));
  const recording = z
    .object({
      Environments: z.array(
        z.object({
          Type: z.string(),
          Files: z.array(z.object({ File: z.string(), Recent: z.array(z.unknown()) })),
        }),
      ),
    })
    .parse(JSON.parse(await readFile(file, 'utf8')));
  const types = recording.Environments.map(({ Type }) => Type);
  expect(types).toContain('Documents');
  expect(types).toContain('Index');

  await io.openFile(file);
  await expect(io.toolbar.getByText(/^File: /)).toBeVisible();
  await expect(io.toolbar.getByRole('button', { name: 'Sources (2)' })).toBeVisible();
  await io.showAll();
  await io.tab('Compare');
  const differences = io.row('.*in the range', /Documents Journal write/);
  await expect(differences).toBeVisible();
  await expect(io.row('.*in the range', /Index Auto_Orders_ByFreight Journal write/)).toBeVisible();
  await checkScreen(shell, environment, 'io-indexes');
});

test('finds, flags and shows events, and restores a view from a link', async ({ shell, databaseName }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const io = await shell.openIo();
  await io.isLive();
  await io.showAll();
  await io.canvas.focus();
  await io.canvas.press('/');
  await expect(io.panel.getByLabel('File or environment')).toBeFocused();
  await shell.page.keyboard.insertText('.journal');
  await expect(io.panel.getByText(/^[1-9][\d,]* found$/)).toBeVisible();
  await shell.page.keyboard.press('Enter');
  await expect(io.announced).toContainText('.journal');

  await io.panel.getByLabel('File or environment').fill('no such file');
  await expect(io.panel.getByText('No matching events')).toBeVisible();

  await io.toolbar.getByText('UTC').click();
  await io.view('Restore a view…');
  const dialog = shell.page.getByRole('dialog', { name: 'Restore a view' });
  await dialog.getByLabel('A copied link or its JSON').fill('a holiday picture');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(dialog.getByText(/This is not a view/)).toBeVisible();
  await dialog.getByLabel('A copied link or its JSON').fill(
    JSON.stringify({
      version: 1,
      utc: false,
      foldPauses: false,
      pauseSeconds: 5,
      indexing: false,
      arrangement: { collapsed: [], pinned: [], hidden: [], hiddenKinds: [3], order: [] },
      rule: { timesMedian: 2, atLeastMs: 0 },
      tab: 'answers',
    }),
  );
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(dialog).toBeHidden();
  await expect(io.toolbar.getByRole('switch', { name: 'Fold pauses' })).not.toBeChecked();
  await expect(io.panel.getByLabel('Times the median')).toHaveValue('2');
});

test('rejects a file that is not a recording with a reason, and keeps everything', async ({
  shell,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const io = await shell.openIo();
  await io.openFile({ name: 'holiday.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') });
  await expect(
    shell.page.getByText(/holiday\.json cannot be opened: .*not an I\/O recording/).first(),
  ).toBeVisible();
});

test('follows live events in a window that is not wider than the recording', async ({
  shell,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const io = await shell.openIo();
  await io.isLive();
  const range = io.panel.getByText(/^Visible range: /);
  await io.toolbar.getByRole('switch', { name: 'Follow live' }).setChecked(true);
  await shell.writeBehindTheBack(databaseName, 'orders/live', { '@metadata': { '@collection': 'Orders' } });
  await expect(range).toHaveText(/, (\d+(\.\d+)? s|\d+ ms)$/);
  const read = async () => {
    const [, at = '', width = '', unit = ''] =
      /: (\d\d:\d\d:\d\d)\S*, ([\d.]+) (s|ms)$/.exec((await range.textContent()) ?? '') ?? [];
    return { at, widthMs: Number(width) * (unit === 's' ? 1000 : 1) };
  };
  const first = await read();
  expect(first.widthMs).toBeGreaterThan(0);
  expect(first.widthMs).toBeLessThan(60_000);
  // The window moves on with the time.
  await expect.poll(async () => (await read()).at).not.toBe(first.at);
});
