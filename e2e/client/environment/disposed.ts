import type { IDocumentStore } from 'ravendb';

/** Resolves when a store is disposed: unused ids returned, connections closed. */
export function disposed(store: IDocumentStore): Promise<void> {
  return new Promise((resolve) => {
    store.once('executorsDisposed', () => resolve());
    store.dispose();
  });
}
