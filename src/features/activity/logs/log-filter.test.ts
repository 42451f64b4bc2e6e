import { expect, test } from 'vitest';
import type { LogLine } from '../../../protocol/log-lines.ts';
import type { Arrived } from '../live/row-buffer.ts';
import { filterLines, linesAsText } from './log-filter.ts';

const line = (number: number, part: Partial<LogLine>): Arrived<LogLine> => ({
  number,
  row: {
    at: Date.parse('2026-11-23T10:00:00Z'),
    level: 'info',
    thread: '30',
    resource: 'shop',
    component: '',
    logger: 'Voron',
    message: 'flushed',
    data: '',
    ...part,
  },
});

const rows = [line(3, { level: 'error', message: 'disk full' }), line(2, { level: 'debug' }), line(1, {})];

test('filters by the least level and text', () => {
  expect(filterLines(rows, '', 'info').map(({ number }) => number)).toEqual([3, 1]);
  expect(filterLines(rows, 'DISK', 'trace').map(({ number }) => number)).toEqual([3]);
  expect(filterLines(rows, 'voron', 'fatal')).toEqual([]);
});

test('writes lines oldest first', () => {
  expect(linesAsText(rows).split('\n')).toEqual([
    '2026-11-23T10:00:00.000Z|INFO|30|shop||Voron|flushed|',
    '2026-11-23T10:00:00.000Z|DEBUG|30|shop||Voron|flushed|',
    '2026-11-23T10:00:00.000Z|ERROR|30|shop||Voron|disk full|',
  ]);
});
