import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { expect, test as base } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { countMatches } from '../pages/patch-data.ts';
import type { Shell } from '../pages/shell.ts';

/** The test servers run on this machine. */
const test = base.extend<{ backupFolder: string }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs: nothing
  backupFolder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'rookery-backup-'));
    // The server may run as another user.
    await chmod(folder, 0o777);
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

/** A server that allows only folders below its own one gets one there. */
async function allowedFolder(shell: Shell, database: string, folder: string): Promise<string> {
  const { body } = await shell.requestBehindTheBack(
    'GET',
    `/databases/${database}/admin/periodic-backup/config`,
  );
  const root = z.object({ LocalRootPath: z.string().nullable() }).parse(JSON.parse(body)).LocalRootPath;
  return root === null ? folder : join(root, 'flow');
}

const all = 'from @all_docs limit 0';

test('backs up a database and restores it under a new name', async ({
  shell,
  databaseName,
  environment,
  backupFolder: temporary,
}) => {
  const copy = `${databaseName}-copy`;
  await shell.createDatabase(databaseName, { sampleData: true });
  const total = await countMatches(shell, databaseName, all);
  const backups = await shell.openBackups();
  if (!(await backups.available())) {
    await checkScreen(shell, environment, 'backups-missing');
    await expect(backups.panel.getByRole('button', { name: 'Export a dump' })).toBeVisible();
    return;
  }
  const backupFolder = await allowedFolder(shell, databaseName, temporary);
  await expect(backups.panel.getByText(`${databaseName} has never been backed up`)).toBeVisible();

  await backups.folder().fill('/proc/nope');
  await expect(backups.panel.getByRole('alert')).toContainText('/proc/nope');
  await expect(backups.backUpButton()).toHaveAttribute('aria-disabled', 'true');
  await checkScreen(shell, environment, 'backups-folder-error');

  await backups.folder().fill(backupFolder);
  await expect(backups.panel.getByText(/ free$/)).toBeVisible();
  await backups.backUpButton().click();
  await backups.expectReport('Completed');
  await expect(backups.panel.getByText(/has never been backed up/)).toHaveCount(0);
  expect(await backups.read('Documents')).toBe(total.toLocaleString('en'));
  await expect(backups.report().locator('code')).toContainText(`${backupFolder}/`);
  await checkScreen(shell, environment, 'backups-done');

  await backups.report().getByRole('button', { name: 'Show backups in this folder' }).click();
  const row = backups.list().getByRole('row').filter({ hasText: databaseName });
  await expect(row).toHaveCount(1);
  await row.click();
  const csv = await readFile(
    await shell.downloaded(() => backups.panel.getByRole('button', { name: 'Save CSV' }).click(), '.csv'),
    'utf8',
  );
  expect(csv.split('\r\n')[1]).toContain(`,Full,${databaseName},`);

  const dialog = await backups.openRestore();
  await dialog.getByLabel('New database').fill(databaseName);
  await expect(dialog.getByRole('alert')).toContainText(`${databaseName} exists`);
  await expect(dialog.getByRole('button', { name: 'Restore database' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await dialog.getByLabel('New database').fill(copy);
  await checkScreen(shell, environment, 'backups-restore');
  await dialog.getByRole('button', { name: 'Restore database' }).click();
  await backups.expectReport('Completed');
  expect(await backups.read('Documents')).toBe(total.toLocaleString('en'));
  await checkScreen(shell, environment, 'backups-restored');
  await backups
    .report()
    .getByRole('button', { name: `Open ${copy}` })
    .click();
  await expect(shell.page.getByRole('button', { name: `Database: ${copy}` })).toBeVisible();
  expect(await countMatches(shell, copy, all)).toBe(total);
  // The fixture deletes the other one.
  const { status, body } = await shell.requestBehindTheBack('DELETE', '/admin/databases', {
    DatabaseNames: [copy],
    HardDelete: true,
  });
  expect(status, body).toBe(200);
});

test('shows refusals of the licence, of a missing folder and of a read-only connection', async ({
  shell,
  databaseName,
  environment,
  backupFolder: temporary,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const backups = await shell.openBackups();
  if (!(await backups.available())) return;
  const backupFolder = await allowedFolder(shell, databaseName, temporary);
  await backups.folder().fill(backupFolder);
  await expect(backups.panel.getByText(/ free$/)).toBeVisible();
  const licensed = environment !== 'served-ravendb';
  if (!licensed) {
    await backups.chooseType('Snapshot');
    await backups.backUpButton().click();
    await backups.expectReport('Failed');
    const alert = backups.report().getByRole('alert');
    await expect(alert).toContainText("Your current license doesn't include the snapshot backups feature");
    await expect(alert).toContainText('402');
    await checkScreen(shell, environment, 'backups-refused');
  }

  await backups.show('Scheduled backups');
  await expect(backups.panel.getByText('No scheduled backups')).toBeVisible();
  const dialog = await backups.openSchedule();
  await expect(dialog.getByText(/older than 14 days/)).toBeVisible();
  await expect(dialog.getByText(/ UTC$/)).toHaveCount(3);
  if (!licensed) {
    await dialog.getByRole('button', { name: 'Save task' }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      "Your license doesn't support adding periodic backups.",
    );
    await checkScreen(shell, environment, 'backups-schedule');
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await backups.show('Existing backups');
  const typed = backups.panel.getByRole('toolbar', { name: 'Existing backups' }).getByRole('textbox');
  if (!licensed) {
    await typed.fill(join(backupFolder, 'missing'));
    await typed.press('Enter');
    await expect(backups.panel.getByRole('alert')).toContainText(
      `Listing the backups in ${backupFolder}/missing`,
    );
    await checkScreen(shell, environment, 'backups-list-error');
    await typed.fill(backupFolder);
    await typed.press('Enter');
    await expect(backups.panel.getByText('No backups in this folder')).toBeVisible();
  }

  await shell.restrictTo('read-only');
  await backups.show('Back up now');
  await expect(backups.backUpButton()).toHaveAttribute('aria-disabled', 'true');
});

test('saves a scheduled backup with its retention and next time', async ({
  shell,
  databaseName,
  environment,
  backupFolder: temporary,
}) => {
  // Without a licence a server refuses scheduled backups, which the flow above shows.
  test.skip(environment === 'served-ravendb', 'needs a licence');
  await shell.createDatabase(databaseName, { sampleData: false });
  const backups = await shell.openBackups();
  const folder = await allowedFolder(shell, databaseName, temporary);
  await backups.show('Scheduled backups');
  const dialog = await backups.openSchedule();
  await dialog.getByLabel('Name').fill('Nightly');
  await dialog.getByLabel('Folder on the server').fill(folder);
  await dialog.getByLabel('Days').fill('30');
  await expect(dialog.getByText(/older than 30 days/)).toBeVisible();
  await checkScreen(shell, environment, 'backups-schedule');
  await dialog.getByRole('button', { name: 'Save task' }).click();
  await expect(dialog).toBeHidden();

  const row = backups.panel.getByRole('grid', { name: 'Scheduled backups' }).getByRole('row', {
    name: /^Nightly/,
  });
  await expect(row).toContainText('Enabled');
  await expect(row).toContainText('30 d');
  await expect(row).toContainText('Folder');
  // The next full backup is at 02:00 of the server within a day.
  const next = z
    .object({ OngoingTasks: z.array(z.object({ NextBackup: z.object({ DateTime: z.string() }) })) })
    .parse(JSON.parse((await shell.requestBehindTheBack('GET', `/databases/${databaseName}/tasks`)).body))
    .OngoingTasks[0]?.NextBackup.DateTime;
  const wait = Date.parse(String(next).replace(/Z?$/, 'Z')) - Date.now();
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(86_400_000);
  await expect(row).toContainText(/20\d\d-\d\d-\d\d \d\d:\d\d full/);
  await checkScreen(shell, environment, 'backups-scheduled');

  await row.click();
  await backups.panel.getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(row).toContainText('Disabled');
  await expect(row).not.toContainText('full');
});

test('backs up as a snapshot of one file and restores it under a new name', async ({
  shell,
  databaseName,
  environment,
  backupFolder: temporary,
}) => {
  test.skip(environment === 'served-ravendb', 'needs a licence');
  const copy = `${databaseName}-copy`;
  await shell.createDatabase(databaseName, { sampleData: true });
  const total = await countMatches(shell, databaseName, all);
  const backups = await shell.openBackups();
  const folder = await allowedFolder(shell, databaseName, temporary);
  await backups.chooseType('Snapshot');
  await backups.folder().fill(folder);
  await expect(backups.panel.getByText(/ free$/)).toBeVisible();
  await backups.backUpButton().click();
  await backups.expectReport('Completed');
  const written = await backups.report().locator('code').innerText();
  expect((await stat(written)).isFile()).toBe(true);
  expect(await readdir(dirname(written))).toEqual([basename(written)]);
  await checkScreen(shell, environment, 'backups-snapshot');

  await backups.report().getByRole('button', { name: 'Show backups in this folder' }).click();
  const row = backups.list().getByRole('row').filter({ hasText: databaseName });
  await expect(row).toContainText('Snapshot');
  await row.click();
  const dialog = await backups.openRestore();
  await dialog.getByLabel('New database').fill(copy);
  await dialog.getByRole('button', { name: 'Restore database' }).click();
  await backups.expectReport('Completed');
  expect(await countMatches(shell, copy, all)).toBe(total);
  const { status, body } = await shell.requestBehindTheBack('DELETE', '/admin/databases', {
    DatabaseNames: [copy],
    HardDelete: true,
  });
  expect(status, body).toBe(200);
});
