// @vitest-environment jsdom
/** The policies of time series against a fake server with the responses of RavenDB 7.1.5, with and without a licence. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderInSession } from '../../app/registry/session-for-tests.tsx';
import type { HttpRequest } from '../../contract/index.ts';
import { scriptedPort } from '../../protocol/ports-for-tests.ts';
import SettingsScreen from './settings-screen.tsx';

const CONFIG = '/timeseries/config';

function open(stored: object | undefined, refusal?: string) {
  const requests: HttpRequest[] = [];
  const port = scriptedPort({
    http: (request) => {
      const path = new URL(`http://x${request.path}`).pathname.replace('/databases/Shop', '');
      if (request.method === 'POST') {
        requests.push(request);
        return refusal === undefined
          ? { body: '{"RaftCommandIndex":5}' }
          : { status: 402, body: JSON.stringify({ Message: refusal }) };
      }
      if (path === '/collections/stats')
        return { body: '{"CountOfDocuments":3,"Collections":{"Users":2,"@hilo":1}}' };
      return path === CONFIG && stored ? { body: JSON.stringify(stored) } : { status: 404 };
    },
  });
  renderInSession(
    { port, connectionId: 'sandbox' },
    <SettingsScreen tabId="t1" connectionId="sandbox" database="Shop" params={{}} />,
  );
  return { requests };
}

const policies = async () => within(await screen.findByRole('region', { name: 'Time series policies' }));

afterEach(cleanup);

it('adds a retention and a rollup, and keeps what it does not show', async () => {
  const NamedValues = { Users: { HeartRate: ['BPM'] } };
  const { requests } = open({ Collections: {}, PolicyCheckFrequency: '00:10:00', NamedValues });
  const section = await policies();
  fireEvent.change(await section.findByLabelText('Add collection by name'), { target: { value: 'Users' } });
  fireEvent.click(section.getByRole('button', { name: 'Add' }));
  fireEvent.change(section.getByLabelText('Keep entries for'), { target: { value: '30' } });
  fireEvent.click(section.getByRole('button', { name: 'Add rollup' }));
  const save = section.getByRole('button', { name: 'Save' });
  expect(save).toHaveProperty('disabled', true);
  expect(section.getByText(/^Enter a name/)).toBeTruthy();
  fireEvent.change(section.getByLabelText('Name'), { target: { value: 'ByHour' } });
  expect(
    section.getByText(/^Users: entries kept for 30 days; rollup ByHour of 1 hour kept forever/),
  ).toBeTruthy();
  expect(section.getByText(/deleted at the next check, without a way back/)).toBeTruthy();
  fireEvent.click(save);
  await waitFor(() => expect(requests).toHaveLength(1));
  // Guarded connections confirm it outside of the page.
  expect(requests[0]?.confirm).toBe(true);
  const forever = { Value: 2_147_483_647, Unit: 'None' };
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    Collections: {
      Users: {
        Disabled: false,
        RawPolicy: { RetentionTime: { Value: 2_592_000, Unit: 'Second' } },
        Policies: [
          { Name: 'ByHour', AggregationTime: { Value: 3_600, Unit: 'Second' }, RetentionTime: forever },
        ],
      },
    },
    PolicyCheckFrequency: '00:10:00',
    NamedValues,
  });
});

it('explains a licence refusal and keeps the policies', async () => {
  const message = 'Your current license (None) does not allow adding time series rollups and retention';
  open({ Collections: { Users: { Disabled: true } } }, message);
  const section = await policies();
  fireEvent.click(await section.findByRole('button', { name: 'Edit Users' }));
  fireEvent.click(section.getByRole('checkbox', { name: 'Carry out these policies' }));
  fireEvent.click(section.getByRole('button', { name: 'Save' }));
  expect(await section.findByText(message)).toBeTruthy();
  expect(section.getByText(/The server license does not include this feature/)).toBeTruthy();
  expect(section.getByRole('checkbox', { name: 'Carry out these policies' })).toHaveProperty('checked', true);
});
