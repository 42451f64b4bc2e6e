// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderInSession } from '../../app/registry/session-for-tests.tsx';
import { connectPort, memoryChannelPair, servePort, type PortHandlers } from '../../contract/index.ts';
import { emptyForm } from './connection-form.ts';
import { RouteFields } from './route-fields.tsx';

afterEach(cleanup);

function show(isSaved: boolean) {
  const [ui, host] = memoryChannelPair();
  const setRoutePassword = vi.fn(() => Promise.resolve({}));
  servePort(host, {
    calls: { 'connections.setRoutePassword': setRoutePassword },
    streams: {},
  } as unknown as PortHandlers);
  renderInSession(
    { port: connectPort(ui) },
    <RouteFields
      form={{ ...emptyForm, id: 'live', route: 'proxy', proxyUrl: 'http://proxy:3128', proxyUser: 'ada' }}
      problems={{}}
      isSaved={isSaved}
      canChoose={false}
      onChange={vi.fn()}
    />,
  );
  return setRoutePassword;
}

it('deletes the saved password of the proxy', async () => {
  const setRoutePassword = show(true);
  fireEvent.click(screen.getByRole('button', { name: 'Forget saved proxy password' }));
  await waitFor(() =>
    expect(setRoutePassword).toHaveBeenCalledWith({ id: 'live', password: '' }, expect.anything()),
  );
});

it('has no button without a saved password', () => {
  show(false);
  expect(screen.queryByRole('button', { name: /^Forget/ })).toBeNull();
});
