import { describe, expect, it } from 'vitest';
import { START } from '../recordings-for-tests.ts';
import { momentText, readNotes } from './note-draft.ts';

const from = START * 1000 + 123;
const extent = { from, to: from + 60_000_000 };
const draft = { note: 'slow orders', time: momentText(from + 5_000_000, true), text: '' };

describe('the form of notes', () => {
  it('changes only what is changed', () => {
    expect(readNotes(draft, 'slow orders', extent)).toEqual({
      kind: 'problems',
      nothing: 'Nothing is changed.',
    });
    expect(readNotes({ ...draft, note: ' other ' }, 'slow orders', extent)).toEqual({
      kind: 'change',
      change: { note: 'other' },
    });
    expect(readNotes({ ...draft, text: 'restarted' }, 'slow orders', extent)).toEqual({
      kind: 'change',
      change: { annotations: [{ time: from + 5_000_000 - 123, text: 'restarted' }] },
    });
  });

  it('removes a note', () => {
    expect(readNotes({ ...draft, note: '' }, 'slow orders', extent)).toEqual({
      kind: 'change',
      change: { note: '' },
    });
  });

  it('keeps the first and the last moment within the recording', () => {
    const at = (us: number) => {
      const read = readNotes({ ...draft, text: 'x', time: momentText(us, true) }, 'slow orders', extent);
      return read.kind === 'change' ? read.change.annotations?.[0]?.time : read.time;
    };
    expect(at(extent.from)).toBe(extent.from);
    expect(at(extent.to)).toBe(extent.to - 123);
    expect(at(extent.to + 2_000_000)).toBe('This time is outside of the recording.');
  });

  it('names what is wrong', () => {
    expect(readNotes({ ...draft, text: 'x', time: 'then' }, '', extent)).toMatchObject({
      time: expect.stringContaining('is not a date') as unknown,
    });
    expect(readNotes({ ...draft, text: 'x'.repeat(2001) }, '', extent)).toMatchObject({
      text: expect.stringContaining('2000 characters') as unknown,
    });
  });

  it('reads a moment back in local time and in UTC', () => {
    for (const utc of [true, false]) {
      const read = readNotes({ ...draft, text: 'x', time: momentText(from, utc) }, 'slow orders', extent);
      expect(read).toMatchObject({ change: { annotations: [{ time: from }] } });
    }
  });
});
