// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderInSession } from '../../app/registry/session-for-tests.tsx';
import { scriptedPort } from '../../protocol/ports-for-tests.ts';
import ClusterScreen from './cluster-screen.tsx';

afterEach(cleanup);

const topology = {
  NodeTag: 'B',
  Leader: 'A',
  CurrentTerm: 3,
  Topology: { Members: { A: 'http://a:8080', B: 'http://b:8080' } },
};

function show(
  connectionId: string,
  stats: { status: number; body: string; headers?: Record<string, string> },
) {
  const sent: string[] = [];
  const port = scriptedPort({
    http: ({ path }) => {
      sent.push(path);
      if (path.startsWith('/cluster/topology')) return { body: JSON.stringify(topology) };
      if (path.startsWith('/databases'))
        return { body: JSON.stringify({ Databases: [{ Name: 'shop', DocumentsCount: 4 }] }) };
      return stats;
    },
  });
  renderInSession(
    { port, connectionId },
    <ClusterScreen tabId="t" connectionId={connectionId} database={null} params={{}} />,
  );
  return sent;
}

it('names the leader to connect to when the connected node redirects', async () => {
  show('server', { status: 307, body: '', headers: { location: 'http://a:8080/x' } });
  expect(await screen.findByText(/Connect to node A \(http:\/\/a:8080\) to compare them/)).toBeDefined();
});

it('shows the nodes also where the certificate may not read the reports', async () => {
  show('server', { status: 403, body: '{"Message":"The certificate has no clearance."}' });
  expect(await screen.findByText('Reading the reports of the nodes failed')).toBeDefined();
  expect(screen.getByText('The certificate has no clearance.')).toBeDefined();
  expect(screen.getByRole('tab', { name: 'Nodes (2)' })).toBeDefined();
});

it('requests nothing of the sandbox that it does not have', async () => {
  const sent = show('sandbox', { status: 404, body: '' });
  expect(await screen.findByText(/The sandbox is a cluster of one node/)).toBeDefined();
  expect(sent.filter((path) => path.startsWith('/admin'))).toEqual([]);
});

it('reports that the server cannot be read', async () => {
  const port = scriptedPort({ http: () => ({ status: 503, body: '{"Message":"starting"}' }) });
  renderInSession({ port }, <ClusterScreen tabId="t" connectionId="server" database={null} params={{}} />);
  expect(await screen.findByText('Reading the cluster failed')).toBeDefined();
});
