import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { FaultInjectionPage } from '../pages/fault-injection-page.ts';

test('a slow disk shows in the sandbox, a full one refuses writes, and both can be removed', async ({
  shell,
  databaseName,
  environment,
}) => {
  test.skip(environment === 'served-ravendb', 'Only the sandbox injects faults.');
  await shell.createDatabase(databaseName, { sampleData: true });
  const faults = await FaultInjectionPage.open(shell);
  const { panel, apply, banner } = faults;
  await expect(panel.getByRole('heading', { name: 'Nothing is injected' })).toBeVisible();
  await expect(apply).toBeDisabled();
  await checkScreen(shell, environment, 'fault-injection');

  // Nothing changes before Apply, and values out of range are not applied.
  const syncDelay = faults.number('Added to a sync (ms)');
  await syncDelay.fill('60000');
  await expect(panel.getByText('Enter at most 10000.')).toBeVisible();
  await syncDelay.fill('300');
  await apply.click();
  await expect(banner).toContainText('syncs + 300 ms');
  const started = performance.now();
  const saved = await shell.requestBehindTheBack('PUT', `/databases/${databaseName}/docs?id=slow`, {});
  expect(saved.status).toBe(201);
  expect(performance.now() - started).toBeGreaterThanOrEqual(300);
  await expect(panel.getByText(/^[1-9]\d* operations? delayed$/)).toBeVisible();
  await checkScreen(shell, environment, 'fault-injection-active');

  // The banner stays above other screens and after a reload; a write that fails is reported there.
  await faults.startFrom('Full disk');
  await apply.click();
  await expect(banner).toContainText('disk full');
  await shell.page.reload();
  await shell.ready();
  await expect(banner).toContainText('disk full');
  await (await shell.openDocuments()).goTo('orders/1-A');
  const document = await shell.document('orders/1-A');
  await document.ready();
  const refused = await shell.requestBehindTheBack('PUT', `/databases/${databaseName}/docs?id=full`, {});
  expect(refused.status).toBeGreaterThanOrEqual(500);
  expect(refused.body).toContain('space');

  await faults.removeAll();
  const after = await shell.requestBehindTheBack('PUT', `/databases/${databaseName}/docs?id=after`, {});
  expect(after.status).toBe(201);
});

test('a clock that is ahead archives documents that are due', async ({
  shell,
  databaseName,
  environment,
}) => {
  test.skip(environment === 'served-ravendb', 'Only the sandbox injects faults.');
  await shell.createDatabase(databaseName, { sampleData: false });
  const path = `/databases/${databaseName}`;
  await shell.requestBehindTheBack('POST', `${path}/admin/data-archival/config`, {
    Disabled: false,
    ArchiveFrequencyInSec: 1,
  });
  const due = new Date(Date.now() + 3 * 86_400_000).toISOString();
  await shell.requestBehindTheBack('PUT', `${path}/docs?id=due`, { '@metadata': { '@archive-at': due } });
  const faults = await FaultInjectionPage.open(shell);
  await faults.number(/^Ahead by/).fill('4');
  await faults.apply.click();
  await expect(faults.banner).toContainText('clock 4 days ahead');
  await expect.poll(() => shell.readBehindTheBack(databaseName, 'due')).toContain('"@archived":true');
  await faults.panel.getByRole('button', { name: 'Remove all faults' }).click();
  await expect(faults.banner).toBeHidden();
});

test('other servers inject no faults', async ({ shell, environment }) => {
  test.skip(environment !== 'served-ravendb', 'The sandbox injects faults.');
  const { panel } = await FaultInjectionPage.open(shell);
  await expect(panel.getByText('Test RavenDB injects no faults')).toBeVisible();
  await checkScreen(shell, environment, 'fault-injection-server');
});
