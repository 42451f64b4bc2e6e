import { expect, it } from 'vitest';
import { definitionText, saveEffect } from './definition-text.ts';
import { toForm } from './index-form.ts';

const form = toForm({
  Name: 'A',
  Maps: ['map one', 'map two'],
  Reduce: 'reduce',
  AdditionalSources: { 'x.js': 'code' },
});

it('shows code as it is written, then the options', () => {
  expect(definitionText(form)).toBe(
    '// Map 1\nmap one\n\n// Map 2\nmap two\n\n// Reduce\nreduce\n\n// Additional source x.js\ncode\n\n// Options\n{\n  "Name": "A"\n}\n',
  );
});

it('distinguishes a rebuild and a change of options', () => {
  expect(saveEffect(form, form)).toBe('nothing');
  expect(saveEffect(form, { ...form, priority: 'High', lockMode: 'LockedError' })).toBe('options');
  expect(saveEffect(form, { ...form, priority: 'High', reduce: 'other' })).toBe('rebuild');
  expect(saveEffect(form, { ...form, archivedData: 'IncludeArchived' })).toBe('rebuild');
});
