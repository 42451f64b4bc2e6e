import { expect, it } from 'vitest';
import { checkRights, clearanceOptions, emptyRights } from './rights-form.ts';

const shop = { database: ' Shop ', right: 'Read' };

it('rights are sent for users only', () => {
  const form = { ...emptyRights, name: ' app ', rows: [shop] };
  expect(checkRights(form)).toEqual({
    ok: true,
    rights: { name: 'app', clearance: 'ValidUser', permissions: new Map([['Shop', 'Read']]) },
  });
  expect(checkRights({ ...form, clearance: 'Operator' })).toMatchObject({
    rights: { permissions: new Map() },
  });
});

it('incomplete forms are refused', () => {
  const problem = (part: object) => {
    const checked = checkRights({ ...emptyRights, name: 'app', ...part });
    return checked.ok ? '' : checked.problem;
  };
  expect(problem({ name: ' ' })).toMatch(/Enter a name/);
  expect(problem({})).toMatch(/Add a database/);
  expect(problem({ rows: [{ ...shop, database: '' }] })).toMatch(/name of each database/);
  expect(problem({ rows: [shop, { ...shop, database: 'SHOP' }] })).toBe('SHOP is listed twice.');
});

it('a clearance of a newer server stays selectable', () => {
  expect(clearanceOptions('Operator')).toHaveLength(3);
  expect(clearanceOptions('Auditor').at(-1)).toEqual({ value: 'Auditor', label: 'Auditor' });
});
