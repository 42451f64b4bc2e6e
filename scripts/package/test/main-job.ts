/** The main job of a new user, on the installed program: database, sample data, query, plan, export. */
import { expect } from '@playwright/test';
import { Shell } from '../../../e2e/pages/shell.ts';
import type { CleanRoot } from './clean-root.ts';
import { TEST_USER, type InstalledProgram } from './installed-program.ts';

const DATABASE = 'packaged';

export async function doMainJob(program: InstalledProgram, root: CleanRoot): Promise<string[]> {
  const shell = new Shell(program.page);
  const done = await queryNewDatabase(shell);
  const transfer = await shell.openTransfer();
  await transfer.exportButton().click();
  done.push(await answerSaveDialog(program, root));
  return done;
}

/** The part without a dialog of the system. */
export async function queryNewDatabase(shell: Shell): Promise<string[]> {
  const done: string[] = [];
  await shell.createDatabase(DATABASE, { sampleData: true });
  done.push('database with sample data');
  const query = await shell.openQuery();
  await query.run("from Orders where Company = 'companies/3-A' and Freight > 10 include timings()");
  await expect(query.panel.getByRole('grid')).toContainText('orders/');
  done.push('query with results');
  await query.tab('Plan').click();
  await query.panel.getByRole('button', { name: 'Show as table' }).click();
  await expect(query.panel.getByRole('table').first()).toContainText('companies/3-A');
  done.push('plan');
  return done;
}

/** Enter accepts the name that the save dialog suggests, in the user's download folder. */
async function answerSaveDialog({ page, display }: InstalledProgram, root: CleanRoot): Promise<string> {
  await expect
    .poll(
      async () => {
        await root
          .run(
            `DISPLAY=${display} xdotool search --onlyvisible --name '^Export$' windowfocus --sync key Return`,
          )
          .catch(() => '');
        const names = await root.run(`find /home/${TEST_USER} -name '*.ravendbdump' -size +10k`);
        return names.trim();
      },
      { timeout: 30_000 },
    )
    .toContain('.ravendbdump');
  await expect(page.getByText('Completed').first()).toBeVisible();
  return 'exported dump';
}

/** After an upgrade: the database is there and answers. */
export async function findEarlierData({ page }: InstalledProgram): Promise<void> {
  const shell = new Shell(page);
  const query = await shell.openQuery();
  await query.run('from Products');
  // The plan was shown last, and the tab returns as it was.
  await query.panel.getByRole('tab', { name: /^Results/ }).click();
  await expect(query.panel.getByRole('grid')).toContainText('products/');
}
