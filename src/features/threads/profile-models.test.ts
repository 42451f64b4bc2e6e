import { expect, test } from 'vitest';
import { importedCapture, importedGroup, namedThread } from './formats/imported.ts';
import { mergeCaptures } from './merge-captures.ts';
import { threadLanes } from './thread-runs.ts';

const at = (seconds: number, groups: Parameters<typeof importedCapture>[0]) => ({
  at: seconds * 1000,
  capture: importedCapture(groups, [namedThread(1, 'writer'), namedThread(2, 'api')]),
});
const work = ['memcpy', 'rookery_engine::writer::run'];
const rest = ['epoll_wait', 'main'];
const series = [
  at(0, [importedGroup(work, 1, [1]), importedGroup(rest, 1, [2])]),
  at(1, [importedGroup(rest, 2, [1, 2])]),
  at(2, [importedGroup(work, 1, [1])]),
];

test('counts occurrences of merged stacks, and keeps their threads once', () => {
  const merged = mergeCaptures(series, 100);
  expect(merged.groups.map((group) => [group.frames[0], group.count, group.threadIds])).toEqual([
    ['memcpy', 2, [1]],
    ['epoll_wait', 3, [2, 1]],
  ]);
  expect(merged.facts?.notes.join(' ')).toMatch(/3 captures over 2 s.*average interval is 1000 ms/);
});

test('shows the runs of a thread and when it was not running', () => {
  const lanes = threadLanes(series, (frame) => frame.startsWith('rookery'));
  expect(lanes.map((lane) => [lane.id, lane.name, lane.busy])).toEqual([
    [1, 'writer', 2],
    [2, 'api', 0],
  ]);
  expect(lanes[0]?.runs.map((run) => [run.kind, run.first, run.last, run.label])).toEqual([
    ['busy', 0, 0, 'rookery_engine::writer::run'],
    ['idle', 1, 1, 'waits for a request or a connection'],
    ['busy', 2, 2, 'rookery_engine::writer::run'],
  ]);
  expect(lanes[1]?.runs.map((run) => [run.kind, run.first, run.last])).toEqual([
    ['idle', 0, 1],
    ['absent', 2, 2],
  ]);
});
