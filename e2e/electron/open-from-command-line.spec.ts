import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findElectron } from '../../scripts/electron-binary.ts';
import { root } from '../../scripts/paths.ts';
import { expect, test } from '../fixtures.ts';

test('a later run hands its file or server to the open window', async ({
  shell,
  databaseName,
  dataFolder,
  electronApp,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const display = await electronApp?.evaluate(() => process.env.DISPLAY ?? '');
  const open = (target: string): void => {
    const { status, stderr } = spawnSync(
      findElectron() ?? '',
      [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), root, 'open', target, '--data', dataFolder],
      { encoding: 'utf8', timeout: 20_000, env: { ...process.env, DISPLAY: display } },
    );
    expect(status, stderr).toBe(0);
    expect(stderr).toContain('Rookery is already open');
  };
  const folder = join(dataFolder, 'files');
  await mkdir(folder);
  const file = async (name: string, content: string): Promise<string> => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };

  open(await file('top.rql', 'from Orders limit 3'));
  await expect(shell.panel()).toContainText('from Orders limit 3');
  open(await file('t.ravendbdump', '{"BuildVersion":71028,"Docs":[]}'));
  await expect(shell.panel()).toContainText('t.ravendbdump');
  open(await file('p.folded', 'main;read 10\n'));
  await expect(shell.panel().getByRole('tab', { name: /^Stacks/, selected: true })).toBeVisible();
  await expect(shell.panel()).toContainText('p.folded');
  open(await file('IOStats-of-x.json', '{"Environments":[],"Performances":[]}'));
  await expect(shell.panel()).toContainText('File: IOStats-of-x.json');
  open(join(root, 'native/recording/tests/sample.rookery'));
  await expect(shell.panel().getByRole('region', { name: 'Findings' })).toBeVisible();
  open('http://127.0.0.1:1/studio/index.html');
  await expect(shell.page.getByRole('dialog', { name: 'Add server' }).getByLabel('Address')).toHaveValue(
    'http://127.0.0.1:1',
  );
});
