import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import type { Shell } from '../pages/shell.ts';

/** Some cities: two near Paris, one in London, one in Sydney, and a place without coordinates. */
const places = [
  { Name: 'Louvre', Lat: 48.861, Lng: 2.336 },
  { Name: 'Versailles', Lat: 48.805, Lng: 2.12 },
  { Name: 'London', Lat: 51.507, Lng: -0.128 },
  { Name: 'Sydney', Lat: -33.87, Lng: 151.21 },
  { Name: 'Nowhere' },
];

async function createPlaces(shell: Shell, database: string): Promise<void> {
  await shell.createDatabase(database, { sampleData: false });
  for (const [index, place] of places.entries())
    await shell.writeBehindTheBack(database, `places/${index + 1}`, {
      ...place,
      '@metadata': { '@collection': 'Places' },
    });
}

test('shows rows on a map with the circle of the query, linked with list and table', async ({
  shell,
  databaseName,
  environment,
}) => {
  await createPlaces(shell, databaseName);
  const query = await shell.openQuery();
  const { panel } = query;
  await query.run('from Places');
  await query.expectTotal(5);
  await panel.getByRole('button', { name: 'Show as map' }).click();
  const map = panel.getByRole('application', { name: 'Map of 4 rows' });
  await expect(map).toBeVisible();
  await expect(panel.getByRole('toolbar', { name: 'Map' })).toContainText(
    /4 points from Lat, Lng · 1 row without coordinates/,
  );
  const list = panel.getByRole('grid', { name: 'Points of the map' });
  await expect(list.getByRole('row', { name: /places\/4/ })).toContainText('151.21');
  await expect(list.getByRole('row', { name: /places\/5/ })).toHaveCount(0);
  await checkScreen(shell, environment, 'query-map-world');

  // The list selects the point, and the table has the same selection.
  await list
    .getByRole('row', { name: /places\/4/ })
    .getByText('151.21')
    .click();
  await panel.getByRole('button', { name: 'Show as table' }).click();
  const table = panel.getByRole('grid', { name: /^Results/ });
  await expect(table.getByRole('row', { name: /places\/4/ })).toHaveAttribute('aria-selected', 'true');
  await panel.getByRole('button', { name: 'Show as map' }).click();
  await expect(list.getByRole('row', { name: /places\/4/ })).toHaveAttribute('aria-selected', 'true');

  // The circle of a condition; the next query stays on the map.
  // An auto-index of a server can be stale at the first response.
  await expect(async () => {
    await query.run(
      'from Places where spatial.within(spatial.point(Lat, Lng), spatial.circle(60, 48.8566, 2.3522)) order by Name',
    );
    await expect(panel.getByRole('application', { name: 'Map of 2 rows' })).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(panel.getByRole('toolbar', { name: 'Map' })).toContainText(/2 points .*1 shape of the query/);
  await checkScreen(shell, environment, 'query-map-circle');
});

test('selects points by pointer and keyboard, and opens their document', async ({ shell, databaseName }) => {
  const { page } = shell;
  await createPlaces(shell, databaseName);
  const query = await shell.openQuery();
  const { panel } = query;
  await query.run("from Places where id() = 'places/3'");
  await query.expectTotal(1);
  await panel.getByRole('button', { name: 'Show as map' }).click();
  const map = panel.getByRole('application', { name: 'Map of 1 row' });
  // One point is in the middle of the map.
  const box = await map.boundingBox();
  if (!box) throw new Error('the map has no size');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await expect(map).toContainText('places/3 · 51.507°, -0.128°');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const list = panel.getByRole('grid', { name: 'Points of the map' });
  await expect(list.getByRole('row', { name: /places\/3/ })).toHaveAttribute('aria-selected', 'true');

  await query.run('from Places');
  const four = panel.getByRole('application', { name: 'Map of 4 rows' });
  await expect(four).toBeVisible();
  await four.focus();
  await page.keyboard.press('PageDown');
  await expect(list.locator('[role="row"][aria-selected="true"]')).toHaveCount(1);
  const scale = async (): Promise<string> => (await four.getByText(/^[\d.,]+ km$/).innerText()).trim();
  const before = await scale();
  for (let presses = 0; presses < 6; presses++) await page.keyboard.press('+');
  await expect.poll(scale).not.toBe(before);
  await page.keyboard.press('0');
  await expect.poll(scale).toBe(before);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: /places\//, selected: true })).toBeVisible();
});

const geoJson = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.object({ geometry: z.object({ type: z.string() }) })),
});

test('explains a missing map, keeps an empty one, and saves GeoJSON', async ({
  shell,
  databaseName,
  environment,
}) => {
  await createPlaces(shell, databaseName);
  const query = await shell.openQuery();
  const { panel } = query;
  await query.run("from Places where id() = 'places/5'");
  await query.expectTotal(1);
  const button = panel.getByRole('button', { name: 'Show as map' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription(/no row has coordinates/);

  await query.run('from Places');
  await query.expectTotal(5);
  await button.click();
  const file = await shell.downloaded(
    () => panel.getByRole('button', { name: 'Save as GeoJSON' }).click(),
    '.geojson',
  );
  const { features } = geoJson.parse(JSON.parse(await readFile(file, 'utf8')));
  expect(features.map(({ geometry }) => geometry.type)).toEqual(['Point', 'Point', 'Point', 'Point']);

  // Nothing is in the middle of the ocean; the map shows where the query searched.
  await query.run('from Places where spatial.within(spatial.point(Lat, Lng), spatial.circle(500, 0, -30))');
  await expect(panel.getByRole('application', { name: 'Map of 0 rows' })).toBeVisible();
  await expect(panel.getByRole('grid', { name: 'Points of the map' })).toContainText('No documents match');
  await checkScreen(shell, environment, 'query-map-empty');
});

test('shows the documents of a collection on a map from their table', async ({ shell, databaseName }) => {
  await createPlaces(shell, databaseName);
  const documents = await shell.openDocuments();
  await documents.collection('Places').click();
  await documents.panel.getByRole('button', { name: 'Collection actions' }).click();
  await shell.page.getByRole('menuitem', { name: 'Show on a map…' }).click();
  const panel = shell.panel();
  await expect(panel.locator('.monaco-editor').first()).toContainText("from 'Places'");
  await panel.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(panel.getByRole('application', { name: 'Map of 4 rows' })).toBeVisible();
});
