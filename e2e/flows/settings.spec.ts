import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('reads, explains and writes compression and archival', async ({ shell, databaseName, environment }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const settings = await shell.openSettings();
  const compression = settings.getByRole('region', { name: 'Documents compression' });
  await compression.getByRole('radio', { name: /^Selected collections/ }).click();
  await compression.getByRole('checkbox', { name: /^Orders/ }).click();
  await expect(compression.getByText('Changes to save')).toBeVisible();
  await checkScreen(shell, environment, 'settings-compression');
  await compression.getByRole('button', { name: 'Save' }).click();
  if (environment === 'served-ravendb') {
    // Without a licence the server refuses with 402; with one it saves. Both must be shown.
    await expect(
      compression
        .getByRole('alert')
        .or(compression.getByRole('button', { name: 'Save', disabled: true }))
        .first(),
    ).toBeVisible();
  } else {
    await expect(compression.getByRole('button', { name: 'Save' })).toBeDisabled();
    const stored = await shell.requestBehindTheBack(
      'GET',
      `/databases/${databaseName}/documents-compression/config`,
    );
    expect(JSON.parse(stored.body)).toMatchObject({ Collections: ['Orders'], CompressAllCollections: false });
  }

  // Results are below the form where the server reports them; a real RavenDB does not.
  const effect = compression.getByRole('region', { name: 'Compression results' });
  if (environment === 'served-ravendb') await expect(effect).toBeHidden();
  else {
    const row = effect.getByRole('row', { name: /^Orders/ });
    await expect(row).toContainText('0 of 640');
    await shell.writeBehindTheBack(databaseName, 'orders/1-A', {
      Note: 'so '.repeat(200),
      '@metadata': { '@collection': 'Orders' },
    });
    await expect(row).toContainText('1 of 640');
    await expect(row).toContainText('639 documents uncompressed until rewritten');
  }

  await compression.getByRole('button', { name: 'Compact database…' }).click();
  await shell.page
    .getByRole('dialog', { name: `Compact ${databaseName}?` })
    .getByRole('button', { name: 'Compact' })
    .click();
  await expect(shell.page.getByText(`Compacted ${databaseName}`).first()).toBeVisible();
  if (environment !== 'served-ravendb')
    await expect(effect.getByRole('row', { name: /^Orders/ })).toContainText('640 of 640');

  const archival = settings.getByRole('region', { name: 'Data archival' });
  await archival.getByRole('checkbox').first().click();
  await archival.getByLabel('Check every').fill('90');
  await checkScreen(shell, environment, 'settings-archival');
  await archival.getByRole('button', { name: 'Save' }).click();
  if (environment !== 'served-ravendb') {
    await expect(archival.getByRole('button', { name: 'Save' })).toBeDisabled();
    const stored = await shell.requestBehindTheBack('GET', `/databases/${databaseName}/data-archival/config`);
    expect(JSON.parse(stored.body)).toMatchObject({ Disabled: false });
  } else
    await expect(
      archival
        .getByRole('alert')
        .or(archival.getByRole('button', { name: 'Save', disabled: true }))
        .first(),
    ).toBeVisible();
});
