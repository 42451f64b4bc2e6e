import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { RecordingsPage } from '../pages/recordings-page.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
] as const;
/** Written by `native/recording/examples/sample.rs`: a journal write of nine seconds in ten minutes. */
const sample = join(import.meta.dirname, '../../native/recording/tests/sample.rookery');

test('opens a recording, moves to a finding, zooms, and reads rows', async ({ shell, environment }) => {
  const recordings = await RecordingsPage.open(shell);
  const { panel } = recordings;
  await expect(recordings.empty).toBeVisible();
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
  const recordings = await RecordingsPage.open(shell);
  const { panel } = recordings;
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
  await expect(recordings.empty).toBeVisible();
});

test('records the sandbox, and cuts, masks, annotates, exports, compares, saves and deletes recordings', async ({
  shell,
  environment,
  databaseName,
}) => {
  test.slow();
  const { page } = shell;
  await shell.createDatabase(databaseName, { sampleData: true });
  const recordings = await RecordingsPage.open(shell);
  const { panel } = recordings;

  // The form names its problems, and offers the loaded database of the current connection.
  const form = await recordings.startDialog();
  await expect(form.getByRole('checkbox', { name: databaseName })).toBeChecked();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await recordings.mustShowEverything(form);
    await checkScreen(shell, environment, `recording-form-${size.width}`);
  }
  const more = form.getByText('More options', { exact: true });
  await more.click();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect(form.getByRole('button', { name: 'Start recording' })).toBeInViewport();
    await checkScreen(shell, environment, `recording-form-options-${size.width}`);
  }
  await page.setViewportSize(SIZES[0]);
  await form.getByRole('button', { name: 'Add trigger' }).click();
  await recordings.choose(form, 'Trigger 1', 'Busy processor');
  await form.getByLabel('At least (%), trigger 1').fill('0');
  await form.getByRole('textbox', { name: 'Minutes' }).fill('x');
  // Folded away, a field with a problem is shown again.
  await more.click();
  await expect(form.getByRole('button', { name: 'Add trigger' })).toBeHidden();
  await expect(form.getByText('1 trigger', { exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Start recording' }).click();
  await expect(form.getByText('Enter at least 1.')).toBeVisible();
  await expect(form.getByText('“x” is not a number.')).toBeVisible();
  await checkScreen(shell, environment, 'recording-form');
  await form.getByLabel('At least (%), trigger 1').fill('1');
  await form.getByRole('textbox', { name: 'Minutes' }).fill('1');
  await form.getByLabel('Note').fill('before the change');
  await form.getByRole('button', { name: 'Start recording' }).click();
  await expect(form).toBeHidden();

  // It runs, also while another screen is open.
  const running = recordings.runningOf('Sandbox');
  await expect(running.getByText('Recording', { exact: true })).toBeVisible();
  await expect(running.getByText(/ left$/)).toBeVisible();
  for (let number = 0; number < 5; number++)
    await shell.writeBehindTheBack(databaseName, `orders/${number}`, { Freight: number });
  await expect(running.getByRole('list', { name: 'Triggers of Sandbox' })).toContainText('cpu');
  await checkScreen(shell, environment, 'recordings-running');
  await shell.openDashboard();
  await page
    .getByRole('contentinfo', { name: 'Status' })
    .getByRole('button', { name: '1 recording' })
    .click();
  await running.getByRole('button', { name: 'Stop and open' }).click();

  const { openFile } = recordings;
  await expect(openFile).toContainText(/Sandbox.*\.rookery/i);
  await expect(panel.getByText('before the change')).toBeVisible();
  await expect(panel.getByRole('group', { name: /^Charts of the recording/ })).toBeVisible();

  // Only the visible time is kept; everything visible is nothing to cut.
  await openFile.getByRole('button', { name: 'Actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Cut to the visible time' })).toBeDisabled();
  await checkScreen(shell, environment, 'recording-actions');
  await page.keyboard.press('Escape');
  const charts = panel.getByRole('group', { name: /^Charts of the recording/ });
  await charts.focus();
  await page.keyboard.press('+');
  await recordings.act('Cut to the visible time');
  await expect(openFile).toContainText(/cut\.rookery/);

  await recordings.act('Mask…');
  const mask = recordings.dialog('Mask the recording?');
  await expect(mask.getByRole('row', { name: /^Ids of documents/ })).toBeVisible();
  await checkScreen(shell, environment, 'recording-mask');
  await mask.getByRole('button', { name: 'Write masked copy' }).click();
  await expect(openFile).toContainText(/masked\.rookery/);
  await expect(panel.getByText('Masked', { exact: true })).toBeVisible();
  await expect(panel.getByRole('definition').filter({ hasText: /^database-1$/ })).toBeVisible();

  await recordings.act('Note…');
  const note = recordings.dialog('Notes of the recording');
  await expect(note.getByRole('button', { name: 'Write copy with notes' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await note.getByLabel('Note of the recording').fill('for support');
  await note.getByLabel('Note at a moment').fill('the load begins');
  await checkScreen(shell, environment, 'recording-notes');
  await note.getByRole('button', { name: 'Write copy with notes' }).click();
  await expect(note).toBeHidden();
  await expect(panel.getByText('for support')).toBeVisible();
  await panel.getByRole('tab', { name: /^Recorder/ }).click();
  await expect(panel.getByRole('grid', { name: 'Recorder' })).toContainText('the load begins');

  await recordings.act('Export…');
  const part = recordings.dialog('Export a part');
  await recordings.choose(part, 'Part', 'A table as CSV');
  await recordings.choose(part, 'Table', 'io');
  const csv = await shell.downloaded(
    () => part.getByRole('button', { name: 'Export', exact: true }).click(),
    '.csv',
  );
  await expect(part.getByText(/ saved to the browser downloads\.$/)).toBeVisible();
  expect(await readFile(csv, 'utf8')).toMatch(/^time,/);
  await checkScreen(shell, environment, 'recording-part');
  await part.getByRole('button', { name: 'Close' }).last().click();

  // The first is compared with the last.
  await recordings.showList();
  await expect(recordings.storedRows).toHaveCount(4);
  await checkScreen(shell, environment, 'recordings-list');
  await panel.getByRole('button', { name: 'Return to the open recording' }).click();
  await recordings.act('Compare with…');
  const compare = recordings.dialog(/^Compare /);
  await expect(compare.getByRole('row').filter({ hasText: '.rookery' })).toHaveCount(3);
  await compare.getByRole('row').filter({ hasText: 'before the change' }).last().click();
  await checkScreen(shell, environment, 'recordings-compare-with');
  await compare.getByRole('button', { name: 'Compare' }).click();
  await expect(panel.getByRole('grid', { name: 'Metrics of both recordings' })).toContainText(
    'Journal writes',
  );
  await expect(panel.getByRole('region', { name: 'Recording B' })).toContainText(/Sandbox/i);
  await checkScreen(shell, environment, 'recordings-comparison');
  const comparison = await shell.downloaded(
    () => panel.getByRole('button', { name: 'Save as CSV' }).click(),
    '.csv',
  );
  expect(await readFile(comparison, 'utf8')).toMatch(/^database,metric,unit,a,b,ratio,change\r\n/);
  await panel.getByRole('button', { name: 'Back' }).click();

  // A copy leaves the program, and a file is deleted after a confirmation.
  await recordings.showList();
  const masked = recordings.storedRows.filter({ hasText: 'Masked' }).first();
  await masked.click();
  const copy = await shell.downloaded(
    () => recordings.toolbar.getByRole('button', { name: 'Save a copy…' }).click(),
    '.rookery',
  );
  expect((await readFile(copy)).subarray(0, 2).toString()).toBe('PK');
  await masked.click();
  await page.keyboard.press('Delete');
  const confirm = recordings.dialog('Delete the recording?');
  await checkScreen(shell, environment, 'recordings-delete');
  await confirm.getByRole('button', { name: 'Delete recording' }).click();
  await expect(confirm).toBeHidden();
  await expect(recordings.storedRows).toHaveCount(3);
});

test('plans a recording, cancels it, and dismisses a failure', async ({ shell, environment }) => {
  const recordings = await RecordingsPage.open(shell);
  const { panel } = recordings;
  const form = await recordings.startDialog();
  await recordings.choose(form, 'Start', 'At a time');
  await form.getByLabel('Start time').fill('2020-01-01 10:00');
  await form.getByRole('button', { name: 'Plan recording' }).click();
  await expect(form.getByText('This time has passed.')).toBeVisible();
  await form.getByLabel('Start time').fill('2099-12-31 18:30 Z');
  await expect(form.getByText('2099-12-31 18:30:00 UTC. Rookery must run then.')).toBeVisible();
  await recordings.choose(form, 'What to keep', 'Last minutes before a trigger');
  await expect(form.getByLabel('Seconds after a trigger')).toHaveValue('30');
  for (const size of SIZES) {
    await shell.page.setViewportSize(size);
    await recordings.mustShowEverything(form);
    await checkScreen(shell, environment, `recording-form-planned-${size.width}`);
  }
  await form.getByRole('button', { name: 'Plan recording' }).click();
  const waiting = recordings.runningOf('Sandbox');
  await expect(waiting.getByText('Waiting', { exact: true })).toBeVisible();
  await expect(waiting.getByText(/\(2099-12-31 18:30:00 UTC\)$/)).toBeVisible();
  await checkScreen(shell, environment, 'recordings-waiting');
  await waiting.getByRole('button', { name: 'Cancel' }).click();
  await expect(recordings.empty).toBeVisible();

  // A server that does not answer.
  await shell.addServer('Nobody', 'http://127.0.0.1:9');
  const back = await RecordingsPage.open(shell);
  const again = await back.startDialog();
  await back.choose(again, 'Server', 'Nobody');
  await again.getByRole('button', { name: 'Start recording' }).click();
  await expect(panel.getByText('Recording Nobody failed')).toBeVisible();
  await checkScreen(shell, environment, 'recordings-failed');
  await panel.getByRole('button', { name: 'Dismiss the failure of Nobody' }).click();
  await expect(panel.getByText('Recording Nobody failed')).toBeHidden();
});
