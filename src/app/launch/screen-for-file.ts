/** Which screen opens a file. Pure. */

export type FileScreen = 'transfer' | 'query' | 'io' | 'threads' | 'recording';

/** `head`: the first characters. I/O metrics and stacks can both be JSON, so the content decides there. */
export function screenForFile(name: string, head: string): FileScreen {
  const lower = name.toLowerCase();
  if (lower.endsWith('.rql')) return 'query';
  // The first file of the archive of a recording.
  if (lower.endsWith('.rookery') || /^PK\u0003\u0004.{0,64}recording\.json/su.test(head)) return 'recording';
  if (/\.(speedscope\.json|folded|folded\.txt|zip|txt|log)$/.test(lower)) return 'threads';
  if (/"(Environments|Performances)"\s*:/.test(head)) return 'io';
  if (/"(Threads|Stacks|shared|profiles|Results|StackTrace)"\s*:/.test(head) && lower.endsWith('.json'))
    return 'threads';
  return 'transfer';
}
