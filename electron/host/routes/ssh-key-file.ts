/** Checks the private key of an SSH route before ssh reads it. */
import { PortError } from '../../../src/contract/index.ts';
import { readCredentialFile } from '../transport/credential-file.ts';

/** Throws when the file cannot be read, or is encrypted and there is no passphrase. Returns whether it is encrypted. */
export async function checkKeyFile(path: string, passphrase: string | undefined): Promise<boolean> {
  const content = await readCredentialFile(path, 'The SSH key');
  const text = content.toString('latin1');
  if (!/BEGIN [A-Z ]*PRIVATE KEY/.test(text))
    throw new PortError({
      code: 'route',
      message: `${path} is not a private SSH key (BEGIN … PRIVATE KEY). Choose the file without .pub.`,
    });
  const isEncrypted = isEncryptedKey(text);
  if (isEncrypted && passphrase === undefined)
    throw new PortError({
      code: 'route',
      message: `The SSH key ${path} is encrypted. Edit the connection to enter its passphrase.`,
    });
  return isEncrypted;
}

/** PEM says so in its header; the format of OpenSSH names the cipher after its magic. */
export function isEncryptedKey(text: string): boolean {
  if (text.includes('ENCRYPTED')) return true;
  const [, body = ''] = /BEGIN OPENSSH PRIVATE KEY-+([\s\S]*?)-+END/.exec(text) ?? [];
  const bytes = Buffer.from(body, 'base64');
  const magic = Buffer.from('openssh-key-v1\0');
  if (bytes.length < magic.length + 4 || !bytes.subarray(0, magic.length).equals(magic)) return false;
  const length = bytes.readUInt32BE(magic.length);
  return bytes.toString('latin1', magic.length + 4, magic.length + 4 + Math.min(length, 64)) !== 'none';
}
