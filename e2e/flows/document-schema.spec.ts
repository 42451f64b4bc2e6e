import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('completes and warns by the schema learnt from the collection', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  for (let i = 1; i <= 10; i++)
    await shell.writeBehindTheBack(databaseName, `parcels/${i}`, {
      Weight: i,
      Status: i % 2 === 0 ? 'Delivered' : 'In transit',
      '@metadata': { '@collection': 'Parcels' },
    });
  const documents = await shell.openDocuments();
  await documents.goTo('parcels/1');
  const parcel = await shell.document('parcels/1');
  await parcel.ready();
  await expect(parcel.panel.getByText('Learnt from all 10 documents')).toBeVisible();

  // A missing property and another type are warnings: the text is saved all the same.
  await parcel.replaceText('{ "Weight": "heavy", "@metadata": { "@collection": "Parcels" } }');
  await expect(parcel.panel.locator('.squiggly-warning').first()).toBeVisible();
  await expect(parcel.panel.locator('.squiggly-error')).toHaveCount(0);
  await shell.page.keyboard.press('F8');
  await expect(parcel.panel.getByText('Missing property "Status".')).toBeVisible();
  await shell.page.keyboard.press('F8');
  await expect(parcel.panel.getByText('In all 10 samples, "Weight" is a number.')).toBeVisible();
  await checkScreen(shell, environment, 'document-schema');
  await shell.page.keyboard.press('Escape');
  await parcel.save();
  await parcel.expectSaved();

  // Names that the text lacks, then usual values.
  const { keyboard } = shell.page;
  const suggestions = shell.page.locator('.suggest-widget.visible');
  await parcel.replaceText('{ "Weight": 1,  }');
  await keyboard.press('Escape');
  await keyboard.press('ArrowLeft');
  await keyboard.press('ArrowLeft');
  await keyboard.press('Control+Space');
  await expect(suggestions.getByRole('option', { name: /^Status/ })).toBeVisible();
  await checkScreen(shell, environment, 'document-completion');
  await keyboard.press('Escape');
  await keyboard.insertText('"Status": ');
  await keyboard.press('Escape');
  await keyboard.press('Control+Space');
  await expect(suggestions.getByRole('option', { name: /In transit/ })).toBeVisible();
  await suggestions.getByRole('option', { name: /Delivered/ }).click();
  await expect(parcel.visibleText()).toContainText('"Status": "Delivered"');
});
