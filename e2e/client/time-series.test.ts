import {
  AppendOperation,
  DeleteOperation,
  GetMultipleTimeSeriesOperation,
  GetTimeSeriesOperation,
  GetTimeSeriesStatisticsOperation,
  TimeSeriesBatchOperation,
  TimeSeriesOperation,
  type TimeSeriesChange,
  type TimeSeriesEntry,
} from 'ravendb';
import { expect } from 'vitest';
import { User } from './entities.ts';
import { failure } from './failure.ts';
import { topic } from './environment/topic.ts';

const at = (minute: number): Date => new Date(Date.UTC(2024, 0, 1, 0, minute));
const plain = (entries: readonly TimeSeriesEntry[]): unknown[] =>
  entries.map(({ timestamp, values, tag }) => [timestamp.getTime(), values, tag]);

topic('time series', ({ store, test }) => {
  const saved = async (id: string): Promise<void> => {
    const session = store.openSession();
    await session.store(new User(id, 1), id);
    await session.saveChanges();
  };
  /** Ten minutes of the series "HeartRate". */
  const measured = async (id: string): Promise<void> => {
    await saved(id);
    const session = store.openSession();
    const series = session.timeSeriesFor(id, 'HeartRate');
    for (let minute = 0; minute < 10; minute++) series.append(at(minute), [60 + minute, 0.1], 'watches/1');
    await session.saveChanges();
  };

  test('appends and reads all entries, a range and a page', async () => {
    await measured('users/1');
    const series = store.openSession().timeSeriesFor('users/1', 'heartrate');
    const all = await series.get();
    expect(all).toHaveLength(10);
    expect(plain(all)[3]).toEqual([at(3).getTime(), [63, 0.1], 'watches/1']);
    const range = await store.openSession().timeSeriesFor('users/1', 'HeartRate').get(at(2), at(4));
    expect(range.map(({ values }) => values[0])).toEqual([62, 63, 64]);
    const page = await store.openSession().timeSeriesFor('users/1', 'HeartRate').get(8, 5);
    expect(page.map(({ values }) => values[0])).toEqual([68, 69]);
    expect(await store.openSession().timeSeriesFor('users/1', 'none').get()).toBeNull();
  });

  test('lists names in the metadata', async () => {
    await measured('users/2');
    const session = store.openSession();
    const user = await session.load<User>('users/2', User);
    expect(session.advanced.getTimeSeriesFor(user ?? {})).toEqual(['HeartRate']);
    expect(session.advanced.getMetadataFor(user ?? {})['@flags']).toBe('HasTimeSeries');
  });

  test('replaces entries of the same time and deletes ranges', async () => {
    await measured('users/3');
    const session = store.openSession();
    const series = session.timeSeriesFor('users/3', 'HeartRate');
    series.append(at(9), 5);
    series.delete(at(0), at(7));
    await session.saveChanges();
    const left = await store.openSession().timeSeriesFor('users/3', 'HeartRate').get();
    expect(plain(left)).toEqual([
      [at(8).getTime(), [68, 0.1], 'watches/1'],
      [at(9).getTime(), [5], null],
    ]);
    session.timeSeriesFor('users/3', 'HeartRate').delete();
    await session.saveChanges();
    const again = store.openSession();
    const user = await again.load<User>('users/3', User);
    expect(again.advanced.getTimeSeriesFor(user ?? {})).toEqual([]);
  });

  test('loads with include', async () => {
    await measured('users/4');
    const session = store.openSession();
    await session.load<User>('users/4', {
      documentType: User,
      includes: (all) => all.includeTimeSeries('HeartRate', at(2), at(6)),
    });
    const entries = await session.timeSeriesFor('users/4', 'HeartRate').get(at(3), at(5));
    expect(entries.map(({ values }) => values[0])).toEqual([63, 64, 65]);
    expect(session.advanced.numberOfRequests).toBe(1);
  });

  test('reads ranges and statistics by operations', async () => {
    await measured('users/5');
    const { entries, totalResults } = await store.operations.send(
      new GetTimeSeriesOperation('users/5', 'HeartRate'),
    );
    expect([entries.length, totalResults]).toEqual([10, 10]);
    const { values } = await store.operations.send(
      new GetMultipleTimeSeriesOperation('users/5', [
        { name: 'HeartRate', from: at(0), to: at(1) },
        { name: 'HeartRate', from: at(8), to: at(9) },
      ]),
    );
    expect([...values.values()].flat().map((range) => range.entries.length)).toEqual([2, 2]);
    const { timeSeries } = await store.operations.send(new GetTimeSeriesStatisticsOperation('users/5'));
    expect(timeSeries).toMatchObject([
      { name: 'HeartRate', numberOfEntries: 10, startDate: at(0), endDate: at(9) },
    ]);
  });

  test('changes a series by a batch operation', async () => {
    await measured('users/6');
    const operation = new TimeSeriesOperation('HeartRate');
    operation.append(new AppendOperation(at(20), [1]));
    operation.delete(new DeleteOperation(at(0), at(8)));
    await store.operations.send(new TimeSeriesBatchOperation('users/6', operation));
    const left = await store.openSession().timeSeriesFor('users/6', 'HeartRate').get();
    expect(left.map(({ values }) => values[0])).toEqual([69, 1]);
  });

  test('inserts 3000 entries in bulk', async () => {
    await saved('users/7');
    const bulk = store.bulkInsert();
    const series = bulk.timeSeriesFor('users/7', 'Many');
    for (let n = 0; n < 3000; n++) await series.append(new Date(at(0).getTime() + n * 1000), [n, -n], 'tag');
    series.dispose();
    await bulk.finish();
    const all = await store.openSession().timeSeriesFor('users/7', 'Many').get();
    expect(all).toHaveLength(3000);
    expect(plain(all)[2999]).toEqual([at(0).getTime() + 2_999_000, [2999, -2999], 'tag']);
  });

  test('adds up incremental series', async () => {
    await saved('users/8');
    for (const delta of [5, 7]) {
      const session = store.openSession();
      session.incrementalTimeSeriesFor('users/8', 'INC:Downloads').increment(at(0), delta);
      await session.saveChanges();
    }
    const [entry] = await store.openSession().incrementalTimeSeriesFor('users/8', 'INC:Downloads').get();
    expect(entry?.values).toEqual([12]);
  });

  test('rejects entries of a missing document', async () => {
    const session = store.openSession();
    session.timeSeriesFor('users/none', 'HeartRate').append(at(0), 1);
    expect((await failure(session.saveChanges())).name).toBe('DocumentDoesNotExistException');
  });

  test('notifies about changes of a series', async () => {
    await saved('users/9');
    const observable = store.changes().forTimeSeriesOfDocument('users/9', 'HeartRate');
    let heard: (change: TimeSeriesChange) => void = () => undefined;
    const change = new Promise<TimeSeriesChange>((resolve) => (heard = resolve));
    observable.on('data', heard);
    await observable.ensureSubscribedNow();
    await measured('users/9');
    expect(await change).toMatchObject({ type: 'Put', name: 'HeartRate', documentId: 'users/9' });
    observable.off('data', heard);
  });
});
