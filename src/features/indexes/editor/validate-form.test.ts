import { expect, it } from 'vitest';
import { emptyField, toForm } from './index-form.ts';
import { saveObstacle, tryObstacle } from './validate-form.ts';

const form = toForm({ Name: 'A', Maps: ['map'] });

it('requires a name only for saving, and a map for both', () => {
  expect([saveObstacle(form), tryObstacle(form)]).toEqual([undefined, undefined]);
  expect(saveObstacle({ ...form, name: ' ' })).toContain('name');
  expect(tryObstacle({ ...form, name: '' })).toBeUndefined();
  expect(tryObstacle({ ...form, maps: ['', ' '] })).toContain('map');
});

it('refuses names of automatic indexes and names that are given twice', () => {
  expect(saveObstacle({ ...form, name: 'Auto/A' })).toContain('Auto/');
  const field = { ...emptyField, name: 'X' };
  expect(saveObstacle({ ...form, fields: [field, field] })).toContain('Two fields');
  const source = { name: 'a.js', text: '' };
  expect(saveObstacle({ ...form, sources: [source, source] })).toContain('Two additional sources');
  expect(saveObstacle({ ...form, configuration: [source, source] })).toContain('Two configuration');
  expect(saveObstacle({ ...form, sources: [{ name: '', text: 'x' }] })).toContain('name for each');
});
