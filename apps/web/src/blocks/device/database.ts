/** The browser's own database of what is kept on this device beside drafts: keys, reports that wait, areas. */

const name = 'waypost-device';
type StoreName = 'keys' | 'reports' | 'pictures' | 'areas';

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      const made: StoreName[] = ['keys', 'reports', 'pictures', 'areas'];
      for (const store of made) request.result.createObjectStore(store);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no database'));
  });

type Stores = Record<StoreName, IDBObjectStore>;

/**
 * Does something with several stores at once, all of it or nothing.
 * @param act answers the request whose result is wanted
 */
export async function inDatabase<T>(
  mode: IDBTransactionMode,
  names: StoreName[],
  act: (stores: Stores) => IDBRequest<T> | undefined,
): Promise<T> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(names, mode);
      const stores = Object.fromEntries(names.map((it) => [it, transaction.objectStore(it)])) as Stores;
      const request = act(stores);
      transaction.oncomplete = () => resolve(request?.result as T);
      transaction.onabort = () => reject(transaction.error ?? new Error('not saved'));
    });
  } finally {
    database.close();
  }
}

/** Everything in a store by its key, as it is in one moment: asked for apart, keys and values might not belong together. */
export async function allIn<T>(name: StoreName): Promise<[key: string, value: T][]> {
  const asked: { keys?: IDBRequest<IDBValidKey[]> } = {};
  const values = await inDatabase('readonly', [name], (stores) => {
    asked.keys = stores[name].getAllKeys();
    return stores[name].getAll() as IDBRequest<T[]>;
  });
  return values.map((value, at) => [asked.keys?.result[at] as string, value]);
}
