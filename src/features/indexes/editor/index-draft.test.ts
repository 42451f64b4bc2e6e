import { describe, expect, it } from 'vitest';
import { externalChange, isDirty, newDraft, readSaved, reduceDraft, toSaved } from './index-draft.ts';
import { toForm } from './index-form.ts';

const stored = toForm({ Name: 'A', Maps: ['one'] });
const mine = { ...stored, maps: ['mine'] };
const theirs = { ...stored, maps: ['theirs'] };
const edited = reduceDraft(newDraft(stored, stored), { type: 'edited', form: mine });

describe('the draft of an index', () => {
  it('is dirty while it differs from the stored definition, or from what a new one began with', () => {
    expect(isDirty(newDraft(stored, stored))).toBe(false);
    expect(isDirty(edited)).toBe(true);
    expect(isDirty(reduceDraft(edited, { type: 'edited', form: stored }))).toBe(false);
    expect(isDirty(newDraft(stored, null))).toBe(false);
  });

  it('reports a change and a deletion from outside, and keeps the edited definition', () => {
    const changed = reduceDraft(edited, { type: 'read', stored: theirs });
    expect([externalChange(changed), changed.form]).toEqual(['changed', mine]);
    const deleted = reduceDraft(edited, { type: 'read', stored: null });
    expect([externalChange(deleted), deleted.form]).toEqual(['deleted', mine]);
    expect(externalChange(reduceDraft(edited, { type: 'read', stored }))).toBeUndefined();
  });

  it('takes theirs or keeps mine on the new base', () => {
    const changed = reduceDraft(edited, { type: 'read', stored: theirs });
    const taken = reduceDraft(changed, { type: 'took-theirs' });
    expect([taken.form, isDirty(taken), externalChange(taken)]).toEqual([theirs, false, undefined]);
    const kept = reduceDraft(changed, { type: 'kept-mine' });
    expect([kept.form, isDirty(kept), externalChange(kept)]).toEqual([mine, true, undefined]);
  });

  it('is clean after a save, also when the server stored other members', () => {
    const saved = reduceDraft(edited, { type: 'saved', stored: theirs, form: theirs });
    expect([isDirty(saved), externalChange(saved)]).toEqual([false, undefined]);
  });

  it('reads vector options of drafts that kept them among the unknown members', () => {
    const form = toForm({
      Name: 'A',
      Maps: ['m'],
      Fields: { V: { Vector: { Dimensions: 3, SourceEmbeddingType: 'Int8' } } },
    });
    const old = JSON.parse(JSON.stringify(toSaved(newDraft(form, form)))) as {
      form: { fields: { vector?: unknown; others: unknown }[] };
    };
    const [field] = old.form.fields;
    if (!field) throw new Error('The form has a field.');
    delete field.vector;
    field.others = { Vector: { Dimensions: 3, SourceEmbeddingType: 'Int8' }, New: 1 };
    expect(readSaved(old)?.form.fields[0]).toMatchObject({
      vector: { dimensions: 3, source: 'Int8', destination: 'Single' },
      others: { New: 1 },
    });
  });

  it('survives a restart', () => {
    const kept: unknown = JSON.parse(JSON.stringify(toSaved(edited)));
    expect(readSaved(kept)).toEqual({ ...edited, stored: undefined });
    for (const invalid of [undefined, null, 'x', { version: 1 }, { version: 2, form: stored }])
      expect(readSaved(invalid)).toBeUndefined();
  });
});
