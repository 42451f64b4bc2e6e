import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('explains the choice of an index', async ({ shell, databaseName, environment }) => {
  const { page } = shell;
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  await query.run('from Orders where Freight > 20.0');
  await expect(query.panel.getByTitle(/^Auto\/Orders/)).toBeVisible();
  await query.run("from Products where Name = 'Chai'");
  await expect(query.panel.getByTitle(/^Auto\/Products/)).toBeVisible();
  await query.run("from Products where Name = 'Chai' and Discontinued = false");
  await expect(query.panel.getByTitle(/^Auto\/Products\/.*And/)).toBeVisible();

  await query.panel.getByRole('button', { name: 'Why this index?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Why this index' });
  await expect(dialog).toContainText(/was answered by Auto\/Products\//);
  await checkScreen(shell, environment, 'query-why-index');
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await query.run('from Products limit 1');
  await query.panel.getByRole('button', { name: 'Why no index?' }).click();
  await expect(page.getByRole('dialog', { name: 'Why no index' })).toContainText(
    'read the documents of the collection directly',
  );
});

test('lists included counters and revisions, and remembers hidden columns by collection', async ({
  shell,
  databaseName,
  environment,
}) => {
  const { page } = shell;
  await shell.createDatabase(databaseName, { sampleData: false });
  for (const number of [1, 2])
    await shell.writeBehindTheBack(databaseName, `products/${number}`, {
      Name: `Product ${number}`,
      Price: number,
      '@metadata': { '@collection': 'Products' },
    });
  const counters = await shell.requestBehindTheBack('POST', `/databases/${databaseName}/counters`, {
    Documents: [
      { DocumentId: 'products/1', Operations: [{ Type: 'Increment', CounterName: 'Likes', Delta: 7 }] },
    ],
  });
  expect(counters.status, counters.body).toBeLessThan(300);
  const query = await shell.openQuery();
  await query.run('from Products include counters()');
  await query.tab('Includes').click();
  const included = query.panel.getByRole('grid', { name: 'Included documents' });
  await expect(included.getByRole('row', { name: /counter products\/1 Likes: 7/ })).toBeVisible();
  await checkScreen(shell, environment, 'query-includes-counters');

  await query.tab('Results').click();
  await query.panel.getByRole('button', { name: 'Choose columns' }).click();
  await page.getByRole('menuitem', { name: /Price/ }).click();
  await page.keyboard.press('Escape');
  const results = query.panel.getByRole('grid', { name: /^Results/ });
  await expect(results.getByRole('columnheader', { name: 'Price' })).toBeHidden();
  await query.run("from Products where Name = 'Product 1'");
  await query.expectShown(1);
  await expect(results.getByRole('columnheader', { name: 'Name' })).toBeVisible();
  await expect(results.getByRole('columnheader', { name: 'Price' })).toBeHidden();
});

test('tints, searches and collapses the plan', async ({ shell, databaseName, environment }) => {
  const { page } = shell;
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  await query.write("from Orders where Freight > 20.0 and Company = 'companies/1-A' order by OrderedAt");
  await query.panel.getByRole('button', { name: 'Run with timings' }).click();
  await query.tab('Plan').click();
  const tree = query.panel.getByRole('tree');
  await expect(tree.getByRole('treeitem').first()).toBeVisible();
  const before = await tree.getByRole('treeitem').count();
  expect(before).toBeGreaterThan(1);
  await query.panel.getByLabel('Tint').click();
  await page.getByRole('option', { name: 'Tint by entries' }).click();
  await query.panel.getByLabel('Search operators').fill('OrderedAt');
  await expect(query.panel.getByRole('search').getByRole('status')).toContainText(/[1-9]\d* match/);
  await checkScreen(shell, environment, 'query-plan-search');
  await query.panel.getByLabel('Search operators').fill('');
  await tree.getByRole('treeitem').first().click();
  await query.panel.getByRole('button', { name: 'Collapse the operators below' }).click();
  await expect(tree.getByRole('treeitem')).toHaveCount(1);

  // The file has the collapsed operators too, and is an image without the page.
  const path = await shell.downloaded(() => query.openExport('Save as SVG'), '.svg');
  const file = await readFile(path, 'utf8');
  const image = await page.evaluate((text) => {
    const read = new DOMParser().parseFromString(text, 'image/svg+xml');
    return {
      root: read.documentElement.tagName,
      boxes: read.querySelectorAll('[data-box]').length,
      fills: [...read.querySelectorAll('text')].map((each) => each.getAttribute('fill') ?? ''),
      scripts: read.querySelectorAll('script, style, foreignObject').length,
    };
  }, file);
  expect(image).toMatchObject({ root: 'svg', boxes: before, scripts: 0 });
  expect(file).not.toContain('var(--');
  expect(image.fills.every((fill) => fill.startsWith('rgb'))).toBe(true);

  await query.panel.getByRole('button', { name: 'Expand the operators below' }).click();
  await expect(tree.getByRole('treeitem')).toHaveCount(before);

  // Larger than the pane, the plan has a map; a click in its corner and Shift with an arrow key move the view.
  const map = query.panel.locator('[data-minimap]');
  await query.panel.getByRole('button', { name: 'Fit to window' }).click();
  await expect(map).toHaveCount(0);
  const zoomIn = query.panel.getByRole('button', { name: 'Zoom in' });
  for (let presses = 0; presses < 5; presses++) await zoomIn.click();
  await expect(map).toBeVisible();
  await checkScreen(shell, environment, 'query-plan-map');
  const place = (): Promise<string | null> => tree.locator('xpath=..').getAttribute('transform');
  const zoomed = await place();
  await map.click({ position: { x: 10, y: 10 } });
  const moved = await place();
  expect(moved).not.toBe(zoomed);
  await tree.getByRole('treeitem').first().focus();
  await page.keyboard.press('Shift+ArrowRight');
  expect(await place()).not.toBe(moved);
  await query.panel.getByRole('button', { name: 'Fit to window' }).click();
  await expect(map).toHaveCount(0);
});
