// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderInSession } from '../../app/registry/session-for-tests.tsx';
import { scriptedPort } from '../../protocol/ports-for-tests.ts';
import MemoryScreen from './memory-screen.tsx';

afterEach(cleanup);

const stats = {
  MemoryInformation: {
    PhysicalMemory: '23.541 GBytes',
    WorkingSet: '482.58 MBytes',
    ManagedAllocations: '76.3 MBytes',
    ManagedHeapsAfterLastGC: { TotalSize: '51.1 MBytes', Gen2: { Size: '43.83 MBytes' }, LOH: 'broken' },
    FutureCache: '3 MBytes',
    IsHighDirty: false,
  },
  Threads: [{ Name: 'Pool', Allocations: 4096 }],
  Mappings: [{ Directory: '/Databases/shop', Details: { 'Raven.voron': { TotalMapped: 65536 } } }],
};

function show(answers: Readonly<Record<string, unknown>>, tabState?: unknown) {
  const paths: string[] = [];
  const port = scriptedPort({
    http: ({ path }) => {
      paths.push(path);
      const name = Object.keys(answers).find((each) => path.startsWith(`/admin/debug/memory/${each}`));
      if (name === undefined)
        return {
          status: 501,
          body: '{"Type":"System.NotSupportedException","Message":"Not on this platform"}',
        };
      return { body: JSON.stringify(answers[name]) };
    },
  });
  renderInSession(
    { port, readTabState: () => tabState },
    <MemoryScreen tabId="t" connectionId="server" database={null} params={{}} />,
  );
  return paths;
}

it('divides allocations among owners where there is no report of the kernel', async () => {
  show({ stats });
  expect(await screen.findByText('Managed heap')).toBeDefined();
  expect(screen.getByRole('combobox', { name: 'Sizes' }).textContent).toContain('Allocated memory');
  expect(screen.getByText('Working set 483 MB, physical 23.5 GB')).toBeDefined();
  fireEvent.click(screen.getByRole('tab', { name: 'Over time' }));
  expect(await screen.findByText('Future Cache')).toBeDefined();
});

it('says what the server refuses when its sizes are selected', async () => {
  show({ stats }, { basis: 'resident' });
  expect(await screen.findByText('Reading the memory of server failed')).toBeDefined();
  expect(screen.getByText('Not on this platform')).toBeDefined();
});

it('stays usable when answers have an unknown shape', async () => {
  const paths = show({
    stats: { MemoryInformation: 'none', Threads: 4 },
    smaps: { Totals: [], Details: {} },
    gc: {},
  });
  await waitFor(() => expect(paths.length).toBeGreaterThanOrEqual(3));
  expect(await screen.findByText('The server reports no physical memory.')).toBeDefined();
  fireEvent.click(screen.getByRole('tab', { name: 'Garbage collections' }));
  expect(await screen.findByText(/ it lacks /)).toBeDefined();
});
