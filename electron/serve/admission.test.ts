import { expect, it } from 'vitest';
import { Admission, TOKEN_LIFETIME_MS } from './admission.ts';

const tokenOf = (entrance: string): string => entrance.slice('/enter/'.length);

it('takes a token within its 60 seconds, once', () => {
  let now = 0;
  const admission = new Admission(() => now);
  const token = tokenOf(admission.newEntrance());
  now = TOKEN_LIFETIME_MS;
  expect(admission.exchange(token)).toBeDefined();
  expect(admission.exchange(token)).toBeUndefined();
});

it('refuses a token that is too old, and uses it up', () => {
  let now = 0;
  const admission = new Admission(() => now);
  const token = tokenOf(admission.newEntrance());
  now = TOKEN_LIFETIME_MS + 1;
  expect(admission.exchange(token)).toBeUndefined();
  now = 0;
  expect(admission.exchange(token)).toBeUndefined();
});

it('keeps the token when a wrong one is tried', () => {
  const admission = new Admission();
  const token = tokenOf(admission.newEntrance());
  expect(admission.exchange(`${token}x`)).toBeUndefined();
  expect(admission.exchange('')).toBeUndefined();
  expect(admission.exchange(token)).toBeDefined();
});

it('gives the same session to a second browser', () => {
  const admission = new Admission();
  const first = admission.exchange(tokenOf(admission.newEntrance()));
  expect(admission.exchange(tokenOf(admission.newEntrance()))).toEqual(first);
});
