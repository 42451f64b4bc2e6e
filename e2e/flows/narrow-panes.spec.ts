import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('panes narrower than 600 pixels collapse collections and properties behind a button', async ({
  shell,
  databaseName,
  environment,
  window,
}) => {
  await window.setViewportSize({ width: 1024, height: 700 });
  await shell.createDatabase(databaseName, { sampleData: true });
  const documents = await shell.openDocuments();
  await documents.goTo('products/3-A');
  const product = await shell.document('products/3-A');
  await product.ready();
  await expect(window.getByRole('button', { name: 'Show properties' })).toHaveCount(0);

  // Two groups of tabs share the window.
  await window.keyboard.press('Alt+Shift+ArrowRight');
  const show = window.getByRole('button', { name: 'Show properties' });
  await expect(show).toHaveAttribute('aria-expanded', 'false');
  await expect(window.getByRole('region', { name: 'Properties' })).toBeHidden();
  await checkScreen(shell, environment, 'narrow-document');
  await show.focus();
  await show.press('Enter');
  await expect(window.getByRole('region', { name: 'Properties' })).toBeVisible();
  await checkScreen(shell, environment, 'narrow-properties');
  await window.getByRole('button', { name: 'Hide properties' }).press('Enter');
  await expect(window.getByRole('region', { name: 'Properties' })).toBeHidden();

  await window.getByRole('button', { name: 'Show collections' }).click();
  const collections = window.getByRole('navigation', { name: 'Collections' });
  await expect(collections).toBeVisible();
  await collections.getByRole('button', { name: /^Companies/ }).click();
  await expect(collections).toBeHidden();
});
