import { expect, it } from 'vitest';
import { toForm } from './index-form.ts';
import { languageOf, languageOfIndex, neededRights } from './language.ts';

it('distinguishes C# and JavaScript', () => {
  for (const text of [
    'from o in docs.Orders select o',
    '// note\n docs.Orders.Select(o => o)',
    'from r in results\ngroup r by r.A into g select g',
  ])
    expect(languageOf(text), text).toBe('csharp');
  for (const text of [
    'map("from", d => d)',
    '',
    'groupBy(x => x.A)',
    "/* from x in y */ map('docs', d => 1)",
  ])
    expect(languageOf(text), text).toBe('javascript');
});

it('needs an administrator for C# and additional code', () => {
  const plain = toForm({ Maps: ["map('A', d => d)"] });
  expect(neededRights(plain)).toBe('user');
  expect(neededRights(toForm({ Maps: ['from o in docs.A select o'] }))).toBe('admin');
  expect(neededRights({ ...plain, sources: [{ name: 'a', text: '' }] })).toBe('admin');
  expect(neededRights(toForm({ Maps: plain.maps, AdditionalAssemblies: [{ PackageName: 'A' }] }))).toBe(
    'admin',
  );
  expect(languageOfIndex(plain)).toBe('javascript');
});
