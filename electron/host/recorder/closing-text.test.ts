import { expect, it } from 'vitest';
import { closingText } from './closing-text.ts';

it('asks nothing without recordings', () => {
  expect(closingText({ recording: 0, planned: 0 })).toBeNull();
});

it('says what ends and what waits', () => {
  expect(closingText({ recording: 1, planned: 0 })).toEqual({
    message: '1 recording is running.',
    detail: 'Closing Rookery ends what is running and completes its files.',
  });
  expect(closingText({ recording: 0, planned: 2 })?.message).toBe('2 recordings are planned.');
  expect(closingText({ recording: 0, planned: 1 })?.message).toBe('1 recording is planned.');
  const both = closingText({ recording: 2, planned: 1 });
  expect(both?.message).toBe('2 recordings are running, and 1 is planned.');
  expect(both?.detail).toContain('completes its files. Planned recordings start only while Rookery runs.');
});
