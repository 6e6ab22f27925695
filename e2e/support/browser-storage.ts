/** What a browser keeps, for journeys that look for what should not be there. */
import type { Page } from '@playwright/test';

/** Everything that scripts can read in the browser's stores, as one text. */
export const readBrowserStorage = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      if (name.startsWith('waypost-app-')) continue;
      for (const request of await cache.keys())
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const spell = (it: unknown): string => {
      if (it instanceof ArrayBuffer) return new TextDecoder('latin1').decode(it);
      if (ArrayBuffer.isView(it)) return new TextDecoder('latin1').decode(it);
      if (typeof it === 'object' && it !== null) return Object.values(it).map(spell).join(' ');
      return String(it);
    };
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        texts.push(spell(await done(database.transaction(store).objectStore(store).getAll())));
      database.close();
    }
    return texts.join('\n');
  });
