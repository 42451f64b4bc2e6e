import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

/** Test displays have no keychain: Chromium would encrypt with a key that everybody knows. */
test('a certificate password is not saved without a keychain, and the reason is shown', async ({
  shell,
  environment,
  electronApp,
}) => {
  const hasKeychain = await electronApp?.evaluate(
    // Electron 22 does not report the backend; a test display has none.
    ({ safeStorage }) =>
      process.platform !== 'linux' ||
      !['basic_text', 'unknown', ''].includes(
        (safeStorage as Partial<typeof safeStorage>).getSelectedStorageBackend?.() ?? '',
      ),
  );
  test.skip(hasKeychain === true, 'this computer has a keychain');
  const form = await shell.fillServer('Live', 'https://127.0.0.1:9');
  await form.getByLabel('Client certificate', { exact: true }).click();
  await shell.page.getByRole('option', { name: /^PFX file/ }).click();
  await form.getByRole('textbox', { name: 'PFX file' }).fill('/nobody/client.pfx');
  await form.getByLabel('Certificate password').fill('secret');
  const save = form.getByLabel('Save the password');
  await expect(save).toBeDisabled();
  await expect(form).toContainText('passwords are not saved without encryption');
  await save.scrollIntoViewIfNeeded();
  await checkScreen(shell, environment, 'password-not-saved');
});
