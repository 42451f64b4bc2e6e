import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { requestFromSecondClient } from '../environment/second-client.ts';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import type { Shell } from '../pages/shell.ts';

const map = "map('Items', item => { if (item.Name) return { Name: item.Name }; })";
const item = (document: object) => ({ ...document, '@metadata': { '@collection': 'Items' } });
const exported = z.object({
  findings: z.array(z.object({ severity: z.string(), text: z.string() })),
  rows: z.array(z.looseObject({ subject: z.string(), state: z.string() })),
});

/** Sends to a database of the sandbox, also while another server is connected. */
async function send(shell: Shell, method: string, path: string, body: unknown): Promise<void> {
  const { status, body: text } = await requestFromSecondClient(shell.page, {
    connection: 'sandbox',
    method,
    path,
    body: JSON.stringify(body),
  });
  expect(status, text).toBeLessThan(300);
}

/** The connected server's database, and a copy in the sandbox with differences in documents, indexes and settings. */
async function fill(shell: Shell, left: string, right: string): Promise<void> {
  await send(shell, 'PUT', `/admin/databases?name=${right}`, { DatabaseName: right, Settings: {} });
  const leftSend = async (method: string, path: string, body: unknown) => {
    const { status, body: text } = await shell.requestBehindTheBack(
      method,
      `/databases/${left}${path}`,
      body,
    );
    expect(status, text).toBeLessThan(300);
  };
  const rightSend = (method: string, path: string, body: unknown) =>
    send(shell, method, `/databases/${right}${path}`, body);
  const filled: readonly (readonly [typeof rightSend, Readonly<Record<string, object>>])[] = [
    [leftSend, { 'items/1': { Name: 'Ann' }, 'items/2': { Name: 'Bob' }, 'items/3': { Name: 'Cleo' } }],
    [rightSend, { 'items/1': { Name: 'Ann' }, 'items/2': { Age: 4 }, 'items/4': { Name: 'Cleo' } }],
  ];
  for (const [side, documents] of filled) {
    await side('POST', '/bulk_docs', {
      Commands: Object.entries(documents).map(([id, document]) => ({
        Id: id,
        ChangeVector: null,
        Type: 'PUT',
        Document: item(document),
      })),
    });
    await side('PUT', '/admin/indexes', {
      Indexes: [
        { Name: 'ByName', Maps: [map] },
        { Name: 'Changed', Maps: [side === leftSend ? map : map.replace('Name: item', 'Other: item')] },
        ...(side === leftSend ? [{ Name: 'Missing', Maps: [map] }] : []),
      ],
    });
  }
  await leftSend('POST', '/admin/revisions/config', {
    Collections: { Items: { Disabled: false, MinimumRevisionsToKeep: 2 } },
  });
}

test('finds injected differences between two databases', async ({ shell, databaseName, environment }) => {
  const other = `${databaseName}-b`;
  await shell.createDatabase(databaseName, { sampleData: false });
  await fill(shell, databaseName, other);
  const compare = await shell.openCompare();
  await expect(compare.panel).toContainText('Select a database to compare with');
  await checkScreen(shell, environment, 'compare-start');
  await compare.chooseRight('Sandbox', other);

  // Both indexes are current and the counts of documents are equal, but the databases never exchanged changes.
  const entries = '1 index has different entry counts: ByName (Neither is stale, but the databases share no';
  await expect(compare.finding(entries)).toBeVisible();
  await expect(compare.mismatch()).toHaveCount(0);
  await expect(compare.finding('1 index is missing on one side: Missing')).toBeVisible();
  await expect(compare.finding('1 index is defined differently: Changed (Differs in Maps)')).toBeVisible();
  await expect(compare.finding(/settings? differ/)).toBeVisible();
  await checkScreen(shell, environment, 'compare-figures');

  await compare.finding('1 index is missing').getByRole('button', { name: 'Show indexes' }).click();
  await expect(compare.row('Indexes', 'ByName', 'Entries')).toContainText('Different');
  await compare.row('Indexes', 'ByName', 'Entries').click();
  await expect(compare.panel.getByText(/share no changes. Compare the documents$/).last()).toBeVisible();
  await checkScreen(shell, environment, 'compare-indexes');
  await compare.show('Settings');
  await expect(
    compare.row('Settings', 'Revisions › Collections › Items › MinimumRevisionsToKeep', 'Value'),
  ).toContainText('Not set on the right');

  for (const extent of ['Newest of each collection', 'All documents'] as const) {
    await compare.compareDocuments(extent);
    await expect(compare.summary()).toContainText(
      '4 documents compared: 1 only left, 1 only right, 1 different.',
    );
  }
  await expect(compare.document('items/2')).toContainText('Age, Name');
  await expect(compare.document('items/3')).toContainText('Only left');
  await expect(compare.document('items/4')).toContainText('Only right');
  await checkScreen(shell, environment, 'compare-documents');

  const file = await shell.downloaded(async () => {
    await compare.panel.getByRole('toolbar').getByRole('button', { name: 'Export', exact: true }).click();
    await shell.page.getByRole('menuitem', { name: 'Comparison with findings as JSON' }).click();
  });
  const { findings, rows } = exported.parse(JSON.parse(await readFile(file, 'utf8')));
  expect(findings.map(({ text }) => text).join(' ')).toContain(entries);
  expect(rows.find(({ subject }) => subject === 'Missing')?.state).toBe('different');

  // The difference ends when the document is repaired; the screen notices it by itself.
  await send(shell, 'PUT', `/databases/${other}/docs?id=items/2`, item({ Name: 'Bob' }));
  await expect(compare.finding(entries)).toHaveCount(0);

  await compare.document('items/3').dblclick();
  await expect(shell.page.getByRole('tab', { name: /^items\/3/, selected: true })).toBeVisible();
});
