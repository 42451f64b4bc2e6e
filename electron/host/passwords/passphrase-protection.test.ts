import { expect, it } from 'vitest';
import { PassphraseProtection } from './passphrase-protection.ts';

const PASSPHRASE = 'correct horse battery';

it('decrypts in another process with the same passphrase, and uses a new salt for each text', async () => {
  const first = new PassphraseProtection(PASSPHRASE);
  const [one, two] = await Promise.all([first.protect('pässwörd 🔑'), first.protect('pässwörd 🔑')]);
  expect(one).not.toBe(two);
  expect(one).not.toContain('pässwörd');
  expect(one).not.toContain(Buffer.from('pässwörd').toString('base64url').slice(0, 8));
  expect(await new PassphraseProtection(PASSPHRASE).reveal(one)).toBe('pässwörd 🔑');
  expect(await first.protect('')).toMatch(/^1\.[\w-]{22}\.[\w-]{16}\.[\w-]{22}\.$/);
});

it('takes two spellings of the same letters for one passphrase', async () => {
  const composed = new PassphraseProtection('caf\u00e9 noir');
  expect(await new PassphraseProtection('cafe\u0301 noir').reveal(await composed.protect('x'))).toBe('x');
});

it('refuses another passphrase, a changed text and unknown formats', async () => {
  const protection = new PassphraseProtection(PASSPHRASE);
  const good = await protection.protect('secret');
  await expect(new PassphraseProtection('something else').reveal(good)).rejects.toThrow(/not the one/);
  const parts = good.split('.');
  for (const index of [2, 3, 4]) {
    const part = Buffer.from(parts[index] ?? '', 'base64url');
    part[0] = (part[0] ?? 0) ^ 1;
    const changed = parts.map((each, at) => (at === index ? part.toString('base64url') : each)).join('.');
    await expect(protection.reveal(changed)).rejects.toThrow(/not the one/);
  }
  for (const bad of ['', 'secret', `2${good.slice(1)}`, parts.slice(0, 4).join('.'), '1.a.b.c.d'])
    await expect(protection.reveal(bad)).rejects.toThrow('unknown format');
});
