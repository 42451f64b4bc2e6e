import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

const exported = z.object({
  measurements: z.array(z.object({ method: z.string(), operations: z.number().positive() })),
  findings: z.array(z.object({ id: z.string(), text: z.string() })),
});

test('checks the disk of the sandbox, of another folder, and can be cancelled', async ({
  shell,
  environment,
  dataFolder,
  program,
}) => {
  test.skip(environment === 'served-ravendb', 'A server is measured on its own computer.');
  test.slow();
  await shell.command('Check the speed of a disk');
  const panel = shell.panel();
  await expect(panel.getByText('What does a commit cost on this disk?')).toBeVisible();
  await checkScreen(shell, environment, 'disk-check-empty');

  const choose = async (label: string, option: string): Promise<void> => {
    await panel.getByRole('combobox', { name: new RegExp(`^${label} `) }).click();
    await shell.page.getByRole('option', { name: option }).click();
  };
  await choose('Disk space', '64 MB');
  await choose('Duration', '10 minutes');
  const start = panel.getByRole('button', { name: 'Check disk' });
  await start.click();
  await expect(panel.getByText(/^Step 1 of \d+: /)).toBeVisible();
  await expect(panel.getByText(/of about 600 s, .* written$/)).toBeVisible();
  await checkScreen(shell, environment, 'disk-check-running');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel.getByText('The disk check was stopped. Its files are removed.')).toBeVisible();

  await choose('Duration', '10 seconds');
  await start.click();
  const findings = panel.getByRole('list', { name: 'Findings' });
  await expect(findings).toContainText(/A commit of 4 KB costs .* p50, /, { timeout: 60_000 });
  await expect(panel.getByRole('img', { name: /^Durable writes of 1 MB over / })).toBeVisible();
  await expect(panel.getByRole('grid', { name: 'Measurements' })).toContainText('Journal commit');
  await checkScreen(shell, environment, 'disk-check');
  const left = await readdir(join(dataFolder, 'sandbox'));
  expect(left.filter((name) => name.startsWith('.rookery-disk-check-'))).toEqual([]);

  const file = await shell.downloaded(async () => {
    await panel.getByRole('button', { name: 'Export' }).click();
    await shell.page.getByRole('menuitem', { name: /as JSON$/ }).click();
  });
  const report = exported.parse(JSON.parse(await readFile(file, 'utf8')));
  expect(report.measurements.map(({ method }) => method)).toContain('WriteSync');

  if (!program) return;
  // A folder that nobody chose is confirmed outside of the page.
  const folder = await mkdtemp(join(tmpdir(), 'rookery-e2e-disk-'));
  try {
    await choose('Disk of', 'Another folder');
    await expect(start).toBeDisabled();
    await panel.getByRole('textbox', { name: 'Folder' }).fill(folder);
    await start.click();
    await shell.confirmation.confirm();
    await expect(panel.getByText(folder)).toBeVisible({ timeout: 60_000 });
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('shows what to run on a server', async ({ shell, environment }) => {
  test.skip(environment !== 'served-ravendb', 'The sandbox is measured from here.');
  await shell.command('Check the speed of a disk');
  const panel = shell.panel();
  await expect(panel.getByText('rookeryd disk-check DIR')).toBeVisible();
  await checkScreen(shell, environment, 'disk-check-server');
  await expect(panel.getByRole('button', { name: 'Copy command' })).toBeVisible();
});
