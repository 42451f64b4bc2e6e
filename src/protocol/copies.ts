/** Copies between databases: run by the host, which keeps unfinished ones. */
import type {
  CopyItem,
  CopyOutcome,
  CopyPlan,
  CopyProgress,
  Port,
  UnfinishedCopy,
} from '../contract/index.ts';

export interface CopyOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: CopyProgress) => void;
}

/** Resolves with how it ended, also after a failure in the middle; `plan` is null to resume. */
export async function runCopy(
  port: Port,
  id: string,
  plan: CopyPlan | null,
  { signal, onProgress }: CopyOptions,
): Promise<CopyOutcome> {
  const ended = new AbortController();
  const watch = async (): Promise<void> => {
    for await (const progress of port.open('copies.progress', { id }, { signal: ended.signal }))
      onProgress(progress);
  };
  // Opened first, so that no progress is missed. A failure of the port fails the call too, which is reported.
  const watching = watch().catch(() => undefined);
  try {
    return plan === null
      ? await port.call('copies.resume', { id }, { signal })
      : await port.call('copies.run', { id, plan }, { signal });
  } finally {
    ended.abort();
    await watching;
  }
}

/** Null when the copy is complete, forgotten or running. */
export async function getUnfinishedCopy(
  port: Port,
  id: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<UnfinishedCopy | null> {
  return (await port.call('copies.unfinished', { id }, options)).copy;
}

/** All rejected documents, also the ones that the report does not list. */
export async function getRejectedDocuments(
  port: Port,
  id: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<readonly CopyItem[]> {
  const all: CopyItem[] = [];
  for await (const { items } of port.open('copies.rejections', { id }, options)) all.push(...items);
  return all;
}

/** Forgets where a copy stopped. What was copied stays. */
export async function forgetCopy(port: Port, id: string): Promise<void> {
  await port.call('copies.forget', { id });
}
