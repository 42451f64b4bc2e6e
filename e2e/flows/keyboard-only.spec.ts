import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { expect, test } from '../fixtures.ts';
import { ExportDialogPage } from '../pages/export-dialog-page.ts';
import { Keyboard } from '../pages/keyboard.ts';
import { ThreadsPage } from '../pages/threads-page.ts';

const exported = z.array(z.looseObject({ Name: z.string() }));

// A server is added before, by the fixture.
test('creates, edits, queries, reads a plan, captures stacks and exports without a pointer', async ({
  shell,
  databaseName,
  environment,
  electronApp,
  dataFolder,
}) => {
  const { page } = shell;
  const keyboard = new Keyboard(page);
  const main = page.getByRole('main');

  await keyboard.press('Alt+1');
  const create = main
    .getByRole('button', { name: /^Create an empty database/ })
    .or(main.getByRole('button', { name: 'Create database', exact: true }));
  await keyboard.activate(create);
  const dialog = page.getByRole('dialog', { name: 'Create database' });
  await keyboard.to(dialog.getByLabel('Name'));
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type(databaseName);
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: `Database: ${databaseName}` })).toBeVisible();

  await keyboard.press('Alt+3');
  await expect(shell.panel().getByRole('navigation', { name: 'Collections' })).toBeVisible();
  await shell.command('New document');
  // The editor has the focus; after Ctrl+M Tab leaves every editor.
  await expect(shell.panel().locator('.monaco-editor.focused')).toBeVisible();
  await keyboard.press('Control+m');
  await keyboard.to(shell.panel().getByLabel('Id', { exact: true }), 'Shift+Tab');
  await keyboard.type('users/ada');
  await keyboard.replaceEditorText(
    shell.panel().locator('.monaco-editor'),
    '{"Name": "Ada", "@metadata": {"@collection": "Users"}}',
  );
  await keyboard.press('ControlOrMeta+s');
  const saved = await shell.document('users/ada');
  await saved.expectSaved();

  await keyboard.replaceEditorText(
    saved.panel.locator('.monaco-editor'),
    '{"Name": "Ada Lovelace", "@metadata": {"@collection": "Users"}}',
  );
  await keyboard.press('ControlOrMeta+s');
  await saved.confirmChanges();
  await saved.expectSaved();
  expect(await shell.readBehindTheBack(databaseName, 'users/ada')).toContain('Ada Lovelace');

  await keyboard.press('Alt+4');
  await keyboard.replaceEditorText(
    shell.panel().locator('.monaco-editor'),
    "from Users where Name = 'Ada Lovelace'",
  );
  await keyboard.press('Shift+ControlOrMeta+Enter');
  await expect(
    shell
      .panel()
      .getByText(/^1 result/)
      .first(),
  ).toBeVisible();
  await keyboard.to(shell.panel().getByRole('tab', { selected: true }));
  await keyboard.to(shell.panel().getByRole('tab', { name: 'Plan' }), 'ArrowRight');
  await keyboard.press('Enter');
  await expect(shell.panel().getByRole('tab', { name: 'Plan', selected: true })).toBeVisible();

  await keyboard.press('Alt+9');
  const threads = new ThreadsPage(page, shell.panel());
  await keyboard.to(threads.panel.getByRole('tab', { selected: true }));
  await keyboard.to(threads.panel.getByRole('tab', { name: 'Stacks' }), 'ArrowRight');
  await keyboard.press('Enter');
  await keyboard.activate(threads.toolbar('Stacks').getByRole('button', { name: 'Capture stacks' }));
  // RavenDB without its stack tool refuses, and the screen shows the reason.
  if (environment === 'served-ravendb') await expect(threads.panel.getByRole('alert').first()).toBeVisible();
  else await expect(threads.facts()).toBeVisible({ timeout: 60_000 });

  await keyboard.press('Alt+3');
  await keyboard.activate(shell.panel().getByRole('button', { name: /^Export/ }));
  await keyboard.activate(page.getByRole('menuitem', { name: 'Loaded rows…' }), 'ArrowDown');
  const choice = new ExportDialogPage(page, { electronApp, folder: join(dataFolder, 'exports') });
  await choice.prepare();
  await keyboard.to(choice.button);
  const file = await choice.export(() => keyboard.press('Enter'));
  const documents = exported.parse(JSON.parse(await readFile(file, 'utf8')));
  expect(documents.map((each) => each.Name)).toContain('Ada Lovelace');
});
