import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { callFromSecondClient, requestFromSecondClient } from '../environment/second-client.ts';
import { expect, test, type Environment } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import type { Shell } from '../pages/shell.ts';

const map = "map('Items', item => { if (item.Name) return { Name: item.Name }; })";
const item = (document: object) => ({ ...document, '@metadata': { '@collection': 'Items' } });
const exported = z.object({
  findings: z.array(z.object({ severity: z.string(), text: z.string() })),
  rows: z.array(z.looseObject({ subject: z.string(), state: z.string() })),
});

/** The other server of the comparison: a 6.2 beside the 7.x where both are given, else the sandbox. */
interface OtherServer {
  readonly name: string;
  send(method: string, path: string, body: unknown): Promise<void>;
}

async function openOtherServer(shell: Shell, environment: Environment): Promise<OtherServer> {
  const url = environment === 'served-ravendb' ? process.env.ROOKERY_TEST_RAVENDB_62_URL : undefined;
  if (url === undefined)
    return {
      name: 'Sandbox',
      send: async (method, path, body) => {
        const { status, body: text } = await requestFromSecondClient(shell.page, {
          connection: 'sandbox',
          method,
          path,
          body: JSON.stringify(body),
        });
        expect(status, text).toBeLessThan(300);
      },
    };
  // Read-only: comparing writes nothing.
  const connection = { kind: 'server', name: 'Staging', colour: 'violet', mode: 'read-only', url };
  await callFromSecondClient(shell.page, 'connections.save', { connection });
  return {
    name: 'Staging',
    send: async (method, path, body) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
      expect(answer.status, await answer.text()).toBeLessThan(300);
    },
  };
}

/** The connected server's database, and a copy on the other one with differences in documents, indexes and settings. */
async function fill(shell: Shell, left: string, other: OtherServer, right: string): Promise<void> {
  await other.send('PUT', `/admin/databases?name=${right}`, { DatabaseName: right, Settings: {} });
  const leftSend = async (method: string, path: string, body: unknown) => {
    const { status, body: text } = await shell.requestBehindTheBack(
      method,
      `/databases/${left}${path}`,
      body,
    );
    expect(status, text).toBeLessThan(300);
  };
  const rightSend = (method: string, path: string, body: unknown) =>
    other.send(method, `/databases/${right}${path}`, body);
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
  const right = `${databaseName}-b`;
  await shell.createDatabase(databaseName, { sampleData: false });
  const other = await openOtherServer(shell, environment);
  try {
    await findDifferences(shell, environment, databaseName, other, right);
  } finally {
    await other.send('DELETE', '/admin/databases', { DatabaseNames: [right], HardDelete: true });
  }
});

async function findDifferences(
  shell: Shell,
  environment: Environment,
  left: string,
  other: OtherServer,
  right: string,
): Promise<void> {
  await fill(shell, left, other, right);
  const compare = await shell.openCompare();
  await expect(compare.panel).toContainText(/Select a database to compare with|No other database/);
  await checkScreen(shell, environment, 'compare-start');
  await compare.chooseRight(other.name, right);

  // Both indexes are current and the counts of documents are equal, but the databases never exchanged changes.
  const entries = '1 index has different entry counts: ByName (Neither is stale, but the databases share no';
  await expect(compare.finding(entries)).toBeVisible();
  await expect(compare.mismatch()).toHaveCount(0);
  await expect(compare.finding('1 index is missing on one side: Missing')).toBeVisible();
  await expect(compare.finding('1 index is defined differently: Changed (Differs in Maps)')).toBeVisible();
  await expect(compare.finding(/settings? differ/)).toBeVisible();
  if (other.name !== 'Sandbox') {
    const { body } = await shell.requestBehindTheBack('GET', '/build/version');
    const version = /"ProductVersion":\s*"([\d.]+)"/.exec(body)?.[1] ?? '';
    await expect(compare.row('Statistics', 'Version', 'Server')).toContainText(
      new RegExp(`${version}.*6\\.2`),
    );
  }
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
  await other.send('PUT', `/databases/${right}/docs?id=items/2`, item({ Name: 'Bob' }));
  await expect(compare.finding(entries)).toHaveCount(0);

  await compare.document('items/3').dblclick();
  await expect(shell.page.getByRole('tab', { name: /^items\/3/, selected: true })).toBeVisible();
}
