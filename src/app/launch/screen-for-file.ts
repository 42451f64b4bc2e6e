/** Which screen opens a file. Pure. */

export type FileScreen = 'transfer' | 'query' | 'io' | 'threads' | 'recording';

/** `head`: the first characters. I/O metrics and stacks can both be JSON, so the content decides there. */
export function screenForFile(name: string, head: string): FileScreen {
  const lower = name.toLowerCase();
  if (lower.endsWith('.rql')) return 'query';
  if (lower.endsWith('.rookery') || isRecording(head)) return 'recording';
  if (/\.(speedscope\.json|folded|folded\.txt|zip|txt|log)$/.test(lower)) return 'threads';
  if (/"(Environments|Performances)"\s*:/.test(head)) return 'io';
  if (/"(Threads|Stacks|shared|profiles|Results|StackTrace)"\s*:/.test(head) && lower.endsWith('.json'))
    return 'threads';
  return 'transfer';
}

/** The first file of the archive. Its name is 30 bytes after the start. */
const isRecording = (head: string): boolean =>
  head.startsWith('PK') && head.slice(0, 64).includes('recording.json');
