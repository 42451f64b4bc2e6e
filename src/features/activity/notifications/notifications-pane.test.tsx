// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { registerScreens, type Session } from '../../../app/registry/index.ts';
import { renderInSession } from '../../../app/registry/session-for-tests.tsx';
import { ServerClient } from '../../../protocol/client.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import { readActivityState } from '../activity-state.ts';
import { NotificationsPane } from './notifications-pane.tsx';

afterEach(cleanup);

const hint = {
  Id: 'PerformanceHint/SlowIO/shop',
  Type: 'PerformanceHint',
  CreatedAt: '2026-03-04T05:07:00.0000000Z',
  Title: 'Extremely slow disk writes',
  Message: 'Two writes',
  Severity: 'Warning',
  Database: 'shop',
  Details: {
    Writes: {
      '/data/shop': {
        Path: '/data/shop',
        DurationInSec: 12,
        DataWrittenInMb: 1,
        Date: '2026-03-04T05:06:07Z',
      },
    },
  },
};

it('opens the I/O timeline of the database at the second of the slow write', async () => {
  registerScreens(['io']);
  const port = scriptedPort({
    http: () => ({ body: '{"Databases":[]}' }),
    socket: async function* () {
      yield { kind: 'open', socket: 's1' };
      yield { kind: 'text', text: JSON.stringify(hint) };
      await new Promise(() => undefined);
    },
  });
  const opened: Parameters<Session['openScreen']>[] = [];
  renderInSession(
    { port, openScreen: (...call) => void opened.push(call) },
    <NotificationsPane
      server={new ServerClient(port, 'server')}
      state={readActivityState(undefined)}
      onChange={() => undefined}
    />,
  );
  fireEvent.click(await screen.findByText('Extremely slow disk writes'));
  fireEvent.click(await screen.findByRole('button', { name: 'Open the I/O timeline' }));
  expect(opened).toEqual([
    [
      'io',
      {
        connectionId: 'server',
        database: 'shop',
        params: { at: String(Date.parse('2026-03-04T05:06:07Z')) },
      },
    ],
  ]);
});
