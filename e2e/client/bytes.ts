import type { AttachmentResult } from 'ravendb';

/** All of an attachment's content; the answer is closed afterwards. */
export async function bytesOf(attachment: AttachmentResult | null): Promise<Buffer> {
  if (!attachment) throw new Error('There is no such attachment.');
  const parts: Buffer[] = [];
  for await (const part of attachment.data) parts.push(part as Buffer);
  attachment.dispose();
  return Buffer.concat(parts);
}
