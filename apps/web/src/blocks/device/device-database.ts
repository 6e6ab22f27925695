/** The browser's own database of what is kept on this device beside drafts: keys, reports that wait, areas. */

const databaseName = 'waypost-device';
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
  });

type Stores = Record<StoreName, IDBObjectStore>;

/**
 * Does something with several stores at once, all of it or nothing.
 * @param run answers the request whose result is wanted
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

/** Everything in a store by its key, as it is in one moment: asked for apart, keys and values might not belong together. */
export async function readAllEntries<T>(name: StoreName): Promise<[key: string, value: T][]> {
  const requests: { keys?: IDBRequest<IDBValidKey[]> } = {};
  const values = await withStores('readonly', [name], (stores) => {
    requests.keys = stores[name].getAllKeys();
    return stores[name].getAll() as IDBRequest<T[]>;
  });
  return values.map((value, at) => [requests.keys?.result[at] as string, value]);
}
