import { expect, test } from 'vitest';
import type { RecordingRow } from '../../../contract/index.ts';
import { PagedRows } from './paged-rows.ts';

/** Answers at most `most` rows, as for rows with long texts. */
function rowsOf(total: number, most: number) {
  const starts: number[] = [];
  const rows = new PagedRows(
    {
      id: 'recording-1',
      overview: {} as never,
      charts: () => Promise.reject(new Error('not used')),
      rows: ({ start, size }) => {
        starts.push(start);
        const length = Math.max(0, Math.min(size, most, total - start));
        const answered: RecordingRow[] = Array.from({ length }, (_, place) => ({ time: start + place }));
        return Promise.resolve({ total, rows: answered });
      },
    },
    { table: 'logs', from: 0, to: 1, order: 'oldest' },
  );
  return { rows, starts };
}

async function until(rows: PagedRows, done: () => boolean): Promise<void> {
  while (!done())
    await new Promise<void>((resolve) => {
      const stop = rows.subscribe(() => {
        stop();
        resolve();
      });
    });
}

test('loads the visible rows, also when a page is shorter than requested', async () => {
  const { rows, starts } = rowsOf(1000, 30);
  rows.show(200, 250);
  await until(rows, () => rows.row(250) !== undefined);
  expect(rows.current().total).toBe(1000);
  expect(rows.row(200)).toEqual({ time: 200 });
  expect(starts).toEqual([0, 200, 230]);
});

test('an empty table has no rows and no error', async () => {
  const { rows } = rowsOf(0, 100);
  rows.show(0, 20);
  await until(rows, () => rows.current().total !== null);
  expect(rows.current()).toMatchObject({ total: 0, error: null });
});

test('rows that the host does not answer are an error, not an endless loop', async () => {
  const { rows, starts } = rowsOf(10, 0);
  rows.show(0, 5);
  await until(rows, () => rows.current().error !== null);
  expect(starts).toEqual([0]);
});
