// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useDatabase } from '../../app/registry/index.ts';
import { renderInSession } from '../../app/registry/session-for-tests.tsx';
import { scriptedPort } from '../../protocol/ports-for-tests.ts';
import { CompressionEstimatePanel } from './compression-estimate.tsx';
import { NO_COMPRESSION } from './compression-text.ts';

afterEach(cleanup);

function Panel({ collections }: { readonly collections: readonly string[] }) {
  const database = useDatabase({ connectionId: 'server', database: 'Shop' });
  return (
    <CompressionEstimatePanel
      database={database}
      before={NO_COMPRESSION}
      now={{ ...NO_COMPRESSION, collections }}
    />
  );
}

interface Answer {
  status?: number;
  body: string;
}

function open(
  sizes: Record<string, number>,
  collections: readonly string[] = [],
  documents?: () => Promise<Answer>,
) {
  const answer = (path: string): Answer | Promise<Answer> => {
    if (path.endsWith('/collections/stats/detailed'))
      return {
        body: JSON.stringify({
          Collections: Object.fromEntries(
            Object.entries(sizes).map(([name, SizeInBytes]) => [
              name,
              { CountOfDocuments: 100, DocumentsSize: { SizeInBytes } },
            ]),
          ),
        }),
      };
    return documents?.() ?? { body: '{"Results":[{"A":1,"@metadata":{"@id":"a/1"}}]}' };
  };
  const port = scriptedPort({
    http: ({ path }) => answer(path),
    measure: () => ({
      measured: 10,
      plainBytes: 1000,
      packedBytes: 250,
      dictionaryBytes: 0,
      nanosecondsPerByte: 20,
    }),
  });
  renderInSession({ port }, <Panel collections={collections} />);
  fireEvent.click(screen.getByRole('button', { name: 'Estimate savings' }));
}

it('shows size now, size then, and cost for each collection, with totals', async () => {
  open({ Orders: 20_000, Logs: 10_000 });
  const orders = within(await screen.findByRole('row', { name: /^Orders/ }));
  expect(orders.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    '100',
    '19.5 KB',
    '12.2 KB',
    '25 %',
    '2.0 µs',
  ]);
  expect(screen.getByRole('row', { name: /^Total/ }).textContent).toContain('29.3 KB');
  expect(screen.getByText(/^Too few documents for a dictionary: Orders, Logs/)).toBeTruthy();
});

it('says that nothing is left to estimate', async () => {
  open({ Orders: 20_000 }, ['Missing']);
  expect(await screen.findByText(/^No documents to estimate/)).toBeTruthy();
});

it('shows an error of the server, and estimates the largest collections only', async () => {
  open({ Orders: 20_000 }, [], () =>
    Promise.resolve({ status: 500, body: '{"Message":"The disk failed."}' }),
  );
  expect(await screen.findByText(/The disk failed/)).toBeTruthy();
  cleanup();
  open(Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`C${index}`, 1000 + index])));
  expect(await screen.findByText(/^3 smaller collections not estimated/)).toBeTruthy();
});

it('can be cancelled while it reads', async () => {
  let answer: (documents: Answer) => void = () => undefined;
  open({ Orders: 20_000 }, [], () => new Promise((resolve) => (answer = resolve)));
  await screen.findByText('Reading a sample of Orders…');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  answer({ body: '{"Results":[]}' });
  expect(await screen.findByText('Cancelled.')).toBeTruthy();
});
