/** Reads everything that a browser stores, for journeys that check that private data are not stored. */
import type { Page } from '@playwright/test';

/** Content of localStorage, sessionStorage, caches and IndexedDB as one text; without the cached app itself. */
export const readBrowserStorage = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      if (name.startsWith('waypost-app-')) continue;
      for (const request of await cache.keys())
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const toText = (it: unknown): string => {
      if (it instanceof ArrayBuffer) return new TextDecoder('latin1').decode(it);
      if (ArrayBuffer.isView(it)) return new TextDecoder('latin1').decode(it);
      if (typeof it === 'object' && it !== null) return Object.values(it).map(toText).join(' ');
      return String(it);
    };
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        texts.push(toText(await resultOf(database.transaction(store).objectStore(store).getAll())));
      database.close();
    }
    return texts.join('\n');
  });
