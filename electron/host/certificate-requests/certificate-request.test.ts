/** Requests are compared with what the openssl program reads. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { certificateRequest, generateKey } from './certificate-request.ts';
import { element, oid } from './der.ts';

const run = promisify(execFile);

// An RSA key takes seconds on a loaded machine.
it.each([
  ['ec-p256', /ASN1 OID: prime256v1/, /ecdsa-with-SHA256/],
  ['rsa-3072', /\(3072 bit/, /sha256WithRSAEncryption/],
] as const)('openssl verifies a request of %s', { timeout: 120_000 }, async (algorithm, key, signature) => {
  const file = join(await temporaryFolder(), 'request.csr');
  const subject = { commonName: 'Zoë, app / one', organization: 'Ex & Co' };
  await writeFile(file, certificateRequest(await generateKey(algorithm), algorithm, subject));
  const options = [
    'req',
    '-in',
    file,
    '-noout',
    '-verify',
    '-text',
    '-subject',
    '-nameopt',
    'RFC2253,-esc_msb',
  ];
  const { stdout, stderr } = await run('openssl', options);
  expect(stdout + stderr).toMatch(/verify OK/i);
  expect(stdout).toMatch(key);
  expect(stdout).toMatch(signature);
  expect(stdout).toContain('subject=CN=Zoë\\, app / one,O=Ex & Co');
});

it('encodes lengths and object ids as X.690 says', () => {
  expect(element('utf8', Buffer.alloc(127)).subarray(0, 2)).toEqual(Buffer.of(0x0c, 127));
  expect(element('utf8', Buffer.alloc(128)).subarray(0, 3)).toEqual(Buffer.of(0x0c, 0x81, 128));
  expect(element('utf8', Buffer.alloc(70_000)).subarray(0, 5)).toEqual(Buffer.of(0x0c, 0x83, 1, 0x11, 0x70));
  expect(oid('1.2.840.113549.1.1.11')).toEqual(
    Buffer.of(0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b),
  );
});
