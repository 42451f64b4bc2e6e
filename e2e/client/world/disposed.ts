import type { IDocumentStore } from 'ravendb';

/** Completes when a store has said goodbye: unused ids given back, connections closed. */
export function disposed(store: IDocumentStore): Promise<void> {
  return new Promise((resolve) => {
    store.once('executorsDisposed', () => resolve());
    store.dispose();
  });
}
