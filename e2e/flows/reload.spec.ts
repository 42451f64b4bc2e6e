import { z } from 'zod';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import type { Shell } from '../pages/shell.ts';
import { ThreadsPage } from '../pages/threads-page.ts';

test('marks an unsaved background tab after a reload, before it is shown', async ({
  shell,
  databaseName,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const documents = await shell.openDocuments();
  await documents.goTo('products/3-A');
  const product = await shell.document('products/3-A');
  await product.ready();
  await product.replaceText('{ "Name": "Not yet saved" }');
  const unsaved = window.getByRole('tab', { name: /^products\/3-A.*unsaved/ });
  await expect(unsaved).toBeVisible();
  await shell.workspaceHolds('Not yet saved');
  await shell.openDashboard();
  await shell.workspaceHolds('"dirty":["document-1"]');
  await expect.poll(() => lastActive(shell)).toMatch(/^dashboard-\d+$/);

  // The page asks before it closes with unsaved changes.
  window.on('dialog', (dialog) => void dialog.accept());
  await window.reload();
  await shell.ready();
  await expect(unsaved).toBeVisible();
  await expect(unsaved).toHaveAttribute('aria-selected', 'false');
  await unsaved.click();
  await expect((await shell.document('products/3-A')).visibleText()).toContainText('Not yet saved');
});

test('keeps the captures of stacks after a reload, coloured by the kind of frame', async ({
  shell,
  environment,
  window,
}) => {
  const threads = new ThreadsPage(window, await shell.openThreads());
  await threads.tab('Stacks');
  await threads.openFile({
    name: 'shop.folded',
    mimeType: 'text/plain',
    buffer: Buffer.from(
      'start_thread;std::rt::run;rookery_engine::serve;rookery_engine::read 3\n' +
        'start_thread;std::rt::run;rookery_engine::serve;epoll_wait 5\n',
    ),
  });
  await expect(threads.facts()).toContainText('8 samples');
  const legend = threads.panel.getByRole('list', { name: 'Kinds of frames' });
  await expect(legend.getByRole('listitem')).toHaveText([
    'Own code',
    'Runtime and libraries',
    'Operating system',
    'Waiting',
  ]);
  await checkScreen(shell, environment, 'frame-kinds');
  await expect.poll(() => lastActive(shell)).toBe('threads-1');
  await expect.poll(() => savedCaptures(shell)).toBe(1);

  await window.reload();
  await shell.ready();
  const again = new ThreadsPage(window, shell.panel());
  await expect(again.facts()).toContainText('8 samples');
  await expect(again.panel.getByText('shop.folded').first()).toBeVisible();
  const icicle = again.panel.getByRole('tree', { name: 'Stacks as an icicle' });
  await icicle.click({ position: { x: 40, y: 30 } });
  await expect(icicle.getByRole('treeitem')).toHaveAccessibleName(/^start_thread.*operating system$/);
});

/** Null before the first save, and without a tab in the state that the tests write before the start. */
const workspace = z.object({
  state: z.looseObject({ activeTab: z.string().nullish() }).nullable(),
});

async function lastActive(shell: Shell): Promise<string | null> {
  return workspace.parse(await shell.savedWorkspace()).state?.activeTab ?? null;
}

function savedCaptures(shell: Shell): Promise<number> {
  return shell.page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('rookery-captures', 1);
        request.onerror = () => reject(new Error(String(request.error)));
        request.onsuccess = () => {
          const count = request.result.transaction('captures').objectStore('captures').count();
          count.onerror = () => reject(new Error(String(count.error)));
          count.onsuccess = () => resolve(count.result);
        };
      }),
  );
}
