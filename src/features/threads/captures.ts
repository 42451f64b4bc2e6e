/** The capture each threads tab holds. Kept outside the components, so that a hidden tab keeps it. */
import { create } from 'zustand';
import { PortError } from '../../contract/index.ts';
import type { ServerClient } from '../../protocol/client.ts';
import { captureStacks, type StackCapture } from '../../protocol/thread-stacks.ts';

export type Capture =
  | { readonly kind: 'none' }
  | { readonly kind: 'capturing'; readonly since: number }
  | {
      readonly kind: 'captured';
      readonly capture: StackCapture;
      readonly at: number;
      /** A file's name, or null for one taken from the server. */
      readonly file: string | null;
    }
  | { readonly kind: 'failed'; readonly error: unknown };

interface Captures {
  readonly byTab: ReadonlyMap<string, Capture>;
  take(tabId: string, server: ServerClient, threadIds?: readonly number[]): Promise<void>;
  stop(tabId: string): void;
  show(tabId: string, capture: StackCapture, file: string): void;
}

export const noCapture: Capture = { kind: 'none' };
const underWay = new Map<string, AbortController>();

export const useCaptures = create<Captures>((set, get) => {
  const put = (tabId: string, next: Capture) => set({ byTab: new Map(get().byTab).set(tabId, next) });
  return {
    byTab: new Map(),
    async take(tabId, server, threadIds) {
      underWay.get(tabId)?.abort();
      const abort = new AbortController();
      underWay.set(tabId, abort);
      const before = get().byTab.get(tabId) ?? noCapture;
      put(tabId, { kind: 'capturing', since: performance.now() });
      const end = (next: Capture) => {
        if (underWay.get(tabId) !== abort) return;
        underWay.delete(tabId);
        put(tabId, next);
      };
      try {
        const capture = await captureStacks(server, {
          ...(threadIds ? { threadIds } : {}),
          signal: abort.signal,
        });
        end({ kind: 'captured', capture, at: Date.now(), file: null });
      } catch (error) {
        if (error instanceof PortError && error.code === 'cancelled')
          end(before.kind === 'capturing' ? noCapture : before);
        else end({ kind: 'failed', error });
      }
    },
    stop: (tabId) => underWay.get(tabId)?.abort(),
    show: (tabId, capture, file) => put(tabId, { kind: 'captured', capture, at: Date.now(), file }),
  };
});
