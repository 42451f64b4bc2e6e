import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

/** Written by `native/recording/examples/sample.rs`: a journal write of nine seconds in ten minutes. */
const sample = join(import.meta.dirname, '../../native/recording/tests/sample.rookery');

test('opens a recording, moves to a finding, zooms, and reads rows', async ({ shell, environment }) => {
  await shell.command('Open a recording of a server');
  const panel = shell.panel();
  await expect(panel.getByText('Open a recording', { exact: true })).toBeVisible();
  await checkScreen(shell, environment, 'recording-empty');

  await panel.getByLabel('Recording file').setInputFiles(sample);
  await expect(panel.getByText('http://127.0.0.1:8080')).toBeVisible();
  await expect(panel.getByText('Customer reports that orders were not saved around noon.')).toBeVisible();
  await expect(
    panel.getByText(/^Not recorded: garbage collections \(the server does not offer it/),
  ).toBeVisible();
  const charts = panel.getByRole('group', { name: /^Charts of the recording/ });
  await expect(charts.getByRole('img', { name: 'Longest journal write: Write up to 9 s' })).toBeVisible();
  await expect(charts.getByRole('img')).toHaveCount(9);
  await checkScreen(shell, environment, 'recording');

  // A finding moves the charts and the rows to its time.
  const findings = panel.getByRole('region', { name: 'Findings' });
  const stall = findings.getByRole('button', { name: /the longest 9\.0 s/ });
  await stall.focus();
  await shell.page.keyboard.press('Enter');
  await expect(stall).toHaveAttribute('aria-pressed', 'true');
  await expect(
    panel.getByRole('region', { name: 'Charts' }).getByText('27 s', { exact: true }),
  ).toBeVisible();
  const requests = panel.getByRole('grid', { name: 'Requests' });
  await expect(requests.getByRole('row').nth(1)).toContainText('8.9 s');
  await expect(requests).toHaveAttribute('aria-rowcount', '69');
  await checkScreen(shell, environment, 'recording-finding');

  // The keyboard zooms out again, a drag zooms in.
  await charts.focus();
  await shell.page.keyboard.press('0');
  await expect(panel.getByRole('button', { name: 'Show everything' })).toBeDisabled();
  const box = await charts.getByRole('img').first().boundingBox();
  if (!box) throw new Error('There is no chart.');
  await shell.page.mouse.move(box.x + box.width * 0.4, box.y + 10);
  await shell.page.mouse.down();
  await shell.page.mouse.move(box.x + box.width * 0.6, box.y + 12, { steps: 5 });
  await shell.page.mouse.up();
  await expect(
    panel.getByRole('region', { name: 'Charts' }).getByText(/^(2 min|1 min 5\d s|2 min \d s)$/),
  ).toBeVisible();

  await panel.getByRole('tab', { name: /^Stacks/ }).click();
  const stacks = panel.getByRole('grid', { name: 'Stacks' });
  await stacks.getByText('Transaction merger', { exact: true }).click();
  await expect(panel.getByRole('region', { name: 'Selected row' })).toContainText(
    'WriteAheadJournal.WriteToJournal',
  );
  await panel.getByRole('tab', { name: /^Queries/ }).click();
  const queries = panel.getByRole('grid', { name: 'Queries' });
  await queries.getByRole('columnheader', { name: /^Duration/ }).click();
  await expect(queries.getByRole('row').nth(1)).toContainText('3.51 s');
});

test('shows a recording that was cut off, and refuses other files', async ({ shell, environment }) => {
  await shell.command('Open a recording of a server');
  const panel = shell.panel();
  const bytes = await readFile(sample);
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
  const input = panel.getByLabel('Recording file');
  await input.setInputFiles(file('cut.rookery', bytes.subarray(0, bytes.indexOf('stacks/'))));
  await expect(panel.getByText(/^The recording was cut off: it has no ending\./)).toBeVisible();
  await expect(panel.getByText('Cut off', { exact: true })).toBeVisible();
  await expect(
    panel.getByText('The recording has no requests, queries, batches, logs or stacks.'),
  ).toBeVisible();
  await checkScreen(shell, environment, 'recording-cut');

  await input.setInputFiles(file('foreign.rookery', Buffer.from('no recording')));
  await expect(panel.getByText('The file is not a recording of Rookery.')).toBeVisible();
  await checkScreen(shell, environment, 'recording-foreign');
  await input.setInputFiles(sample);
  await panel.getByRole('button', { name: 'Close recording' }).click();
  await expect(panel.getByText('Open a recording', { exact: true })).toBeVisible();
});
