import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { FaultInjectionPage } from '../pages/fault-injection-page.ts';
import { RecordingsPage } from '../pages/recordings-page.ts';
import type { Shell } from '../pages/shell.ts';

/** Added to each sync, in milliseconds. */
const STALL = 2000;

/** Between two writes on RavenDB, in milliseconds: it sends its I/O events every three seconds. */
const PAUSE = 100;

async function writeOrders(
  shell: Shell,
  databaseName: string,
  { first, pause }: { readonly first: number; readonly pause: number },
): Promise<void> {
  for (let number = first; number < first + 20; number++) {
    await shell.writeBehindTheBack(databaseName, `orders/${number}`, { Freight: number });
    await setTimeout(pause);
  }
}

async function injectSlowSyncs(shell: Shell): Promise<FaultInjectionPage> {
  const faults = await FaultInjectionPage.open(shell);
  await faults.number('Added to a sync (ms)').fill(String(STALL));
  await faults.apply.click();
  await expect(faults.banner).toBeVisible();
  return faults;
}

test('records a load, finds the stall of the disk in it, and shares a masked copy', async ({
  shell,
  environment,
  databaseName,
}) => {
  const { page } = shell;
  const isSandbox = environment !== 'served-ravendb';
  await shell.createDatabase(databaseName, { sampleData: true });
  const recordings = await RecordingsPage.open(shell);
  const { panel } = recordings;
  const form = await recordings.startDialog();
  await expect(form.getByRole('checkbox', { name: databaseName })).toBeChecked();
  await form.getByRole('textbox', { name: 'Minutes' }).fill('2');
  await form.getByText('More options', { exact: true }).click();
  await form.getByLabel('Note').fill('orders are slow');
  await form.getByRole('button', { name: 'Start recording' }).click();
  await expect(form).toBeHidden();
  const running = recordings.runningOf(isSandbox ? 'Sandbox' : 'Test RavenDB');
  await expect(running.getByText('Recording', { exact: true })).toBeVisible();
  await expect(running.getByText(/ left$/)).toBeVisible();

  // A load, with a disk that stalls in the middle of it where one can be had.
  const pause = isSandbox ? 0 : PAUSE;
  await writeOrders(shell, databaseName, { first: 0, pause });
  if (isSandbox) {
    const faults = await injectSlowSyncs(shell);
    await shell.writeBehindTheBack(databaseName, 'orders/slow', { Freight: 0 });
    await faults.removeAll();
  }
  await writeOrders(shell, databaseName, { first: 20, pause });
  const { status } = await shell.requestBehindTheBack('POST', `/databases/${databaseName}/queries`, {
    Query: "from Orders where ShipTo.City = 'London'",
  });
  expect(status).toBe(200);

  await RecordingsPage.open(shell);
  await checkScreen(shell, environment, 'recording-of-a-load-running');
  await running.getByRole('button', { name: 'Stop and open' }).click();
  await expect(panel.getByText('orders are slow')).toBeVisible();
  await expect(panel.getByRole('group', { name: /^Charts of the recording/ })).toBeVisible();
  const requests = panel.getByRole('grid', { name: 'Requests' });
  await expect(requests).toContainText('PUT');
  const findings = panel.getByRole('region', { name: 'Findings' });
  const stall = findings.getByRole('button', { name: /the longest 2\.\d s/ }).first();
  if (isSandbox) {
    await stall.click();
    await expect(stall).toHaveAttribute('aria-pressed', 'true');
  } else await expect(stall).toBeHidden();
  await checkScreen(shell, environment, 'recording-of-a-load');

  await recordings.act('Mask…');
  await recordings.dialog('Mask the recording?').getByRole('button', { name: 'Write masked copy' }).click();
  await expect(recordings.openFile).toContainText(/masked\.rookery/);
  await expect(panel.getByText('Masked', { exact: true })).toBeVisible();
  await expect(panel.getByText(databaseName)).toBeHidden();
  await recordings.showList();
  await recordings.storedRows.filter({ hasText: 'Masked' }).click();
  const copy = await shell.downloaded(
    () => recordings.toolbar.getByRole('button', { name: 'Save a copy…' }).click(),
    '.rookery',
  );
  expect((await readFile(copy)).includes(databaseName)).toBe(false);

  await panel.getByRole('button', { name: 'Return to the open recording' }).click();
  await recordings.act('Compare with…');
  const compare = recordings.dialog(/^Compare /);
  await compare.getByRole('row').filter({ hasText: 'orders are slow' }).last().click();
  await compare.getByRole('button', { name: 'Compare' }).click();
  const metrics = panel.getByRole('grid', { name: 'Metrics of both recordings' });
  await expect(metrics).toContainText('CPU of machine');
  // The rows of the databases are the last ones, and only rows in view are in the page.
  await metrics.press('ControlOrMeta+End');
  await expect(metrics).toContainText('Journal writes');
  await checkScreen(shell, environment, 'recording-of-a-load-compared');
  await page.keyboard.press('Escape');
});
