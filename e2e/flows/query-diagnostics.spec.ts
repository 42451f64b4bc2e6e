import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('marks wrong syntax while typing, keeps results beside later ones, and offers to wait for a stale index', async ({
  shell,
  databaseName,
  environment,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  await query.write('from Orders where Freight >');
  const squiggle = query.panel.locator('.squiggly-warning');
  await expect(squiggle).toBeVisible();
  await query.write("from Orders where Company = 'companies/1-A'");
  await expect(squiggle).toHaveCount(0);

  await query.run("from Orders where Company = 'companies/1-A'");
  const total = await query.total();
  expect(total).toBeGreaterThan(0);
  await query.panel.getByRole('button', { name: 'Keep result' }).click();
  await query.run('from Products');
  await query.expectTotal(50);
  const kept = query.panel.getByRole('group', { name: 'Kept results' });
  await expect(kept.getByRole('button', { name: 'Current' })).toHaveAttribute('aria-pressed', 'true');
  await kept.getByRole('button', { name: /^\d.* from Orders where/ }).click();
  await query.expectTotal(total);
  await checkScreen(shell, environment, 'query-kept-result');
  await kept.getByRole('button', { name: /^Discard/ }).click();
  await query.expectTotal(50);
  await expect(kept).toHaveCount(0);

  // An index that is paused stays behind.
  const index = `/databases/${databaseName}/admin/indexes`;
  await query.run("from Orders where ShipTo.City = 'Bilbao'");
  await expect(query.panel.getByTitle(/^Auto\/Orders\/.*ShipTo/)).toBeVisible();
  await shell.requestBehindTheBack('POST', `${index}/stop`);
  await shell.writeBehindTheBack(databaseName, 'orders/stale', {
    ShipTo: { City: 'Bilbao' },
    '@metadata': { '@collection': 'Orders' },
  });
  const before = await query.total();
  await window.keyboard.press('ControlOrMeta+Enter');
  const banner = query.panel.getByRole('button', { name: /Wait and rerun/ });
  await expect(banner).toBeVisible();
  await checkScreen(shell, environment, 'query-stale');
  await shell.requestBehindTheBack('POST', `${index}/start`);
  await banner.click();
  await query.expectTotal(before + 1);
});

test('marks found words in a row, and gives advice with its evidence', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  await query.run("from Products where search(Name, 'walnuts') include highlight(Name, 80, 2)");
  const results = query.panel.getByRole('grid', { name: /^Results/ });
  await expect(results.getByRole('row')).not.toHaveCount(1);
  await results.getByRole('row').nth(1).getByRole('gridcell').nth(1).click();
  await expect(query.panel.locator('mark').first()).toHaveText(/walnuts/i);
  await checkScreen(shell, environment, 'query-highlights');

  // Advice needs enough documents to matter.
  const commands = Array.from({ length: 10_000 }, (_, number) => ({
    Type: 'PUT',
    Id: `readings/${number}`,
    ChangeVector: null,
    Document: {
      Number: number,
      Name: `n${number % 7}`,
      Price: number % 1_000 === 1 ? 0.4 : number,
      '@metadata': { '@collection': 'Readings' },
    },
  }));
  const { status } = await shell.requestBehindTheBack('POST', `/databases/${databaseName}/bulk_docs`, {
    Commands: commands,
  });
  expect(status).toBe(201);
  await query.run('from Readings filter Number = 7');
  await query.expectTotal(1);
  await query.tab('Advice').click();
  await expect(query.panel.getByText('filter drops nearly everything')).toBeVisible();
  await expect(query.panel.getByText(/filter read 10,000 documents and kept 1/)).toBeVisible();
  await checkScreen(shell, environment, 'query-advice');

  // A second field replaces the automatic index. A small page without an order is counted completely.
  const panel = query.panel;
  await query.run("from Readings where startsWith(Name, 'n')");
  await expect(panel.getByTitle('Auto/Readings/ByName')).toBeVisible();
  await query.expectTotal(10_000);
  await query.write("from Readings where startsWith(Name, 'n') and Number >= 0 limit 5");
  await panel.getByRole('button', { name: 'Run with timings' }).click();
  await expect(panel.getByTitle('Auto/Readings/ByNameAndNumber')).toBeVisible();
  await query.tab('Advice').click();
  const advice = panel.getByRole('list', { name: 'Advice' });
  await expect(advice).toContainText('A query widened the automatic index of Readings');
  await expect(advice).toContainText(
    /Auto\/Readings\/ByNameAndNumber has all fields of Auto\/Readings\/ByName and was/,
  );
  await expect(advice).toContainText('5 rows of 10,000 matches were returned.');
  if (environment === 'served-ravendb') {
    // Ten documents have 0.4. An auto-index of a server can be stale at the first response.
    await expect(async () => {
      await query.run('from Readings where Price = 0');
      await query.expectTotal(11, 3000);
    }).toPass();
    await query.tab('Advice').click();
    await expect(advice).toContainText('Price is compared as a whole number');
    await expect(advice.getByText('Price = 0.0', { exact: true })).toBeVisible();
    await checkScreen(shell, environment, 'query-advice-oddity');
    return;
  }

  await query.run("from Readings where Name != 'a' or Number = 7");
  await query.tab('Advice').click();
  await expect(advice).toContainText('RavenDB 6.2 and 7.1 with Corax answers differently');
  await expect(advice).toContainText("Name != 'a' finds documents that have no Name, but not when");
  // What only a server returns is not in the rows here: it is counted in the index.
  await query.run('from Readings where Price = 0');
  await query.expectTotal(1);
  await query.tab('Advice').click();
  await expect(advice).toContainText('10 more entries have a fraction between -1 and 1 in Price.');
  await checkScreen(shell, environment, 'query-advice-sandbox');
});
