import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

const exported = z.object({
  owners: z.record(z.string(), z.array(z.object({ path: z.array(z.string()), bytes: z.number() }))),
  sizes: z.array(z.object({ name: z.string(), values: z.array(z.number()) })),
});

test('shows memory by owner, over time and its garbage collections', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const panel = await shell.openMemory();
  await expect(panel.getByText(/^Working set [\d.,]+ .B, available .*, physical /)).toBeVisible();
  const grid = panel.getByRole('grid');
  await expect(panel.getByRole('img', { name: /^Physical memory: / })).toBeVisible();
  await expect(grid.getByRole('row').nth(2)).toContainText('%');
  await checkScreen(shell, environment, 'memory-physical');

  const choose = async (basis: string) => {
    await panel.getByLabel('Sizes').click();
    await shell.page.getByRole('option', { name: basis }).click();
  };
  await choose('Mapped files');
  if (environment === 'served-ravendb') {
    // Its row can be below the visible ones: a shared server has more databases.
    await expect(
      panel.getByRole('img', { name: new RegExp(`^Mapped files: .*${databaseName} `) }),
    ).toBeVisible();
  } else await expect(grid.getByRole('gridcell', { name: 'Other files', exact: true })).toBeVisible();
  await checkScreen(shell, environment, 'memory-mapped');
  await choose('Allocated memory');
  if (environment === 'served-ravendb') {
    await expect(
      panel.getByRole('img', { name: /^Allocated memory: Managed heap .*Unmanaged / }),
    ).toBeVisible();
    await expect(grid.getByRole('gridcell', { name: 'Managed heap', exact: true })).toBeVisible();
    await checkScreen(shell, environment, 'memory-allocated');
  } else await expect(grid).toContainText('The sandbox does not count allocations by owner.');

  await panel.getByRole('tab', { name: 'Over time' }).click();
  const sizes = panel.getByRole('list', { name: 'Sizes over time' });
  await expect(sizes.getByRole('listitem').filter({ hasText: 'Working set' })).toContainText('B');
  await expect(panel.getByText(/^[2-9] readings in /)).toBeVisible();
  await checkScreen(shell, environment, 'memory-over-time');

  await panel.getByRole('tab', { name: 'Garbage collections' }).click();
  if (environment === 'served-ravendb') {
    await panel.getByRole('button', { name: 'Collect garbage…' }).click();
    await shell.page.getByRole('dialog').getByRole('button', { name: 'Collect garbage' }).click();
    await expect(shell.page.getByText(/^Garbage collected: .* before, .* after/)).toBeVisible();
    await expect(grid.getByRole('gridcell', { name: 'Full, blocking' }).first()).toBeVisible();
    await checkScreen(shell, environment, 'memory-collections');
  } else await expect(panel).toContainText('The sandbox has no managed heap');

  const file = await shell.downloaded(async () => {
    await panel.getByRole('toolbar').getByRole('button', { name: 'Export' }).click();
    await shell.page.getByRole('menuitem', { name: /as JSON$/ }).click();
  });
  const read = exported.parse(JSON.parse(await readFile(file, 'utf8')));
  expect(read.owners.resident?.length).toBeGreaterThan(1);
  expect(read.sizes.find(({ name }) => name === 'WorkingSet')?.values.length).toBeGreaterThan(1);
});
