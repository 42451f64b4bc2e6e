import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredDocument } from '../../../protocol/documents.ts';
import {
  fromSaved,
  isDirty,
  newDraft,
  externalChange,
  readSavedDraft,
  reduceDraft,
  toSaved,
  type Draft,
  type DraftEvent,
} from './document-draft.ts';

function stored(changeVector: string, value: number): StoredDocument {
  return {
    text: `{"v":${value}}`,
    metadata: { id: 'x/1', collection: 'Xs', changeVector, lastModified: '2026-01-01', flags: [] },
  };
}
const laidOut = (value: number) => `{\n    "v": ${value}\n}`;
const run = (...events: DraftEvent[]) => events.reduce(reduceDraft, newDraft(''));

describe('a draft', () => {
  it('is clean after loading, dirty after typing, clean after undoing it', () => {
    const loaded = run({ type: 'loaded', document: stored('A:1', 1) });
    expect(loaded.text).toBe(laidOut(1));
    expect(isDirty(loaded)).toBe(false);
    const typed = reduceDraft(loaded, { type: 'typed', text: laidOut(2) });
    expect(isDirty(typed)).toBe(true);
    expect(isDirty(reduceDraft(typed, { type: 'typed', text: laidOut(1) }))).toBe(false);
  });

  it('has the new version after a save, and keeps later typing unsaved', () => {
    const saved = run(
      { type: 'loaded', document: stored('A:1', 1) },
      { type: 'typed', text: laidOut(2) },
      { type: 'saving' },
      { type: 'typed', text: laidOut(3) },
      { type: 'saved', text: laidOut(2), id: 'x/1', changeVector: 'A:2' },
    );
    expect(saved.base?.metadata.changeVector).toBe('A:2');
    expect(saved.base?.text).toBe(laidOut(2));
    expect(saved.text).toBe(laidOut(3));
    expect(isDirty(saved)).toBe(true);
  });

  it('ignores the change notification of its own save, in either order', () => {
    const begun = run(
      { type: 'loaded', document: stored('A:1', 1) },
      { type: 'heard', changeVector: 'A:1' },
      { type: 'saving' },
    );
    const save: DraftEvent = { type: 'saved', text: laidOut(2), id: 'x/1', changeVector: 'A:2' };
    const echo: DraftEvent = { type: 'heard', changeVector: 'A:2' };
    expect(externalChange([save].reduce(reduceDraft, begun))).toBeUndefined();
    expect(externalChange([save, echo].reduce(reduceDraft, begun))).toBeUndefined();
    expect(externalChange([echo, save].reduce(reduceDraft, begun))).toBeUndefined();
    expect(
      externalChange(
        [save, echo, { type: 'heard', changeVector: 'A:3' } as const].reduce(reduceDraft, begun),
      ),
    ).toBe('changed');
    expect(
      externalChange(
        [echo, { type: 'heard', changeVector: 'A:3' } as const, save].reduce(reduceDraft, begun),
      ),
    ).toBe('changed');
  });

  it('detects a deletion', () => {
    expect(
      externalChange(
        run({ type: 'loaded', document: stored('A:1', 1) }, { type: 'heard', changeVector: null }),
      ),
    ).toBe('deleted');
  });

  it('keeps the typed text during a conflict', () => {
    const conflicted = run(
      { type: 'loaded', document: stored('A:1', 1) },
      { type: 'typed', text: 'mine' },
      { type: 'saving' },
      { type: 'conflicted', theirs: stored('A:2', 2) },
    );
    expect(conflicted).toMatchObject({ text: 'mine', saving: false });
    const kept = reduceDraft(conflicted, { type: 'kept-mine' });
    expect(kept).toMatchObject({ text: 'mine', base: { metadata: { changeVector: 'A:2' } } });
    expect(isDirty(kept)).toBe(true);
    const took = reduceDraft(conflicted, { type: 'took-theirs' });
    expect(took.text).toBe(laidOut(2));
    expect(isDirty(took)).toBe(false);
  });

  it('becomes a new document when the other version is a deletion', () => {
    const conflicted = run(
      { type: 'loaded', document: stored('A:1', 1) },
      { type: 'typed', text: 'mine' },
      { type: 'conflicted', theirs: null },
    );
    expect(reduceDraft(conflicted, { type: 'kept-mine' })).toMatchObject({ text: 'mine', base: null });
    expect(reduceDraft(conflicted, { type: 'took-theirs' }).text).toBe('mine');
  });

  it('discards the typed text only on a user decision', () => {
    const event = fc.oneof(
      fc.constantFrom<DraftEvent>(
        { type: 'saving' },
        { type: 'refused' },
        { type: 'kept-mine' },
        { type: 'conflict-closed' },
      ),
      fc.option(fc.string()).map((changeVector): DraftEvent => ({ type: 'heard', changeVector })),
      fc.string().map((cv): DraftEvent => ({ type: 'saved', text: 'mine', id: 'x/1', changeVector: cv })),
      fc.string().map((cv): DraftEvent => ({ type: 'conflicted', theirs: stored(cv, 9) })),
      fc.constant<DraftEvent>({ type: 'conflicted', theirs: null }),
      fc.string().map((cv): DraftEvent => ({ type: 'confirmed', metadata: stored(cv, 1).metadata })),
    );
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const typed = run({ type: 'loaded', document: stored('A:1', 1) }, { type: 'typed', text: 'mine' });
        expect(events.reduce(reduceDraft, typed).text).toBe('mine');
      }),
    );
  });
});

describe('a new version that only changes attachments', () => {
  const typed: DraftEvent[] = [
    { type: 'loaded', document: stored('A:1', 1) },
    { type: 'typed', text: laidOut(7) },
  ];

  it('becomes the base, and keeps the typed text', () => {
    const draft = run(
      ...typed,
      { type: 'heard', changeVector: 'A:2' },
      {
        type: 'reread',
        document: stored('A:2', 1),
      },
    );
    expect(draft.base?.metadata.changeVector).toBe('A:2');
    expect(draft.text).toBe(laidOut(7));
    expect(isDirty(draft)).toBe(true);
    expect(externalChange(draft)).toBeUndefined();
  });

  it('is an external change when the text differs, or was deleted', () => {
    const changed = run(...typed, { type: 'reread', document: stored('A:2', 5) });
    expect(changed.base?.metadata.changeVector).toBe('A:1');
    expect(externalChange(changed)).toBe('changed');
    expect(externalChange(run(...typed, { type: 'reread', document: null }))).toBe('deleted');
  });
});

describe('the saved state of a tab', () => {
  it('round-trips through JSON', () => {
    const draft: Draft = run(
      { type: 'loaded', document: stored('A:1', 1) },
      { type: 'typed', text: '{ broken' },
    );
    const kept = readSavedDraft(
      JSON.parse(JSON.stringify(toSaved(draft, { typedDates: { expire: 'tomorrow' } }))),
    );
    expect(kept && fromSaved(kept)).toEqual(draft);
    expect(kept?.typedDates).toEqual({ expire: 'tomorrow' });
  });

  it('ignores invalid data', () => {
    expect(readSavedDraft(undefined)).toBeUndefined();
    expect(readSavedDraft({ version: 9, text: 'x' })).toBeUndefined();
  });
});
