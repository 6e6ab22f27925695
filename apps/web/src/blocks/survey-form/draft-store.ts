/** Unsent answers in the browser's own database, which also holds pictures. One record per survey. */
import type { Answers } from './form-answers.ts';

export interface Draft {
  answers: Answers;
  /** Milliseconds of the epoch. */
  savedAt: number;
}

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('waypost', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('drafts');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no database'));
  });

async function onDrafts<T>(
  mode: IDBTransactionMode,
  act: (drafts: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction('drafts', mode);
      const request = act(transaction.objectStore('drafts'));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('not saved'));
    });
  } finally {
    database.close();
  }
}

export const readDraft = (key: string): Promise<Draft | undefined> =>
  onDrafts('readonly', (drafts) => drafts.get(key) as IDBRequest<Draft | undefined>);
export const writeDraft = (key: string, draft: Draft): Promise<unknown> =>
  onDrafts('readwrite', (drafts) => drafts.put(draft, key));
export const removeDraft = (key: string): Promise<unknown> =>
  onDrafts('readwrite', (drafts) => drafts.delete(key));
