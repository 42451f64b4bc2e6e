/**
 * Captures that survive a reload, in the page's IndexedDB. Bounded: the newest entries of a limited size. An entry has
 * the random key of its tab, because tab ids repeat.
 */

const DATABASE = 'rookery-captures';
const STORE = 'captures';
/** One entry per threads tab; tabs that were closed leave entries behind, which newer ones replace. */
const MAX_ENTRIES = 12;

interface Entry {
  readonly key: string;
  readonly savedAt: number;
  readonly text: string;
}

export async function saveEntry(key: string, text: string): Promise<void> {
  const database = await open();
  try {
    const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
    await done(store.put({ key, savedAt: Date.now(), text } satisfies Entry));
    const keys = await done(store.index('savedAt').getAllKeys());
    // Oldest first.
    for (const old of keys.slice(0, Math.max(0, keys.length - MAX_ENTRIES))) await done(store.delete(old));
  } finally {
    database.close();
  }
}

export async function loadEntry(key: string): Promise<string | null> {
  const database = await open();
  try {
    const entry: unknown = await done(database.transaction(STORE).objectStore(STORE).get(key));
    return typeof entry === 'object' && entry !== null && 'text' in entry && typeof entry.text === 'string'
      ? entry.text
      : null;
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE, { keyPath: 'key' }).createIndex('savedAt', 'savedAt');
  };
  return done(request);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB reported no reason.'));
  });
}
