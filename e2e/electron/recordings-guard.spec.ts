import { expect, test } from '../fixtures.ts';
import { RecordingsPage } from '../pages/recordings-page.ts';

test('says before it closes that a recording is planned', async ({ shell, electronApp }) => {
  const recordings = await RecordingsPage.open(shell);
  const form = await recordings.startDialog();
  await recordings.choose(form, 'Start', 'At a time');
  await form.getByLabel('Start time').fill('2099-12-31 18:30 Z');
  await form.getByRole('button', { name: 'Plan recording' }).click();
  const waiting = recordings.runningOf('Sandbox');
  await expect(waiting.getByText('Waiting', { exact: true })).toBeVisible();
  const asked = await electronApp?.evaluate(async ({ BrowserWindow, dialog }) => {
    const messages: string[] = [];
    dialog.showMessageBoxSync = ((_window: unknown, { message }: { message: string }) => {
      messages.push(message);
      return 0;
    }) as typeof dialog.showMessageBoxSync;
    BrowserWindow.getAllWindows()[0]?.close();
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { messages, windows: BrowserWindow.getAllWindows().length };
  });
  expect(asked).toEqual({ messages: ['1 recording is planned.'], windows: 1 });
  await waiting.getByRole('button', { name: 'Cancel' }).click();
  await expect(recordings.empty).toBeVisible();
});
