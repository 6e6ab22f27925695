/** The IndexedDB database of what is on this device: keys, reports with their pictures, saved areas. */

const databaseName = 'waypost-device';
/** Some browsers have storage that never answers. */
export const openTimeoutMs = 3000;
type StoreName = 'keys' | 'reports' | 'pictures' | 'areas';

const openDatabase = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => {
      const storeNames: StoreName[] = ['keys', 'reports', 'pictures', 'areas'];
      for (const store of storeNames) request.result.createObjectStore(store);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no database'));
    // A form must open without it, too.
    setTimeout(() => reject(new Error('no answer')), openTimeoutMs);
  });

type Stores = Record<StoreName, IDBObjectStore>;

/**
 * Runs one transaction over several stores.
 * @param run returns the request whose result is the result
 */
export async function withStores<T>(
  mode: IDBTransactionMode,
  names: StoreName[],
  run: (stores: Stores) => IDBRequest<T> | undefined,
): Promise<T> {
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(names, mode);
      const stores = Object.fromEntries(names.map((it) => [it, transaction.objectStore(it)])) as Stores;
      const request = run(stores);
      transaction.oncomplete = () => resolve(request?.result as T);
      transaction.onabort = () => reject(transaction.error ?? new Error('not saved'));
    });
  } finally {
    database.close();
  }
}

/** All entries of a store, or those of a range of keys, read in one transaction, so that keys and values belong together. */
export async function readAllEntries<T>(
  name: StoreName,
  range?: IDBKeyRange,
): Promise<[key: string, value: T][]> {
  const requests: { keys?: IDBRequest<IDBValidKey[]> } = {};
  const values = await withStores('readonly', [name], (stores) => {
    requests.keys = stores[name].getAllKeys(range);
    return stores[name].getAll(range) as IDBRequest<T[]>;
  });
  return values.map((value, index) => [requests.keys?.result[index] as string, value]);
}
