import { expect, test } from '../fixtures.ts';
import { IndexEditorPage } from '../pages/index-editor-page.ts';
import { editorLines } from '../pages/editor.ts';

const company = (name: string) => ({
  Name: name,
  Notes: `${name} sells walnuts`,
  '@metadata': { '@collection': 'Companies' },
});

test('explains a reserved word, and runs the query that quotes it', async ({ shell, databaseName }) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  await shell.writeBehindTheBack(databaseName, 'lines/1', {
    Order: 7,
    '@metadata': { '@collection': 'Lines' },
  });
  const query = await shell.openQuery();
  await query.run('from Lines where Order = 7');
  const alert = query.panel.getByRole('alert').filter({ hasText: 'Syntax error' });
  await expect(alert).toContainText(
    "Order is a reserved word of RQL. As the name of a field or collection it is written in quotes: 'Order'.",
  );
  await query.run("from Lines where 'Order' = 7");
  await query.expectTotal(1);
});

test('shows scores with their explanation, and plan operators with icons of their own', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  for (const [number, name] of ['Nuts and walnuts', 'Walnuts', 'Bread'].entries())
    await shell.writeBehindTheBack(databaseName, `companies/${number}`, company(name));
  const query = await shell.openQuery();
  const scored =
    "from Companies where search(Notes, 'nuts') or search(Notes, 'walnuts') order by score() include explanations()";
  await query.run(scored);
  if (environment === 'served-ravendb') {
    // Corax, the default engine of automatic indexes, explains no scores.
    await expect(query.panel.getByRole('alert').first()).toContainText(/explanations/i);
  } else {
    await query.expectTotal(3);
    const results = query.panel.getByRole('grid', { name: /^Results/ });
    await expect(results.locator('[data-document]').first()).toHaveText('companies/0');
    await query.panel.getByRole('button', { name: 'Show row details' }).click();
    await results.locator('[data-row="0"]').click();
    await expect(query.panel.getByRole('region', { name: 'Explanation of the score' })).toContainText(/\d/);
  }

  await query.write("from Companies where Name = 'Bread' and startsWith(Notes, 'b') order by Name");
  await query.panel.getByRole('button', { name: 'Run with timings' }).click();
  await query.tab('Plan').click();
  const items = query.panel.getByRole('tree').getByRole('treeitem');
  await expect(items.first()).toBeVisible();
  const icons = await items
    .locator('svg[class*="lucide"]')
    .evaluateAll((all) =>
      all.map((each) => [...each.classList].filter((name) => name.startsWith('lucide-')).join(' ')),
    );
  expect(icons.length).toBeGreaterThanOrEqual(await items.count());
  expect(new Set(icons).size).toBeGreaterThan(1);
  expect(icons.filter((name) => name.includes('question') || name.includes('help'))).toEqual([]);
});

test('completes fields of documents in the editors of an index and of a patch', async ({
  shell,
  databaseName,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  await shell.writeBehindTheBack(databaseName, 'companies/1', company('One'));
  await shell.openIndexes();
  await shell.panel().getByRole('button', { name: 'New index' }).first().click();
  const editor = new IndexEditorPage(window, shell.panel());
  await editor.write('Map', "map('Companies', c => ({ A: c.");
  const suggestion = (text: string) =>
    window.locator('.suggest-widget.visible .monaco-list-row').filter({ hasText: text });
  await window.keyboard.press('Control+Space');
  await expect(suggestion('Notes').first()).toBeVisible();
  await window.keyboard.press('Escape');

  const patch = await shell.openPatch();
  await editorLines(patch.panel).click();
  await window.keyboard.press('ControlOrMeta+a');
  await window.keyboard.insertText('from Companies update { this.');
  await window.keyboard.press('Control+Space');
  await expect(suggestion('Notes').first()).toBeVisible();
});
