/** The beginning of an answer that is an error: short, whatever the server sends. */
const MAX_ERROR_BYTES = 64 * 1024;

export async function firstText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_ERROR_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}
