/** The first line of the message in a server's error response; undefined for another body. */
export function serverMessage(body: string): string | undefined {
  try {
    const read: unknown = JSON.parse(body);
    return typeof read === 'object' && read !== null && 'Message' in read && typeof read.Message === 'string'
      ? read.Message.split('\n', 1)[0]?.slice(0, 500)
      : undefined;
  } catch {
    return undefined;
  }
}
