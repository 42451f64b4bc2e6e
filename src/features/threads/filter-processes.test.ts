import { expect, test } from 'vitest';
import type { ProcessEntry } from '../../protocol/processes.ts';
import { filterProcesses, programOf } from './filter-processes.ts';

const process = (id: number, name: string, command: string, threads: number): ProcessEntry => ({
  id,
  name,
  command,
  threads,
  isOwn: false,
});
const all = [
  process(12, 'bash', 'bash', 1),
  process(300, 'node', 'node server.js', 11),
  process(301, 'postgres', '/usr/bin/postgres -D /data', 1),
];

test('requires every word in any of the visible texts', () => {
  const ids = (filter: string) => filterProcesses(all, filter).map((each) => each.id);
  expect(ids('')).toEqual([300, 12, 301]);
  expect(ids('  NODE server ')).toEqual([300]);
  expect(ids('30')).toEqual([300, 301]);
  expect(ids('node postgres')).toEqual([]);
});

test('names a process by its program, not by its first thread', () => {
  expect(programOf(process(1, 'MainThread', '/usr/bin/node server.js', 11))).toBe('node');
  expect(programOf(process(2, 'postgres', 'postgres: checkpointer', 1))).toBe('postgres');
  expect(programOf(process(3, 'quiet', '', 1))).toBe('quiet');
});
