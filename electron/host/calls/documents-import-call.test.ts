import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { ConnectionMode } from '../../../src/contract/index.ts';
import type { ConfirmationText } from '../confirmation/confirmation-text.ts';
import { hostOn } from '../test-environment/host-port.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';

async function confirmOn(mode: ConnectionMode, accepts: boolean) {
  const questions: ConfirmationText[] = [];
  const folder = await temporaryFolder();
  const port = await hostOn(join(folder, 'data'), {
    confirmation: {
      method: 'dialog',
      ask: vi.fn((text: ConfirmationText) => {
        questions.push(text);
        // The first question is about adding the connection.
        return Promise.resolve(questions.length === 1 && mode !== 'read-only' ? true : accepts);
      }),
    },
  });
  const { connection } = await port.call('connections.save', {
    connection: { kind: 'server', name: 'Live', colour: 'red', mode, url: 'http://127.0.0.1:1' },
  });
  const asked = questions.length;
  const answer = port.call('documents.confirmImport', {
    connection: connection.id,
    database: 'shop',
    fileName: 'a\u202e.csv',
    size: 1_234_567,
    existing: 'overwrite',
  });
  return { answer, questions: () => questions.slice(asked) };
}

it('needs no confirmation with full access', async () => {
  const { answer, questions } = await confirmOn('full', false);
  await expect(answer).resolves.toEqual({});
  expect(questions()).toEqual([]);
});

it('waits for a confirmation on a guarded connection, which names file and database', async () => {
  const { answer, questions } = await confirmOn('guarded', true);
  await expect(answer).resolves.toEqual({});
  expect(questions()).toMatchObject([
    {
      details: [
        'Import into the server database shop: existing documents with the same ids are overwritten',
        'File: a\uFFFD.csv (1,234,567 bytes)',
      ],
      allow: 'Import documents',
    },
  ]);
});

it('fails when the confirmation is declined', async () => {
  const { answer } = await confirmOn('guarded', false);
  await expect(answer).rejects.toMatchObject({ code: 'not-confirmed' });
});

it('is refused on a read-only connection without a question', async () => {
  const { answer, questions } = await confirmOn('read-only', true);
  await expect(answer).rejects.toMatchObject({ code: 'policy-refused' });
  expect(questions()).toEqual([]);
});
