/** Which screen opens a file. Pure. */

export type FileScreen = 'transfer' | 'query' | 'io' | 'threads';

/** `head`: the first characters. A recording and stacks can both be JSON, so the content decides there. */
export function screenForFile(name: string, head: string): FileScreen {
  const lower = name.toLowerCase();
  if (lower.endsWith('.rql')) return 'query';
  if (/\.(speedscope\.json|folded|folded\.txt|zip|txt|log)$/.test(lower)) return 'threads';
  if (/"(Environments|Performances)"\s*:/.test(head)) return 'io';
  if (/"(Threads|Stacks|shared|profiles|Results|StackTrace)"\s*:/.test(head) && lower.endsWith('.json'))
    return 'threads';
  return 'transfer';
}
