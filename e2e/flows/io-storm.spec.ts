import { setTimeout } from 'node:timers/promises';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import type { Shell } from '../pages/shell.ts';

/** Small journals in the sandbox, early syncs on a server, so that flushes, syncs and writes overlap. */
const flushedAndSyncedOften = {
  'Rookery.JournalSizeInKb': '1024',
  'Storage.TimeToSyncAfterFlushInSec': '1',
};

/** Several concurrent writers with batches of different sizes: flushes and syncs overlap their writes. */
async function storm(shell: Shell, database: string, seconds: number): Promise<number> {
  const until = Date.now() + seconds * 1000;
  let written = 0;
  const writer = async (number: number): Promise<void> => {
    for (let round = 0; Date.now() < until; round++) {
      const count = round % 12 === 0 ? 400 : 10;
      const Commands = Array.from({ length: count }, (_, i) => ({
        Type: 'PUT',
        Id: `storm/${number}-${round}-${i}`,
        ChangeVector: null,
        Document: {
          text: `${number} ${round} ${i} `.repeat(60),
          '@metadata': { '@collection': 'Storm' },
        },
      }));
      const { status, body } = await shell.requestBehindTheBack('POST', `/databases/${database}/bulk_docs`, {
        Commands,
      });
      expect(status, body).toBe(201);
      written += count;
    }
  };
  await Promise.all([1, 2, 3].map(writer));
  return written;
}

test('shows an insert storm live, explains it, and links to each of its worst writes', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false, settings: flushedAndSyncedOften });
  const io = await shell.openIo();
  await io.isLive();
  const isServer = environment === 'served-ravendb';
  await io.toolbar.getByRole('switch', { name: isServer ? 'GC and requests' : 'Slow queries' }).click();
  const written = storm(shell, databaseName, 8);
  // The sandbox has no managed heap.
  const isWritten = written.then(() => true);
  while (isServer && !(await Promise.race([isWritten, setTimeout(100, false)])))
    await shell.requestBehindTheBack('GET', '/admin/memory/gc');
  expect(await written).toBeGreaterThan(200);
  if (isServer) await expect(io.panel.getByRole('button', { name: 'GC pauses', exact: true })).toBeVisible();
  // The feed sends changes every three seconds.
  await io.showAll();
  const journal = io.count('Statistics by type', /Journal write/);
  await io.tab('Statistics');
  await expect
    .poll(async () => Number((await journal.textContent())?.replaceAll(',', '')), { timeout: 30_000 })
    .toBeGreaterThan(30);
  await io.showAll();
  for (const kind of [/Data flush/, /Data sync/])
    await expect(io.count('Statistics by type', kind)).not.toHaveText('0');

  if (isServer) {
    for (const name of [/^GC pauses, generation 2/, /^Requests/])
      await expect(io.count('Server activity', name)).not.toHaveText('0');
    await checkScreen(shell, environment, 'io-gc-and-requests');
  }

  await io.tab('Analysis');
  await expect(io.findings.first()).toContainText(/write|flush|sync/);
  // A rule that every write matches: the slowest are listed in order.
  await io.panel.getByLabel('Times the median').fill('1');
  await io.panel.getByLabel('Minimum milliseconds').fill('0');
  await io.panel.getByLabel('Minimum milliseconds').press('Enter');
  await expect(io.worst).toHaveCount(10);
  // The sentences relate slow writes to what else the server did.
  if (isServer)
    await expect(
      io.findings.filter({ hasText: /(overlaps? a|during a) GC pause of generation 2/ }),
    ).toHaveCount(1);
  const slowest = (await io.worst.first().locator('strong').textContent()) ?? '';
  await io.worst.first().click();
  await expect(io.announced).toContainText(`Journal write of Documents: Duration ${slowest}`);
  await expect(io.row('Concurrent with', /None of the above/)).toBeVisible();
});

test('limits the statistics to a selected range, and restores them on clear', async ({
  shell,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const io = await shell.openIo();
  await io.isLive();
  await io.showAll();
  const box = await io.canvas.boundingBox();
  if (!box) throw new Error('The timeline has no box on the page.');
  const { mouse, keyboard } = shell.page;
  await keyboard.down('Shift');
  await mouse.move(box.x + 300, box.y + 60);
  await mouse.down();
  await mouse.move(box.x + 700, box.y + 60, { steps: 4 });
  await mouse.up();
  await keyboard.up('Shift');
  await expect(io.panel.getByText(/^Selected range/)).toBeVisible();
  await io.canvas.focus();
  await io.canvas.press('f');
  await io.canvas.press('Escape');
  await expect(io.panel.getByText(/^Visible range/)).toBeVisible();
});

test('draws indexing batches below the same axis', async ({ shell, databaseName }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  // A condition makes the server create an auto-index; without an index there is nothing to draw.
  await shell.requestBehindTheBack('POST', `/databases/${databaseName}/queries`, {
    Query: 'from Orders where Freight > 10',
    WaitForNonStaleResults: true,
  });
  const io = await shell.openIo();
  await io.isLive();
  await io.toolbar.getByText('Indexing').click();
  // Names below the viewport are not rendered until they are scrolled to: collapsing the groups above moves them
  // in.
  for (const name of ['Documents', 'Configuration']) {
    const environment = io.panel.getByRole('button', { name, exact: true });
    // The sandbox stores its configuration in the database file.
    if ((await environment.count()) > 0) await environment.click();
  }
  await expect(io.panel.getByRole('button', { name: /^Indexing Auto\/Orders\/By/ }).first()).toBeVisible({
    timeout: 30_000,
  });
  await expect(io.panel.getByText('Loading indexing batches')).toBeHidden();
});
