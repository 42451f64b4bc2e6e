import { expect, it } from 'vitest';
import { readCode, sessionFrom, wrongCodeText } from './sign-in.ts';

it('two-factor: accepts six digits in any spelling, and nothing else', () => {
  expect(readCode(' 123 456 ')).toBe('123456');
  for (const wrong of ['12345', '1234567', '12345a', '']) expect(() => readCode(wrong)).toThrow('six digits');
});

it('two-factor: reads only a well-formed session cookie', () => {
  const good = '2fa-cookie=ab-12; max-age=60; path=/';
  expect(sessionFrom(['x=1; max-age=9', good], 1000)).toEqual({ cookie: '2fa-cookie=ab-12', until: 61_000 });
  for (const bad of [
    '2fa-cookie=a b; max-age=60',
    '2fa-cookie=ab',
    '2fa-cookie=ab; max-age=0',
    `2fa-cookie=${'a'.repeat(300)}; max-age=60`,
  ])
    expect(sessionFrom([bad], 0), bad).toBeUndefined();
});

it('two-factor: names the difference of the clocks when it explains the refusal', () => {
  const at = (ms: number) => new Date(ms).toUTCString();
  const now = 1_700_000_000_000;
  expect(wrongCodeText('https://a', at(now + 600_000), now)).toContain('10 min ahead of');
  expect(wrongCodeText('https://a', at(now - 90_000), now)).toContain('90 s behind');
  for (const date of [at(now + 5000), undefined, 'never'])
    expect(wrongCodeText('https://a', date, now)).toContain('wrong or expired');
});
