/**
 * Unsent reports in the browser's own database, which also holds pictures. Each account has a database of its own, and
 * so have those without one; in it, one record per survey.
 */
import { draftsOf, screenOwner } from '../../api/session.ts';
import type { Answers } from './form-answers.ts';

export interface Draft {
  answers: Answers;
  /** Milliseconds of the epoch. */
  savedAt: number;
  /** Names this report to the server, so that sending it twice makes one post. */
  sendKey: string;
}

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(draftsOf(screenOwner()), 1);
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

export const readDraft = (surveyId: number): Promise<Draft | undefined> =>
  onDrafts('readonly', (drafts) => drafts.get(surveyId) as IDBRequest<Draft | undefined>);
export const writeDraft = (surveyId: number, draft: Draft): Promise<unknown> =>
  onDrafts('readwrite', (drafts) => drafts.put(draft, surveyId));
export const removeDraft = (surveyId: number): Promise<unknown> =>
  onDrafts('readwrite', (drafts) => drafts.delete(surveyId));

/** When the unsent report of each survey was saved, by the survey's id. */
export async function draftTimes(): Promise<ReadonlyMap<number, number>> {
  const ids = await onDrafts('readonly', (drafts) => drafts.getAllKeys());
  const drafts = await onDrafts('readonly', (store) => store.getAll() as IDBRequest<Draft[]>);
  return new Map(drafts.map((draft, at) => [Number(ids[at]), draft.savedAt]));
}
