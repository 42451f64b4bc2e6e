import { runServerDoubles } from '../environment/server-doubles.ts';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('reads continue on another node of the connection, which the status bar names', async ({
  shell,
  environment,
}) => {
  const { page } = shell;
  const doubles = await runServerDoubles(2, (index) => (index === 0 ? 'absent' : 'databases'));
  const [down = '', other = ''] = doubles.urls;
  const form = await shell.fillServer('Shop cluster', down);
  const nodes = form.getByLabel('Other nodes');
  await nodes.fill('B node-b.example.com');
  await form.getByRole('button', { name: 'Add server' }).click();
  await expect(form).toContainText('is not a tag and an address');
  await nodes.fill(`B ${other}`);
  await nodes.scrollIntoViewIfNeeded();
  await checkScreen(shell, environment, 'connection-form-nodes');
  await form.getByRole('button', { name: 'Add server' }).click();
  await expect(shell.confirmation.dialog()).toContainText(`Node: B at ${other}, for reads`);
  await shell.confirmation.confirm();
  await expect(form).toBeHidden();

  await shell.openDashboard();
  await expect(page.getByRole('main')).toContainText('shop');
  const status = page.getByRole('contentinfo');
  await expect(status).toContainText('Not reachable');
  await expect(status).toContainText('Reads from node B');
  await checkScreen(shell, environment, 'other-node');
  expect(doubles.requests().every((request) => request.startsWith('GET /databases'))).toBe(true);
  await doubles.close();
});
