import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { startThreeNodes } from '../environment/three-node-cluster.ts';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

const exported = z.object({
  leader: z.string(),
  findings: z.array(z.object({ severity: z.string(), text: z.string() })),
  databases: z.array(z.looseObject({ name: z.string(), state: z.string() })),
});

test('shows a single node, and says what it does not report', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const cluster = await shell.openCluster();
  await expect(cluster.row('Nodes', 'A')).toContainText('Healthy');
  await expect(cluster.row('Nodes', 'A')).toContainText('Member, leader, connected');
  await checkScreen(shell, environment, 'cluster-single-node');
  await cluster.show('Databases');
  await expect(cluster.row('Databases by node', databaseName)).toBeVisible();
  await cluster.row('Databases by node', databaseName).click();
  await expect(cluster.panel.getByRole('region', { name: `Details of ${databaseName}` })).toContainText(
    'No indexes.',
  );
  await cluster.show('Tasks');
  if (environment === 'served-ravendb') {
    await expect(cluster.panel.getByRole('toolbar', { name: 'Tasks' })).toBeVisible();
    await cluster.show('Nodes');
    await cluster.panel.getByRole('button', { name: 'Ping nodes' }).click();
    await expect(cluster.panel.getByRole('cell', { name: /ms HTTP, .* TCP/ })).toBeVisible();
    await cluster.show('Observer log');
    await expect(cluster.panel.getByRole('grid', { name: 'Observer log' })).toBeVisible();
  } else {
    await expect(cluster.panel).toContainText('The sandbox is a cluster of one node');
    await expect(cluster.panel).toContainText('The sandbox has no tasks');
  }
});

test('finds what differs between three nodes of a test double', async ({ shell, environment }) => {
  const nodes = await startThreeNodes();
  try {
    await shell.connectTo('Three nodes', nodes.url);
    const cluster = await shell.openCluster();
    await expect(cluster.findings).toContainText('No problems: the nodes report the same changes');
    await expect(cluster.row('Nodes', 'C')).toContainText('Watcher');
    await cluster.panel.getByRole('button', { name: 'Ping nodes' }).click();
    await expect(cluster.panel.getByRole('cell', { name: 'Connection refused (node-c)' })).toBeVisible();
    await expect(cluster.panel).toContainText('A node measures only its own row.');
    await checkScreen(shell, environment, 'cluster-nodes');

    // Equal change vectors, but a document is missing: reported after the second reading.
    nodes.setB({ etag: 1_000, documents: 999, entries: 998 });
    nodes.addDatabases(1_000);
    await cluster.refresh();
    await expect(cluster.panel.getByRole('tab', { name: 'Databases (1001)' })).toBeVisible();
    await cluster.refresh();
    await expect(cluster.mismatch()).toContainText(
      'orders: 1,000 on A, 999 on B, 1,000 on C documents, although all report the same change vector.',
    );
    await cluster.finding('999 on B').getByRole('button', { name: 'Show databases' }).click();
    await expect(cluster.panel.getByText('1,001 of 1,001')).toBeVisible();
    await expect(cluster.row('Databases by node', 'orders')).toContainText('Mismatch');
    await expect(cluster.row('Index entries by node', 'Orders/ByCompany')).toContainText('Mismatch');
    await expect(cluster.mismatch().last()).toContainText(
      'orders, index Orders/ByCompany: 1,000 on A, 998 on B, 1,000 on C entries, although every node reports it as up to date.',
    );
    await checkScreen(shell, environment, 'cluster-databases');

    const file = await shell.downloaded(async () => {
      await cluster.panel.getByRole('button', { name: 'Export' }).click();
      await shell.page.getByRole('menuitem', { name: 'Cluster with findings as JSON' }).click();
    });
    const { leader, findings, databases } = exported.parse(JSON.parse(await readFile(file, 'utf8')));
    expect(leader).toBe('A');
    expect(findings[0]?.severity).toBe('mismatch');
    expect(databases).toHaveLength(1_001);

    nodes.setB({ etag: 600, documents: 700, entries: 700 });
    await cluster.refresh();
    await expect(cluster.finding('node B lacks 400 changes')).toBeVisible();
    await expect(cluster.row('Databases by node', 'orders')).toContainText('400 behind');

    await cluster.show('Tasks');
    await expect(cluster.row('Tasks', 'nightly')).toContainText('Late');
    await expect(cluster.row('Tasks', 'nightly')).toContainText('C, preferred A');
    await expect(cluster.row('Tasks', 'mail')).toContainText('≤ 600 changes behind');
    await checkScreen(shell, environment, 'cluster-tasks');

    await nodes.stop();
    await cluster.refresh();
    await expect(cluster.panel.getByText('Reading the cluster failed')).toBeVisible();
    await expect(cluster.row('Tasks', 'nightly')).toBeVisible();
  } finally {
    await nodes.stop();
  }
});

test('shows the entries of each node in the list of indexes, and a loud notice where they differ', async ({
  shell,
  environment,
}) => {
  const nodes = await startThreeNodes();
  try {
    await shell.connectTo('Three nodes', nodes.url);
    await shell.chooseDatabase('orders');
    const indexes = await shell.openIndexes();
    for (const node of ['A', 'B', 'C'])
      await expect(
        indexes.grid().getByRole('columnheader', { name: `Entries on ${node}`, exact: true }),
      ).toBeVisible();
    const counts = () => indexes.entriesByNode('Orders/ByCompany', ['A', 'B', 'C']);
    await expect.poll(counts).toEqual(['1,000', '1,000', '1,000']);
    const notice = indexes.mismatch();
    await expect(notice).toHaveCount(0);
    await expect(indexes.markedCounts('Orders/ByCompany')).toHaveCount(0);

    nodes.setB({ etag: 1_000, documents: 1_000, entries: 998 });
    // One reading can hit a write between two nodes: the notice appears after the second.
    await expect(notice).toContainText(
      'Entry counts of 1 index differ between nodes, though all report to be up to date',
      { timeout: 40_000 },
    );
    await expect(notice).toContainText('Orders/ByCompany: 1,000 on A, 998 on B, 1,000 on C');
    await expect.poll(counts).toEqual(['1,000', '998', '1,000']);
    await expect(indexes.markedCounts('Orders/ByCompany')).toHaveText(['1,000', '998', '1,000']);
    await checkScreen(shell, environment, 'indexes-mismatch');
    await notice.getByRole('button', { name: 'Show these' }).click();
    await expect(indexes.panel.getByText('Differ between nodes').first()).toBeVisible();
    await expect(indexes.row('Orders/ByCompany')).toBeVisible();

    nodes.setB({ etag: 1_000, documents: 1_000, entries: 1_000 });
    await expect(notice).toHaveCount(0, { timeout: 40_000 });
  } finally {
    await nodes.stop();
  }
});
